//! Renumbers nodes if both versions added different nodes under the same id: those of theirs get unused ids. Does not know how
//! the rest is merged.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, HasFields as _};

/// Returns theirs with new ids for the nodes that both versions added under the same id but that differ, and the list of old and
/// new ids.
pub(super) fn renumber_clashes<'a>(
    base: &Document,
    ours: &Document,
    theirs: &'a Document,
) -> (Cow<'a, Document>, Vec<(NodeId, NodeId)>) {
    let mut fresh = Document::fresh_ids_of([base, ours, theirs]);
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
    let name = |id: &NodeId| given.get(id).unwrap_or(id).clone();
    (Cow::Owned(theirs.rebuilt(&name, |_| {})), renumbered)
}
