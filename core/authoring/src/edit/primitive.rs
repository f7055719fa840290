//! The smallest edits. Each exchanges what it holds with what the document holds, so that applying it a second time takes it back.
//! Checks nothing: commands do that before. The one place that changes a document.

use std::mem::{size_of, swap};
use std::sync::Arc;
use treewright_core::model::Surgery as _;

use treewright_core::abort::AbortType;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::memory::{
    NAME_BYTES, OVERRIDE_BYTES, conflict_bytes, node_bytes, stand_in_bytes,
};
use treewright_core::model::{
    BrokenLink, Conflict, Document, Extra, Group, NamedTree, Node, Note, Override, ParameterValue,
    Place, StandIn, TooLong, Variable, lengths, too_long,
};

/// A small edit that becomes its own inverse when it is applied.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Primitive {
    /// Adds the node that it holds at a place, or (holding none) takes the childless node with this id from there.
    Presence {
        id: NodeId,
        place: Place,
        node: Option<Box<Node>>,
    },
    /// Hangs a node elsewhere, with all below it.
    Move {
        id: NodeId,
        from: Place,
        to: Place,
    },
    /// Gives a node's children another order.
    Order {
        parent: NodeId,
        order: Vec<NodeId>,
    },
    Positions(Vec<(NodeId, Position)>),
    Task(NodeId, Arc<str>),
    Name(NodeId, String),
    Comment(NodeId, String),
    Abort(NodeId, AbortType),
    /// Sets or (with none) removes a parameter, at this index among those that are set.
    Parameter {
        node: NodeId,
        name: Arc<str>,
        index: usize,
        value: Option<ParameterValue>,
    },
    Overrides(NodeId, Vec<Override>),
    StandIn(NodeId, Option<Box<StandIn>>),
    Disabled(NodeId, bool),
    Breakpoint(NodeId, bool),
    Collapsed(NodeId, bool),
    BrokenLinks(NodeId, Vec<BrokenLink>),
    DuplicateOf(NodeId, Option<NodeId>),
    /// Adds the variable that it holds at this index, or (holding none) takes the one there.
    VariablePresence {
        index: usize,
        variable: Option<Box<Variable>>,
    },
    /// Replaces the variable at this index.
    Variable {
        index: usize,
        variable: Box<Variable>,
    },
    /// Adds the note that it holds at this index, or (holding none) takes the one there.
    NotePresence {
        index: usize,
        note: Option<Box<Note>>,
    },
    /// Replaces the note at this index.
    Note {
        index: usize,
        note: Box<Note>,
    },
    /// Adds the group that it holds at this index, or (holding none) takes the one there.
    GroupPresence {
        index: usize,
        group: Option<Box<Group>>,
    },
    /// Replaces the group at this index.
    Group {
        index: usize,
        group: Box<Group>,
    },
    Trees(Vec<NamedTree>),
    DocumentName(String),
    Description(String),
    Seed(u64),
    RestartWhenComplete(bool),
    Libraries(Vec<String>),
    DocumentExtra(Extra),
    /// Exchanges all that a node holds but its place.
    Contents(Box<Node>),
    /// Adds the conflict that it holds at this index, or (holding none) takes the one there.
    ConflictPresence {
        index: usize,
        conflict: Option<Box<Conflict>>,
    },
    /// Exchanges the whole document.
    Whole(Box<Document>),
}

impl Primitive {
    /// Adds a node.
    pub(crate) fn insert(node: Node, place: Place) -> Self {
        Self::Presence {
            id: node.id().clone(),
            place,
            node: Some(Box::new(node)),
        }
    }

    /// Takes a node out that has no children by then. The place may be a guess.
    pub(crate) fn remove(id: NodeId, place: Place) -> Self {
        Self::Presence {
            id,
            place,
            node: None,
        }
    }

    /// Whether it would put a text into the document that is longer than one that is read.
    pub(crate) fn too_long(&self) -> Result<(), TooLong> {
        match self {
            Self::Presence {
                node: Some(node), ..
            }
            | Self::Contents(node) => lengths::node(node),
            Self::Task(_, task) => lengths::name("task", task),
            Self::Name(_, name) | Self::DocumentName(name) => lengths::name("name", name),
            Self::Comment(_, text) | Self::Description(text) => lengths::text("comment", text),
            Self::Parameter {
                name,
                value: Some(value),
                ..
            } => {
                lengths::name("parameter", name)?;
                lengths::parameter(value)
            }
            Self::Overrides(_, overrides) => lengths::overrides(overrides),
            Self::VariablePresence {
                variable: Some(variable),
                ..
            }
            | Self::Variable { variable, .. } => lengths::variable(variable),
            Self::NotePresence {
                note: Some(note), ..
            }
            | Self::Note { note, .. } => lengths::note(note),
            Self::GroupPresence {
                group: Some(group), ..
            }
            | Self::Group { group, .. } => lengths::group(group),
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
            | Self::VariablePresence { .. }
            | Self::NotePresence { .. }
            | Self::GroupPresence { .. }
            | Self::Seed(_)
            | Self::RestartWhenComplete(_)
            | Self::DocumentExtra(_)
            | Self::ConflictPresence { .. } => Ok(()),
        }
    }

    /// Whether a running tree could tell. Names, comments and places on the canvas are for people; a seed counts when a run starts;
    /// what the libraries of a tree declare is known only when they are read.
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
            | Self::Disabled(..)
            | Self::Trees(_)
            | Self::VariablePresence { .. }
            | Self::Variable { .. }
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
            | Self::NotePresence { .. }
            | Self::Note { .. }
            | Self::GroupPresence { .. }
            | Self::Group { .. }
            | Self::DocumentName(_)
            | Self::Description(_)
            | Self::Seed(_)
            | Self::DocumentExtra(_)
            | Self::ConflictPresence { .. }
            | Self::Libraries(_) => false,
        }
    }

    /// Does the edit, and becomes the edit that takes it back.
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
            Self::Disabled(id, on) => exchange_field(document, id, on, |n| &mut n.disabled),
            Self::Breakpoint(id, on) => exchange_field(document, id, on, |n| &mut n.breakpoint),
            Self::Collapsed(id, on) => exchange_field(document, id, on, |n| &mut n.collapsed),
            Self::BrokenLinks(id, links) => {
                exchange_field(document, id, links, |n| &mut n.broken_links);
            }
            Self::DuplicateOf(id, of) => exchange_field(document, id, of, |n| &mut n.duplicate_of),
            Self::VariablePresence { index, variable } => {
                exchange_entry(&mut document.variables, *index, variable);
            }
            Self::NotePresence { index, note } => {
                exchange_entry(&mut document.notes, *index, note);
            }
            Self::Note { index, note } => swap(&mut document.notes[*index], &mut **note),
            Self::GroupPresence { index, group } => {
                exchange_entry(&mut document.groups, *index, group);
            }
            Self::Group { index, group } => swap(&mut document.groups[*index], &mut **group),
            Self::Variable { index, variable } => {
                swap(&mut document.variables[*index], &mut **variable);
            }
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
            Self::ConflictPresence { index, conflict } => {
                exchange_entry(&mut document.conflicts, *index, conflict);
            }
            Self::Whole(other) => swap(document, other),
        }
    }

    /// About how much memory it holds.
    pub(crate) fn estimated_bytes(&self) -> usize {
        let held = match self {
            Self::Presence { node, .. } => node.as_ref().map_or(0, |node| node_bytes(node)),
            Self::Order { order, .. } => order.len() * size_of::<NodeId>(),
            Self::Positions(positions) => positions.len() * size_of::<(NodeId, Position)>(),
            Self::Name(_, text)
            | Self::Comment(_, text)
            | Self::DocumentName(text)
            | Self::Description(text) => text.len(),
            Self::BrokenLinks(_, links) => links.len() * size_of::<BrokenLink>(),
            Self::Overrides(_, list) => list.len() * OVERRIDE_BYTES,
            Self::StandIn(_, said) => said.as_ref().map_or(0, |said| stand_in_bytes(said)),
            Self::Trees(trees) => trees.len() * (size_of::<NamedTree>() + NAME_BYTES),
            Self::Variable { variable, .. }
            | Self::VariablePresence {
                variable: Some(variable),
                ..
            } => size_of::<Variable>() + variable.comment.len(),
            Self::Note { note, .. }
            | Self::NotePresence {
                note: Some(note), ..
            } => size_of::<Note>() + note.text.len(),
            Self::Group { group, .. }
            | Self::GroupPresence {
                group: Some(group), ..
            } => size_of::<Group>() + group.title.len(),
            Self::Contents(node) => node_bytes(node),
            Self::ConflictPresence {
                conflict: Some(conflict),
                ..
            } => conflict_bytes(conflict),
            Self::Whole(document) => document.nodes().map(node_bytes).sum(),
            _ => 0,
        };
        size_of::<Self>() + held
    }
}

fn exchange_presence(
    document: &mut Document,
    id: &NodeId,
    place: &mut Place,
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

/// Puts what is held into a list, or (holding nothing) takes what is there.
fn exchange_entry<T>(list: &mut Vec<T>, index: usize, held: &mut Option<Box<T>>) {
    match held.take() {
        Some(added) => list.insert(index, *added),
        None => *held = Some(Box::new(list.remove(index))),
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
