//! What any task can access while it runs, except the game's world: time, variables, events, random numbers, logging.

use std::sync::Arc;

use oorandom::Rand32;
use rustc_hash::FxHashMap;

use super::blackboard::{Globals, Slot, VariableSlot};
use super::companions::{BackgroundTreeState, BackgroundTrees};
use super::outside::Event;
use super::outside::{Received, Request};
use super::program::NodeIndex;
use super::sleeping::bit_of;
use crate::plural::counted;
use crate::status::{Outcome, Status};
use crate::told;
use crate::told::Message;
use crate::value::Value;

/// The part of an instance that its tasks can access.
#[derive(Debug)]
pub(super) struct AgentState {
    pub variables: Box<[Slot]>,
    pub random: Rand32,
    pub frame: u64,
    /// Seconds of game time since the tree was created.
    pub time: f64,
    /// The agent number that the game assigned.
    pub agent: u64,
    /// The last frame in which the tree did something that can make the next frame differ from it.
    pub restless: u64,
    /// How often a parent has repeated a child within this frame.
    pub rounds: u32,
    pub rare: Option<Box<Rare>>,
}

/// Data that few instances need.
#[derive(Debug, Default)]
pub(super) struct Rare {
    /// Events that were sent since the last tick.
    pub events: Vec<Event>,
    /// The events received since the tree was enabled, by name, if a task listens for them.
    pub received: FxHashMap<Arc<str>, Received>,
    /// Interrupt keys to apply before the next frame, with the outcome of the interrupted tasks.
    pub interrupts: Vec<(Arc<str>, Outcome)>,
    /// Requests of tasks in this frame.
    pub requests: Vec<Request>,
    /// The background trees; `None` until a task first asks for one.
    pub background: Option<Box<BackgroundTrees>>,
    /// Results that replace the next update of these leaves.
    pub forced: Vec<(NodeIndex, Status)>,
    /// The positions of the program's global variables among the manager's.
    pub global_places: Box<[u32]>,
    /// Whether a task of the program is known to write global variables.
    pub writes_globals: bool,
    /// The change counts of the variables that the game stores, at the time when they were read in this frame.
    pub stored: Vec<u64>,
    /// Writes of tasks that were not reported to the tracer yet; collected only while `is_watched`.
    pub writes: Vec<(VariableSlot, Value)>,
    pub is_watched: bool,
}

told! {
    /// Why a task fails, whatever it returns.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum FailedTask of "failed_task" {
        /// It panicked.
        Panicked(text: String) = "panicked", "panicked: {text}";
        /// It wrote a global variable that is not among its parameters.
        SharedVariable = "shared_variable", "it writes a shared variable that is not among its parameters";
        /// It is a parent and chose a child that it does not have.
        NoSuchChild {
            /// The position that it chose.
            position: usize,
            /// The number of its children.
            children: usize,
        } = "no_such_child", (
            "there is no child at position {position}, counted from 0: it has {}",
            counted(*children, "child")
        );
    }
}

/// What a task reports in addition to its status.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub log: Option<Arc<str>>,
    pub mark: Option<Arc<str>>,
    pub error: Option<Message>,
}

/// What any task can access while it runs, except the game's world.
#[derive(Debug)]
pub struct TickContext<'a> {
    pub(super) dt: f64,
    pub(super) agent: &'a mut AgentState,
    pub(super) globals: &'a mut Globals,
    pub(super) report: Option<Box<Report>>,
}

/// The most repetitions in one frame of a tree, apart from the first round of each parent: nested loops would otherwise
/// multiply their rounds.
const MAX_ROUNDS: u32 = 1_000;

impl TickContext<'_> {
    /// Counts a repetition: returns whether a parent may run a child again that it has run in this frame already. After
    /// 1,000 repetitions in one frame the tree has to wait for the next one, so that each frame ends.
    pub fn count_repetition(&mut self) -> bool {
        self.agent.rounds = self.agent.rounds.saturating_add(1);
        self.agent.rounds <= MAX_ROUNDS
    }

    /// Returns the seconds of game time since the last frame.
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// Returns the number of this frame, counted from 1 since the tree was created.
    pub fn frame(&self) -> u64 {
        self.agent.frame
    }

    /// Returns the seconds of game time since the tree was created, including this frame.
    pub fn time(&self) -> f64 {
        self.agent.time
    }

    /// Returns the agent number, by which the game knows to whom this tree belongs. In a manager it is
    /// [`AgentId::number`](super::AgentId::number), unless the game set another one.
    pub fn agent(&self) -> u64 {
        self.agent.agent
    }

    /// Returns the value of a variable.
    #[inline]
    pub fn get(&self, slot: VariableSlot) -> &Value {
        match slot {
            VariableSlot::Tree(index) => &self.agent.variables[index as usize].value,
            VariableSlot::Global(index) => &self.globals.slots[self.global_place(index)].value,
        }
    }

    /// Writes a variable; the next task that runs sees the new value. A value of another type than the variable's is
    /// ignored.
    ///
    /// A task may write a global variable only if the variable is among its arguments, so that the trees that write are
    /// known beforehand ([`Program::sharing`](super::Program::sharing)). If no task of the program is known to write
    /// global variables, a task that does fails.
    pub fn set(&mut self, slot: VariableSlot, value: Value) {
        let frame = self.agent.frame;
        let global = match slot {
            VariableSlot::Tree(_) => None,
            VariableSlot::Global(_) if !self.writes_globals() => {
                return self.fail(FailedTask::SharedVariable);
            }
            VariableSlot::Global(index) => Some(self.global_place(index)),
        };
        let place = match (slot, global) {
            (_, Some(place)) => &mut self.globals.slots[place],
            (VariableSlot::Tree(index) | VariableSlot::Global(index), None) => {
                &mut self.agent.variables[index as usize]
            }
        };
        if std::mem::discriminant(&place.value) != std::mem::discriminant(&value) {
            return;
        }
        if let Some(rare) = &mut self.agent.rare
            && rare.is_watched
        {
            rare.writes.push((slot, value.clone()));
        }
        if place.write(value, frame) {
            self.agent.restless = frame;
            self.globals.changed |= global.map_or(0, bit_of);
        }
    }

    /// Returns how many times the value of a variable has changed.
    pub fn changes(&self, slot: VariableSlot) -> u64 {
        match slot {
            VariableSlot::Tree(index) => self.agent.variables[index as usize].changes,
            VariableSlot::Global(index) => self.globals.slots[self.global_place(index)].changes,
        }
    }

    /// Returns the events that were sent to the tree since its last frame.
    pub fn events(&self) -> &[Event] {
        self.agent.rare.as_ref().map_or(&[], |rare| &rare.events)
    }

    /// Returns the received events of this name since the tree was enabled; `None` if there were none, or if no task of
    /// the tree listens for that name.
    pub fn received(&self, name: &str) -> Option<&Received> {
        self.agent.rare.as_ref()?.received.get(name)
    }

    /// Sends an event to this tree; its tasks see it in the next frame.
    pub fn send(&mut self, event: Event) {
        self.request(Request::Send(event));
    }

    /// Sends an event to all trees of the manager, including this one; their tasks see it in their next frame.
    pub fn send_to_all(&mut self, event: Event) {
        self.globals.posted.push(event);
    }

    /// Interrupts the tasks with this interrupt key at the beginning of the next frame; they end with `outcome`.
    pub fn interrupt(&mut self, key: Arc<str>, outcome: Outcome) {
        self.request(Request::Interrupt(key, outcome));
    }

    /// Interrupts everything after this frame, and restarts the tree in the next one.
    pub fn restart_tree(&mut self) {
        self.request(Request::Restart);
    }

    /// Interrupts everything after this frame, and disables the tree.
    pub fn stop_tree(&mut self) {
        self.request(Request::Stop);
    }

    /// Starts a background tree in this frame, unless it is already running.
    pub fn start_background_tree(&mut self, tree: &Arc<str>) {
        let background = self.background();
        let run = background.runs.entry(tree.clone()).or_default();
        if *run != BackgroundTreeState::Running {
            *run = BackgroundTreeState::Running;
            background.requests.push((tree.clone(), true));
        }
    }

    /// Stops a background tree: everything in it is interrupted after this tree's frame.
    pub fn stop_background_tree(&mut self, tree: &Arc<str>) {
        let background = self.background();
        if background.runs.get(tree) == Some(&BackgroundTreeState::Running) {
            background
                .runs
                .insert(tree.clone(), BackgroundTreeState::Idle);
            background.requests.push((tree.clone(), false));
        }
    }

    /// Returns the state of a background tree.
    pub fn background_tree_state(&self, tree: &str) -> BackgroundTreeState {
        let rare = self.agent.rare.as_ref();
        let background = rare.and_then(|rare| rare.background.as_ref());
        background
            .and_then(|background| background.runs.get(tree).copied())
            .unwrap_or_default()
    }

    fn background(&mut self) -> &mut BackgroundTrees {
        let rare = self.agent.rare.get_or_insert_default();
        rare.background.get_or_insert_default()
    }

    /// Takes one of the `count` slots of a semaphore that all trees of the manager share. Returns false if none is
    /// free. Only for node types that declare it ([`Tasks::semaphore`](super::Tasks::semaphore)), so that the trees
    /// that use semaphores are known beforehand.
    pub(crate) fn take_slot(&mut self, semaphore: &Arc<str>, count: u64) -> bool {
        let taken = self
            .globals
            .semaphores
            .entry(semaphore.clone())
            .or_default();
        let free = *taken < count;
        *taken += u64::from(free);
        free
    }

    /// Releases a slot that was taken.
    pub(crate) fn release_slot(&mut self, semaphore: &Arc<str>) {
        if let Some(taken) = self.globals.semaphores.get_mut(semaphore) {
            *taken = taken.saturating_sub(1);
        }
    }

    /// Returns the tree's seeded random number generator.
    pub fn random(&mut self) -> &mut Rand32 {
        &mut self.agent.random
    }

    /// Reports why the task cannot do its work: it ends with Failure, whatever it returns.
    pub fn fail(&mut self, why: impl Into<Message>) {
        self.report.get_or_insert_default().error = Some(why.into());
    }

    /// Writes a line to the log.
    pub fn say(&mut self, text: Arc<str>) {
        self.report.get_or_insert_default().log = Some(text);
    }

    /// Puts a mark into the trace.
    pub fn mark(&mut self, text: Arc<str>) {
        self.report.get_or_insert_default().mark = Some(text);
    }

    fn request(&mut self, request: Request) {
        self.agent
            .rare
            .get_or_insert_default()
            .requests
            .push(request);
    }

    fn writes_globals(&self) -> bool {
        let rare = self.agent.rare.as_ref();
        rare.is_some_and(|rare| rare.writes_globals)
    }

    fn global_place(&self, index: u32) -> usize {
        let rare = self.agent.rare.as_ref();
        rare.map_or(usize::MAX, |rare| {
            rare.global_places[index as usize] as usize
        })
    }
}
