//! Replaces the program of a running instance.
//!
//! The run continues if every running task still exists: every task on a run stack has a task of the same id and role
//! in the new program, under the same parent, and the Parallels among them have the same branches. Otherwise the tree
//! restarts and keeps its variables.

use super::world::{Lent, World};
use std::sync::Arc;

use super::aborts::Observer;
use super::blackboard::Globals;
use super::instance::TreeInstance;
use super::program::{Flags, NONE, NodeIndex, Program, Role};
use super::program_builder::Operation;
use super::task::Tasks;
use super::variables::initial_values;

/// The effect of a program change on a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapOutcome {
    /// The run continues where it was.
    Kept,
    /// A running task no longer exists: the tree restarts from its root and keeps its variables.
    Restarted,
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Replaces the program. Variables of the same name and type keep their values. A tree that was paused, disabled or
    /// finished stays so.
    pub fn swap_program(
        &mut self,
        program: Arc<Program<W, B>>,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
    ) -> SwapOutcome {
        let map = NodeMap::new(&self.program, &program);
        let state = self.state;
        let keeps = self.runs_in(&program, &map);
        if !keeps {
            self.disable(world, globals);
        }
        let mut next = Self::new(program, 0);
        next.state = state;
        next.at_start = self.at_start;
        next.agent.random = self.agent.random;
        next.agent.frame = self.agent.frame;
        next.agent.time = self.agent.time;
        next.agent.agent = self.agent.agent;
        next.agent.variables = self.carried_variables(&next.program);
        if keeps {
            self.carry_run(&mut next, &map);
        }
        if let Some(rare) = self.agent.rare.take() {
            let carried = next.agent.rare.get_or_insert_default();
            carried.events = rare.events;
            carried.background = rare.background;
            // A restarted tree forgets which events it has reported, as after any other restart.
            if keeps {
                carried.received = rare.received;
                carried.interrupts = rare.interrupts;
            }
            let forced = rare.forced.into_iter();
            carried.forced = forced
                .filter_map(|(node, status)| {
                    let node = NodeIndex(map.get(node.0)?);
                    Some((node, next.program.can_be_forced(node, status)))
                })
                .collect();
        }
        for (tree, mut companion) in self
            .companions
            .take()
            .into_iter()
            .flat_map(|c| c.into_iter())
        {
            if let Some(program) = next.program.tree(&tree).cloned() {
                companion.swap_program(program, world, globals);
                let companions = next.companions.get_or_insert_default();
                companions.push(tree, companion);
            } else {
                companion.disable(world, globals);
                next.forget_companion(&tree);
            }
        }
        if self.awake {
            next.begin(world, globals, &mut super::NoTracer);
        }
        *self = next;
        if keeps {
            SwapOutcome::Kept
        } else {
            SwapOutcome::Restarted
        }
    }

    /// Returns whether everything on this instance's run stacks also fits the run stacks of the new program.
    fn runs_in(&self, program: &Program<W, B>, map: &NodeMap) -> bool {
        self.stacks().flatten().all(|node| {
            let Some(new) = map.get(node.0) else {
                return false;
            };
            let (old, new_node) = (
                &self.program.nodes[node.get()],
                &program.nodes[new as usize],
            );
            let same_parent = match old.parent {
                NONE => new_node.parent == NONE,
                parent => map.get(parent) == Some(new_node.parent),
            };
            let same_branches = old.role() != Role::Parallel
                || self
                    .program
                    .children(node)
                    .map(|c| map.get(c.0))
                    .eq(program.children(NodeIndex(new)).map(|c| Some(c.0)));
            let is_object = matches!(
                old.operation,
                Operation::Object(_) | Operation::ParentObject(_)
            );
            same_parent
                && !is_object
                && same_branches
                && old.role() == new_node.role()
                && self.program.facts[node.get()].category == program.facts[new as usize].category
                && same_memory(old, new_node)
        })
    }

    fn carry_run(&mut self, next: &mut Self, map: &NodeMap) {
        // Only stacks with a running task matter: idle stacks may belong to other Parallels in the new program.
        for top in self.tops() {
            if let Some(new) = map.get(top.0) {
                let branch = next.program.nodes[new as usize].branch;
                next.run.branches[branch as usize].top = new;
            }
        }
        for index in 0..self.program.nodes.len() as u32 {
            let Some(new) = map.get(index) else { continue };
            let (old, new) = (
                &self.program.nodes[index as usize],
                &next.program.nodes[new as usize],
            );
            if same_memory(old, new) {
                let len = (old.memory_len
                    + u32::from(
                        old.role() == Role::Parallel || old.flags.has(Flags::LOOPS_OR_REVISES),
                    )) as usize;
                let (from, to) = (old.memory as usize, new.memory as usize);
                next.run.memory[to..to + len].copy_from_slice(&self.run.memory[from..from + len]);
            }
        }
        if let (Some(old), Some(new)) = (&self.run.observers, &mut next.run.observers) {
            for observer in old.iter() {
                if let Some(observer) = map.observer(&self.program, &next.program, *observer) {
                    new.adopt(&next.program, observer);
                }
            }
        }
    }

    fn carried_variables(&self, program: &Program<W, B>) -> Box<[super::blackboard::Slot]> {
        let mut slots = initial_values(program);
        for (slot, declared) in slots.iter_mut().zip(&program.tree_variables) {
            let old = self.program.tree_variables.iter();
            let same = |v: &super::ProgramVariable| {
                v.name == declared.name && v.value_type == declared.value_type
            };
            if let Some(place) = old.clone().position(same)
                && (self.agent.variables[place].written > 0
                    || self.program.tree_variables[place].initial == declared.initial)
            {
                *slot = self.agent.variables[place].clone();
            }
        }
        slots
    }
}

/// Returns whether two tasks have the same layout of memory.
fn same_memory<W: World + ?Sized, B: Tasks>(
    a: &super::program::ProgramNode<W, B>,
    b: &super::program::ProgramNode<W, B>,
) -> bool {
    use Operation::Builtin;
    let same_kind = match (&a.operation, &b.operation) {
        (Builtin(a), Builtin(b)) => {
            // A semaphore slot must be released under the name under which it was taken.
            std::mem::discriminant(a) == std::mem::discriminant(b) && a.semaphore() == b.semaphore()
        }
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    };
    same_kind
        && a.memory_len == b.memory_len
        && a.flags.has(Flags::LOOPS_OR_REVISES) == b.flags.has(Flags::LOOPS_OR_REVISES)
}

/// The positions of one program's tasks in another one, by id.
struct NodeMap {
    to: Vec<u32>,
}

impl NodeMap {
    fn new<W: World + ?Sized, B>(from: &Program<W, B>, to: &Program<W, B>) -> Self {
        let facts = from.facts.iter();
        Self {
            to: facts
                .map(|f| to.index_of.get(&f.id).copied().unwrap_or(NONE))
                .collect(),
        }
    }

    fn get(&self, index: u32) -> Option<u32> {
        self.to.get(index as usize).copied().filter(|i| *i != NONE)
    }

    /// Translates an observer to the other program. `None` if its conditional or scope is missing there, or if the
    /// abort types between them differ.
    fn observer<W: World + ?Sized, B>(
        &self,
        from: &Program<W, B>,
        to: &Program<W, B>,
        observer: Observer,
    ) -> Option<Observer> {
        let conditional = self.get(observer.conditional)?;
        let abort = |program: &Program<W, B>, index: u32| {
            let composite = program.facts[index as usize].nearest_composite;
            (composite != NONE).then(|| program.facts[composite as usize].abort)
        };
        if abort(from, observer.conditional) != abort(to, conditional) {
            return None;
        }
        let scope = match observer.scope {
            NONE => NONE,
            scope => self.get(scope).filter(|s| to.contains(*s, conditional))?,
        };
        Some(Observer {
            conditional,
            number: to.facts[conditional as usize].watched.0,
            scope,
            ..observer
        })
    }
}
