//! What any task can reach while it runs, except the game's world: time, variables, events, random numbers, and a way to speak.

use std::sync::Arc;

use oorandom::Rand32;
use rustc_hash::FxHashMap;

use super::blackboard::{Globals, Slot, VariableSlot};
use super::companions::{Board, TreeRun};
use super::outside::Event;
use super::outside::{Received, Request};
use super::program::NodeIndex;
use super::sleeping::bit_of;
use crate::status::{Outcome, Status};
use crate::told;
use crate::told::Message;
use crate::value::Value;

/// The part of an instance that its tasks can reach.
#[derive(Debug)]
pub(super) struct AgentState {
    pub variables: Box<[Slot]>,
    pub random: Rand32,
    pub frame: u64,
    /// Seconds of game time since it was made.
    pub time: f64,
    /// Who the game says that it is.
    pub agent: u64,
    /// The last frame in which it did something that can make the next one differ from it.
    pub restless: u64,
    /// How often in this frame a parent ran a child again that it had run in it already.
    pub rounds: u32,
    pub rare: Option<Box<Rare>>,
}

/// What few instances need.
#[derive(Debug, Default)]
pub(super) struct Rare {
    /// Sent since the last tick.
    pub events: Vec<Event>,
    /// The events that came since the tree was enabled and that something listens for, by name.
    pub received: FxHashMap<Arc<str>, Received>,
    /// Keys of tasks to be interrupted before the next frame, and with what they end.
    pub interrupts: Vec<(Arc<str>, Outcome)>,
    /// What tasks asked for in this frame.
    pub requests: Vec<Request>,
    /// The trees beside this one, since a task asked for one.
    pub board: Option<Box<Board>>,
    /// Results to be used instead of the next update of these leaves.
    pub forced: Vec<(NodeIndex, Status)>,
    /// Where the program's global variables lie among the manager's.
    pub global_places: Box<[u32]>,
    /// Whether a task of the program is known to write them.
    pub writes_globals: bool,
    /// How often each variable that the game keeps had changed when it was read in this frame.
    pub stored: Vec<u64>,
    /// What tasks wrote since a tracer was told of it last; collected only while `is_watched`.
    pub writes: Vec<(VariableSlot, Value)>,
    pub is_watched: bool,
}

told! {
    /// Why a task fails, whatever it answers.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum FailedTask of "failed_task" {
        /// It panicked.
        Panicked(text: String) = "panicked", "panicked: {text}";
        /// It wrote a variable of which nobody knew that it would.
        SharedVariable = "shared_variable", "it writes a shared variable that is not among its parameters";
    }
}

/// What a task has to say about its update.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub log: Option<Arc<str>>,
    pub mark: Option<Arc<str>>,
    pub error: Option<Message>,
}

/// What any task can reach while it runs, except the game's world.
#[derive(Debug)]
pub struct TickContext<'a> {
    pub(super) dt: f64,
    pub(super) agent: &'a mut AgentState,
    pub(super) globals: &'a mut Globals,
    pub(super) report: Option<Box<Report>>,
}

/// How many rounds a tree may make in one frame besides the first of each parent: nested parents would else multiply theirs without end.
const MOST_ROUNDS: u32 = 1_000;

impl TickContext<'_> {
    /// Whether a parent may run a child again that it has run in this frame already. After 1,000 times the tree has to wait for the next frame,
    /// so that each frame ends.
    pub fn may_go_round(&mut self) -> bool {
        self.agent.rounds = self.agent.rounds.saturating_add(1);
        self.agent.rounds <= MOST_ROUNDS
    }

    /// Seconds of game time since the last frame.
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// The number of this frame, counted from 1 since the tree was made.
    pub fn frame(&self) -> u64 {
        self.agent.frame
    }

    /// Seconds of game time since the tree was made, this frame's included.
    pub fn time(&self) -> f64 {
        self.agent.time
    }

    /// The number that the game gave this tree, to know whose it is; a manager's trees have their places in it.
    pub fn agent(&self) -> u64 {
        self.agent.agent
    }

    /// What a variable holds.
    #[inline]
    pub fn get(&self, slot: VariableSlot) -> &Value {
        match slot {
            VariableSlot::Tree(index) => &self.agent.variables[index as usize].value,
            VariableSlot::Global(index) => &self.globals.slots[self.global_place(index)].value,
        }
    }

    /// Writes a variable; the next task that runs sees it. A value of another type than the variable's is not written.
    ///
    /// A task that writes a variable which all trees of the manager share must have been made with it as an argument, so that it is known beforehand
    /// which trees write such variables ([`Program::sharing`](super::Program::sharing)). Where none is known to, the task that does fails.
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

    /// How often the value of a variable changed.
    pub fn changes(&self, slot: VariableSlot) -> u64 {
        match slot {
            VariableSlot::Tree(index) => self.agent.variables[index as usize].changes,
            VariableSlot::Global(index) => self.globals.slots[self.global_place(index)].changes,
        }
    }

    /// What was sent to the tree since its last frame.
    pub fn events(&self) -> &[Event] {
        self.agent.rare.as_ref().map_or(&[], |rare| &rare.events)
    }

    /// How often an event of this name came since the tree was enabled; none if never, or if no task of the tree listens for it.
    pub fn received(&self, name: &str) -> Option<&Received> {
        self.agent.rare.as_ref()?.received.get(name)
    }

    /// Tells this tree that something happened; its tasks see it in the next frame.
    pub fn send(&mut self, event: Event) {
        self.request(Request::Send(event));
    }

    /// Tells all trees of the manager, this one included, that something happened; their tasks see it in their next frame.
    pub fn send_to_all(&mut self, event: Event) {
        self.globals.posted.push(event);
    }

    /// Interrupts the tasks that can be interrupted by this key, at the beginning of the next frame. They end so.
    pub fn interrupt(&mut self, key: Arc<str>, outcome: Outcome) {
        self.request(Request::Interrupt(key, outcome));
    }

    /// Interrupts everything when this frame is over, and starts the tree again in the next one.
    pub fn restart_tree(&mut self) {
        self.request(Request::Restart);
    }

    /// Interrupts everything when this frame is over, and disables the tree.
    pub fn stop_tree(&mut self) {
        self.request(Request::Stop);
    }

    /// Runs a tree of the document beside this one from this frame on, unless it runs already.
    pub fn run_tree(&mut self, tree: &Arc<str>) {
        let board = self.board();
        let run = board.runs.entry(tree.clone()).or_default();
        if *run != TreeRun::Running {
            *run = TreeRun::Running;
            board.requests.push((tree.clone(), true));
        }
    }

    /// Stops a tree that runs beside this one: everything in it is interrupted when this tree's frame is over.
    pub fn stop_other_tree(&mut self, tree: &Arc<str>) {
        let board = self.board();
        if board.runs.get(tree) == Some(&TreeRun::Running) {
            board.runs.insert(tree.clone(), TreeRun::Idle);
            board.requests.push((tree.clone(), false));
        }
    }

    /// How a tree stands that can run beside this one.
    pub fn tree_run(&self, tree: &str) -> TreeRun {
        let rare = self.agent.rare.as_ref();
        let board = rare.and_then(|rare| rare.board.as_ref());
        board
            .and_then(|board| board.runs.get(tree).copied())
            .unwrap_or_default()
    }

    fn board(&mut self) -> &mut Board {
        let rare = self.agent.rare.get_or_insert_default();
        rare.board.get_or_insert_default()
    }

    /// Takes one of `count` places of a semaphore that all trees of the manager share; false if none is free. Only for kinds that say so
    /// ([`Tasks::semaphore`](super::Tasks::semaphore)), so that it is known beforehand which trees do.
    pub(crate) fn take_place(&mut self, semaphore: &Arc<str>, count: u64) -> bool {
        let taken = self
            .globals
            .semaphores
            .entry(semaphore.clone())
            .or_default();
        let free = *taken < count;
        *taken += u64::from(free);
        free
    }

    /// Gives back a place that was taken.
    pub(crate) fn give_place_back(&mut self, semaphore: &Arc<str>) {
        if let Some(taken) = self.globals.semaphores.get_mut(semaphore) {
            *taken = taken.saturating_sub(1);
        }
    }

    /// The tree's seeded generator.
    pub fn random(&mut self) -> &mut Rand32 {
        &mut self.agent.random
    }

    /// Says why the task cannot do its work: it ends as Failure whatever it answers.
    pub fn fail(&mut self, why: impl Into<Message>) {
        self.report.get_or_insert_default().error = Some(why.into());
    }

    /// Says something to people.
    pub fn say(&mut self, text: Arc<str>) {
        self.report.get_or_insert_default().log = Some(text);
    }

    /// Sets a mark in the trace.
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
