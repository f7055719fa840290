//! Background trees: other trees of the same document that run alongside a tree, for the same agent, because one of its
//! tasks started them. They are ticked right after it, in the order in which they were started, have their own
//! variables, and end when it ends. Knows nothing about what any of them does.

use super::world::{Lent, World};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::blackboard::{Globals, VariableSlot};
use super::errors::NodeError;
use super::instance::{TreeInstance, TreeState};
use super::outside::Event;
use super::program::{NodeIndex, Program};
use super::task::Tasks;
use super::tick_context::TimeStep;
use super::tracer::{Beside, Tracer};
use crate::status::{EndStatus, Outcome, Status};
use crate::value::Value;

/// The state of a background tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum BackgroundTreeState {
    /// It was not started, or it was stopped.
    #[default]
    Idle,
    /// It runs, or starts in this frame.
    Running,
    /// It ended by itself with this outcome.
    Ended(Outcome),
}

/// The background trees as tasks see them, and the tasks' requests. All trees of an agent share one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct BackgroundTrees {
    pub runs: FxHashMap<Arc<str>, BackgroundTreeState>,
    /// Trees to start (true) or stop (false), in the order of the requests.
    pub requests: Vec<(Arc<str>, bool)>,
}

/// The background trees of a tree, in the order in which they were started.
pub(super) struct Companions<W: World + ?Sized, B> {
    running: Vec<(Arc<str>, TreeInstance<W, B>)>,
    /// The trees that have already run in this frame.
    had_turn: Vec<Arc<str>>,
}

impl<W: World + ?Sized, B> Default for Companions<W, B> {
    fn default() -> Self {
        Self {
            running: Vec::new(),
            had_turn: Vec::new(),
        }
    }
}

impl<W: World + ?Sized, B> Companions<W, B> {
    pub fn iter(&self) -> impl Iterator<Item = &(Arc<str>, TreeInstance<W, B>)> {
        self.running.iter()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut (Arc<str>, TreeInstance<W, B>)> {
        self.running.iter_mut()
    }

    pub fn into_iter(self) -> impl Iterator<Item = (Arc<str>, TreeInstance<W, B>)> {
        self.running.into_iter()
    }

    pub fn push(&mut self, tree: Arc<str>, instance: TreeInstance<W, B>) {
        self.running.push((tree, instance));
    }
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Iterates over the background trees of this tree with their names, in the order in which they were started.
    pub fn background_trees(&self) -> impl Iterator<Item = (&str, &Self)> {
        let running = self.companions.iter().flat_map(|c| c.iter());
        running.map(|(tree, instance)| (&**tree, instance))
    }

    /// Runs a frame of the background trees: first those that were running, then those that were started in the
    /// meantime.
    #[cold]
    pub(super) fn run_companions<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        step: TimeStep,
        tracer: &mut T,
    ) {
        let mut companions = self.companions.take().unwrap_or_default();
        let mut place = 0;
        let mut later = Vec::new();
        loop {
            self.apply_requests(
                &mut companions,
                &mut place,
                &mut later,
                world,
                globals,
                tracer,
            );
            let Some((tree, companion)) = companions.running.get_mut(place) else {
                break;
            };
            let tree = tree.clone();
            companions.had_turn.push(tree.clone());
            self.lend_background(companion);
            let mut background_tracer = BackgroundTracer {
                tracer: &mut *tracer,
                tree: &tree,
            };
            let status = companion.run_own_frame(world, globals, step, &mut background_tracer);
            self.return_background(companion);
            self.agent.take_error_of(&mut companion.agent);
            if status == Some(Status::Running) || companion.state() == TreeState::Enabled {
                place += 1;
                continue;
            }
            let run = status.and_then(Status::outcome);
            let run = run.map_or(BackgroundTreeState::Idle, BackgroundTreeState::Ended);
            companions.running.remove(place);
            self.record_end(&tree, run, tracer);
        }
        companions.had_turn.clear();
        self.background().requests = later;
        self.companions = (!companions.running.is_empty()).then_some(companions);
    }

    /// Starts and stops trees as tasks requested. `place` is the current position in the list during this frame. A tree
    /// that has already run in this frame is not started again before the next one, so that trees which start each
    /// other cannot keep a frame from ending: its request goes to `later`, unless a stop follows.
    fn apply_requests<T: Tracer>(
        &mut self,
        companions: &mut Companions<W, B>,
        place: &mut usize,
        later: &mut Vec<(Arc<str>, bool)>,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        tracer: &mut T,
    ) {
        for (tree, start) in std::mem::take(&mut self.background().requests) {
            if start && companions.had_turn.contains(&tree) {
                later.push((tree, start));
                continue;
            }
            if !start {
                later.retain(|(waiting, _)| *waiting != tree);
            }
            let running = companions.running.iter().position(|(t, _)| *t == tree);
            match (start, running) {
                (true, None) => {
                    let Some(program) = self.program.tree(&tree).cloned() else {
                        self.background()
                            .runs
                            .insert(tree, BackgroundTreeState::Idle);
                        continue;
                    };
                    let instance = self.companion(program);
                    companions.push(tree.clone(), instance);
                    tracer.beside(&tree, Beside::Started);
                }
                (false, Some(stopped)) => {
                    let (_, instance) = companions.running.remove(stopped);
                    self.disable_companion((&tree, instance), world, globals, tracer);
                    *place -= usize::from(stopped < *place);
                    self.record_end(&tree, BackgroundTreeState::Idle, tracer);
                }
                _ => {}
            }
        }
    }

    /// Interrupts everything in a background tree.
    fn disable_companion<T: Tracer>(
        &mut self,
        (tree, mut instance): (&Arc<str>, Self),
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        tracer: &mut T,
    ) {
        self.agent.lend_policy(&mut instance.agent);
        let mut background_tracer = BackgroundTracer { tracer, tree };
        instance.disable_alone(world, globals, &mut background_tracer);
        self.agent.take_error_of(&mut instance.agent);
    }

    /// Creates a background tree. Its random numbers derive from those of this tree.
    fn companion(&mut self, program: Arc<Program<W, B>>) -> Self {
        let seed = u64::from(self.agent.random.rand_u32());
        let mut instance = Self::new(program, seed);
        instance.set_agent(self.agent());
        instance
    }

    /// Forgets a background tree that is no longer part of the program.
    pub(super) fn forget_companion(&mut self, tree: &Arc<str>) {
        self.background().runs.remove(tree);
    }

    fn record_end<T: Tracer>(&mut self, tree: &Arc<str>, run: BackgroundTreeState, tracer: &mut T) {
        self.background().runs.insert(tree.clone(), run);
        tracer.beside(
            tree,
            Beside::Ended(match run {
                BackgroundTreeState::Ended(outcome) => outcome.into(),
                BackgroundTreeState::Idle | BackgroundTreeState::Running => EndStatus::Inactive,
            }),
        );
    }

    /// Stops all background trees.
    pub(super) fn stop_companions<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        tracer: &mut T,
    ) {
        for (tree, instance) in self.companions.take().unwrap_or_default().into_iter() {
            self.disable_companion((&tree, instance), world, globals, tracer);
            self.record_end(&tree, BackgroundTreeState::Idle, tracer);
        }
        let rare = self.agent.rare.as_mut();
        if let Some(background) = rare.and_then(|rare| rare.background.as_mut()) {
            // A start that was postponed to the next frame is cancelled.
            for (tree, _) in background.requests.drain(..) {
                background.runs.insert(tree, BackgroundTreeState::Idle);
            }
        }
    }

    /// Sends an event to all background trees of this agent.
    pub(super) fn send_to_companions(&mut self, event: &Event) {
        for (_, instance) in self.companions.iter_mut().flat_map(|c| c.iter_mut()) {
            instance.send_to_this_tree(event.clone());
        }
    }

    fn background(&mut self) -> &mut BackgroundTrees {
        let rare = self.agent.rare.get_or_insert_default();
        rare.background.get_or_insert_default()
    }

    fn lend_background(&mut self, companion: &mut Self) {
        self.agent.lend_policy(&mut companion.agent);
        let background = self
            .agent
            .rare
            .as_mut()
            .and_then(|rare| rare.background.take());
        companion.agent.rare.get_or_insert_default().background = background;
    }

    fn return_background(&mut self, companion: &mut Self) {
        let rare = companion.agent.rare.as_mut();
        let background = rare.and_then(|rare| rare.background.take());
        self.agent.rare.get_or_insert_default().background = background;
    }
}

/// Forwards events of a background tree to the main tree's tracer, but only those that matter to users: log lines,
/// marks, errors, data and writes of shared variables.
struct BackgroundTracer<'a, T> {
    tracer: &'a mut T,
    tree: &'a Arc<str>,
}

impl<T: Tracer> Tracer for BackgroundTracer<'_, T> {
    const WATCHES: bool = T::WATCHES;

    fn log(&mut self, _node: NodeIndex, text: &str) {
        self.tracer.beside(self.tree, Beside::Log(text));
    }

    fn mark(&mut self, _node: NodeIndex, text: &str) {
        self.tracer.beside(self.tree, Beside::Mark(text));
    }

    fn error(&mut self, error: &NodeError) {
        self.tracer.beside(self.tree, Beside::Error(error));
    }

    fn data(&mut self, _node: NodeIndex, name: &Arc<str>, value: &Value) {
        self.tracer.beside(self.tree, Beside::Data(name, value));
    }

    fn data_dropped(&mut self, count: u32) {
        self.tracer.data_dropped(count);
    }

    fn wrote(&mut self, _: NodeIndex, slot: VariableSlot, variable: &Arc<str>, value: &Value) {
        if let VariableSlot::Global(_) = slot {
            self.tracer
                .beside(self.tree, Beside::Wrote(variable, value));
        }
    }
}

#[cfg(test)]
mod tests;
