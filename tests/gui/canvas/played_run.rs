//! A run with states set by the test.

use std::collections::HashMap;

use treewright_core::ids::NodeId;
use treewright_insight::history::RunHistory;
use treewright_session::workspace::run_view::{
    AbortView, NodeRun, NodeState, RunState, RunView, Visits,
};

/// A run in which everything happened in frame 10.
#[derive(Default)]
pub struct PlayedRun {
    pub states: HashMap<NodeId, NodeState>,
    pub asking: Vec<NodeId>,
    pub aborts: Vec<AbortView>,
    pub visits: HashMap<NodeId, u32>,
    pub history: RunHistory,
}

impl RunView for PlayedRun {
    fn state(&self) -> RunState {
        RunState::Paused
    }
    fn frame(&self) -> u64 {
        10
    }
    fn time(&self) -> f64 {
        1.0
    }
    fn node(&self, id: &NodeId) -> NodeRun {
        NodeRun {
            state: self.states.get(id).copied().unwrap_or_default(),
            since_frame: 10,
            visits: self.visits.get(id).copied().unwrap_or_default(),
        }
    }
    fn is_asking(&self, id: &NodeId) -> bool {
        self.asking.contains(id)
    }
    fn aborts(&self) -> &[AbortView] {
        &self.aborts
    }
    fn history(&self) -> &RunHistory {
        &self.history
    }
    fn visits(&self) -> Visits {
        Visits {
            reached: self.visits.len(),
            of: 20,
            most: self.visits.values().copied().max().unwrap_or_default(),
        }
    }
}
