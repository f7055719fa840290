//! The variables of a document: the keys of its nodes' ports, of the types that the nodes ask for.

use std::sync::Arc;

use indexmap::IndexMap;

use super::values::ROOT;
use crate::library::NodeLibrary;
use crate::model::{Document, Node, ParameterType, ParameterValue, SUBTREE, Scope, Variable};
use crate::value::ValueType;

/// The variables that the nodes of a document are bound to, in the order in which they are met. Each tree has a blackboard of its own there,
/// so each use of a subtree has variables of its own here; those of the root's blackboard are shared by all.
pub(super) fn of(document: &Document, library: &NodeLibrary) -> Vec<Variable> {
    let mut found: IndexMap<Arc<str>, Option<ValueType>> = IndexMap::new();
    for node in document.pre_order() {
        for (name, value) in &node.parameters {
            if let ParameterValue::Variable(variable) = value {
                let known = found.entry(variable.clone()).or_default();
                if known.is_none() {
                    *known = wanted(node, name, library);
                }
            }
            // What a subtree is given is a variable of its own, whether its nodes read it or not.
            if &*node.task == SUBTREE && !matches!(&**name, "tree" | "file") && !node.names_a_file()
            {
                let known = found.entry(name.clone()).or_default();
                if let (None, ParameterValue::Literal(literal)) = (&known, value) {
                    *known = Some(literal.value.value_type());
                }
            }
        }
    }
    share_types(document, &mut found);
    found.into_iter().map(variable).collect()
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

/// The type that a parameter asks of the variable.
fn wanted(node: &Node, parameter: &str, library: &NodeLibrary) -> Option<ValueType> {
    let declaration = library.declaration(&node.task)?;
    match &declaration.parameter(parameter)?.parameter_type {
        ParameterType::Value(value_type) => Some(value_type.clone()),
        ParameterType::VariableName(of) => of.clone(),
        ParameterType::SameAs(_) | ParameterType::Any => None,
        _ => Some(ValueType::String),
    }
}

/// A variable that a subtree's is bound to has its type, where only one of the two is known.
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
