//! Fixes for problems of parameters: first the probable intention, then choices that are always valid.

use std::sync::Arc;

use treewright_core::ToArgument as _;
use treewright_core::diagnostic::{Diagnostic, Problem};
use treewright_core::expression::ExpressionError;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, ExpressionType, Node, ParameterDeclaration, ParameterType, ParameterValue, SUBTREE,
    Variable,
};
use treewright_core::value::{Value, ValueType};

use super::expressions::FaultyExpression;
use super::subtrees::change_type;
use super::{Fix, MAX_ALTERNATIVES, reset_parameter, set_parameter};
use crate::edit::Command;
use crate::validate::context::Context;
use crate::validate::nearest::{nearest, suggestion};
use crate::validate::rules::expected_type;

/// A parameter with a problem.
struct FaultyParameter<'a> {
    document: &'a Document,
    library: &'a NodeLibrary,
    id: &'a NodeId,
    node: &'a Node,
    name: &'a Arc<str>,
}

pub(super) fn fixes(
    document: &Document,
    library: &NodeLibrary,
    (id, name): (&NodeId, &Arc<str>),
    diagnostic: &Diagnostic,
) -> Vec<Fix> {
    let Some(node) = document.node(id) else {
        return Vec::new();
    };
    let wrong = FaultyParameter {
        document,
        library,
        id,
        node,
        name,
    };
    let reset = || reset_parameter(id, name);
    match &diagnostic.problem {
        Problem::MissingParameter { .. } => wrong.missing(),
        Problem::FixedComparison => {
            if let Some(Value::String(text)) = wrong.literal()
                && !text.is_empty()
            {
                // A written name means no other variable.
                return wrong.written_variable().into_iter().collect();
            }
            let fitting = wrong.fitting_variables().into_iter();
            let fitting = fitting.take(MAX_ALTERNATIVES);
            fitting
                .map(|variable| wrong.use_variable(variable))
                .collect()
        }
        Problem::UndeclaredVariable { variable } => wrong.undeclared(variable),
        Problem::ParameterOutOfRange { min, max, .. } => {
            wrong.clamped(*min, *max).into_iter().collect()
        }
        Problem::WrongParameterType { .. } => {
            let expected = wrong.expected_type();
            let value = wrong.literal().zip(expected);
            let meant = value.and_then(|(value, expected)| converted(value, &expected));
            let meant = meant.map(|value| wrong.set_to(value));
            let meant = meant.or_else(|| wrong.written_variable());
            meant.into_iter().chain([reset()]).collect()
        }
        Problem::WrongPayload { expected, .. } => {
            let mut meant = expected
                .iter()
                .filter_map(|e| converted(wrong.literal()?, e));
            let meant = meant.next().map(|value| wrong.set_to(value));
            meant.into_iter().chain([reset()]).collect()
        }
        Problem::NotAChoice { .. } | Problem::UnknownParameter { .. } => {
            let meant = suggestion(document, library, diagnostic);
            let meant = meant.and_then(|meant| match &diagnostic.problem {
                Problem::NotAChoice { .. } => Some(wrong.set_to(Value::from(meant.as_str()))),
                _ => rename_parameter(node, name, &meant),
            });
            meant.into_iter().chain([reset()]).collect()
        }
        Problem::VariableOnly { .. } => {
            let meant = wrong.written_variable();
            meant.into_iter().chain([reset()]).collect()
        }
        Problem::WrongVariableType { variable, .. } => {
            let changed = change_type(document, variable, wrong.expected_type());
            let meant = wrong.similar_variable(variable);
            let meant = meant.into_iter().chain(changed);
            meant.chain([reset()]).collect()
        }
        Problem::BrokenExpression { error, .. } => wrong.expression(error),
        _ => vec![reset()],
    }
}

impl FaultyParameter<'_> {
    fn literal(&self) -> Option<&Value> {
        self.node.parameters.get(self.name)?.as_literal()
    }

    fn set(&self, value: ParameterValue) -> Command {
        set_parameter(self.id, self.name, Some(value))
    }

    fn set_to(&self, value: Value) -> Fix {
        Fix::new(
            "set_value",
            vec![("value", value.to_string())],
            self.set(ParameterValue::literal(value)),
        )
    }

    fn declaration(&self) -> Option<&ParameterDeclaration> {
        let parent = self.node.parent().and_then(|id| self.document.node(id));
        let parent = parent.map(|parent| &*parent.task);
        let mut parameters = self.library.parameters(&self.node.task, parent);
        parameters.find(|p| *p.name == **self.name)
    }

    /// Returns the required type: the declared one, or that of the subtree's variable which the parameter sets.
    fn expected_type(&self) -> Option<ValueType> {
        let Some(declared) = self.declaration() else {
            let own = &*self.node.task == SUBTREE && !self.node.runs_other_file();
            let variable = self.document.variable(self.name).filter(|_| own)?;
            return Some(variable.value_type.clone());
        };
        let context = Context::new(self.document, self.library);
        expected_type(&context, self.node, &declared.parameter_type)
    }

    /// Proposes initial values for a missing parameter.
    fn missing(&self) -> Vec<Fix> {
        let Some(declared) = self.declaration() else {
            return Vec::new();
        };
        match &declared.parameter_type {
            ParameterType::Choice(choices) => {
                let values = choices.iter().map(|choice| Value::from(&**choice));
                values
                    .take(MAX_ALTERNATIVES)
                    .map(|value| self.set_to(value))
                    .collect()
            }
            ParameterType::Value(ValueType::String) => Vec::new(),
            ParameterType::Value(value_type) => {
                let value = value_type.default_value();
                let within = |range| clamp(&value, range).unwrap_or_else(|| value.clone());
                let range = declared.range.map(|range| (range.min, range.max));
                vec![self.set_to(range.map_or_else(|| value.clone(), within))]
            }
            ParameterType::SameAs(_) => {
                let value = self.expected_type().map(|t| t.default_value());
                value.map(|value| self.set_to(value)).into_iter().collect()
            }
            ParameterType::Expression(ExpressionType::Of(ValueType::Bool)) => {
                vec![self.write("true".to_owned())]
            }
            ParameterType::VariableName(_) => match self.fitting_variables()[..] {
                [only] => vec![self.use_variable(only)],
                _ => Vec::new(),
            },
            ParameterType::Tree => {
                let names = self.document.trees.iter().map(|tree| tree.name.clone());
                let run = |name: Arc<str>| {
                    Fix::new(
                        "use_tree",
                        vec![("name", name.to_string())],
                        self.set(ParameterValue::literal(&*name)),
                    )
                };
                names.take(MAX_ALTERNATIVES).map(run).collect()
            }
            ParameterType::Expression(_) | ParameterType::Name | ParameterType::Any => Vec::new(),
        }
    }

    fn write(&self, text: String) -> Fix {
        let command = self.set(ParameterValue::literal(text.as_str()));
        Fix::new("write_instead", vec![("meant", text)], command)
    }

    fn use_variable(&self, name: &Arc<str>) -> Fix {
        Fix::new(
            "use_variable",
            vec![("variable", name.to_string())],
            self.set(ParameterValue::Variable(name.clone())),
        )
    }

    /// Returns the variables to which the parameter can be bound.
    fn fitting_variables(&self) -> Vec<&Arc<str>> {
        let expected = self.expected_type();
        let fits = |v: &&Variable| expected.as_ref().is_none_or(|t| v.value_type == *t);
        let fitting = self.document.variables.iter().filter(fits);
        fitting.map(|variable| &variable.name).collect()
    }

    /// Proposes the variable whose name was written as a text, or one with a similar name.
    fn written_variable(&self) -> Option<Fix> {
        self.similar_variable(self.literal()?.as_str()?)
    }

    /// Proposes the fitting variable of this name, or of a similar one. Any other would be a guess.
    fn similar_variable(&self, name: &str) -> Option<Fix> {
        let fitting = self.fitting_variables();
        let meant = nearest(name, fitting.iter().map(|name| &***name))?;
        let meant = fitting.into_iter().find(|name| ***name == *meant)?;
        Some(self.use_variable(meant))
    }

    fn undeclared(&self, name: &Arc<str>) -> Vec<Fix> {
        let expected = self.expected_type();
        let expected = expected.or_else(|| self.type_elsewhere(name));
        let declared = declare(name, expected.unwrap_or(ValueType::Bool));
        let meant = self.similar_variable(name);
        meant.into_iter().chain([declared]).collect()
    }

    /// Returns the type that another use of a variable requires.
    fn type_elsewhere(&self, variable: &str) -> Option<ValueType> {
        self.document.nodes().find_map(|node| {
            let names = node.parameters.iter().filter(
                |(_, value)| matches!(value, ParameterValue::Variable(name) if **name == *variable),
            );
            let mut types = names.filter_map(|(name, _)| {
                let id = node.id();
                let use_of_it = FaultyParameter {
                    id,
                    node,
                    name,
                    ..*self
                };
                use_of_it.expected_type()
            });
            types.next()
        })
    }

    fn clamped(&self, min: f64, max: f64) -> Option<Fix> {
        let value = clamp(self.literal()?, (min, max))?;
        Some(self.set_to(value))
    }

    fn expression(&self, error: &ExpressionError) -> Vec<Fix> {
        let declared = self.declaration().map(|declared| &declared.parameter_type);
        let Some(ParameterType::Expression(expression_type)) = declared else {
            return Vec::new();
        };
        let faulty = FaultyExpression {
            document: self.document,
            node: self.node,
            text: self.literal().and_then(Value::as_str).unwrap_or_default(),
            expression_type,
            write: &|text| self.set(ParameterValue::literal(text)),
        };
        faulty.fixes(error)
    }
}

pub(super) fn declare(name: &Arc<str>, value_type: ValueType) -> Fix {
    let label = format!("Declare `{name}` as {value_type}");
    Fix::new(
        "declare_variable",
        vec![
            ("variable", name.to_argument()),
            ("type", value_type.to_argument()),
        ],
        Command::AddVariable(Variable::new(name.clone(), value_type)),
    )
    .with_label(label)
}

/// Moves the value to a parameter of another name, if that one is not set.
pub(super) fn rename_parameter(node: &Node, name: &Arc<str>, meant: &str) -> Option<Fix> {
    let value = node.parameters.get(name)?.clone();
    if node.parameters.contains_key(meant) {
        return None;
    }
    Some(Fix::new(
        "rename_parameter",
        vec![("parameter", meant.to_owned())],
        Command::Batch(vec![
            set_parameter(node.id(), name, None),
            set_parameter(node.id(), &meant.into(), Some(value)),
        ]),
    ))
}

/// Returns the nearest allowed number.
fn clamp(value: &Value, (min, max): (f64, f64)) -> Option<Value> {
    match value {
        Value::Int(whole) => Some(Value::Int((*whole).clamp(min as i64, max as i64))),
        Value::Float(number) => Some(Value::Float(number.clamp(min, max))),
        _ => None,
    }
}

/// Converts a value to another type where the result is obvious: a text that parses as a number, a number without its fraction.
pub(super) fn converted(value: &Value, to: &ValueType) -> Option<Value> {
    let converted = match (value, to) {
        (Value::String(text), ValueType::Bool) => Value::Bool(text.trim().parse().ok()?),
        (Value::String(text), ValueType::Int) => Value::Int(text.trim().parse().ok()?),
        (Value::String(text), ValueType::Float) => Value::Float(text.trim().parse().ok()?),
        (Value::Float(number), ValueType::Int) => {
            let whole = number.round();
            let fits = whole.abs() < i64::MAX as f64;
            Value::Int(fits.then_some(whole as i64)?)
        }
        (Value::Bool(_) | Value::Int(_) | Value::Float(_), ValueType::String) => {
            Value::from(&*value.to_string())
        }
        _ => value.coerced(to)?,
    };
    converted.is_finite().then_some(converted)
}
