//! Marks on nodes: a frame in a colour with a meaning, and the word that says it, as for what is new in one of two versions of a tree.
//! Knows nothing of where they come from.

use egui::{CornerRadius, Painter, Rect, Stroke, StrokeKind, vec2};
use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;

use super::level_of_detail::LevelOfDetail;
use super::node_card::{font, galley};
use super::view::View;
use crate::theme::Tone;

/// A mark on a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What its colour means.
    pub tone: Tone,
    /// The same in a word, which stands at the upper left corner; may be empty.
    pub word: String,
}

/// The marks of nodes; at most one each.
pub type Marks = FxHashMap<NodeId, Mark>;

/// Draws the marks of all cards in view.
pub fn paint(view: &View<'_>, painter: &Painter) {
    if view.input.marks.is_some_and(|marks| !marks.is_empty()) {
        for &index in &view.visible {
            paint_one(view, painter, index);
        }
    }
}

/// Draws the mark of a card, if it has one.
pub fn paint_one(view: &View<'_>, painter: &Painter, index: usize) {
    let marks = view.input.marks;
    let Some(mark) = marks.and_then(|marks| marks.get(&view.card(index).id)) else {
        return;
    };
    let (theme, zoom) = (view.input.theme, view.projection.zoom);
    let color = theme.tone(mark.tone);
    let card = view.screen_rect(index);
    let frame = Stroke::new((3.0 * zoom).max(1.5), color);
    let corner = CornerRadius::same((9.0 * zoom).clamp(0.0, 255.0) as u8);
    painter.rect_stroke(card.expand(1.0), corner, frame, StrokeKind::Outside);
    if view.detail != LevelOfDetail::Full || mark.word.is_empty() {
        return;
    }
    let word = galley(painter, &mark.word, font(view, 10.5));
    let size = vec2(word.size().x + 12.0 * zoom, 16.0 * zoom);
    // The order number stands in the middle of the upper edge.
    let right = (card.min.x - 8.0 * zoom + size.x).min(card.center().x - 12.0 * zoom);
    let plate = Rect::from_min_size(card.left_top(), size);
    let plate = plate.translate(vec2(right - size.x - card.min.x, -10.0 * zoom));
    let round = CornerRadius::same((8.0 * zoom).min(255.0) as u8);
    painter.rect_filled(plate, round, color);
    let at = egui::Align2::CENTER_CENTER.anchor_size(plate.center(), word.size());
    painter.galley(at.min, word, theme.background);
}
