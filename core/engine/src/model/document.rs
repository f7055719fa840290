//! The document itself: a forest of nodes, variables, notes and settings.
//! Reading is open to all; the methods that change it are for `edit/primitive.rs` and the builder alone.

use std::sync::Arc;

use super::titles::NumberedTitles;
use super::{
    Conflict, CopyOnWrite, Extra, Group, NamedTree, Node, NodeMap, Note, PreOrder, Variable,
};
use crate::ids::NodeId;

/// Where a node hangs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is the root of the tree.
    Root,
    /// It is the head of a loose tree, at this index among those.
    Loose(usize),
    /// It is a child of this node, at this index.
    Child(NodeId, usize),
}

/// A behavior tree as designers see it. A copy shares its nodes with the original until one of them changes, and is cheap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// What the tree is called.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Paths of task libraries, relative to the document's file.
    pub libraries: Vec<String>,
    /// Whether the tree starts again in the frame after it finished.
    pub restart_when_complete: bool,
    /// What random choices are drawn from; the same seed gives the same run.
    pub seed: u64,
    /// Declared variables, in the designer's order.
    pub variables: CopyOnWrite<Vec<Variable>>,
    /// Trees that can be run by name, in the designer's order. What is below the root is the main tree, named or not.
    pub trees: Vec<NamedTree>,
    /// Sticky notes.
    pub notes: CopyOnWrite<Vec<Note>>,
    /// Titled frames.
    pub groups: Vec<Group>,
    /// What a merge could not decide, until somebody does.
    pub conflicts: Vec<Conflict>,
    /// Fields that this version does not know.
    pub extra: Extra,
    pub(super) nodes: NodeMap,
    pub(super) root: Option<NodeId>,
    pub(super) loose: Arc<Vec<NodeId>>,
    pub(super) numbered_titles: NumberedTitles,
}

impl Document {
    /// The root of the tree, if there is one.
    pub fn root(&self) -> Option<&NodeId> {
        self.root.as_ref()
    }

    /// The heads of the loose trees, in the order in which they are kept.
    pub fn loose(&self) -> &[NodeId] {
        &self.loose
    }

    /// The node with this id.
    pub fn node(&self, id: &NodeId) -> Option<&Node> {
        self.nodes.get(id.as_str())
    }

    /// How many nodes there are, loose ones included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes in no particular (but repeatable) order; cheaper than walking the trees.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.nodes.values()
    }

    /// Whether this node is the head of a loose tree.
    pub fn is_loose(&self, id: &NodeId) -> bool {
        let node = self.node(id);
        node.is_some_and(|node| node.parent().is_none()) && self.root.as_ref() != Some(id)
    }

    /// The root, then the heads of the loose trees.
    pub fn heads(&self) -> impl DoubleEndedIterator<Item = &NodeId> {
        self.root.iter().chain(&*self.loose)
    }

    /// All nodes, each before its children: the tree first, then the loose trees.
    pub fn pre_order(&self) -> PreOrder<'_> {
        PreOrder::of_all(self)
    }

    /// This node and all below it, each before its children.
    pub fn subtree(&self, id: &NodeId) -> PreOrder<'_> {
        PreOrder::of_subtree(self, id)
    }

    /// The nodes above this one, its parent first.
    pub fn ancestors(&self, id: &NodeId) -> impl Iterator<Item = &NodeId> {
        let mut at = self.node(id).and_then(Node::parent);
        std::iter::from_fn(move || {
            let here = at?;
            at = self.node(here).and_then(Node::parent);
            Some(here)
        })
    }

    /// Whether `inner` is `outer` or lies below it.
    pub fn is_inside(&self, inner: &NodeId, outer: &NodeId) -> bool {
        inner == outer || self.ancestors(inner).any(|a| a == outer)
    }

    /// Where this node hangs; none if there is no such node.
    pub fn place(&self, id: &NodeId) -> Option<Place> {
        let node = self.node(id)?;
        if let Some(parent) = node.parent() {
            let index = self.node(parent)?.children.iter().position(|c| c == id)?;
            return Some(Place::Child(parent.clone(), index));
        }
        if self.root.as_ref() == Some(id) {
            return Some(Place::Root);
        }
        self.loose.iter().position(|l| l == id).map(Place::Loose)
    }

    /// The variable of this name.
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|v| &*v.name == name)
    }

    /// This name, or with a number behind it if a variable has it: `hits`, `hits_2`, as expressions can write it.
    pub fn free_variable_name(&self, wanted: &str) -> String {
        free_name(wanted, '_', |name| self.variable(name).is_none())
    }

    /// This name, or with a number behind it if a tree has it: `Rest`, `Rest 2`.
    pub fn free_tree_name(&self, wanted: &str) -> String {
        free_name(wanted, ' ', |name| self.tree(name).is_none())
    }

    /// The named tree of this name; of two, the first counts.
    pub fn tree(&self, name: &str) -> Option<&NamedTree> {
        self.trees.iter().find(|tree| &*tree.name == name)
    }

    /// The name of the tree whose top this node is, if it has one.
    pub fn tree_name(&self, root: &NodeId) -> Option<&str> {
        let named = self.trees.iter().find(|tree| tree.root == *root);
        named.map(|tree| &*tree.name)
    }

    /// The nodes that hold something else than they did in `before`, which is this document at another time: as they were and as they are. None
    /// if any came, went or hangs elsewhere since. Costs what changed, however large the document is.
    pub fn changed_in_place<'a>(&'a self, before: &'a Self) -> Option<Vec<(&'a Node, &'a Node)>> {
        if !self.has_loose_heads_of(before) || self.root != before.root {
            return None;
        }
        let changes = self.nodes.differing(&before.nodes).map(|pair| match pair {
            (Some(now), Some(then)) if now.hangs_like(then) => Some((then, now)),
            _ => None,
        });
        changes.collect()
    }

    /// Whether the heads of the loose trees are those of `before`, in the same order.
    pub(super) fn has_loose_heads_of(&self, before: &Self) -> bool {
        Arc::ptr_eq(&self.loose, &before.loose) || self.loose == before.loose
    }

    /// An id `n1`, `n2`, … greater than all of that form in the document.
    pub fn fresh_id(&self) -> NodeId {
        self.fresh_ids()
            .next()
            .unwrap_or_else(|| NodeId::from("n1"))
    }

    /// Ids that are not in the document, each once.
    pub fn fresh_ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        Self::fresh_ids_of([self])
    }

    /// Ids that are in none of these documents, each once.
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

    /// The greatest number of an id `n1`, `n2`, …
    fn last_number(&self) -> u64 {
        // Broken links and names count too: a new node must not turn one into a link to itself.
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

/// The first of these names that is free: the one that is wanted, then with 2, 3, … behind it.
pub fn free_name(wanted: &str, between: char, is_free: impl Fn(&str) -> bool) -> String {
    let numbered = (2_u32..).map(|number| format!("{wanted}{between}{number}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    // Whatever is taken ends before the numbers do.
    names.find(|name| is_free(name)).unwrap_or_default()
}

/// The changes of structure: they keep parent and child lists in step and check nothing else. A trait, so that whoever changes documents without a
/// command has to name it: builders here, and the primitives of edits.
pub trait Surgery {
    /// Adds a node that hangs nowhere yet.
    fn insert_node(&mut self, node: Node);

    /// Takes out a node that hangs nowhere and has no children.
    fn take_node(&mut self, id: &NodeId) -> Option<Node>;

    /// The node with this id, to change its own fields.
    fn node_mut(&mut self, id: &NodeId) -> Option<&mut Node>;

    /// Hangs a node that hangs nowhere at a place; an index beyond the end means the end. Returns the place that it got.
    fn attach(&mut self, id: &NodeId, place: &Place) -> Place;

    /// Takes a node from its place, which it returns. A right guess of the place saves searching it among its siblings.
    fn detach(&mut self, id: &NodeId, guess: &Place) -> Option<Place>;

    /// Exchanges the order of a node's children with another order of the same children.
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

    fn attach(&mut self, id: &NodeId, place: &Place) -> Place {
        self.numbered_titles.clear();
        match place {
            Place::Root => {
                self.root = Some(id.clone());
                Place::Root
            }
            Place::Loose(index) => {
                let index = (*index).min(self.loose.len());
                Arc::make_mut(&mut self.loose).insert(index, id.clone());
                Place::Loose(index)
            }
            Place::Child(parent, index) => {
                let mut index = *index;
                if let Some(parent) = self.nodes.get_mut(parent.as_str()) {
                    index = index.min(parent.children.len());
                    parent.children.insert(index, id.clone());
                }
                if let Some(node) = self.nodes.get_mut(id.as_str()) {
                    node.parent = Some(parent.clone());
                }
                Place::Child(parent.clone(), index)
            }
        }
    }

    fn detach(&mut self, id: &NodeId, guess: &Place) -> Option<Place> {
        self.numbered_titles.clear();
        let place = if self.is_at(id, guess) {
            guess.clone()
        } else {
            self.place(id)?
        };
        match &place {
            Place::Root => self.root = None,
            Place::Loose(index) => {
                Arc::make_mut(&mut self.loose).remove(*index);
            }
            Place::Child(parent, index) => {
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
    fn is_at(&self, id: &NodeId, place: &Place) -> bool {
        let there = match place {
            Place::Root => self.root.as_ref(),
            Place::Loose(index) => self.loose.get(*index),
            Place::Child(parent, index) => {
                self.node(parent).and_then(|node| node.children.get(*index))
            }
        };
        there == Some(id)
    }
}
