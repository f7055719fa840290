//! Subjects and fields of differences and conflicts: a thing of a document, one of its fields, and the field's value.
//! Does not know how documents are compared.

use std::fmt;
use std::sync::Arc;

use super::{BrokenLink, Document, Literal, NodePlace, ParameterValue, Scope, StandIn};
use crate::abort::AbortType;
use crate::geometry::Position;
use crate::ids::NodeId;
use crate::plural::counted;
use crate::value::ValueType;

/// A thing in a document that can be compared with its counterpart in another version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The document as a whole, with its settings.
    Document,
    /// A node.
    Node(NodeId),
    /// A variable, by its name.
    Variable(Arc<str>),
    /// A named tree, by its name.
    Tree(Arc<str>),
    /// A note, by its index in the list, from 0.
    Note(usize),
    /// A group, by its index in the list, from 0.
    Group(usize),
}

impl Subject {
    /// The node's id, if it is a node.
    pub fn node(&self) -> Option<&NodeId> {
        match self {
            Self::Node(id) => Some(id),
            _ => None,
        }
    }

    /// The stable name of its type, for files and translations.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Node(_) => "node",
            Self::Variable(_) => "variable",
            Self::Tree(_) => "tree",
            Self::Note(_) => "note",
            Self::Group(_) => "group",
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document => f.write_str("the document"),
            Self::Node(id) => write!(f, "node {id}"),
            Self::Variable(name) => write!(f, "variable `{name}`"),
            Self::Tree(name) => write!(f, "tree `{name}`"),
            Self::Note(index) => write!(f, "note {}", index + 1),
            Self::Group(index) => write!(f, "group {}", index + 1),
        }
    }
}

/// A field of a thing. The order of the variants is the order in lists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// Whether the thing exists.
    Presence,
    /// Where a node is connected.
    Place,
    /// The order of children, or the index of a thing in its list.
    Order,
    /// The root of the document or of a named tree.
    Root,
    /// The task of a node.
    Task,
    /// The name of a node or of the document.
    Name,
    /// The description of the document.
    Description,
    /// The text of a note, or the title of a group.
    Text,
    /// The abort type of a composite.
    Abort,
    /// A parameter of a node, by its name.
    Parameter(Arc<str>),
    /// An override: a parameter that a Subtree node sets inside its subtree.
    Override {
        /// The path of the inner node.
        path: Arc<str>,
        /// The name of its parameter.
        parameter: Arc<str>,
    },
    /// The stand-in of a node.
    StandIn,
    /// The data that a node attaches to frames.
    Data,
    /// Whether a node is skipped.
    Disabled,
    /// The type and initial value of a variable.
    Initial,
    /// The scope of a variable.
    Scope,
    /// The comment of a node or variable.
    Comment,
    /// Whether the tree restarts after it finished.
    Restart,
    /// The seed of random choices.
    Seed,
    /// The task libraries of the document.
    Libraries,
    /// Whether a run pauses at a node.
    Breakpoint,
    /// Connections that the tree cannot hold.
    BrokenLinks,
    /// The id of a node in the file, where another node had the same id.
    OwnId,
    /// A field that this version does not know, by its name.
    Extra(String),
    /// Whether the nodes below a node are hidden.
    Collapsed,
    /// The position of a card, note or group.
    Position,
    /// The size of a note or group.
    Size,
    /// The color of a note or group.
    Color,
}

impl Field {
    /// The stable name, for files and translations.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Presence => "presence",
            Self::Place => "place",
            Self::Order => "order",
            Self::Root => "root",
            Self::Task => "task",
            Self::Name => "name",
            Self::Description => "description",
            Self::Text => "text",
            Self::Abort => "abort",
            Self::Parameter(_) => "parameter",
            Self::Override { .. } => "override",
            Self::StandIn => "stand_in",
            Self::Data => "data",
            Self::Disabled => "disabled",
            Self::Initial => "initial",
            Self::Scope => "scope",
            Self::Comment => "comment",
            Self::Restart => "restart_when_complete",
            Self::Seed => "seed",
            Self::Libraries => "libraries",
            Self::Breakpoint => "breakpoint",
            Self::BrokenLinks => "broken_links",
            Self::OwnId => "own_id",
            Self::Extra(_) => "extra",
            Self::Collapsed => "collapsed",
            Self::Position => "position",
            Self::Size => "size",
            Self::Color => "color",
        }
    }

    /// The stable names of all fields.
    pub const CODES: [&str; 28] = [
        "presence",
        "place",
        "order",
        "root",
        "task",
        "name",
        "description",
        "text",
        "abort",
        "parameter",
        "override",
        "stand_in",
        "data",
        "disabled",
        "initial",
        "scope",
        "comment",
        "restart_when_complete",
        "seed",
        "libraries",
        "breakpoint",
        "broken_links",
        "own_id",
        "extra",
        "collapsed",
        "position",
        "size",
        "color",
    ];

    /// The name that distinguishes it from fields of the same type: of a parameter or of an unknown field. `None` for
    /// all others.
    pub fn name(&self) -> Option<String> {
        match self {
            Self::Parameter(name) => Some(name.to_string()),
            Self::Override { path, parameter } => Some(format!("{path}/{parameter}")),
            Self::Extra(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// Returns whether it only concerns the layout on the canvas.
    pub fn is_layout(&self) -> bool {
        matches!(
            self,
            Self::Collapsed | Self::Position | Self::Size | Self::Color
        )
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(name) => write!(f, "`{name}`"),
            Self::Override { path, parameter } => write!(f, "override of `{parameter}` at {path}"),
            Self::StandIn => f.write_str("stand-in"),
            Self::Data => f.write_str("frame data"),
            Self::Task => f.write_str("node type"),
            Self::Abort => f.write_str("abort type"),
            Self::Initial => f.write_str("type and initial value"),
            Self::Restart => f.write_str("restart setting"),
            Self::Libraries => f.write_str("task libraries"),
            Self::BrokenLinks => f.write_str("broken connections"),
            Self::OwnId => f.write_str("id in the file"),
            Self::Extra(name) => write!(f, "field `{name}`"),
            Self::Color => f.write_str("color"),
            other => f.write_str(other.code()),
        }
    }
}

/// The value of a field. `Display` gives it in English.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    /// A text.
    Text(Arc<str>),
    /// Yes or no.
    Flag(bool),
    /// A whole number: a seed, or an index in a list (from 0).
    Number(u64),
    /// An abort type.
    Abort(AbortType),
    /// The value of a parameter.
    Parameter(ParameterValue),
    /// A stand-in.
    StandIn(Box<StandIn>),
    /// The type and the initial value of a variable.
    Typed(ValueType, Literal),
    /// The scope of a variable.
    Scope(Scope),
    /// A position on the canvas.
    Position(Position),
    /// A width and a height, in canvas units.
    Size(i32, i32),
    /// A node.
    Node(NodeId),
    /// Several nodes.
    Nodes(Vec<NodeId>),
    /// Several texts.
    Texts(Vec<String>),
    /// A place in the tree.
    Place(NodePlace),
    /// Connections that a tree cannot hold.
    BrokenLinks(Vec<BrokenLink>),
    /// A value that this version does not know, as compact JSON.
    Json(String),
    /// A branch with its place. The document contains only the nodes of the branch, below its root.
    Branch(NodePlace, Box<Document>),
    /// A thing that other versions do not have. The document contains only this thing.
    Whole(Box<Document>),
}

impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Flag(true) => f.write_str("yes"),
            Self::Flag(false) => f.write_str("no"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Abort(abort) => write!(f, "{abort}"),
            Self::Parameter(ParameterValue::Variable(name)) => write!(f, "variable `{name}`"),
            Self::Parameter(ParameterValue::Literal(literal)) => literal_text(literal, f),
            Self::StandIn(stand_in) => write!(f, "{stand_in}"),
            Self::Typed(value_type, literal) => {
                write!(f, "{value_type} ")?;
                literal_text(literal, f)
            }
            Self::Scope(scope) => f.write_str(scope.name()),
            Self::Position(at) => write!(f, "{}, {}", at.x, at.y),
            Self::Size(width, height) => write!(f, "{width} × {height}"),
            Self::Node(id) => write!(f, "{id}"),
            Self::Nodes(ids) => list(ids, f),
            Self::Texts(texts) => list(texts, f),
            Self::Place(NodePlace::Root) => f.write_str("the root"),
            Self::Place(NodePlace::Loose(_)) => f.write_str("unconnected"),
            Self::Place(NodePlace::Child(parent, index)) => {
                write!(f, "child {} of {parent}", index + 1)
            }
            Self::BrokenLinks(links) => {
                let children: Vec<_> = links.iter().map(|link| &link.child).collect();
                list(&children, f)
            }
            Self::Json(json) => f.write_str(json),
            Self::Branch(_, branch) => f.write_str(&counted(branch.node_count(), "node")),
            Self::Whole(_) => f.write_str("present"),
        }
    }
}

/// Shows a constant as it was written: `1.50` and `1.5` are the same number but different texts.
fn literal_text(literal: &Literal, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match &literal.written {
        Some(written) => f.write_str(written),
        None => write!(f, "{}", literal.value),
    }
}

fn list<T: fmt::Display>(items: &[T], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if items.is_empty() {
        return f.write_str("none");
    }
    for (i, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
    }
    Ok(())
}

impl FieldValue {
    /// Returns the value as English text; "not set" for `None`.
    pub fn describe(value: &Option<Self>) -> String {
        value
            .as_ref()
            .map_or_else(|| "not set".to_owned(), Self::to_string)
    }

    /// Returns whether both have the same meaning, even if they are written differently (`1.50` and `1.5`).
    pub fn is_equivalent(&self, other: &Self) -> bool {
        use ParameterValue as P;
        match (self, other) {
            (Self::Parameter(P::Literal(one)), Self::Parameter(P::Literal(other))) => {
                one.value == other.value
            }
            (Self::Typed(one_type, one), Self::Typed(other_type, other)) => {
                one_type == other_type && one.value == other.value
            }
            _ => self == other,
        }
    }
}
