//! How a problem could be mended: each fix is one command, so it is one step that can be undone.
//! What is offered for which problem stands in the files beside; here is what a fix is, and which of them is asked.

mod conflicts;
mod expressions;
mod parameters;
mod stand_ins;
mod structure;
mod subtrees;
mod variables;

use std::sync::Arc;

use treewright_core::diagnostic::{Diagnostic, Location, Problem};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, ParameterValue};

use crate::edit::{Command, refuses};

/// The most things of one sort that are offered to choose from, such as variables that would fit.
const MOST: usize = 3;

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
const CODES: [(&str, &[&str]); 35] = [
    ("accept_id", &["id"]),
    ("act_like", &["task"]),
    ("add_root", &["task"]),
    ("change_type", &["variable", "type"]),
    ("declare_variable", &["variable", "type"]),
    ("delete_loose", &[]),
    ("delete_node", &[]),
    ("delete_others", &[]),
    ("detach_extra", &[]),
    ("disable", &[]),
    ("enable", &[]),
    ("forget_link", &["child"]),
    ("forget_tree", &["name"]),
    ("hang_below", &["node"]),
    ("hang_instead", &["child", "node"]),
    ("keep_ours", &[]),
    ("make_root", &["node"]),
    ("move_behind", &["node"]),
    ("own_tree", &["name"]),
    ("pass_through", &[]),
    ("remove_abort", &[]),
    ("remove_keeping", &[]),
    ("remove_second", &[]),
    ("remove_stand_in", &[]),
    ("rename_parameter", &["parameter"]),
    ("rename_second", &["name"]),
    ("rename_tree", &["name"]),
    ("reset_initial", &[]),
    ("reset_override", &[]),
    ("reset_parameter", &[]),
    ("set_value", &["value"]),
    ("take_theirs", &[]),
    ("use_tree", &["name"]),
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
    let problem = &diagnostic.problem;
    let mut fixes = match (&diagnostic.location, problem) {
        (_, Problem::MergeConflict(conflict)) => conflicts::fixes(document, conflict),
        (location, Problem::Subtree(problem)) => subtrees::fixes(document, location, problem),
        (Location::Node(node), Problem::StandIn(problem)) => {
            stand_ins::fixes(document, node, problem)
        }
        (Location::Override(node, path, parameter), _) => {
            vec![subtrees::reset_override(node, path, parameter)]
        }
        (Location::Parameter(node, name), _) => {
            parameters::fixes(document, library, (node, name), diagnostic)
        }
        (Location::Variable(name), _) => variables::fixes(document, name, problem),
        (location, _) => structure::fixes(document, library, location.node(), problem),
    };
    fixes.retain(|fix| refuses(&fix.command, document, library).is_none());
    fixes
}

/// Sets a parameter, or takes its setting away.
fn set_parameter(node: &NodeId, name: &Arc<str>, value: Option<ParameterValue>) -> Command {
    Command::SetParameter {
        nodes: vec![node.clone()],
        name: name.clone(),
        value,
    }
}

/// Takes the setting of a parameter away.
fn reset_parameter(node: &NodeId, name: &Arc<str>) -> Fix {
    let command = set_parameter(node, name, None);
    Fix::new("reset_parameter", "Remove the setting", Vec::new(), command)
}
