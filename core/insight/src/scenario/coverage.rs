//! Which nodes were reached in runs, summed over them. Nodes are those of documents, whichever use of their tree was run; knows nothing
//! of what the runs were for.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use treewright_core::ids::NodeId;

use super::Seen;

/// Which nodes of which documents were reached. Documents are called as the one who adds runs calls them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    documents: Map<Arc<str>, Map<NodeId, Covered>>,
}

type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// A node that was part of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// What it is called.
    pub title: String,
    /// Whether any run reached it.
    pub reached: bool,
}

impl Coverage {
    /// Adds what a run has reached so far. `name_of` calls the documents: none is the one that was run, others by their paths in the
    /// project folder.
    pub fn add(&mut self, run: &Seen<'_>, name_of: impl Fn(Option<&str>) -> Arc<str>) {
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

    /// The documents with all of their nodes that could have been reached, in the order in which they came.
    pub fn documents(
        &self,
    ) -> impl Iterator<Item = (&Arc<str>, impl Iterator<Item = (&NodeId, &Covered)>)> {
        self.documents
            .iter()
            .map(|(name, nodes)| (name, nodes.iter()))
    }

    /// Whether a node was reached; none if it was part of no run.
    pub fn reached(&self, document: &str, node: &NodeId) -> Option<bool> {
        let covered = self.documents.get(document)?.get(node)?;
        Some(covered.reached)
    }
}
