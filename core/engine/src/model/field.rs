//! What a difference or a conflict is about: a thing of a document, one of its fields, and what the field holds.
//! Does not know how documents are compared.

use std::fmt;
use std::sync::Arc;

use super::{BrokenLink, Document, Literal, ParameterValue, Place, Scope, StandIn};
use crate::abort::AbortType;
use crate::geometry::Position;
use crate::ids::NodeId;
use crate::plural::counted;
use crate::value::ValueType;

/// A thing of a document that can be compared with the same thing of another version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The document as a whole: its settings.
    Document,
    /// A node.
    Node(NodeId),
    /// A variable, by its name.
    Variable(Arc<str>),
    /// A named tree.
    Tree(Arc<str>),
    /// A note, by its place in the list.
    Note(usize),
    /// A group, by its place in the list.
    Group(usize),
}

impl Subject {
    /// The node that it is.
    pub fn node(&self) -> Option<&NodeId> {
        match self {
            Self::Node(id) => Some(id),
            _ => None,
        }
    }

    /// A stable name of its kind.
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

/// A field of a thing. The order is that in which lists show them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// Whether the thing is there at all.
    Presence,
    /// Where a node hangs.
    Place,
    /// In which order children stand, or where in its list a thing stands.
    Order,
    /// Which node is the root of the document, or of a named tree.
    Root,
    /// The task of a node.
    Task,
    /// The name of a node or of the document.
    Name,
    /// What the document is for.
    Description,
    /// The text of a note or title of a group.
    Text,
    /// The abort type of a composite.
    Abort,
    /// A parameter of a node, by its name.
    Parameter(Arc<str>),
    /// A parameter that a node sets inside the subtree that it runs.
    Override {
        /// The node inside.
        path: Arc<str>,
        /// Its parameter.
        parameter: Arc<str>,
    },
    /// What plays a leaf without its game.
    StandIn,
    /// Whether a node is skipped.
    Disabled,
    /// The type and initial value of a variable.
    Initial,
    /// Who shares a variable.
    Scope,
    /// What people say about a node or variable.
    Comment,
    /// Whether the tree starts again after it finished.
    Restart,
    /// What random choices are drawn from.
    Seed,
    /// The task libraries of the document.
    Libraries,
    /// Whether a run stops at a node.
    Breakpoint,
    /// Links that the tree cannot hold.
    BrokenLinks,
    /// The id that a node had in a file where another had it too.
    OwnId,
    /// A field that this version does not know.
    Extra(String),
    /// Whether what is below a node is hidden.
    Collapsed,
    /// Where a card, note or group lies.
    Position,
    /// How large a note or group is.
    Size,
    /// The color of a note or group.
    Color,
}

impl Field {
    /// A stable name, for files and translation.
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

    /// The codes of all fields.
    pub const CODES: [&str; 27] = [
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

    /// The name that tells it from others of its kind: of a parameter, or of a field that this version does not know.
    pub fn name(&self) -> Option<String> {
        match self {
            Self::Parameter(name) => Some(name.to_string()),
            Self::Override { path, parameter } => Some(format!("{path}/{parameter}")),
            Self::Extra(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// Whether it only says how the tree lies on the canvas.
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

/// What a field holds. English is the `Display`.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    /// A text.
    Text(Arc<str>),
    /// Yes or no.
    Flag(bool),
    /// A whole number: a seed, or a place in a list counted from 0.
    Number(u64),
    /// An abort type.
    Abort(AbortType),
    /// What a parameter is set to.
    Parameter(ParameterValue),
    /// What plays a leaf.
    StandIn(Box<StandIn>),
    /// The type of a variable, and its initial value.
    Typed(ValueType, Literal),
    /// Who shares a variable.
    Scope(Scope),
    /// A place on the canvas.
    Position(Position),
    /// A width and a height.
    Size(i32, i32),
    /// A node.
    Node(NodeId),
    /// Several nodes.
    Nodes(Vec<NodeId>),
    /// Several texts.
    Texts(Vec<String>),
    /// A place in the tree.
    Place(Place),
    /// Links that a tree cannot hold.
    BrokenLinks(Vec<BrokenLink>),
    /// What this version does not know, as compact JSON.
    Json(String),
    /// A whole branch, with its place: the document holds nothing but its nodes, below the root.
    Branch(Place, Box<Document>),
    /// A thing of the document that is not there in other versions: a document that holds nothing else.
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
            Self::Place(Place::Root) => f.write_str("the root"),
            Self::Place(Place::Loose(_)) => f.write_str("unconnected"),
            Self::Place(Place::Child(parent, index)) => {
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

/// A constant as it was written: `1.50` and `1.5` are one number and two texts.
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
    /// What a field holds, in words; of none, that it is not set.
    pub fn said(value: &Option<Self>) -> String {
        value
            .as_ref()
            .map_or_else(|| "not set".to_owned(), Self::to_string)
    }

    /// Whether it means the same as another, though it may be written otherwise.
    pub fn means_the_same(&self, other: &Self) -> bool {
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
