//! What each node of a run does or how it ended last, since when, and how often it was entered: what a view of a run shows at each node.
//! Knows only events; not where they come from.

use serde::Deserialize;
use treewright_core::named;
use treewright_core::runtime::{EndStatus, NodeIndex};
use treewright_core::trace::TraceEvent;

named! {
    /// What a node does, or how it ended last.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(rename = "state", transform = crate::headed::names_only)
    )]
    pub enum NodeState: name {
        /// It has not run yet.
        #[default]
        Idle = "Idle",
        /// It is on a run stack.
        Running = "Running",
        /// It ended with Success.
        Success = "Success",
        /// It ended with Failure.
        Failure = "Failure",
        /// It was interrupted.
        Interrupted = "Interrupted",
    }
}

impl NodeState {
    /// Whether it is on a run stack.
    pub fn is_running(self) -> bool {
        self == Self::Running
    }
}

impl From<EndStatus> for NodeState {
    fn from(status: EndStatus) -> Self {
        match status {
            EndStatus::Success => Self::Success,
            EndStatus::Failure => Self::Failure,
            EndStatus::Inactive => Self::Interrupted,
        }
    }
}

/// How a node stands in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeRun {
    /// What it does, or how it ended last.
    pub state: NodeState,
    /// The frame in which it got into this state; 0 if it has not run.
    pub since_frame: u64,
    /// How often it was entered.
    pub visits: u32,
}

/// How all nodes of a program stand, by their places in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeRuns {
    nodes: Box<[NodeRun]>,
}

impl NodeRuns {
    /// Before the first frame of a program of so many nodes.
    pub fn new(nodes: usize) -> Self {
        Self {
            nodes: vec![NodeRun::default(); nodes].into(),
        }
    }

    /// Takes in what happened in a frame, all of it or a part. Events of nodes that are not of the program are passed over.
    pub fn note(&mut self, events: &[TraceEvent], frame: u64) {
        for event in events {
            let (node, state) = match event {
                TraceEvent::Start(node) => (node, NodeState::Running),
                TraceEvent::End(node, status) => (node, NodeState::from(*status)),
                _ => continue,
            };
            let Some(run) = self.nodes.get_mut(node.get()) else {
                continue;
            };
            run.visits = run
                .visits
                .saturating_add(u32::from(state == NodeState::Running));
            run.state = state;
            run.since_frame = frame;
        }
    }

    /// How a node stands; as one that has not run if it is not of the program.
    pub fn get(&self, node: NodeIndex) -> NodeRun {
        self.nodes.get(node.get()).copied().unwrap_or_default()
    }

    /// Says how a node stands, as after a change of the program.
    pub(crate) fn put(&mut self, node: NodeIndex, run: NodeRun) {
        if let Some(place) = self.nodes.get_mut(node.get()) {
            *place = run;
        }
    }

    /// How all of them stand, in pre-order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &NodeRun> {
        self.nodes.iter()
    }

    /// How many bytes it takes.
    pub fn memory(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::runtime::Status;

    use super::*;

    const ROOT: NodeIndex = NodeIndex(0);
    const LEAF: NodeIndex = NodeIndex(1);

    fn run(state: NodeState, since_frame: u64, visits: u32) -> NodeRun {
        NodeRun {
            state,
            since_frame,
            visits,
        }
    }

    #[test]
    fn entering_and_ending_is_noted_with_its_frame_and_counted() {
        let mut runs = NodeRuns::new(3);
        let twice = [
            TraceEvent::Start(ROOT),
            TraceEvent::Start(LEAF),
            TraceEvent::End(LEAF, EndStatus::Failure),
            TraceEvent::Start(LEAF),
            TraceEvent::Update(LEAF, Status::Running),
        ];
        runs.note(&twice, 1);
        assert_eq!(runs.get(ROOT), run(NodeState::Running, 1, 1));
        assert_eq!(runs.get(LEAF), run(NodeState::Running, 1, 2));
        runs.note(&[TraceEvent::Update(LEAF, Status::Running)], 2);
        assert_eq!(runs.get(LEAF).since_frame, 1, "it did not change");
        runs.note(&[TraceEvent::End(LEAF, EndStatus::Inactive)], 3);
        assert_eq!(runs.get(LEAF), run(NodeState::Interrupted, 3, 2));
        assert_eq!(runs.iter().nth(2), Some(&NodeRun::default()));
    }

    #[test]
    fn events_of_nodes_that_are_not_there_are_passed_over() {
        let mut runs = NodeRuns::new(1);
        runs.note(&[TraceEvent::Start(LEAF)], 1);
        assert_eq!(runs, NodeRuns::new(1));
        assert_eq!(runs.get(LEAF), NodeRun::default());
    }
}
