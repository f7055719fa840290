//! A run that can go back in time: its inputs and events, frame by frame, with snapshots to start from.
//!
//! An earlier frame is restored from the last keyframe before it by running the frames in between with their recorded inputs: the
//! executor is deterministic, so they are identical. The displayed states of nodes come from the recorded events, which is
//! cheaper than running.
//! Changing or continuing the run at an earlier frame branches: the frames after it are left, and stay beside the run as another way.
//!
//! Trees run here without their game (their world is `()`), alone or as several agents that share global variables. Knows no
//! documents, files or clocks.

mod compare;
mod current_run;
mod frame_record;
mod keyframe;
mod memory;
mod navigation;
mod partial_frame;
mod recorded_inputs;
mod trials;
mod way_difference;
mod ways;
mod write_index;

use std::collections::VecDeque;
use std::sync::Arc;

pub use compare::{FrameDifference, Pair, Row, RowKind, rows};
use current_run::CurrentRun;
pub use frame_record::{AgentFrame, FrameRecord, RunInput};
use keyframe::Keyframe;
pub use memory::DEFAULT_LIMIT;
use partial_frame::PartialFrame;
use recorded_inputs::RecordedInputs;
pub use recorded_inputs::{RecordedInput, RepeatedFrame, Unfit};
use treewright_core::runtime::{
    AgentId, ForceError, GlobalConflict, Globals, NodeIndex, SwapOutcome, TreeState, VariableError,
};
use treewright_core::value::Value;
use treewright_core::{Program, TreeInstance, told};
pub use trials::{TrialMoment, Trials, TriedInput};
pub use way_difference::{DifferentRow, WayDifference};
use ways::Ways;
pub use ways::{MAX_WAYS, Way, WayId};
pub use write_index::LastWrite;
use write_index::WriteIndex;

use crate::history::NodeRuns;

/// A run with its past.
///
/// ```
/// use treewright_core::compile::{GameTasks, compile};
/// use treewright_core::library::NodeLibrary;
/// use treewright_core::model::{DocumentBuilder, Node, ParameterValue};
/// use treewright_insight::recording::Recording;
///
/// let mut builder = DocumentBuilder::new("Waiter");
/// let wait = Node::new("n1", "Wait").with_parameter("seconds", ParameterValue::literal(3.0));
/// builder.root(wait).unwrap();
/// let program = compile(&builder.finish(), &NodeLibrary::builtin(), &GameTasks::new()).program.unwrap();
///
/// let mut recording = Recording::new(program, 7);
/// for _ in 0..5 {
///     recording.step(1.0);
/// }
/// let agent = recording.first_agent();
/// let wait = recording.program().index(&"n1".into()).unwrap();
/// assert!(!recording.is_on_stack(agent, wait));
/// recording.go_to(2);
/// assert!(recording.is_on_stack(agent, wait));
/// assert_eq!((recording.frame(), recording.last_frame()), (2, 5));
/// ```
pub struct Recording {
    /// All programs that ran, in order.
    programs: Vec<Arc<Program<()>>>,
    /// The stored frames; the first one follows the first keyframe.
    frames: VecDeque<Arc<FrameRecord>>,
    /// In frame order; empty only if no past is kept.
    keyframes: VecDeque<Arc<Keyframe>>,
    /// Inputs after the last frame, for the next one.
    pending: Vec<RunInput>,
    /// The run before the last pending input, if that is a change of the program that can be taken back.
    before_swap: Option<Arc<Keyframe>>,
    /// The run at the current frame.
    now: CurrentRun,
    inside: Option<PartialFrame>,
    ways: Ways,
    /// What is to happen again.
    ahead: RecordedInputs,
    written: WriteIndex,
    limit: usize,
    /// The memory of frames and keyframes in bytes, without ways that were left.
    bytes: usize,
    /// Like `bytes`, but never reduced by forgetting: the difference between two keyframes is the memory of the frames between
    /// them.
    counted: usize,
    /// Frees ways that are forgotten.
    free: fn(DroppedFrames),
    /// The memory of the stored programs in bytes.
    program_bytes: usize,
    /// Like `program_bytes`, but never reduced by forgetting.
    programs_counted: usize,
    /// The programs before this index are no longer needed and were replaced by the first one.
    n_dropped_programs: usize,
    /// The bytes that the caller stores for the frames of this recording.
    beside: usize,
    /// Whether inputs before the next frame are never dropped to save memory.
    keeps_pending_inputs: bool,
}

/// Data that a recording no longer needs: possibly a million small allocations, which take a while to free.
pub struct DroppedFrames(#[expect(dead_code, reason = "only held to be dropped")] Way);

told! {
    /// The reason why an input was rejected.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum RunInputError of "happening_error" {
        /// The agent does not exist now.
        UnknownAgent = "unknown_agent", "the agent does not exist in this frame";
        /// The program has no such node.
        UnknownNode = "unknown_node", "the node does not exist in this frame";
        /// The variable does not exist, or has another type.
        Variable(error: VariableError) = "variable", "{error}";
        /// The program declares a global variable with another type than an earlier one, of which no agent is left.
        Globals(conflict: GlobalConflict) = "globals", "{conflict}";
        /// The node's result cannot be forced.
        Force(error: ForceError) = "force", "{error}";
    }
}

impl std::error::Error for RunInputError {}

impl From<VariableError> for RunInputError {
    fn from(error: VariableError) -> Self {
        Self::Variable(error)
    }
}

impl From<GlobalConflict> for RunInputError {
    fn from(conflict: GlobalConflict) -> Self {
        Self::Globals(conflict)
    }
}

impl From<ForceError> for RunInputError {
    fn from(error: ForceError) -> Self {
        match error {
            ForceError::UnknownNode { .. } => Self::UnknownNode,
            error @ ForceError::NotALeaf { .. } => Self::Force(error),
        }
    }
}

impl Recording {
    /// Creates a run of one agent before its first frame.
    pub fn new(program: Arc<Program<()>>, seed: u64) -> Self {
        let mut recording = Self::without_past(program, seed);
        recording.take_keyframe();
        recording
    }

    /// Creates a run that keeps no past and cannot go back, so that its memory does not grow.
    pub fn without_past(program: Arc<Program<()>>, seed: u64) -> Self {
        let now = CurrentRun::new(&program, 0, seed);
        Self {
            program_bytes: program.memory(),
            programs_counted: program.memory(),
            n_dropped_programs: 1,
            beside: 0,
            keeps_pending_inputs: false,
            programs: vec![program],
            frames: VecDeque::new(),
            keyframes: VecDeque::new(),
            pending: Vec::new(),
            before_swap: None,
            now,
            inside: None,
            ways: Ways::default(),
            ahead: RecordedInputs::default(),
            written: WriteIndex::default(),
            limit: DEFAULT_LIMIT,
            bytes: 0,
            counted: 0,
            free: drop,
        }
    }

    /// Returns the current frame; 0 before the first one. Inside a frame, the number of that frame.
    pub fn frame(&self) -> u64 {
        self.now.frame + u64::from(self.inside.is_some())
    }

    /// Returns the earliest stored frame: 0 unless frames were forgotten to save memory.
    pub fn first_frame(&self) -> u64 {
        let first = self.keyframes.front();
        first.map_or(self.now.frame, |keyframe| keyframe.frame)
    }

    /// Returns the latest frame that ran.
    pub fn last_frame(&self) -> u64 {
        self.first_frame() + self.frames.len() as u64
    }

    /// Returns whether the current frame is followed by others.
    pub fn is_in_the_past(&self) -> bool {
        self.now.frame < self.last_frame()
    }

    /// Returns the game time at the current frame, in seconds.
    pub fn time(&self) -> f64 {
        self.now.time.seconds()
    }

    /// Returns the record of a frame, if it is still stored.
    pub fn record(&self, frame: u64) -> Option<&Arc<FrameRecord>> {
        let place = frame.checked_sub(self.first_frame() + 1)?;
        self.frames.get(usize::try_from(place).ok()?)
    }

    /// Returns the records of all stored frames, in order.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &Arc<FrameRecord>> {
        self.frames.iter()
    }

    /// Returns the inputs after the last frame, which wait for the next one.
    pub fn pending(&self) -> &[RunInput] {
        &self.pending
    }

    /// Returns the program at the current frame.
    pub fn program(&self) -> &Arc<Program<()>> {
        &self.programs[self.now.program]
    }

    /// Returns all programs that ran, in order; [`FrameRecord::program`] is an index of this list. Programs that no stored frame
    /// needs are replaced by the first one.
    pub fn programs(&self) -> &[Arc<Program<()>>] {
        &self.programs
    }

    /// Returns the index in [`Self::programs`] of the program at the current frame.
    pub fn program_number(&self) -> usize {
        self.now.program
    }

    /// Returns the first stored frame from which on this program ran, or a later one; the frame after the last one if there is none.
    pub fn first_frame_of_program(&self, number: usize) -> u64 {
        // Programs are numbered in order of appearance, and no branch returns to an earlier one.
        let earlier = self
            .frames
            .partition_point(|record| record.program < number);
        self.first_frame() + 1 + earlier as u64
    }

    /// Returns the agents at the current frame, in the order in which they run.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = AgentId> {
        self.now.manager.agents()
    }

    /// Returns the agent that runs first. If the last agent was removed, the initial one.
    pub fn first_agent(&self) -> AgentId {
        self.agents().next().unwrap_or_default()
    }

    /// Returns whether another frame would change nothing, since the trees of all agents have finished.
    pub fn is_finished(&self) -> bool {
        !self.is_in_the_past() && self.inside.is_none() && self.all_finished()
    }

    fn all_finished(&self) -> bool {
        let mut instances = self.agents().filter_map(|agent| self.instance(agent));
        instances.all(|instance| {
            matches!(instance.state(), TreeState::Finished(_))
                && !instance.program().restarts_when_complete()
        })
    }

    /// Returns the run stacks of an agent at the current moment, the main one first, each from its first task to its top.
    pub fn stacks(&self, agent: AgentId) -> Vec<Vec<NodeIndex>> {
        let Some(instance) = self.instance(agent) else {
            return Vec::new();
        };
        match (&self.inside, self.node_runs(agent)) {
            (Some(_), Some(runs)) => instance
                .program()
                .stacks_of(|node| runs.get(node).state.is_running()),
            _ => instance.stacks().collect(),
        }
    }

    /// Returns the shared variables at the end of the current frame or, inside a frame, before it.
    pub fn globals(&self) -> &Globals {
        self.now.manager.globals()
    }

    /// Returns an agent's tree at the end of the current frame or, inside a frame, before it; `None` if the agent does not exist
    /// then.
    pub fn instance(&self, agent: AgentId) -> Option<&TreeInstance<()>> {
        self.now.manager.get(agent)
    }

    /// Returns the states of an agent's nodes at the current moment.
    pub fn node_runs(&self, agent: AgentId) -> Option<&NodeRuns> {
        let inside = self.inside.as_ref().and_then(|i| i.node_runs(agent));
        inside.or_else(|| self.now.node_runs(agent))
    }

    /// Returns the value of a variable for an agent at the current moment.
    pub fn variable(&self, agent: AgentId, name: &str) -> Option<&Value> {
        let inside = self.inside.as_ref().and_then(|i| i.variable(agent, name));
        let instance = self.instance(agent)?;
        inside.or_else(|| instance.variable(self.globals(), name))
    }

    /// Applies an input to the run before its next frame. At an earlier frame this branches: the frames after the current one are
    /// left. Inside a frame the input is applied before that frame, which must then run again.
    ///
    /// # Errors
    /// The agent, node or variable does not exist, or the value has another type; then nothing is changed.
    pub fn apply(&mut self, happening: RunInput) -> Result<(), RunInputError> {
        self.present_knows(&happening)?;
        self.branch();
        self.now.apply(&happening, &self.programs)?;
        self.pending.push(happening);
        Ok(())
    }

    /// Runs another program from now on. At an earlier frame this branches. Returns how much of the run continues: of several
    /// agents, that of the one of which least does.
    pub fn swap(&mut self, program: Arc<Program<()>>) -> SwapOutcome {
        self.branch();
        let number = self.add_program(program);
        self.before_swap = (!self.keyframes.is_empty() && !self.keeps_pending_inputs)
            .then(|| Arc::new(self.keyframe_now()));
        let outcome = self.now.swap(number, &self.programs);
        self.pending.push(RunInput::Swap { program: number });
        self.keep_within_limit();
        outcome
    }

    fn add_program(&mut self, program: Arc<Program<()>>) -> usize {
        let bytes = program.memory();
        self.program_bytes += bytes;
        self.programs_counted += bytes;
        self.programs.push(program);
        self.programs.len() - 1
    }

    /// Takes back the change of the program if that was the last input before the next frame: the run is again as it was before. Another
    /// change can then be made instead. Returns whether it was taken back. This is not possible in recordings that keep no past, nor
    /// once the run has been at other frames that were discarded later.
    pub fn take_back_swap(&mut self) -> bool {
        let is_swap = matches!(self.pending.last(), Some(RunInput::Swap { .. }));
        let is_now = self.inside.is_none() && !self.is_in_the_past();
        let before = self.before_swap.take().filter(|_| is_swap && is_now);
        let taken_back = before.is_some_and(|before| self.restore(&before));
        if taken_back {
            self.pending.pop();
        }
        taken_back
    }

    /// Runs a new frame of `dt` seconds, which are recorded as they are and rounded when they are counted. At an earlier
    /// frame this branches.
    pub fn step(&mut self, dt: f64) -> Arc<FrameRecord> {
        self.branch();
        let happenings = std::mem::take(&mut self.pending);
        self.before_swap = None;
        let record = Arc::new(self.now.run_frame(dt, happenings));
        if self.keyframes.is_empty() {
            self.drop_unused_programs();
            return record;
        }
        self.count(record.bytes());
        self.written.note(&record);
        self.frames.push_back(record.clone());
        if self.keyframe_is_due() {
            self.take_keyframe();
        }
        self.keep_within_limit();
        record
    }

    /// Returns whether a node of an agent's tree is on a run stack at the current moment.
    pub fn is_on_stack(&self, agent: AgentId, node: NodeIndex) -> bool {
        self.node_runs(agent)
            .is_some_and(|runs| runs.get(node).state.is_running())
    }
}

#[cfg(test)]
mod laws;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;
