//! The nodes of a tree in the order of its lanes, and how many of them a run has entered. Knows no frames.

use rustc_hash::FxHashSet;
use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;

use super::node_mapping::NodeMapping;
use super::run_view::{LaneView, Visits};

/// The nodes of a tree, in pre-order.
#[derive(Default)]
pub(super) struct TreeLanes {
    /// The index of the program whose nodes they are.
    program: usize,
    lanes: Vec<LaneView>,
    /// How many nodes of the document are part of the run.
    nodes: usize,
}

impl TreeLanes {
    pub fn of(number: usize, program: &Program<()>, places: &NodeMapping) -> Self {
        let lanes = lanes(program, places);
        Self {
            program: number,
            nodes: count(&lanes, places),
            lanes,
        }
    }

    /// Returns the index of the program whose nodes they are.
    pub fn program(&self) -> usize {
        self.program
    }

    /// Returns the nodes, without those of other files.
    pub fn list(&self) -> &[LaneView] {
        &self.lanes
    }

    /// Counts how often the nodes were entered. `visits_of` returns how often one was.
    pub fn count_visits(
        &self,
        visits_of: &dyn Fn(NodeIndex) -> u32,
        has_subtree_nodes: bool,
    ) -> Visits {
        let mut visits = Visits {
            of: self.nodes,
            ..Visits::default()
        };
        // A node with several uses of its tree counts once.
        let mut entered = FxHashSet::default();
        for lane in &self.lanes {
            let count = visits_of(lane.node);
            visits.most = visits.most.max(count);
            let is_first = count > 0 && (!has_subtree_nodes || entered.insert(&lane.id));
            visits.reached += usize::from(is_first);
        }
        visits
    }
}

fn count(lanes: &[LaneView], places: &NodeMapping) -> usize {
    if !places.has_subtree_nodes() {
        return lanes.len();
    }
    let ids: FxHashSet<&NodeId> = lanes.iter().map(|lane| &lane.id).collect();
    ids.len()
}

/// Returns the program's nodes that are in the document, in pre-order.
fn lanes(program: &Program<()>, places: &NodeMapping) -> Vec<LaneView> {
    let mut lanes: Vec<LaneView> = Vec::with_capacity(program.len());
    // For each open lane, starting with the root: its index in the list and its node.
    let mut open: Vec<(usize, NodeIndex)> = Vec::new();
    for node in program.indices() {
        while let Some((lane, above)) = open.last()
            && !program.is_inside(node, *above)
        {
            let lane = *lane;
            lanes[lane].end = lanes.len();
            open.pop();
        }
        let Some(id) = places.in_document(program, node) else {
            continue;
        };
        let place = lanes.len();
        lanes.push(LaneView {
            node,
            id,
            depth: open.len() as u32,
            end: place + 1,
        });
        open.push((place, node));
    }
    let end = lanes.len();
    for (lane, _) in open {
        lanes[lane].end = end;
    }
    lanes
}
