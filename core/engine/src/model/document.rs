//! The document: a forest of nodes, variables, notes and settings. The methods that change it are for
//! `edit/primitive.rs` and the builder only.

use std::sync::Arc;

use super::titles::NumberedTitles;
use super::{
    Conflict, CopyOnWrite, Extra, Group, NamedTree, Node, NodeMap, Note, PreOrder, Variable,
};
use crate::ids::NodeId;

/// Where a node is connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodePlace {
    /// The root of the document.
    Root,
    /// The head of an unconnected branch; its index among these heads, from 0.
    Loose(usize),
    /// A child of this node; its index among the children, from 0.
    Child(NodeId, usize),
}

/// A behavior tree as designers see it.
///
/// Cloning is cheap: a copy shares its nodes with the original until one of them changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The name of the tree.
    pub name: String,
    /// What the tree is for, for people.
    pub description: String,
    /// Paths of task libraries, relative to the document's file.
    pub libraries: Vec<String>,
    /// Whether the tree restarts in the frame after it finished.
    pub restart_when_complete: bool,
    /// The seed of random choices; the same seed gives the same run.
    pub seed: u64,
    /// Declared variables, in the designer's order.
    pub variables: CopyOnWrite<Vec<Variable>>,
    /// Trees that Subtree nodes can run by name, in the designer's order. The main tree is the one below the root,
    /// with or without a name.
    pub trees: Vec<NamedTree>,
    /// Sticky notes.
    pub notes: CopyOnWrite<Vec<Note>>,
    /// Titled frames.
    pub groups: Vec<Group>,
    /// Open conflicts of a merge.
    pub conflicts: Vec<Conflict>,
    /// Fields of the file that this version does not know.
    pub extra: Extra,
    pub(super) nodes: NodeMap,
    pub(super) root: Option<NodeId>,
    pub(super) loose: Arc<Vec<NodeId>>,
    pub(super) numbered_titles: NumberedTitles,
}

impl Document {
    /// The root of the tree, or `None` if it has none.
    pub fn root(&self) -> Option<&NodeId> {
        self.root.as_ref()
    }

    /// The heads of the unconnected branches, in the order of the file.
    pub fn loose(&self) -> &[NodeId] {
        &self.loose
    }

    /// The node with this id.
    pub fn node(&self, id: &NodeId) -> Option<&Node> {
        self.nodes.get(id.as_str())
    }

    /// The number of nodes, including unconnected ones.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes in no particular order, though the same each time. Cheaper than walking the trees.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.nodes.values()
    }

    /// Returns whether this node is the head of an unconnected branch.
    pub fn is_loose(&self, id: &NodeId) -> bool {
        let node = self.node(id);
        node.is_some_and(|node| node.parent().is_none()) && self.root.as_ref() != Some(id)
    }

    /// The root, then the heads of the unconnected branches.
    pub fn heads(&self) -> impl DoubleEndedIterator<Item = &NodeId> {
        self.root.iter().chain(&*self.loose)
    }

    /// All nodes, parents before children: the main tree first, then the unconnected branches.
    pub fn pre_order(&self) -> PreOrder<'_> {
        PreOrder::of_all(self)
    }

    /// This node and all below it, parents before children.
    pub fn subtree(&self, id: &NodeId) -> PreOrder<'_> {
        PreOrder::of_subtree(self, id)
    }

    /// The nodes above this one, beginning with its parent.
    pub fn ancestors(&self, id: &NodeId) -> impl Iterator<Item = &NodeId> {
        let mut at = self.node(id).and_then(Node::parent);
        std::iter::from_fn(move || {
            let here = at?;
            at = self.node(here).and_then(Node::parent);
            Some(here)
        })
    }

    /// Returns whether `inner` is `outer` or below it.
    pub fn is_inside(&self, inner: &NodeId, outer: &NodeId) -> bool {
        inner == outer || self.ancestors(inner).any(|a| a == outer)
    }

    /// Where this node is connected; `None` if there is no such node.
    pub fn place(&self, id: &NodeId) -> Option<NodePlace> {
        let node = self.node(id)?;
        if let Some(parent) = node.parent() {
            let index = self.node(parent)?.children.iter().position(|c| c == id)?;
            return Some(NodePlace::Child(parent.clone(), index));
        }
        if self.root.as_ref() == Some(id) {
            return Some(NodePlace::Root);
        }
        self.loose
            .iter()
            .position(|l| l == id)
            .map(NodePlace::Loose)
    }

    /// The variable of this name.
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|v| &*v.name == name)
    }

    /// Returns this name, or one with a number appended if a variable has it: `hits`, `hits_2`. Expressions can use
    /// the result.
    pub fn free_variable_name(&self, wanted: &str) -> String {
        free_name(wanted, '_', |name| self.variable(name).is_none())
    }

    /// Returns this name, or one with a number appended if a tree has it: `Rest`, `Rest 2`.
    pub fn free_tree_name(&self, wanted: &str) -> String {
        free_name(wanted, ' ', |name| self.tree(name).is_none())
    }

    /// The tree of this name. If two have it, the first.
    pub fn tree(&self, name: &str) -> Option<&NamedTree> {
        self.trees.iter().find(|tree| &*tree.name == name)
    }

    /// The name of the tree that begins at this node, if it has one.
    pub fn tree_name(&self, root: &NodeId) -> Option<&str> {
        let named = self.trees.iter().find(|tree| tree.root == *root);
        named.map(|tree| &*tree.name)
    }

    /// Returns the nodes whose contents differ from `before`, an earlier or later state of this document, as pairs of
    /// before and now. `None` if nodes were added, removed or connected elsewhere.
    ///
    /// Takes time in proportion to the changes, not to the size of the document.
    pub fn changed_in_place<'a>(&'a self, before: &'a Self) -> Option<Vec<(&'a Node, &'a Node)>> {
        if !self.has_loose_heads_of(before) || self.root != before.root {
            return None;
        }
        let changes = self.nodes.differing(&before.nodes).map(|pair| match pair {
            (Some(now), Some(then)) if now.has_same_connections(then) => Some((then, now)),
            _ => None,
        });
        changes.collect()
    }

    /// Returns whether the unconnected heads are the same as in `before`, in the same order.
    pub(super) fn has_loose_heads_of(&self, before: &Self) -> bool {
        Arc::ptr_eq(&self.loose, &before.loose) || self.loose == before.loose
    }

    /// Returns an unused id `n1`, `n2`, …, greater than all ids of that form in the document.
    pub fn fresh_id(&self) -> NodeId {
        self.fresh_ids()
            .next()
            .unwrap_or_else(|| NodeId::from("n1"))
    }

    /// Returns unused ids, each once.
    pub fn fresh_ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        Self::fresh_ids_of([self])
    }

    /// Returns ids that none of these documents uses, each once.
    pub fn fresh_ids_of<const N: usize>(
        documents: [&Self; N],
    ) -> impl Iterator<Item = NodeId> + use<N> {
        let last = documents
            .iter()
            .map(|document| document.last_number())
            .max();
        let first = u128::from(last.unwrap_or(0)) + 1;
        (first..).map(|number| NodeId::new(format!("n{number}")))
    }

    /// The greatest number of an id of the form `n1`, `n2`, …; 0 if there is none.
    fn last_number(&self) -> u64 {
        // Broken links and named trees count, too: a new node must not get an id that they refer to.
        let named = self.trees.iter().map(|tree| &tree.root);
        let kept = self.nodes.values().flat_map(|node| {
            let links = node.broken_links.iter().map(|link| &link.child);
            std::iter::once(&node.id)
                .chain(links)
                .chain(&node.duplicate_of)
        });
        let numbers = kept
            .chain(named)
            .filter_map(|id| id.as_str().strip_prefix('n')?.parse::<u64>().ok());
        numbers.max().unwrap_or(0)
    }
}

/// Returns the first free name: `wanted`, else `wanted` with 2, 3, … appended after `between`.
pub fn free_name(wanted: &str, between: char, is_free: impl Fn(&str) -> bool) -> String {
    let numbered = (2_u32..).map(|number| format!("{wanted}{between}{number}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    // The numbers outlast any document, so a name is always found.
    names.find(|name| is_free(name)).unwrap_or_default()
}

/// Changes of the structure. They keep the lists of parents and children consistent, and check nothing else.
///
/// This is a trait so that code which changes documents without a command has to import it: the builder here, and the
/// primitives of edits.
pub trait Surgery {
    /// Adds a node without connecting it. Its children are cleared.
    fn insert_node(&mut self, node: Node);

    /// Removes a node that is not connected and has no children.
    fn take_node(&mut self, id: &NodeId) -> Option<Node>;

    /// The node with this id, for changes of its own fields.
    fn node_mut(&mut self, id: &NodeId) -> Option<&mut Node>;

    /// Connects an unconnected node at a place. An index beyond the end means the end. Returns the actual place.
    fn attach(&mut self, id: &NodeId, place: &NodePlace) -> NodePlace;

    /// Disconnects a node and returns its place. If `guess` is right, the search among its siblings is saved.
    fn detach(&mut self, id: &NodeId, guess: &NodePlace) -> Option<NodePlace>;

    /// Swaps the order of a node's children with `order`, which lists the same children.
    fn exchange_order(&mut self, parent: &NodeId, order: &mut Vec<NodeId>);
}

impl Surgery for Document {
    fn insert_node(&mut self, mut node: Node) {
        node.parent = None;
        node.children.clear();
        self.numbered_titles.clear();
        self.nodes.insert(node);
    }

    fn take_node(&mut self, id: &NodeId) -> Option<Node> {
        self.numbered_titles.clear();
        self.nodes.swap_remove(id.as_str())
    }

    fn node_mut(&mut self, id: &NodeId) -> Option<&mut Node> {
        self.numbered_titles.clear();
        self.nodes.get_mut(id.as_str())
    }

    fn attach(&mut self, id: &NodeId, place: &NodePlace) -> NodePlace {
        self.numbered_titles.clear();
        match place {
            NodePlace::Root => {
                self.root = Some(id.clone());
                NodePlace::Root
            }
            NodePlace::Loose(index) => {
                let index = (*index).min(self.loose.len());
                Arc::make_mut(&mut self.loose).insert(index, id.clone());
                NodePlace::Loose(index)
            }
            NodePlace::Child(parent, index) => {
                let mut index = *index;
                if let Some(parent) = self.nodes.get_mut(parent.as_str()) {
                    index = index.min(parent.children.len());
                    parent.children.insert(index, id.clone());
                }
                if let Some(node) = self.nodes.get_mut(id.as_str()) {
                    node.parent = Some(parent.clone());
                }
                NodePlace::Child(parent.clone(), index)
            }
        }
    }

    fn detach(&mut self, id: &NodeId, guess: &NodePlace) -> Option<NodePlace> {
        self.numbered_titles.clear();
        let place = if self.is_at(id, guess) {
            guess.clone()
        } else {
            self.place(id)?
        };
        match &place {
            NodePlace::Root => self.root = None,
            NodePlace::Loose(index) => {
                Arc::make_mut(&mut self.loose).remove(*index);
            }
            NodePlace::Child(parent, index) => {
                if let Some(parent) = self.nodes.get_mut(parent.as_str()) {
                    parent.children.remove(*index);
                }
                if let Some(node) = self.nodes.get_mut(id.as_str()) {
                    node.parent = None;
                }
            }
        }
        Some(place)
    }

    fn exchange_order(&mut self, parent: &NodeId, order: &mut Vec<NodeId>) {
        self.numbered_titles.clear();
        if let Some(parent) = self.nodes.get_mut(parent.as_str()) {
            debug_assert_eq!(parent.children.len(), order.len());
            std::mem::swap(&mut parent.children, order);
        }
    }
}

impl Document {
    fn is_at(&self, id: &NodeId, place: &NodePlace) -> bool {
        let there = match place {
            NodePlace::Root => self.root.as_ref(),
            NodePlace::Loose(index) => self.loose.get(*index),
            NodePlace::Child(parent, index) => {
                self.node(parent).and_then(|node| node.children.get(*index))
            }
        };
        there == Some(id)
    }
}
