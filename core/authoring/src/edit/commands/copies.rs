//! Commands that copy subtrees: duplicate and paste. Every copy has a new id.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, NamedTree, NodePlace, TREE_PARAMETER};

use super::{
    Plan, PlanContext, PlanResult, annotations, distinct, must_fit, places_last_first, topmost,
};
use crate::edit::connection::{can_hold_another, existing};
use crate::edit::fragment::without_clashes;
use crate::edit::primitive::{ListEdit, Primitive};
use crate::edit::{Refusal, Selection};

/// Copies subtrees. A copy is placed right after its original if the parent can take another child, else it is unconnected.
pub(super) fn duplicate(
    PlanContext { document, library }: PlanContext<'_>,
    ids: &[NodeId],
    (dx, dy): (i32, i32),
) -> PlanResult {
    distinct(document, ids)?;
    let mut fresh = document.fresh_ids();
    let mut copies = Vec::new();
    let mut heads = Vec::new();
    let originals = topmost(document, ids);
    let nodes: Vec<_> = originals
        .iter()
        .filter_map(|id| document.node(id))
        .collect();
    let places = places_last_first(document, &nodes);
    let places: FxHashMap<&NodeId, &NodePlace> =
        places.iter().map(|(id, place)| (id, place)).collect();
    for head in originals {
        let place = match places.get(head) {
            Some(NodePlace::Child(parent, index))
                if can_hold_another(document, library, parent).is_ok() =>
            {
                NodePlace::Child(parent.clone(), index + 1)
            }
            Some(NodePlace::Loose(index)) => NodePlace::Loose(index + 1),
            _ => NodePlace::Loose(usize::MAX),
        };
        let copy = copy_subtree(document, head, &place, &mut fresh, |p| p.moved(dx, dy)).0;
        heads.extend(copy.first().and_then(inserted));
        copies.push(copy);
    }
    // Insert from the end, so that earlier indices stay valid.
    let primitives: Vec<_> = copies.into_iter().rev().flatten().collect();
    must_fit(document, primitives.len())?;
    Ok(Plan::each("duplicate_nodes", primitives)?.selecting(heads))
}

/// Adds a fragment: its nodes, notes and groups with their top-left corner at `at`, and its undeclared variables. A variable that
/// is declared with another type gets another name.
pub(super) fn paste(
    PlanContext { document, library }: PlanContext<'_>,
    fragment: &Document,
    at: Position,
    below: Option<&(NodeId, usize)>,
) -> PlanResult {
    must_fit(document, fragment.node_count())?;
    let fragment = &*without_clashes(fragment, document, library);
    let corner = top_left(fragment);
    let shift = |position: Position| {
        Position::new(
            shifted(position.x, corner.x, at.x),
            shifted(position.y, corner.y, at.y),
        )
    };
    let mut room = match below {
        Some((parent, _)) => room_below(document, library, parent)?,
        None => 0,
    };
    let mut fresh = document.fresh_ids();
    let mut primitives = new_variables(document, fragment);
    let mut heads = Vec::new();
    let mut new_ids = FxHashMap::default();
    let mut is_first = document.node_count() == 0;
    for head in fragment.heads() {
        let place = match below {
            Some((parent, index)) if room > 0 => {
                room -= 1;
                NodePlace::Child(parent.clone(), index.saturating_add(heads.len()))
            }
            _ if is_first => NodePlace::Root,
            _ => NodePlace::Loose(usize::MAX),
        };
        is_first = false;
        let (copy, ids) = copy_subtree(fragment, head, &place, &mut fresh, shift);
        heads.extend(copy.first().and_then(inserted));
        primitives.extend(copy);
        new_ids.extend(ids);
    }
    primitives.extend(new_trees(document, fragment, &new_ids));
    point_overrides(document, fragment, &new_ids, &mut primitives);
    let added = annotations::pasted(document, fragment, shift);
    let selection = Selection::of(heads).with_annotations(added.selected);
    primitives.extend(added.primitives);
    let (code, count) = match fragment.node_count() {
        0 => (
            "copy_annotations",
            fragment.notes.len() + fragment.groups.len(),
        ),
        nodes => ("paste_nodes", nodes),
    };
    Ok(Plan::new(code, count, primitives)?.selecting_all(selection))
}

/// Returns how many more children a node can take.
fn room_below(
    document: &Document,
    library: &NodeLibrary,
    parent: &NodeId,
) -> Result<usize, Refusal> {
    let node = existing(document, parent)?;
    let most = library
        .declaration(&node.task)
        .map_or(usize::MAX, |declaration| declaration.arity().max);
    Ok(most.saturating_sub(node.children().len()))
}

/// Returns the primitives that insert a copy of a subtree, parents before children, and the new id of each node.
fn copy_subtree<'a>(
    source: &'a Document,
    head: &NodeId,
    place: &NodePlace,
    fresh: &mut impl Iterator<Item = NodeId>,
    position: impl Fn(Position) -> Position,
) -> (Vec<Primitive>, FxHashMap<&'a NodeId, NodeId>) {
    let mut ids: FxHashMap<&NodeId, NodeId> = FxHashMap::default();
    let mut primitives = Vec::new();
    for (node, id) in source.subtree(head).zip(fresh) {
        let mut copy = node.copy_as(id.clone());
        copy.position = position(node.position);
        let above = node.parent().and_then(|parent| ids.get(parent));
        let here = above.map_or_else(
            || place.clone(),
            |parent| NodePlace::Child(parent.clone(), usize::MAX),
        );
        primitives.push(Primitive::insert(copy, here));
        ids.insert(node.id(), id);
    }
    (primitives, ids)
}

/// Returns the id of the inserted node.
fn inserted(primitive: &Primitive) -> Option<NodeId> {
    match primitive {
        Primitive::Presence { id, .. } => Some(id.clone()),
        _ => None,
    }
}

/// Names the copies of a fragment's named trees, where the names are free.
fn new_trees(
    document: &Document,
    fragment: &Document,
    new_ids: &FxHashMap<&NodeId, NodeId>,
) -> Option<Primitive> {
    let mut trees = document.trees.clone();
    for tree in &fragment.trees {
        let free = trees.iter().all(|other| other.name != tree.name);
        if let Some(root) = new_ids.get(&tree.root).filter(|_| free) {
            trees.push(NamedTree {
                root: root.clone(),
                ..tree.clone()
            });
        }
    }
    (trees.len() > document.trees.len()).then_some(Primitive::Trees(trees))
}

/// Redirects the overrides of pasted nodes that run a tree of the same fragment to the copy of that tree.
fn point_overrides(
    document: &Document,
    fragment: &Document,
    new_ids: &FxHashMap<&NodeId, NodeId>,
    copies: &mut [Primitive],
) {
    let is_pasted = |name: &str| document.tree(name).is_none() && fragment.tree(name).is_some();
    for primitive in copies {
        let Primitive::Presence {
            node: Some(node), ..
        } = primitive
        else {
            continue;
        };
        if node.runs_other_file() || !is_pasted(node.text_parameter(TREE_PARAMETER)) {
            continue;
        }
        for other in &mut node.overrides {
            let steps = other.path.split('/').map(|id| {
                let new = new_ids.get(&NodeId::from(id));
                new.map_or(id, NodeId::as_str)
            });
            other.path = steps.collect::<Vec<_>>().join("/").into();
        }
    }
}

fn new_variables(document: &Document, fragment: &Document) -> Vec<Primitive> {
    let mut known: FxHashSet<&str> = document.variables.iter().map(|v| &*v.name).collect();
    let missing = fragment.variables.iter().filter(|v| known.insert(&v.name));
    let first = document.variables.len();
    let added = (first..).zip(missing);
    let added = added.map(|(index, variable)| ListEdit::added(index, variable.clone()));
    added.map(Primitive::Variable).collect()
}

/// Returns the top-left corner of the bounding box of all nodes, notes and groups.
fn top_left(document: &Document) -> Position {
    let notes = document.notes.iter().map(|note| note.position);
    let groups = document.groups.iter().map(|group| group.position);
    let corner = document
        .nodes()
        .map(|node| node.position)
        .chain(notes.chain(groups))
        .reduce(|a, b| Position::new(a.x.min(b.x), a.y.min(b.y)));
    corner.unwrap_or_default()
}

/// Shifts a coordinate by the distance between `from` and `to`, saturating at the limits of `i32`.
fn shifted(coordinate: i32, from: i32, to: i32) -> i32 {
    let moved = i64::from(coordinate) - i64::from(from) + i64::from(to);
    moved.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

#[cfg(test)]
mod tests;
