//! Running trees: `tw_tree`, on its own or in a manager.

use std::ffi::c_void;

use treewright_core::TreeInstance;
use treewright_core::runtime::{Globals, Status, Tracer, TreeState};

use crate::access::{Tree, change_tree, with_tree};
use crate::border::{Code, Failure, border};
use crate::callbacks::World;
use crate::constants::{
    TW_DISABLED, TW_ENABLED, TW_ERROR_NODE, TW_ERROR_SMALL, TW_FINISHED, TW_NO_NODE, TW_NONE,
    TW_PAUSED,
};
use crate::handles::{self, Handle};
use crate::memory::{In, Out, Room, Str, give};
use crate::programs::{CProgram, node};
use crate::reports::Report;
use crate::tracing::{CTracer, RunTraced, Tracing};
use crate::values::{CStatus, CValue, error_policy, event, outcome, shared, status, status_number};

/// Creates a tree on its own.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_new(
    program: Handle<CProgram>,
    seed: u64,
    tree: Out<Handle<Tree>>,
) -> Code {
    give(tree, || {
        let program = handles::get(program)?.program.clone();
        let instance = TreeInstance::new(program, seed);
        handles::add(Tree::alone(instance, Globals::default()))
    })
}

/// Frees the handle of a tree, and the tree if it is on its own. Interrupts nothing.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_free(tree: Handle<Tree>) -> Code {
    border(|| handles::remove_if(tree, Tree::check_not_busy))
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
    give(frame, || {
        with_tree(tree, |parts| Ok(parts.instance.frame()))
    })
}

/// Returns the agent number, which callbacks get.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_agent(tree: Handle<Tree>, agent: Out<u64>) -> Code {
    give(agent, || {
        with_tree(tree, |parts| Ok(parts.instance.agent()))
    })
}

/// Sets the agent number.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_set_agent(tree: Handle<Tree>, agent: u64) -> Code {
    change_tree(tree, |parts| parts.instance.set_agent(agent))
}

/// Makes a disabled or finished tree start from the root in the next frame.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_enable(tree: Handle<Tree>) -> Code {
    change_tree(tree, |parts| parts.instance.enable())
}

/// Interrupts everything; the tree does nothing until it is enabled.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_disable(tree: Handle<Tree>, user: *mut c_void) -> Code {
    change_tree(tree, |mut parts| parts.disable(user))
}

/// Disables and enables the tree.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_restart(tree: Handle<Tree>, user: *mut c_void) -> Code {
    change_tree(tree, |mut parts| {
        parts.disable(user);
        parts.instance.enable();
    })
}

/// Pauses the tree: it keeps its run state and does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_pause(tree: Handle<Tree>) -> Code {
    change_tree(tree, |parts| parts.instance.pause())
}

/// Continues a paused tree.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_resume(tree: Handle<Tree>) -> Code {
    change_tree(tree, |parts| parts.instance.resume())
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

/// Sets what happens after an error of a task.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_set_error_policy(tree: Handle<Tree>, policy: i32) -> Code {
    border(|| {
        let policy = error_policy(policy)?;
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
        handles::get(tree)?.set_tracing(tracing)
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
