//! Many trees that share variables: `tw_manager`.

use std::ffi::c_void;

use treewright_core::TreeManager;
use treewright_core::runtime::{AgentId, GlobalConflict, Tracer};

use crate::access::{Manager, Tree, change_manager, with_manager};
use crate::border::{Code, Failure, border};
use crate::callbacks::World;
use crate::constants::TW_ERROR_CONFLICT;
use crate::handles::{self, Handle};
use crate::memory::{In, Out, Str, give};
use crate::programs::CProgram;
use crate::reports::Report;
use crate::tracing::{CTracer, RunTraced, Tracing};
use crate::values::{CValue, error_policy, event};

/// The error of a global variable that two trees declare with different types.
pub fn conflict(error: GlobalConflict) -> Failure {
    Failure::new(TW_ERROR_CONFLICT, error)
}

/// Creates a manager without trees.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_new(manager: Out<Handle<Manager>>) -> Code {
    give(manager, || handles::add(Manager::new(TreeManager::new())))
}

/// Frees a manager with its trees. Interrupts nothing. Handles of its trees must be freed, too.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_free(manager: Handle<Manager>) -> Code {
    border(|| handles::remove_if(manager, Manager::clear))
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
            tree.set(handles::add(owner.tree(id))?);
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
        let other = || Failure::argument("the tree is not in this manager");
        let id = owner.number_of(&tree).ok_or_else(other)?;
        let gone = with_manager(manager, |managed| {
            // Here and not in `remove`, which tells errors to nobody.
            managed.parts(id)?.disable(user);
            Ok(World::with(user, |world| managed.manager.remove(id, world)))
        })?;
        drop(gone);
        Ok(())
    })
}

/// Returns the number of trees.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_count(manager: Handle<Manager>, count: Out<usize>) -> Code {
    give(count, || {
        with_manager(manager, |managed| Ok(managed.manager.len()))
    })
}

/// Returns a handle of the tree at this position, in the order in which trees are ticked.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_tree(
    manager: Handle<Manager>,
    index: usize,
    tree: Out<Handle<Tree>>,
) -> Code {
    give(tree, || {
        let owner = handles::get(manager)?;
        let id = with_manager(manager, |managed| {
            let id = managed.manager.agents().nth(index);
            id.ok_or_else(|| Failure::argument(format!("there is no tree at index {index}")))
        })?;
        handles::add(owner.tree(id))
    })
}

/// Returns a handle of the tree with this number: that of its agent when it was added.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_find(
    manager: Handle<Manager>,
    agent: u64,
    tree: Out<Handle<Tree>>,
) -> Code {
    give(tree, || {
        let owner = handles::get(manager)?;
        with_manager(manager, |managed| {
            let found = managed.manager.get(AgentId(agent));
            let none = || Failure::argument(format!("there is no tree with the number {agent}"));
            found.map(drop).ok_or_else(none)
        })?;
        handles::add(owner.tree(AgentId(agent)))
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
        let policy = error_policy(policy)?;
        with_manager(manager, |managed| {
            managed.manager.set_error_policy(policy);
            Ok(())
        })
    })
}

/// Sets whether trees may sleep: all that there are, and those that are added from now on.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_set_sleeps(manager: Handle<Manager>, sleeps: i32) -> Code {
    change_manager(manager, |managed| {
        let manager = &mut managed.manager;
        manager.set_added_sleep(sleeps != 0);
        let agents: Vec<AgentId> = manager.agents().collect();
        for agent in agents {
            manager.set_sleeps(agent, sleeps != 0);
        }
    })
}

/// Returns how many trees are asleep.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_asleep(manager: Handle<Manager>, count: Out<usize>) -> Code {
    give(count, || {
        with_manager(manager, |managed| Ok(managed.manager.asleep_count()))
    })
}

/// Wakes the tree with this number after a change in the game that it cannot notice.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_wake(manager: Handle<Manager>, agent: u64) -> Code {
    change_manager(manager, |managed| managed.manager.wake(AgentId(agent)))
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
