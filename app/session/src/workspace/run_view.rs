//! What panels may see of a run, whatever it comes from: a local instance, a remote game, a recording.

mod explained;
mod still;

use treewright_core::Message;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::trace::TraceEvent;
use treewright_core::value::Value;
use treewright_insight::history::RunHistory;
pub use treewright_insight::history::{NodeRun, NodeState};

pub use self::explained::{ObserverView, ObserversView, Reason};
pub use self::still::RunStill;

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

/// A moment inside the frame that is shown: some of its events have not happened yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsideView {
    /// The agent whose events these are.
    pub agent: u64,
    /// How many have happened.
    pub happened: usize,
    /// How many there are.
    pub of: usize,
    /// The one that happens next.
    pub next: Option<TraceEvent>,
    /// Where it can be seen.
    pub node: Option<NodeId>,
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
    /// A breakpoint was met.
    Breakpoint,
    /// The run itself: started, swapped, restarted, finished.
    Run,
}

/// One line of the log of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The frame in which it happened.
    pub frame: u64,
    /// How many events of its frame happened before it.
    pub events: usize,
    /// What it is about.
    pub kind: LogKind,
    /// The agent that it concerns; none for all.
    pub agent: Option<u64>,
    /// The node that it concerns.
    pub node: Option<NodeId>,
    /// What is told.
    pub text: Message,
}

/// A run as panels see it.
pub trait RunView {
    /// Whether it goes on.
    fn state(&self) -> RunState;
    /// The frame that is shown; 0 before the first.
    fn frame(&self) -> u64;
    /// The first and the last frame that can be shown.
    fn frames(&self) -> (u64, u64) {
        (self.frame(), self.frame())
    }
    /// The moment inside the frame, if not its end is shown.
    fn inside(&self) -> Option<&InsideView> {
        None
    }
    /// How many bytes are kept of its past, and how many at most.
    fn memory(&self) -> (usize, usize) {
        (0, 0)
    }
    /// The frames that were left for another way and can be taken back: the first and the last.
    fn set_aside(&self) -> Option<(u64, u64)> {
        None
    }
    /// The agents of the frame that is shown, by number.
    fn agents(&self) -> Vec<u64> {
        vec![self.agent()]
    }
    /// Whose tree is shown.
    fn agent(&self) -> u64 {
        0
    }
    /// Seconds of game time at the moment that is shown.
    fn time(&self) -> f64;
    /// Seconds of game time at a frame.
    fn time_of(&self, frame: u64) -> f64 {
        self.history().time(frame)
    }
    /// What this node does at the moment that is shown, or how it ended last.
    fn node(&self, id: &NodeId) -> NodeRun;
    /// Whether this leaf takes answers now: an action that waits for one, a conditional at any time.
    fn is_asking(&self, _id: &NodeId) -> bool {
        false
    }
    /// The leaves that take answers now: first the actions that wait for one, then the conditionals.
    fn asking(&self) -> Box<dyn Iterator<Item = NodeId> + '_> {
        Box::new(std::iter::empty())
    }
    /// The answer of this leaf that holds: of an action until it is used, of a conditional until the next one.
    fn answer(&self, _id: &NodeId) -> Option<Status> {
        None
    }
    /// The run stacks, the main one first, each from its first task to its top.
    fn stacks(&self) -> &[Vec<NodeId>] {
        &[]
    }
    /// The value of this variable now.
    fn variable(&self, _name: &str) -> Option<&Value> {
        None
    }
    /// The frame in which this variable was written last.
    fn variable_written(&self, _name: &str) -> Option<u64> {
        None
    }
    /// The aborts of the frame that is shown.
    fn aborts(&self) -> &[AbortView];
    /// The log up to the frame that is shown, oldest first.
    fn log(&self) -> &[LogEntry] {
        &[]
    }
    /// How often lines of the log were taken away, or put between others.
    fn log_rewritten(&self) -> u64 {
        0
    }
    /// Grows whenever the run is another than before or another moment of it is shown.
    fn moment(&self) -> u64 {
        self.frame()
    }
    /// What is watched at the moment that is shown; inside a frame, before it.
    fn observers(&self) -> ObserversView {
        ObserversView::default()
    }
    /// Why a node ended, or does not run, with nodes called by what `name` gives.
    fn why(&self, _node: &NodeId, _name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        Vec::new()
    }
    /// How often the breakpoint at this place of the list was met.
    fn breakpoint_hits(&self, _place: usize) -> u64 {
        0
    }
    /// Why this node failed, if it could not do its work.
    fn error(&self, _id: &NodeId) -> Option<&Message> {
        None
    }
    /// The nodes in the order of the tree; those of other files are left out.
    fn lanes(&self) -> &[LaneView] {
        &[]
    }
    /// What is known of its frames, by node and by variable.
    fn history(&self) -> &RunHistory;
    /// How often nodes were entered.
    fn visits(&self) -> Visits;
}
