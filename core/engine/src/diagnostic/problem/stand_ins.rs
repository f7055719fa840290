//! What can be wrong with what plays a node, in English.
//! Does not know how it is found.

use std::fmt;
use std::sync::Arc;

use crate::expression::ExpressionError;

/// A problem with what plays a node.
#[derive(Clone, Debug, PartialEq)]
pub enum StandInProblem {
    /// This version does not understand it.
    Unknown {
        /// What the file says, as JSON.
        json: String,
    },
    /// The node is no leaf.
    OnParent {
        /// Its task.
        task: Arc<str>,
    },
    /// The node is a leaf, and acts like a parent.
    OnLeaf {
        /// Its task.
        task: Arc<str>,
    },
    /// The node passes the result of its only child through, and has several.
    SeveralChildren {
        /// How many.
        count: usize,
    },
    /// The node is a parent of a library whose code is not here, and nothing says what it acts like.
    NoCode {
        /// Its task.
        task: Arc<str>,
    },
    /// A number is too small or too large.
    OutOfRange {
        /// The number.
        value: f64,
        /// The largest allowed; the smallest is 0.
        max: f64,
    },
    /// The expression is none over the declared variables that holds or not.
    Expression {
        /// Where in the text, counted from 1 in characters.
        column: usize,
        /// What is wrong.
        error: Box<ExpressionError>,
    },
}

impl StandInProblem {
    /// A stable name, for translations and for machines that read reports.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "stand_in_unknown",
            Self::OnParent { .. } => "stand_in_on_parent",
            Self::OnLeaf { .. } => "stand_in_on_leaf",
            Self::SeveralChildren { .. } => "stand_in_several_children",
            Self::NoCode { .. } => "stand_in_no_code",
            Self::OutOfRange { .. } => "stand_in_out_of_range",
            Self::Expression { .. } => "stand_in_expression",
        }
    }

    /// Whether the tree runs as meant but for this.
    pub fn is_warning(&self) -> bool {
        matches!(
            self,
            Self::OnParent { .. } | Self::OnLeaf { .. } | Self::NoCode { .. }
        )
    }

    /// The values that a translation fills in, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Unknown { json } => vec![("json", json.clone())],
            Self::OnParent { task } | Self::OnLeaf { task } | Self::NoCode { task } => {
                vec![("task", task.to_string())]
            }
            Self::SeveralChildren { count } => vec![("count", count.to_string())],
            Self::OutOfRange { value, max } => {
                vec![("value", value.to_string()), ("max", max.to_string())]
            }
            Self::Expression { column, error } => {
                vec![("column", column.to_string()), ("error", error.to_string())]
            }
        }
    }
}

impl fmt::Display for StandInProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { json } => write!(
                f,
                "its stand-in is not known to this version: {json}; choose another one, or remove it"
            ),
            Self::OnParent { task } => write!(
                f,
                "{task} is no leaf: its stand-in is kept but has no effect"
            ),
            Self::OnLeaf { task } => write!(
                f,
                "{task} is a leaf and cannot act like a parent: its stand-in is kept but has no effect"
            ),
            Self::SeveralChildren { count } => write!(
                f,
                "it has {count} children and can pass through the result of one only: let it act like Sequence or Selector"
            ),
            Self::NoCode { task } => write!(
                f,
                "the code of {task} is not here, so it fails: choose what it acts like, or build it from the built-in kinds"
            ),
            Self::OutOfRange { value, max } => write!(
                f,
                "the number {value} of its stand-in is not from 0 to {max}: change it"
            ),
            Self::Expression { column, error } => {
                write!(f, "its stand-in, column {column}: {error}")
            }
        }
    }
}
