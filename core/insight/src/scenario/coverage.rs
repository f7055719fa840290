//! Node coverage: which nodes were reached, summed over several runs. Nodes are those of documents, regardless of which use of
//! their tree ran. Does not know the purpose of the runs.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use treewright_core::ids::NodeId;

use super::RecordedAgent;

/// The covered nodes by document. The caller chooses the names of documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    documents: Map<Arc<str>, Map<NodeId, Covered>>,
}

type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// A node that was part of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The title of the node.
    pub title: String,
    /// Whether any run reached it.
    pub reached: bool,
}

impl Coverage {
    /// Adds the nodes that a run has reached so far. `name_of` returns the name of a document: `None` is the main one, others are
    /// given by their paths in the project folder.
    pub fn add(&mut self, run: &RecordedAgent<'_>, name_of: impl Fn(Option<&str>) -> Arc<str>) {
        let mut names: Map<Option<&str>, Arc<str>> = Map::default();
        for place in run.program().indices() {
            let origin = run.origin(place);
            let was_reached = run.run_of(place).since_frame > 0;
            let name = names
                .entry(origin.path)
                .or_insert_with(|| name_of(origin.path));
            if !self.documents.contains_key(name) {
                self.documents.insert(name.clone(), Map::default());
            }
            let Some(nodes) = self.documents.get_mut(name) else {
                continue;
            };
            if let Some(covered) = nodes.get_mut(origin.node) {
                covered.reached |= was_reached;
                continue;
            }
            let title = run.document_node(place).map(|node| node.title().to_owned());
            let covered = Covered {
                title: title.unwrap_or_default(),
                reached: was_reached,
            };
            nodes.insert(origin.node.clone(), covered);
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

    /// Returns whether a node was reached; `None` if it was not part of any run.
    pub fn reached(&self, document: &str, node: &NodeId) -> Option<bool> {
        let covered = self.documents.get(document)?.get(node)?;
        Some(covered.reached)
    }
}
