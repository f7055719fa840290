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
    /// The use of a subtree whose variables are meant, by the id of its Subtree node in the program; `None` for those of the main tree.
    pub used: Option<NodeId>,
}

/// The frames that were found, in order.
#[derive(Debug, Default)]
pub struct FoundFrames {
    /// One occurrence per frame.
    frames: ChunkedList<Occurrence>,
    /// All frames in which a node did what is sought.
    of_nodes: FxHashMap<NodeIndex, ChunkedList<u32>>,
}

impl FoundFrames {
    /// Returns an occurrence in each frame that was found.
    pub fn frames(&self) -> &ChunkedList<Occurrence> {
        &self.frames
    }

    /// Returns the nodes of the latest program that did what is sought, ascending.
    pub fn nodes(&self) -> Vec<NodeIndex> {
        let mut nodes: Vec<NodeIndex> = self.of_nodes.keys().copied().collect();
        nodes.sort_unstable();
        nodes
    }

    /// Returns the frames in which a node of the latest program did what is sought.
    pub fn of_node(&self, node: NodeIndex) -> Option<&ChunkedList<u32>> {
        self.of_nodes.get(&node)
    }

    /// Returns the index of this frame, if it was found.
    pub fn position(&self, frame: u64) -> Option<usize> {
        let place = self
            .frames
            .partition_point(|at| u64::from(at.frame) < frame);
        let found = self.frames.get(place)?;
        (u64::from(found.frame) == frame).then_some(place)
    }

    /// Returns the first found frame after this one.
    pub fn next(&self, frame: u64) -> Option<u64> {
        let place = self
            .frames
            .partition_point(|at| u64::from(at.frame) <= frame);
        Some(self.frames.get(place)?.frame.into())
    }

    /// Returns the last found frame before this one.
    pub fn previous(&self, frame: u64) -> Option<u64> {
        let place = self
            .frames
            .partition_point(|at| u64::from(at.frame) < frame);
        Some(self.frames.get(place.checked_sub(1)?)?.frame.into())
    }

    /// Adds occurrences in later frames, in order.
    pub fn extend(&mut self, occurrences: &[Occurrence]) {
        for occurrence in occurrences {
            if let Some(node) = occurrence.node {
                self.of_nodes
                    .entry(node)
                    .or_default()
                    .push(occurrence.frame);
            }
            match self.frames.last_mut() {
                // One that has a node is preferred.
                Some(last) if last.frame == occurrence.frame => {
                    last.node = last.node.or(occurrence.node);
                }
                _ => self.frames.push(*occurrence),
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
