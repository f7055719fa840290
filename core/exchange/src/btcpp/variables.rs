//! The variables of a document: the keys of its nodes' ports, with the types that the nodes require. Files contain only
//! texts: the type of a constant that becomes the value of a variable is not known before all uses of the variable are.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, FILE_PARAMETER, Node, ParameterType, ParameterValue, SUBTREE, Scope, TREE_PARAMETER,
    Variable,
};
use treewright_core::value::ValueType;

use super::values;
use super::values::ROOT;

/// Returns the variables that the nodes of a document are bound to, in order of first use. Each tree has its own
/// blackboard in BehaviorTree.CPP, so each use of a subtree has variables of its own here; those of the root's
/// blackboard are shared by all.
pub(super) fn of(document: &Document, library: &NodeLibrary) -> Vec<Variable> {
    let mut found: IndexMap<Arc<str>, Option<ValueType>> = IndexMap::new();
    let mut given: FxHashMap<Arc<str>, Vec<ValueType>> = FxHashMap::default();
    for node in document.pre_order() {
        for (name, value) in &node.parameters {
            if let ParameterValue::Variable(variable) = value {
                let known = found.entry(variable.clone()).or_default();
                if known.is_none() {
                    *known = required_type(node, name, library);
                }
            }
            // What is passed to a subtree is a variable of its own, whether its nodes read it or not.
            if &*node.task == SUBTREE
                && !matches!(&**name, "tree" | "file")
                && !node.runs_other_file()
            {
                found.entry(name.clone()).or_default();
                if let ParameterValue::Literal(literal) = value {
                    let given = given.entry(name.clone()).or_default();
                    given.push(literal.value.value_type());
                }
            }
        }
    }
    for (name, types) in &given {
        if let Some(known @ None) = found.get_mut(name) {
            *known = common_type(types);
        }
    }
    share_types(document, &mut found);
    found.into_iter().map(variable).collect()
}

/// Returns the names of the variables that nodes read, not only write.
pub(super) fn read<'a>(document: &'a Document, library: &NodeLibrary) -> FxHashSet<&'a str> {
    let is_written = |node: &Node, parameter: &str| {
        let declared = library.declaration(&node.task);
        let declared = declared.and_then(|declared| declared.parameter(parameter));
        declared.is_some_and(|of| matches!(of.parameter_type, ParameterType::VariableName(_)))
    };
    let parameters = document
        .nodes()
        .flat_map(|node| node.parameters.iter().map(move |set| (node, set)));
    let read = parameters.filter_map(|(node, (name, value))| match value {
        ParameterValue::Variable(variable) if !is_written(node, name) => Some(&**variable),
        _ => None,
    });
    read.collect()
}

/// Returns the common type of constants of these types: their own if it is one, a float for numbers, else a text.
fn common_type(types: &[ValueType]) -> Option<ValueType> {
    let first = types.first()?;
    let is_number = |of: &ValueType| matches!(of, ValueType::Int | ValueType::Float);
    Some(if types.iter().all(|of| of == first) {
        first.clone()
    } else if types.iter().all(is_number) {
        ValueType::Float
    } else {
        ValueType::String
    })
}

fn variable((name, value_type): (Arc<str>, Option<ValueType>)) -> Variable {
    let scope = if name.starts_with(ROOT) {
        Scope::Global
    } else {
        Scope::Subtree
    };
    Variable {
        scope,
        ..Variable::new(name, value_type.unwrap_or(ValueType::String))
    }
}

/// Returns the type that a parameter requires of the variable.
fn required_type(node: &Node, parameter: &str, library: &NodeLibrary) -> Option<ValueType> {
    let declaration = library.declaration(&node.task)?;
    match &declaration.parameter(parameter)?.parameter_type {
        ParameterType::Value(value_type) => Some(value_type.clone()),
        ParameterType::VariableName(of) => of.clone(),
        ParameterType::SameAs(_) | ParameterType::Any => None,
        _ => Some(ValueType::String),
    }
}

/// Copies types between a subtree's variable and the variable that it is bound to, where only one of the two is known.
fn share_types(document: &Document, found: &mut IndexMap<Arc<str>, Option<ValueType>>) {
    let bindings: Vec<_> = document
        .nodes()
        .filter(|node| &*node.task == SUBTREE)
        .flat_map(|node| &node.parameters)
        .filter_map(|(name, value)| match value {
            ParameterValue::Variable(variable) if name != variable => Some((name, variable)),
            _ => None,
        })
        .collect();
    // Chains of subtrees are rarely longer than a few.
    for _ in 0..8 {
        let mut changed = false;
        for (inner, outer) in &bindings {
            let types = (found.get(*inner).cloned(), found.get(*outer).cloned());
            match types {
                (Some(Some(known)), Some(None)) => {
                    found.insert((*outer).clone(), Some(known));
                    changed = true;
                }
                (Some(None), Some(Some(known))) => {
                    found.insert((*inner).clone(), Some(known));
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            break;
        }
    }
}

/// The types of the variables of each file's document.
#[derive(Debug, Default)]
pub(super) struct VariableTypes(Vec<FxHashMap<Arc<str>, ValueType>>);

impl VariableTypes {
    /// Collects the types of these documents, in the order of their files.
    pub fn of<'d>(documents: impl Iterator<Item = &'d Document>) -> Self {
        let types = documents.map(|document| {
            let variables = document.variables.iter();
            variables
                .map(|variable| (variable.name.clone(), variable.value_type.clone()))
                .collect()
        });
        Self(types.collect())
    }

    /// Returns the constants of a node of this file that do not fit the variables whose values they become, converted:
    /// the same text, parsed as the type of the variable. `runs` is the file whose tree the node runs, if it does.
    pub fn fitting_constants(
        &self,
        file: usize,
        node: &Node,
        runs: Option<usize>,
        library: &NodeLibrary,
    ) -> Vec<(Arc<str>, ParameterValue)> {
        let fit = |(name, value): (&Arc<str>, &ParameterValue)| {
            let literal = value.as_literal()?;
            let (file, variable) = match runs {
                Some(runs) => (runs, &**name),
                None => (file, target_variable(node, name, library)?),
            };
            let wanted = self.0.get(file)?.get(variable)?;
            if literal.coerced(wanted).is_some() {
                return None;
            }
            let meant = values::typed(&values::text(literal)?, wanted)?;
            Some((name.clone(), ParameterValue::literal(meant)))
        };
        if self.0.is_empty() || runs.is_none() && &*node.task == SUBTREE {
            return Vec::new();
        }
        let own = |name: &str| runs.is_some() && matches!(name, TREE_PARAMETER | FILE_PARAMETER);
        let parameters = node.parameters.iter().filter(|(name, _)| !own(name));
        parameters.filter_map(fit).collect()
    }
}

/// Returns the variable that receives the value of a node's parameter.
fn target_variable<'n>(node: &'n Node, parameter: &str, library: &NodeLibrary) -> Option<&'n str> {
    let declaration = library.declaration(&node.task)?;
    match &declaration.parameter(parameter)?.parameter_type {
        ParameterType::SameAs(other) => node.parameters.get(other)?.as_variable(),
        _ => None,
    }
}
