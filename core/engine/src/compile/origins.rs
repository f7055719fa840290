//! Where the nodes of a program come from: those of the main tree are as they are called; those inside subtrees are called otherwise there.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::expansion::Expansion;
use super::uses::Uses;
use crate::ids::NodeId;

/// A node of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin<'a> {
    /// Where the document lies in the project folder; none for the document that was compiled.
    pub path: Option<&'a str>,
    /// The node.
    pub node: &'a NodeId,
}

/// Where the nodes of a program come from.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    paths: Vec<Arc<str>>,
    inside: FxHashMap<NodeId, (usize, NodeId)>,
}

impl Origins {
    /// The node of a document that has this id in the program. Ids that are not inside a subtree are those of the document itself.
    pub fn origin<'a>(&'a self, id: &'a NodeId) -> Origin<'a> {
        match self.inside.get(id) {
            None => Origin {
                path: None,
                node: id,
            },
            Some((source, node)) => Origin {
                path: (*source > 0).then(|| &*self.paths[*source]),
                node,
            },
        }
    }

    /// The ids in the program of all nodes that stand inside subtrees, in no particular order.
    pub fn inside(&self) -> impl Iterator<Item = &NodeId> {
        self.inside.keys()
    }
}

/// Origins in the making.
#[derive(Default)]
pub(super) struct OriginsFound {
    inside: FxHashMap<NodeId, (usize, NodeId)>,
    /// All ids so far, where a document has ids with slashes in them, so that two nodes could be called the same.
    taken: Option<FxHashSet<NodeId>>,
}

impl OriginsFound {
    /// What a node is called in the program.
    pub fn id(&mut self, expansion: &Expansion<'_>, node: &NodeId, uses: &Uses<'_>) -> NodeId {
        let mut id = expansion.id(node);
        if uses.has_slashes() {
            let taken = self.taken.get_or_insert_default();
            while !taken.insert(id.clone()) {
                id = NodeId::new(format!("{id}'"));
            }
        }
        if expansion.is_inside_a_use() || id != *node {
            let origin = (expansion.source, node.clone());
            self.inside.insert(id.clone(), origin);
        }
        id
    }

    /// Takes in those of another program of the same documents.
    pub fn add(&mut self, other: Self) {
        self.inside.extend(other.inside);
    }

    pub fn of(self, uses: &Uses<'_>) -> Origins {
        let paths = uses.sources.iter().map(|source| Arc::from(&*source.path));
        Origins {
            paths: paths.collect(),
            inside: self.inside,
        }
    }
}
