//! The frames of a run in which something happened that the user looks for. Plain data; a run keeps them up to date.

use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_insight::history::ChunkedList;
use treewright_insight::occurrence::{Occurrence, Sought};

/// What the user looks for in the runs of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct RunQuery {
    pub sought: Sought,
    /// The index of the run's tree whose nodes and variables are meant.
    pub tree: usize,
    /// The use of a subtree whose variables are meant, by the id of its Subtree node in the program; `None` for those of the main tree.
    pub used: Option<NodeId>,
}

/// A frame that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundFrame {
    pub frame: u32,
    /// The number of the agent of which it was found.
    pub agent: u64,
    /// The node that did it, as in [`Occurrence::node`].
    pub node: Option<NodeIndex>,
}

impl FoundFrame {
    /// Returns the frame and the agent, by which found frames are ordered.
    pub fn place(&self) -> FoundPlace {
        (self.frame.into(), self.agent)
    }
}

/// A frame, and the number of an agent.
pub type FoundPlace = (u64, u64);

/// The frames that were found, ordered by frame, then by agent.
#[derive(Debug, Default)]
pub struct FoundFrames {
    /// One per frame and agent.
    frames: ChunkedList<FoundFrame>,
    /// All frames in which a node of an agent's tree did what is sought.
    of_nodes: FxHashMap<(u64, NodeIndex), ChunkedList<u32>>,
}

impl FoundFrames {
    /// Returns what was found in each frame of each agent.
    pub fn frames(&self) -> &ChunkedList<FoundFrame> {
        &self.frames
    }

    /// Returns the nodes of the latest program that did what is sought in an agent's tree, ascending.
    pub fn nodes(&self, agent: u64) -> Vec<NodeIndex> {
        let of_agent = self.of_nodes.keys().filter(|(of, _)| *of == agent);
        let mut nodes: Vec<NodeIndex> = of_agent.map(|(_, node)| *node).collect();
        nodes.sort_unstable();
        nodes
    }

    /// Returns the frames in which a node of the latest program did what is sought in an agent's tree.
    pub fn of_node(&self, agent: u64, node: NodeIndex) -> Option<&ChunkedList<u32>> {
        self.of_nodes.get(&(agent, node))
    }

    /// Returns the index of this frame of this agent, if it was found.
    pub fn position(&self, place: FoundPlace) -> Option<usize> {
        let index = self.frames.partition_point(|at| at.place() < place);
        let found = self.frames.get(index)?;
        (found.place() == place).then_some(index)
    }

    /// Returns the first one after this frame of this agent.
    pub fn next(&self, place: FoundPlace) -> Option<FoundPlace> {
        let index = self.frames.partition_point(|at| at.place() <= place);
        Some(self.frames.get(index)?.place())
    }

    /// Returns the last one before this frame of this agent.
    pub fn previous(&self, place: FoundPlace) -> Option<FoundPlace> {
        let index = self.frames.partition_point(|at| at.place() < place);
        Some(self.frames.get(index.checked_sub(1)?)?.place())
    }

    /// Adds occurrences of agents in later frames, ordered by frame, then by agent.
    pub fn extend(&mut self, occurrences: &[(u64, Occurrence)]) {
        for (agent, occurrence) in occurrences {
            let Occurrence { frame, node } = *occurrence;
            if let Some(node) = node {
                let frames = self.of_nodes.entry((*agent, node)).or_default();
                frames.push(frame);
            }
            match self.frames.last_mut() {
                // One that has a node is preferred.
                Some(last) if last.place() == (frame.into(), *agent) => {
                    last.node = last.node.or(node);
                }
                _ => self.frames.push(FoundFrame {
                    frame,
                    agent: *agent,
                    node,
                }),
            }
        }
    }

    /// Removes the frames from this one on.
    pub fn cut_from(&mut self, frame: u64) {
        let kept = self
            .frames
            .partition_point(|at| u64::from(at.frame) < frame);
        self.frames.truncate(kept);
        for frames in self.of_nodes.values_mut() {
            frames.truncate(frames.partition_point(|at| u64::from(*at) < frame));
        }
        self.of_nodes.retain(|_, frames| !frames.is_empty());
    }

    /// Removes the frames up to this one.
    pub fn forget(&mut self, until: u64) {
        let gone = self
            .frames
            .partition_point(|at| u64::from(at.frame) <= until);
        self.frames.forget(gone);
        for frames in self.of_nodes.values_mut() {
            frames.forget(frames.partition_point(|at| u64::from(*at) <= until));
        }
        self.of_nodes.retain(|_, frames| !frames.is_empty());
    }
}
