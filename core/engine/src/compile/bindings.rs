//! Compiles the parameters of nodes to arguments. Checks types, fills in defaults and resolves variables to slots.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::broken::BrokenNode;
use crate::expression::{Expression, ExpressionError};
use crate::model::{
    DataLine, ExpressionType, Node, NodeDeclaration, ParameterDeclaration, ParameterType,
    ParameterValue, data_lines,
};
use crate::nodes::stand_in::AttachedValue;
use crate::nodes::{Arguments, CompiledExpression};
use crate::runtime::{Operand, VariableSlot};
use crate::value::{Value, ValueType};

/// The slots and types of variables, by name.
pub(super) type VariableSlots = FxHashMap<Arc<str>, (VariableSlot, ValueType)>;

/// The variables that a node can see: those of its document, and those of its use of a subtree, which take
/// precedence.
#[derive(Clone, Default)]
pub(super) struct Bindings {
    pub document: Rc<VariableSlots>,
    pub own: Rc<VariableSlots>,
}

impl Bindings {
    pub fn place(&self, name: &str) -> Option<&(VariableSlot, ValueType)> {
        self.own.get(name).or_else(|| self.document.get(name))
    }
}

/// An override of a parameter in one use of a subtree.
pub(super) struct InnerOverride<'a> {
    /// The rest of the path, as ids with slashes; empty if the parameter belongs to this node.
    pub rest: &'a str,
    pub parameter: &'a str,
    pub value: &'a ParameterValue,
    /// The variables that are visible where the override was set.
    pub bindings: Bindings,
}

/// The parameters of a node, including overrides.
#[derive(Clone, Copy)]
pub(super) struct NodeSettings<'s> {
    pub node: &'s Node,
    pub bindings: &'s Bindings,
    /// Overrides for this node. The first match wins.
    pub overrides: &'s [InnerOverride<'s>],
}

impl<'s> NodeSettings<'s> {
    /// The value of a parameter, with the variables that it can refer to.
    pub fn get(&self, name: &str) -> Option<(&'s ParameterValue, &'s Bindings)> {
        let is_match =
            |inner: &&InnerOverride<'_>| inner.rest.is_empty() && inner.parameter == name;
        let outside = self.overrides.iter().find(is_match);
        let outside = outside.map(|inner| (inner.value, &inner.bindings));
        outside.or_else(|| Some((self.node.parameters.get(name)?, self.bindings)))
    }

    /// The arguments of a node without declaration: all parameters that are set.
    fn undeclared(&self) -> Result<Arguments, Vec<BrokenNode>> {
        let mut arguments = Arguments::with_capacity(self.node.parameters.len());
        let mut broken = Vec::new();
        for (name, own) in &self.node.parameters {
            let outside = (!self.overrides.is_empty())
                .then(|| self.get(name))
                .flatten();
            let (value, bindings) = outside.unwrap_or((own, self.bindings));
            match operand(bindings, name, value, None) {
                Ok(operand) => arguments.set(name.clone(), operand),
                Err(why) => broken.push(why),
            }
        }
        unless(broken, arguments)
    }

    /// The arguments of the node: the values of its parameters, or their defaults.
    ///
    /// # Errors
    /// All that is wrong with them.
    pub fn arguments(
        &self,
        declaration: Option<&NodeDeclaration>,
    ) -> Result<Arguments, Vec<BrokenNode>> {
        let Some(declaration) = declaration else {
            return self.undeclared();
        };
        let mut arguments = Arguments::with_capacity(declaration.parameters.len());
        let mut broken = Vec::new();
        for parameter in &declaration.parameters {
            if let Err(why) = self.add_argument(parameter, &mut arguments) {
                broken.push(why);
            }
        }
        unless(broken, arguments)
    }

    fn add_argument(
        &self,
        parameter: &ParameterDeclaration,
        arguments: &mut Arguments,
    ) -> Result<(), BrokenNode> {
        let Some(operand) = self.argument(parameter)? else {
            return Ok(());
        };
        let name: Arc<str> = Arc::from(&*parameter.name);
        if let ParameterType::Expression(expression_type) = &parameter.parameter_type {
            let formula = self.formula(&name, expression_type, &operand)?;
            arguments.set_expression(name, formula);
        } else {
            arguments.set(name, operand);
        }
        Ok(())
    }

    /// Compiles the text of an expression parameter.
    fn formula(
        &self,
        name: &str,
        expression_type: &ExpressionType,
        operand: &Operand<Value>,
    ) -> Result<CompiledExpression, BrokenNode> {
        let Operand::Literal(Value::String(text)) = operand else {
            let name = name.to_owned();
            return Err(BrokenNode::NoExpression { name });
        };
        let expected = match expression_type {
            ExpressionType::Of(value_type) => Some(value_type),
            ExpressionType::SameAs(other) => self.type_of_named(other),
        };
        let bindings = self
            .get(name)
            .map_or(self.bindings, |(_, bindings)| bindings);
        let resolve = |name: &str| bindings.place(name).cloned();
        match Expression::compile(text, &resolve, expected) {
            Ok(expression) => Ok(Arc::new(expression)),
            Err(error) => Err(BrokenNode::Expression {
                name: name.to_owned(),
                column: error.column(text),
                error: Box::new(error),
            }),
        }
    }

    /// Compiles the expression of the node's stand-in.
    pub fn condition(&self, text: &str) -> Result<CompiledExpression, BrokenNode> {
        let resolve = |name: &str| self.bindings.place(name).cloned();
        match Expression::compile(text, &resolve, Some(&ValueType::Bool)) {
            Ok(expression) => Ok(Arc::new(expression)),
            Err(error) => Err(BrokenNode::StandInExpression {
                column: error.column(text),
                error: Box::new(error),
            }),
        }
    }

    /// Compiles the data that the node's stand-in attaches, with their names.
    pub fn data(&self, text: &str) -> Vec<(Arc<str>, AttachedValue)> {
        let resolve = |name: &str| self.bindings.place(name).cloned();
        let compiled = |line: DataLine<'_>| {
            let value = Expression::compile(line.expression, &resolve, None);
            let value = value.map(Arc::new);
            let reason = |error: ExpressionError| error.fault.message().english().into();
            (line.name.into(), value.map_err(reason))
        };
        data_lines(text).map(compiled).collect()
    }

    /// The type of the variable that another parameter is bound to.
    fn type_of_named(&self, parameter: &str) -> Option<&'s ValueType> {
        let (value, bindings) = self.get(parameter)?;
        bindings.place(value.as_variable()?).map(|(_, t)| t)
    }

    /// The argument that the node holds for its parent, such as a priority. 0 if it is not set.
    pub fn carried(&self, parameter: &ParameterDeclaration) -> Result<Operand<Value>, BrokenNode> {
        let of_child = |why: BrokenNode| BrokenNode::OfChild {
            child: self.node.id().to_string(),
            why: why.message(),
        };
        let argument = self.argument(parameter).map_err(of_child)?;
        Ok(argument.unwrap_or(Operand::Literal(Value::Float(0.0))))
    }

    /// The argument for a parameter: its value, or its default. `None` if it may be left out.
    fn argument(
        &self,
        parameter: &ParameterDeclaration,
    ) -> Result<Option<Operand<Value>>, BrokenNode> {
        let name = &*parameter.name;
        let expected = self.expected_type(parameter);
        let set = self.get(name);
        if let (ParameterType::Name, Some((ParameterValue::Variable(variable), _))) =
            (&parameter.parameter_type, set)
        {
            return Err(BrokenNode::TakesName {
                name: name.to_owned(),
                variable: variable.to_string(),
            });
        }
        match (set, &parameter.default) {
            (Some((value, bindings)), _) => {
                operand(bindings, name, value, expected.as_ref()).map(Some)
            }
            (None, Some(default)) => Ok(Some(Operand::Literal(default.clone()))),
            (None, None) if !parameter.required => Ok(None),
            (None, None) => Err(BrokenNode::NotSet {
                name: name.to_owned(),
            }),
        }
    }

    fn expected_type(&self, parameter: &ParameterDeclaration) -> Option<ValueType> {
        match &parameter.parameter_type {
            ParameterType::Value(value_type) => Some(value_type.clone()),
            ParameterType::Choice(_)
            | ParameterType::Expression(_)
            | ParameterType::Tree
            | ParameterType::Name => Some(ValueType::String),
            ParameterType::VariableName(value_type) => value_type.clone(),
            ParameterType::Any => None,
            ParameterType::SameAs(other) => self.type_of_named(other).cloned(),
        }
    }
}

/// Returns the arguments, unless something is broken.
pub(super) fn unless(
    broken: Vec<BrokenNode>,
    arguments: Arguments,
) -> Result<Arguments, Vec<BrokenNode>> {
    if broken.is_empty() {
        Ok(arguments)
    } else {
        Err(broken)
    }
}

/// Compiles a value to an operand: a constant, or the slot of a variable.
pub(super) fn operand(
    bindings: &Bindings,
    name: &str,
    value: &ParameterValue,
    expected: Option<&ValueType>,
) -> Result<Operand<Value>, BrokenNode> {
    match value {
        ParameterValue::Variable(variable) => {
            let (name, variable) = (|| name.to_owned(), || variable.to_string());
            let place = bindings.place(&variable());
            let (slot, found) = place.ok_or_else(|| BrokenNode::NoVariable {
                name: name(),
                variable: variable(),
            })?;
            match expected {
                Some(expected) if expected != found => Err(BrokenNode::WrongVariable {
                    name: name(),
                    expected: expected.clone(),
                    variable: variable(),
                    found: found.clone(),
                }),
                _ => Ok(Operand::Variable(*slot)),
            }
        }
        ParameterValue::Literal(literal) => {
            let value = match expected {
                None => Some(literal.value.clone()),
                Some(expected) => literal.value.coerced(expected),
            };
            let (name, written) = (|| name.to_owned(), || literal.value.to_string());
            match (value, expected) {
                (Some(value), _) if value.is_finite() => Ok(Operand::Literal(value)),
                (None, Some(expected)) => Err(BrokenNode::OtherType {
                    name: name(),
                    expected: expected.clone(),
                    value: written(),
                }),
                _ => Err(BrokenNode::CannotBe {
                    name: name(),
                    value: written(),
                }),
            }
        }
    }
}
