//! The tree that a node runs must exist and fit; the variables and inner parameters that the node sets must exist and have the
//! right type.

use std::sync::Arc;

use treewright_core::compile::Top;
use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems, SubtreeProblem};
use treewright_core::model::{
    Document, ExpressionType, FILE_PARAMETER, Node, Override, ParameterDeclaration, ParameterType,
    ParameterValue, SUBTREE, Scope, TREE_PARAMETER, Variable,
};
use treewright_core::value::ValueType;

use super::parameters::problem_of;
use crate::validate::context::Context;
use crate::validate::nearest::probably_meant;

/// How many variables are considered for one that is unknown.
const MAX_CONSIDERED: usize = 256;

pub(super) fn check(context: &Context<'_>, index: usize, _: &Node, found: &mut Problems) {
    let node = context.order[index];
    if &*node.task != SUBTREE {
        return;
    }
    let at = Top::main(node.id());
    match context.uses.target(at) {
        None => {}
        Some(Err(problem)) => found.push(of_target(node, problem.clone())),
        Some(Ok(target)) => {
            if target.source > 0
                && let Some(problem) = context.uses.problem_below(at)
            {
                found.push(of_target(node, problem.clone()));
            }
            check_variables(context, node, *target, found);
            check_globals(context, node, *target, found);
            for other in &node.overrides {
                if let Some(problem) = override_problem(context, node, *target, other) {
                    let (path, parameter) = (other.path.clone(), other.parameter.clone());
                    let location = Location::Override(node.id().clone(), path, parameter);
                    found.push(Diagnostic::new(location, problem));
                }
            }
        }
    }
}

/// Creates a problem with the tree that a node runs, located at the parameter that names it.
fn of_target(node: &Node, problem: SubtreeProblem) -> Diagnostic {
    let parameter = match &problem {
        SubtreeProblem::FileOutside { .. }
        | SubtreeProblem::FileNotRelative { .. }
        | SubtreeProblem::FileUnreadable { .. }
        | SubtreeProblem::FileNotLoaded { .. }
        | SubtreeProblem::OtherGlobal { .. } => FILE_PARAMETER,
        _ => TREE_PARAMETER,
    };
    let id = node.id().clone();
    let set = node.parameters.keys().find(|name| ***name == *parameter);
    let location = match set {
        Some(name) => Location::Parameter(id, name.clone()),
        None => Location::Node(id),
    };
    Diagnostic::new(location, Problem::Subtree(problem))
}

fn check_variables(context: &Context<'_>, node: &Node, target: Top<'_>, found: &mut Problems) {
    for (name, value) in &node.parameters {
        if context.parameters(node).any(|p| *p.name == **name) {
            continue;
        }
        let problem = if let Some(variable) = settable(context, node, target, name) {
            problem_with(context, node, variable, name, value)
        } else {
            let unknown = |meant| {
                Problem::Subtree(SubtreeProblem::UnknownVariable {
                    variable: name.clone(),
                    tree: context.uses.title(target),
                    meant,
                })
            };
            let counted = unknown(Vec::new());
            let is_listed = found.has_room_for(&counted);
            Some(if is_listed {
                unknown(settable_instead(context, node, target, (name, value)))
            } else {
                counted
            })
        };
        let location = || Location::Parameter(node.id().clone(), name.clone());
        found.extend(problem.map(|problem| Diagnostic::new(location(), problem)));
    }
}

/// Returns the problem with a value for a variable of the tree that a node runs.
fn problem_with(
    context: &Context<'_>,
    node: &Node,
    variable: &Variable,
    name: &Arc<str>,
    value: &ParameterValue,
) -> Option<Problem> {
    let declared = of_type(name, ParameterType::Value(variable.value_type.clone()));
    problem_of(context, node, &declared, name, value)
}

/// Returns the variables that were probably meant by an unknown one: the node does not set them yet, and the value fits.
fn settable_instead(
    context: &Context<'_>,
    node: &Node,
    target: Top<'_>,
    (name, value): (&str, &ParameterValue),
) -> Vec<Arc<str>> {
    let all = context.uses.settable_variables(node, target);
    let unset = all.filter(|variable| !node.parameters.contains_key(&variable.name));
    let fitting = unset
        .take(MAX_CONSIDERED)
        .filter(|it| problem_with(context, node, it, &it.name, value).is_none());
    let fitting: Vec<Arc<str>> = fitting.map(|variable| variable.name.clone()).collect();
    probably_meant(name, &fitting).map(Into::into).collect()
}

/// Global variables are shared by name, so all documents must declare them alike.
fn check_globals(context: &Context<'_>, node: &Node, target: Top<'_>, found: &mut Problems) {
    if target.source == 0 {
        return;
    }
    for theirs in &context.uses.document(target.source).variables {
        let ours = context.variable(&theirs.name);
        let ours = ours.filter(|v| v.scope == Scope::Global && theirs.scope == Scope::Global);
        if let Some(ours) = ours.filter(|ours| ours.value_type != theirs.value_type) {
            let problem = SubtreeProblem::OtherGlobal {
                variable: theirs.name.clone(),
                file: context.uses.path(target.source).to_owned(),
                expected: ours.value_type.clone(),
                found: theirs.value_type.clone(),
            };
            found.push(of_target(node, problem));
        }
    }
}

/// Returns the variable of a tree that a node running it can set by this name.
fn settable<'c>(
    context: &'c Context<'_>,
    node: &Node,
    target: Top<'_>,
    name: &str,
) -> Option<&'c Variable> {
    let mut variables = context.uses.settable_variables(node, target);
    variables.find(|variable| *variable.name == *name)
}

fn override_problem(
    context: &Context<'_>,
    node: &Node,
    target: Top<'_>,
    other: &Override,
) -> Option<Problem> {
    let Some((Top { source, .. }, inner)) = context.uses.node_at_path(target, &other.path) else {
        return Some(Problem::Subtree(SubtreeProblem::UnknownInside {
            path: other.path.clone(),
            tree: context.uses.title(target),
        }));
    };
    let document = context.uses.document(source);
    let name = &other.parameter;
    if &*inner.task == SUBTREE && [TREE_PARAMETER, FILE_PARAMETER].contains(&&**name) {
        let parameter = name.clone();
        return Some(Problem::Subtree(SubtreeProblem::FixedInside { parameter }));
    }
    // The parameters of an undeclared task are unknown.
    context.library.declaration(&inner.task)?;
    match declared_inside(context, document, inner, source, name) {
        Some(declared) => problem_of(context, node, &declared, name, &other.value),
        None => Some(Problem::UnknownParameter {
            parameter: name.clone(),
            task: inner.task.clone(),
        }),
    }
}

/// Returns the declaration of a parameter of an inner node, if there is one.
fn declared_inside(
    context: &Context<'_>,
    document: &Document,
    inner: &Node,
    source: usize,
    name: &Arc<str>,
) -> Option<ParameterDeclaration> {
    let parent = inner.parent().and_then(|id| document.node(id));
    let mut parameters = context
        .library
        .parameters(&inner.task, parent.map(|parent| &*parent.task));
    let declared = parameters.find(|p| *p.name == **name);
    if let Some(declared) = declared {
        return Some(seen_from_outside(document, inner, declared));
    }
    if &*inner.task != SUBTREE {
        return None;
    }
    let at = Top {
        source,
        node: inner.id(),
    };
    let target = context.uses.target(at)?.as_ref().ok()?;
    let variable = settable(context, inner, *target, name)?;
    let value_type = variable.value_type.clone();
    Some(of_type(name, ParameterType::Value(value_type)))
}

/// Resolves a parameter whose type depends on another parameter of its node.
fn seen_from_outside(
    document: &Document,
    inner: &Node,
    declared: &ParameterDeclaration,
) -> ParameterDeclaration {
    let of_variable = |other: &str| -> Option<ValueType> {
        let bound = inner.parameters.get(other)?.as_variable()?;
        Some(document.variable(bound)?.value_type.clone())
    };
    let mut declared = declared.clone();
    match &declared.parameter_type {
        ParameterType::SameAs(other) => {
            declared.parameter_type =
                of_variable(other).map_or(ParameterType::Any, ParameterType::Value);
        }
        ParameterType::Expression(ExpressionType::SameAs(other)) => {
            if let Some(value_type) = of_variable(other) {
                let of = ExpressionType::Of(value_type);
                declared.parameter_type = ParameterType::Expression(of);
            }
        }
        _ => {}
    }
    declared
}

fn of_type(name: &Arc<str>, parameter_type: ParameterType) -> ParameterDeclaration {
    ParameterDeclaration::without_default(name.to_string(), parameter_type, "")
}
