//! Replaces the program of a running instance, and tells how much of its run continues. The rules are in
//! `carry_over.rs`; here the parts that do not continue are interrupted, and task objects are carried over.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::blackboard::{Globals, Slot};
use super::carry_over::{CarryOver, CarryOvers, Restarts, RunData, SameObject};
use super::executor::FrameState;
use super::instance::TreeInstance;
use super::objects::{GameObject, RestoredObject};
use super::program::{NodeIndex, Program};
use super::state::StateError;
use super::task::Tasks;
use super::tick_context::TimeStep;
use super::tracer::NoTracer;
use super::tree_manager::{AgentId, Seat, TreeManager};
use super::variables::initial_values;
use super::world::{Lent, World};
use crate::ids::NodeId;
use crate::told;
use crate::told::Message;
use crate::value::ValueType;

/// How much of a run continues in another program: in the new version of a tree whose run goes on, or of one whose run
/// was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwapOutcome {
    /// The run continues where it was.
    Kept,
    /// The run continues, but some of it could not be kept, for these reasons.
    Partly(Vec<SwapReason>),
    /// The tree restarts from its root and keeps its variables. The first reason is why.
    Restarted(Vec<SwapReason>),
}

told! {
    /// Why a part of a run does not continue in another program.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum SwapReason of "swap_reason" {
        /// A running node does not exist any more.
        NodeGone {
            /// The node.
            node: NodeId,
            /// The node that restarts, which was its parent.
            restarts: NodeId,
        } = "node_gone", "node `{restarts}` restarts: node `{node}`, which was running below it, no longer exists";
        /// A running node has another parent.
        NodeMoved {
            /// The node.
            node: NodeId,
            /// The node that restarts, which was its parent.
            restarts: NodeId,
        } = "node_moved", "node `{restarts}` restarts: node `{node}`, which was running below it, was moved";
        /// The root is another node.
        OtherRoot = "other_root", "the tree has another root";
        /// A running node has another task. It restarts.
        OtherTask {
            /// The node.
            node: NodeId,
            /// Its task before.
            before: Arc<str>,
            /// Its task now.
            after: Arc<str>,
        } = "other_task", "node `{node}` restarts: it was `{before}` and is `{after}`";
        /// A running Parallel, or another composite that remembers positions of children, has other children. It
        /// restarts.
        OtherChildren {
            /// The node.
            node: NodeId,
        } = "other_children", "node `{node}` restarts: its children were changed";
        /// The task of a running node is the same, but works in another way. It restarts.
        TaskChanged {
            /// The node.
            node: NodeId,
        } = "task_changed", "node `{node}` restarts: its task works in another way now";
        /// A running task has other arguments, and its object saves nothing. It restarts.
        NotSaved {
            /// The node.
            node: NodeId,
        } = "not_saved", "node `{node}` restarts: its arguments were changed, and its task saves no state";
        /// The object of a running task could not be saved or restored. The node restarts.
        RunningStateLost {
            /// The node.
            node: NodeId,
            /// Why not.
            why: Message,
        } = "running_state_lost", "node `{node}` restarts: the state of its task is lost: {why}";
        /// The object of a task that is not running could not be saved or restored.
        StateLost {
            /// The node.
            node: NodeId,
            /// Why not.
            why: Message,
        } = "state_lost", "the state of the task of node `{node}` is lost: {why}";
        /// A part of what a task saved could not be restored, and begins anew.
        FieldLost {
            /// The node.
            node: NodeId,
            /// What, and why.
            why: Message,
        } = "field_lost", "part of the state of the task of node `{node}` is lost: {why}";
        /// A variable that had been changed does not exist any more.
        VariableGone {
            /// The variable.
            name: Arc<str>,
        } = "variable_gone", "the value of variable `{name}` is lost: the tree no longer has this variable";
        /// A variable has another type, and so its initial value.
        OtherType {
            /// The variable.
            name: Arc<str>,
            /// Its type before.
            before: ValueType,
            /// Its type now.
            after: ValueType,
        } = "other_type", "variable `{name}` has its initial value: its type was {before} and is {after}";
        /// A running background tree does not exist any more.
        TreeGone {
            /// Its name.
            tree: Arc<str>,
        } = "tree_gone", "background tree `{tree}` no longer exists";
        /// The same in a background tree.
        InTree {
            /// Its name.
            tree: Arc<str>,
            /// What was not kept.
            what: Message,
        } = "in_tree", "background tree `{tree}`: {what}";
        /// The run was saved by a version that did not save the ids of nodes, and the tree was changed since.
        NoIds = "no_ids", "the saved run does not contain the ids of its nodes";
    }
}

impl SwapReason {
    /// Returns the node that restarts for this reason, if it is not the whole tree.
    pub fn restarts(&self) -> Option<&NodeId> {
        match self {
            Self::NodeGone { restarts, .. } | Self::NodeMoved { restarts, .. } => Some(restarts),
            Self::OtherTask { node, .. }
            | Self::OtherChildren { node }
            | Self::TaskChanged { node }
            | Self::NotSaved { node }
            | Self::RunningStateLost { node, .. } => Some(node),
            Self::OtherRoot
            | Self::StateLost { .. }
            | Self::FieldLost { .. }
            | Self::VariableGone { .. }
            | Self::OtherType { .. }
            | Self::TreeGone { .. }
            | Self::InTree { .. }
            | Self::NoIds => None,
        }
    }
}

impl SwapOutcome {
    pub(super) fn of(is_whole_tree: bool, reasons: Vec<SwapReason>) -> Self {
        if is_whole_tree {
            Self::Restarted(reasons)
        } else if reasons.is_empty() {
            Self::Kept
        } else {
            Self::Partly(reasons)
        }
    }

    /// Returns what was not kept, and why.
    pub fn reasons(&self) -> &[SwapReason] {
        match self {
            Self::Kept => &[],
            Self::Partly(reasons) | Self::Restarted(reasons) => reasons,
        }
    }

    /// Returns these reasons as those of a background tree.
    pub(super) fn into_reasons_in(self, tree: &Arc<str>) -> Vec<SwapReason> {
        let (Self::Partly(reasons) | Self::Restarted(reasons)) = self else {
            return Vec::new();
        };
        let inside = reasons.into_iter().map(|reason| SwapReason::InTree {
            tree: tree.clone(),
            what: reason.message(),
        });
        inside.collect()
    }
}

/// For logs of games; in English.
impl fmt::Display for SwapOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kept => "kept",
            Self::Partly(_) => "partly kept",
            Self::Restarted(_) => "restarted",
        })?;
        for (number, reason) in self.reasons().iter().enumerate() {
            let before = if number == 0 { ": " } else { "; " };
            write!(f, "{before}{reason}")?;
        }
        Ok(())
    }
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Replaces the program, and returns how much of the run continues. A tree that was paused, disabled or finished
    /// stays so.
    ///
    /// - A running node continues if it still exists with the same parent and the same task; its parameters may differ.
    ///   Otherwise its branch restarts, at the node itself or, if it no longer is where it was, at its former parent:
    ///   everything there is interrupted now, and starts again in the next frame. Everything else continues. If the
    ///   branch is the whole tree, the tree restarts.
    /// - A Parallel whose children were changed restarts, and so does a composite that remembers positions of children.
    /// - The object of a game's task is carried over if node, task and arguments are the same. Otherwise a new one
    ///   restores what the old one [saves](Task::save). If it saves nothing, a running one restarts.
    /// - Variables of the same name and type keep their values, unless they were never written. A global variable that
    ///   has another type in the new program takes that type and its initial value, for all trees.
    ///
    /// ```
    /// use treewright_core::prelude::*;
    ///
    /// let tree = |second: &str| {
    ///     let mut tree = DocumentBuilder::new("Two things at once");
    ///     let root = tree.root(Node::new("n1", "Parallel")).unwrap();
    ///     tree.child(&root, Node::new("n2", "Wait").with_parameter("seconds", ParameterValue::literal(2.0))).unwrap();
    ///     tree.child(&root, Node::new("n3", second)).unwrap();
    ///     compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap()
    /// };
    /// let (mut agent, mut globals) = (TreeInstance::new(tree("Idle"), 0), Globals::default());
    /// agent.tick(&mut (), &mut globals, 1.0);
    /// let outcome = agent.swap_program(tree("Succeed"), &mut (), &mut globals);
    /// assert_eq!(outcome.to_string(), "partly kept: node `n3` restarts: it was `Idle` and is `Succeed`");
    /// assert_eq!(agent.tick(&mut (), &mut globals, 1.0), Some(Status::Success)); // the wait went on
    /// ```
    pub fn swap_program(
        &mut self,
        program: Arc<Program<W, B>>,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
    ) -> SwapOutcome {
        self.swap_with(&mut CarryOvers::default(), program, world, globals)
    }

    pub(super) fn swap_with(
        &mut self,
        carry_overs: &mut CarryOvers<W, B>,
        program: Arc<Program<W, B>>,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
    ) -> SwapOutcome {
        let carry_over = carry_overs.between(self.program.node_list(), &program);
        let (state, frames) = (self.agent.state, self.agent.frame);
        let mut restored = RestoredObjects::default();
        let lost = self.restore_running_objects(&carry_over, &mut restored);
        let Restarts {
            nodes,
            is_whole_tree,
            mut reasons,
        } = carry_over.restarts(&self.run_data(), lost, false);
        if is_whole_tree {
            self.disable(world, globals);
        }
        for node in nodes {
            self.executor(
                world,
                globals,
                TimeStep::ZERO,
                &mut NoTracer,
                &mut FrameState::new(),
            )
            .restart_at(node);
        }
        let mut run = carry_over.translate(&self.run_data(), false);
        if is_whole_tree {
            run.memory.fill(0);
        }
        let objects = self.carry_objects(&carry_over, restored, &mut run, &mut reasons);
        let variables = self.carried_variables(&program, &mut reasons);
        let mut next = Self::with_objects(program, 0, objects);
        next.agent.state = state;
        next.agent.awake = self.agent.awake;
        next.agent.at_start = self.agent.at_start;
        next.agent.random = self.agent.random;
        next.agent.frame = frames;
        next.agent.time = self.agent.time;
        next.agent.agent = self.agent.agent;
        next.agent.errors = self.agent.errors;
        next.agent.variables = variables;
        self.carry_rare(&mut next, is_whole_tree);
        next.put_run_data(&run);
        reasons.extend(self.swap_companions(&mut next, carry_overs, world, globals));
        if next.agent.awake || self.program.fingerprint() != next.program.fingerprint() {
            globals.redeclare(&next.program);
        }
        if next.agent.awake {
            next.bind_globals(globals);
        }
        *self = next;
        SwapOutcome::of(is_whole_tree, reasons)
    }

    /// Carries over what came from outside and was not used yet.
    fn carry_rare(&mut self, next: &mut Self, is_restarted: bool) {
        let Some(rare) = self.agent.rare.take() else {
            return;
        };
        let carried = next.agent.rare.get_or_insert_default();
        carried.events = rare.events;
        carried.requests = rare.requests;
        carried.background = rare.background;
        // A restarted tree forgets which events it has reported, as after any other restart.
        if !is_restarted {
            carried.received = rare.received;
            carried.interrupts = rare.interrupts;
        }
    }

    /// Replaces the programs of the background trees, and returns what was not kept.
    fn swap_companions(
        &mut self,
        next: &mut Self,
        carry_overs: &mut CarryOvers<W, B>,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
    ) -> Vec<SwapReason> {
        let mut reasons = Vec::new();
        let companions = self.companions.take().unwrap_or_default();
        for (tree, mut companion) in companions.into_iter() {
            if let Some(program) = next.program.tree(&tree).cloned() {
                let outcome = companion.swap_with(carry_overs, program, world, globals);
                reasons.extend(outcome.into_reasons_in(&tree));
                let companions = next.companions.get_or_insert_default();
                companions.push(tree, companion);
            } else {
                companion.disable(world, globals);
                next.forget_companion(&tree);
                reasons.push(SwapReason::TreeGone { tree });
            }
        }
        reasons
    }

    fn carried_variables(
        &self,
        program: &Program<W, B>,
        reasons: &mut Vec<SwapReason>,
    ) -> Box<[Slot]> {
        let before = self
            .program
            .tree_variables
            .iter()
            .zip(&self.agent.variables);
        let before: Vec<SavedVariable<'_>> = before
            .map(|(v, slot)| (&v.name, v.value_type.clone(), slot))
            .collect();
        carried_variables(program, &before, reasons)
    }
}

/// The name, type and value of a variable of an earlier run.
pub(super) type SavedVariable<'s> = (&'s Arc<str>, ValueType, &'s Slot);

/// Returns the variables of a program with the values that those of the same name and type had before. A variable that
/// was never written has the initial value of this program.
pub(super) fn carried_variables<W: World + ?Sized, B>(
    program: &Program<W, B>,
    before: &[SavedVariable<'_>],
    reasons: &mut Vec<SwapReason>,
) -> Box<[Slot]> {
    let mut slots = initial_values(program);
    for (place, declared) in program.tree_variables.iter().enumerate() {
        let has_name = |(name, ..): &&SavedVariable<'_>| **name == declared.name;
        let is_same = |(name, value_type, slot): &&SavedVariable<'_>| {
            let fits = match value_type {
                // The type of an empty list is not known.
                ValueType::List(_) => declared.value_type.accepts(&slot.value),
                known => *known == declared.value_type,
            };
            **name == declared.name && fits
        };
        // Most variables are at the same place; and names may not be unique.
        let same = before.get(place).filter(is_same);
        if let Some((_, _, slot)) = same.or_else(|| before.iter().find(is_same)) {
            if slot.written > 0 {
                slots[place].clone_from(slot);
            }
        } else if let Some((_, value_type, slot)) = before.iter().find(has_name)
            && slot.written > 0
        {
            reasons.push(SwapReason::OtherType {
                name: declared.name.clone(),
                before: value_type.clone(),
                after: declared.value_type.clone(),
            });
        }
    }
    for (place, (name, _, slot)) in before.iter().enumerate() {
        let declared = &program.tree_variables;
        let is_here = declared.get(place).is_some_and(|v| v.name == **name);
        if slot.changes > 0 && !is_here && !declared.iter().any(|v| v.name == **name) {
            let name = (*name).clone();
            reasons.push(SwapReason::VariableGone { name });
        }
    }
    slots
}

/// Returns the reasons for what the task of a node could not restore.
pub(super) fn lost_fields(
    node: &NodeId,
    lost: Vec<StateError>,
) -> impl Iterator<Item = SwapReason> {
    lost.into_iter().map(|why| SwapReason::FieldLost {
        node: node.clone(),
        why: why.message(),
    })
}

/// New objects of running tasks, by their positions in the other program.
type RestoredObjects<W> = FxHashMap<usize, RestoredObject<W>>;

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Returns whether a task object can be carried over as it is.
    fn has_same_arguments(&self, same: SameObject, to: &Program<W, B>, object: usize) -> bool {
        let arguments = |program: &Program<W, B>, node| program.game_task(node)?.arguments;
        let before = arguments(&self.program, same.node);
        before.is_some() && before == arguments(to, to.object_nodes[object])
    }

    /// Makes new objects for running tasks whose objects cannot be carried over. Returns the leaves for which that is
    /// impossible, with the reasons.
    fn restore_running_objects(
        &self,
        carry_over: &CarryOver<W, B>,
        restored: &mut RestoredObjects<W>,
    ) -> FxHashMap<u32, SwapReason> {
        let mut lost = FxHashMap::default();
        for (object, same) in carry_over.objects.iter().enumerate() {
            let Some(same) = same.filter(|same| self.is_running(same.node)) else {
                continue;
            };
            if self.has_same_arguments(same, &carry_over.to, object) {
                continue;
            }
            let node = self.program.id(NodeIndex(same.node)).clone();
            let old = &self.run.objects[same.before as usize];
            match carry_over.to.factories[object].remake(old) {
                Ok(Some(made)) => drop(restored.insert(object, made)),
                Ok(None) => drop(lost.insert(same.node, SwapReason::NotSaved { node })),
                Err(why) => {
                    lost.insert(same.node, SwapReason::RunningStateLost { node, why });
                }
            }
        }
        lost
    }

    /// Returns whether a node is on a run stack.
    fn is_running(&self, node: u32) -> bool {
        self.tops().any(|top| self.program.contains(node, top.0))
    }

    /// Returns the objects of the other program, after what restarts was interrupted. Adds those that are new to `run`.
    fn carry_objects(
        &mut self,
        carry_over: &CarryOver<W, B>,
        mut restored: RestoredObjects<W>,
        run: &mut RunData,
        reasons: &mut Vec<SwapReason>,
    ) -> Box<[GameObject<W>]> {
        let to = &carry_over.to;
        let mut before: Vec<_> = std::mem::take(&mut self.run.objects)
            .into_iter()
            .map(Some)
            .collect();
        let mut objects = Vec::with_capacity(to.factories.len());
        for (object, factory) in to.factories.iter().enumerate() {
            let same = carry_over.objects[object];
            let old = same.and_then(|same| Some((same, before[same.before as usize].take()?)));
            let carried = old.and_then(|(same, old)| {
                if self.has_same_arguments(same, to, object) {
                    return Some(old);
                }
                let running = restored
                    .remove(&object)
                    .filter(|_| self.is_running(same.node));
                let node = || self.program.id(NodeIndex(same.node)).clone();
                let restored = running.or_else(|| {
                    factory.remake(&old).unwrap_or_else(|why| {
                        let is_known = reasons.iter().any(|r| r.restarts() == Some(&node()));
                        if !is_known {
                            reasons.push(SwapReason::StateLost { node: node(), why });
                        }
                        None
                    })
                });
                restored.map(|made| {
                    reasons.extend(lost_fields(&node(), made.lost));
                    made.object
                })
            });
            objects.push(carried.unwrap_or_else(|| {
                run.fresh.push(NodeIndex(to.object_nodes[object]));
                factory.make()
            }));
        }
        if !self.agent.awake {
            run.fresh.clear();
        }
        run.fresh.sort_unstable();
        run.fresh.dedup();
        objects.into()
    }
}

impl<W: World + ?Sized, B: Tasks> TreeManager<W, B> {
    /// Replaces the program of all trees that run `old`, and returns how much of the run of each continues: see
    /// [`TreeInstance::swap_program`].
    pub fn swap_all(
        &mut self,
        old: &Arc<Program<W, B>>,
        new: &Arc<Program<W, B>>,
        world: &mut Lent<'_, W>,
    ) -> Vec<(AgentId, SwapOutcome)> {
        self.swap_each(new, world, |_, tree| Arc::ptr_eq(&tree.program, old))
    }

    /// Like [`Self::swap_all`], for the trees for which `is_meant` returns true, in the order in which they are ticked.
    pub fn swap_each(
        &mut self,
        new: &Arc<Program<W, B>>,
        world: &mut Lent<'_, W>,
        mut is_meant: impl FnMut(AgentId, &TreeInstance<W, B>) -> bool,
    ) -> Vec<(AgentId, SwapOutcome)> {
        let mut carry_overs = CarryOvers::default();
        let mut outcomes = Vec::new();
        for place in 0..self.seats.len() {
            let Seat { id, tree } = &self.seats[place];
            if !tree.as_ref().is_some_and(|tree| is_meant(*id, tree)) {
                continue;
            }
            self.wake_at(place);
            let seat = &mut self.seats[place];
            if let Some(tree) = &mut seat.tree {
                let outcome =
                    tree.swap_with(&mut carry_overs, new.clone(), world, &mut self.globals);
                outcomes.push((seat.id, outcome));
            }
        }
        outcomes
    }
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
