//! A run that can be gone back in: what was done to it and what happened, frame by frame, with snapshots to begin from.
//!
//! A frame is shown again by restoring the last keyframe before it and running the frames between with what was done to them: the executor
//! is deterministic, so they are the same. What is shown of nodes comes from the events that were kept, which is cheaper than running.
//! Doing anything in the past, or running on from it, branches: the frames after it are set aside, and can be taken back.
//!
//! Trees run here without their game (their world is `()`), alone or several that share global variables. Knows no documents, files or clocks.

mod compare;
mod frame_record;
mod inside;
mod keyframe;
mod memory;
mod present;
mod travel;
mod written;

use std::collections::VecDeque;
use std::sync::Arc;

pub use compare::{Difference, Pair, Row, RowKind, rows};
pub use frame_record::{AgentFrame, FrameRecord, Happening};
use inside::Inside;
use keyframe::Keyframe;
pub use memory::DEFAULT_LIMIT;
use present::Present;
use treewright_core::runtime::{
    AgentId, Globals, NodeIndex, SwapOutcome, TreeState, VariableError,
};
use treewright_core::told;
use treewright_core::value::Value;
use treewright_core::{Program, TreeInstance};
use written::Written;

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
    /// Those that were run, in the order in which they came.
    programs: Vec<Arc<Program<()>>>,
    /// The frames that are kept; the first one follows the first keyframe.
    frames: VecDeque<Arc<FrameRecord>>,
    /// Rising; empty only if no past is kept.
    keyframes: VecDeque<Arc<Keyframe>>,
    /// What was done after the last frame.
    pending: Vec<Happening>,
    /// The run at the frame that is shown.
    now: Present,
    inside: Option<Inside>,
    set_aside: Option<SetAside>,
    written: Written,
    limit: usize,
    /// Of frames and keyframes, without what is set aside.
    bytes: usize,
    /// The same with what was forgotten: what lies between two keyframes is the difference of what they know of this.
    counted: usize,
    /// Who frees what was set aside.
    free: fn(Gone),
    /// Of the programs that are kept.
    program_bytes: usize,
    /// The same with what went since.
    programs_counted: usize,
    /// The programs before this one are no longer needed, but for the first one, which stands in for them.
    programs_gone: usize,
    /// What somebody keeps beside it.
    beside: usize,
    /// What was done before the next frame does not go.
    keeps_what_was_done: bool,
}

/// Frames that were left when the run took another way.
struct SetAside {
    /// The frame after which they come.
    after: u64,
    frames: Vec<Arc<FrameRecord>>,
    keyframes: Vec<Arc<Keyframe>>,
    pending: Vec<Happening>,
    /// What the frames and keyframes take.
    bytes: usize,
}

/// What a recording needs no more: up to its limit in a million of small pieces, which takes a while to free.
pub struct Gone(#[expect(dead_code, reason = "it is there to be dropped")] SetAside);

told! {
    /// Why something could not be done to a run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum HappeningError of "happening_error" {
        /// There is no such agent now.
        UnknownAgent = "unknown_agent", "the agent does not exist in this frame";
        /// The program has no such node.
        UnknownNode = "unknown_node", "the node does not exist in this frame";
        /// The variable is not there, or has another type.
        Variable(error: VariableError) = "variable", "{error}";
    }
}

impl std::error::Error for HappeningError {}

impl From<VariableError> for HappeningError {
    fn from(error: VariableError) -> Self {
        Self::Variable(error)
    }
}

impl Recording {
    /// A run of one agent that stands before its first frame.
    pub fn new(program: Arc<Program<()>>, seed: u64) -> Self {
        let mut recording = Self::without_past(program, seed);
        recording.take_keyframe();
        recording
    }

    /// A run that only goes on: it keeps none of its frames and cannot go back, so that it takes no more memory however long it is.
    pub fn without_past(program: Arc<Program<()>>, seed: u64) -> Self {
        let now = Present::new(&program, seed);
        Self {
            program_bytes: program.memory(),
            programs_counted: program.memory(),
            programs_gone: 1,
            beside: 0,
            keeps_what_was_done: false,
            programs: vec![program],
            frames: VecDeque::new(),
            keyframes: VecDeque::new(),
            pending: Vec::new(),
            now,
            inside: None,
            set_aside: None,
            written: Written::default(),
            limit: DEFAULT_LIMIT,
            bytes: 0,
            counted: 0,
            free: drop,
        }
    }

    /// The frame that is shown; 0 before the first one. Inside a frame it is that frame.
    pub fn frame(&self) -> u64 {
        self.now.frame + u64::from(self.inside.is_some())
    }

    /// The earliest frame that can be shown: 0, until memory was short.
    pub fn first_frame(&self) -> u64 {
        let first = self.keyframes.front();
        first.map_or(self.now.frame, |keyframe| keyframe.frame)
    }

    /// The latest frame that was run.
    pub fn last_frame(&self) -> u64 {
        self.first_frame() + self.frames.len() as u64
    }

    /// Whether a frame is shown that others follow.
    pub fn is_in_the_past(&self) -> bool {
        self.now.frame < self.last_frame()
    }

    /// Seconds of game time at the frame that is shown.
    pub fn time(&self) -> f64 {
        self.now.time
    }

    /// What happened in a frame, if it is still kept.
    pub fn record(&self, frame: u64) -> Option<&Arc<FrameRecord>> {
        let place = frame.checked_sub(self.first_frame() + 1)?;
        self.frames.get(usize::try_from(place).ok()?)
    }

    /// What happened in each frame that is kept, in order.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &Arc<FrameRecord>> {
        self.frames.iter()
    }

    /// What was done after the last frame and waits for the next one.
    pub fn pending(&self) -> &[Happening] {
        &self.pending
    }

    /// The program at the frame that is shown.
    pub fn program(&self) -> &Arc<Program<()>> {
        &self.programs[self.now.program]
    }

    /// All programs that were run, in the order in which they came: [`FrameRecord::program`] is a place here. Where no frame that is kept needs one,
    /// the first one stands in its place.
    pub fn programs(&self) -> &[Arc<Program<()>>] {
        &self.programs
    }

    /// The place in [`Self::programs`] of the one at the frame that is shown.
    pub fn program_number(&self) -> usize {
        self.now.program
    }

    /// The first frame that is kept from which on the program at the frame that is shown ran; one after that frame if it waits for the next one.
    pub fn first_frame_of_program(&self) -> u64 {
        // Programs are numbered as they come, and no way that a run takes goes back to an earlier one.
        let earlier = self
            .frames
            .partition_point(|record| record.program < self.now.program);
        self.first_frame() + 1 + earlier as u64
    }

    /// The agents at the frame that is shown, in the order in which they run.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = AgentId> {
        self.now.manager.agents()
    }

    /// The agent that runs first; of a recording that has lost its last agent, the one that it began with.
    pub fn first_agent(&self) -> AgentId {
        self.agents().next().unwrap_or_default()
    }

    /// Whether no agent's tree would do anything in another frame.
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

    /// The run stacks of an agent at the moment that is shown, the main one first, each from its first task to its top.
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

    /// The variables that all agents share, at the end of the frame that is shown or, inside it, before it.
    pub fn globals(&self) -> &Globals {
        self.now.manager.globals()
    }

    /// An agent's tree at the end of the frame that is shown or, inside it, before it; none if there is no such agent then.
    pub fn instance(&self, agent: AgentId) -> Option<&TreeInstance<()>> {
        self.now.manager.get(agent)
    }

    /// What each node of an agent's tree does at the moment that is shown.
    pub fn node_runs(&self, agent: AgentId) -> Option<&NodeRuns> {
        let inside = self.inside.as_ref().and_then(|i| i.node_runs(agent));
        inside.or_else(|| self.now.node_runs(agent))
    }

    /// The value of a variable for an agent at the moment that is shown.
    pub fn variable(&self, agent: AgentId, name: &str) -> Option<&Value> {
        let inside = self.inside.as_ref().and_then(|i| i.variable(agent, name));
        let instance = self.instance(agent)?;
        let held = inside.or_else(|| instance.variable(self.globals(), name));
        // Those that all share are there from the first frame on.
        held.or_else(|| {
            let mut declared = instance.program().global_variables().iter();
            declared.find(|v| *v.name == *name).map(|v| &v.initial)
        })
    }

    /// Does something to the run before its next frame. In the past this branches: the frames after the one that is shown are set aside.
    /// Inside a frame it is done before that frame, which then is to be run again.
    ///
    /// # Errors
    /// If the agent or the variable is not there, or the value has another type; then nothing was done.
    pub fn happens(&mut self, happening: Happening) -> Result<(), HappeningError> {
        self.present_knows(&happening)?;
        self.branch();
        self.now.apply(&happening, &self.programs)?;
        self.pending.push(happening);
        Ok(())
    }

    /// Runs another program from now on. In the past this branches.
    pub fn swap(&mut self, program: Arc<Program<()>>) -> SwapOutcome {
        self.branch();
        let bytes = program.memory();
        self.program_bytes += bytes;
        self.programs_counted += bytes;
        self.programs.push(program);
        let happening = Happening::Swap {
            program: self.programs.len() - 1,
        };
        let kept = self.now.apply(&happening, &self.programs);
        self.pending.push(happening);
        self.keep_within_limit();
        kept.unwrap_or(SwapOutcome::Restarted)
    }

    /// Runs a new frame of `dt` seconds. In the past this branches.
    pub fn step(&mut self, dt: f64) -> Arc<FrameRecord> {
        self.branch();
        let happenings = std::mem::take(&mut self.pending);
        let record = Arc::new(self.now.run_frame(dt, happenings));
        if self.keyframes.is_empty() {
            self.let_programs_go();
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

    /// Whether a node of an agent's tree is on a run stack at the moment that is shown.
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
