//! Parameters and variables to arguments and slots, with their types checked and defaults filled in.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::expression::Expression;
use crate::model::{
    Document, ExpressionType, Node, NodeDeclaration, ParameterDeclaration, ParameterType,
    ParameterValue, Scope,
};
use crate::nodes::{Arguments, Builtin, Formula};
use crate::runtime::{Operand, ProgramBuilder, ProgramVariable, VariableSlot};
use crate::value::{Value, ValueType};

/// The variables of a document and where each is kept.
#[derive(Default)]
pub(super) struct Bindings {
    places: FxHashMap<Arc<str>, (VariableSlot, ValueType)>,
}

impl Bindings {
    /// Declares a document's variables. Of two with the same name the first counts.
    pub fn declare<W>(&mut self, document: &Document, builder: &mut ProgramBuilder<W, Builtin>) {
        for variable in &document.variables {
            if self.places.contains_key(&variable.name) {
                continue;
            }
            let initial = variable.initial.value.coerced(&variable.value_type);
            let declared = ProgramVariable {
                name: variable.name.clone(),
                value_type: variable.value_type.clone(),
                initial: initial.unwrap_or_else(|| variable.value_type.default_value()),
            };
            let slot = match variable.scope {
                Scope::Tree | Scope::Subtree => builder.tree_variable(declared),
                Scope::Global => builder.global_variable(declared),
            };
            let place = (slot, variable.value_type.clone());
            self.places.insert(variable.name.clone(), place);
        }
    }

    /// The arguments of a node: what its parameters are set to, else their defaults.
    pub fn arguments(
        &self,
        node: &Node,
        declaration: Option<&NodeDeclaration>,
    ) -> Result<Arguments, String> {
        let mut arguments = Arguments::default();
        let Some(declaration) = declaration else {
            for (name, value) in &node.parameters {
                arguments.set(name.clone(), self.operand(name, value, None)?);
            }
            return Ok(arguments);
        };
        for parameter in &declaration.parameters {
            let name: Arc<str> = Arc::from(&*parameter.name);
            let Some(operand) = self.argument(node, parameter)? else {
                continue;
            };
            if let ParameterType::Expression(expression_type) = &parameter.parameter_type {
                let formula = self.formula(node, &name, expression_type, &operand)?;
                arguments.set_expression(name, formula);
            } else {
                arguments.set(name, operand);
            }
        }
        Ok(arguments)
    }

    /// The expression that a parameter holds as text.
    fn formula(
        &self,
        node: &Node,
        name: &str,
        expression_type: &ExpressionType,
        operand: &Operand<Value>,
    ) -> Result<Formula, String> {
        let Operand::Literal(Value::String(text)) = operand else {
            return Err(format!(
                "parameter `{name}` is not the text of an expression"
            ));
        };
        let expected = match expression_type {
            ExpressionType::Of(value_type) => Some(value_type),
            ExpressionType::SameAs(other) => self.type_of_named(node, other),
        };
        let resolve = |name: &str| self.places.get(name).cloned();
        match Expression::compile(text, &resolve, expected) {
            Ok(expression) => Ok(Arc::new(expression)),
            Err(error) => {
                let column = error.column(text);
                Err(format!("parameter `{name}`, column {column}: {error}"))
            }
        }
    }

    /// The type of the variable that another parameter of a node is bound to.
    fn type_of_named(&self, node: &Node, parameter: &str) -> Option<&ValueType> {
        let variable = node.parameters.get(parameter)?.as_variable()?;
        self.places.get(variable).map(|(_, t)| t)
    }

    /// What the children of a node carry for it, left to right: one argument each, 0 where nothing is said.
    pub fn arguments_of_children<'n>(
        &self,
        declaration: &NodeDeclaration,
        children: &(impl Iterator<Item = &'n Node> + Clone),
        arguments: &mut Arguments,
    ) -> Result<(), String> {
        for parameter in &declaration.child_parameters {
            let mut carried = Vec::new();
            for child in children.clone() {
                let of_child = |why| format!("its child `{}`: {why}", child.id());
                let argument = self.argument(child, parameter).map_err(of_child)?;
                let nothing = || Operand::Literal(Value::Float(0.0));
                carried.push(argument.unwrap_or_else(nothing));
            }
            arguments.set_of_children(Arc::from(&*parameter.name), carried);
        }
        Ok(())
    }

    /// What a parameter of a node is set to, else its default; none if it may be left out.
    fn argument(
        &self,
        node: &Node,
        parameter: &ParameterDeclaration,
    ) -> Result<Option<Operand<Value>>, String> {
        let name = &*parameter.name;
        let expected = self.expected_type(node, parameter);
        let set = node.parameters.get(name);
        if let (ParameterType::Name, Some(ParameterValue::Variable(variable))) =
            (&parameter.parameter_type, set)
        {
            return Err(format!(
                "parameter `{name}` takes a name, not the variable `{variable}`"
            ));
        }
        match (set, &parameter.default) {
            (Some(value), _) => self.operand(name, value, expected.as_ref()).map(Some),
            (None, Some(default)) => Ok(Some(Operand::Literal(default.clone()))),
            (None, None) if !parameter.required => Ok(None),
            (None, None) => Err(format!("parameter `{name}` is not set")),
        }
    }

    fn expected_type(&self, node: &Node, parameter: &ParameterDeclaration) -> Option<ValueType> {
        match &parameter.parameter_type {
            ParameterType::Value(value_type) => Some(value_type.clone()),
            ParameterType::Choice(_)
            | ParameterType::Expression(_)
            | ParameterType::Tree
            | ParameterType::Name => Some(ValueType::String),
            ParameterType::VariableName(value_type) => value_type.clone(),
            ParameterType::Any => None,
            ParameterType::SameAs(other) => self.type_of_named(node, other).cloned(),
        }
    }

    fn operand(
        &self,
        name: &str,
        value: &ParameterValue,
        expected: Option<&ValueType>,
    ) -> Result<Operand<Value>, String> {
        match value {
            ParameterValue::Variable(variable) => {
                let (slot, found) = self.places.get(variable).ok_or_else(|| {
                    format!("parameter `{name}`: there is no variable `{variable}`")
                })?;
                match expected {
                    Some(expected) if expected != found => Err(format!(
                        "parameter `{name}` takes a {expected}; variable `{variable}` is a {found}"
                    )),
                    _ => Ok(Operand::Variable(*slot)),
                }
            }
            ParameterValue::Literal(literal) => {
                let value = match expected {
                    None => Some(literal.value.clone()),
                    Some(expected) => literal.value.coerced(expected),
                };
                value
                    .filter(Value::is_finite)
                    .map(Operand::Literal)
                    .ok_or_else(|| format!("parameter `{name}` cannot be {}", literal.value))
            }
        }
    }
}
