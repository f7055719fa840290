//! What the scenarios of a tree have covered of it, summed and counted once. Runs nothing.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_insight::scenario::{Coverage, CoverageCount, Covered, Measure};

use crate::host::scenario_runner::MAIN_DOCUMENT;

/// The coverage of a tree by its scenarios. The subtrees of other files are not part of it.
#[derive(Debug, Default)]
pub struct TreeCoverage {
    coverage: Coverage,
    counts: [CoverageCount; Measure::ALL.len()],
}

impl From<Coverage> for TreeCoverage {
    fn from(coverage: Coverage) -> Self {
        let mut counts = [CoverageCount::default(); Measure::ALL.len()];
        for (_, covered) in coverage.nodes(MAIN_DOCUMENT) {
            for (count, measure) in counts.iter_mut().zip(Measure::ALL) {
                *count += covered.count(measure);
            }
        }
        Self { coverage, counts }
    }
}

impl TreeCoverage {
    /// Returns whether a node was part of a run but never reached.
    pub fn never_reached(&self, node: &NodeId) -> bool {
        self.node(node).is_some_and(|covered| !covered.is_reached())
    }

    /// Returns the counts of a measure.
    pub fn count(&self, measure: Measure) -> CoverageCount {
        let mut all = Measure::ALL.into_iter().zip(self.counts);
        let found = all.find(|(one, _)| *one == measure);
        found.map(|(_, count)| count).unwrap_or_default()
    }

    /// Returns the nodes of the tree that are part of a run, in tree order.
    pub fn nodes(&self) -> impl Iterator<Item = (&NodeId, &Covered)> {
        self.coverage.nodes(MAIN_DOCUMENT)
    }

    /// Returns what is covered of a node; `None` if it is not part of a run.
    pub fn node(&self, node: &NodeId) -> Option<&Covered> {
        self.coverage.node(MAIN_DOCUMENT, node)
    }

    /// Returns the title of a node of this or another document.
    pub fn title(&self, (document, node): &(Arc<str>, NodeId)) -> &str {
        let covered = self.coverage.node(document, node);
        covered.map_or("", |covered| &*covered.title)
    }
}
