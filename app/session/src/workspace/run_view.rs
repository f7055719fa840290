//! What panels can see of a run, whatever its source: a local instance, a remote game, a recording.

mod agents;
mod explained;
mod found_frames;
mod still;
mod stop_words;
mod uses;
mod ways;

use std::borrow::Cow;
use std::sync::Arc;

use treewright_core::expression::ExpressionError;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::trace::{Datum, TraceEvent};
use treewright_core::value::Value;
use treewright_core::{Argument, Message, Program};
use treewright_insight::history::RunHistory;
pub use treewright_insight::history::{NodeRun, NodeState};
use treewright_insight::occurrence::Sought;
use treewright_insight::recording::{DifferentRow, WayId};
use treewright_insight::scenario::Scenario;

pub use self::agents::{AgentScope, AgentScopes, AgentView, AgentsView, OtherAgent};
pub use self::explained::{DecidedBy, ObserverView, ObserversView, Reason};
pub use self::found_frames::{FoundFrame, FoundFrames, FoundPlace, RunQuery};
pub use self::still::RunSnapshot;
pub use self::uses::{SentEvent, UseView};
pub use self::ways::{DifferentNode, DifferentVariable, WayView};
use super::live::{Verb, Verbs};
pub use super::node_mapping::ShownNode;
use super::open_document::DocumentId;
use super::run_profile::RunProfile;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// Frames are played automatically.
    Running,
    /// Waits for the user.
    Paused,
    /// The tree has finished with this status.
    Finished(Status),
}

/// A node in the run history: its position in the tree, and its node in the document. A node with several uses of its tree has a lane for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneView {
    pub node: NodeIndex,
    pub id: NodeId,
    /// The number of ancestors among the lanes.
    pub depth: u32,
    /// One past the index of its last descendant lane.
    pub end: usize,
}

/// How often a run entered the nodes of the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    /// How many nodes were entered.
    pub reached: usize,
    /// How many nodes are part of the run.
    pub of: usize,
    /// The highest count of a node.
    pub most: u32,
}

/// An abort that happened in the shown frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbortView {
    /// The conditional whose result changed.
    pub conditional: NodeId,
    /// The composite in which nodes were interrupted.
    pub scope: NodeId,
    /// The interrupted nodes, deepest first.
    pub interrupted: Vec<NodeId>,
    /// The frame of the abort.
    pub frame: u64,
}

/// A moment within the shown frame, when some of its events have not happened yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsideView {
    /// The agent to which the events belong.
    pub agent: u64,
    /// How many events have happened.
    pub happened: usize,
    /// How many events there are.
    pub of: usize,
    /// The next event.
    pub next: Option<TraceEvent>,
    /// The location of the next event.
    pub node: Option<ShownNode>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogKind {
    /// A Log node wrote a line.
    Log,
    /// A conditional aborted nodes.
    Abort,
    /// A node could not do its work.
    Error,
    /// A breakpoint was hit.
    Breakpoint,
    /// An event was sent from outside.
    Event,
    /// A node attached a text or a color to the frame that differs from the one before.
    Data,
    /// The run itself: started, updated, restarted, finished.
    Run,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    pub frame: u64,
    /// How many events of its frame happened before it.
    pub events: usize,
    pub kind: LogKind,
    /// The agent that it concerns, or `None` for all.
    pub agent: Option<u64>,
    /// The index of the run's tree that it concerns.
    pub tree: usize,
    /// The node that it concerns.
    pub node: Option<NodeId>,
    pub text: Message,
}

/// Why a run has stopped by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopKind {
    /// At a breakpoint: the sentence of the log.
    Breakpoint(Message),
    /// At the frame to which it was to run.
    Frame,
    /// Where the node starts to which it was to run.
    Start,
    /// Where the node has ended to whose end it was to run.
    End,
    /// The tree has finished.
    Finished(Status),
    /// It was to run to a node that it has not reached within this number of frames.
    NotReached(u64),
}

/// Where and why a run has stopped by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopView {
    pub kind: StopKind,
    pub node: Option<NodeId>,
    pub frame: u64,
}

/// A run as panels see it.
pub trait RunView {
    /// Returns whether it is known only by what was told of it, so that it can be looked at, but neither run on nor changed.
    fn is_told(&self) -> bool {
        self.verbs().is_some()
    }
    /// Returns what can be done to a run that was told; `None` if it runs here.
    fn verbs(&self) -> Option<Verbs> {
        None
    }
    /// Returns whether it goes on elsewhere, and the newest frame is shown whenever one comes; `None` if it runs here, or all was told.
    fn follows_newest(&self) -> Option<bool> {
        None
    }
    /// Returns whether a pause is what the user can want next: it runs here, or the program that runs it elsewhere does, also if the shown agent has
    /// left.
    fn can_pause(&self) -> bool {
        let told = self.verbs().filter(|_| self.follows_newest() == Some(true));
        self.state() == RunState::Running
            || told.is_some_and(|verbs| verbs.check(Verb::Pause).is_ok())
    }
    /// Returns the frame in which the shown agent has left, if it runs elsewhere and has.
    fn left(&self) -> Option<u64> {
        None
    }
    /// Returns how many seconds of the shown agent are known, if it goes on elsewhere.
    fn known_seconds(&self) -> Option<f64> {
        None
    }
    /// Returns whether it shows a frame that was run here: only such a one can be expected in scenarios.
    fn shows_own_frame(&self) -> bool {
        self.frame() > 0 && !self.is_told()
    }
    /// Returns whether the state of a node is known at the shown moment.
    fn is_known(&self, _id: &NodeId) -> bool {
        true
    }
    /// Returns whether the values of variables are known at the shown moment.
    fn knows_variables(&self) -> bool {
        true
    }
    fn state(&self) -> RunState;
    /// Returns the status of the tree after the shown frame; `None` before the first.
    fn status(&self) -> Option<Status> {
        None
    }
    /// Returns the scenario that the run replays.
    fn scenario(&self) -> Option<&Arc<Scenario>> {
        None
    }
    /// Returns whether frames of the run ran an earlier state of the tree than this run revision of the document.
    fn ran_earlier_tree(&self, _revision: u64) -> bool {
        false
    }
    /// Returns the first frames in which the shown agent ran another version of the tree than before because a program replaced it, in order.
    fn version_starts(&self) -> Vec<u64> {
        Vec::new()
    }
    /// Returns the shown frame; 0 before the first.
    fn frame(&self) -> u64;
    /// Returns where and why the run has stopped by itself; `None` after the user has continued it or moved to another moment.
    fn stop(&self) -> Option<&StopView> {
        None
    }
    /// Returns the first and the last frame that can be shown.
    fn frames(&self) -> (u64, u64) {
        (self.frame(), self.frame())
    }
    /// Returns the moment within the frame, or `None` if its end is shown.
    fn inside(&self) -> Option<&InsideView> {
        None
    }
    /// Returns the memory of the run history and its limit, in bytes.
    fn memory(&self) -> (usize, usize) {
        (0, 0)
    }
    /// Returns the current way and those that the run left, in the order in which they began; nothing if it never left one.
    fn ways(&self) -> Vec<WayView> {
        Vec::new()
    }
    /// Returns whether the run left a way.
    fn has_ways(&self) -> bool {
        false
    }
    /// Returns the inputs in which a way differs from the current one, in their order.
    fn different_inputs(&self, _way: WayId) -> Vec<DifferentRow> {
        Vec::new()
    }
    /// Returns the nodes of the document that do something else in a way than in the current one, by the frame in which they first do.
    fn different_nodes(&self, _way: WayId) -> Vec<DifferentNode> {
        Vec::new()
    }
    /// Returns the variables that tasks write otherwise in a way than in the current one, by the frame in which they first are.
    fn different_variables(&self, _way: WayId) -> Vec<DifferentVariable> {
        Vec::new()
    }
    /// Returns the last frame that is to run as it was recorded on the way before, and the number of inputs that are to happen again.
    fn recorded_ahead(&self) -> Option<(u64, usize)> {
        None
    }
    /// Returns the numbers of the agents in the shown frame.
    fn agents(&self) -> Vec<u64> {
        vec![self.agent()]
    }
    /// Returns the number of the agent whose tree is shown.
    fn agent(&self) -> u64 {
        0
    }
    /// Returns the number of agents in the shown frame.
    fn agent_count(&self) -> usize {
        1
    }
    /// Returns whether the run has or had several agents in any frame.
    fn has_several_agents(&self) -> bool {
        false
    }
    /// Returns what all agents do at the shown moment; `None` if only one is known.
    fn agents_view(&self) -> Option<&AgentsView> {
        None
    }
    /// Returns the current value of an agent's variable, in the shown use.
    fn agent_variable(&self, _agent: u64, name: &str) -> Option<&Value> {
        self.variable(name)
    }
    /// Returns the number of trees that agents run or ran.
    fn tree_count(&self) -> usize {
        1
    }
    /// Returns the document of a tree of the run, if it is known; the first tree is that with which the run started.
    fn document_of(&self, _tree: usize) -> Option<DocumentId> {
        None
    }
    /// Returns the last name of a node that is no longer in this document.
    fn name_in_past(&self, _document: DocumentId, _id: &NodeId) -> Option<Argument> {
        None
    }
    /// Returns the index of the tree that an agent runs.
    fn tree_of(&self, _agent: u64) -> usize {
        0
    }
    /// Returns the nodes of an agent's tree, like [`RunView::lanes`].
    fn agent_lanes(&self, _agent: u64) -> &[LaneView] {
        self.lanes()
    }
    /// Returns the name under which the run history has a variable of an agent, like [`RunView::name_in_run`].
    fn agent_name_in_run<'a>(&'a self, _agent: u64, name: &'a str) -> Cow<'a, str> {
        self.name_in_run(name)
    }
    /// Returns the run history of an agent, if frames of it are known.
    fn history_of(&self, _agent: u64) -> Option<&RunHistory> {
        None
    }
    /// Returns the state of a node in an agent's tree at the shown moment.
    fn agent_node(&self, _agent: u64, id: &NodeId) -> NodeRun {
        self.node(id)
    }
    /// Returns the elapsed time at the shown moment, in seconds of game time.
    fn time(&self) -> f64;
    /// Returns the elapsed time at a frame, in seconds of game time.
    fn time_of(&self, frame: u64) -> f64 {
        self.history().time(frame)
    }
    /// Returns the state of a node at the shown moment: what it does, or how it ended last.
    fn node(&self, id: &NodeId) -> NodeRun;
    /// Returns the program if each node of the document has one place in it, so that callers can remember places instead of looking them
    /// up in every frame. `None` if a node can have several.
    fn places(&self) -> Option<&Arc<Program<()>>> {
        None
    }
    /// Returns a node of the program as the document shows it.
    fn node_of(&self, _place: NodeIndex) -> Option<ShownNode> {
        None
    }
    /// Returns the state of the node at a place of that program.
    fn node_at(&self, _place: NodeIndex) -> NodeRun {
        NodeRun::default()
    }
    /// Returns whether the user can set a result of this leaf now: of a running action that awaits one, of a conditional at any time.
    fn is_asking(&self, _id: &NodeId) -> bool {
        false
    }
    /// Returns whether the result of this leaf can be forced now: it is running, or it is a condition that is watched.
    fn can_force(&self, id: &NodeId) -> bool {
        self.node(id).state == NodeState::Running
    }
    /// Returns whether results of nodes with children can be forced as well.
    fn can_force_parents(&self) -> bool {
        false
    }
    /// Returns the leaves whose result can be set now: running actions first, then conditionals.
    fn asking(&self) -> Box<dyn Iterator<Item = NodeId> + '_> {
        Box::new(std::iter::empty())
    }
    /// Returns the result in effect that the user has set: of an action until it is used, of a conditional until another one is set.
    fn answer(&self, _id: &NodeId) -> Option<Status> {
        None
    }
    /// Returns the run stacks, the main one first, each from its first node to its top.
    fn stacks(&self) -> &[Vec<NodeId>] {
        &[]
    }
    /// Returns all uses of the document's trees by Subtree nodes, in the order of the tree.
    fn uses(&self) -> Vec<UseView> {
        Vec::new()
    }
    /// Returns whether a tree of the document is used by a Subtree node.
    fn has_uses(&self) -> bool {
        false
    }
    /// Returns the use whose variables are shown, or `None` for the main tree.
    fn shown_use(&self) -> Option<&UseView> {
        None
    }
    /// Returns whether the user chose the shown use. If not, it follows the selection and the run.
    fn is_use_chosen(&self) -> bool {
        false
    }
    /// Returns the name under which the run history has a variable of the document: that of the shown use.
    fn name_in_run<'a>(&'a self, name: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(name)
    }
    /// Returns the names of the events that nodes listen to, including those in other files, in no particular order.
    fn heard_events(&self) -> Vec<Arc<str>> {
        Vec::new()
    }
    /// Returns the events that were sent from outside, by frame, also after the shown frame.
    fn sent_events(&self) -> &[SentEvent] {
        &[]
    }
    /// Returns the events that were sent from outside and wait for the next frame.
    fn events_waiting(&self) -> Vec<SentEvent> {
        Vec::new()
    }
    /// Returns whether values were set that take effect with the next frame.
    fn has_waiting_values(&self) -> bool {
        false
    }
    /// Returns the current value of a variable, in the shown use.
    fn variable(&self, _name: &str) -> Option<&Value> {
        None
    }
    /// Returns the frame in which a variable was last written, in the shown use.
    fn variable_written(&self, _name: &str) -> Option<u64> {
        None
    }
    /// Returns the aborts of the shown frame.
    fn aborts(&self) -> &[AbortView];
    /// Returns the log up to the shown moment, oldest line first.
    fn log(&self) -> &[LogEntry] {
        &[]
    }
    /// Returns the whole log, which begins with the lines up to the shown moment.
    fn whole_log(&self) -> &[LogEntry] {
        self.log()
    }
    /// Returns how often log lines were removed or inserted between others.
    fn log_revision(&self) -> u64 {
        0
    }
    /// Returns a number that increases whenever the run has changed or another moment is shown.
    fn moment(&self) -> u64 {
        self.frame()
    }
    /// Returns the observers at the shown moment or, within a frame, before the frame.
    fn observers(&self) -> ObserversView {
        ObserversView::default()
    }
    /// Explains why a node ended or does not run. `name` returns the names of nodes.
    fn why(&self, _node: &NodeId, _name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        Vec::new()
    }
    /// Explains why a condition aborts nothing; `None` for other nodes, and within a frame.
    /// Whether all inputs came from the user, and not from a scenario or recording.
    fn has_own_inputs(&self) -> bool {
        false
    }

    fn why_no_abort(&self, _node: &NodeId, _name: &dyn Fn(&NodeId) -> String) -> Option<Reason> {
        None
    }
    /// Explains a reason further: why the node that wrote a value ran, or what started a node.
    fn why_further(&self, _reason: &Reason, _name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        Vec::new()
    }
    /// Returns on what the condition depended that a line of the log tells of; empty for other lines.
    fn why_logged(&self, _line: &LogEntry, _name: &dyn Fn(&NodeId) -> String) -> Vec<Reason> {
        Vec::new()
    }
    /// Returns how often the breakpoint at this index of the list was hit.
    fn breakpoint_hits(&self, _place: usize) -> u64 {
        0
    }
    /// Returns why a node could not do its work, if so.
    fn error(&self, _id: &NodeId) -> Option<&Message> {
        None
    }
    /// Returns the data that a node of the document has attached to the shown frame.
    fn data_of(&self, _node: &NodeId) -> Vec<Datum> {
        Vec::new()
    }
    /// Returns the run histories of all agents of the shown frame, with their numbers.
    fn histories(&self) -> Vec<(u64, &RunHistory)> {
        vec![(self.agent(), self.history())]
    }
    /// Returns the nodes in tree order, without those of other files.
    fn lanes(&self) -> &[LaneView] {
        &[]
    }
    /// Returns the run history by node and by variable.
    fn history(&self) -> &RunHistory;
    fn visits(&self) -> Visits;
    /// Returns what the program that runs it has measured of its leaves; `None` as long as nothing was.
    fn profile(&self) -> Option<&RunProfile> {
        None
    }
    /// Returns the frames in which something happened that the user looks for; `None` while nothing is looked for.
    fn found(&self) -> Option<&FoundFrames> {
        None
    }
    /// Returns the error of the expression that the user looks for.
    fn search_fault(&self) -> Option<&ExpressionError> {
        None
    }
    /// Returns the number of known frames in which something happened, with variables of the shown use.
    fn count_of(&self, _sought: &Sought) -> usize {
        0
    }
}
