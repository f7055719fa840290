//! Commands for card positions and child order. Knows the corners of cards, not their sizes.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node, NodePlace};

use super::{Plan, PlanResult, distinct};
use crate::edit::connection::existing;
use crate::edit::primitive::Primitive;
use crate::edit::{OrderAxis, Refusal};

pub(super) fn reorder(document: &Document, id: &NodeId, index: usize) -> PlanResult {
    let node = existing(document, id)?;
    let siblings = node.parent().and_then(|parent| document.node(parent));
    let (Some(parent), Some(from)) = (siblings, document.place(id)) else {
        return Err(Refusal::Nothing);
    };
    let last = parent.children().len().saturating_sub(1);
    let to = NodePlace::Child(parent.id().clone(), index.min(last));
    if from == to {
        return Err(Refusal::Nothing);
    }
    let id = id.clone();
    Plan::new("reorder", 1, vec![Primitive::Move { id, from, to }])
}

/// Moves cards by an offset and reorders siblings that passed each other.
pub(super) fn move_by(
    document: &Document,
    ids: &[NodeId],
    (dx, dy): (i32, i32),
    with_descendants: bool,
    order_axis: Option<OrderAxis>,
) -> PlanResult {
    let dragged = distinct(document, ids)?;
    let moved = if with_descendants {
        with_all_below(document, &dragged)
    } else {
        dragged.clone()
    };
    let positions: Vec<_> = moved
        .iter()
        .map(|node| (node.id().clone(), node.position.moved(dx, dy)))
        .filter(|(id, position)| document.node(id).is_some_and(|n| n.position != *position))
        .collect();
    if positions.is_empty() {
        return Err(Refusal::Nothing);
    }
    let mut primitives = match order_axis {
        Some(axis) => reorder_passed(document, &dragged, &positions, axis),
        None => Vec::new(),
    };
    primitives.insert(0, Primitive::Positions(positions));
    Plan::new("move_nodes", dragged.len(), primitives)
}

/// Moves cards to positions, with this label. If a card is listed twice, its last position counts.
pub(super) fn arrange(
    document: &Document,
    positions: &[(NodeId, Position)],
    label: &'static str,
) -> PlanResult {
    let mut wanted = indexmap::IndexMap::<_, _, rustc_hash::FxBuildHasher>::default();
    for (id, position) in positions {
        wanted.insert(existing(document, id)?.id(), *position);
    }
    let changed: Vec<_> = wanted
        .into_iter()
        .filter(|(id, position)| document.node(id).is_some_and(|n| n.position != *position))
        .map(|(id, position)| (id.clone(), position))
        .collect();
    if changed.is_empty() {
        return Err(Refusal::Nothing);
    }
    Plan::new(label, changed.len(), vec![Primitive::Positions(changed)])
}

/// Returns these nodes and all their descendants without duplicates.
fn with_all_below<'a>(document: &'a Document, nodes: &[&'a Node]) -> Vec<&'a Node> {
    let mut seen = FxHashSet::default();
    let mut all = Vec::new();
    let mut pending: Vec<&Node> = nodes.iter().rev().copied().collect();
    while let Some(node) = pending.pop() {
        // The descendants of a node seen before are already included or still on the stack.
        if seen.insert(node.id()) {
            all.push(node);
            let children = node.children().iter().rev();
            pending.extend(children.filter_map(|child| document.node(child)));
        }
    }
    all
}

/// Computes new child orders where dragged nodes passed their siblings.
fn reorder_passed(
    document: &Document,
    dragged: &[&Node],
    positions: &[(NodeId, Position)],
    axis: OrderAxis,
) -> Vec<Primitive> {
    let along = |position: Position| match axis {
        OrderAxis::Horizontal => position.x,
        OrderAxis::Vertical => position.y,
    };
    let moved: FxHashMap<&NodeId, i32> = positions
        .iter()
        .map(|(id, position)| (id, along(*position)))
        .collect();
    let mut families = FxHashSet::default();
    let parents = dragged.iter().filter_map(|node| node.parent());
    let parents = parents.filter(|parent| families.insert(*parent));
    parents
        .filter_map(|id| document.node(id))
        .filter_map(|parent| {
            let siblings: Vec<Sibling> = parent
                .children()
                .iter()
                .filter_map(|id| {
                    let before = along(document.node(id)?.position);
                    let after = moved.get(id).copied();
                    Some(Sibling { id, before, after })
                })
                .collect();
            Some(Primitive::Order {
                parent: parent.id().clone(),
                order: order_after_drag(&siblings)?,
            })
        })
        .collect()
}

/// A child's coordinate on the axis: before the drag, and after it if the child was dragged.
struct Sibling<'a> {
    id: &'a NodeId,
    before: i32,
    after: Option<i32>,
}

/// Returns the order of siblings after a drag; `None` if none passed another. A sibling that passed another moves directly behind
/// the card that now precedes it. The others keep their order, even where it differs from the order of the cards.
fn order_after_drag(siblings: &[Sibling<'_>]) -> Option<Vec<NodeId>> {
    let mut cards: Vec<&Sibling> = siblings.iter().collect();
    cards.sort_by_key(|sibling| sibling.before);
    let before = resting_cards_before(&cards);
    cards.sort_by_key(|sibling| sibling.after.unwrap_or(sibling.before));
    let after = resting_cards_before(&cards);
    let passed = |sibling: &Sibling| before.get(sibling.id) != after.get(sibling.id);

    let first_staying = cards.iter().position(|card| !passed(card))?;
    let mut followers: FxHashMap<&NodeId, Vec<&NodeId>> = FxHashMap::default();
    let mut anchor = cards[first_staying].id;
    for card in &cards[first_staying + 1..] {
        if passed(card) {
            followers.entry(anchor).or_default().push(card.id);
        } else {
            anchor = card.id;
        }
    }
    let mut order = Vec::with_capacity(siblings.len());
    for sibling in siblings.iter().filter(|sibling| !passed(sibling)) {
        if sibling.id == cards[first_staying].id {
            order.extend(cards[..first_staying].iter().map(|card| card.id));
        }
        order.push(sibling.id);
        order.extend(followers.remove(sibling.id).into_iter().flatten());
    }
    let changed = order.iter().zip(siblings).any(|(id, b)| *id != b.id);
    changed.then(|| order.into_iter().cloned().collect())
}

/// For each dragged card of a row, the number of undragged cards before it.
fn resting_cards_before<'a>(row: &[&Sibling<'a>]) -> FxHashMap<&'a NodeId, usize> {
    let mut resting = 0;
    let mut counts = FxHashMap::default();
    for card in row {
        if card.after.is_some() {
            counts.insert(card.id, resting);
        } else {
            resting += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests;
