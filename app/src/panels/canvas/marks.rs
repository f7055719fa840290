//! Marks on nodes: a frame in a colour with a meaning, and the word that says it, as for what is new in one of two versions of a tree.
//! Knows nothing of where they come from.

use egui::{CornerRadius, Painter, Rect, Stroke, StrokeKind, vec2};
use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;

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

/// Draws the frames of all cards in view, where cards are too small for words.
pub fn paint_frames(view: &View<'_>, painter: &Painter) {
    if view.input.marks.is_some_and(|marks| !marks.is_empty()) {
        for &index in &view.visible {
            paint_frame(view, painter, index);
        }
    }
}

fn mark<'a>(view: &View<'a>, index: usize) -> Option<&'a Mark> {
    view.input.marks?.get(&view.card(index).id)
}

/// Draws the frame of a card, if it has a mark; what stands on the edges of the card lies over it.
pub fn paint_frame(view: &View<'_>, painter: &Painter, index: usize) {
    let Some(mark) = mark(view, index) else {
        return;
    };
    let zoom = view.projection.zoom;
    let color = view.input.theme.tone(mark.tone);
    let frame = Stroke::new((3.0 * zoom).max(1.5), color);
    let corner = CornerRadius::same((9.0 * zoom).clamp(0.0, 255.0) as u8);
    let card = view.screen_rect(index).expand(1.0);
    painter.rect_stroke(card, corner, frame, StrokeKind::Outside);
}

/// Writes the word of a card's mark, if it has one.
pub fn paint_word(view: &View<'_>, painter: &Painter, index: usize) {
    let Some(mark) = mark(view, index).filter(|mark| !mark.word.is_empty()) else {
        return;
    };
    let (theme, zoom) = (view.input.theme, view.projection.zoom);
    let card = view.screen_rect(index);
    let word = galley(painter, &mark.word, font(view, 10.5));
    let size = vec2(word.size().x + 12.0 * zoom, 16.0 * zoom);
    // The order number stands in the middle of the upper edge.
    let right = (card.min.x - 8.0 * zoom + size.x).min(card.center().x - 12.0 * zoom);
    let plate = Rect::from_min_size(card.left_top(), size);
    let plate = plate.translate(vec2(right - size.x - card.min.x, -10.0 * zoom));
    let round = CornerRadius::same((8.0 * zoom).min(255.0) as u8);
    painter.rect_filled(plate, round, theme.tone(mark.tone));
    let at = egui::Align2::CENTER_CENTER.anchor_size(plate.center(), word.size());
    painter.galley(at.min, word, theme.background);
}
