//! What the selected node can interrupt, marked before anything runs. Which nodes those are is told from outside, by the
//! same code that the executor uses.

use egui::{Color32, CornerRadius, Painter, Rect, Shape, Stroke};
use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;

use super::level_of_detail::LevelOfDetail;
use super::view::View;

/// The nodes that can be interrupted.
#[derive(Debug, Default)]
pub struct AbortReach {
    nodes: FxHashSet<NodeId>,
}

impl AbortReach {
    /// These nodes, and no others.
    pub fn set(&mut self, nodes: impl IntoIterator<Item = NodeId>) {
        self.nodes.clear();
        self.nodes.extend(nodes);
    }

    /// Marks those in view: a dashed frame and a veil.
    pub fn paint(&self, view: &View<'_>, painter: &Painter) {
        if self.nodes.is_empty() {
            return;
        }
        let color = view.input.theme.abort_scope;
        for &index in &view.visible {
            if self.nodes.contains(&view.card(index).id) {
                let card = view.screen_rect(index);
                painter.rect_filled(card, CornerRadius::same(6), color.gamma_multiply(0.14));
                if view.detail != LevelOfDetail::Block {
                    dashes(painter, card.expand(3.5), color);
                }
            }
        }
    }
}

fn dashes(painter: &Painter, frame: Rect, color: Color32) {
    let corners = [
        frame.left_top(),
        frame.right_top(),
        frame.right_bottom(),
        frame.left_bottom(),
        frame.left_top(),
    ];
    painter.extend(Shape::dashed_line(
        &corners,
        Stroke::new(1.5, color),
        6.0,
        4.0,
    ));
}
