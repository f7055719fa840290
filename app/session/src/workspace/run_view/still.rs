//! One moment of a run as independent data, to be drawn elsewhere while the run continues.

use rustc_hash::FxHashMap;
use treewright_core::Message;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
use treewright_insight::history::RunHistory;

use super::{AbortView, NodeRun, RunState, RunView, Visits};

/// The states of nodes at a moment of a run.
pub struct RunSnapshot {
    state: RunState,
    frame: u64,
    time: f64,
    /// The nodes whose states are known.
    nodes: FxHashMap<NodeId, NodeRun>,
    errors: FxHashMap<NodeId, Message>,
    /// The elapsed times of the frames in which nodes got their current state.
    times: FxHashMap<u64, f64>,
    aborts: Vec<AbortView>,
    visits: Visits,
    /// Always empty.
    history: RunHistory,
}

impl RunSnapshot {
    /// Copies the shown moment of a run, for the nodes of a document.
    pub fn of(run: &dyn RunView, document: &Document) -> Self {
        let ids = || document.nodes().map(Node::id);
        let known = ids().filter(|id| run.is_known(id));
        let nodes: FxHashMap<_, _> = known.map(|id| (id.clone(), run.node(id))).collect();
        let times = nodes.values().map(|node| node.since_frame);
        let times = times.map(|frame| (frame, run.time_of(frame)));
        let errors = ids().filter_map(|id| Some((id.clone(), run.error(id)?.clone())));
        Self {
            state: run.state(),
            frame: run.frame(),
            time: run.time(),
            times: times.collect(),
            errors: errors.collect(),
            aborts: run.aborts().to_vec(),
            visits: run.visits(),
            history: RunHistory::default(),
            nodes,
        }
    }
}

impl RunView for RunSnapshot {
    fn is_known(&self, id: &NodeId) -> bool {
        self.nodes.contains_key(id)
    }

    fn state(&self) -> RunState {
        self.state
    }

    fn frame(&self) -> u64 {
        self.frame
    }

    fn time(&self) -> f64 {
        self.time
    }

    fn time_of(&self, frame: u64) -> f64 {
        self.times.get(&frame).copied().unwrap_or_default()
    }

    fn node(&self, id: &NodeId) -> NodeRun {
        self.nodes.get(id).copied().unwrap_or_default()
    }

    fn aborts(&self) -> &[AbortView] {
        &self.aborts
    }

    fn error(&self, id: &NodeId) -> Option<&Message> {
        self.errors.get(id)
    }

    fn history(&self) -> &RunHistory {
        &self.history
    }

    fn visits(&self) -> Visits {
        self.visits
    }
}
