//! Many trees that share variables: `tw_manager`.

use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use treewright_core::format::snapshot_json;
use treewright_core::runtime::{AgentId, GlobalConflict, Globals, Tracer};
use treewright_core::{TreeInstance, TreeManager};

use crate::border::{Code, Failure, Result, border};
use crate::buffers::Buffer;
use crate::callbacks::World;
use crate::constants::TW_ERROR_CONFLICT;
use crate::handles::{self, Handle, Object, lock};
use crate::memory::{In, Out, Str};
use crate::node::event;
use crate::programs::CProgram;
use crate::reports::Report;
use crate::tracing::{CTracer, RunTraced, Tracing};
use crate::trees::{
    Managed, Parts, Tree, disable, not_restored, policy, read_saved, removed, single,
};
use crate::values::CValue;

/// A manager: `tw_manager`.
pub struct Manager(Arc<Mutex<Managed>>);

impl Object for Manager {
    const NAME: &'static str = "manager";
}

impl Manager {
    fn new(manager: TreeManager<World>) -> Self {
        let tracing = Tracing::NONE;
        Self(Arc::new(Mutex::new(Managed { manager, tracing })))
    }
}

/// `tw_program_fn`.
pub type ProgramOf = extern "C-unwind" fn(*mut c_void, u64, u64) -> Handle<CProgram>;

/// Calls `run` with a manager.
///
/// # Errors
/// If the handle is wrong, the manager is in use, or `run` fails.
pub fn with_manager<R>(
    manager: Handle<Manager>,
    run: impl FnOnce(&mut Managed) -> Result<R>,
) -> Result<R> {
    run(&mut *lock(&handles::get(manager)?.0, Manager::NAME)?)
}

fn conflict(error: GlobalConflict) -> Failure {
    Failure::new(TW_ERROR_CONFLICT, error)
}

/// Creates a manager without trees.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_new(manager: Out<Handle<Manager>>) -> Code {
    border(|| {
        let manager = manager.required()?;
        manager.set(handles::add(Manager::new(TreeManager::new()))?);
        Ok(())
    })
}

/// Frees a manager with its trees. Interrupts nothing. Handles of its trees must be freed, too.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_free(manager: Handle<Manager>) -> Code {
    border(|| {
        handles::remove_if(manager, |manager| {
            // The trees go now, even if their handles are freed later.
            let trees = std::mem::take(&mut lock(&manager.0, Manager::NAME)?.manager);
            drop(trees);
            Ok(())
        })
    })
}

/// Adds a tree.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_add(
    manager: Handle<Manager>,
    program: Handle<CProgram>,
    seed: u64,
    tree: Out<Handle<Tree>>,
) -> Code {
    border(|| {
        let tree = tree.optional()?;
        let program = handles::get(program)?.program.clone();
        let owner = handles::get(manager)?;
        let id = with_manager(manager, |managed| {
            managed.manager.add(program, seed).map_err(conflict)
        })?;
        if tree.is_wanted() {
            tree.set(handles::add(Tree::Managed(owner.0.clone(), id))?);
        }
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
            // Before anything is declared, so that a refused tree leaves nothing behind.
            globals.check(&program).map_err(conflict)?;
            let restored = TreeInstance::restore(program, &single(&saved)?.tree, globals);
            let (instance, outcome) = restored.map_err(|e| not_restored(&e))?;
            let id = managed.manager.insert(instance).map_err(conflict)?;
            Ok((id, outcome))
        })?;
        Report::hand_out(&[(id.number(), outcome)], &report)?;
        if tree.is_wanted() {
            tree.set(handles::add(Tree::Managed(owner.0.clone(), id))?);
        }
        Ok(())
    })
}

/// Disables a tree and removes it from its manager. Its handle must be freed, too.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_remove(
    manager: Handle<Manager>,
    tree: Handle<Tree>,
    user: *mut c_void,
) -> Code {
    border(|| {
        let owner = handles::get(manager)?;
        let tree = handles::get(tree)?;
        let id = match &*tree {
            Tree::Managed(of, id) if Arc::ptr_eq(of, &owner.0) => *id,
            _ => return Err(Failure::argument("the tree is not in this manager")),
        };
        let gone = with_manager(manager, |managed| {
            let tracing = managed.tracing;
            let (instance, globals) = managed.manager.get_mut(id).ok_or_else(removed)?;
            // Here and not in `remove`, which tells errors to nobody.
            disable(
                Parts {
                    instance,
                    globals,
                    tracing,
                },
                user,
            );
            Ok(World::with(user, |world| managed.manager.remove(id, world)))
        })?;
        drop(gone);
        Ok(())
    })
}

/// Returns the number of trees.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_count(manager: Handle<Manager>, count: Out<usize>) -> Code {
    border(|| {
        let count = count.required()?;
        with_manager(manager, |managed| {
            count.set(managed.manager.len());
            Ok(())
        })
    })
}

/// Returns a handle of the tree at this position, in the order in which trees are ticked.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_tree(
    manager: Handle<Manager>,
    index: usize,
    tree: Out<Handle<Tree>>,
) -> Code {
    border(|| {
        let tree = tree.required()?;
        let owner = handles::get(manager)?;
        let id = with_manager(manager, |managed| {
            let id = managed.manager.agents().nth(index);
            id.ok_or_else(|| Failure::argument(format!("there is no tree at index {index}")))
        })?;
        tree.set(handles::add(Tree::Managed(owner.0.clone(), id))?);
        Ok(())
    })
}

/// Returns a handle of the tree with this number: that of its agent when it was added.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_find(
    manager: Handle<Manager>,
    agent: u64,
    tree: Out<Handle<Tree>>,
) -> Code {
    border(|| {
        let tree = tree.required()?;
        let owner = handles::get(manager)?;
        with_manager(manager, |managed| {
            let found = managed.manager.get(AgentId(agent));
            let none = || Failure::argument(format!("there is no tree with the number {agent}"));
            found.map(drop).ok_or_else(none)
        })?;
        tree.set(handles::add(Tree::Managed(
            owner.0.clone(),
            AgentId(agent),
        ))?);
        Ok(())
    })
}

/// Runs a frame of all trees with any tracer.
struct Frame<'m> {
    manager: &'m mut TreeManager<World>,
    user: *mut c_void,
    dt: f64,
}

impl RunTraced<usize> for Frame<'_> {
    fn run<T: Tracer>(self, tracer: &mut T) -> usize {
        let (manager, dt) = (self.manager, self.dt);
        World::with(self.user, |world| manager.tick_traced(world, dt, tracer))
    }
}

/// Runs one frame of all trees.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_tick(
    manager: Handle<Manager>,
    user: *mut c_void,
    dt: f64,
    running: Out<usize>,
) -> Code {
    border(|| {
        let running = running.optional()?;
        with_manager(manager, |managed| {
            let tracing = managed.tracing;
            let frame = Frame {
                manager: &mut managed.manager,
                user,
                dt,
            };
            running.set(tracing.run(0, frame));
            Ok(())
        })
    })
}

/// Sends an event to all trees.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_send(
    manager: Handle<Manager>,
    name: Str,
    payload: In<CValue>,
) -> Code {
    border(|| {
        let event = event(name, &payload)?;
        with_manager(manager, |managed| {
            managed.manager.send_to_all(&event);
            Ok(())
        })
    })
}

/// Sets who is told what happens in the trees; null for nobody.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_set_tracer(manager: Handle<Manager>, tracer: In<CTracer>) -> Code {
    border(|| {
        let tracing = Tracing::read(&tracer)?;
        with_manager(manager, |managed| {
            managed.tracing = tracing;
            Ok(())
        })
    })
}

/// Sets what happens after an error of a task, in all trees and in those that are added from now on.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_set_error_policy(manager: Handle<Manager>, policy: i32) -> Code {
    border(|| {
        let policy = self::policy(policy)?;
        with_manager(manager, |managed| {
            managed.manager.set_error_policy(policy);
            Ok(())
        })
    })
}

/// Sets whether trees may sleep: all that there are, and those that are added from now on.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_set_sleeps(manager: Handle<Manager>, sleeps: i32) -> Code {
    border(|| {
        with_manager(manager, |managed| {
            let manager = &mut managed.manager;
            manager.set_added_sleep(sleeps != 0);
            let agents: Vec<AgentId> = manager.agents().collect();
            for agent in agents {
                manager.set_sleeps(agent, sleeps != 0);
            }
            Ok(())
        })
    })
}

/// Returns how many trees are asleep.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_asleep(manager: Handle<Manager>, count: Out<usize>) -> Code {
    border(|| {
        let count = count.required()?;
        with_manager(manager, |managed| {
            count.set(managed.manager.asleep_count());
            Ok(())
        })
    })
}

/// Wakes the tree with this number after a change in the game that it cannot notice.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_wake(manager: Handle<Manager>, agent: u64) -> Code {
    border(|| {
        with_manager(manager, |managed| {
            managed.manager.wake(AgentId(agent));
            Ok(())
        })
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

/// Replaces the program of all trees that run `old`.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_swap(
    manager: Handle<Manager>,
    old: Handle<CProgram>,
    new: Handle<CProgram>,
    user: *mut c_void,
    report: Out<Handle<Report>>,
) -> Code {
    border(|| {
        let report = report.optional()?;
        let (old, new) = (handles::get(old)?, handles::get(new)?);
        let outcomes = with_manager(manager, |managed| {
            let manager = &mut managed.manager;
            Ok(World::with(user, |world| {
                manager.swap_all(&old.program, &new.program, world)
            }))
        })?;
        let outcomes = outcomes.into_iter();
        let outcomes: Vec<_> = outcomes
            .map(|(id, outcome)| (id.number(), outcome))
            .collect();
        Report::hand_out(&outcomes, &report)
    })
}
