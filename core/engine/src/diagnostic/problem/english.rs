//! Problems in English: what is wrong, and what to do about it.

use std::fmt;

use super::{Never, Problem};
use crate::ids::NodeId;
use crate::plural::counted;

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRoot { loose: 0 } => {
                f.write_str("there is no root, so there is nothing to run: add a node")
            }
            Self::NoRoot { .. } => f.write_str(
                "there is no root, so there is nothing to run: make one of the loose nodes the root",
            ),
            Self::TwoRoots { kept, others } => write!(
                f,
                "the file names several roots: {kept} is kept, and {} became loose; hang them below {kept} or delete them",
                listed(others, ", ")
            ),
            Self::Cycle { path } => write!(
                f,
                "cycle: {}; remove one of these links",
                way(path)
            ),
            Self::SecondParent { child, kept, other } if kept == other => write!(
                f,
                "{kept} lists its child {child} twice; remove one of the two"
            ),
            Self::SecondParent { child, kept, other } => write!(
                f,
                "{child} is a child of both {kept} and {other}; remove it from one, or duplicate it"
            ),
            Self::RootAsChild { child, parent } => write!(
                f,
                "{parent} lists {child} as its child, but {child} is the root; remove that link"
            ),
            Self::DuplicateId { id, given } => write!(
                f,
                "another node has the id {id} too; this one is called {given} until you accept that or change the file"
            ),
            Self::DanglingId { parent: Some(parent), child } => write!(
                f,
                "{parent} lists {child} as its child, which does not exist; remove that link or add the node"
            ),
            Self::DanglingId { parent: None, child } => write!(
                f,
                "the file names {child} as a root or loose node, which does not exist"
            ),
            Self::WrongChildCount { task, has, min, max } => {
                let remedy = if has < min { "add some" } else { "remove some" };
                let remedy = if *max == 0 { "a leaf takes none" } else { remedy };
                let has = counted(*has, "child");
                write!(f, "{task} has {has} and needs {}: {remedy}", needed(*min, *max))
            }
            Self::UnknownTask { task } => write!(
                f,
                "there is no task called `{task}`: check the spelling, or add the task library that declares it"
            ),
            Self::AbortWithoutConditional { abort } => write!(
                f,
                "abort type {abort} has no effect: there is no conditional below that it could watch; add one or set the abort type to None"
            ),
            Self::AbortOnNonComposite { abort, task } => write!(
                f,
                "abort type {abort} has no effect on {task}: only composites abort; set it to None"
            ),
            Self::Unreachable { sibling, parent, never } => {
                let why = match never {
                    Never::Ends => "never ends",
                    Never::Succeeds => "never succeeds",
                    Never::Fails => "never fails",
                };
                write!(f, "never runs: {sibling}, to its left in this {parent}, {why}; change the order or remove it")
            }
            Self::Subtree(problem) => problem.fmt(f),
            Self::StandIn(problem) => problem.fmt(f),
            Self::Transfer(remark) => remark.fmt(f),
            Self::MergeConflict(conflict) => {
                write!(f, "a merge left this open: {}; choose one of the two", conflict.what())
            }
            Self::DisabledRoot => {
                f.write_str("the root is disabled, so nothing of the tree runs: enable it")
            }
            Self::LooseNodes { count: 1 } => f.write_str(
                "this node is not part of the tree and never runs: connect or delete it",
            ),
            Self::LooseNodes { count } => write!(
                f,
                "these {count} nodes are not part of the tree and never run: connect or delete them"
            ),
            _ => self.write_about_values(f),
        }
    }
}

impl Problem {
    fn write_about_values(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingParameter { parameter } => {
                write!(f, "`{parameter}` is not set and has no default: set it")
            }
            Self::WrongParameterType {
                parameter,
                expected,
                found,
            } => write!(
                f,
                "`{parameter}` is {} and should be {}",
                a(found),
                a(expected)
            ),
            Self::ParameterOutOfRange {
                parameter,
                value,
                min,
                max,
            } => write!(
                f,
                "`{parameter}` is {value} and should be between {min} and {max}"
            ),
            Self::NotAChoice {
                parameter,
                value,
                choices,
            } => write!(
                f,
                "`{parameter}` is {value} and should be one of {}",
                choices.join(", ")
            ),
            Self::LiteralOnly {
                parameter,
                variable,
            } => write!(
                f,
                "`{parameter}` is bound to the variable `{variable}` but takes only a fixed value: choose one"
            ),
            Self::VariableOnly { parameter } => write!(
                f,
                "`{parameter}` must name a variable, not hold a value: bind it to one"
            ),
            Self::NotFinite { parameter } => write!(
                f,
                "`{parameter}` is infinite or not a number and cannot be saved: set it to a number"
            ),
            Self::UnknownParameter { parameter, task } => write!(
                f,
                "{task} has no parameter `{parameter}`: it is kept but has no effect"
            ),
            Self::UndeclaredVariable { variable } => write!(
                f,
                "the variable `{variable}` is not declared: declare it, or choose another"
            ),
            Self::WrongVariableType {
                parameter,
                variable,
                expected,
                found,
            } => write!(
                f,
                "`{parameter}` needs {} and is bound to `{variable}`, which is {}",
                a(expected),
                a(found)
            ),
            Self::BrokenExpression {
                parameter,
                column,
                error,
            } => write!(f, "`{parameter}`, column {column}: {error}"),
            Self::DuplicateVariable { variable } => write!(
                f,
                "the variable `{variable}` is declared twice: rename or remove one"
            ),
            Self::WrongInitialValue {
                variable,
                expected,
                found,
            } => write!(
                f,
                "the initial value of `{variable}` is {} and should be {}",
                a(found),
                a(expected)
            ),
            _ => Ok(()),
        }
    }
}

fn needed(min: usize, max: usize) -> String {
    match (min, max) {
        (min, max) if min == max => format!("exactly {min}"),
        (min, usize::MAX) => format!("at least {min}"),
        (min, max) => format!("{min} to {max}"),
    }
}

/// The ids of a cycle, with the middle of a long one left out.
pub(super) fn way(path: &[NodeId]) -> String {
    listed(path, " -> ")
}

/// Ids one after the other, with the middle of a long list left out.
pub(super) fn listed(ids: &[NodeId], separator: &str) -> String {
    const SHOWN: usize = 12;
    let joined = |ids: &[NodeId]| {
        let texts: Vec<&str> = ids.iter().map(NodeId::as_str).collect();
        texts.join(separator)
    };
    if ids.len() <= SHOWN {
        return joined(ids);
    }
    let (head, tail) = (&ids[..SHOWN / 2], &ids[ids.len() - SHOWN / 2..]);
    let left_out = ids.len() - head.len() - tail.len();
    let (head, tail) = (joined(head), joined(tail));
    format!("{head}{separator}({left_out} more){separator}{tail}")
}

/// The name of a type with its article: `an int`.
fn a(type_name: &str) -> String {
    let article = if type_name.starts_with("int") {
        "an"
    } else {
        "a"
    };
    format!("{article} {type_name}")
}
