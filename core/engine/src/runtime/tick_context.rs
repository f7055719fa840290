//! What any task can access while it runs, except the game's world: time, variables, events, random numbers, logging.

use std::sync::Arc;

use oorandom::Rand32;
use rustc_hash::FxHashMap;

use super::blackboard::{Globals, Slot, VariableError, VariableSlot, check_type};
use super::companions::{BackgroundTreeState, BackgroundTrees};
use super::errors::{ErrorState, raise};
use super::instance::TreeState;
use super::labels::NodeLabels;
use super::outside::{Event, Received, Request};
use super::program::{NONE, NodeIndex, Program, ProgramVariable};
use super::sleeping::bit_of;
use super::tracer::Tracer;
use super::world::World;
use crate::ids::NodeId;
use crate::plural::counted;
use crate::status::{Outcome, Status};
use crate::time::Nanoseconds;
use crate::told;
use crate::told::Message;
use crate::value::{Value, ValueType};

/// The part of an instance that its tasks can access, and its life cycle.
#[derive(Debug)]
pub(super) struct AgentState {
    pub variables: Box<[Slot]>,
    pub random: Rand32,
    pub frame: u64,
    /// The game time since the tree was created.
    pub time: Nanoseconds,
    /// The agent number that the game assigned.
    pub agent: u64,
    /// How often a parent has repeated a child within this frame.
    pub rounds: u16,
    /// Whether the tree has done something since its last frame began that can make the next frame differ from it.
    pub is_restless: bool,
    pub errors: ErrorState,
    pub state: TreeState,
    /// Whether the next tick enters the root.
    pub at_start: bool,
    pub awake: bool,
    /// The task that was called last in this frame, or [`NONE`].
    pub called_node: u32,
    pub rare: Option<Box<Rare>>,
}

impl AgentState {
    /// Begins a frame.
    #[inline]
    pub fn begin_frame(&mut self) {
        self.frame += 1;
        self.rounds = 0;
        self.is_restless = false;
        self.called_node = NONE;
    }
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
    /// The nodes whose task objects are new in a run that has begun before: their `awake` is called in the next frame.
    pub fresh: Vec<NodeIndex>,
    /// The positions of the program's global variables among the manager's.
    pub global_places: Box<[u32]>,
    /// Whether a task of the program is known to write global variables.
    pub writes_globals: bool,
    /// The change counts of the variables that the game stores, at the time when they were read in this frame.
    pub stored: Vec<u64>,
    /// The change counts of the program's global variables after the last frame that a tracer watched.
    pub seen: Vec<u64>,
    /// The first error for which the tree's policy has to panic.
    pub error: Option<String>,
}

told! {
    /// Why a task fails, whatever it returns.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum FailedTask of "failed_task" {
        /// It panicked.
        Panicked(text: String) = "panicked", "panicked: {text}";
        /// Its object could not be made.
        NotMade(why: Message) = "not_made", "could not be created: {why}";
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

/// The length of a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeStep {
    /// As the game passed it.
    pub seconds: f64,
    /// Rounded, as time is counted.
    pub nanoseconds: Nanoseconds,
}

impl TimeStep {
    /// No time, for calls outside of frames.
    pub const ZERO: Self = Self {
        seconds: 0.0,
        nanoseconds: Nanoseconds::ZERO,
    };

    /// Rounds the length of a frame in seconds. A negative or non-finite number counts as 0.
    #[inline]
    pub fn new(dt: f64) -> Self {
        let seconds = if dt > 0.0 && dt.is_finite() { dt } else { 0.0 };
        Self {
            seconds,
            nanoseconds: Nanoseconds::from_seconds(seconds),
        }
    }
}

impl Report {
    /// Passes the report of a task on to the tracer. Returns whether it contains an error.
    pub fn pass_on<W: World + ?Sized, B, T: Tracer>(
        self,
        program: &Program<W, B>,
        agent: &mut AgentState,
        tracer: &mut T,
        node: u32,
    ) -> bool {
        if let Some(text) = &self.log {
            tracer.log(NodeIndex(node), text);
        }
        if let Some(text) = &self.mark {
            tracer.mark(NodeIndex(node), text);
        }
        if let Some(why) = &self.error {
            raise(program, agent, tracer, node, why);
        }
        self.error.is_some()
    }
}

/// What any task can access while it runs, except the game's world.
#[derive(Debug)]
pub struct TickContext<'a> {
    pub(super) step: TimeStep,
    pub(super) agent: &'a mut AgentState,
    pub(super) globals: &'a mut Globals,
    /// The program's tree variables.
    pub(super) declared: &'a [ProgramVariable],
    pub(super) labels: &'a NodeLabels,
    pub(super) report: Option<Box<Report>>,
}

/// The most repetitions in one frame of a tree, apart from the first round of each parent: nested loops would otherwise
/// multiply their rounds.
const MAX_ROUNDS: u16 = 1_000;

impl TickContext<'_> {
    /// Counts a repetition: returns whether a parent may run a child again that it has run in this frame already. After
    /// 1,000 repetitions in one frame the tree has to wait for the next one, so that each frame ends.
    pub fn count_repetition(&mut self) -> bool {
        self.agent.rounds = self.agent.rounds.saturating_add(1);
        self.agent.rounds <= MAX_ROUNDS
    }

    /// Returns the seconds of game time since the last frame, as the game passed them to the tick.
    pub fn dt(&self) -> f64 {
        self.step.seconds
    }

    /// Returns the game time since the last frame in whole nanoseconds, for tasks that add it up: sums of these are
    /// exact.
    pub fn dt_nanoseconds(&self) -> Nanoseconds {
        self.step.nanoseconds
    }

    /// Returns the number of this frame, counted from 1 since the tree was created.
    pub fn frame(&self) -> u64 {
        self.agent.frame
    }

    /// Returns the seconds of game time since the tree was created, including this frame.
    pub fn time(&self) -> f64 {
        self.agent.time.seconds()
    }

    /// Returns the game time since the tree was created, including this frame, in whole nanoseconds.
    pub fn time_nanoseconds(&self) -> Nanoseconds {
        self.agent.time
    }

    /// Returns the agent number, by which the game knows to whom this tree belongs. In a manager it is
    /// [`AgentId::number`](super::AgentId::number), unless the game set another one.
    pub fn agent(&self) -> u64 {
        self.agent.agent
    }

    /// Returns the id of the node whose task is being called.
    ///
    /// ```
    /// use treewright_core::prelude::*;
    ///
    /// let mut tasks = GameTasks::<Vec<String>>::new();
    /// tasks.action_fn("Report", |context| {
    ///     let line = format!("{} ({})", context.tick.node_name(), context.tick.node_id());
    ///     context.world.push(line);
    ///     Status::Success
    /// });
    ///
    /// let tree = Tree::new("Scout", tree::task("Report").named("Call the base").id("call"));
    /// let (mut world, mut globals) = (Vec::new(), Globals::default());
    /// TreeInstance::new(tree.compile(&tasks)?, 0).tick(&mut world, &mut globals, 0.1);
    /// assert_eq!(world, ["Call the base (call)"]);
    /// # Ok::<(), LoadError>(())
    /// ```
    pub fn node_id(&self) -> &NodeId {
        self.labels.id(self.node())
    }

    /// Returns the name that the designer gave to the node whose task is being called; empty if it has none.
    pub fn node_name(&self) -> &str {
        self.labels.name(self.node()).map_or("", |name| name)
    }

    /// Returns the index of the node whose task is being called.
    pub fn node(&self) -> NodeIndex {
        NodeIndex(self.agent.called_node.min(self.labels.len() as u32 - 1))
    }

    /// Returns the value of a variable.
    #[inline]
    pub fn get(&self, slot: VariableSlot) -> &Value {
        match slot {
            VariableSlot::Tree(index) => &self.agent.variables[index as usize].value,
            VariableSlot::Global(index) => &self.globals.slots[self.global_place(index)].value,
        }
    }

    /// Writes a variable; the next task that runs sees the new value. A value of another type than the variable's is not
    /// written, and the task fails with the reason. An empty list has every list type.
    ///
    /// A task may write a global variable only if the variable is among its arguments, so that the trees that write are
    /// known beforehand ([`Program::sharing`](crate::Program::sharing)). If no task of the program is known to write
    /// global variables, a task that does fails.
    pub fn set(&mut self, slot: VariableSlot, value: Value) {
        match self.check(slot, &value) {
            Ok(()) => self.write_slot(slot, value),
            Err(error) => self.fail(error),
        }
    }

    /// Checks whether a variable can hold a value. Other types than lists are compared by the value that it holds now,
    /// which is faster. Says nothing about a global variable that [`Self::write`] refuses to write.
    pub(super) fn check(&self, slot: VariableSlot, value: &Value) -> Result<(), VariableError> {
        if matches!(slot, VariableSlot::Global(_)) && !self.writes_globals() {
            return Ok(());
        }
        let is_list = matches!(value, Value::List(_));
        let held = std::mem::discriminant(self.get(slot));
        if !is_list && held == std::mem::discriminant(value) {
            return Ok(());
        }
        match self.declaration(slot) {
            Some((name, value_type)) => check_type(name, value_type, value),
            None => Err(VariableError::Undeclared(format!("{slot:?}"))),
        }
    }

    /// Returns the name and the type of a variable. `None` for a global one while trees that only read them run in
    /// parallel.
    pub(crate) fn declaration(&self, slot: VariableSlot) -> Option<(&Arc<str>, &ValueType)> {
        match slot {
            VariableSlot::Tree(index) => {
                let variable = self.declared.get(index as usize)?;
                Some((&variable.name, &variable.value_type))
            }
            VariableSlot::Global(index) => {
                let (name, value_type) = self.globals.names.get(self.global_place(index))?;
                Some((name, value_type))
            }
        }
    }

    /// Writes a value of the right type.
    pub(super) fn write_slot(&mut self, slot: VariableSlot, value: Value) {
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
        if self.globals.collects_writes {
            self.globals.writes.push((slot, value.clone()));
        }
        if place.write(value, frame) {
            self.agent.is_restless = true;
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
        self.globals.release_slot(semaphore);
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

    /// Returns whether a tracer watches the tree, so that data which are attached reach somebody.
    pub fn is_watched(&self) -> bool {
        self.globals.collects_writes
    }

    /// Attaches named data to the frame: a number, a text, a vector or a color. Recordings contain them, and the editor
    /// shows numbers as plots and vectors on a map. Unless a tracer watches the tree, this does nothing: neither name nor
    /// value is converted.
    ///
    /// The data of a tree in a frame are limited to [`MAX_DATA`](super::MAX_DATA) and to
    /// [`MAX_DATA_BYTES`](super::MAX_DATA_BYTES). What is beyond is dropped and counted
    /// ([`Tracer::data_dropped`]).
    ///
    /// ```
    /// use treewright_core::prelude::*;
    /// use treewright_core::trace::FrameRecorder;
    ///
    /// let mut tasks = GameTasks::<[f64; 2]>::new();
    /// tasks.action_fn("Walk", |context| {
    ///     context.world[0] += 1.0;
    ///     context.tick.attach("position", *context.world);
    ///     Status::Running
    /// });
    /// let tree = Tree::new("Scout", tree::task("Walk"));
    /// let mut scout = TreeInstance::new(tree.compile(&tasks)?, 0);
    /// let (mut position, mut globals) = ([0.0, 0.0], Globals::default());
    ///
    /// let mut recorder = FrameRecorder::default();
    /// scout.tick_traced(&mut position, &mut globals, 0.1, &mut recorder);
    /// let data = &recorder.take_data()[0].1;
    /// assert_eq!(data.list[0].to_string(), "position = (1, 0)");
    /// # Ok::<(), LoadError>(())
    /// ```
    pub fn attach(&mut self, name: impl Into<Arc<str>>, value: impl Into<Value>) {
        if self.is_watched() {
            self.globals.data.add(name.into(), value.into());
        }
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

    pub(super) fn global_place(&self, index: u32) -> usize {
        let rare = self.agent.rare.as_ref();
        rare.map_or(usize::MAX, |rare| {
            rare.global_places[index as usize] as usize
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::TreeInstance;
    use crate::category::Category;
    use crate::compile::GameTasks;
    use crate::runtime::{EndStatus, Globals, Status, Task, TaskContext, TaskHooks};
    use crate::tree::{self, Tree};

    type Calls = Vec<String>;

    fn note(context: &mut TaskContext<'_, '_, Calls>, what: &str) {
        let tick = &context.tick;
        let line = format!(
            "{what} {} {} {}",
            tick.node_id(),
            tick.node_name(),
            tick.node().0
        );
        context.world.push(line);
    }

    struct Noting;

    impl Task<Calls> for Noting {
        fn awake(&mut self, context: &mut TaskContext<'_, '_, Calls>) {
            note(context, "awake");
        }
        fn start(&mut self, context: &mut TaskContext<'_, '_, Calls>) {
            note(context, "start");
        }
        fn update(&mut self, context: &mut TaskContext<'_, '_, Calls>) -> Status {
            note(context, "update");
            Status::Success
        }
        fn end(&mut self, context: &mut TaskContext<'_, '_, Calls>, _: EndStatus) {
            note(context, "end");
        }
    }

    fn tasks() -> GameTasks<Calls> {
        let mut tasks = GameTasks::new();
        tasks.object("Object", Category::Action, |_| Box::new(Noting));
        tasks.action("Hooks", |_| {
            TaskHooks::new(|context| {
                note(context, "update");
                Status::Success
            })
            .on_enter(|context| note(context, "start"))
            .on_exit(|context, _| note(context, "end"))
        });
        tasks.conditional_fn("Check", |context| {
            note(context, "check");
            true
        });
        tasks.action_fn("Wait", |context| {
            note(context, "update");
            Status::Running
        });
        tasks
    }

    fn calls(tree: &Tree, frames: u32) -> Calls {
        let mut tree = TreeInstance::new(tree.compile(&tasks()).unwrap(), 0);
        let (mut calls, mut globals) = (Vec::new(), Globals::default());
        for _ in 0..frames {
            tree.tick(&mut calls, &mut globals, 0.1);
        }
        tree.disable(&mut calls, &mut globals);
        calls
    }

    #[test]
    fn each_callback_knows_its_node() {
        let tree = Tree::new(
            "",
            tree::sequence([
                tree::task("Object").named("A").id("a"),
                tree::task("Hooks").named("B").id("b"),
            ]),
        );
        assert_eq!(
            calls(&tree, 1),
            [
                "awake a A 1",
                "start a A 1",
                "update a A 1",
                "end a A 1",
                "start b B 2",
                "update b B 2",
                "end b B 2"
            ]
        );
    }

    #[test]
    fn a_leaf_that_runs_alone_and_a_watched_conditional_know_their_nodes() {
        let alone = Tree::new("", tree::sequence([tree::task("Wait")]));
        assert_eq!(calls(&alone, 2), ["update n2  1"; 2]);
        let watched = tree::sequence([tree::task("Check"), tree::task("Wait")]);
        let watched = Tree::new("", watched.aborts(crate::abort::AbortType::Both));
        let expected = ["check n2  1", "update n3  2", "check n2  1", "update n3  2"];
        assert_eq!(calls(&watched, 2), expected);
    }

    #[test]
    fn an_interrupted_task_knows_its_node() {
        struct Endless;
        impl Task<Calls> for Endless {
            fn update(&mut self, _: &mut TaskContext<'_, '_, Calls>) -> Status {
                Status::Running
            }
            fn end(&mut self, context: &mut TaskContext<'_, '_, Calls>, status: EndStatus) {
                note(context, status.name());
            }
        }
        let mut tasks = tasks();
        tasks.object("Endless", Category::Action, |_| Box::new(Endless));
        let tree = Tree::new(
            "",
            tree::parallel([tree::task("Endless"), tree::task("Wait")]),
        );
        let mut tree = TreeInstance::new(tree.compile(&tasks).unwrap(), 0);
        let (mut calls, mut globals) = (Vec::new(), Globals::default());
        tree.tick(&mut calls, &mut globals, 0.1);
        tree.disable(&mut calls, &mut globals);
        assert_eq!(calls, ["update n3  2", "Inactive n2  1"]);
    }
}
