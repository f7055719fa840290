//! Fixes for problems: each fix is a single command, so it can be undone as one step. This file defines fixes and dispatches by
//! problem; the submodules propose them.

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
use treewright_core::{Argument, ToArgument};

use crate::edit::{Command, refusal_of};

/// The maximum number of alternatives of one sort, such as fitting variables.
pub(super) const MAX_ALTERNATIVES: usize = 3;

/// A fix for a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// A stable name for translation, such as `forget_link`.
    pub code: &'static str,
    /// The English label.
    pub label: String,
    /// The values for the placeholders of a translation, by name.
    pub arguments: Vec<(&'static str, Argument)>,
    /// The edit that fixes the problem.
    pub command: Command,
}

/// Defines the labels of all fixes, one row each: code, placeholder names, English.
macro_rules! texts {
    ($($code:ident($($name:ident),*) $english:literal;)*) => {
        const TEXTS: &[(&str, &[&str], &str)] = &[
            $((stringify!($code), &[$(stringify!($name)),*], $english),)*
        ];
    };
}

texts! {
    accept_id(id) "Accept id {id}";
    act_like(task) "Act like {task}";
    add_root(task) "Add {task} as root";
    change_type(variable, type) "Change the type of `{variable}` to {type}";
    declare_variable(variable, type) "Declare `{variable}` as {type}";
    delete_loose() "Delete the unconnected nodes";
    delete_node() "Delete the node";
    delete_others() "Delete the other roots";
    detach_extra() "Detach extra children";
    disable() "Disable the node";
    enable() "Enable the node";
    forget_link(child) "Remove the connection to {child}";
    forget_tree(name) "Remove tree name `{name}`";
    hang_below(node) "Move under `{node}`";
    hang_instead(child, node) "Move `{child}` under `{node}`";
    keep_ours() "Keep ours";
    make_root(node) "Make `{node}` the root";
    move_behind(node) "Move `{node}` to the end";
    own_tree(name) "Run `{name}` of this document";
    pass_through() "Pass the child's result through";
    remove_abort() "Set the abort type to None";
    remove_data() "Remove the frame data";
    remove_keeping() "Remove the node but keep its children";
    remove_second() "Remove the second variable";
    remove_stand_in() "Remove the stand-in";
    rename_parameter(parameter) "Rename to `{parameter}`";
    rename_second(name) "Rename the second variable to `{name}`";
    rename_tree(name) "Rename this tree to `{name}`";
    reset_initial() "Reset the initial value";
    reset_override() "Remove override";
    reset_parameter() "Remove the value";
    set_abort(node, abort) "Set `{node}` to {abort}";
    set_value(value) "Set to {value}";
    take_theirs() "Take theirs";
    use_tree(name) "Run `{name}`";
    use_variable(variable) "Use `{variable}`";
    write_instead(meant) "Change to `{meant}`";
}

impl Fix {
    /// Returns all codes of fixes, each with the names of its arguments.
    pub fn codes() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        TEXTS.iter().map(|(code, names, _)| (*code, *names))
    }

    fn new(
        code: &'static str,
        arguments: Vec<(&'static str, impl ToArgument)>,
        command: Command,
    ) -> Self {
        let arguments = arguments.into_iter();
        let arguments: Vec<_> = arguments
            .map(|(name, value)| (name, value.to_argument()))
            .collect();
        let text = TEXTS.iter().find(|(known, ..)| *known == code);
        let names = arguments.iter().map(|(name, _)| *name);
        debug_assert!(
            text.is_some_and(|(_, has, _)| names.eq(has.iter().copied())),
            "{code} or its arguments are not among the texts"
        );
        let english = text.map_or(code, |(.., english)| english);
        // Replaces placeholders from left to right, so that braces inside an argument are not replaced.
        let (mut label, mut rest) = (String::new(), english);
        for (name, value) in &arguments {
            let found = rest.split_once(&*format!("{{{name}}}"));
            let (before, behind) = found.unwrap_or((rest, ""));
            label.push_str(before);
            label.push_str(&value.english());
            rest = behind;
        }
        label.push_str(rest);
        Self {
            code,
            label,
            arguments,
            command,
        }
    }

    /// A fix whose label has no placeholders.
    fn plain(code: &'static str, command: Command) -> Self {
        Self::new(code, Vec::<(_, Argument)>::new(), command)
    }

    /// Replaces the English label, where it says more than the arguments.
    fn with_label(self, label: String) -> Self {
        Self { label, ..self }
    }
}

/// Returns the fixes of a problem, the most likely first; empty where only the designer can know.
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
    fixes.retain(|fix| refusal_of(&fix.command, document, library).is_none());
    fixes
}

/// Sets a parameter, or resets it if the value is `None`.
fn set_parameter(node: &NodeId, name: &Arc<str>, value: Option<ParameterValue>) -> Command {
    Command::SetParameter {
        nodes: vec![node.clone()],
        name: name.clone(),
        value,
    }
}

fn reset_parameter(node: &NodeId, name: &Arc<str>) -> Fix {
    let command = set_parameter(node, name, None);
    Fix::plain("reset_parameter", command)
}
