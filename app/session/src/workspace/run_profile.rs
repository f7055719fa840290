//! How long the leaves of a run take, as its program measured them in some frames: by node of the document, each with its share of the whole. Knows
//! neither who measures nor how often.

use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;

use super::shown_nodes::ShownNodes;

/// What was measured of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// How many frames were measured.
    pub frames: u64,
    /// The leaves: the node, how often it was called in the measured frames, and how long these calls took in nanoseconds.
    pub leaves: Vec<(NodeIndex, u64, u64)>,
}

/// What is known of the cost of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeCost {
    /// How often its own code is called a second; 0 if it has none.
    pub calls: f64,
    /// How long a call takes, in nanoseconds.
    pub nanoseconds: f64,
    /// Its share of the time of all leaves, from 0 to 1.
    pub share: f64,
    /// The share of its branch.
    pub branch: f64,
    /// How often a second it aborted something, or something was aborted in it, in the tree of the shown agent.
    pub aborts: f64,
}

impl NodeCost {
    /// Returns whether its own code was measured, not only that of nodes below it.
    pub fn is_of_leaf(&self) -> bool {
        self.calls > 0.0
    }
}

/// The aborts of an agent: conditional and composite of each, and in how many seconds of game time they happened.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CountedAborts {
    pub aborts: Vec<(NodeIndex, NodeIndex)>,
    pub seconds: f64,
}

/// The costs of the nodes of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunProfile {
    costs: FxHashMap<NodeId, NodeCost>,
    most: f64,
}

impl RunProfile {
    /// Sums up what was measured by node of the document. `dt` is the usual duration of a frame, in seconds.
    pub(super) fn new(
        nodes: ShownNodes<'_>,
        measured: &Measured,
        dt: f64,
        counted: &CountedAborts,
    ) -> Self {
        let is_node = |(node, ..): &&(NodeIndex, u64, u64)| node.get() < nodes.program.len();
        let leaves = || measured.leaves.iter().filter(is_node);
        let whole: u64 = leaves().map(|(.., time)| time).sum();
        let seconds = measured.frames.max(1) as f64 * dt;
        let per_second = if seconds > 0.0 { seconds.recip() } else { 0.0 };
        let mut costs: FxHashMap<NodeId, NodeCost> = FxHashMap::default();
        for (node, calls, time) in leaves() {
            let share = *time as f64 / whole.max(1) as f64;
            let own = costs.entry(nodes.shown(*node)).or_default();
            // Several uses of a tree, or nodes of another file, count as one.
            let spent = own.nanoseconds * own.calls + *time as f64 * per_second;
            own.calls += *calls as f64 * per_second;
            own.nanoseconds = spent / own.calls.max(f64::MIN_POSITIVE);
            own.share += share;
            for id in above(nodes, *node) {
                costs.entry(id).or_default().branch += share;
            }
        }
        for (conditional, scope) in &counted.aborts {
            let ids = [conditional, scope].map(|node| nodes.shown(*node));
            let [conditional, scope] = &ids;
            let once = if conditional == scope {
                &ids[..1]
            } else {
                &ids
            };
            for id in once {
                costs.entry(id.clone()).or_default().aborts += counted.seconds.recip();
            }
        }
        let most = costs.values().map(|cost| cost.share).fold(0.0, f64::max);
        Self { costs, most }
    }

    /// Returns what is known of a node; `None` if none of its branch was measured.
    pub fn of(&self, id: &NodeId) -> Option<&NodeCost> {
        self.costs.get(id)
    }

    /// Returns the largest share of a node.
    pub fn most(&self) -> f64 {
        self.most
    }
}

/// Returns the nodes of the document in whose branch a node of the program is, with the node that represents it, each once.
fn above(nodes: ShownNodes<'_>, node: NodeIndex) -> Vec<NodeId> {
    let mut ids = Vec::new();
    let mut next = Some(node);
    while let Some(place) = next {
        let id = nodes.shown(place);
        if !ids.contains(&id) {
            ids.push(id);
        }
        next = nodes.program.parent(place);
    }
    ids
}

#[cfg(test)]
mod tests {
    use treewright_core::library::NodeLibrary;
    use treewright_core::model::testing::draw;
    use treewright_core::project::Project;

    use super::*;
    use crate::workspace::document_program::DocumentProgram;

    #[test]
    fn shares_are_of_the_whole_and_parents_have_those_of_their_branches() {
        let document = draw("n1:Sequence[n2:Selector[n3:Idle n4:Idle] n5:Idle]");
        let (project, library) = (Project::alone(&document), NodeLibrary::builtin());
        let compiled = DocumentProgram::of(&project, &library, &[]);
        let nodes = ShownNodes {
            program: compiled.program().unwrap(),
            places: compiled.mapping(),
        };
        let measured = Measured {
            frames: 4,
            leaves: vec![
                (NodeIndex(2), 4, 4_000),
                (NodeIndex(3), 1, 3_000),
                (NodeIndex(4), 1, 1_000),
                (NodeIndex(99), 1, 1_000),
            ],
        };
        let aborts = CountedAborts {
            aborts: vec![(NodeIndex(2), NodeIndex(1))],
            seconds: 2.0,
        };
        let profile = RunProfile::new(nodes, &measured, 0.125, &aborts);
        let of = |id: &str| *profile.of(&id.into()).unwrap();
        let is = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let leaf = of("n3");
        assert!(
            is(leaf.calls, 8.0) && is(leaf.nanoseconds, 1_000.0),
            "{leaf:?}"
        );
        assert!(is(leaf.share, 0.5) && is(leaf.branch, 0.5) && is(leaf.aborts, 0.5));
        assert!(is(of("n2").branch, 0.875) && is(of("n2").share, 0.0));
        assert!(is(of("n2").aborts, 0.5));
        assert!(is(of("n1").branch, 1.0) && !of("n1").is_of_leaf());
        assert!(is(profile.most(), 0.5));
    }
}
