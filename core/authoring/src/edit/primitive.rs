//! The smallest edits. Each swaps its content with that of the document, so that applying it a second time undoes it. Checks
//! nothing: commands do that before. The only module that changes a document.

use std::mem::{replace, size_of, swap};
use std::sync::Arc;
use treewright_core::model::Surgery as _;

use treewright_core::abort::AbortType;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::memory::{
    NAME_BYTES, OVERRIDE_BYTES, conflict_bytes, node_bytes, stand_in_bytes,
};
use treewright_core::model::{
    BrokenLink, Conflict, Document, Extra, Group, NamedTree, Node, NodePlace, Note, Override,
    ParameterValue, StandIn, TooLong, Variable, lengths, too_long,
};

/// A small edit that turns into its own inverse when applied.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Primitive {
    /// Adds the contained node at a place, or, if empty, removes the childless node with this id from it.
    Presence {
        id: NodeId,
        place: NodePlace,
        node: Option<Box<Node>>,
    },
    /// Moves a node with its descendants to another place.
    Move {
        id: NodeId,
        from: NodePlace,
        to: NodePlace,
    },
    /// Changes the order of a node's children.
    Order {
        parent: NodeId,
        order: Vec<NodeId>,
    },
    Positions(Vec<(NodeId, Position)>),
    Task(NodeId, Arc<str>),
    Name(NodeId, String),
    Comment(NodeId, String),
    Abort(NodeId, AbortType),
    /// Sets a parameter, or removes it if the value is `None`, at this index among those that are set.
    Parameter {
        node: NodeId,
        name: Arc<str>,
        index: usize,
        value: Option<ParameterValue>,
    },
    Overrides(NodeId, Vec<Override>),
    StandIn(NodeId, Option<Box<StandIn>>),
    Data(NodeId, String),
    Disabled(NodeId, bool),
    Breakpoint(NodeId, bool),
    Collapsed(NodeId, bool),
    BrokenLinks(NodeId, Vec<BrokenLink>),
    DuplicateOf(NodeId, Option<NodeId>),
    Variable(ListEdit<Variable>),
    Note(ListEdit<Note>),
    Group(ListEdit<Group>),
    Conflict(ListEdit<Conflict>),
    Trees(Vec<NamedTree>),
    DocumentName(String),
    Description(String),
    Seed(u64),
    RestartWhenComplete(bool),
    Libraries(Vec<String>),
    DocumentExtra(Extra),
    /// Swaps all of a node's content except its place in the tree.
    Contents(Box<Node>),
    /// Swaps the whole document.
    Whole(Box<Document>),
}

/// An edit of an item in a list of the document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ListEdit<T> {
    index: usize,
    held: Option<Box<T>>,
    /// Whether `held` replaces the item at the index. Otherwise `held` is inserted or, if it is `None`, the item is removed.
    replaces: bool,
}

impl<T> ListEdit<T> {
    /// Inserts an item at this index.
    pub(crate) fn added(index: usize, thing: T) -> Self {
        let held = Some(Box::new(thing));
        Self {
            index,
            held,
            replaces: false,
        }
    }

    /// Removes the item at this index.
    pub(crate) fn taken(index: usize) -> Self {
        Self {
            index,
            held: None,
            replaces: false,
        }
    }

    /// Replaces the item at this index.
    pub(crate) fn replaced(index: usize, thing: T) -> Self {
        Self {
            replaces: true,
            ..Self::added(index, thing)
        }
    }

    fn exchange(&mut self, list: &mut Vec<T>) {
        match self.held.take() {
            Some(held) if self.replaces => {
                self.held = Some(Box::new(replace(&mut list[self.index], *held)));
            }
            Some(added) => list.insert(self.index, *added),
            None => self.held = Some(Box::new(list.remove(self.index))),
        }
    }

    /// Estimates the memory in bytes; `own` returns what the item itself holds on the heap.
    fn bytes(&self, own: impl FnOnce(&T) -> usize) -> usize {
        let held = self.held.as_ref();
        held.map_or(0, |held| size_of::<T>() + own(held))
    }

    fn too_long(&self, check: impl FnOnce(&T) -> Result<(), TooLong>) -> Result<(), TooLong> {
        self.held.as_ref().map_or(Ok(()), |held| check(held))
    }
}

impl Primitive {
    /// Creates the primitive that adds a node.
    pub(crate) fn insert(node: Node, place: NodePlace) -> Self {
        Self::Presence {
            id: node.id().clone(),
            place,
            node: Some(Box::new(node)),
        }
    }

    /// Creates the primitive that removes a node, which must be childless when it is applied. The place may be a guess.
    pub(crate) fn remove(id: NodeId, place: NodePlace) -> Self {
        Self::Presence {
            id,
            place,
            node: None,
        }
    }

    /// Checks that the primitive puts no text into the document that is too long to be read again.
    pub(crate) fn too_long(&self) -> Result<(), TooLong> {
        match self {
            Self::Presence {
                node: Some(node), ..
            }
            | Self::Contents(node) => lengths::node(node),
            Self::Task(_, task) => lengths::name("task", task),
            Self::Name(_, name) | Self::DocumentName(name) => lengths::name("name", name),
            Self::Comment(_, text) | Self::Description(text) => lengths::text("comment", text),
            Self::Data(_, text) => lengths::text("data", text),
            Self::Parameter {
                name,
                value: Some(value),
                ..
            } => {
                lengths::name("parameter", name)?;
                lengths::parameter(value)
            }
            Self::Overrides(_, overrides) => lengths::overrides(overrides),
            Self::Variable(entry) => entry.too_long(lengths::variable),
            Self::Note(entry) => entry.too_long(lengths::note),
            Self::Group(entry) => entry.too_long(lengths::group),
            Self::Trees(trees) => lengths::trees(trees),
            Self::Libraries(paths) => paths
                .iter()
                .try_for_each(|path| lengths::name("library", path)),
            Self::Whole(document) => too_long(document),
            Self::Presence { .. }
            | Self::Move { .. }
            | Self::Order { .. }
            | Self::Positions(_)
            | Self::Abort(..)
            | Self::Parameter { .. }
            | Self::StandIn(..)
            | Self::Disabled(..)
            | Self::Breakpoint(..)
            | Self::Collapsed(..)
            | Self::BrokenLinks(..)
            | Self::DuplicateOf(..)
            | Self::Seed(_)
            | Self::RestartWhenComplete(_)
            | Self::DocumentExtra(_)
            | Self::Conflict(_) => Ok(()),
        }
    }

    /// Returns whether the edit can affect a running tree. Names, comments and card positions are only for people; a seed takes
    /// effect when a run starts; the declarations of task libraries take effect when they are loaded.
    pub(crate) fn concerns_run(&self) -> bool {
        match self {
            Self::Presence { .. }
            | Self::Move { .. }
            | Self::Order { .. }
            | Self::Task(..)
            | Self::Abort(..)
            | Self::Parameter { .. }
            | Self::Overrides(..)
            | Self::StandIn(..)
            | Self::Data(..)
            | Self::Disabled(..)
            | Self::Trees(_)
            | Self::Variable(_)
            | Self::Contents(_)
            | Self::Whole(_)
            | Self::RestartWhenComplete(_) => true,
            Self::Positions(_)
            | Self::Name(..)
            | Self::Comment(..)
            | Self::Breakpoint(..)
            | Self::Collapsed(..)
            | Self::BrokenLinks(..)
            | Self::DuplicateOf(..)
            | Self::Note(_)
            | Self::Group(_)
            | Self::DocumentName(_)
            | Self::Description(_)
            | Self::Seed(_)
            | Self::DocumentExtra(_)
            | Self::Conflict(_)
            | Self::Libraries(_) => false,
        }
    }

    /// Applies the edit and turns it into its inverse.
    pub(crate) fn exchange(&mut self, document: &mut Document) {
        match self {
            Self::Presence { id, place, node } => exchange_presence(document, id, place, node),
            Self::Move { id, from, to } => {
                if let Some(left) = document.detach(id, from) {
                    *from = document.attach(id, to);
                    *to = left;
                }
            }
            Self::Order { parent, order } => document.exchange_order(parent, order),
            Self::Positions(positions) => {
                for (id, position) in positions {
                    exchange_field(document, id, position, |node| &mut node.position);
                }
            }
            Self::Task(id, task) => exchange_field(document, id, task, |n| &mut n.task),
            Self::Name(id, name) => exchange_field(document, id, name, |n| &mut n.name),
            Self::Comment(id, text) => exchange_field(document, id, text, |n| &mut n.comment),
            Self::Abort(id, abort) => exchange_field(document, id, abort, |n| &mut n.abort),
            Self::Parameter {
                node,
                name,
                index,
                value,
            } => exchange_parameter(document, node, name, index, value),
            Self::Overrides(id, list) => {
                exchange_field(document, id, list, |n| &mut n.overrides);
            }
            Self::StandIn(id, said) => exchange_field(document, id, said, |n| &mut n.stand_in),
            Self::Data(id, text) => exchange_field(document, id, text, |n| &mut n.data),
            Self::Disabled(id, on) => exchange_field(document, id, on, |n| &mut n.disabled),
            Self::Breakpoint(id, on) => exchange_field(document, id, on, |n| &mut n.breakpoint),
            Self::Collapsed(id, on) => exchange_field(document, id, on, |n| &mut n.collapsed),
            Self::BrokenLinks(id, links) => {
                exchange_field(document, id, links, |n| &mut n.broken_links);
            }
            Self::DuplicateOf(id, of) => exchange_field(document, id, of, |n| &mut n.duplicate_of),
            Self::Variable(entry) => entry.exchange(&mut document.variables),
            Self::Note(entry) => entry.exchange(&mut document.notes),
            Self::Group(entry) => entry.exchange(&mut document.groups),
            Self::Conflict(entry) => entry.exchange(&mut document.conflicts),
            Self::Trees(trees) => swap(&mut document.trees, trees),
            Self::DocumentName(name) => swap(&mut document.name, name),
            Self::Description(text) => swap(&mut document.description, text),
            Self::Seed(seed) => swap(&mut document.seed, seed),
            Self::RestartWhenComplete(on) => swap(&mut document.restart_when_complete, on),
            Self::Libraries(list) => swap(&mut document.libraries, list),
            Self::DocumentExtra(extra) => swap(&mut document.extra, extra),
            Self::Contents(node) => {
                if let Some(there) = document.node_mut(&node.id().clone()) {
                    there.exchange_contents(node);
                }
            }
            Self::Whole(other) => swap(document, other),
        }
    }

    /// Estimates the memory in bytes.
    pub(crate) fn estimated_bytes(&self) -> usize {
        let held = match self {
            Self::Presence { node, .. } => node.as_ref().map_or(0, |node| node_bytes(node)),
            Self::Order { order, .. } => order.len() * size_of::<NodeId>(),
            Self::Positions(positions) => positions.len() * size_of::<(NodeId, Position)>(),
            Self::Name(_, text)
            | Self::Comment(_, text)
            | Self::Data(_, text)
            | Self::DocumentName(text)
            | Self::Description(text) => text.len(),
            Self::BrokenLinks(_, links) => links.len() * size_of::<BrokenLink>(),
            Self::Overrides(_, list) => list.len() * OVERRIDE_BYTES,
            Self::StandIn(_, said) => said.as_ref().map_or(0, |said| stand_in_bytes(said)),
            Self::Trees(trees) => trees.len() * (size_of::<NamedTree>() + NAME_BYTES),
            Self::Variable(entry) => entry.bytes(|variable| variable.comment.len()),
            Self::Note(entry) => entry.bytes(|note| note.text.len()),
            Self::Group(entry) => entry.bytes(|group| group.title.len()),
            Self::Contents(node) => node_bytes(node),
            Self::Conflict(entry) => entry.held.as_ref().map_or(0, |held| conflict_bytes(held)),
            Self::Whole(document) => document.nodes().map(node_bytes).sum(),
            _ => 0,
        };
        size_of::<Self>() + held
    }
}

fn exchange_presence(
    document: &mut Document,
    id: &NodeId,
    place: &mut NodePlace,
    node: &mut Option<Box<Node>>,
) {
    if let Some(added) = node.take() {
        document.insert_node(*added);
        *place = document.attach(id, place);
    } else if let Some(left) = document.detach(id, place) {
        *place = left;
        *node = document.take_node(id).map(Box::new);
    }
}

fn exchange_field<T>(
    document: &mut Document,
    id: &NodeId,
    value: &mut T,
    field: impl FnOnce(&mut Node) -> &mut T,
) {
    if let Some(node) = document.node_mut(id) {
        swap(field(node), value);
    }
}

fn exchange_parameter(
    document: &mut Document,
    id: &NodeId,
    name: &Arc<str>,
    index: &mut usize,
    value: &mut Option<ParameterValue>,
) {
    let Some(node) = document.node_mut(id) else {
        return;
    };
    let set = &mut node.parameters;
    *index = set.index_of(name).unwrap_or((*index).min(set.len()));
    *value = set.exchange(name.clone(), *index, value.take());
}
