//! Commands for merges: applying a merge result and resolving its conflicts.

use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Conflict, Document, Field, FieldValue, HasFields as _, Node, NodePlace, Side, Subject,
};

use super::structure::{delete, disconnect_root, settle_id};
use super::{MAX_NODES, Plan, PlanResult, must_fit};
use crate::edit::primitive::{ListEdit, Primitive};
use crate::edit::{Refusal, VersionOrigin};

/// Replaces the document.
pub(super) fn become_version(
    document: &Document,
    other: &Document,
    origin: VersionOrigin,
) -> PlanResult {
    if other.node_count() > MAX_NODES {
        return Err(Refusal::TooManyNodes(MAX_NODES));
    }
    if document == other {
        return Err(Refusal::Nothing);
    }
    let whole = Primitive::Whole(Box::new(other.clone()));
    let label = match origin {
        VersionOrigin::Merge => "merge",
        VersionOrigin::Earlier => "restore_version",
        VersionOrigin::File => "reload",
    };
    Plan::new(label, 1, vec![whole])
}

/// Resolves a conflict: "ours" keeps the current content of the document, "theirs" replaces it.
pub(super) fn settle(document: &Document, index: usize, side: Side) -> PlanResult {
    let conflict = document.conflicts.get(index);
    let conflict = conflict.ok_or(Refusal::NoSuchConflict)?;
    let mut primitives = match side {
        Side::Ours => Vec::new(),
        Side::Theirs => theirs(document, conflict)?,
    };
    primitives.push(Primitive::Conflict(ListEdit::taken(index)));
    let plan = Plan::new("settle_conflict", 1, primitives)?;
    Ok(match conflict.subject.node() {
        Some(id) => plan.selecting([id.clone()]),
        None => plan,
    })
}

/// Returns the primitives that give the document the content of "theirs".
fn theirs(document: &Document, conflict: &Conflict) -> Result<Vec<Primitive>, Refusal> {
    let value = conflict.theirs.as_ref();
    match (&conflict.subject, &conflict.field) {
        (Subject::Node(id), Field::Presence) => match value {
            Some(FieldValue::Branch(place, branch)) => insert_branch(document, place, branch),
            _ => remove_branch(document, id, conflict.ours.as_ref()),
        },
        (Subject::Node(id), Field::Place) => match value {
            Some(FieldValue::Place(place)) => move_node(document, id, place),
            _ => Ok(Vec::new()),
        },
        (Subject::Node(id), Field::Order) => match value {
            Some(FieldValue::Nodes(order)) => reorder(document, id, order),
            _ => Ok(Vec::new()),
        },
        (Subject::Node(id), field) => {
            let node = existing(document, id)?;
            let mut changed = node.disconnected();
            changed.set_field(field, value);
            Ok(vec![Primitive::Contents(Box::new(changed))])
        }
        (Subject::Document, Field::Root) => match value {
            Some(FieldValue::Node(id)) => move_node(document, id, &NodePlace::Root),
            _ => Ok(disconnect_root(document, usize::MAX).into_iter().collect()),
        },
        (Subject::Document, field) => Ok(setting(document, field, value)),
        (Subject::Variable(name), field) => Ok(variable(document, name, field, value)),
        (Subject::Tree(name), field) => Ok(tree(document, name, field, value)),
        (Subject::Note(_) | Subject::Group(_), _) => Ok(Vec::new()),
    }
}

fn existing<'a>(document: &'a Document, id: &NodeId) -> Result<&'a Node, Refusal> {
    let node = document.node(id);
    node.ok_or_else(|| Refusal::NoSuchNode(id.clone()))
}

/// Adds a branch that "theirs" kept, at its place in "theirs". Nodes that exist already stay where they are.
fn insert_branch(
    document: &Document,
    place: &NodePlace,
    branch: &Document,
) -> Result<Vec<Primitive>, Refusal> {
    let added: FxHashSet<&NodeId> = branch
        .nodes()
        .map(Node::id)
        .filter(|id| document.node(id).is_none())
        .collect();
    must_fit(document, added.len())?;
    let is_there = |id: &NodeId| document.node(id).is_some() || added.contains(id);
    let end = || NodePlace::Loose(usize::MAX);
    let mut primitives = Vec::with_capacity(added.len());
    for node in branch.pre_order().filter(|node| added.contains(node.id())) {
        let place = match node.parent() {
            Some(parent) => NodePlace::Child(parent.clone(), usize::MAX),
            None => match place {
                NodePlace::Child(parent, _) if !is_there(parent) => end(),
                NodePlace::Root if document.root().is_some() => end(),
                place => place.clone(),
            },
        };
        primitives.push(Primitive::insert(node.disconnected(), place));
    }
    Ok(primitives)
}

/// Removes the nodes that "theirs" removed, as listed by the conflict. Nodes connected below them since the merge become
/// unconnected.
fn remove_branch(
    document: &Document,
    head: &NodeId,
    ours: Option<&FieldValue>,
) -> Result<Vec<Primitive>, Refusal> {
    if document.node(head).is_none() {
        return Ok(Vec::new());
    }
    let named: FxHashSet<&NodeId> = match ours {
        Some(FieldValue::Branch(_, branch)) => branch.nodes().map(Node::id).collect(),
        _ => FxHashSet::default(),
    };
    let kept = document
        .subtree(head)
        .find(|node| node.id() != head && !named.contains(node.id()));
    match kept {
        None => Ok(delete(document, std::slice::from_ref(head))?.primitives),
        // Nodes added below since the merge are the user's work: refuse instead of deleting them.
        Some(node) => Err(Refusal::BuiltOn {
            node: document.name_of_node(existing(document, head)?),
            child: document.name_of_node(node),
        }),
    }
}

fn move_node(
    document: &Document,
    id: &NodeId,
    place: &NodePlace,
) -> Result<Vec<Primitive>, Refusal> {
    let node = existing(document, id)?;
    let from = document.place(id).ok_or(Refusal::Nothing)?;
    let mut primitives = Vec::new();
    let to = match place {
        NodePlace::Child(parent, _) => {
            let above = existing(document, parent)?;
            if document.is_inside(parent, id) {
                return Err(Refusal::Cycle {
                    child: document.name_of_node(node),
                    parent: document.name_of_node(above),
                });
            }
            place.clone()
        }
        NodePlace::Root => {
            if document.root() != Some(id) {
                primitives.extend(disconnect_root(document, usize::MAX));
            }
            NodePlace::Root
        }
        NodePlace::Loose(_) => place.clone(),
    };
    if from != to {
        primitives.push(Primitive::Move {
            id: id.clone(),
            from,
            to,
        });
        primitives.extend(settle_id(document, id));
    }
    Ok(primitives)
}

/// Gives the children listed by "theirs" their order from "theirs"; the others keep their positions.
fn reorder(document: &Document, id: &NodeId, order: &[NodeId]) -> Result<Vec<Primitive>, Refusal> {
    let children = existing(document, id)?.children();
    let there: FxHashSet<&NodeId> = children.iter().collect();
    let mut seen = FxHashSet::default();
    let listed = order.iter().filter(|id| there.contains(id));
    let mut listed: Vec<&NodeId> = listed.filter(|id| seen.insert(*id)).collect();
    listed.reverse();
    let named: FxHashSet<&NodeId> = listed.iter().copied().collect();
    let order: Vec<NodeId> = children
        .iter()
        .map(|child| {
            let here = named.contains(child).then(|| listed.pop()).flatten();
            here.unwrap_or(child).clone()
        })
        .collect();
    Ok(vec![Primitive::Order {
        parent: id.clone(),
        order,
    }])
}

/// Sets a document setting.
fn setting(document: &Document, field: &Field, value: Option<&FieldValue>) -> Vec<Primitive> {
    let mut changed = Document::default();
    changed.extra.clone_from(&document.extra);
    changed.set_field(field, value);
    match field {
        Field::Name => vec![Primitive::DocumentName(changed.name)],
        Field::Description => vec![Primitive::Description(changed.description)],
        Field::Restart => vec![Primitive::RestartWhenComplete(
            changed.restart_when_complete,
        )],
        Field::Seed => vec![Primitive::Seed(changed.seed)],
        Field::Libraries => vec![Primitive::Libraries(changed.libraries)],
        Field::Extra(_) => vec![Primitive::DocumentExtra(changed.extra)],
        _ => Vec::new(),
    }
}

fn variable(
    document: &Document,
    name: &str,
    field: &Field,
    value: Option<&FieldValue>,
) -> Vec<Primitive> {
    let index = document.variables.iter().position(|v| &*v.name == name);
    match (field, index, value) {
        (Field::Presence, None, Some(FieldValue::Whole(whole))) => {
            let added = whole.variables.first().cloned();
            let added = added.map(|variable| ListEdit::added(document.variables.len(), variable));
            added.map(Primitive::Variable).into_iter().collect()
        }
        (Field::Presence, Some(index), None) => vec![Primitive::Variable(ListEdit::taken(index))],
        (field, Some(index), value) if *field != Field::Presence => {
            let mut changed = document.variables[index].clone();
            changed.set_field(field, value);
            vec![Primitive::Variable(ListEdit::replaced(index, changed))]
        }
        _ => Vec::new(),
    }
}

fn tree(
    document: &Document,
    name: &str,
    field: &Field,
    value: Option<&FieldValue>,
) -> Vec<Primitive> {
    let mut trees = document.trees.clone();
    let index = trees.iter().position(|tree| &*tree.name == name);
    match (field, index, value) {
        (Field::Presence, None, Some(FieldValue::Whole(whole))) => {
            trees.extend(whole.trees.first().cloned());
        }
        (Field::Presence, Some(index), None) => drop(trees.remove(index)),
        (field, Some(index), value) if *field != Field::Presence => {
            trees[index].set_field(field, value);
        }
        _ => return Vec::new(),
    }
    vec![Primitive::Trees(trees)]
}

#[cfg(test)]
mod tests;
