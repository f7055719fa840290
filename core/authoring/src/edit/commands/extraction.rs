//! Making a branch a tree of its own that a Subtree node runs, and the reverse. Both keep what the tree does, or are refused.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, FILE_PARAMETER, NamedTree, Node, Override, ParameterValue, Place, SUBTREE, Scope,
    TREE_PARAMETER,
};

use super::reshape::{renamed_top, shifted};
use super::structure::{delete, new_node, place_of, settle_id};
use super::variables::rebound;
use super::{On, Plan, Planned, distinct, must_fit, topmost, trees};
use crate::edit::Refusal;
use crate::edit::connection::existing;
use crate::edit::primitive::Primitive;

/// Makes a branch a loose tree of this name, whose top lies at `at`, and puts a node that runs it in its place.
pub(super) fn extract(
    On { document, library }: On<'_>,
    ids: &[NodeId],
    name: &Arc<str>,
    at: Position,
) -> Planned {
    distinct(document, ids)?;
    let [head] = topmost(document, ids)[..] else {
        return Err(if ids.is_empty() {
            Refusal::Nothing
        } else {
            Refusal::SeveralTops
        });
    };
    let top = existing(document, head)?;
    if let Some(name) = document.tree_name(head) {
        return Err(Refusal::TreeExists(name.into()));
    }
    trees::must_be_free(document, name)?;
    must_fit(document, 1)?;
    let mut runner = new_node(document, &SUBTREE.into(), top.position);
    let id = runner.id().clone();
    let mut set = vec![(Arc::from(TREE_PARAMETER), ParameterValue::literal(&**name))];
    // A variable of each use is the branch's own once it is a tree: bound to the one around it, it is the same.
    for variable in own_variables(document, library, head) {
        must_be_settable(&variable)?;
        set.push((variable.clone(), ParameterValue::Variable(variable)));
    }
    let mut primitives = Vec::new();
    for (name, value) in carried(document, library, top) {
        primitives.push(Primitive::Parameter {
            node: head.clone(),
            name: name.clone(),
            index: usize::MAX,
            value: None,
        });
        set.push((name, value));
    }
    for (name, value) in set {
        runner.parameters.insert(name, value);
    }
    runner.disabled = top.disabled;
    let place = place_of(document, head)?;
    primitives.push(Primitive::Move {
        id: head.clone(),
        from: place.clone(),
        to: Place::Loose(usize::MAX),
    });
    primitives.push(Primitive::insert(runner, place));
    primitives.extend(
        top.disabled
            .then(|| Primitive::Disabled(head.clone(), false)),
    );
    primitives.extend(settle_id(document, head));
    let (from, to) = (top.position, at);
    let shift = (to.x.saturating_sub(from.x), to.y.saturating_sub(from.y));
    primitives.extend(shifted(document, head, shift));
    let mut named = document.trees.clone();
    named.push(NamedTree::new(name.clone(), head.clone()));
    primitives.push(Primitive::Trees(named));
    let moved: FxHashSet<&str> = document.subtree(head).map(|n| n.id().as_str()).collect();
    primitives.extend(with_paths(document, |steps, known| {
        let first = steps[..known]
            .iter()
            .position(|step| moved.contains(step))?;
        let (before, after) = steps.split_at(first);
        Some([before, &[id.as_str()], after].concat().join("/"))
    }));
    Ok(Plan::new("extract_subtree", 1, primitives)?.selecting([id.clone()]))
}

/// Puts a copy of the tree that a node runs in the node's place, with what the node sets in it.
pub(super) fn inline(On { document, library }: On<'_>, id: &NodeId) -> Planned {
    let runner = existing(document, id)?;
    let head = top_of_run(document, runner)?;
    let renames = renames(document, library, runner, head)?;
    let is_set = with_paths(document, |steps, known| {
        (known == steps.len() && steps[known - 1] == id.as_str()).then(String::new)
    });
    if !is_set.is_empty() {
        return Err(Refusal::SetFromOutside(document.name_of_node(runner)));
    }
    let mut fresh = document.fresh_ids();
    let mut ids: FxHashMap<&str, NodeId> = FxHashMap::default();
    let mut copies = Vec::new();
    for (node, new) in document.subtree(head).zip(&mut fresh) {
        let mut copy = node.copy_as(new.clone());
        for (from, to) in &renames {
            rename_in(document, library, &mut copy, from, to);
        }
        ids.insert(node.id().as_str(), new);
        copies.push((node, copy));
    }
    must_fit(document, copies.len())?;
    apply_overrides(runner, &ids, &mut copies)?;
    let (old_at, new_at) = (existing(document, head)?.position, runner.position);
    let (dx, dy) = (
        new_at.x.saturating_sub(old_at.x),
        new_at.y.saturating_sub(old_at.y),
    );
    let place = place_of(document, id)?;
    let mut primitives = vec![Primitive::remove(id.clone(), place.clone())];
    let Some((_, top)) = copies.first_mut() else {
        return Err(Refusal::NoSuchTree);
    };
    take_marks(document, library, runner, top);
    let new_head = top.id().clone();
    for (node, mut copy) in copies {
        copy.position = copy.position.moved(dx, dy);
        let above = node.parent().filter(|_| node.id() != head);
        let above = above.and_then(|parent| ids.get(parent.as_str()));
        let here = above.map_or_else(
            || place.clone(),
            |parent| Place::Child(parent.clone(), usize::MAX),
        );
        primitives.push(Primitive::insert(copy, here));
    }
    primitives.extend(renamed_top(document, id, Some(&new_head)));
    let inward = with_paths(document, |steps, known| {
        let at = steps[..known]
            .iter()
            .position(|step| *step == id.as_str())?;
        let inside = ids.get(*steps.get(at + 1)?)?;
        Some(
            [&steps[..at], &[inside.as_str()], &steps[at + 2..]]
                .concat()
                .join("/"),
        )
    });
    primitives.extend(inward);
    if is_only_use(document, library, runner, head) {
        // What no node runs any more would lie about as a twin of what stands in the node's place.
        for mut primitive in delete(document, std::slice::from_ref(head))?.primitives {
            if let Primitive::Trees(trees) = &mut primitive {
                let tops = trees.iter_mut().filter(|tree| tree.root == *id);
                tops.for_each(|tree| tree.root = new_head.clone());
            }
            primitives.push(primitive);
        }
    }
    Ok(Plan::new("inline_subtree", 1, primitives)?.selecting([new_head]))
}

/// The top of the tree that a node runs, if a copy of it can stand in the node's place.
fn top_of_run<'a>(document: &'a Document, runner: &Node) -> Result<&'a NodeId, Refusal> {
    let title = || document.name_of_node(runner);
    if &*runner.task != SUBTREE {
        return Err(Refusal::NoSubtree(title()));
    }
    if runner.names_a_file() {
        return Err(Refusal::OtherFile(title()));
    }
    if !runner.children().is_empty() {
        return Err(Refusal::Leaf { parent: title() });
    }
    let head = match runner.text_parameter(TREE_PARAMETER) {
        "" => document.root(),
        name => document.tree(name).map(|tree| &tree.root),
    };
    let top = head.and_then(|head| document.node(head));
    let top = top.ok_or(Refusal::NoSuchTree)?;
    if document.is_inside(runner.id(), top.id()) {
        return Err(Refusal::Cycle {
            child: document.name_of_node(top),
            parent: title(),
        });
    }
    Ok(top.id())
}

/// Whether the tree that a node runs is a loose one of one name, and no other node of the document names it.
fn is_only_use(document: &Document, library: &NodeLibrary, runner: &Node, head: &NodeId) -> bool {
    let name = runner.text_parameter(TREE_PARAMETER);
    let named = document.trees.iter();
    let named = named.filter(|tree| tree.root == *head || &*tree.name == name);
    let is_loose = matches!(document.place(head), Some(Place::Loose(_)));
    is_loose
        && named.count() == 1
        && !name.is_empty()
        && document
            .nodes()
            .filter(|node| node.id() != runner.id())
            .all(|node| !trees::is_named_by(document, library, node, name))
}

/// What a variable is called, and what it is called from now on.
type Renaming = (Arc<str>, Arc<str>);

/// How the tree's own variables are called around it. Refused if one is bound to none.
fn renames(
    document: &Document,
    library: &NodeLibrary,
    runner: &Node,
    head: &NodeId,
) -> Result<Vec<Renaming>, Refusal> {
    let mut renames = Vec::new();
    for variable in own_variables(document, library, head) {
        must_be_settable(&variable)?;
        let set = runner.parameters.get(&variable);
        match set.and_then(ParameterValue::as_variable) {
            Some(bound) if *bound == *variable => {}
            Some(bound) => renames.push((variable, Arc::from(bound))),
            None => return Err(Refusal::OwnVariable(variable)),
        }
    }
    // One after the other they must come to what they are all at once.
    for (_, to) in &renames {
        if renames.iter().any(|(from, _)| from == to) {
            return Err(Refusal::OwnVariable(to.clone()));
        }
    }
    Ok(renames)
}

/// The variables of each use that the nodes of a branch use, in the order of the document.
fn own_variables(document: &Document, library: &NodeLibrary, head: &NodeId) -> Vec<Arc<str>> {
    let mut used = FxHashSet::default();
    for node in document.subtree(head) {
        used.extend(library.variables_of(node));
        let overrides = node.overrides.iter();
        used.extend(overrides.filter_map(|o| o.value.as_variable().map(Cow::Borrowed)));
    }
    let own = document
        .variables
        .iter()
        .filter(|v| v.scope == Scope::Subtree);
    own.filter(|v| used.contains(&*v.name))
        .map(|v| v.name.clone())
        .collect()
}

/// A variable that is called like a parameter of the Subtree node cannot be set by it.
fn must_be_settable(variable: &Arc<str>) -> Result<(), Refusal> {
    if [TREE_PARAMETER, FILE_PARAMETER].contains(&&**variable) {
        return Err(Refusal::OwnVariable(variable.clone()));
    }
    Ok(())
}

/// What a node carries for its parent, which whatever stands in its place has to carry.
fn carried(
    document: &Document,
    library: &NodeLibrary,
    node: &Node,
) -> Vec<(Arc<str>, ParameterValue)> {
    let parent = node.parent().and_then(|parent| document.node(parent));
    let declared = parent.and_then(|parent| library.declaration(&parent.task));
    let own = library.declaration(&node.task);
    let is_carried = |name: &str| {
        declared.is_some_and(|d| d.child_parameters.iter().any(|p| p.name == name))
            && own.is_none_or(|own| own.parameter(name).is_none())
    };
    let set = node.parameters.iter();
    set.filter(|(name, _)| is_carried(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn rename_in(
    document: &Document,
    library: &NodeLibrary,
    node: &mut Node,
    from: &Arc<str>,
    to: &Arc<str>,
) {
    for change in rebound(document, library, node, from, to) {
        match change {
            Primitive::Parameter {
                name,
                value: Some(value),
                ..
            } => drop(node.parameters.insert(name, value)),
            Primitive::Overrides(_, overrides) => node.overrides = overrides,
            Primitive::StandIn(_, said) => node.stand_in = said,
            _ => {}
        }
    }
}

/// Sets in the copies what the node that ran their originals sets inside.
fn apply_overrides(
    runner: &Node,
    ids: &FxHashMap<&str, NodeId>,
    copies: &mut [(&Node, Node)],
) -> Result<(), Refusal> {
    for set in &runner.overrides {
        let (first, rest) = set.path.split_once('/').unwrap_or((&*set.path, ""));
        let copy = ids.get(first);
        let copy = copy.and_then(|id| copies.iter_mut().find(|(_, copy)| copy.id() == id));
        let Some((_, copy)) = copy else {
            return Err(Refusal::NoSuchNode(first.into()));
        };
        if rest.is_empty() {
            copy.parameters
                .insert(set.parameter.clone(), set.value.clone());
            continue;
        }
        // What is set further out counts more.
        let is_same = |o: &&mut Override| *o.path == *rest && o.parameter == set.parameter;
        match copy.overrides.iter_mut().find(is_same) {
            Some(inner) => inner.value = set.value.clone(),
            None => copy.overrides.push(Override {
                path: rest.into(),
                parameter: set.parameter.clone(),
                value: set.value.clone(),
            }),
        }
    }
    Ok(())
}

/// Gives the top of the copy what was said of the node in whose place it stands.
fn take_marks(document: &Document, library: &NodeLibrary, runner: &Node, top: &mut Node) {
    for (name, value) in carried(document, library, runner) {
        top.parameters.insert(name, value);
    }
    if top.name.is_empty() {
        top.name.clone_from(&runner.name);
    }
    if top.comment.is_empty() {
        top.comment.clone_from(&runner.comment);
    }
    top.disabled |= runner.disabled;
    top.breakpoint |= runner.breakpoint;
}

/// New lists of overrides for the nodes whose paths change. The change gets the steps of a path, and how many of them are nodes of this document.
fn with_paths(
    document: &Document,
    change: impl Fn(&[&str], usize) -> Option<String>,
) -> Vec<Primitive> {
    let mut primitives = Vec::new();
    for node in document.nodes() {
        if node.overrides.is_empty() || node.names_a_file() {
            continue;
        }
        let mut overrides = node.overrides.clone();
        let mut changed = false;
        for other in &mut overrides {
            let steps: Vec<&str> = other.path.split('/').collect();
            let known = known_steps(document, &steps);
            if let Some(path) = (known > 0).then(|| change(&steps, known)).flatten() {
                other.path = path.into();
                changed = true;
            }
        }
        if changed {
            primitives.push(Primitive::Overrides(node.id().clone(), overrides));
        }
    }
    primitives
}

/// How many steps of a path lead along nodes of this document.
fn known_steps(document: &Document, steps: &[&str]) -> usize {
    for (at, step) in steps.iter().enumerate() {
        match document.node(&NodeId::from(*step)) {
            None => return at,
            Some(node) if node.names_a_file() => return at + 1,
            Some(_) => {}
        }
    }
    steps.len()
}

#[cfg(test)]
mod tests;
