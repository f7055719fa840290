//! Marks on nodes: a frame in a color with a meaning, and the word that says it, as for what is new in one of two versions of a tree.
//! Knows nothing of where they come from.

use egui::{Align2, CornerRadius, Painter, Rect, Stroke, StrokeKind, vec2};
use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;

use super::level_of_detail::LevelOfDetail;
use super::node_card::{font, galley};
use super::view::View;
use crate::icons;
use crate::theme::Tone;

/// A mark on a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What its color means.
    pub tone: Tone,
    /// The same as an icon, where cards are too small for words.
    pub icon: &'static str,
    /// The same in a word, which stands at the upper left corner; may be empty.
    pub word: String,
}

/// How high the plate of a word is, in the units of its text.
const HEIGHT: f32 = 16.0;
/// How far it reaches into its card, in canvas units.
const INSIDE: f32 = 6.0;

/// The marks of nodes; at most one each.
pub type Marks = FxHashMap<NodeId, Mark>;

/// The size of the words of marks, in canvas units.
const WORD: f32 = 10.5;
/// How large they are at least, in screen points.
const LEGIBLE: f32 = 9.5;

/// With more cards in view than this, signs would lie over each other and make a frame slow.
const MOST_SIGNS: usize = 900;

/// Draws the frames of all cards in view, where cards are too small for words, with a sign at each.
pub fn paint_frames(view: &View<'_>, painter: &Painter) {
    if view.input.marks.is_some_and(|marks| !marks.is_empty()) {
        for &index in &view.visible {
            paint_frame(view, painter, index);
        }
        let signed = view
            .visible
            .iter()
            .filter(|_| view.visible.len() <= MOST_SIGNS);
        for &index in signed {
            paint_sign(view, painter, index);
        }
    }
}

/// Draws the icon of a card's mark at its corner, if it has one.
fn paint_sign(view: &View<'_>, painter: &Painter, index: usize) {
    const RADIUS: f32 = 6.0;
    let Some(mark) = mark(view, index) else {
        return;
    };
    let theme = view.input.theme;
    let at = view.screen_rect(index).left_top();
    painter.circle_filled(at, RADIUS, theme.tone(mark.tone));
    let font = icons::font(1.5 * RADIUS);
    let icon = icons::glyph(mark.icon);
    painter.text(at, Align2::CENTER_CENTER, icon, font, theme.background);
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

/// How far the word of a card's mark stands out above the card, on the screen.
pub fn height_above(view: &View<'_>, index: usize) -> f32 {
    let has_word = mark(view, index).is_some_and(|mark| !mark.word.is_empty());
    if has_word && view.detail != LevelOfDetail::Block {
        let zoom = view.projection.zoom;
        HEIGHT * scale(zoom) - INSIDE * zoom
    } else {
        0.0
    }
}

/// How large words are on the screen: not smaller than they can be read.
fn scale(zoom: f32) -> f32 {
    zoom.max(LEGIBLE / WORD)
}

/// Writes the word of a card's mark, if it has one.
pub fn paint_word(view: &View<'_>, painter: &Painter, index: usize) {
    let Some(mark) = mark(view, index).filter(|mark| !mark.word.is_empty()) else {
        return;
    };
    let (theme, zoom) = (view.input.theme, view.projection.zoom);
    let card = view.screen_rect(index);
    let scale = scale(zoom);
    let word = galley(painter, &mark.word, font(view, WORD * scale / zoom));
    let size = vec2(word.size().x + 12.0 * scale, HEIGHT * scale);
    // The order number stands in the middle of the upper edge.
    let right = (card.min.x - 8.0 * zoom + size.x).min(card.center().x - 12.0 * zoom);
    let plate = Rect::from_min_size(card.left_top(), size);
    let plate = plate.translate(vec2(right - size.x - card.min.x, INSIDE * zoom - size.y));
    let round = CornerRadius::same((8.0 * scale).min(255.0) as u8);
    painter.rect_filled(plate, round, theme.tone(mark.tone));
    let at = Align2::CENTER_CENTER.anchor_size(plate.center(), word.size());
    painter.galley(at.min, word, theme.background);
}
