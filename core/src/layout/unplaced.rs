//! Trees whose files hold no places of nodes, as other programs write them: they are laid out when they are opened, or all of
//! their cards would cover each other. Knows nothing about how large cards really are.

use super::{Options, tidy};
use crate::geometry::{Position, Size};
use crate::ids::NodeId;
use crate::model::Document;

/// The size of a usual card, in canvas units.
const USUAL: Size = Size::new(150.0, 52.0);

/// Places for the nodes of a document all of which have one and the same place; none if it has places of its own.
pub fn places_of_unplaced(
    document: &Document,
    options: &Options,
) -> Option<Vec<(NodeId, Position)>> {
    let first = document.nodes().next()?.position;
    let is_unplaced =
        document.node_count() > 1 && document.nodes().all(|node| node.position == first);
    is_unplaced.then(|| tidy(document, &|_| USUAL, options))
}
