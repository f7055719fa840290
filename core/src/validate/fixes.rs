//! How a problem could be mended: each fix is one command, so it is one step that can be undone.

use std::sync::Arc;

use super::context::Context;
use super::nearest::nearest;
use super::rules::expected_type;
use crate::abort::AbortType;
use crate::diagnostic::{Diagnostic, Location, Problem, SubtreeProblem};
use crate::edit::Command;
use crate::expression::{self, ExpressionError, Fault};
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::model::{BrokenLinkReason, Document, Literal, ParameterValue, Variable};
use crate::value::{Value, ValueType};

/// A way to mend a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// A stable name for translation, such as `forget_link`.
    pub code: &'static str,
    /// What it does, in English.
    pub label: String,
    /// What a translation fills in, by name.
    pub arguments: Vec<(&'static str, String)>,
    /// The edit that mends it.
    pub command: Command,
}

/// What a fix can be called, with the names of what a translation fills in.
const CODES: [(&str, &[&str]); 16] = [
    ("rename_tree", &["name"]),
    ("forget_tree", &["name"]),
    ("use_tree", &["name"]),
    ("reset_override", &[]),
    ("accept_id", &["id"]),
    ("detach_extra", &[]),
    ("remove_abort", &[]),
    ("delete_loose", &[]),
    ("reset_initial", &[]),
    ("make_root", &["node"]),
    ("forget_link", &["child"]),
    ("declare_variable", &["variable", "type"]),
    ("clamp", &["value"]),
    ("reset_parameter", &[]),
    ("use_variable", &["variable"]),
    ("write_instead", &["meant"]),
];

impl Fix {
    /// All codes that a fix can have, each with the names of its arguments.
    pub fn codes() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        CODES.into_iter()
    }

    fn new(
        code: &'static str,
        label: impl Into<String>,
        arguments: Vec<(&'static str, String)>,
        command: Command,
    ) -> Self {
        let names = || arguments.iter().map(|(name, _)| *name);
        debug_assert!(
            Self::codes().any(|(known, has)| known == code && names().eq(has.iter().copied())),
            "{code} or its arguments are not among the codes"
        );
        Self {
            code,
            label: label.into(),
            arguments,
            command,
        }
    }
}

/// The ways to mend a problem, the most likely first; none where only the designer can know.
pub fn fixes(document: &Document, library: &NodeLibrary, diagnostic: &Diagnostic) -> Vec<Fix> {
    let fix = match (&diagnostic.location, &diagnostic.problem) {
        (_, Problem::NoRoot { .. }) => make_root(document),
        (
            Location::Node(node),
            Problem::Cycle { .. }
            | Problem::SecondParent { .. }
            | Problem::RootAsChild { .. }
            | Problem::DanglingId { .. },
        ) => forget_link(document, node, &diagnostic.problem),
        (Location::Node(node), Problem::DuplicateId { given, .. }) => Some(Fix::new(
            "accept_id",
            format!("Keep {given} as its id"),
            vec![("id", given.to_string())],
            Command::AcceptNewId(node.clone()),
        )),
        (Location::Node(node), Problem::WrongChildCount { max, has, .. }) if has > max => {
            let extra = document.node(node).map(|n| n.children()[*max..].to_vec());
            Some(Fix::new(
                "detach_extra",
                "Detach the children that are too many",
                Vec::new(),
                Command::Detach(extra.unwrap_or_default()),
            ))
        }
        (
            Location::Node(node),
            Problem::AbortWithoutConditional { .. } | Problem::AbortOnNonComposite { .. },
        ) => Some(Fix::new(
            "remove_abort",
            "Set the abort type to None",
            Vec::new(),
            Command::SetAbort(vec![node.clone()], AbortType::None),
        )),
        (Location::Node(node), Problem::LooseNodes { .. }) => Some(Fix::new(
            "delete_loose",
            "Delete the loose nodes",
            Vec::new(),
            Command::Delete(vec![node.clone()]),
        )),
        (_, Problem::Subtree(problem)) => subtree_fix(document, &diagnostic.location, problem),
        (Location::Override(node, path, parameter), _) => {
            Some(reset_override(node, path, parameter))
        }
        (Location::Parameter(node, name), problem) => {
            parameter_fix(document, library, node, name, problem)
        }
        (
            Location::Variable(name),
            Problem::WrongInitialValue { .. } | Problem::NotFinite { .. },
        ) => document.variable(name).map(|variable| {
            let initial = Literal::from(variable.value_type.default_value());
            let variable = Variable {
                initial,
                ..variable.clone()
            };
            Fix::new(
                "reset_initial",
                "Set the initial value to that of a new variable",
                Vec::new(),
                Command::ChangeVariable(variable),
            )
        }),
        _ => None,
    };
    fix.into_iter().collect()
}

fn subtree_fix(document: &Document, location: &Location, problem: &SubtreeProblem) -> Option<Fix> {
    let last = |name: &str| document.trees.iter().rposition(|tree| &*tree.name == name);
    match (problem, location) {
        (SubtreeProblem::DuplicateTree { tree }, _) => {
            let numbered = (2..).map(|number| format!("{tree} {number}"));
            let mut free = numbered.filter(|name| document.tree(name).is_none());
            let name = free.next()?;
            Some(Fix::new(
                "rename_tree",
                format!("Call this one `{name}`"),
                vec![("name", name.clone())],
                Command::RenameTree {
                    tree: last(tree)?,
                    name: name.into(),
                },
            ))
        }
        (SubtreeProblem::NoSuchRoot { tree, .. }, Location::Tree(_)) => Some(Fix::new(
            "forget_tree",
            format!("Take the name `{tree}` away"),
            vec![("name", tree.to_string())],
            Command::RemoveTreeName(last(tree)?),
        )),
        (SubtreeProblem::UnknownTree { tree }, Location::Parameter(node, parameter)) => {
            let meant = nearest(tree, document.trees.iter().map(|t| &*t.name))?;
            Some(Fix::new(
                "use_tree",
                format!("Run `{meant}`"),
                vec![("name", meant.to_owned())],
                Command::SetParameter {
                    nodes: vec![node.clone()],
                    name: parameter.clone(),
                    value: Some(ParameterValue::literal(meant)),
                },
            ))
        }
        (SubtreeProblem::UnknownVariable { .. }, Location::Parameter(node, parameter)) => {
            Some(Fix::new(
                "reset_parameter",
                "Remove the setting",
                Vec::new(),
                Command::SetParameter {
                    nodes: vec![node.clone()],
                    name: parameter.clone(),
                    value: None,
                },
            ))
        }
        (_, Location::Override(node, path, parameter)) => {
            Some(reset_override(node, path, parameter))
        }
        _ => None,
    }
}

fn reset_override(node: &NodeId, path: &Arc<str>, parameter: &Arc<str>) -> Fix {
    Fix::new(
        "reset_override",
        "Remove what is set inside",
        Vec::new(),
        Command::SetOverride {
            node: node.clone(),
            path: path.clone(),
            parameter: parameter.clone(),
            value: None,
        },
    )
}

fn make_root(document: &Document) -> Option<Fix> {
    let [only] = document.loose() else {
        return None;
    };
    let title = document.node(only)?.title().to_owned();
    Some(Fix::new(
        "make_root",
        format!("Make `{title}` the root"),
        vec![("node", title)],
        Command::MakeRoot(only.clone()),
    ))
}

fn forget_link(document: &Document, node: &NodeId, problem: &Problem) -> Option<Fix> {
    let links = &document.node(node)?.broken_links;
    let link = links
        .iter()
        .position(|link| match (problem, &link.reason) {
            (Problem::Cycle { path }, BrokenLinkReason::Cycle(own)) => path == own,
            (Problem::SecondParent { child, .. }, BrokenLinkReason::SecondParent(_))
            | (Problem::DanglingId { child, .. }, BrokenLinkReason::Dangling)
            | (Problem::RootAsChild { child, .. }, BrokenLinkReason::Root) => *child == link.child,
            _ => false,
        })?;
    let child = links[link].child.to_string();
    Some(Fix::new(
        "forget_link",
        format!("Remove the link to {child}"),
        vec![("child", child)],
        Command::ForgetBrokenLink {
            node: node.clone(),
            link,
        },
    ))
}

fn parameter_fix(
    document: &Document,
    library: &NodeLibrary,
    node: &NodeId,
    name: &Arc<str>,
    problem: &Problem,
) -> Option<Fix> {
    let set = |value: Option<ParameterValue>| Command::SetParameter {
        nodes: vec![node.clone()],
        name: name.clone(),
        value,
    };
    match problem {
        Problem::UndeclaredVariable { variable } => {
            let value_type = type_of_parameter(document, library, node, name);
            let variable = Variable::new(variable.clone(), value_type.unwrap_or(ValueType::Bool));
            Some(Fix::new(
                "declare_variable",
                format!("Declare `{}` as a {}", variable.name, variable.value_type),
                vec![
                    ("variable", variable.name.to_string()),
                    ("type", variable.value_type.to_string()),
                ],
                Command::AddVariable(variable),
            ))
        }
        Problem::ParameterOutOfRange { min, max, .. } => {
            let current = document
                .node(node)?
                .parameters
                .get(name)?
                .as_literal()?
                .clone();
            let nearest = match current {
                Value::Int(whole) => Value::Int(whole.clamp(*min as i64, *max as i64)),
                Value::Float(number) => Value::Float(number.clamp(*min, *max)),
                _ => return None,
            };
            Some(Fix::new(
                "clamp",
                format!("Set it to {nearest}"),
                vec![("value", nearest.to_string())],
                set(Some(ParameterValue::literal(nearest))),
            ))
        }
        Problem::MissingParameter { .. } => None,
        Problem::BrokenExpression { error, .. } => {
            let text = document.node(node)?.parameters.get(name)?.as_literal()?;
            let (mended, code, label, argument) = mended(text.as_str()?, error)?;
            let mended = Some(ParameterValue::literal(mended.as_str()));
            Some(Fix::new(code, label, vec![argument], set(mended)))
        }
        _ => Some(Fix::new(
            "reset_parameter",
            "Remove the setting",
            Vec::new(),
            set(None),
        )),
    }
}

type Mended = (String, &'static str, String, (&'static str, String));

/// The text of an expression without its error where it is clear what was meant; and how that fix is called.
fn mended(text: &str, error: &ExpressionError) -> Option<Mended> {
    match &error.fault {
        Fault::UnknownVariableMeant { name, meant } => Some((
            expression::rename(text, name, meant),
            "use_variable",
            format!("Use `{meant}`"),
            ("variable", meant.clone()),
        )),
        Fault::WriteInstead { meant, .. } => {
            let mut mended = text.to_owned();
            text.get(error.range.clone())?;
            mended.replace_range(error.range.clone(), meant);
            let (label, argument) = (format!("Write `{meant}`"), (*meant).to_owned());
            Some((mended, "write_instead", label, ("meant", argument)))
        }
        _ => None,
    }
}

fn type_of_parameter(
    document: &Document,
    library: &NodeLibrary,
    node: &NodeId,
    name: &str,
) -> Option<ValueType> {
    let context = Context::new(document, library);
    let node = document.node(node)?;
    let parameter = context.parameters(node).find(|p| p.name == name)?;
    expected_type(&context, node, &parameter.parameter_type)
}
