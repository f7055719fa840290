//! Setting parameters, checked against their declarations. A binding to an undeclared variable or one of another type is not
//! refused but reported as a problem.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, Node, ParameterDeclaration, ParameterType, ParameterValue, Range, SUBTREE, Scope,
};
use treewright_core::value::{Value, ValueType};

use super::{Plan, PlanContext, PlanResult, distinct};
use crate::edit::Refusal;
use crate::edit::primitive::Primitive;

/// Sets a parameter of several nodes, or resets it if the value is `None`.
pub(super) fn set(
    PlanContext { document, library }: PlanContext<'_>,
    ids: &[NodeId],
    name: &Arc<str>,
    value: Option<&ParameterValue>,
) -> PlanResult {
    let mut primitives = Vec::new();
    for node in distinct(document, ids)? {
        let of_node = declared(document, library, node);
        if let Some(value) = value {
            check(document, library, node, name, value)?;
        }
        if node.parameters.get(name) != value {
            primitives.push(Primitive::Parameter {
                node: node.id().clone(),
                name: name.clone(),
                index: index_for(&of_node, node, name),
                value: value.cloned(),
            });
        }
    }
    Plan::each("set_parameter", primitives)
}

/// Returns the index of a new parameter among those that are set, in declaration order.
fn index_for(declared: &[&ParameterDeclaration], node: &Node, name: &str) -> usize {
    let rank = |name: &str| declared.iter().position(|p| p.name == name);
    let Some(own) = rank(name) else {
        return node.parameters.len();
    };
    let is_later = |other: &Arc<str>| rank(other).is_some_and(|other| other > own);
    let later = node.parameters.keys().position(is_later);
    later.unwrap_or(node.parameters.len())
}

/// Returns the declared parameters of a node: its own, and those that it holds on behalf of its parent.
fn declared<'a>(
    document: &Document,
    library: &'a NodeLibrary,
    node: &Node,
) -> Vec<&'a ParameterDeclaration> {
    let parent = node.parent().and_then(|parent| document.node(parent));
    library
        .parameters(&node.task, parent.map(|parent| &*parent.task))
        .collect()
}

/// Refuses a value that the declaration of the node's task does not allow.
pub(super) fn check(
    document: &Document,
    library: &NodeLibrary,
    node: &Node,
    name: &Arc<str>,
    value: &ParameterValue,
) -> Result<(), Refusal> {
    let declared = declared(document, library, node);
    let parameter = declared.into_iter().find(|p| *p.name == **name);
    if parameter.is_none() && library.declaration(&node.task).is_some() {
        if &*node.task == SUBTREE {
            return check_variable(document, node, name, value);
        }
        return Err(no_such_parameter(node, name));
    }
    check_value(document, parameter, node, value)
}

/// Refuses a value that the parameter cannot have. An undeclared parameter accepts any value that can be saved.
pub(super) fn check_value(
    document: &Document,
    parameter: Option<&ParameterDeclaration>,
    node: &Node,
    value: &ParameterValue,
) -> Result<(), Refusal> {
    match value {
        ParameterValue::Variable(variable) => check_binding(parameter, variable),
        ParameterValue::Literal(literal) => match parameter {
            Some(parameter) => check_literal(document, node, parameter, &literal.value),
            None if literal.value.is_finite() => Ok(()),
            None => Err(wrong(&literal.value, &literal.value.value_type())),
        },
    }
}

/// Refuses a value that a variable of the subtree cannot have. Variables of another document are not checked here.
fn check_variable(
    document: &Document,
    node: &Node,
    name: &Arc<str>,
    value: &ParameterValue,
) -> Result<(), Refusal> {
    let variable = document.variable(name);
    let variable = variable.filter(|v| v.scope == Scope::Subtree);
    match (value, variable) {
        (_, None) if !node.runs_other_file() => Err(no_such_parameter(node, name)),
        (ParameterValue::Variable(bound), _) => check_binding(None, bound),
        (ParameterValue::Literal(literal), Some(variable)) if !node.runs_other_file() => {
            check_type(&variable.value_type, &literal.value)
        }
        (ParameterValue::Literal(literal), _) => {
            check_type(&literal.value.value_type(), &literal.value)
        }
    }
}

fn no_such_parameter(node: &Node, name: &Arc<str>) -> Refusal {
    Refusal::NoSuchParameter {
        task: node.task.clone(),
        parameter: name.clone(),
    }
}

fn check_binding(parameter: Option<&ParameterDeclaration>, name: &Arc<str>) -> Result<(), Refusal> {
    if name.is_empty() {
        return Err(Refusal::EmptyName);
    }
    match parameter.map(|p| &p.parameter_type) {
        Some(ParameterType::Choice(choices)) => Err(wrong(name, &choices.join(" | "))),
        Some(ParameterType::Expression(_) | ParameterType::Tree | ParameterType::Name) => {
            Err(wrong(name, &ValueType::String))
        }
        _ => Ok(()),
    }
}

fn check_literal(
    document: &Document,
    node: &Node,
    parameter: &ParameterDeclaration,
    value: &Value,
) -> Result<(), Refusal> {
    match &parameter.parameter_type {
        ParameterType::Value(value_type) => check_type(value_type, value)?,
        ParameterType::Choice(choices) => {
            let chosen = value.as_str();
            if !choices.iter().any(|choice| chosen == Some(choice)) {
                return Err(wrong(value, &choices.join(" | ")));
            }
        }
        ParameterType::Expression(_) | ParameterType::Tree | ParameterType::Name => {
            check_type(&ValueType::String, value)?;
        }
        ParameterType::VariableName(_) => return Err(wrong(value, "variable")),
        ParameterType::Any => check_type(&value.value_type(), value)?,
        ParameterType::SameAs(other) => {
            let bound = node.parameters.get(other);
            let variable = bound.and_then(|b| document.variable(b.as_variable()?));
            let value_type = variable.map_or_else(|| value.value_type(), |v| v.value_type.clone());
            check_type(&value_type, value)?;
        }
    }
    match parameter.range {
        Some(range) if !is_within(range, value) => {
            let expected = format!("{} ({} – {})", value.value_type(), range.min, range.max);
            Err(wrong(value, &expected))
        }
        _ => Ok(()),
    }
}

/// Refuses a value of another type, and numbers that are not finite.
pub(super) fn check_type(value_type: &ValueType, value: &Value) -> Result<(), Refusal> {
    if value_type.accepts(value) && value.is_finite() {
        Ok(())
    } else {
        Err(wrong(value, value_type))
    }
}

fn is_within(range: Range, value: &Value) -> bool {
    let number = match value {
        Value::Int(whole) => *whole as f64,
        Value::Float(number) => *number,
        _ => return true,
    };
    (range.min..=range.max).contains(&number)
}

fn wrong(value: &impl ToString, expected: &(impl ToString + ?Sized)) -> Refusal {
    Refusal::WrongType {
        value: value.to_string(),
        expected: expected.to_string(),
    }
}

#[cfg(test)]
mod tests;
