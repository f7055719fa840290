//! Telling apart nodes that both versions added under one id: those of theirs get ids that nobody has.
//! Does not know how the rest is merged.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::ids::NodeId;
use crate::model::{Document, DocumentBuilder, Hang, HasFields as _, Node, NodeMap, Subject};

/// Theirs, in which nodes that ours added too and that are not the same have other ids; and which have.
pub(super) fn told_apart<'a>(
    base: &Document,
    ours: &Document,
    theirs: &'a Document,
) -> (Cow<'a, Document>, Vec<(NodeId, NodeId)>) {
    let mut fresh = fresh_ids([base, ours, theirs]);
    let mut given: FxHashMap<&NodeId, NodeId> = FxHashMap::default();
    let mut renumbered = Vec::new();
    for node in theirs.pre_order() {
        let id = node.id();
        let Some(other) = ours.node(id).filter(|_| base.node(id).is_none()) else {
            continue;
        };
        let parent_differs = node
            .parent()
            .is_some_and(|parent| given.contains_key(parent));
        let same_head = (theirs.root() == Some(id)) == (ours.root() == Some(id));
        let same_place = node.parent() == other.parent() && same_head && !parent_differs;
        if same_place && node.fields() == other.fields() {
            continue;
        }
        if let Some(new) = fresh.next() {
            renumbered.push((id.clone(), new.clone()));
            given.insert(id, new);
        }
    }
    if given.is_empty() {
        return (Cow::Borrowed(theirs), renumbered);
    }
    (Cow::Owned(renamed(theirs, &given)), renumbered)
}

/// Ids that none of these documents has.
fn fresh_ids(documents: [&Document; 3]) -> impl Iterator<Item = NodeId> {
    let number = |id: &NodeId| id.as_str()[1..].parse::<u128>().unwrap_or(1);
    let first = documents.iter().map(|d| number(&d.fresh_id())).max();
    (first.unwrap_or(1)..).map(|number| NodeId::new(format!("n{number}")))
}

/// A document in which some nodes have other ids, and all that names them follows.
fn renamed(document: &Document, given: &FxHashMap<&NodeId, NodeId>) -> Document {
    let name = |id: &NodeId| given.get(id).unwrap_or(id).clone();
    let mut nodes = NodeMap::default();
    let mut order = Vec::with_capacity(document.node_count());
    let mut indices: FxHashMap<&NodeId, usize> = FxHashMap::default();
    for node in document.pre_order() {
        let mut copy = node.renumbered(name(node.id()));
        for link in &mut copy.broken_links {
            link.child = name(&link.child);
        }
        for other in &mut copy.overrides {
            if let Some(path) = renamed_path(document, node, &other.path, given) {
                other.path = path.into();
            }
        }
        let hang = match node.parent().and_then(|parent| indices.get(parent)) {
            Some(parent) => Hang::Below(*parent),
            None if document.root() == Some(node.id()) => Hang::Root,
            None => Hang::Loose,
        };
        let index = nodes.insert_full(copy.id().clone(), copy).0;
        indices.insert(node.id(), index);
        order.push((index, hang));
    }
    let mut builder = DocumentBuilder::new(document.name.clone());
    // Ids are fresh, and the order is that of the document.
    let built = builder.forest(nodes, &order);
    debug_assert!(built.is_ok());
    builder.settings(|copy| copy_rest(document, copy, &name));
    builder.finish()
}

fn copy_rest(document: &Document, copy: &mut Document, name: &impl Fn(&NodeId) -> NodeId) {
    copy.description.clone_from(&document.description);
    copy.libraries.clone_from(&document.libraries);
    copy.restart_when_complete = document.restart_when_complete;
    copy.seed = document.seed;
    copy.variables.clone_from(&document.variables);
    copy.trees.clone_from(&document.trees);
    copy.notes.clone_from(&document.notes);
    copy.groups.clone_from(&document.groups);
    copy.extra.clone_from(&document.extra);
    copy.conflicts.clone_from(&document.conflicts);
    for tree in &mut copy.trees {
        tree.root = name(&tree.root);
    }
    for conflict in &mut copy.conflicts {
        if let Subject::Node(id) = &mut conflict.subject {
            *id = name(id);
        }
    }
}

/// The path of a node inside a subtree, if it names one that has another id now. Ids count only as long as the way stays in the document.
fn renamed_path(
    document: &Document,
    runner: &Node,
    path: &str,
    given: &FxHashMap<&NodeId, NodeId>,
) -> Option<String> {
    let mut in_document = !runner.names_a_file();
    let mut differs = false;
    let parts: Vec<&str> = path
        .split('/')
        .map(|part| {
            let id = NodeId::from(part);
            let new = given.get(&id).filter(|_| in_document);
            in_document &= document.node(&id).is_none_or(|node| !node.names_a_file());
            differs |= new.is_some();
            new.map_or(part, NodeId::as_str)
        })
        .collect();
    differs.then(|| parts.join("/"))
}
