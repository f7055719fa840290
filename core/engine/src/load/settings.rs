//! Finds parameters that a node sets without the effect that was meant: names that its task does not have, texts that
//! are no choice, numbers out of range. All else that can be wrong with a parameter breaks the node.

use std::cell::LazyCell;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::problem::Names;
use crate::compile::{Compiled, Top, Uses};
use crate::diagnostic::{Diagnostic, Location, Problem, SubtreeProblem};
use crate::ids::NodeId;
use crate::model::{
    Document, FILE_PARAMETER, Node, ParameterDeclaration, ParameterType, ParameterValue, Range,
    SUBTREE, TREE_PARAMETER,
};
use crate::project::Project;
use crate::runtime::World;
use crate::told::Argument;
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
            let parent = node.parent().and_then(|parent| document.node(parent));
            found.extend(wrong_settings(parent, node, names));
        } else if node.parameters.keys().any(|name| !names_a_tree(name)) {
            found.extend(unknown_variables(&uses, path, node, names));
        }
    }
    if found.is_empty() {
        return found;
    }
    let order = running(document, path, path == project.path, compiled);
    let breaking = breaking(compiled);
    found.retain(|diagnostic| match &diagnostic.location {
        Location::Parameter(node, name) => {
            order.contains_key(node) && !breaking.contains(&(node, &**name))
        }
        _ => true,
    });
    found.sort_by_key(|d| d.location.node().and_then(|node| order.get(node).copied()));
    found
}

fn names_a_tree(parameter: &str) -> bool {
    [TREE_PARAMETER, FILE_PARAMETER].contains(&parameter)
}

/// Returns the parameters that break their nodes.
fn breaking<W: World + ?Sized>(compiled: &Compiled<W>) -> FxHashSet<(&NodeId, &str)> {
    let parameters = compiled.broken.iter().filter_map(|(id, why)| {
        let mut arguments = why.arguments().iter();
        let (_, name) = arguments.find(|(name, _)| *name == "name")?;
        match name {
            Argument::Text(name) => Some((compiled.origins.origin(id).node, &**name)),
            _ => None,
        }
    });
    parameters.collect()
}

/// Returns the nodes of a document that run, with their places in its order: those at the top of what runs and those
/// below, except disabled ones.
fn running<'a, W: World + ?Sized>(
    document: &'a Document,
    path: &str,
    is_own: bool,
    compiled: &'a Compiled<W>,
) -> FxHashMap<&'a NodeId, usize> {
    let mut tops: FxHashSet<&NodeId> = FxHashSet::default();
    if is_own {
        tops.extend(document.root());
        let programs = compiled.program.iter();
        let beside = programs.flat_map(|program| program.trees());
        let trees = beside.filter_map(|(name, _)| document.tree(name));
        tops.extend(trees.map(|tree| &tree.root));
    }
    let inside = compiled.origins.inside();
    let origins = inside.map(|id| compiled.origins.origin(id));
    let of_document = origins.filter(|origin| match origin.path {
        Some(of) => of == path,
        None => is_own,
    });
    tops.extend(of_document.map(|origin| origin.node));
    let mut running = FxHashMap::default();
    for (place, node) in document.pre_order().enumerate() {
        let above = node
            .parent()
            .is_some_and(|parent| running.contains_key(parent));
        if !node.disabled && (above || tops.contains(node.id())) {
            running.insert(node.id(), place);
        }
    }
    running
}

/// Returns the settings of a node that its task does not have, or that are out of range.
pub(super) fn wrong_settings<W: World + ?Sized>(
    parent: Option<&Node>,
    node: &Node,
    names: &Names<'_, W>,
) -> Vec<Diagnostic> {
    // The parameters of an undeclared task are unknown.
    let Some(own) = names.declaration(&node.task) else {
        return Vec::new();
    };
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
    let can_be_set = |name: &str| {
        let mut settable = uses.settable_variables(node, *target);
        settable.any(|variable| *variable.name == *name)
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
            meant: Vec::new(),
        };
        let location = Location::Parameter(node.id().clone(), name.clone());
        Diagnostic::new(location, Problem::Subtree(problem))
    };
    unknown.map(problem).collect()
}
