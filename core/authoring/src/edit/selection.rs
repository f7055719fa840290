//! The selected nodes, notes and groups. Stored in transactions, so that undo restores the selection too.

mod selected_nodes;

use std::collections::BTreeSet;

use treewright_core::ids::NodeId;
use treewright_core::model::{Annotation, Document, Node};

use self::selected_nodes::SelectedNodes;

/// The selected nodes in the order of selection; the last one is the primary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    nodes: SelectedNodes,
    annotations: BTreeSet<Annotation>,
}

impl Selection {
    /// Selects a single node.
    pub fn one(id: NodeId) -> Self {
        Self::of([id])
    }

    /// Selects these nodes.
    pub fn of(ids: impl IntoIterator<Item = NodeId>) -> Self {
        Self {
            nodes: SelectedNodes::from_iter(ids),
            annotations: BTreeSet::new(),
        }
    }

    /// Selects all nodes, notes and groups. The primary is the last node in pre-order; the others have no particular order.
    pub fn all(document: &Document) -> Self {
        let groups = (0..document.groups.len()).map(Annotation::Group);
        let notes = (0..document.notes.len()).map(Annotation::Note);
        Self {
            nodes: SelectedNodes::all(document),
            annotations: groups.chain(notes).collect(),
        }
    }

    /// Adds these notes and groups.
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl IntoIterator<Item = Annotation>) -> Self {
        self.annotations.extend(annotations);
        self
    }

    /// Returns the selected notes and groups, groups first.
    pub fn annotations(&self) -> impl ExactSizeIterator<Item = Annotation> {
        self.annotations.iter().copied()
    }

    /// Returns whether this note or group is selected.
    pub fn contains_annotation(&self, annotation: Annotation) -> bool {
        self.annotations.contains(&annotation)
    }

    /// Selects a note or group, or deselects it if it is selected.
    pub fn toggle_annotation(&mut self, annotation: Annotation) {
        if !self.annotations.remove(&annotation) {
            self.annotations.insert(annotation);
        }
    }

    /// Returns whether this node is selected.
    pub fn contains(&self, id: &NodeId) -> bool {
        self.nodes.contains(id)
    }

    /// Returns the selected nodes in the order of selection.
    pub fn iter(&self) -> impl Iterator<Item = &NodeId> {
        self.nodes.iter()
    }

    /// Returns the selected nodes of a document that contains all of them, in any order.
    pub fn nodes<'d>(&self, document: &'d Document) -> Vec<&'d Node> {
        if self.len() == document.node_count() {
            // Looking up each of a hundred thousand nodes would take most of the time of a frame.
            return document.nodes().collect();
        }
        self.iter().filter_map(|id| document.node(id)).collect()
    }

    /// Returns whether one was cloned from the other and neither has changed since; takes no longer if many nodes are selected.
    pub fn is_clone_of(&self, other: &Self) -> bool {
        self.nodes.is_clone_of(&other.nodes) && self.annotations == other.annotations
    }

    /// Returns the number of selected nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether no node is selected.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the node that was selected last.
    pub fn primary(&self) -> Option<&NodeId> {
        self.nodes.primary()
    }

    /// Adds a node, which becomes the primary.
    pub fn add(&mut self, id: NodeId) {
        let nodes = self.nodes.to_mut();
        nodes.shift_remove(&id);
        nodes.insert(id);
    }

    /// Selects a node, or deselects it if it is selected.
    pub fn toggle(&mut self, id: NodeId) {
        let nodes = self.nodes.to_mut();
        if !nodes.shift_remove(&id) {
            nodes.insert(id);
        }
    }

    /// Removes nodes that the document no longer contains.
    pub fn retain_existing(&mut self, document: &Document) {
        if self.nodes.iter().any(|id| document.node(id).is_none()) {
            self.nodes.to_mut().retain(|id| document.node(id).is_some());
        }
        self.annotations.retain(|annotation| match *annotation {
            Annotation::Group(index) => index < document.groups.len(),
            Annotation::Note(index) => index < document.notes.len(),
        });
    }

    /// Returns the selected nodes that have no selected ancestor.
    pub fn topmost(&self, document: &Document) -> Vec<NodeId> {
        self.nodes
            .iter()
            .filter(|id| !document.ancestors(id).any(|a| self.nodes.contains(a)))
            .cloned()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::model::{DocumentBuilder, Group, Note};

    use super::*;

    fn document() -> Document {
        let mut builder = DocumentBuilder::new("Tree");
        let root = builder.root(Node::new("n9", "Sequence")).expect("a root");
        for id in ["n3", "n1"] {
            builder.child(&root, Node::new(id, "Wait")).expect("a leaf");
        }
        let mut document = builder.finish();
        document.notes.push(Note::default());
        document.groups.push(Group::default());
        document
    }

    #[test]
    fn all_selects_everything_and_ends_with_the_last_node_of_the_tree() {
        let document = document();
        let all = Selection::all(&document);
        let ids: Vec<&str> = all.iter().map(NodeId::as_str).collect();
        assert_eq!((ids.len(), ids[2]), (3, "n1"));
        assert_eq!(all.annotations().len(), 2);
        assert_eq!(all.nodes(&document).len(), 3);
    }

    #[test]
    fn only_an_unchanged_clone_is_one() {
        let document = document();
        let all = Selection::all(&document);
        let mut clone = all.clone();
        assert!(clone.is_clone_of(&all));
        assert!(!Selection::all(&document).is_clone_of(&all));
        clone.toggle("n3".into());
        assert!(!clone.is_clone_of(&all));
        assert_eq!(clone.len(), 2);
        clone.add("n3".into());
        assert_eq!(clone, all, "the same nodes, in another order");
        assert_eq!(clone.primary(), Some(&"n3".into()));
        clone.toggle("n3".into());
        let nodes = clone
            .nodes(&document)
            .into_iter()
            .map(|node| node.id().as_str());
        assert_eq!(nodes.collect::<Vec<_>>(), ["n9", "n1"]);
    }
}
