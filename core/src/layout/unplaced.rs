//! Trees whose files hold no places of nodes, as other programs write them: they are laid out when they are opened, or all of
//! their cards would cover each other. Knows nothing about how large cards really are.

use super::{Options, tidy};
use crate::geometry::Size;
use crate::model::Document;

/// The size of a usual card, in canvas units.
const USUAL: Size = Size::new(150.0, 52.0);

/// Lays out a document all of whose nodes have one and the same place; says whether it was such.
pub fn place_unplaced(document: &mut Document, options: &Options) -> bool {
    let first = document.nodes().next().map(|node| node.position);
    let is_unplaced =
        document.node_count() > 1 && document.nodes().all(|node| Some(node.position) == first);
    if is_unplaced {
        for (id, place) in tidy(document, &|_| USUAL, options) {
            if let Some(node) = document.node_mut(&id) {
                node.position = place;
            }
        }
    }
    is_unplaced
}
