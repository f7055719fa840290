//! Saved games: trees and managers as texts.

use std::ffi::c_void;

use treewright_core::format::snapshot_json;
use treewright_core::runtime::{Globals, ManagerSnapshot, SnapshotError, TreeSnapshot};
use treewright_core::{TreeInstance, TreeManager};

use crate::access::{Manager, Tree, with_manager, with_tree};
use crate::border::{Code, Failure, Result, border};
use crate::buffers::Buffer;
use crate::constants::TW_ERROR_SAVED;
use crate::handles::{self, Handle};
use crate::managers::conflict;
use crate::memory::{Out, Str};
use crate::programs::CProgram;
use crate::reports::Report;

/// `tw_program_fn`.
pub type ProgramOf = extern "C-unwind" fn(*mut c_void, u64, u64) -> Handle<CProgram>;

/// The error of a saved game that cannot be restored.
fn not_restored(error: &SnapshotError) -> Failure {
    Failure::new(TW_ERROR_SAVED, error)
}

/// Reads a saved game.
///
/// # Errors
/// If it is damaged.
fn read_saved(bytes: Str) -> Result<ManagerSnapshot> {
    let read = snapshot_json::read_manager(bytes.bytes()?);
    read.map_err(|error| Failure::new(TW_ERROR_SAVED, error))
}

/// Returns the only tree of a saved game.
///
/// # Errors
/// If it has another number of trees.
fn single(saved: &ManagerSnapshot) -> Result<&TreeSnapshot> {
    match &saved.trees[..] {
        [tree] => Ok(tree),
        trees => {
            let text = format!(
                "expected one saved tree, found {}: use tw_manager_restore",
                trees.len()
            );
            Err(Failure::new(TW_ERROR_SAVED, text))
        }
    }
}

/// Saves a tree. Of one on its own, also its global variables.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_save(
    tree: Handle<Tree>,
    bytes: Out<Str>,
    owner: Out<Handle<Buffer>>,
) -> Code {
    border(|| {
        let (bytes, owner) = (bytes.required()?, owner.required()?);
        let saved = with_tree(tree, |parts| {
            let tree = TreeSnapshot {
                id: 0,
                may_sleep: false,
                tree: parts.instance.snapshot(),
            };
            Ok(ManagerSnapshot {
                next: 1,
                added_sleep: false,
                globals: parts.globals.snapshot(),
                trees: vec![tree],
            })
        })?;
        Buffer::hand_out(snapshot_json::write_manager(&saved), &bytes, &owner)
    })
}

/// Restores a tree on its own, with its global variables.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_restore(
    program: Handle<CProgram>,
    bytes: Str,
    tree: Out<Handle<Tree>>,
    report: Out<Handle<Report>>,
) -> Code {
    border(|| {
        let (tree, report) = (tree.required()?, report.optional()?);
        let program = handles::get(program)?.program.clone();
        let saved = read_saved(bytes)?;
        let mut globals = Globals::restore(&saved.globals).map_err(|e| not_restored(&e))?;
        let restored = TreeInstance::restore(program, &single(&saved)?.tree, &mut globals);
        let (instance, outcome) = restored.map_err(|e| not_restored(&e))?;
        Report::hand_out(&[(instance.agent(), outcome)], &report)?;
        tree.set(handles::add(Tree::alone(instance, globals))?);
        Ok(())
    })
}

/// Adds a tree that was saved. The global variables are those of this manager.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_add_saved(
    manager: Handle<Manager>,
    program: Handle<CProgram>,
    bytes: Str,
    tree: Out<Handle<Tree>>,
    report: Out<Handle<Report>>,
) -> Code {
    border(|| {
        let (tree, report) = (tree.optional()?, report.optional()?);
        let program = handles::get(program)?.program.clone();
        let saved = read_saved(bytes)?;
        let owner = handles::get(manager)?;
        let (id, outcome) = with_manager(manager, |managed| {
            let globals: &mut Globals = managed.manager.globals_mut();
            let tree = single(&saved)?;
            globals.check(&program).map_err(conflict)?;
            // A tree that is refused may have declared its variables before.
            let before = globals.clone();
            let restored = TreeInstance::restore(program, &tree.tree, globals);
            let (instance, outcome) = restored.map_err(|error| {
                *managed.manager.globals_mut() = before;
                not_restored(&error)
            })?;
            let id = managed.manager.insert(instance).map_err(conflict)?;
            Ok((id, outcome))
        })?;
        Report::hand_out(&[(id.number(), outcome)], &report)?;
        if tree.is_wanted() {
            tree.set(handles::add(owner.tree(id))?);
        }
        Ok(())
    })
}

/// Saves all trees and the global variables.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_save(
    manager: Handle<Manager>,
    bytes: Out<Str>,
    owner: Out<Handle<Buffer>>,
) -> Code {
    border(|| {
        let (bytes, owner) = (bytes.required()?, owner.required()?);
        let saved = with_manager(manager, |managed| Ok(managed.manager.snapshot()))?;
        Buffer::hand_out(snapshot_json::write_manager(&saved), &bytes, &owner)
    })
}

/// Restores a manager. `program_of` returns the program of each tree, or null to leave the tree out.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_restore(
    bytes: Str,
    program_of: Option<ProgramOf>,
    user: *mut c_void,
    manager: Out<Handle<Manager>>,
    report: Out<Handle<Report>>,
) -> Code {
    border(|| {
        let (manager, report) = (manager.required()?, report.optional()?);
        let program_of = program_of.ok_or_else(|| Failure::argument("`program_of` is null"))?;
        let saved = read_saved(bytes)?;
        let restored = TreeManager::restore(&saved, |agent, tree| {
            let program = program_of(user, agent, tree.program);
            Some(handles::get(program).ok()?.program.clone())
        });
        let (restored, what) = restored.map_err(|error| not_restored(&error))?;
        Report::hand_out_restored(&what, &report)?;
        manager.set(handles::add(Manager::new(restored))?);
        Ok(())
    })
}
