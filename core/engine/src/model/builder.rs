//! Builds new documents, for readers of files and for tests. Cannot change an existing document.

use std::sync::Arc;

use super::{Document, Node, NodeMap, NodePlace, Surgery as _, Variable};
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

/// Where a node is connected in the list that [`DocumentBuilder::forest`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedPlace {
    /// It is the root.
    Root,
    /// It is the head of an unconnected branch.
    Loose,
    /// It is the next child of the node at this index.
    Below(usize),
}

/// The error if the order does not list each node once, parents before children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderError;

/// A node that could not be added, because its id or its place is taken or its parent does not exist.
pub type Rejected = Box<Node>;

impl DocumentBuilder {
    /// Creates an empty document of this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            document: Document {
                name: name.into(),
                ..Document::default()
            },
        }
    }

    /// Continues a document.
    pub(crate) fn of(document: Document) -> Self {
        Self { document }
    }

    /// Changes the document's own fields: description, seed, libraries, notes and the like.
    pub fn settings(&mut self, change: impl FnOnce(&mut Document)) -> &mut Self {
        change(&mut self.document);
        self
    }

    /// Declares a variable.
    pub fn variable(&mut self, variable: Variable) -> &mut Self {
        self.document.variables.push(variable);
        self
    }

    /// Adds a node as the root.
    ///
    /// # Errors
    /// Returns the node if there is a root already or its id is taken.
    pub fn root(&mut self, node: Node) -> Result<NodeId, Rejected> {
        if self.document.root.is_some() {
            return Err(Box::new(node));
        }
        self.add(node, &NodePlace::Root)
    }

    /// Adds a node as the last child of `parent`.
    ///
    /// # Errors
    /// Returns the node if the parent does not exist or its id is taken.
    pub fn child(&mut self, parent: &NodeId, node: Node) -> Result<NodeId, Rejected> {
        if self.document.node(parent).is_none() {
            return Err(Box::new(node));
        }
        self.add(node, &NodePlace::Child(parent.clone(), usize::MAX))
    }

    /// Adds a node as the head of an unconnected branch.
    ///
    /// # Errors
    /// Returns the node if its id is taken.
    pub fn loose(&mut self, node: Node) -> Result<NodeId, Rejected> {
        self.add(node, &NodePlace::Loose(usize::MAX))
    }

    /// Adds all nodes at once to a document that has none yet; faster than adding them one by one. `order` lists each
    /// node once, by its index in `nodes` and its place, parents before children.
    ///
    /// # Errors
    /// Fails if the document has nodes already, or if `order` does not list each node once, below one that comes
    /// before it. Nothing is added then.
    pub fn forest(
        &mut self,
        nodes: NodeMap,
        order: &[(usize, ListedPlace)],
    ) -> Result<(), OrderError> {
        let mut named = vec![false; nodes.len()];
        let roots = order.iter().filter(|(_, hang)| *hang == ListedPlace::Root);
        if self.document.node_count() > 0 || order.len() != nodes.len() || roots.count() > 1 {
            return Err(OrderError);
        }
        for (index, hang) in order {
            let below = match hang {
                ListedPlace::Below(parent) => named.get(*parent) == Some(&true),
                ListedPlace::Root | ListedPlace::Loose => true,
            };
            if !below || named.get(*index) != Some(&false) {
                return Err(OrderError);
            }
            named[*index] = true;
        }
        let document = &mut self.document;
        document.nodes = nodes;
        let mut nodes: Vec<&mut Node> = document.nodes.values_mut().collect();
        let mut children = vec![0; nodes.len()];
        for (_, hang) in order {
            if let ListedPlace::Below(parent) = hang {
                children[*parent] += 1;
            }
        }
        for (node, count) in nodes.iter_mut().zip(children) {
            node.children.reserve_exact(count);
        }
        for (index, hang) in order {
            let id = nodes[*index].id.clone();
            let mut above = None;
            match hang {
                ListedPlace::Root => document.root = Some(id),
                ListedPlace::Loose => Arc::make_mut(&mut document.loose).push(id),
                ListedPlace::Below(parent) => {
                    let parent = &mut *nodes[*parent];
                    above = Some(parent.id.clone());
                    parent.children.push(id);
                }
            }
            nodes[*index].parent = above;
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

    fn add(&mut self, node: Node, place: &NodePlace) -> Result<NodeId, Rejected> {
        if self.document.node(node.id()).is_some() {
            return Err(Box::new(node));
        }
        let id = node.id().clone();
        self.document.insert_node(node);
        self.document.attach(&id, place);
        Ok(id)
    }
}
