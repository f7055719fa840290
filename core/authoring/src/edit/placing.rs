//! Moves nodes of documents that no user edits yet.

use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::{Command, History, Selection};
use crate::layout;

/// Moves nodes of a document that was just read to these positions; this is no undo step. Returns whether any moved.
pub fn arrange_read(document: &mut Document, places: Vec<(NodeId, Position)>) -> bool {
    let (library, arrange) = (NodeLibrary::builtin(), Command::Arrange(places));
    let mut selection = Selection::default();
    // The only possible refusal is that all nodes have their positions already.
    History::new()
        .apply(document, &library, &mut selection, &arrange)
        .is_ok()
}

/// Places the nodes of another version of a document that have no positions; if none has one, they lie as in the base. This is no undo step.
pub fn place_version(version: &mut Document, base: &Document, options: &layout::Options) {
    if let Some(placed) = layout::positions_from(version, base, options) {
        arrange_read(version, placed.places);
        if placed.is_whole {
            place_added(version, base, options);
        }
    }
}

/// Gives nodes that were added to ours a place beside their siblings if they would cover other cards. This is no undo step.
pub fn place_added(merged: &mut Document, ours: &Document, options: &layout::Options) {
    let is_added = |id: &NodeId| ours.node(id).is_none();
    if let Some(placed) = layout::positions_for_added(merged, is_added, options) {
        arrange_read(merged, placed.places);
    }
}
