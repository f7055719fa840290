//! Which nodes, notes and groups are selected. Carried through transactions, so that undo gives back the selection too.

use std::collections::BTreeSet;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use treewright_core::ids::NodeId;
use treewright_core::model::{Annotation, CopyOnWrite, Document};

/// The selected nodes, in the order in which they were selected; the last one is the primary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Histories keep many, most of them the same.
    nodes: CopyOnWrite<IndexSet<NodeId, FxBuildHasher>>,
    annotations: BTreeSet<Annotation>,
}

impl Selection {
    /// Just this node.
    pub fn one(id: NodeId) -> Self {
        Self::of([id])
    }

    /// These nodes.
    pub fn of(ids: impl IntoIterator<Item = NodeId>) -> Self {
        Self {
            nodes: IndexSet::from_iter(ids).into(),
            annotations: BTreeSet::new(),
        }
    }

    /// These notes and groups as well.
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl IntoIterator<Item = Annotation>) -> Self {
        self.annotations.extend(annotations);
        self
    }

    /// The selected notes and groups, groups first.
    pub fn annotations(&self) -> impl ExactSizeIterator<Item = Annotation> {
        self.annotations.iter().copied()
    }

    /// Whether this note or group is selected.
    pub fn contains_annotation(&self, annotation: Annotation) -> bool {
        self.annotations.contains(&annotation)
    }

    /// Selects a note or group that is not, and the reverse.
    pub fn toggle_annotation(&mut self, annotation: Annotation) {
        if !self.annotations.remove(&annotation) {
            self.annotations.insert(annotation);
        }
    }

    /// Whether this node is selected.
    pub fn contains(&self, id: &NodeId) -> bool {
        self.nodes.contains(id)
    }

    /// The selected nodes, in the order in which they were selected.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &NodeId> {
        self.nodes.iter()
    }

    /// How many nodes are selected.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no node is selected.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The one that was selected last.
    pub fn primary(&self) -> Option<&NodeId> {
        self.nodes.last()
    }

    /// Adds a node, which becomes the primary.
    pub fn add(&mut self, id: NodeId) {
        self.nodes.shift_remove(&id);
        self.nodes.insert(id);
    }

    /// Selects a node that is not, and the reverse.
    pub fn toggle(&mut self, id: NodeId) {
        if !self.nodes.shift_remove(&id) {
            self.nodes.insert(id);
        }
    }

    /// Drops nodes that the document no longer has.
    pub fn retain_existing(&mut self, document: &Document) {
        if self.nodes.iter().any(|id| document.node(id).is_none()) {
            self.nodes.retain(|id| document.node(id).is_some());
        }
        self.annotations.retain(|annotation| match *annotation {
            Annotation::Group(index) => index < document.groups.len(),
            Annotation::Note(index) => index < document.notes.len(),
        });
    }

    /// The selected nodes that lie below no other selected node.
    pub fn topmost(&self, document: &Document) -> Vec<NodeId> {
        self.nodes
            .iter()
            .filter(|id| !document.ancestors(id).any(|a| self.nodes.contains(a)))
            .cloned()
            .collect()
    }
}
