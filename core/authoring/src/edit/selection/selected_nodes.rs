//! The ids of the selected nodes: a set in the order of selection, or all nodes of a document, for which no set is made. Does not know notes
//! and groups.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use treewright_core::ids::NodeId;
use treewright_core::model::{CopyOnWrite, Document, Node};

type Set = IndexSet<NodeId, FxBuildHasher>;

/// The selected nodes; the last one is the primary. Cheap to clone, since histories keep many selections, most of them equal.
#[derive(Clone, Debug, Default)]
pub(super) struct SelectedNodes {
    /// The selected ones in the order of selection; empty if all are.
    these: CopyOnWrite<Set>,
    /// All nodes: making a set of a hundred thousand ids would take longer than a frame of the window.
    all: Option<Arc<Everything>>,
}

/// A document that has at least one node, as it was when all its nodes were selected.
#[derive(Debug)]
struct Everything {
    document: Document,
    /// The last node in pre-order.
    primary: NodeId,
}

impl SelectedNodes {
    /// All nodes of a document. The primary is the last one in pre-order; the others have no particular order, as following the order of a
    /// large tree takes long.
    pub(super) fn all(document: &Document) -> Self {
        let below = |id: &&NodeId| document.node(id)?.children().last();
        let last = std::iter::successors(document.heads().next_back(), below).last();
        let everything = |last: &NodeId| Everything {
            document: document.clone(),
            primary: last.clone(),
        };
        Self {
            these: CopyOnWrite::default(),
            all: last.map(|last| Arc::new(everything(last))),
        }
    }

    pub(super) fn len(&self) -> usize {
        let all = self.all.as_ref().map(|all| all.document.node_count());
        all.unwrap_or_else(|| self.these.len())
    }

    pub(super) fn contains(&self, id: &NodeId) -> bool {
        match &self.all {
            Some(all) => all.document.node(id).is_some(),
            None => self.these.contains(id),
        }
    }

    pub(super) fn primary(&self) -> Option<&NodeId> {
        let all = self.all.as_ref().map(|all| &all.primary);
        all.or_else(|| self.these.last())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &NodeId> {
        let all = self.all.iter().flat_map(|all| all.ids());
        self.these.iter().chain(all)
    }

    /// Returns whether one was cloned from the other and neither has changed since.
    pub(super) fn is_clone_of(&self, other: &Self) -> bool {
        match (&self.all, &other.all) {
            (Some(all), Some(other)) => Arc::ptr_eq(all, other),
            (None, None) => self.these.is_shared(&other.these),
            _ => false,
        }
    }

    /// The set, for changes.
    pub(super) fn to_mut(&mut self) -> &mut Set {
        if let Some(all) = self.all.take() {
            self.these = all.ids().cloned().collect::<Set>().into();
        }
        &mut self.these
    }
}

impl Everything {
    /// The ids of all nodes, that of the primary last.
    fn ids(&self) -> impl Iterator<Item = &NodeId> {
        let others = self.document.nodes().map(Node::id);
        let others = others.filter(|id| **id != self.primary);
        others.chain([&self.primary])
    }
}

impl FromIterator<NodeId> for SelectedNodes {
    fn from_iter<I: IntoIterator<Item = NodeId>>(ids: I) -> Self {
        Self {
            these: Set::from_iter(ids).into(),
            all: None,
        }
    }
}

/// Equal if both hold the same nodes, in any order.
impl PartialEq for SelectedNodes {
    fn eq(&self, other: &Self) -> bool {
        self.is_clone_of(other)
            || self.len() == other.len() && self.iter().all(|id| other.contains(id))
    }
}

impl Eq for SelectedNodes {}
