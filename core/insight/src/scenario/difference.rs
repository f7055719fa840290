//! A difference between a run and its scenario, with its sentence.

use std::fmt;
use std::sync::Arc;

use treewright_core::Argument;
use treewright_core::ids::NodeId;
use treewright_core::runtime::Status;
use treewright_core::value::Value;

use super::{Ending, Fact, NodeName, NodeState};

/// A difference between expectation and result after a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioDifference {
    /// The frame.
    pub frame: u64,
    /// The subject of the difference.
    pub what: DifferenceSubject,
    /// The fact that the scenario expects.
    pub expected: Fact,
    /// The fact that would match the run.
    pub found: Fact,
}

/// A node of a difference, as shown to users.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownNode {
    /// Its name, or that of its type.
    pub title: Argument,
    /// Its id in the run.
    pub id: NodeId,
}

impl fmt::Display for ShownNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ({})", self.title, self.id)
    }
}

/// The subject of a difference.
#[derive(Clone, Debug, PartialEq)]
pub enum DifferenceSubject {
    /// The status of the tree.
    TreeStatus {
        /// The expected status.
        expected: Status,
        /// The status found.
        found: Status,
    },
    /// The state of a node.
    NodeState {
        /// The node.
        node: ShownNode,
        /// The expected state.
        expected: NodeState,
        /// The state found.
        found: NodeState,
        /// The frame since which it has this state; 0 if it never ran.
        since: u64,
    },
    /// How a node ended in this frame.
    Ended {
        /// The node.
        node: ShownNode,
        /// The expected end.
        expected: Ending,
        /// The end found.
        found: Ending,
    },
    /// A node that should run does not.
    NotRunning {
        /// The node.
        node: ShownNode,
        /// The nodes that run instead.
        running: Vec<ShownNode>,
    },
    /// A node runs that should not.
    AlsoRunning {
        /// The node.
        node: ShownNode,
    },
    /// The value of a variable.
    Variable {
        /// The variable.
        name: Arc<str>,
        /// The expected value.
        expected: Value,
        /// The value found.
        found: Value,
    },
    /// An abort that should have fired did not.
    NoAbort {
        /// The conditional.
        conditional: ShownNode,
        /// The result of the conditional when it was reevaluated in this frame; `None` if it was not watched.
        asked: Option<Status>,
    },
    /// An abort fired that should not have.
    UnexpectedAbort {
        /// The conditional.
        conditional: ShownNode,
        /// The scope.
        scope: ShownNode,
    },
    /// An abort fired with another scope.
    AbortScope {
        /// The conditional.
        conditional: ShownNode,
        /// The expected scope.
        expected: ShownNode,
        /// The scope found.
        found: ShownNode,
    },
}

impl ScenarioDifference {
    /// Returns the node by its name in the scenario; `None` if the difference concerns a variable or the whole tree.
    pub fn node(&self) -> Option<&NodeName> {
        match (&self.expected, &self.found) {
            (Fact::Node(name, _) | Fact::Ended(name, _), _) => Some(name),
            (Fact::Running(expected), Fact::Running(found)) => {
                let missing = expected.iter().find(|name| !found.contains(name));
                missing.or_else(|| found.iter().find(|name| !expected.contains(name)))
            }
            (Fact::Aborts(expected), Fact::Aborts(found)) => {
                found.first().or(expected.first()).map(|a| &a.conditional)
            }
            (Fact::NoAborts(_), Fact::Aborts(found)) => found.first().map(|a| &a.conditional),
            _ => None,
        }
    }
}

impl fmt::Display for ScenarioDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame {}: {}", self.frame, self.what)
    }
}

impl fmt::Display for DifferenceSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TreeStatus { expected, found } => {
                write!(f, "tree: expected {expected}, found {found}")
            }
            Self::NodeState {
                node,
                expected,
                found,
                since,
            } => {
                let (expected, found) = (expected.name(), found.name());
                write!(f, "{node}: expected {expected}, found {found}")?;
                match since {
                    0 => f.write_str("; it has not run yet"),
                    since => write!(f, " since frame {since}"),
                }
            }
            Self::Ended {
                node,
                expected,
                found,
            } => {
                match expected {
                    Ending::None => write!(f, "{node}: expected no end in this frame, but it "),
                    Ending::Interrupted => write!(f, "{node}: expected an interruption, but it "),
                    other => write!(f, "{node}: expected to end with {}, but it ", other.name()),
                }?;
                match found {
                    Ending::None => f.write_str("did not end"),
                    Ending::Interrupted => f.write_str("was interrupted"),
                    other => write!(f, "ended with {}", other.name()),
                }
            }
            Self::NotRunning { node, running } if running.is_empty() => {
                write!(f, "{node}: expected to be running, but nothing is running")
            }
            Self::NotRunning { node, running } => {
                write!(
                    f,
                    "{node}: expected to be running, found {}",
                    listed(running)
                )
            }
            Self::AlsoRunning { node } => write!(f, "{node}: expected not to be running"),
            Self::Variable {
                name,
                expected,
                found,
            } => write!(f, "variable `{name}`: expected {expected}, found {found}"),
            Self::NoAbort { conditional, asked } => {
                write!(f, "{conditional}: expected an abort, ")?;
                match asked {
                    Some(status) => {
                        write!(f, "stayed {status}")
                    }
                    None => f.write_str("but it was not watched"),
                }
            }
            Self::UnexpectedAbort { conditional, scope } => {
                write!(f, "{conditional}: unexpected abort in {scope}")
            }
            Self::AbortScope {
                conditional,
                expected,
                found,
            } => write!(
                f,
                "{conditional}: expected an abort in {expected}, found one in {found}"
            ),
        }
    }
}

fn listed(nodes: &[ShownNode]) -> String {
    let names: Vec<String> = nodes.iter().map(ShownNode::to_string).collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}
