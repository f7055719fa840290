//! Drawings of whole trees in a few pixels: cards are filled rectangles. Knows neither the canvas nor files.

use egui::{Color32, ColorImage, Rect, Vec2, vec2};
use treewright_core::category::Category;

use crate::theme::{OwnColor, Theme};

/// Pixels of a drawing per screen point.
const PIXELS_PER_POINT: f32 = 2.0;

/// Draws rectangles, later ones above earlier ones, on a panel. `bounds` fills a picture of this size in screen points.
pub fn drawn(
    theme: &Theme,
    bounds: Rect,
    size: Vec2,
    parts: impl Iterator<Item = (Rect, Color32)>,
) -> ColorImage {
    let pixels = [
        (size.x * PIXELS_PER_POINT).ceil().max(1.0) as usize,
        (size.y * PIXELS_PER_POINT).ceil().max(1.0) as usize,
    ];
    let mut image = ColorImage::filled(pixels, theme.panel);
    let scale = vec2(pixels[0] as f32, pixels[1] as f32) / bounds.size().max(Vec2::splat(1.0));
    let last = |along: f32, count: usize| (along.max(0.0) as usize).min(count - 1);
    for (rect, color) in parts {
        let from = (rect.min - bounds.min) * scale;
        let to = (rect.max - bounds.min) * scale;
        // Anything thinner than a pixel still gets one.
        for y in last(from.y, pixels[1])..=last(to.y - 0.5, pixels[1]) {
            let row = y * pixels[0];
            let (left, right) = (last(from.x, pixels[0]), last(to.x - 0.5, pixels[0]));
            image.pixels[row + left..=row + right.max(left)].fill(color);
        }
    }
    image
}

/// The color of a card.
pub fn card_color(
    theme: &Theme,
    category: Option<Category>,
    own: Option<OwnColor>,
    never_runs: bool,
) -> Color32 {
    let strength = if never_runs { 0.4 } else { 0.9 };
    Theme::tint(theme.panel, theme.node_color(category, own), strength)
}
