//! Makes new documents, for readers of files and for tests. Cannot touch an existing one.

use super::{Document, Node, Place, Variable};
use crate::ids::NodeId;

/// Builds a [`Document`] node by node.
///
/// ```
/// use treewright_core::model::{DocumentBuilder, Node};
///
/// let mut builder = DocumentBuilder::new("Patrol");
/// let root = builder.root(Node::new("n1", "Sequence")).unwrap();
/// builder.child(&root, Node::new("n2", "Wait")).unwrap();
/// assert_eq!(builder.finish().node_count(), 2);
/// ```
#[derive(Debug, Default)]
pub struct DocumentBuilder {
    document: Document,
}

/// A node could not be added: its id is taken, its place is taken, or its parent does not exist. Gives the node back.
pub type Rejected = Box<Node>;

impl DocumentBuilder {
    /// An empty document of this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            document: Document {
                name: name.into(),
                ..Document::default()
            },
        }
    }

    /// Sets the document's own fields: description, seed, libraries, notes and the like.
    pub fn settings(&mut self, change: impl FnOnce(&mut Document)) -> &mut Self {
        change(&mut self.document);
        self
    }

    /// Declares a variable.
    pub fn variable(&mut self, variable: Variable) -> &mut Self {
        self.document.variables.push(variable);
        self
    }

    /// Makes a node the root.
    ///
    /// # Errors
    /// Gives the node back if there is a root or its id is taken.
    pub fn root(&mut self, node: Node) -> Result<NodeId, Rejected> {
        if self.document.root.is_some() {
            return Err(Box::new(node));
        }
        self.add(node, &Place::Root)
    }

    /// Adds a node as the last child of `parent`.
    ///
    /// # Errors
    /// Gives the node back if the parent does not exist or its id is taken.
    pub fn child(&mut self, parent: &NodeId, node: Node) -> Result<NodeId, Rejected> {
        if self.document.node(parent).is_none() {
            return Err(Box::new(node));
        }
        self.add(node, &Place::Child(parent.clone(), usize::MAX))
    }

    /// Adds a node as the head of a loose tree.
    ///
    /// # Errors
    /// Gives the node back if its id is taken.
    pub fn loose(&mut self, node: Node) -> Result<NodeId, Rejected> {
        self.add(node, &Place::Loose(usize::MAX))
    }

    /// The document as it is so far.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The finished document.
    pub fn finish(self) -> Document {
        self.document
    }

    fn add(&mut self, node: Node, place: &Place) -> Result<NodeId, Rejected> {
        if self.document.node(node.id()).is_some() {
            return Err(Box::new(node));
        }
        let id = node.id().clone();
        self.document.insert_node(node);
        self.document.attach(&id, place);
        Ok(id)
    }
}
