//! Expressions as the rules check them: over the declared variables of the document, with the type that the parameter requires.

use std::sync::Arc;

use treewright_core::diagnostic::Problem;
use treewright_core::expression::{Expression, ExpressionError, Fault, names, variable_places};
use treewright_core::model::{Document, ExpressionType, Node, ParameterType};
use treewright_core::value::{Value, ValueType};

use super::context::Context;
use super::nearest::nearest;

/// Checks a text as the value of an expression parameter of this node, for instance while the user types it.
///
/// # Errors
/// The text is not an expression of the required type over the document's variables.
pub fn check_expression(
    document: &Document,
    node: &Node,
    expression_type: &ExpressionType,
    text: &str,
) -> Result<Expression<()>, ExpressionError> {
    compile(
        &|name| document.variable(name).map(|v| &v.value_type),
        node,
        expression_type,
        text,
    )
    .map_err(|error| suggest(document, error))
}

/// Like [`check_expression`], with the prepared context of the rules.
pub(super) fn expression(
    context: &Context<'_>,
    node: &Node,
    expression_type: &ExpressionType,
    text: &str,
) -> Result<Expression<()>, ExpressionError> {
    compile(
        &|name| context.variable(name).map(|v| &v.value_type),
        node,
        expression_type,
        text,
    )
    .map_err(|error| suggest(context.document, error))
}

/// Checks an expression of any type.
pub(super) fn untyped(context: &Context<'_>, text: &str) -> Result<(), ExpressionError> {
    let resolve = |name: &str| context.variable(name).map(|v| ((), v.value_type.clone()));
    match Expression::compile(text, &resolve, None) {
        Ok(_) => Ok(()),
        Err(error) => Err(suggest(context.document, error)),
    }
}

/// Returns the problem of an expression.
pub(super) fn problem(
    context: &Context<'_>,
    node: &Node,
    parameter: Arc<str>,
    expression_type: &ExpressionType,
    text: &str,
) -> Option<Problem> {
    let error = expression(context, node, expression_type, text).err()?;
    Some(Problem::BrokenExpression {
        parameter,
        column: error.column(text),
        error: Box::new(error),
    })
}

/// If the problem of an expression is an undeclared variable, returns the problems of its other undeclared variables.
pub(super) fn further(context: &Context<'_>, found: &Problem, text: &str) -> Vec<Problem> {
    let Problem::BrokenExpression {
        parameter, error, ..
    } = found
    else {
        return Vec::new();
    };
    let (Fault::UnknownVariable { name: first } | Fault::UnknownVariableMeant { name: first, .. }) =
        &error.fault
    else {
        return Vec::new();
    };
    let places = variable_places(text);
    let unknown = names(text).into_iter();
    let unknown = unknown.filter(|name| name != first && context.variable(name).is_none());
    let problem = |name: String| {
        let (_, range) = places.iter().find(|(there, _)| *there == name)?;
        let fault = Fault::UnknownVariable { name };
        let range = range.clone();
        let error = suggest(context.document, ExpressionError { range, fault });
        Some(Problem::BrokenExpression {
            parameter: parameter.clone(),
            column: error.column(text),
            error: Box::new(error),
        })
    };
    unknown.filter_map(problem).collect()
}

/// Returns the value of a node's expression, if it does not depend on variables.
pub(super) fn constant(context: &Context<'_>, node: &Node, parameter: &str) -> Option<Value> {
    let declared = context.declaration(node)?.parameter(parameter)?;
    let ParameterType::Expression(expression_type) = &declared.parameter_type else {
        return None;
    };
    let text = context.constant_named(node, parameter)?;
    let expression = expression(context, node, expression_type, text.as_str()?).ok()?;
    expression.constant().cloned()
}

fn compile<'v>(
    type_of: &dyn Fn(&str) -> Option<&'v ValueType>,
    node: &Node,
    expression_type: &ExpressionType,
    text: &str,
) -> Result<Expression<()>, ExpressionError> {
    let expected = match expression_type {
        ExpressionType::Of(value_type) => Some(value_type.clone()),
        ExpressionType::SameAs(other) => {
            let named = node.parameters.get(other);
            named.and_then(|n| type_of(n.as_variable()?)).cloned()
        }
    };
    let resolve = |name: &str| type_of(name).map(|value_type| ((), value_type.clone()));
    Expression::compile(text, &resolve, expected.as_ref())
}

fn suggest(document: &Document, error: ExpressionError) -> ExpressionError {
    let names = || document.variables.iter().map(|v| &*v.name);
    error.meaning(|name| nearest(name, names()).map(str::to_owned))
}
