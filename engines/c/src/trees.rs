//! Running trees: `tw_tree`, on its own or in a manager.

use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use treewright_core::format::snapshot_json;
use treewright_core::runtime::{
    AgentId, ErrorPolicy, Globals, ManagerSnapshot, SnapshotError, Status, Tracer, TreeSnapshot,
};
use treewright_core::{TreeInstance, TreeManager};

use crate::border::{Code, Failure, Result, border};
use crate::buffers::Buffer;
use crate::callbacks::World;
use crate::constants::{
    TW_DISABLE_TREE, TW_DISABLED, TW_ENABLED, TW_ERROR_HANDLE, TW_ERROR_NODE, TW_ERROR_SAVED,
    TW_ERROR_SMALL, TW_FINISHED, TW_GO_ON, TW_NO_NODE, TW_NONE, TW_PAUSED,
};
use crate::handles::{self, Handle, Object, lock};
use crate::memory::{In, Out, Room, Str};
use crate::node::event;
use crate::programs::{CProgram, node};
use crate::reports::Report;
use crate::tracing::{CTracer, RunTraced, Tracing};
use crate::values::{CStatus, CValue, outcome, shared, status, status_number};

/// A running tree: `tw_tree`.
pub enum Tree {
    /// On its own.
    Alone(Box<Mutex<Alone>>),
    /// One of a manager's.
    Managed(Arc<Mutex<Managed>>, AgentId),
}

/// A tree on its own, with global variables of its own.
pub struct Alone {
    instance: TreeInstance<World>,
    globals: Globals,
    tracing: Tracing,
}

/// A manager, and who observes its trees.
pub struct Managed {
    /// The manager itself.
    pub manager: TreeManager<World>,
    /// Who is told what happens.
    pub tracing: Tracing,
}

/// A tree, its global variables, and who observes it.
pub struct Parts<'t> {
    /// The tree itself.
    pub instance: &'t mut TreeInstance<World>,
    /// Its global variables.
    pub globals: &'t mut Globals,
    /// Who is told what happens.
    pub tracing: Tracing,
}

impl Object for Tree {
    const NAME: &'static str = "tree";
}

impl Tree {
    /// Creates a tree on its own.
    fn alone(instance: TreeInstance<World>, globals: Globals) -> Self {
        let tracing = Tracing::NONE;
        Self::Alone(Box::new(Mutex::new(Alone {
            instance,
            globals,
            tracing,
        })))
    }
}

/// Calls `run` with a tree.
///
/// # Errors
/// If the handle is wrong, the tree was removed from its manager, it is in use, or `run` fails.
pub fn with_tree<R>(tree: Handle<Tree>, run: impl FnOnce(Parts<'_>) -> Result<R>) -> Result<R> {
    match &*handles::get(tree)? {
        Tree::Alone(tree) => {
            let mut tree = lock(tree, "tree")?;
            let Alone {
                instance,
                globals,
                tracing,
            } = &mut *tree;
            run(Parts {
                instance,
                globals,
                tracing: *tracing,
            })
        }
        Tree::Managed(managed, id) => {
            let mut managed = lock(managed, "manager of the tree")?;
            let tracing = managed.tracing;
            let (instance, globals) = managed.manager.get_mut(*id).ok_or_else(removed)?;
            run(Parts {
                instance,
                globals,
                tracing,
            })
        }
    }
}

/// The error of a tree that is not in its manager any more.
pub fn removed() -> Failure {
    Failure::new(TW_ERROR_HANDLE, "the tree was removed from its manager")
}

/// The error of a saved game that cannot be restored.
pub fn not_restored(error: &SnapshotError) -> Failure {
    Failure::new(TW_ERROR_SAVED, error)
}

/// Reads a saved game.
///
/// # Errors
/// If it is damaged.
pub fn read_saved(bytes: Str) -> Result<ManagerSnapshot> {
    let read = snapshot_json::read_manager(bytes.bytes()?);
    read.map_err(|error| Failure::new(TW_ERROR_SAVED, error))
}

/// Returns the only tree of a saved game.
///
/// # Errors
/// If it has another number of trees.
pub fn single(saved: &ManagerSnapshot) -> Result<&TreeSnapshot> {
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

/// Creates a tree on its own.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_new(
    program: Handle<CProgram>,
    seed: u64,
    tree: Out<Handle<Tree>>,
) -> Code {
    border(|| {
        let tree = tree.required()?;
        let program = handles::get(program)?.program.clone();
        let instance = TreeInstance::new(program, seed);
        tree.set(handles::add(Tree::alone(instance, Globals::default()))?);
        Ok(())
    })
}

/// Frees the handle of a tree, and the tree if it is on its own. Interrupts nothing.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_free(tree: Handle<Tree>) -> Code {
    border(|| {
        handles::remove_if(tree, |tree| match tree {
            Tree::Alone(tree) => lock(tree, "tree").map(drop),
            Tree::Managed(..) => Ok(()),
        })
    })
}

/// Runs a frame with any tracer.
struct Frame<'t> {
    instance: &'t mut TreeInstance<World>,
    globals: &'t mut Globals,
    user: *mut c_void,
    dt: f64,
}

impl RunTraced<Option<Status>> for Frame<'_> {
    fn run<T: Tracer>(self, tracer: &mut T) -> Option<Status> {
        let (instance, globals, dt) = (self.instance, self.globals, self.dt);
        World::with(self.user, |world| {
            instance.tick_traced(world, globals, dt, tracer)
        })
    }
}

/// Disables a tree with any tracer.
struct Disabling<'t> {
    instance: &'t mut TreeInstance<World>,
    globals: &'t mut Globals,
    user: *mut c_void,
}

impl RunTraced<()> for Disabling<'_> {
    fn run<T: Tracer>(self, tracer: &mut T) {
        let (instance, globals) = (self.instance, self.globals);
        World::with(self.user, |world| {
            instance.disable_traced(world, globals, tracer);
        });
    }
}

/// Disables a tree.
pub fn disable(parts: Parts<'_>, user: *mut c_void) {
    let agent = parts.instance.agent();
    let disabling = Disabling {
        instance: parts.instance,
        globals: parts.globals,
        user,
    };
    parts.tracing.run(agent, disabling);
}

/// Runs one frame.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_tick(
    tree: Handle<Tree>,
    user: *mut c_void,
    dt: f64,
    status: Out<CStatus>,
) -> Code {
    border(|| {
        let out = status.optional()?;
        with_tree(tree, |parts| {
            let agent = parts.instance.agent();
            let frame = Frame {
                instance: parts.instance,
                globals: parts.globals,
                user,
                dt,
            };
            out.set(status_number(parts.tracing.run(agent, frame)));
            Ok(())
        })
    })
}

/// Returns the life-cycle state, and the status with which a finished tree ended.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_state(tree: Handle<Tree>, state: Out<i32>, status: Out<CStatus>) -> Code {
    use treewright_core::runtime::TreeState;
    border(|| {
        let (state, status) = (state.required()?, status.optional()?);
        with_tree(tree, |parts| {
            let (number, ended) = match parts.instance.state() {
                TreeState::Enabled => (TW_ENABLED, TW_NONE),
                TreeState::Paused => (TW_PAUSED, TW_NONE),
                TreeState::Finished(how) => (TW_FINISHED, status_number(Some(how))),
                _ => (TW_DISABLED, TW_NONE),
            };
            state.set(number);
            status.set(ended);
            Ok(())
        })
    })
}

/// Returns how many frames the tree has run.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_frame(tree: Handle<Tree>, frame: Out<u64>) -> Code {
    border(|| {
        let frame = frame.required()?;
        with_tree(tree, |parts| {
            frame.set(parts.instance.frame());
            Ok(())
        })
    })
}

/// Returns the agent number, which callbacks get.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_agent(tree: Handle<Tree>, agent: Out<u64>) -> Code {
    border(|| {
        let agent = agent.required()?;
        with_tree(tree, |parts| {
            agent.set(parts.instance.agent());
            Ok(())
        })
    })
}

/// Sets the agent number.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_set_agent(tree: Handle<Tree>, agent: u64) -> Code {
    border(|| {
        with_tree(tree, |parts| {
            parts.instance.set_agent(agent);
            Ok(())
        })
    })
}

/// Makes a disabled or finished tree start from the root in the next frame.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_enable(tree: Handle<Tree>) -> Code {
    border(|| {
        with_tree(tree, |parts| {
            parts.instance.enable();
            Ok(())
        })
    })
}

/// Interrupts everything; the tree does nothing until it is enabled.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_disable(tree: Handle<Tree>, user: *mut c_void) -> Code {
    border(|| {
        with_tree(tree, |parts| {
            disable(parts, user);
            Ok(())
        })
    })
}

/// Disables and enables the tree.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_restart(tree: Handle<Tree>, user: *mut c_void) -> Code {
    border(|| {
        with_tree(tree, |parts| {
            let Parts {
                instance,
                globals,
                tracing,
            } = parts;
            let again = Parts {
                instance: &mut *instance,
                globals,
                tracing,
            };
            disable(again, user);
            instance.enable();
            Ok(())
        })
    })
}

/// Pauses the tree: it keeps its run state and does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_pause(tree: Handle<Tree>) -> Code {
    border(|| {
        with_tree(tree, |parts| {
            parts.instance.pause();
            Ok(())
        })
    })
}

/// Continues a paused tree.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_resume(tree: Handle<Tree>) -> Code {
    border(|| {
        with_tree(tree, |parts| {
            parts.instance.resume();
            Ok(())
        })
    })
}

/// Sends an event, which tasks see in the next frame.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_send(tree: Handle<Tree>, name: Str, payload: In<CValue>) -> Code {
    border(|| {
        let event = event(name, &payload)?;
        with_tree(tree, |parts| {
            parts.instance.send(event);
            Ok(())
        })
    })
}

/// Interrupts the nodes with this key at the beginning of the next frame.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_interrupt(tree: Handle<Tree>, key: Str, result: CStatus) -> Code {
    border(|| {
        let (key, outcome) = (shared(key)?, outcome(result)?);
        with_tree(tree, |parts| {
            parts.instance.interrupt(key, outcome);
            Ok(())
        })
    })
}

/// Forces the result of a leaf's next update.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_force(tree: Handle<Tree>, index: u32, result: CStatus) -> Code {
    border(|| {
        let forced = status(result)
            .ok_or_else(|| Failure::argument(format!("{result} is no status to force")))?;
        with_tree(tree, |parts| {
            let leaf = node(parts.instance.program(), index)?;
            let forced = parts.instance.force(leaf, forced);
            forced.map_err(|error| Failure::new(TW_ERROR_NODE, error))
        })
    })
}

/// Returns the run stacks, one after the other, each followed by [`TW_NO_NODE`].
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_stacks(
    tree: Handle<Tree>,
    nodes: Out<u32>,
    capacity: usize,
    count: Out<usize>,
) -> Code {
    border(|| {
        let count = count.required()?;
        let mut all = Vec::new();
        with_tree(tree, |parts| {
            for stack in parts.instance.stacks() {
                all.extend(stack.into_iter().map(|node| node.0));
                all.push(TW_NO_NODE);
            }
            Ok(())
        })?;
        let is_filled = Room::new(nodes, capacity).fill(&all)?;
        count.set(all.len());
        if is_filled {
            return Ok(());
        }
        let text = format!("there is room for {capacity} nodes of {}", all.len());
        Err(Failure::new(TW_ERROR_SMALL, text))
    })
}

/// Reads what happens after an error of a task.
///
/// # Errors
/// If there is no such policy.
pub fn policy(policy: i32) -> Result<ErrorPolicy> {
    match policy {
        TW_GO_ON => Ok(ErrorPolicy::GoOn),
        TW_DISABLE_TREE => Ok(ErrorPolicy::DisableTree),
        other => Err(Failure::argument(format!("`policy` cannot be {other}"))),
    }
}

/// Sets what happens after an error of a task.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_set_error_policy(tree: Handle<Tree>, policy: i32) -> Code {
    border(|| {
        let policy = self::policy(policy)?;
        with_tree(tree, |parts| {
            parts.instance.set_error_policy(policy);
            Ok(())
        })
    })
}

/// Sets who is told what happens in a tree on its own; null for nobody.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_set_tracer(tree: Handle<Tree>, tracer: In<CTracer>) -> Code {
    border(|| {
        let tracing = Tracing::read(&tracer)?;
        match &*handles::get(tree)? {
            Tree::Alone(tree) => lock(tree, "tree")?.tracing = tracing,
            Tree::Managed(..) => {
                let text = "the tree is in a manager: use tw_manager_set_tracer";
                return Err(Failure::argument(text));
            }
        }
        Ok(())
    })
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

/// Replaces the program of a tree.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_swap(
    tree: Handle<Tree>,
    program: Handle<CProgram>,
    user: *mut c_void,
    report: Out<Handle<Report>>,
) -> Code {
    border(|| {
        let report = report.optional()?;
        let program = handles::get(program)?.program.clone();
        with_tree(tree, |parts| {
            let (instance, globals) = (parts.instance, parts.globals);
            let outcome = World::with(user, |world| instance.swap_program(program, world, globals));
            Report::hand_out(&[(instance.agent(), outcome)], &report)
        })
    })
}
