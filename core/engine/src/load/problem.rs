//! What is wrong with a tree: message, place and remedy.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::compile::GameTasks;
use crate::diagnostic::{
    Diagnostic, Location, Problem, SubtreeProblem, TextPosition, visible_line,
};
use crate::format::FormatError;
use crate::format::native::Positions;
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::limits::LISTED_PROBLEMS;
use crate::model::Document;
use crate::plural::counted;
use crate::runtime::World;
use crate::spelling::nearest;
use crate::told::Message;

/// A problem of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoadProblem {
    /// The path of the file in the project folder; empty if the tree was not loaded by path.
    pub file: String,
    /// The position in the file, if known.
    pub position: Option<TextPosition>,
    /// The id of the node in its file, if the problem is that of a node.
    pub node: Option<NodeId>,
    /// The name that the designer gave to the node; empty if it has none.
    pub node_name: String,
    /// What is wrong.
    pub message: Message,
    /// What to do, as an English sentence; empty if the message says it.
    pub remedy: String,
}

/// Place, message and remedy in one line.
impl fmt::Display for LoadProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut place = match (&*self.file, self.position) {
            ("", None) => String::new(),
            ("", Some(at)) => format!("line {}, column {}", at.line, at.column),
            (file, None) => file.to_owned(),
            (file, Some(at)) => format!("{file}:{}:{}", at.line, at.column),
        };
        if let Some(node) = &self.node {
            let comma = if place.is_empty() { "" } else { ", " };
            place = match &*self.node_name {
                "" => format!("{place}{comma}node {node}"),
                name => format!("{place}{comma}node {node} ({name})"),
            };
        }
        let colon = if place.is_empty() { "" } else { ": " };
        let mut line = format!("{place}{colon}{}", self.message);
        if !self.remedy.is_empty() {
            line = format!("{line}. {}", self.remedy);
        }
        f.write_str(&visible_line(&line))
    }
}

impl LoadProblem {
    pub(super) fn of_message(file: &str, message: Message) -> Self {
        Self {
            file: file.to_owned(),
            position: None,
            node: None,
            node_name: String::new(),
            message,
            remedy: String::new(),
        }
    }

    /// A file that cannot be read.
    pub(super) fn of_file(path: &str, error: &impl fmt::Display) -> Self {
        let problem = SubtreeProblem::FileUnreadable {
            file: path.to_owned(),
            why: error.to_string(),
        };
        Self::of_message(path, Problem::Subtree(problem).message())
    }

    /// An error in the format of a file.
    pub(super) fn of_format(path: &str, error: &FormatError, remedy: &str) -> Self {
        Self {
            position: error.position,
            remedy: remedy.to_owned(),
            ..Self::of_message(path, error.message())
        }
    }

    pub(super) fn of_diagnostic(path: &str, diagnostic: &Diagnostic) -> Self {
        Self {
            position: diagnostic.position,
            node: diagnostic.location.node().cloned(),
            ..Self::of_message(path, diagnostic.problem.message())
        }
    }
}

/// Sorts problems of a file by their positions, and removes those that are listed twice, as those of a tree that is used
/// twice.
pub(super) fn sort(problems: &mut Vec<LoadProblem>) {
    problems.sort_by_key(|problem| problem.position);
    let mut seen = FxHashSet::default();
    problems.retain(|problem| {
        let message = problem.message.english().to_owned();
        seen.insert((problem.node.clone(), message))
    });
}

/// The names that exist, for suggestions.
pub(super) struct Names<'a, W: World + ?Sized> {
    pub tasks: &'a GameTasks<W>,
    pub library: &'a NodeLibrary,
}

/// A document with the places of its nodes.
pub(super) struct Place<'a> {
    pub path: &'a str,
    pub document: &'a Document,
    pub positions: Option<&'a Positions>,
}

impl Place<'_> {
    /// The problem of a node that cannot run.
    pub fn broken<W: World + ?Sized>(
        &self,
        node: &NodeId,
        why: &Message,
        names: &Names<'_, W>,
    ) -> LoadProblem {
        LoadProblem {
            position: self.positions.and_then(|positions| positions.node(node)),
            node: Some(node.clone()),
            node_name: self.name(node),
            remedy: self.remedy(why, names),
            ..LoadProblem::of_message(self.path, why.clone())
        }
    }

    /// These problems, with their positions.
    pub fn diagnostics<W: World + ?Sized>(
        &self,
        mut found: Vec<Diagnostic>,
        names: &Names<'_, W>,
    ) -> Vec<LoadProblem> {
        if let Some(positions) = self.positions {
            positions.locate(&mut found);
        }
        let problem = |diagnostic: &Diagnostic| LoadProblem {
            node_name: (diagnostic.location.node())
                .map(|node| self.name(node))
                .unwrap_or_default(),
            remedy: self.suggestion(diagnostic, names),
            ..LoadProblem::of_diagnostic(self.path, diagnostic)
        };
        found.iter().map(problem).collect()
    }

    fn name(&self, node: &NodeId) -> String {
        let node = self.document.node(node);
        node.map(|node| node.name.clone()).unwrap_or_default()
    }

    /// What to do about a broken node.
    fn remedy<W: World + ?Sized>(&self, why: &Message, names: &Names<'_, W>) -> String {
        let argument = |name: &str| {
            let found = why.arguments().iter().find(|(n, _)| *n == name);
            found.map(|(_, argument)| argument.english().into_owned())
        };
        let near = match why.code() {
            "no_task" => argument("task").and_then(|task| names.task(&task)),
            "unknown_tree" if argument("tree").is_some_and(|tree| tree.contains(".json")) => {
                return "The path of a file is the parameter `file`.".to_owned();
            }
            "no_tree" => argument("name").and_then(|name| {
                let trees = self.document.trees.iter().map(|tree| &*tree.name);
                nearest(&name, trees).map(str::to_owned)
            }),
            "parameter_no_variable" => argument("variable").and_then(|name| {
                let variables = self.document.variables.iter().map(|v| &*v.name);
                nearest(&name, variables).map(str::to_owned)
            }),
            _ => None,
        };
        match near {
            Some(near) => did_you_mean(&near),
            None => remedy_of(why.code()).to_owned(),
        }
    }

    /// The name that was probably meant.
    fn suggestion<W: World + ?Sized>(
        &self,
        diagnostic: &Diagnostic,
        names: &Names<'_, W>,
    ) -> String {
        let near = match (&diagnostic.problem, &diagnostic.location) {
            (Problem::UnknownParameter { parameter, task }, Location::Parameter(node, _)) => {
                let parent = (self.document.node(node))
                    .and_then(|node| self.document.node(node.parent()?))
                    .map(|parent| &*parent.task);
                let known = names.parameters(task, parent);
                nearest(parameter, known.iter().copied()).map(str::to_owned)
            }
            (Problem::NotAChoice { value, choices, .. }, _) => {
                let value = value.trim_matches('"');
                nearest(value, choices.iter().map(|choice| &**choice)).map(str::to_owned)
            }
            _ => None,
        };
        near.map(|near| did_you_mean(&near)).unwrap_or_default()
    }
}

impl<W: World + ?Sized> Names<'_, W> {
    /// The declaration of a task: the game's own precedes that of a library.
    pub fn declaration(&self, task: &str) -> Option<&crate::model::NodeDeclaration> {
        let own = self.tasks.declaration(task);
        own.or_else(|| self.library.declaration(task))
    }

    /// The names of the parameters of a node with this task, below a parent with that one.
    fn parameters(&self, task: &str, parent: Option<&str>) -> Vec<&str> {
        let own = self.declaration(task).map_or(&[][..], |d| &d.parameters);
        let above = parent.and_then(|parent| self.declaration(parent));
        let carried = above.map_or(&[][..], |d| &d.child_parameters);
        own.iter().chain(carried).map(|p| &*p.name).collect()
    }

    /// The existing task of a similar name.
    fn task(&self, task: &str) -> Option<String> {
        let declared = self.library.declarations().map(|d| &*d.task);
        let mut all: Vec<&str> = declared.chain(self.tasks.names()).collect();
        // So that of two names that are equally near, it is always the same one.
        all.sort_unstable();
        nearest(task, all).map(str::to_owned)
    }
}

fn did_you_mean(name: &str) -> String {
    format!("Did you mean `{name}`?")
}

/// What to do about a broken node, by the code of its message. Empty if the message says it.
fn remedy_of(code: &str) -> &'static str {
    match code {
        "no_task" | "not_registered" => "Register the task with `GameTasks`, or choose another.",
        "not_made" => "Correct the code of the game that makes it.",
        "no_tree" => "Add the tree, or choose another.",
        "no_children" => "Add a child, or delete the node.",
        "not_one_child" => "Leave it exactly one child.",
        "leaf_children" => "Move its children to a parent.",
        "parameter_no_expression" | "parameter_column" | "stand_in_column" => {
            "Correct the expression."
        }
        "stand_in_unknown" => "Choose another stand-in, or remove it.",
        "parameter_takes_name" => "Enter a constant.",
        "parameter_not_set" => "Set the parameter.",
        "parameter_no_variable" => "Declare the variable, or choose another.",
        "parameter_takes" | "parameter_takes_variable" => "Choose a variable of the right type.",
        "parameter_expected" => "Enter a value of this type.",
        "parameter_cannot_be" => "Enter a finite number.",
        "parameter_not_a_choice" => "Choose one of them.",
        "variable_kept" => "Use the same type in the tree and in the game.",
        "asks_for_unknown" | "asks_for_none" => {
            "Correct the name in the code, or declare the parameter."
        }
        "asks_for_other_type" => "Read it as its own type, or declare it as another.",
        "file_not_loaded" => "Load the tree with `Program::load_files`.",
        _ => "",
    }
}

/// Everything that is wrong with a tree, so that it was not loaded.
///
/// `Debug` is the same text as `Display`, so that `main` can return it.
#[derive(Clone, PartialEq, Eq)]
pub struct LoadError {
    problems: Vec<LoadProblem>,
}

impl LoadError {
    pub(super) fn new(problems: Vec<LoadProblem>) -> Self {
        Self { problems }
    }

    /// Returns all problems, in the order of the files.
    pub fn problems(&self) -> &[LoadProblem] {
        &self.problems
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [problem] = &self.problems[..] {
            return write!(f, "the tree cannot be loaded: {problem}");
        }
        let count = counted(self.problems.len(), "problem");
        write!(f, "the tree cannot be loaded, {count}:")?;
        for problem in self.problems.iter().take(LISTED_PROBLEMS) {
            write!(f, "\n- {problem}")?;
        }
        match self.problems.len().saturating_sub(LISTED_PROBLEMS) {
            0 => Ok(()),
            more => write!(f, "\n- and {more} more"),
        }
    }
}

impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for LoadError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::BrokenNode;
    use crate::told::Example as _;

    #[test]
    fn each_reason_why_a_node_is_broken_has_a_remedy() {
        for why in BrokenNode::all() {
            let says_it = [
                "only_leaves_composite",
                "only_leaves_decorator",
                "asks_for_misspelled",
            ];
            // Their reason comes from elsewhere.
            let is_wrapped = ["of_child", "parameter_refused"];
            let code = why.code();
            let known = says_it.contains(&code) || is_wrapped.contains(&code);
            assert_eq!(remedy_of(code).is_empty(), known, "{code}");
        }
    }
}
