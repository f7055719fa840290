//! Marks on nodes: a colored frame and a word, for instance for nodes that are new in one of two versions of a tree. Knows nothing about
//! their origin.

use egui::{
    Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2,
};
use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;

use super::level_of_detail::LevelOfDetail;
use super::node_card::{font, galley};
use super::view::View;
use crate::icons;
use crate::theme::Tone;
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeMark {
    /// The meaning of its color.
    pub tone: Tone,
    /// The same meaning as an icon, for cards that are too small for words.
    pub icon: &'static str,
    /// The same meaning as a word at the upper left corner; may be empty.
    pub word: String,
}

/// The height of a word's background, in the units of its text.
const HEIGHT: f32 = 16.0;
/// How far it overlaps its card, in canvas units.
const OVERLAP: f32 = 6.0;

/// The marks of nodes; at most one each.
pub type NodeMarks = FxHashMap<NodeId, NodeMark>;

/// The text size of words, in canvas units.
const WORD_SIZE: f32 = 10.5;
/// Their minimum size, in screen points.
const MIN_WORD_SIZE: f32 = 9.5;

/// With more visible cards than this, icons would overlap and make frames slow.
const MAX_SIGNS: usize = 900;

/// Draws the frames of all visible cards, each with its icon, if cards are too small for words.
pub fn paint_frames(view: &View<'_>, painter: &Painter) {
    if view.input.marks.is_some_and(|marks| !marks.is_empty()) {
        for &index in &view.visible {
            paint_frame(view, painter, index);
        }
        let signed = view
            .visible
            .iter()
            .filter(|_| view.visible.len() <= MAX_SIGNS);
        for &index in signed {
            paint_sign(view, painter, index);
        }
    }
}

/// Draws the icon of a card's mark at its corner.
fn paint_sign(view: &View<'_>, painter: &Painter, index: usize) {
    let Some(mark) = mark(view, index) else {
        return;
    };
    let at = view.screen_rect(index).left_top();
    let color = view.input.theme.tone(mark.tone);
    paint_icon_sign(view, painter, at, mark.icon, color);
}

/// Draws an icon that has the same size at every zoom.
pub fn paint_icon_sign(view: &View<'_>, painter: &Painter, at: Pos2, icon: &str, color: Color32) {
    const RADIUS: f32 = 6.0;
    painter.circle_filled(at, RADIUS, color);
    let font = icons::font(1.5 * RADIUS);
    let background = view.input.theme.background;
    painter.text(
        at,
        Align2::CENTER_CENTER,
        icons::glyph(icon),
        font,
        background,
    );
}

fn mark<'a>(view: &View<'a>, index: usize) -> Option<&'a NodeMark> {
    view.input.marks?.get(&view.card(index).id)
}

/// Draws the frame of a card's mark, below the badges on the edges of the card.
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

/// How far the word of a card's mark extends above the card, in screen points.
pub fn height_above(view: &View<'_>, index: usize) -> f32 {
    let has_word = mark(view, index).is_some_and(|mark| !mark.word.is_empty());
    if has_word && view.detail != LevelOfDetail::Block {
        let zoom = view.projection.zoom;
        HEIGHT * scale(zoom) - OVERLAP * zoom
    } else {
        0.0
    }
}

/// The scale of words on the screen, limited so that they stay legible.
fn scale(zoom: f32) -> f32 {
    zoom.max(MIN_WORD_SIZE / WORD_SIZE)
}

/// Draws the word of a card's mark.
pub fn paint_word(view: &View<'_>, painter: &Painter, index: usize) {
    let Some(mark) = mark(view, index).filter(|mark| !mark.word.is_empty()) else {
        return;
    };
    let theme = view.input.theme;
    let look = PlateLook {
        fill: theme.tone(mark.tone),
        text: theme.background,
        outline: Outline::Solid(Stroke::NONE),
    };
    paint_plate(
        view,
        painter,
        view.screen_rect(index),
        &mark.word,
        Edge::TopLeft,
        &look,
    );
}

/// The place of a plate on the edges of a card. A long one at the left extends beyond the card rather than over its middle, where
/// numbers and connections are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    TopLeft,
    BottomLeft,
    /// The middle of the lower edge.
    Bottom,
}

/// The colors and the outline of a plate.
pub struct PlateLook {
    pub fill: Color32,
    pub text: Color32,
    pub outline: Outline,
}

/// The outline of a plate.
#[derive(Clone, Copy)]
pub enum Outline {
    Solid(Stroke),
    /// Stands for what is not sure.
    Dotted(Stroke),
}

/// Dashes and the gaps between them, as multiples of their width.
#[derive(Clone, Copy)]
pub struct Dashes {
    pub length: f32,
    pub gap: f32,
}

/// Stand for what never happens.
pub const DASHES: Dashes = Dashes {
    length: 3.0,
    gap: 2.0,
};
/// Stand for what is not sure.
pub const DOTS: Dashes = Dashes {
    length: 1.0,
    gap: 2.0,
};

/// Draws a dashed line around a rectangle.
pub fn dashed(painter: &Painter, rect: Rect, stroke: Stroke, dashes: Dashes) {
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
        rect.left_top(),
    ];
    let [length, gap] = [dashes.length, dashes.gap].map(|times| times * stroke.width);
    painter.extend(Shape::dashed_line(&corners, stroke, length, gap));
}

/// Draws a few words on a plate on an edge of a card.
pub fn paint_plate(
    view: &View<'_>,
    painter: &Painter,
    card: Rect,
    words: &str,
    edge: Edge,
    look: &PlateLook,
) {
    let zoom = view.projection.zoom;
    let scale = scale(zoom);
    let word = galley(painter, words, font(view, WORD_SIZE * scale / zoom));
    let size = vec2(word.size().x + 12.0 * scale, HEIGHT * scale);
    let middle = card.center().x;
    let left = match edge {
        Edge::Bottom => middle - size.x / 2.0,
        Edge::TopLeft | Edge::BottomLeft => {
            (card.min.x - 8.0 * zoom).min(middle - 12.0 * zoom - size.x)
        }
    };
    let top = match edge {
        Edge::TopLeft => card.min.y + OVERLAP * zoom - size.y,
        Edge::Bottom | Edge::BottomLeft => card.max.y - OVERLAP * zoom,
    };
    let plate = Rect::from_min_size(pos2(left, top), size);
    let round = CornerRadius::same((8.0 * scale).min(255.0) as u8);
    match look.outline {
        Outline::Solid(line) => {
            painter.rect(plate, round, look.fill, line, StrokeKind::Middle);
        }
        Outline::Dotted(line) => {
            painter.rect_filled(plate, CornerRadius::ZERO, look.fill);
            dashed(painter, plate, line, DOTS);
        }
    }
    let at = Align2::CENTER_CENTER.anchor_size(plate.center(), word.size());
    painter.galley(at.min, word, look.text);
}
