//! A run that can go back in time: its inputs and events, frame by frame, with snapshots to start from.
//!
//! An earlier frame is restored from the last keyframe before it by running the frames in between with their recorded inputs: the
//! executor is deterministic, so they are identical. The displayed states of nodes come from the recorded events, which is
//! cheaper than running.
//! Changing or continuing the run at an earlier frame branches: the frames after it are left, and stay beside the run as another way.
//!
//! Trees run here without their game (their world is `()`), alone or as several agents that share global variables. Agents may
//! run different programs. Knows no documents, files or clocks.

mod agent_programs;
mod compare;
mod current_run;
mod frame_record;
mod keyframe;
mod memory;
mod navigation;
mod partial_frame;
mod past;
mod program_starts;
mod recorded_inputs;
mod trials;
mod way_difference;
mod ways;
mod write_index;

use std::collections::VecDeque;
use std::sync::Arc;

pub use agent_programs::AgentPrograms;
pub use compare::{FrameDifference, Pair, Row, RowKind, rows};
use current_run::CurrentRun;
pub use frame_record::{AgentFrame, FrameRecord, RunInput};
use keyframe::Keyframe;
pub use memory::DEFAULT_LIMIT;
use partial_frame::PartialFrame;
pub use past::Past;
use program_starts::ProgramStarts;
use recorded_inputs::RecordedInputs;
pub use recorded_inputs::{RecordedInput, RepeatedFrame, Unfit};
use treewright_core::runtime::{
    AgentId, ForceError, GlobalConflict, Globals, NodeIndex, SwapOutcome, TreeState, VariableError,
};
use treewright_core::value::Value;
use treewright_core::{Program, TreeInstance, told};
pub use trials::{TrialMoment, Trials, TriedInput};
pub use way_difference::{DifferentRow, VariableOfTree, WayDifference};
use ways::Ways;
pub use ways::{MAX_WAYS, Way, WayId};
pub use write_index::LastWrite;
pub(crate) use write_index::WriteIndex;

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
    /// All programs that agents ran, in the order in which they were new.
    programs: Vec<Arc<Program<()>>>,
    /// For each program, the first version of its tree, which it replaced, directly or not.
    first_versions: Vec<usize>,
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
    starts: ProgramStarts,
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
    /// The programs that are kept, ascending. The others are no longer needed and were replaced by the first one.
    kept_programs: Vec<usize>,
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
        /// The recording has no such program, or no agent runs it now.
        UnknownProgram = "unknown_program", "no agent runs this tree in this frame";
        /// The variable does not exist, or has another type.
        Variable(error: VariableError) = "variable", "{error}";
        /// The program declares a global variable with another type than that of another agent, or than an earlier one of which no
        /// agent is left.
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
        let bytes = program.memory();
        let programs = vec![program];
        let now = CurrentRun::new(&programs, 0, seed);
        Self {
            program_bytes: bytes,
            programs_counted: bytes,
            kept_programs: vec![0],
            beside: 0,
            keeps_pending_inputs: false,
            programs,
            first_versions: vec![0],
            frames: VecDeque::new(),
            keyframes: VecDeque::new(),
            pending: Vec::new(),
            before_swap: None,
            now,
            inside: None,
            ways: Ways::default(),
            ahead: RecordedInputs::default(),
            written: WriteIndex::default(),
            starts: ProgramStarts::default(),
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

    /// Returns the program of the first agent at the current frame; without agents, that of the last one there was.
    pub fn program(&self) -> &Arc<Program<()>> {
        &self.programs[self.program_number()]
    }

    /// Returns the index of [`Self::program`] in [`Self::programs`].
    pub fn program_number(&self) -> usize {
        self.now.programs.default_program()
    }

    /// Returns the program of an agent at the current frame; `None` if the agent does not exist then.
    pub fn program_of(&self, agent: AgentId) -> Option<&Arc<Program<()>>> {
        Some(&self.programs[self.program_number_of(agent)?])
    }

    /// Returns the index in [`Self::programs`] of an agent's program at the current frame; `None` if the agent does not exist then.
    pub fn program_number_of(&self, agent: AgentId) -> Option<usize> {
        self.now.programs.of(agent)
    }

    /// Returns the programs of all agents at the current frame.
    pub fn agent_programs(&self) -> &AgentPrograms {
        &self.now.programs
    }

    /// Returns all programs that agents ran, in the order in which they were new; [`AgentFrame::program`] is an index of this list.
    /// Programs that nothing needs are replaced by the first one.
    pub fn programs(&self) -> &[Arc<Program<()>>] {
        &self.programs
    }

    /// Returns whether two programs are versions of the same tree: whether one replaced the other, directly or not.
    pub fn are_versions(&self, one: usize, other: usize) -> bool {
        self.first_versions[one] == self.first_versions[other]
    }

    /// Returns the first stored frame in which an agent ran this program; the frame after the last one if there is none.
    pub fn first_frame_of_program(&self, agent: AgentId, number: usize) -> u64 {
        let ran = |frame: &u64| {
            let part = self.record(*frame).and_then(|record| record.of(agent));
            part.is_some_and(|part| part.program == number)
        };
        let mut begun = std::iter::once(self.first_frame() + 1).chain(self.starts.of(number));
        begun.find(ran).unwrap_or_else(|| self.last_frame() + 1)
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
        let instance = self.instance(agent)?;
        let is_global = instance.program().is_global(name);
        let inside = self.inside.as_ref();
        let inside = inside.and_then(|inside| inside.variable(agent, name, is_global));
        inside.or_else(|| instance.variable(self.globals(), name))
    }

    /// Applies an input to the run before its next frame. At an earlier frame this branches: the frames after the current one are
    /// left. Inside a frame the input is applied before that frame, which must then run again.
    ///
    /// # Errors
    /// The agent, node, variable or program does not exist, or the value has another type; then nothing is changed.
    pub fn apply(&mut self, happening: RunInput) -> Result<(), RunInputError> {
        if let RunInput::Swap { from, program } = happening {
            let program = self.known_program(program)?.clone();
            return self.swap(from, program).map(drop);
        }
        self.present_knows(&happening)?;
        self.branch();
        self.now.apply(&happening, &self.programs)?;
        self.pending.push(happening);
        Ok(())
    }

    /// Adds an agent that runs a program, which may be new to the recording, before the next frame. At an earlier frame this branches.
    ///
    /// # Errors
    /// The program declares a global variable with another type than the program of another agent; then nothing is changed.
    pub fn add(&mut self, program: Arc<Program<()>>, seed: u64) -> Result<AgentId, RunInputError> {
        self.globals().check(&program)?;
        self.branch();
        let mut running = self.now.programs.programs();
        let known = running.find(|of| Arc::ptr_eq(&self.programs[*of], &program));
        drop(running);
        let agent = self.now.programs.next_agent();
        let number = known.unwrap_or_else(|| self.register(program, None));
        self.apply(RunInput::Add {
            seed,
            program: number,
        })?;
        if known.is_none() {
            self.keep_within_limit();
        }
        Ok(agent)
    }

    /// Replaces the program of this number in all agents that run it, from now on; the others go on untouched. At an earlier frame this
    /// branches. Returns how much of the run continues: of several agents, that of the one of which least does.
    ///
    /// # Errors
    /// No agent runs the replaced program, or the new one declares a global variable with another type than the program of an agent that
    /// goes on; then nothing is changed.
    pub fn swap(
        &mut self,
        from: usize,
        program: Arc<Program<()>>,
    ) -> Result<SwapOutcome, RunInputError> {
        self.check_swap(from, &program)?;
        self.branch();
        let number = self.register(program, Some(from));
        self.before_swap = (!self.keyframes.is_empty() && !self.keeps_pending_inputs)
            .then(|| Arc::new(self.keyframe_now()));
        let outcome = self.now.swap(from, number, &self.programs);
        self.pending.push(RunInput::Swap {
            from,
            program: number,
        });
        self.keep_within_limit();
        Ok(outcome)
    }

    /// Adds a program, which is a version of the tree of an earlier one if that is given, and returns its index.
    fn register(&mut self, program: Arc<Program<()>>, earlier: Option<usize>) -> usize {
        let number = self.programs.len();
        let bytes = program.memory();
        self.program_bytes += bytes;
        self.programs_counted += bytes;
        self.programs.push(program);
        self.kept_programs.push(number);
        let first = earlier.map_or(number, |earlier| self.first_versions[earlier]);
        self.first_versions.push(first);
        number
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
        debug_assert_eq!(record.agents.len(), self.agents().len());
        if self.keyframes.is_empty() {
            self.drop_unused_programs();
            return record;
        }
        self.count(record.bytes());
        self.written.note(&record);
        self.starts.note(&record);
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
