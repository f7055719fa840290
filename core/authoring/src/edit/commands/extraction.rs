//! Turns a branch into a named tree that a Subtree node runs, and the reverse. Both preserve the behavior of the tree, or are
//! refused.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, FILE_PARAMETER, NamedTree, Node, NodePlace, Override, ParameterValue, SUBTREE, Scope,
    TREE_PARAMETER,
};

use super::reshape::{renamed_top, shifted};
use super::structure::{delete, new_node, place_of, settle_id};
use super::variables::rebound;
use super::{Plan, PlanContext, PlanResult, annotations, distinct, must_fit, topmost, trees};
use crate::edit::connection::existing;
use crate::edit::primitive::Primitive;
use crate::edit::{MovedBranch, Refusal};

/// Turns a branch into an unconnected tree of this name with its top at `at`, and replaces it with a node that runs it.
pub(super) fn extract(
    PlanContext { document, library }: PlanContext<'_>,
    ids: &[NodeId],
    name: &Arc<str>,
    at: Position,
) -> PlanResult {
    let top = only_top(document, ids)?;
    let head = top.id();
    trees::must_be_free(document, name)?;
    must_fit(document, 1)?;
    let mut runner = new_node(document, library, &SUBTREE.into(), top.position);
    let id = runner.id().clone();
    let mut set = vec![(Arc::from(TREE_PARAMETER), ParameterValue::literal(&**name))];
    // Variables with subtree scope become separate once the branch is a tree of its own; binding them to the outer variable keeps
    // them shared.
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
        to: NodePlace::Loose(usize::MAX),
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
    primitives.extend(paths_through(document, head, &id, &[]));
    Ok(Plan::new("extract_subtree", 1, primitives)?.selecting([id.clone()]))
}

/// Replaces a branch of which another file has a copy with a node that runs the copy.
pub(super) fn move_to_file(
    PlanContext { document, library }: PlanContext<'_>,
    branch: &MovedBranch,
) -> PlanResult {
    let top = only_top(document, &branch.nodes)?;
    let head = top.id();
    let mut runner = new_node(document, library, &SUBTREE.into(), top.position);
    let id = runner.id().clone();
    runner.disabled = top.disabled;
    let carried = carried(document, library, top);
    for (name, value) in branch.parameters.iter().cloned().chain(carried) {
        runner.parameters.insert(name, value);
    }
    let place = place_of(document, head)?;
    let mut primitives = paths_through(document, head, &id, &branch.ids);
    if !branch.annotations.is_empty() {
        let deleted = annotations::delete(document, &branch.annotations)?;
        primitives.extend(deleted.primitives);
    }
    primitives.extend(delete(document, std::slice::from_ref(head))?.primitives);
    primitives.push(Primitive::insert(runner, place));
    Ok(Plan::new("extract_subtree", 1, primitives)?.selecting([id]))
}

/// Returns the top of a branch. Refuses several branches, and one that is a named tree.
fn only_top<'a>(document: &'a Document, ids: &[NodeId]) -> Result<&'a Node, Refusal> {
    distinct(document, ids)?;
    let [head] = topmost(document, ids)[..] else {
        return Err(if ids.is_empty() {
            Refusal::Nothing
        } else {
            Refusal::SeveralTops
        });
    };
    match document.tree_name(head) {
        Some(name) => Err(Refusal::TreeExists(name.into())),
        None => existing(document, head),
    }
}

/// Leads the overrides of nodes in a branch through the node `runner`, which will run the branch. `ids` has the new ids of nodes of the branch.
fn paths_through(
    document: &Document,
    head: &NodeId,
    runner: &NodeId,
    ids: &[(NodeId, NodeId)],
) -> Vec<Primitive> {
    let moved: FxHashSet<&str> = document.subtree(head).map(|n| n.id().as_str()).collect();
    let new = |step: &str| ids.iter().find(|(old, _)| old.as_str() == step);
    with_paths(document, |steps, known| {
        let first = steps[..known]
            .iter()
            .position(|step| moved.contains(step))?;
        let (before, after) = steps.split_at(first);
        let mut path = [before, &[runner.as_str()], after].concat();
        if let Some((_, new)) = new(after[0]) {
            path[first + 1] = new.as_str();
        }
        Some(path.join("/"))
    })
}

/// Replaces a node with a copy of the tree that it runs, with the node's overrides applied.
pub(super) fn inline(
    PlanContext { document, library }: PlanContext<'_>,
    id: &NodeId,
) -> PlanResult {
    let runner = existing(document, id)?;
    let head = top_of_run(document, runner)?;
    let renames = renames(document, library, runner, head)?;
    let is_set = with_paths(document, |steps, known| {
        (known == steps.len() && steps[known - 1] == id.as_str()).then(String::new)
    });
    if !is_set.is_empty() {
        return Err(Refusal::SetFromOutside(document.name_of_node(runner)));
    }
    // A tree that no node runs any more would only duplicate the copy. So its nodes themselves take the place of the runner, and what refers to
    // them, such as breakpoints and scenarios, still finds them.
    let is_only_use = is_only_use(document, library, runner, head);
    let mut fresh = document.fresh_ids();
    let mut ids: FxHashMap<&str, NodeId> = FxHashMap::default();
    let mut copies = Vec::new();
    for node in document.subtree(head) {
        let own = is_only_use.then(|| node.id().clone());
        let Some(new) = own.or_else(|| fresh.next()) else {
            break;
        };
        let mut copy = node.copy_as(new.clone());
        for (from, to) in &renames {
            rename_in(document, library, &mut copy, from, to);
        }
        ids.insert(node.id().as_str(), new);
        copies.push((node, copy));
    }
    if !is_only_use {
        must_fit(document, copies.len())?;
    }
    apply_overrides(runner, &ids, &mut copies)?;
    let (old_at, new_at) = (existing(document, head)?.position, runner.position);
    let (dx, dy) = (
        new_at.x.saturating_sub(old_at.x),
        new_at.y.saturating_sub(old_at.y),
    );
    let mut place = place_of(document, id)?;
    let (mut primitives, mut names) = (Vec::new(), None);
    if is_only_use {
        for primitive in delete(document, std::slice::from_ref(head))?.primitives {
            match primitive {
                Primitive::Trees(trees) => names = Some(trees),
                removal => primitives.push(removal),
            }
        }
        let gone = place_of(document, head)?;
        if let (NodePlace::Loose(index), NodePlace::Loose(gone)) = (&mut place, gone) {
            *index -= usize::from(gone < *index);
        }
    }
    primitives.push(Primitive::remove(id.clone(), place.clone()));
    let Some((_, top)) = copies.first_mut() else {
        return Err(Refusal::NoSuchTree);
    };
    transfer_annotations(document, library, runner, top);
    let new_head = top.id().clone();
    for (node, mut copy) in copies {
        copy.position = copy.position.moved(dx, dy);
        let above = node.parent().filter(|_| node.id() != head);
        let above = above.and_then(|parent| ids.get(parent.as_str()));
        let here = above.map_or_else(
            || place.clone(),
            |parent| NodePlace::Child(parent.clone(), usize::MAX),
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
    if let Some(mut trees) = names {
        let tops = trees.iter_mut().filter(|tree| tree.root == *id);
        tops.for_each(|tree| tree.root = new_head.clone());
        primitives.push(Primitive::Trees(trees));
    }
    Ok(Plan::new("inline_subtree", 1, primitives)?.selecting([new_head]))
}

/// Returns the top of the tree that a node runs, if a copy of it can replace the node.
fn top_of_run<'a>(document: &'a Document, runner: &Node) -> Result<&'a NodeId, Refusal> {
    let title = || document.name_of_node(runner);
    if &*runner.task != SUBTREE {
        return Err(Refusal::NoSubtree(title()));
    }
    if runner.runs_other_file() {
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

/// Returns whether the node runs an unconnected tree with a single name, and no other node of the document refers to that name.
fn is_only_use(document: &Document, library: &NodeLibrary, runner: &Node, head: &NodeId) -> bool {
    let name = runner.text_parameter(TREE_PARAMETER);
    let named = document.trees.iter();
    let named = named.filter(|tree| tree.root == *head || &*tree.name == name);
    let is_loose = matches!(document.place(head), Some(NodePlace::Loose(_)));
    is_loose
        && named.count() == 1
        && !name.is_empty()
        && document
            .nodes()
            .filter(|node| node.id() != runner.id())
            .all(|node| !trees::is_named_by(document, library, node, name))
}

/// The old and the new name of a variable.
type Renaming = (Arc<str>, Arc<str>);

/// Returns the outer variable to which each own variable of the tree is bound. Refused if one is not bound.
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
    // The renames are applied one after the other, so no new name may be another one's old name.
    for (_, to) in &renames {
        if renames.iter().any(|(from, _)| from == to) {
            return Err(Refusal::OwnVariable(to.clone()));
        }
    }
    Ok(renames)
}

/// Returns the variables with subtree scope that the nodes of a branch use, in document order.
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

/// Refuses a variable with the same name as a parameter of the Subtree node, which therefore could not set it.
fn must_be_settable(variable: &Arc<str>) -> Result<(), Refusal> {
    if [TREE_PARAMETER, FILE_PARAMETER].contains(&&**variable) {
        return Err(Refusal::OwnVariable(variable.clone()));
    }
    Ok(())
}

/// Returns the parameters that a node holds on behalf of its parent, and that any replacement of the node must hold too.
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

/// Applies the overrides of the replaced node to the copies.
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
        // The outer override takes precedence.
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

/// Transfers title, comment, flags and parent's parameters of the replaced node to the top of the copy.
fn transfer_annotations(document: &Document, library: &NodeLibrary, runner: &Node, top: &mut Node) {
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

/// Rewrites the paths of overrides. `change` receives the steps of a path and how many of them are nodes of this document; `None`
/// keeps the path.
fn with_paths(
    document: &Document,
    change: impl Fn(&[&str], usize) -> Option<String>,
) -> Vec<Primitive> {
    let mut primitives = Vec::new();
    for node in document.nodes() {
        if node.overrides.is_empty() || node.runs_other_file() {
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

/// Returns how many leading steps of a path are nodes of this document.
fn known_steps(document: &Document, steps: &[&str]) -> usize {
    for (at, step) in steps.iter().enumerate() {
        match document.node(&NodeId::from(*step)) {
            None => return at,
            Some(node) if node.runs_other_file() => return at + 1,
            Some(_) => {}
        }
    }
    steps.len()
}

#[cfg(test)]
mod tests;
