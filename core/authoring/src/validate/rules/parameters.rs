//! Each parameter, of the node itself or held on behalf of its parent, must be set if it has no default, to a constant or
//! variable of the right type, within its range or among its choices.

use std::sync::Arc;

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems, SubtreeProblem};
use treewright_core::model::{Node, ParameterDeclaration, ParameterType, ParameterValue, SUBTREE};
use treewright_core::value::{Value, ValueType};

use crate::validate::context::Context;
use crate::validate::expressions;

pub(super) fn check(context: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    let mut report = |name: &Arc<str>, problem: Problem| {
        let location = Location::Parameter(node.id().clone(), name.clone());
        found.push(Diagnostic::new(location, problem));
    };
    for parameter in context.parameters(node) {
        let name: Arc<str> = Arc::from(&*parameter.name);
        match node.parameters.get(&name) {
            None if parameter.required => {
                report(
                    &name,
                    Problem::MissingParameter {
                        parameter: name.clone(),
                    },
                );
            }
            None => {}
            Some(value) => {
                if let Some(problem) = problem_of(context, node, parameter, &name, value) {
                    let text = value.as_literal().and_then(Value::as_str);
                    let further = text.map(|text| expressions::further(context, &problem, text));
                    let all = [problem].into_iter().chain(further.into_iter().flatten());
                    all.for_each(|problem| report(&name, problem));
                }
            }
        }
    }
    // For nodes that run a subtree, the other settable parameters depend on the subtree.
    if context.declaration(node).is_none() || &*node.task == SUBTREE {
        return;
    }
    for name in node.parameters.keys() {
        if !context.parameters(node).any(|p| *p.name == **name) {
            let (parameter, task) = (name.clone(), node.task.clone());
            report(name, Problem::UnknownParameter { parameter, task });
        }
    }
}

pub(super) fn problem_of(
    context: &Context<'_>,
    node: &Node,
    declared: &ParameterDeclaration,
    name: &Arc<str>,
    value: &ParameterValue,
) -> Option<Problem> {
    let parameter = name.clone();
    match (value, &declared.parameter_type) {
        (ParameterValue::Literal(_), ParameterType::VariableName(_)) => {
            Some(Problem::VariableOnly { parameter })
        }
        (
            ParameterValue::Variable(variable),
            ParameterType::Choice(_)
            | ParameterType::Expression(_)
            | ParameterType::Tree
            | ParameterType::Name,
        ) => {
            let variable = variable.clone();
            Some(Problem::LiteralOnly {
                parameter,
                variable,
            })
        }
        (ParameterValue::Literal(literal), ParameterType::Choice(choices)) => {
            let chosen = literal.value.as_str();
            let allowed = chosen.is_some_and(|text| choices.iter().any(|c| c == text));
            (!allowed).then(|| Problem::NotAChoice {
                parameter,
                value: literal.value.to_string(),
                choices: choices.iter().map(ToString::to_string).collect(),
            })
        }
        (ParameterValue::Literal(literal), ParameterType::Expression(expression_type)) => {
            match literal.value.as_str() {
                Some(text) => expressions::problem(context, node, parameter, expression_type, text),
                None => literal_problem(context, node, declared, parameter, &literal.value),
            }
        }
        (ParameterValue::Literal(literal), ParameterType::Tree) if &*node.task != SUBTREE => {
            let tree = literal.value.as_str().unwrap_or_default();
            let unknown = context.document.tree(tree).is_none() && !tree.is_empty();
            let problem = SubtreeProblem::UnknownTree { tree: tree.into() };
            unknown.then_some(Problem::Subtree(problem))
        }
        (ParameterValue::Literal(literal), _) => {
            literal_problem(context, node, declared, parameter, &literal.value)
        }
        (ParameterValue::Variable(variable), _) => {
            variable_problem(context, node, declared, parameter, variable)
        }
    }
}

fn literal_problem(
    context: &Context<'_>,
    node: &Node,
    declared: &ParameterDeclaration,
    parameter: Arc<str>,
    value: &Value,
) -> Option<Problem> {
    if !value.is_finite() {
        return Some(Problem::NotFinite { parameter });
    }
    let expected = expected_type(context, node, &declared.parameter_type)?;
    let Some(value) = value.coerced(&expected) else {
        return Some(Problem::WrongParameterType {
            parameter,
            expected,
            found: value.value_type(),
        });
    };
    let number = match value {
        Value::Int(whole) => whole as f64,
        Value::Float(number) => number,
        _ => return None,
    };
    let range = declared.range?;
    let outside = number < range.min || number > range.max;
    outside.then(|| Problem::ParameterOutOfRange {
        parameter,
        value: value.to_string(),
        min: range.min,
        max: range.max,
    })
}

fn variable_problem(
    context: &Context<'_>,
    node: &Node,
    declared: &ParameterDeclaration,
    parameter: Arc<str>,
    variable: &Arc<str>,
) -> Option<Problem> {
    let variable = variable.clone();
    let Some(declared_variable) = context.variable(&variable) else {
        return Some(Problem::UndeclaredVariable { variable });
    };
    let expected = expected_type(context, node, &declared.parameter_type)?;
    let found = &declared_variable.value_type;
    (*found != expected).then(|| Problem::WrongVariableType {
        parameter,
        variable,
        found: found.clone(),
        expected,
    })
}

/// Returns the type that a parameter requires; `None` if any type is valid or the type is unknown.
pub(in crate::validate) fn expected_type(
    context: &Context<'_>,
    node: &Node,
    parameter_type: &ParameterType,
) -> Option<ValueType> {
    match parameter_type {
        ParameterType::Value(value_type) => Some(value_type.clone()),
        ParameterType::Choice(_)
        | ParameterType::Expression(_)
        | ParameterType::Tree
        | ParameterType::Name => Some(ValueType::String),
        ParameterType::VariableName(value_type) => value_type.clone(),
        ParameterType::Any => None,
        ParameterType::SameAs(other) => {
            let variable = node.parameters.get(other)?.as_variable()?;
            Some(context.variable(variable)?.value_type.clone())
        }
    }
}
