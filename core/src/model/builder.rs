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

/// Where a node of a listed forest hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hang {
    /// It is the root.
    Root,
    /// It is the head of a loose tree.
    Loose,
    /// It is the last child so far of the node at this index of the list.
    Below(usize),
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

    /// Adds many nodes to a document that has none, quickly: each node after its parent.
    ///
    /// # Errors
    /// Gives the first node back whose id is taken or whose place does not exist, and stops there.
    pub fn forest(&mut self, nodes: Vec<(Node, Hang)>) -> Result<(), Rejected> {
        let document = &mut self.document;
        document.nodes.reserve(nodes.len());
        for (mut node, hang) in nodes {
            if document.nodes.contains_key(&node.id) {
                return Err(Box::new(node));
            }
            node.children.clear();
            let id = node.id.clone();
            match hang {
                Hang::Root if document.root.is_none() => document.root = Some(id.clone()),
                Hang::Root => return Err(Box::new(node)),
                Hang::Loose => document.loose.push(id.clone()),
                Hang::Below(parent) => {
                    let Some((parent_id, parent)) = document.nodes.get_index_mut(parent) else {
                        return Err(Box::new(node));
                    };
                    parent.children.push(id.clone());
                    node.parent = Some(parent_id.clone());
                }
            }
            document.nodes.insert(id, node);
        }
        Ok(())
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
