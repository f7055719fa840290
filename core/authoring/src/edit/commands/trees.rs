//! Commands for named trees.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, NamedTree, Node, Override, ParameterType, ParameterValue};

use super::structure::settle_id;
use super::{Plan, PlanContext, PlanResult};
use crate::edit::Refusal;
use crate::edit::connection::existing;
use crate::edit::primitive::Primitive;

/// Names the tree below a node, or renames it.
pub(super) fn name(
    PlanContext { document, library }: PlanContext<'_>,
    root: &NodeId,
    name: &Arc<str>,
) -> PlanResult {
    existing(document, root)?;
    if let Some(index) = document.trees.iter().position(|tree| tree.root == *root) {
        return rename(PlanContext { document, library }, index, name);
    }
    must_be_free(document, name)?;
    let mut trees = document.trees.clone();
    trees.push(NamedTree::new(name.clone(), root.clone()));
    let mut primitives = vec![Primitive::Trees(trees)];
    // The file now refers to the node by its id.
    primitives.extend(settle_id(document, root));
    Plan::new("name_tree", 1, primitives)
}

/// Renames a tree and all references to it. If two trees share the old name, the references stay with the other one.
pub(super) fn rename(
    PlanContext { document, library }: PlanContext<'_>,
    index: usize,
    to: &Arc<str>,
) -> PlanResult {
    let tree = document.trees.get(index).ok_or(Refusal::NoSuchTree)?;
    if tree.name == *to {
        return Err(Refusal::Nothing);
    }
    must_be_free(document, to)?;
    let from = tree.name.clone();
    let mut trees = document.trees.clone();
    trees[index].name = to.clone();
    let mut primitives = vec![Primitive::Trees(trees)];
    let of_this_name = document.trees.iter().filter(|tree| tree.name == from);
    if of_this_name.count() == 1 {
        for node in document.nodes() {
            primitives.extend(renamed_references(document, library, node, &from, to));
        }
    }
    Plan::new("rename_tree", 1, primitives)
}

pub(super) fn remove_name(document: &Document, index: usize) -> PlanResult {
    if index >= document.trees.len() {
        return Err(Refusal::NoSuchTree);
    }
    let mut trees = document.trees.clone();
    trees.remove(index);
    Plan::new("remove_tree_name", 1, vec![Primitive::Trees(trees)])
}

/// Changes the references in a node's parameters from the tree `from` of this document to `to`.
fn renamed_references(
    document: &Document,
    library: &NodeLibrary,
    node: &Node,
    from: &str,
    to: &Arc<str>,
) -> Vec<Primitive> {
    let names = |value: &ParameterValue| value.as_literal().and_then(|v| v.as_str()) == Some(from);
    let new = || ParameterValue::literal(&**to);
    let mut primitives = Vec::new();
    for (index, (parameter, value)) in node.parameters.iter().enumerate() {
        if names(value) && is_tree(library, node, parameter) {
            primitives.push(Primitive::Parameter {
                node: node.id().clone(),
                name: parameter.clone(),
                index,
                value: Some(new()),
            });
        }
    }
    let mut overrides = node.overrides.clone();
    let is_reference = |other: &Override| {
        let inner = document.node(&NodeId::from(&*other.path));
        !node.runs_other_file()
            && names(&other.value)
            && inner.is_some_and(|inner| is_tree(library, inner, &other.parameter))
    };
    for other in &mut overrides {
        if is_reference(other) {
            other.value = new();
        }
    }
    if overrides != node.overrides {
        primitives.push(Primitive::Overrides(node.id().clone(), overrides));
    }
    primitives
}

/// Returns whether a node refers to a tree of this document by this name.
pub(super) fn is_named_by(
    document: &Document,
    library: &NodeLibrary,
    node: &Node,
    name: &str,
) -> bool {
    !renamed_references(document, library, node, name, &Arc::from("")).is_empty()
}

/// Returns whether a parameter of a node holds the name of a tree in the node's own document.
fn is_tree(library: &NodeLibrary, node: &Node, parameter: &str) -> bool {
    let declared = library.declaration(&node.task);
    let declared = declared.and_then(|declaration| declaration.parameter(parameter));
    declared.is_some_and(|p| p.parameter_type == ParameterType::Tree) && !node.runs_other_file()
}

pub(super) fn must_be_free(document: &Document, name: &Arc<str>) -> Result<(), Refusal> {
    if name.trim().is_empty() {
        return Err(Refusal::EmptyTreeName);
    }
    if document.tree(name).is_some() {
        return Err(Refusal::TreeExists(name.clone()));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
