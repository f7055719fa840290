//! Problems of a document as data: a code with arguments, a location and a severity. `Display` of a [`Problem`] is
//! English; translations use [`Problem::code`] and [`Problem::arguments`].

mod problem;
mod problems;
#[doc(hidden)]
pub mod structure;
mod visible;

use std::fmt;
use std::sync::Arc;

pub use problem::{
    Grade, Never, NoReach, Problem, ProgramLimit, StandInProblem, SubtreeProblem, TransferNote,
};
pub use problems::{Counts, Problems};
pub use visible::hides;
pub use visible::{visible, visible_line};

use crate::ids::NodeId;

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The tree cannot run as intended.
    Error,
    /// The tree runs, but probably not as intended.
    Warning,
}

/// A line and a column in the text of a file, both from 1. Columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPosition {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

/// The thing with the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// The document as a whole.
    Document,
    /// A node.
    Node(NodeId),
    /// A parameter of a node, by its name.
    Parameter(NodeId, Arc<str>),
    /// A variable, by its name.
    Variable(Arc<str>),
    /// A named tree, by its name.
    Tree(Arc<str>),
    /// An override: the Subtree node, the path of the inner node, and the inner node's parameter.
    Override(NodeId, Arc<str>, Arc<str>),
}

impl Location {
    /// The node of the location, if it is a node or in one.
    pub fn node(&self) -> Option<&NodeId> {
        match self {
            Self::Node(id) | Self::Parameter(id, _) | Self::Override(id, ..) => Some(id),
            Self::Document | Self::Variable(_) | Self::Tree(_) => None,
        }
    }
}

/// A problem with its severity and location.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The thing with the problem.
    pub location: Location,
    /// The position in the file, if the document was read from one.
    pub position: Option<TextPosition>,
    /// The problem itself.
    pub problem: Problem,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = &self.problem;
        let line = match &self.location {
            Location::Document => problem.to_string(),
            Location::Node(id) => format!("node {id}: {problem}"),
            Location::Parameter(id, name) => {
                let problem = problem.to_string();
                // Many problems of a parameter begin with its name.
                if problem.starts_with(&format!("`{name}`")) {
                    format!("node {id}, {problem}")
                } else {
                    format!("node {id}, `{name}`: {problem}")
                }
            }
            Location::Variable(name) => format!("variable `{name}`: {problem}"),
            Location::Override(id, path, name) => {
                format!("node {id}, `{name}` of {path}: {problem}")
            }
            Location::Tree(name) => format!("tree `{name}`: {problem}"),
        };
        f.write_str(&visible(&line))
    }
}

impl Diagnostic {
    /// Creates a diagnostic with the severity of the problem, without a position in a file.
    pub fn new(location: Location, problem: Problem) -> Self {
        Self {
            severity: problem.severity(),
            location,
            position: None,
            problem,
        }
    }

    /// Returns whether an export fails because its format cannot hold something.
    pub fn blocks_export(&self) -> bool {
        matches!(&self.problem, Problem::Transfer(transfer) if transfer.grade() == Grade::Refused)
    }
}
