//! The current state of each node of a run, since when, and how often it was started: the data that a run view shows at each
//! node. Knows events, but not where they come from.

use serde::Deserialize;
use treewright_core::named;
use treewright_core::runtime::{EndStatus, NodeIndex, Status};
use treewright_core::trace::{Keyframe, TraceEvent};

named! {
    /// The state of a node: running, or how it ended last.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(rename = "state", transform = crate::file_header::names_only)
    )]
    pub enum NodeState: name {
        /// It has not run yet.
        #[default]
        Idle = "Idle",
        /// It is on a run stack.
        Running = "Running",
        /// It returned Success.
        Success = "Success",
        /// It returned Failure.
        Failure = "Failure",
        /// It was interrupted.
        Interrupted = "Interrupted",
    }
}

impl NodeState {
    /// Returns whether the node is on a run stack.
    pub fn is_running(self) -> bool {
        self == Self::Running
    }
}

impl From<Status> for NodeState {
    fn from(status: Status) -> Self {
        match status {
            Status::Success => Self::Success,
            Status::Failure => Self::Failure,
            Status::Running => Self::Running,
        }
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

/// The state of a node in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeRun {
    /// Whether it runs, or how it ended last.
    pub state: NodeState,
    /// The frame in which it entered this state; 0 if it has not run, or if nobody observed when that was.
    pub since_frame: u64,
    /// How often it was started.
    pub visits: u32,
}

/// The states of all nodes of a program, by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeRuns {
    nodes: Box<[NodeRun]>,
}

impl NodeRuns {
    /// Creates the states before the first frame of a program with `nodes` nodes.
    pub fn new(nodes: usize) -> Self {
        Self {
            nodes: vec![NodeRun::default(); nodes].into(),
        }
    }

    /// Creates the states of a run of which nothing is known but this keyframe: its running nodes run, and the others
    /// count as not run yet. Each running node was started at least once.
    pub fn beginning_with(nodes: usize, keyframe: &Keyframe) -> Self {
        let mut runs = Self::new(nodes);
        for running in &keyframe.running {
            let run = NodeRun {
                state: NodeState::Running,
                since_frame: running.since.unwrap_or_default(),
                visits: 1,
            };
            runs.put(running.node, run);
        }
        runs
    }

    /// Applies all or some events of a frame. Events of unknown nodes are ignored.
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

    /// Returns the state of a node; the initial state if the node is unknown.
    pub fn get(&self, node: NodeIndex) -> NodeRun {
        self.nodes.get(node.get()).copied().unwrap_or_default()
    }

    /// Sets the state of a node, as after a change of the program.
    pub(crate) fn put(&mut self, node: NodeIndex, run: NodeRun) {
        if let Some(place) = self.nodes.get_mut(node.get()) {
            *place = run;
        }
    }

    /// Returns all states in pre-order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &NodeRun> {
        self.nodes.iter()
    }

    /// Returns the memory in bytes.
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
    fn starts_and_ends_are_stored_with_frame_and_count() {
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
    fn a_run_can_begin_with_what_runs_already() {
        use treewright_core::runtime::TreeState;
        use treewright_core::trace::RunningNode;
        let running = |node, since| RunningNode { node, since };
        let keyframe = Keyframe {
            frame: 900,
            state: TreeState::Enabled,
            running: vec![running(ROOT, None), running(LEAF, Some(870))],
            variables: Vec::new(),
        };
        let mut runs = NodeRuns::beginning_with(3, &keyframe);
        assert_eq!(runs.get(ROOT), run(NodeState::Running, 0, 1));
        assert_eq!(runs.get(LEAF), run(NodeState::Running, 870, 1));
        assert_eq!(runs.get(NodeIndex(2)), NodeRun::default());
        let update = TraceEvent::Update(LEAF, Status::Running);
        runs.note(&[update, TraceEvent::End(LEAF, EndStatus::Success)], 901);
        assert_eq!(runs.get(LEAF), run(NodeState::Success, 901, 1));
    }

    #[test]
    fn events_of_unknown_nodes_are_ignored() {
        let mut runs = NodeRuns::new(1);
        runs.note(&[TraceEvent::Start(LEAF)], 1);
        assert_eq!(runs, NodeRuns::new(1));
        assert_eq!(runs.get(LEAF), NodeRun::default());
    }
}
