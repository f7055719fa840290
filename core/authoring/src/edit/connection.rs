//! Which nodes may be connected. Pure checks, for commands and for the canvas while the user drags a connection.

use std::sync::Arc;

use treewright_core::Argument;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};

use super::Refusal;

/// Returns the node with this id, or refuses.
pub(super) fn existing<'a>(document: &'a Document, id: &NodeId) -> Result<&'a Node, Refusal> {
    document
        .node(id)
        .ok_or_else(|| Refusal::NoSuchNode(id.clone()))
}

/// Checks that a node can take one more child. An unknown task may have any number.
///
/// # Errors
/// The node does not exist, is a leaf, or is a decorator that has a child.
pub fn can_hold_another(
    document: &Document,
    library: &NodeLibrary,
    parent: &NodeId,
) -> Result<(), Refusal> {
    let node = existing(document, parent)?;
    has_room(
        library,
        &node.task,
        || document.name_of_node(node),
        node.children().len(),
    )
}

/// Checks that the top of an unconnected tree, or the root, can become a child of a node. (If the root is connected below a node
/// of an unconnected tree, as when building from the leaves up, the top of that tree becomes the root.)
///
/// # Errors
/// The reason why the connection is impossible.
pub fn can_connect(
    document: &Document,
    library: &NodeLibrary,
    parent: &NodeId,
    child: &NodeId,
) -> Result<(), Refusal> {
    let above = existing(document, parent)?;
    let below = existing(document, child)?;
    if document.is_inside(parent, child) {
        return Err(Refusal::Cycle {
            child: document.name_of_node(below),
            parent: document.name_of_node(above),
        });
    }
    if document.root() != Some(child) {
        must_be_unconnected(document, below)?;
    }
    can_hold_another(document, library, parent)
}

/// Checks that a new node of this task can be inserted above a node.
///
/// # Errors
/// The node or the task does not exist, or the task is a leaf.
pub fn can_insert_above(
    document: &Document,
    library: &NodeLibrary,
    child: &NodeId,
    task: &Arc<str>,
) -> Result<(), Refusal> {
    existing(document, child)?;
    if library.declaration(task).is_none() {
        return Err(Refusal::NoSuchTask(task.clone()));
    }
    has_room(library, task, || Argument::Task(task.clone()), 0)
}

/// Checks that an unconnected childless node can be moved above another node.
///
/// # Errors
/// The reason why the move is impossible.
pub fn can_move_above(
    document: &Document,
    library: &NodeLibrary,
    child: &NodeId,
    node: &NodeId,
) -> Result<(), Refusal> {
    let below = existing(document, child)?;
    let above = existing(document, node)?;
    if child == node {
        return Err(Refusal::Cycle {
            child: document.name_of_node(below),
            parent: document.name_of_node(above),
        });
    }
    must_be_unconnected(document, above)?;
    if !above.children().is_empty() {
        return Err(Refusal::HasChildren {
            node: document.name_of_node(above),
        });
    }
    has_room(library, &above.task, || document.name_of_node(above), 0)
}

/// Refuses the root and nodes that have a parent.
pub(super) fn must_be_unconnected(document: &Document, node: &Node) -> Result<(), Refusal> {
    if node.parent().is_some() {
        return Err(Refusal::SecondParent {
            child: document.name_of_node(node),
        });
    }
    if document.root() == Some(node.id()) {
        return Err(Refusal::NotLoose {
            node: document.name_of_node(node),
        });
    }
    Ok(())
}

/// Refuses another child if a node of this task with `n_children` children is full.
pub(super) fn has_room(
    library: &NodeLibrary,
    task: &str,
    title: impl FnOnce() -> Argument,
    n_children: usize,
) -> Result<(), Refusal> {
    match library.declaration(task).map(|d| d.arity().max) {
        Some(0) => Err(Refusal::Leaf { parent: title() }),
        Some(most) if n_children >= most => Err(Refusal::DecoratorIsFull { parent: title() }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
