//! What a run keeps of its frames by node and by variable, and the nodes in the order in which they are listed.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_core::trace::RunHistory;

use super::places::Places;
use crate::workspace::run_view::{LaneView, NodeRun, Visits};

/// A run's past.
pub(super) struct Past {
    pub history: RunHistory,
    pub lanes: Vec<LaneView>,
    /// How many nodes of the document are part of the run.
    nodes: usize,
}

impl Past {
    /// Before the first frame.
    pub fn new(program: &Program<()>, places: &Places) -> Self {
        let lanes = lanes(program, places);
        Self {
            history: RunHistory::new(program),
            nodes: count(&lanes),
            lanes,
        }
    }

    /// The run goes on with another program.
    pub fn swap(&mut self, old: &Program<()>, new: &Program<()>, places: &Places) {
        self.history.swap(old, new);
        self.lanes = lanes(new, places);
        self.nodes = count(&self.lanes);
    }

    /// How often nodes were entered, of which this is known.
    pub fn count_visits(&self, nodes: &FxHashMap<NodeId, NodeRun>) -> Visits {
        let visits = nodes.values().map(|run| run.visits);
        Visits {
            reached: visits.clone().filter(|count| *count > 0).count(),
            of: self.nodes,
            most: visits.max().unwrap_or(0),
        }
    }
}

fn count(lanes: &[LaneView]) -> usize {
    let ids: FxHashSet<&NodeId> = lanes.iter().map(|lane| &lane.id).collect();
    ids.len()
}

/// The nodes of the program that stand in the document, in pre-order.
fn lanes(program: &Program<()>, places: &Places) -> Vec<LaneView> {
    let mut lanes: Vec<LaneView> = Vec::with_capacity(program.len());
    // For each open lane from the root on: its place in the list and in the program.
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
