//! Coverage: which nodes were reached and which of their outcomes occurred, summed over several runs. Nodes are those of documents,
//! regardless of which use of their tree ran. Does not know the purpose of the runs.

mod measure;
mod observed;
mod possible;

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use treewright_core::ids::NodeId;
use treewright_core::model::Node;
use treewright_core::runtime::NodeIndex;

pub use measure::{CoverageCount, Measure, NodeOutcome};
pub(super) use observed::ObservedOutcomes;
use possible::PossibleOutcomes;

use super::ScenarioRun;

/// The covered nodes by document. The caller chooses the names of documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    documents: Map<Arc<str>, Map<NodeId, Covered>>,
}

type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// A node that was part of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// The title of the node.
    pub title: String,
    /// How often the runs entered it.
    pub visits: u64,
    /// Its possible outcomes, each with whether it occurred in any run.
    outcomes: Map<NodeOutcome, bool>,
}

impl Covered {
    /// Returns whether any run reached the node.
    pub fn is_reached(&self) -> bool {
        self.visits > 0
    }

    /// Returns the outcomes that the node can have, each with whether it occurred in any run.
    pub fn outcomes(&self) -> impl ExactSizeIterator<Item = (&NodeOutcome, bool)> {
        self.outcomes.iter().map(|(outcome, seen)| (outcome, *seen))
    }

    /// Returns the outcomes that the node can have and that occurred in no run.
    pub fn missing(&self) -> impl Iterator<Item = &NodeOutcome> {
        let missing = self.outcomes.iter().filter(|(_, seen)| !**seen);
        missing.map(|(outcome, _)| outcome)
    }

    /// Returns how much of a measure this node contributes.
    pub fn count(&self, measure: Measure) -> CoverageCount {
        if measure == Measure::Nodes {
            return CoverageCount::of([self.is_reached()]);
        }
        let outcomes = self.outcomes.iter();
        let measured = outcomes.filter(|(outcome, _)| measure.includes(outcome));
        CoverageCount::of(measured.map(|(_, seen)| *seen))
    }

    fn merge(&mut self, other: &Self) {
        if self.title.is_empty() {
            self.title.clone_from(&other.title);
        }
        self.visits += other.visits;
        for (outcome, seen) in &other.outcomes {
            self.note(outcome.clone(), *seen);
        }
    }

    fn note(&mut self, outcome: NodeOutcome, seen: bool) {
        *self.outcomes.entry(outcome).or_default() |= seen;
    }
}

impl Coverage {
    /// Adds the nodes of a run, and what it has covered so far. `name_of` returns the name of a document: `None` is the main one,
    /// others are given by their paths in the project folder.
    pub fn add(&mut self, run: &ScenarioRun<'_>, name_of: impl Fn(Option<&str>) -> Arc<str>) {
        let agent = run.seen();
        let program = agent.program();
        let possible = PossibleOutcomes::of(&agent);
        let mut names: Map<Option<&str>, Arc<str>> = Map::default();
        let mut origin_of = |node: NodeIndex| {
            let origin = agent.origin(node);
            let name = names.entry(origin.path);
            let name = name.or_insert_with(|| name_of(origin.path)).clone();
            (name, origin.node.clone())
        };
        let mut left = possible::MAX_LOOKUPS;
        for place in program.indices() {
            let (document, node) = origin_of(place);
            let nodes = self.documents.entry(document).or_default();
            let covered = nodes.entry(node).or_default();
            if covered.title.is_empty() {
                let title = agent.document_node(place).map(Node::title);
                title.unwrap_or_default().clone_into(&mut covered.title);
            }
            covered.visits += u64::from(agent.run_of(place).visits);
            possible.of_node(place, &mut left, |outcome| {
                let seen = run.observed().has(place, outcome);
                let outcome = outcome.map(&mut origin_of);
                covered.note(outcome, seen);
            });
        }
        // Some are possible only because of a decorator that runs between two starts of its child.
        for (condition, scope) in run.observed().aborts() {
            let (document, node) = origin_of(condition);
            let scope = origin_of(scope);
            if let Some(nodes) = self.documents.get_mut(&document)
                && let Some(covered) = nodes.get_mut(&node)
            {
                covered.note(NodeOutcome::Aborts(scope), true);
            }
        }
    }

    /// Adds what other runs have covered.
    pub fn merge(&mut self, other: &Self) {
        for (document, others) in &other.documents {
            let nodes = self.documents.entry(document.clone()).or_default();
            for (node, covered) in others {
                nodes.entry(node.clone()).or_default().merge(covered);
            }
        }
    }

    /// Returns the documents with all their nodes that could have been reached, in the order in which they were added.
    pub fn documents(
        &self,
    ) -> impl Iterator<Item = (&Arc<str>, impl Iterator<Item = (&NodeId, &Covered)>)> {
        self.documents
            .iter()
            .map(|(name, nodes)| (name, nodes.iter()))
    }

    /// Returns the nodes of a document that could have been reached.
    pub fn nodes(&self, document: &str) -> impl Iterator<Item = (&NodeId, &Covered)> {
        self.documents.get(document).into_iter().flatten()
    }

    /// Returns a node; `None` if it was not part of any run.
    pub fn node(&self, document: &str, node: &NodeId) -> Option<&Covered> {
        self.documents.get(document)?.get(node)
    }
}

#[cfg(test)]
mod tests;
