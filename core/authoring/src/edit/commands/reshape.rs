//! Commands that change the structure around existing nodes: changing a node's type, wrapping siblings in a parent, removing a
//! node but not its children.

use std::sync::Arc;

use treewright_core::Argument;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, NodePlace, SUBTREE, StandIn};

use super::parameters::check_value;
use super::structure::{new_node, place_of, settle_id};
use super::{Plan, PlanContext, PlanResult, distinct, must_fit, topmost};
use crate::edit::Refusal;
use crate::edit::connection::{existing, has_room};
use crate::edit::primitive::Primitive;

/// Returns the names of the fields and parameters that a node would lose as another node type; `abort` stands for its abort type.
///
/// A parameter is kept if the other type has one of the same name that accepts the same value.
pub fn lost_by_changing_task(
    document: &Document,
    library: &NodeLibrary,
    node: &Node,
    task: &Arc<str>,
) -> Vec<String> {
    let mut other = node.copy_as(node.id().clone());
    other.task = task.clone();
    let parent = node.parent().and_then(|parent| document.node(parent));
    let parent = parent.map(|parent| &*parent.task);
    let names = node.parameters.iter().filter(|(name, value)| {
        let declared = library
            .parameters(task, parent)
            .find(|p| *p.name == ***name);
        declared.is_none_or(|p| check_value(document, Some(p), &other, value).is_err())
    });
    let mut lost: Vec<String> = names.map(|(name, _)| name.to_string()).collect();
    if !node.overrides.is_empty() && &**task != SUBTREE {
        lost.extend(node.overrides.iter().map(|o| o.path.to_string()));
    }
    if node.abort != AbortType::None && !takes_abort(library, task) {
        lost.push("abort".to_owned());
    }
    if !keeps_stand_in(library, node, task) {
        lost.push("stand_in".to_owned());
    }
    if !keeps_data(library, node, task) {
        lost.push("data".to_owned());
    }
    lost
}

/// Returns whether the node's stand-in, if it has one, remains valid with another task.
fn keeps_stand_in(library: &NodeLibrary, node: &Node, task: &str) -> bool {
    let Some(stand_in) = node.stand_in.as_deref() else {
        return true;
    };
    let Some(declaration) = library.declaration(task) else {
        return true;
    };
    match stand_in {
        StandIn::ActsLike(_) => {
            !declaration.category.is_leaf() && library.library_of(task).is_some()
        }
        _ => declaration.category.is_leaf(),
    }
}

/// Returns whether the data that the node's stand-in attaches remain valid with another task.
fn keeps_data(library: &NodeLibrary, node: &Node, task: &str) -> bool {
    let declaration = library.declaration(task);
    node.data.is_empty() || declaration.is_none_or(|d| d.category.is_leaf())
}

fn takes_abort(library: &NodeLibrary, task: &str) -> bool {
    let declaration = library.declaration(task);
    declaration.is_none_or(|d| d.category == Category::Composite)
}

/// Changes the task of nodes. Keeps their children and the parameters that fit.
pub(super) fn replace_task(
    PlanContext { document, library }: PlanContext<'_>,
    ids: &[NodeId],
    task: &Arc<str>,
) -> PlanResult {
    if library.declaration(task).is_none() {
        return Err(Refusal::NoSuchTask(task.clone()));
    }
    let mut primitives = Vec::new();
    let mut count = 0;
    for node in distinct(document, ids)? {
        if let Some(others) = node.children().len().checked_sub(1) {
            has_room(library, task, || Argument::Task(task.clone()), others)?;
        }
        if node.task == *task {
            continue;
        }
        count += 1;
        let lost = lost_by_changing_task(document, library, node, task);
        let id = || node.id().clone();
        for (name, _) in &node.parameters {
            if lost.iter().any(|lost| **lost == **name) {
                primitives.push(Primitive::Parameter {
                    node: id(),
                    name: name.clone(),
                    index: usize::MAX,
                    value: None,
                });
            }
        }
        if !node.overrides.is_empty() && &**task != SUBTREE {
            primitives.push(Primitive::Overrides(id(), Vec::new()));
        }
        if node.abort != AbortType::None && !takes_abort(library, task) {
            primitives.push(Primitive::Abort(id(), AbortType::None));
        }
        if !keeps_stand_in(library, node, task) {
            primitives.push(Primitive::StandIn(id(), None));
        }
        if !keeps_data(library, node, task) {
            primitives.push(Primitive::Data(id(), String::new()));
        }
        primitives.push(Primitive::Task(id(), task.clone()));
    }
    Plan::new("replace_nodes", count, primitives)
}

/// Renames the task of nodes, whose settings stay: it is the same task.
pub(super) fn rename_task(document: &Document, from: &Arc<str>, to: &Arc<str>) -> PlanResult {
    let users = document.nodes().filter(|node| node.task == *from);
    let renamed = users.map(|node| Primitive::Task(node.id().clone(), to.clone()));
    let renamed: Vec<Primitive> = renamed.collect();
    if from == to {
        return Err(Refusal::Nothing);
    }
    Plan::new("replace_nodes", renamed.len(), renamed)
}

/// Adds a new node around siblings, at the place of the first. Their descendants move by `shift` to make room.
pub(super) fn wrap(
    PlanContext { document, library }: PlanContext<'_>,
    ids: &[NodeId],
    task: &Arc<str>,
    (position, shift): (Position, (i32, i32)),
) -> PlanResult {
    distinct(document, ids)?;
    let inside = topmost(document, ids);
    let Some(first) = inside.first().and_then(|id| document.node(id)) else {
        return Err(Refusal::Nothing);
    };
    let beside = |id: &&NodeId| {
        document
            .node(id)
            .is_some_and(|n| n.parent() == first.parent())
    };
    if !inside.iter().all(beside) {
        return Err(Refusal::NotSiblings);
    }
    if library.declaration(task).is_none() {
        return Err(Refusal::NoSuchTask(task.clone()));
    }
    has_room(
        library,
        task,
        || Argument::Task(task.clone()),
        inside.len() - 1,
    )?;
    must_fit(document, 1)?;
    let place = place_of(document, first.id())?;
    let new = new_node(document, library, task, position);
    let id = new.id().clone();
    let mut primitives = vec![Primitive::insert(new, NodePlace::Loose(usize::MAX))];
    for child in &inside {
        primitives.push(Primitive::Move {
            id: (*child).clone(),
            from: place_of(document, child)?,
            to: NodePlace::Child(id.clone(), usize::MAX),
        });
        primitives.extend(settle_id(document, child));
        primitives.extend(shifted(document, child, shift));
    }
    primitives.push(Primitive::Move {
        id: id.clone(),
        from: NodePlace::Loose(document.loose().len()),
        to: place,
    });
    if let [only] = inside[..] {
        primitives.extend(renamed_top(document, only, Some(&id)));
    }
    Ok(Plan::new("wrap_nodes", inside.len(), primitives)?.selecting([id]))
}

/// Removes a node and puts its children in its place. Its descendants move by `shift` to close the gap.
pub(super) fn remove_keeping_children(
    PlanContext { document, library }: PlanContext<'_>,
    id: &NodeId,
    shift: (i32, i32),
) -> PlanResult {
    let node = existing(document, id)?;
    let children = node.children();
    let place = place_of(document, id)?;
    match &place {
        NodePlace::Root if children.len() > 1 => {
            return Err(Refusal::SeveralRoots {
                node: document.name_of_node(node),
            });
        }
        NodePlace::Child(parent, _) if children.len() > 1 => {
            let above = existing(document, parent)?;
            let others = above.children().len() + children.len() - 2;
            has_room(
                library,
                &above.task,
                || document.name_of_node(above),
                others,
            )?;
        }
        _ => {}
    }
    let mut primitives = Vec::new();
    // Start with the last child: each is inserted right after the node, so the first one ends up next to it.
    for (index, child) in children.iter().enumerate().rev() {
        primitives.extend(shifted(document, child, shift));
        primitives.extend(settle_id(document, child));
        primitives.push(Primitive::Move {
            id: child.clone(),
            from: NodePlace::Child(id.clone(), index),
            to: match &place {
                NodePlace::Child(parent, at) => NodePlace::Child(parent.clone(), at + 1),
                NodePlace::Loose(at) => NodePlace::Loose(at + 1),
                NodePlace::Root => NodePlace::Loose(usize::MAX),
            },
        });
    }
    primitives.push(Primitive::remove(id.clone(), place.clone()));
    if let (NodePlace::Root, [only]) = (&place, children) {
        primitives.push(Primitive::Move {
            id: only.clone(),
            from: NodePlace::Loose(document.loose().len()),
            to: NodePlace::Root,
        });
    }
    let heir = match children {
        [only] => Some(only),
        _ => None,
    };
    primitives.extend(renamed_top(document, id, heir));
    Ok(Plan::new("remove_nodes", 1, primitives)?.selecting(children.iter().cloned()))
}

/// Transfers the names of trees whose top is `head` to another node; `None` removes them.
pub(super) fn renamed_top(
    document: &Document,
    head: &NodeId,
    heir: Option<&NodeId>,
) -> Option<Primitive> {
    document.tree_name(head)?;
    let mut trees = document.trees.clone();
    match heir {
        Some(heir) => {
            for tree in trees.iter_mut().filter(|tree| tree.root == *head) {
                tree.root = heir.clone();
            }
        }
        None => trees.retain(|tree| tree.root != *head),
    }
    Some(Primitive::Trees(trees))
}

/// Moves the cards of a node and its descendants.
pub(super) fn shifted(
    document: &Document,
    head: &NodeId,
    (dx, dy): (i32, i32),
) -> Option<Primitive> {
    let moved = document.subtree(head);
    let moved = moved.map(|node| (node.id().clone(), node.position.moved(dx, dy)));
    ((dx, dy) != (0, 0)).then(|| Primitive::Positions(moved.collect()))
}

#[cfg(test)]
mod tests;
