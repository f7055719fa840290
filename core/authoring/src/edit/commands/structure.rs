//! Commands that add, remove and connect nodes. Knows only the positions that it is given.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, NodePlace, ParameterValue};

use super::{Plan, PlanContext, PlanResult, distinct, must_fit, places_last_first, topmost};
use crate::edit::Refusal;
use crate::edit::connection::{
    can_connect, can_hold_another, can_insert_above, can_move_above, existing, must_be_unconnected,
};
use crate::edit::primitive::Primitive;

/// Adds a node. A new root replaces the former one, which becomes unconnected.
pub(super) fn add_node(
    PlanContext { document, library }: PlanContext<'_>,
    task: &Arc<str>,
    place: &NodePlace,
    position: Position,
) -> PlanResult {
    if library.declaration(task).is_none() {
        return Err(Refusal::NoSuchTask(task.clone()));
    }
    if let NodePlace::Child(parent, _) = place {
        can_hold_another(document, library, parent)?;
    }
    must_fit(document, 1)?;
    let place = if document.node_count() == 0 {
        &NodePlace::Root
    } else {
        place
    };
    let mut primitives = Vec::new();
    if *place == NodePlace::Root {
        primitives.extend(disconnect_root(document, usize::MAX));
    }
    let node = new_node(document, library, task, position);
    let id = node.id().clone();
    primitives.push(Primitive::insert(node, place.clone()));
    Ok(Plan::new("add_node", 1, primitives)?.selecting([id]))
}

/// Inserts a new node between a node and its parent.
pub(super) fn insert_above(
    PlanContext { document, library }: PlanContext<'_>,
    child: &NodeId,
    task: &Arc<str>,
    position: Position,
) -> PlanResult {
    can_insert_above(document, library, child, task)?;
    must_fit(document, 1)?;
    let place = place_of(document, child)?;
    let node = new_node(document, library, task, position);
    let id = node.id().clone();
    // The new node starts as the last unconnected one, so that the child's place is still valid when the node moves there.
    let entrance = NodePlace::Loose(document.loose().len());
    let mut primitives = vec![Primitive::insert(node, entrance.clone())];
    primitives.extend(put_above(child, place.clone(), &id, entrance));
    primitives.extend(settle_id(document, child));
    primitives.extend(hand_name_up(document, child, &place, &id));
    Ok(Plan::new("insert_node", 1, primitives)?.selecting([id]))
}

/// Moves an unconnected node between a node and its parent.
pub(super) fn move_above(
    PlanContext { document, library }: PlanContext<'_>,
    child: &NodeId,
    node: &NodeId,
) -> PlanResult {
    can_move_above(document, library, child, node)?;
    let mut place = place_of(document, child)?;
    let from = place_of(document, node)?;
    if let (NodePlace::Loose(index), NodePlace::Loose(left)) = (&mut place, &from) {
        // Both are unconnected: the child leaves the list first, so the indices behind it decrease.
        if *left < *index {
            *index -= 1;
        }
    }
    let mut primitives = put_above(child, place.clone(), node, from);
    primitives.extend(settle_id(document, child));
    primitives.extend(settle_id(document, node));
    primitives.extend(hand_name_up(document, child, &place, node));
    Plan::new("insert_node", 1, primitives)
}

/// A node placed above the top of a named tree becomes the new top of that tree, unless it has a tree name itself.
fn hand_name_up(
    document: &Document,
    head: &NodeId,
    place: &NodePlace,
    above: &NodeId,
) -> Option<Primitive> {
    document.tree_name(head)?;
    if !matches!(place, NodePlace::Loose(_)) || document.tree_name(above).is_some() {
        return None;
    }
    let mut trees = document.trees.clone();
    for tree in trees.iter_mut().filter(|tree| tree.root == *head) {
        tree.root = above.clone();
    }
    Some(Primitive::Trees(trees))
}

/// Makes the id of a renumbered node final: once the node is the root or has a parent, the file refers to it by this id.
pub(super) fn settle_id(document: &Document, id: &NodeId) -> Option<Primitive> {
    let unsettled = document.node(id)?.duplicate_of.is_some();
    unsettled.then(|| Primitive::DuplicateOf(id.clone(), None))
}

/// Makes `child` a child of `node`, then moves `node` to the old place of the child.
fn put_above(child: &NodeId, place: NodePlace, node: &NodeId, from: NodePlace) -> Vec<Primitive> {
    vec![
        Primitive::Move {
            id: child.clone(),
            from: place.clone(),
            to: NodePlace::Child(node.clone(), 0),
        },
        Primitive::Move {
            id: node.clone(),
            from,
            to: place,
        },
    ]
}

pub(super) fn delete(document: &Document, ids: &[NodeId]) -> PlanResult {
    distinct(document, ids)?;
    let heads: Vec<&Node> = topmost(document, ids)
        .into_iter()
        .filter_map(|id| document.node(id))
        .collect();
    let mut primitives = Vec::new();
    for (head, place) in places_last_first(document, &heads) {
        // Remove children before their parents, and the last sibling first: each node is then childless and last in its list.
        let mut walk = vec![(head, place)];
        let start = primitives.len();
        while let Some((id, place)) = walk.pop() {
            if let Some(node) = document.node(&id) {
                let children = node.children().iter().enumerate().rev();
                walk.extend(children.map(|(i, c)| (c.clone(), NodePlace::Child(id.clone(), i))));
            }
            primitives.push(Primitive::remove(id, place));
        }
        primitives[start..].reverse();
    }
    let count = primitives.len();
    primitives.extend(without_names(document, &primitives));
    Plan::new("delete_nodes", count, primitives)
}

/// Removes the names of deleted trees from the list; `None` if there are none.
fn without_names(document: &Document, deleted: &[Primitive]) -> Option<Primitive> {
    if document.trees.is_empty() {
        return None;
    }
    let gone = deleted.iter().filter_map(|primitive| match primitive {
        Primitive::Presence { id, node: None, .. } => Some(id),
        _ => None,
    });
    let gone: FxHashSet<&NodeId> = gone.collect();
    let mut trees = document.trees.clone();
    trees.retain(|tree| !gone.contains(&tree.root));
    (trees.len() < document.trees.len()).then_some(Primitive::Trees(trees))
}

/// Makes an unconnected tree a child of a node. If the root is connected, the top of the other tree becomes the root.
pub(super) fn connect(
    PlanContext { document, library }: PlanContext<'_>,
    parent: &NodeId,
    child: &NodeId,
    index: usize,
) -> PlanResult {
    can_connect(document, library, parent, child)?;
    let from = place_of(document, child)?;
    let was_root = from == NodePlace::Root;
    let mut primitives = vec![Primitive::Move {
        id: child.clone(),
        from,
        to: NodePlace::Child(parent.clone(), index),
    }];
    if was_root {
        let head = document.ancestors(parent).last().unwrap_or(parent);
        primitives.push(Primitive::Move {
            id: head.clone(),
            from: place_of(document, head)?,
            to: NodePlace::Root,
        });
        primitives.extend(settle_id(document, head));
    }
    primitives.extend(settle_id(document, child));
    Plan::new("connect", 1, primitives)
}

/// Makes nodes with a parent the tops of unconnected trees, after the existing ones, in sibling order.
pub(super) fn detach(document: &Document, ids: &[NodeId]) -> PlanResult {
    let mut hanging = distinct(document, ids)?;
    hanging.retain(|node| node.parent().is_some());
    let places = places_last_first(document, &hanging);
    let mut moves = Vec::with_capacity(places.len());
    for family in places.chunk_by(|(_, a), (_, b)| parent_in(a) == parent_in(b)) {
        for (n_gone, (id, place)) in family.iter().rev().enumerate() {
            let from = match place {
                NodePlace::Child(parent, index) => NodePlace::Child(parent.clone(), index - n_gone),
                other => other.clone(),
            };
            moves.push(Primitive::Move {
                id: id.clone(),
                from,
                to: NodePlace::Loose(usize::MAX),
            });
        }
    }
    Plan::each("detach_nodes", moves)
}

fn parent_in(place: &NodePlace) -> Option<&NodeId> {
    match place {
        NodePlace::Child(parent, _) => Some(parent),
        NodePlace::Root | NodePlace::Loose(_) => None,
    }
}

/// Swaps the root with the top of an unconnected tree.
pub(super) fn make_root(document: &Document, id: &NodeId) -> PlanResult {
    let node = existing(document, id)?;
    if document.root() == Some(id) {
        return Err(Refusal::Nothing);
    }
    if node.parent().is_some() {
        return Err(Refusal::NotLoose {
            node: document.name_of_node(node),
        });
    }
    must_be_unconnected(document, node)?;
    let from = place_of(document, id)?;
    let freed = match from {
        NodePlace::Loose(index) => index,
        _ => usize::MAX,
    };
    // The former root is inserted behind the new one, which then leaves the list, so it ends up at its index.
    let mut primitives: Vec<_> = disconnect_root(document, freed.saturating_add(1))
        .into_iter()
        .collect();
    primitives.push(Primitive::Move {
        id: id.clone(),
        from,
        to: NodePlace::Root,
    });
    primitives.extend(settle_id(document, id));
    Plan::new("make_root", 1, primitives)
}

/// Makes the root, if there is one, unconnected at this index.
pub(super) fn disconnect_root(document: &Document, index: usize) -> Option<Primitive> {
    Some(Primitive::Move {
        id: document.root()?.clone(),
        from: NodePlace::Root,
        to: NodePlace::Loose(index),
    })
}

pub(super) fn place_of(document: &Document, id: &NodeId) -> Result<NodePlace, Refusal> {
    document
        .place(id)
        .ok_or_else(|| Refusal::NoSuchNode(id.clone()))
}

/// A node as an editor adds it: with the constants that its declaration suggests.
pub(super) fn new_node(
    document: &Document,
    library: &NodeLibrary,
    task: &Arc<str>,
    position: Position,
) -> Node {
    let mut node = Node::new(document.fresh_id(), task.clone());
    node.position = position;
    let declaration = library.declaration(task);
    for parameter in declaration.iter().flat_map(|d| &d.parameters) {
        if let Some(value) = &parameter.suggested {
            let value = ParameterValue::literal(value.clone());
            node.parameters.insert(parameter.name.clone().into(), value);
        }
    }
    node
}

#[cfg(test)]
mod tests;
