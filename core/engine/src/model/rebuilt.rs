//! Rebuilds a document with other ids or changed nodes. Does not know what for.

use rustc_hash::FxHashMap;

use super::{Document, DocumentBuilder, ListedPlace, Node, NodeMap, Subject};
use crate::ids::NodeId;

impl Document {
    /// Returns this document with each node renamed by `name` and then passed to `change`. Everything that refers to
    /// a node follows the new ids. `name` must return a different id for each node.
    #[must_use]
    pub fn rebuilt(
        &self,
        name: &dyn Fn(&NodeId) -> NodeId,
        mut change: impl FnMut(&mut Node),
    ) -> Self {
        let mut nodes = NodeMap::default();
        let mut order = Vec::with_capacity(self.node_count());
        let mut indices: FxHashMap<&NodeId, usize> = FxHashMap::default();
        for node in self.pre_order() {
            let mut copy = node.renumbered(name(node.id()));
            for link in &mut copy.broken_links {
                link.child = name(&link.child);
            }
            for other in &mut copy.overrides {
                if let Some(path) = renamed_path(self, node, &other.path, name) {
                    other.path = path.into();
                }
            }
            change(&mut copy);
            let place = match node.parent().and_then(|parent| indices.get(parent)) {
                Some(parent) => ListedPlace::Below(*parent),
                None if self.root() == Some(node.id()) => ListedPlace::Root,
                None => ListedPlace::Loose,
            };
            let index = nodes.insert(copy);
            indices.insert(node.id(), index);
            order.push((index, place));
        }
        let mut builder = DocumentBuilder::new(self.name.clone());
        let built = builder.forest(nodes, &order);
        debug_assert!(built.is_ok(), "ids are distinct, and parents come first");
        builder.settings(|copy| copy_rest(self, copy, name));
        builder.finish()
    }
}

fn copy_rest(document: &Document, copy: &mut Document, name: &dyn Fn(&NodeId) -> NodeId) {
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

/// Returns the new path of an override if any id in it changed. Ids are renamed only as long as the path stays in
/// this document, not in other files.
fn renamed_path(
    document: &Document,
    runner: &Node,
    path: &str,
    name: &dyn Fn(&NodeId) -> NodeId,
) -> Option<String> {
    let mut in_document = !runner.runs_other_file();
    let mut differs = false;
    let parts: Vec<String> = path
        .split('/')
        .map(|part| {
            let id = NodeId::from(part);
            let known = document.node(&id).filter(|_| in_document);
            in_document &= document
                .node(&id)
                .is_none_or(|node| !node.runs_other_file());
            let new = known.map_or_else(|| id.clone(), |known| name(known.id()));
            differs |= new != id;
            new.to_string()
        })
        .collect();
    differs.then(|| parts.join("/"))
}
