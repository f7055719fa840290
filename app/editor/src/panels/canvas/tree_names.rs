//! The names of trees, each above the card of its root. They stay legible at any zoom.

use egui::{Align2, FontFamily, FontId, Painter, Rect, vec2};

use super::marks;
use super::node_card::galley;
use super::view::View;
use crate::icons;

/// The text size, in canvas units.
const SIZE: f32 = 15.0;
/// The minimum size on the screen.
const MIN_SIZE: f32 = 10.0;
/// The distance above the card, in canvas units.
const ABOVE: f32 = 5.0;
/// The maximum number of names shown.
const MAX_SHOWN: usize = 400;

/// Draws the names of trees whose root is visible. They are moved above `plates`, the rectangles of node names that are already drawn.
pub fn paint(view: &View<'_>, painter: &Painter, plates: &[Rect]) {
    let color = view.input.theme.accent;
    let size = view.projection.font_size(SIZE).max(MIN_SIZE);
    let mut taken: Vec<Rect> = Vec::new();
    let roots = view
        .input
        .document
        .trees
        .iter()
        .map(|tree| tree.root.clone());
    for index in view.visible_cards_of(roots) {
        let Some(name) = &view.card(index).face.tree else {
            continue;
        };
        let mark = marks::height_above(view, index);
        let above = ABOVE * view.projection.zoom + mark;
        let at = view.screen_rect(index).left_top() - vec2(0.0, above);
        let icon = galley(painter, icons::glyph("schema"), icons::font(size));
        let place = Align2::LEFT_BOTTOM.anchor_size(at, icon.size());
        let text = galley(painter, name, FontId::new(size, FontFamily::Proportional));
        let beside = place.right_center() + vec2(size * 0.3, 0.0);
        let text_place = Align2::LEFT_CENTER.anchor_size(beside, text.size());
        let both = place.union(text_place);
        let in_the_way = plates.iter().find(|plate| plate.intersects(both));
        let up = in_the_way.map_or(0.0, |plate| both.bottom() - plate.top());
        let (place, text_place) = (
            place.translate(vec2(0.0, -up)),
            text_place.translate(vec2(0.0, -up)),
        );
        // When zoomed out, only the names that fit are drawn.
        let both = place.union(text_place);
        if taken.iter().any(|other| other.intersects(both)) {
            continue;
        }
        taken.push(both);
        painter.galley(place.min, icon, color);
        painter.galley(text_place.min, text, color);
        if taken.len() == MAX_SHOWN {
            return;
        }
    }
}
