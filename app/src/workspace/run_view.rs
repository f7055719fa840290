//! What panels may see of a run, whatever it comes from: a local instance, a remote game, a recording.

use treewright_core::ids::NodeId;
use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::trace::RunHistory;
use treewright_core::value::Value;

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// Frames follow each other by themselves.
    Running,
    /// Waits for a step.
    Paused,
    /// The tree ended with this status.
    Finished(Status),
}

/// What a node did last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeRunState {
    /// It has not run yet in this run.
    #[default]
    Idle,
    /// It is on a run stack.
    Running,
    /// It ended with Success.
    Succeeded,
    /// It ended with Failure.
    Failed,
    /// It was interrupted.
    Interrupted,
}

/// A node's part in the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeRun {
    /// What it did last.
    pub state: NodeRunState,
    /// In which frame it got into that state; 0 if never.
    pub since_frame: u64,
    /// How often it was entered.
    pub visits: u32,
}

/// A node as the run's history lists it: where it stands in the tree and where its card is. One that stands in several uses of a tree has
/// a lane for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneView {
    /// Its place in the program.
    pub node: NodeIndex,
    /// The node of the document.
    pub id: NodeId,
    /// How many lanes it stands below.
    pub depth: u32,
    /// One past the last of the lanes below it.
    pub end: usize,
}

/// How often a run entered the nodes of the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    /// How many nodes were entered.
    pub reached: usize,
    /// How many nodes are part of the run.
    pub of: usize,
    /// How often the one was entered that was so most often.
    pub most: u32,
}

/// An abort that fired in the frame shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbortView {
    /// The conditional whose answer changed.
    pub conditional: NodeId,
    /// The composite inside which things were interrupted.
    pub scope: NodeId,
    /// The nodes that were interrupted, deepest first.
    pub interrupted: Vec<NodeId>,
    /// The frame in which it fired.
    pub frame: u64,
}

/// What a log entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogKind {
    /// A Log node wrote a line.
    Log,
    /// A conditional abort fired.
    Abort,
    /// A node could not do its work.
    Error,
    /// The run itself: started, swapped, restarted, finished.
    Run,
}

/// One line of the log of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The frame in which it happened.
    pub frame: u64,
    /// What it is about.
    pub kind: LogKind,
    /// The node that it concerns.
    pub node: Option<NodeId>,
    /// A sentence, in the language of the moment it was written.
    pub text: String,
}

/// A run as panels see it.
pub trait RunView {
    /// Whether it goes on.
    fn state(&self) -> RunState;
    /// How many frames have been run.
    fn frame(&self) -> u64;
    /// Game time in seconds.
    fn time(&self) -> f64;
    /// What this node did last.
    fn node(&self, id: &NodeId) -> NodeRun;
    /// Whether this leaf takes answers now: an action that waits for one, a conditional at any time.
    fn is_asking(&self, id: &NodeId) -> bool;
    /// The answer of this leaf that holds: of an action until it is used, of a conditional until the next one.
    fn answer(&self, id: &NodeId) -> Option<Status>;
    /// The run stacks, the main one first, each from its first task to its top.
    fn stacks(&self) -> &[Vec<NodeId>];
    /// The value of this variable now.
    fn variable(&self, name: &str) -> Option<&Value>;
    /// The frame in which this variable was written last.
    fn variable_written(&self, name: &str) -> Option<u64>;
    /// The aborts of the last frame.
    fn aborts(&self) -> &[AbortView];
    /// The log, oldest first.
    fn log(&self) -> &[LogEntry];
    /// Why this node failed, if it could not do its work.
    fn error(&self, id: &NodeId) -> Option<&str>;
    /// The nodes in the order of the tree; those of other files are left out.
    fn lanes(&self) -> &[LaneView];
    /// What is known of its frames, by node and by variable.
    fn history(&self) -> &RunHistory;
    /// How often nodes were entered.
    fn visits(&self) -> Visits;
}
