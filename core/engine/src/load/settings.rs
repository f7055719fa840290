//! Finds parameters that a node sets without the effect that was meant: names that its task does not have, texts that
//! are no choice, numbers out of range. All else that can be wrong with a parameter breaks the node.

use std::cell::LazyCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::problem::Names;
use crate::compile::{Compiled, Top, Uses};
use crate::diagnostic::{Diagnostic, Location, Problem, SubtreeProblem};
use crate::ids::NodeId;
use crate::model::{
    Document, FILE_PARAMETER, Node, ParameterDeclaration, ParameterType, ParameterValue, Range,
    SUBTREE, Scope, TREE_PARAMETER,
};
use crate::project::Project;
use crate::runtime::World;
use crate::value::Value;

/// Returns the problems of all nodes of a document that are part of the program, or would be if those above them were
/// not broken.
pub(super) fn problems<W: World + ?Sized>(
    project: &Project<'_>,
    path: &str,
    compiled: &Compiled<W>,
    names: &Names<'_, W>,
) -> Vec<Diagnostic> {
    let Some(Ok(document)) = project.get(path) else {
        return Vec::new();
    };
    let uses = LazyCell::new(|| {
        let mut uses = Uses::of(project, names.library);
        uses.follow_all();
        uses
    });
    let mut found = Vec::new();
    for node in document.nodes().filter(|n| !n.parameters.is_empty()) {
        if &*node.task != SUBTREE {
            found.extend(wrong_settings(document, node, names));
        } else if node.parameters.keys().any(|name| !names_a_tree(name)) {
            found.extend(unknown_variables(&uses, path, node, names));
        }
    }
    if found.is_empty() {
        return found;
    }
    let running = Running::of(document, path, path == project.path, compiled);
    found.retain(|diagnostic| match &diagnostic.location {
        Location::Parameter(node, name) => running.has(node) && !breaks(compiled, node, name),
        _ => true,
    });
    let order = document.pre_order().enumerate();
    let order: FxHashMap<&NodeId, usize> = order.map(|(at, node)| (node.id(), at)).collect();
    found.sort_by_key(|d| d.location.node().and_then(|node| order.get(node).copied()));
    found
}

fn names_a_tree(parameter: &str) -> bool {
    [TREE_PARAMETER, FILE_PARAMETER].contains(&parameter)
}

/// Returns whether a node is broken because of this parameter.
fn breaks<W: World + ?Sized>(compiled: &Compiled<W>, node: &NodeId, parameter: &str) -> bool {
    compiled.broken.iter().any(|(id, why)| {
        let mut arguments = why.arguments().iter();
        compiled.origins.origin(id).node == node
            && arguments.any(|(name, value)| *name == "name" && value.english() == parameter)
    })
}

/// The nodes of a document that run.
struct Running<'a> {
    document: &'a Document,
    /// The tops of trees that run.
    tops: Vec<&'a NodeId>,
}

impl<'a> Running<'a> {
    fn of<W: World + ?Sized>(
        document: &'a Document,
        path: &str,
        is_own: bool,
        compiled: &'a Compiled<W>,
    ) -> Self {
        let mut tops = Vec::new();
        let programs = compiled.program.iter();
        if is_own {
            tops.extend(document.root());
            let beside = programs.flat_map(|program| program.trees());
            let names = beside.filter_map(|(name, _)| document.tree(name));
            tops.extend(names.map(|tree| &tree.root));
        }
        let inside = compiled.origins.inside();
        let origins = inside.map(|id| compiled.origins.origin(id));
        let own = origins.filter(|origin| match origin.path {
            Some(of) => of == path,
            None => is_own,
        });
        tops.extend(own.map(|origin| origin.node));
        Self { document, tops }
    }

    /// Returns whether the node, or one above it, is the top of what runs, and nothing on the way is disabled.
    fn has(&self, node: &NodeId) -> bool {
        let way = std::iter::once(node).chain(self.document.ancestors(node));
        let enabled = |id: &&NodeId| self.document.node(id).is_some_and(|n| !n.disabled);
        way.take_while(enabled).any(|id| self.tops.contains(&id))
    }
}

/// Returns the settings of a node that its task does not have, or that are out of range.
fn wrong_settings<W: World + ?Sized>(
    document: &Document,
    node: &Node,
    names: &Names<'_, W>,
) -> Vec<Diagnostic> {
    // The parameters of an undeclared task are unknown.
    let Some(own) = names.declaration(&node.task) else {
        return Vec::new();
    };
    let parent = node.parent().and_then(|parent| document.node(parent));
    let above = parent.and_then(|parent| names.declaration(&parent.task));
    let carried = above.map_or(&[][..], |above| &above.child_parameters);
    let wrong = node.parameters.iter().filter_map(|(name, value)| {
        let mut declared = own.parameters.iter().chain(carried);
        let problem = match declared.find(|parameter| *parameter.name == **name) {
            Some(parameter) => out_of_range(parameter, name, value)?,
            None => Problem::UnknownParameter {
                parameter: name.clone(),
                task: node.task.clone(),
            },
        };
        let location = Location::Parameter(node.id().clone(), name.clone());
        Some(Diagnostic::new(location, problem))
    });
    wrong.collect()
}

/// Returns the problem of a constant that is none of the choices, or out of range.
fn out_of_range(
    declared: &ParameterDeclaration,
    name: &Arc<str>,
    value: &ParameterValue,
) -> Option<Problem> {
    let value = value.as_literal()?;
    if let (ParameterType::Choice(choices), Some(text)) = (&declared.parameter_type, value.as_str())
    {
        let is_choice = choices.iter().any(|choice| choice == text);
        return (!is_choice).then(|| Problem::NotAChoice {
            parameter: name.clone(),
            value: value.to_string(),
            choices: choices.iter().map(ToString::to_string).collect(),
        });
    }
    let number = match value {
        Value::Int(whole) => *whole as f64,
        Value::Float(number) => *number,
        _ => return None,
    };
    let Range { min, max } = declared.range?;
    (!(min..=max).contains(&number)).then(|| Problem::ParameterOutOfRange {
        parameter: name.clone(),
        value: value.to_string(),
        min,
        max,
    })
}

/// Returns the variables that a Subtree node sets and that its tree does not have.
fn unknown_variables<W: World + ?Sized>(
    uses: &Uses<'_>,
    path: &str,
    node: &Node,
    names: &Names<'_, W>,
) -> Vec<Diagnostic> {
    let source = (0..uses.document_count()).find(|source| uses.path(*source) == path);
    let target = source.and_then(|source| {
        uses.target(Top {
            source,
            node: node.id(),
        })
    });
    let (Some(source), Some(Ok(target))) = (source, target) else {
        return Vec::new();
    };
    let inside = uses.document(target.source);
    let can_be_set = |name: &str| {
        let variable = inside.variable(name);
        variable.is_some_and(|variable| match variable.scope {
            Scope::Subtree => true,
            Scope::Tree => node.runs_other_file(),
            Scope::Global => false,
        })
    };
    let parent = node.parent().and_then(|id| uses.document(source).node(id));
    let above = parent.and_then(|parent| names.declaration(&parent.task));
    let carried = above.map_or(&[][..], |above| &above.child_parameters);
    let known = |name: &str| {
        names_a_tree(name) || can_be_set(name) || carried.iter().any(|p| p.name == name)
    };
    let unknown = node.parameters.keys().filter(|name| !known(name));
    let problem = |name: &Arc<str>| {
        let problem = SubtreeProblem::UnknownVariable {
            variable: name.clone(),
            tree: uses.title(*target),
        };
        let location = Location::Parameter(node.id().clone(), name.clone());
        Diagnostic::new(location, Problem::Subtree(problem))
    };
    unknown.map(problem).collect()
}
