//! The names of trees, each above the card at its top. They keep a legible size however far the view is zoomed out.

use egui::{Align2, FontFamily, FontId, Painter, vec2};

use super::node_card::galley;
use super::view::View;
use crate::icons;

/// The size of a name, in canvas units.
const SIZE: f32 = 15.0;
/// The smallest size on the screen.
const SMALLEST: f32 = 10.0;
/// How far above its card a name stands, in canvas units.
const ABOVE: f32 = 5.0;

/// Draws the names of the trees whose tops are in view.
pub fn paint(view: &View<'_>, painter: &Painter) {
    let color = view.input.theme.accent;
    let size = view.projection.font_size(SIZE).max(SMALLEST);
    for &index in &view.visible {
        let Some(name) = &view.card(index).tree else {
            continue;
        };
        let at = view.screen_rect(index).left_top() - vec2(0.0, ABOVE * view.projection.zoom);
        let icon = galley(painter, icons::glyph("schema"), icons::font(size));
        let place = Align2::LEFT_BOTTOM.anchor_size(at, icon.size());
        let text = galley(painter, name, FontId::new(size, FontFamily::Proportional));
        let beside = place.right_center() + vec2(size * 0.3, 0.0);
        let text_place = Align2::LEFT_CENTER.anchor_size(beside, text.size());
        painter.galley(place.min, icon, color);
        painter.galley(text_place.min, text, color);
    }
}
