//! Moving branches to a parent by dragging: below another parent or elsewhere among their siblings. Checks for the canvas and the outline while
//! the user drags, and the command for the drop.

use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};

use super::connection::{existing, has_room};
use super::{Command, Refusal};

/// Checks that these branches can become children of `parent`, wherever they are now.
///
/// # Errors
/// A branch contains the parent, or the parent has no room for all of them.
pub fn can_move_below(
    document: &Document,
    library: &NodeLibrary,
    parent: &NodeId,
    nodes: &[NodeId],
) -> Result<(), Refusal> {
    let above = existing(document, parent)?;
    for id in nodes {
        let node = existing(document, id)?;
        if document.is_inside(parent, id) {
            return Err(Refusal::Cycle {
                child: document.name_of_node(node),
                parent: document.name_of_node(above),
            });
        }
    }
    let moved: FxHashSet<&NodeId> = nodes.iter().collect();
    let staying = above.children().iter();
    let staying = staying.filter(|child| !moved.contains(child)).count();
    let others = staying + nodes.len().saturating_sub(1);
    has_room(
        library,
        &above.task,
        || document.name_of_node(above),
        others,
    )
}

/// The command that moves these branches, in this order, before the child of `parent` that has this index now; beyond the end means last.
/// It does not move cards. `None` if they are there already.
#[must_use]
pub fn move_below(
    document: &Document,
    parent: &NodeId,
    nodes: &[NodeId],
    index: usize,
) -> Option<Command> {
    let children = document.node(parent).map_or(&[][..], Node::children);
    let moved: FxHashSet<&NodeId> = nodes.iter().collect();
    let before = children.iter().take(index);
    let index = before.filter(|child| !moved.contains(child)).count();
    if is_there(children, nodes, &moved, index) {
        return None;
    }
    if let ([node], true) = (nodes, nodes.iter().all(|id| children.contains(id))) {
        let node = node.clone();
        return Some(Command::Reorder { node, index });
    }
    let has_parent = |id: &&NodeId| document.node(id).and_then(Node::parent).is_some();
    let hanging: Vec<NodeId> = nodes.iter().filter(has_parent).cloned().collect();
    let detached = (!hanging.is_empty()).then_some(Command::Detach(hanging));
    let connected = nodes
        .iter()
        .enumerate()
        .map(|(offset, node)| Command::Connect {
            parent: parent.clone(),
            child: node.clone(),
            index: index + offset,
        });
    Some(Command::Batch(
        detached.into_iter().chain(connected).collect(),
    ))
}

/// Whether the nodes are children in this order, right behind the first `index` other ones.
fn is_there(
    children: &[NodeId],
    nodes: &[NodeId],
    moved: &FxHashSet<&NodeId>,
    index: usize,
) -> bool {
    let first = children.iter().position(|child| moved.contains(child));
    let in_row = first.and_then(|first| children.get(first..first + nodes.len()));
    first == Some(index) && in_row == Some(nodes)
}

#[cfg(test)]
mod tests;
