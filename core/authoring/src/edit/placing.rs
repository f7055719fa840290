//! Moves nodes of documents that no user edits yet.

use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::{Command, History, Selection};

/// Moves nodes of a document that was just read to these positions; this is no undo step. Returns whether any moved.
pub fn arrange_read(document: &mut Document, places: Vec<(NodeId, Position)>) -> bool {
    let (library, arrange) = (NodeLibrary::builtin(), Command::Arrange(places));
    let mut selection = Selection::default();
    // The only possible refusal is that all nodes have their positions already.
    History::new()
        .apply(document, &library, &mut selection, &arrange)
        .is_ok()
}
