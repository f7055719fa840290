//! Dragging nodes: their subtrees follow unless Alt is held; siblings that pass each other change their order; a loose
//! node without children that is dropped on a wire goes in between.

use egui::{Pos2, Vec2};
use treewright_core::edit::{Command, can_move_above};
use treewright_core::ids::NodeId;

use super::super::camera::Projection;
use super::super::view::{Moved, View};
use super::super::wires::wire_under;
use crate::action::ActionSink;

/// Nodes that are being dragged.
#[derive(Clone, Debug)]
pub struct Moving {
    /// The nodes that the command will name.
    nodes: Vec<NodeId>,
    /// The canvas point at which the drag began.
    from: Pos2,
    with_descendants: bool,
    /// The one loose node without children that can go into a wire.
    insertable: Option<NodeId>,
}

impl Moving {
    /// Begins with the card at `index` under the pointer: it alone, or with all that is selected if it is.
    pub fn begin(view: &View<'_>, index: usize, origin: Pos2, alone: bool) -> (Self, Moved) {
        let document = view.input.document;
        let id = &view.card(index).id;
        let nodes = match (view.selected[index], alone) {
            (false, _) => vec![id.clone()],
            (true, false) => view.input.selection.topmost(document),
            (true, true) => view.input.selection.iter().cloned().collect(),
        };
        let mut cards = vec![false; view.scene.cards.len()];
        for node in nodes.iter().filter_map(|node| view.scene.index(node)) {
            let end = if alone {
                node + 1
            } else {
                view.card(node).subtree_end
            };
            cards[node..end].fill(true);
        }
        let moving = Self {
            insertable: insertable(view, &nodes),
            nodes,
            from: view.projection.canvas_from_screen(origin),
            with_descendants: !alone,
        };
        let offset = Vec2::ZERO;
        (moving, Moved { cards, offset })
    }

    /// How far the cards are away from where they lie: whole canvas units.
    pub fn offset(&self, projection: Projection, pointer: Pos2) -> Vec2 {
        (projection.canvas_from_screen(pointer) - self.from).round()
    }

    /// The child whose wire would take the dragged node in.
    pub fn wire_below(&self, view: &View<'_>, pointer: Pos2) -> Option<usize> {
        let node = self.insertable.as_ref()?;
        let (document, library) = (view.input.document, view.input.library);
        let card = view.screen_rect(view.scene.index(node)?);
        wire_under(view, card, pointer)
            .filter(|index| can_move_above(document, library, &view.card(*index).id, node).is_ok())
    }

    /// Moves what was dragged, as one command.
    pub fn finish(self, view: &View<'_>, pointer: Pos2, actions: &mut ActionSink) {
        let offset = self.offset(view.projection, pointer);
        let (dx, dy) = (offset.x as i32, offset.y as i32);
        if (dx, dy) == (0, 0) {
            return;
        }
        let wire = self.wire_below(view, pointer);
        let moved = Command::MoveBy {
            nodes: self.nodes,
            dx,
            dy,
            with_descendants: self.with_descendants,
            order_axis: Some(view.flow.order_axis()),
        };
        match (wire, self.insertable) {
            (Some(below), Some(node)) => {
                let child = view.card(below).id.clone();
                let insert = Command::MoveAbove { child, node };
                actions.edit(Command::Batch(vec![moved, insert]));
            }
            _ => actions.edit(moved),
        }
    }
}

/// The only dragged node, if it hangs nowhere, holds nothing and can hold a child.
fn insertable(view: &View<'_>, nodes: &[NodeId]) -> Option<NodeId> {
    let [id] = nodes else { return None };
    let card = view.scene.card(id)?;
    let free = card.marks.loose && card.parent.is_none() && card.child_count == 0;
    (free && card.takes_children()).then(|| id.clone())
}
