//! What is wrong with a document, as data: a code with arguments, a place, and how bad it is.
//! English is the `Display` of a [`Problem`]; other languages translate by [`Problem::code`] and [`Problem::arguments`].

mod problem;
mod problems;
mod visible;

use std::fmt;
use std::sync::Arc;

pub use problem::{Grade, Never, Problem, StandInProblem, SubtreeProblem, TooMuch, Transfer};
pub use problems::{Counts, Problems};
pub use visible::hides;
pub use visible::{visible, visible_line};

use crate::ids::NodeId;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The tree cannot run as meant.
    Error,
    /// It runs, but probably not as meant.
    Warning,
}

/// A line and a column in a file's text, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPosition {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// What a diagnostic is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// The document as a whole.
    Document,
    /// A node.
    Node(NodeId),
    /// A parameter of a node.
    Parameter(NodeId, Arc<str>),
    /// A variable.
    Variable(Arc<str>),
    /// A named tree.
    Tree(Arc<str>),
    /// What a node sets inside the subtree that it runs: the node inside, by path, and its parameter.
    Override(NodeId, Arc<str>, Arc<str>),
}

impl Location {
    /// The node that it is about or in.
    pub fn node(&self) -> Option<&NodeId> {
        match self {
            Self::Node(id) | Self::Parameter(id, _) | Self::Override(id, ..) => Some(id),
            Self::Document | Self::Variable(_) | Self::Tree(_) => None,
        }
    }
}

/// A problem with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub location: Location,
    /// Where in the file it was read, if it was.
    pub position: Option<TextPosition>,
    /// What it is.
    pub problem: Problem,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = &self.problem;
        let said = match &self.location {
            Location::Document => problem.to_string(),
            Location::Node(id) => format!("node {id}: {problem}"),
            Location::Parameter(id, name) => format!("node {id}, `{name}`: {problem}"),
            Location::Variable(name) => format!("variable `{name}`: {problem}"),
            Location::Override(id, path, name) => {
                format!("node {id}, `{name}` of {path}: {problem}")
            }
            Location::Tree(name) => format!("tree `{name}`: {problem}"),
        };
        f.write_str(&visible(&said))
    }
}

impl Diagnostic {
    /// A problem at a place, as bad as its kind is, not yet tied to a line of a file.
    pub fn new(location: Location, problem: Problem) -> Self {
        Self {
            severity: problem.severity(),
            location,
            position: None,
            problem,
        }
    }

    /// Whether it says that a format cannot hold something, so that nothing is written.
    pub fn is_refused(&self) -> bool {
        matches!(&self.problem, Problem::Transfer(transfer) if transfer.grade() == Grade::Refused)
    }
}
