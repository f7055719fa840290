//! Checks what the code of a game's task asks of its arguments against what there is, so that a name or type that is
//! wrong in the code breaks the node instead of counting as 0.

use std::sync::Arc;

use super::broken::BrokenNode;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Argument, Arguments, Ask, Asked};
use crate::runtime::{Operand, VariableSlot, fits_operand};
use crate::spelling::nearest;
use crate::value::{Value, ValueType};

/// What a task can ask for: its arguments, its declaration, and the variables of the program.
pub(super) struct AskedOf<'a, V> {
    pub arguments: &'a Arguments,
    /// `None` if the task is not declared: then its arguments are what the node sets.
    pub declaration: Option<&'a NodeDeclaration>,
    /// Returns the name and type of a variable.
    pub variable: V,
}

impl<'a, V: Fn(VariableSlot) -> Option<(&'a Arc<str>, &'a ValueType)>> AskedOf<'a, V> {
    /// Makes a task.
    ///
    /// # Errors
    /// If what it asks for does not exist, or has another type.
    pub fn make<R>(&self, make: impl FnOnce(&Arguments) -> R) -> Result<R, Vec<BrokenNode>> {
        let (recording, asked) = self.arguments.clone().recorded();
        let made = make(&recording);
        let wrong = self.wrong_ones(&asked);
        if wrong.is_empty() {
            Ok(made)
        } else {
            Err(wrong)
        }
    }

    /// Returns what is wrong with what was asked.
    pub fn wrong_ones(&self, asked: &Asked) -> Vec<BrokenNode> {
        let mut wrong: Vec<BrokenNode> = Vec::new();
        for (name, ask) in asked.take() {
            let why = self.wrong(&name, &ask);
            wrong.extend(why.filter(|why| !wrong.contains(why)));
        }
        wrong
    }

    /// Returns what is wrong with asking for the parameter of this name in this way.
    fn wrong(&self, name: &str, ask: &Ask) -> Option<BrokenNode> {
        let (name_text, given) = (|| name.to_owned(), self.arguments.find(name));
        match ask {
            Ask::Refused(why) => {
                return Some(BrokenNode::Refused {
                    name: name_text(),
                    why: why.clone(),
                });
            }
            // A wrong name or type of the parameter itself has been asked for, too.
            Ask::NotAChoice(value, choices) if matches!(given, Some(Operand::Literal(_))) => {
                return Some(BrokenNode::NotAChoice {
                    name: name_text(),
                    value: value.to_string(),
                    choices: choices.clone(),
                });
            }
            Ask::NotAChoice(..) => return None,
            _ => {}
        }
        match self.declaration {
            Some(declaration) => {
                let list = match ask {
                    Ask::OfChildren => &declaration.child_parameters,
                    _ => &declaration.parameters,
                };
                match list.iter().find(|parameter| parameter.name == name) {
                    Some(parameter) => self.wrong_as_declared(name, ask, parameter, given),
                    None => Some(unknown(name, list.iter().map(|p| &*p.name))),
                }
            }
            None => match given {
                Some(given) => self.wrong_as_given(name, ask, given),
                None if *ask == Ask::Any => None,
                None => Some(unknown(name, self.arguments.names())),
            },
        }
    }

    /// Returns what is wrong with asking for a declared parameter.
    fn wrong_as_declared(
        &self,
        name: &str,
        ask: &Ask,
        parameter: &ParameterDeclaration,
        given: Option<&Argument>,
    ) -> Option<BrokenNode> {
        let other = || other_type(name, ask, type_name(&parameter.parameter_type));
        let as_given = || given.and_then(|given| self.wrong_as_given(name, ask, given));
        let missing = || (given.is_none()).then(|| BrokenNode::NotSet { name: name.into() });
        let takes_text = || {
            matches!(
                parameter.parameter_type,
                ParameterType::Name | ParameterType::Tree | ParameterType::Choice(_)
            )
        };
        match (ask, &parameter.parameter_type) {
            (Ask::Expression, ParameterType::Expression(_)) | (Ask::Any | Ask::OfChildren, _) => {
                None
            }
            (_, ParameterType::Expression(_)) | (Ask::Expression, _) => Some(other()),
            (Ask::Operand(Some(ValueType::String)) | Ask::Text, _) if takes_text() => None,
            (_, _) if takes_text() => Some(other()),
            (
                Ask::Operand(asked),
                ParameterType::Value(declared) | ParameterType::VariableName(Some(declared)),
            ) => (!fits_operand(asked.as_ref(), declared)).then(other),
            (Ask::Text, ParameterType::Value(ValueType::String)) => as_given(),
            (Ask::Text, ParameterType::Value(_) | ParameterType::VariableName(_)) => Some(other()),
            (Ask::Variable(Some(asked)), ParameterType::VariableName(Some(declared)))
                if asked != declared =>
            {
                Some(other())
            }
            (Ask::Variable(Some(_)), _) => missing().or_else(as_given),
            (
                Ask::Variable(None),
                ParameterType::Value(_) | ParameterType::SameAs(_) | ParameterType::Any,
            ) => None,
            _ => as_given(),
        }
    }

    /// Returns what is wrong with asking for the argument of a node.
    fn wrong_as_given(&self, name: &str, ask: &Ask, given: &Argument) -> Option<BrokenNode> {
        let found = match given {
            Operand::Literal(value) => (value.value_type(), None),
            Operand::Variable(slot) => {
                let (variable, value_type) = (self.variable)(*slot)?;
                (value_type.clone(), Some(variable))
            }
        };
        let name_text = || name.to_owned();
        match (ask, found) {
            (Ask::Operand(asked), (found, _)) => {
                // An empty list has every list type.
                let fits =
                    fits_operand(asked.as_ref(), &found) || is_empty_list(asked.as_ref(), given);
                (!fits).then(|| other_type(name, ask, found.to_string()))
            }
            (Ask::Text, (ValueType::String, None))
            | (Ask::Any | Ask::OfChildren, _)
            | (Ask::Variable(None), (_, Some(_))) => None,
            (Ask::Variable(Some(asked)), (found, Some(_))) if *asked == found => None,
            (Ask::Text, (ValueType::String, Some(variable))) => Some(BrokenNode::TakesName {
                name: name_text(),
                variable: variable.to_string(),
            }),
            (Ask::Variable(Some(asked)), (found, Some(variable))) => {
                Some(BrokenNode::WrongVariable {
                    name: name_text(),
                    expected: asked.clone(),
                    variable: variable.to_string(),
                    found,
                })
            }
            (Ask::Variable(_), (_, None)) => Some(BrokenNode::TakesVariable {
                name: name_text(),
                value: constant(given),
            }),
            (_, (found, _)) => Some(other_type(name, ask, found.to_string())),
        }
    }
}

fn is_empty_list(asked: Option<&ValueType>, given: &Argument) -> bool {
    let takes_list = matches!(asked, None | Some(ValueType::List(_)));
    takes_list && matches!(given, Operand::Literal(Value::List(items)) if items.is_empty())
}

fn constant(given: &Argument) -> String {
    match given {
        Operand::Literal(value) => value.to_string(),
        Operand::Variable(_) => String::new(),
    }
}

/// The error of a name that does not exist.
fn unknown<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> BrokenNode {
    let known: Vec<&str> = known.collect();
    let name = name.to_owned();
    match nearest(&name, known.iter().copied()) {
        Some(near) => BrokenNode::AsksForMisspelled {
            near: near.to_owned(),
            name,
        },
        None if known.is_empty() => BrokenNode::AsksForNone { name },
        None => BrokenNode::AsksForUnknown {
            name,
            known: known.join(", "),
        },
    }
}

/// The error of a parameter that is asked for as another type.
fn other_type(name: &str, ask: &Ask, found: String) -> BrokenNode {
    let asked = match ask {
        Ask::Operand(Some(asked)) | Ask::Variable(Some(asked)) => asked.to_string(),
        Ask::Operand(None) => "list".to_owned(),
        Ask::Text => ValueType::String.to_string(),
        Ask::Variable(None) => "variable".to_owned(),
        _ => "expression".to_owned(),
    };
    BrokenNode::AsksForOtherType {
        name: name.to_owned(),
        asked,
        found,
    }
}

/// The type of a parameter, as a task library writes it.
fn type_name(parameter_type: &ParameterType) -> String {
    match parameter_type {
        ParameterType::Value(value_type) | ParameterType::VariableName(Some(value_type)) => {
            value_type.to_string()
        }
        ParameterType::Choice(_) => "choice".to_owned(),
        ParameterType::VariableName(None) => "variable".to_owned(),
        ParameterType::SameAs(_) => "same".to_owned(),
        ParameterType::Expression(_) => "expression".to_owned(),
        ParameterType::Tree => "tree".to_owned(),
        ParameterType::Name => "name".to_owned(),
        ParameterType::Any => "any".to_owned(),
    }
}
