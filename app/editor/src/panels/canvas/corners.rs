//! What lies over the lower corners of the canvas, so that the camera shows nothing below it.

use egui::{Pos2, Rect, Vec2};

use super::{CanvasInput, minimap, zoom_control};

/// The distance from the lower edge, in points.
const MARGIN: f32 = 10.0;

/// What is free between the lower corners of a canvas with this screen rectangle, down to its lowest line.
pub fn between(viewport: Rect, input: &CanvasInput<'_>) -> Rect {
    let left = minimap::place(viewport, input).map_or(viewport.left(), |minimap| minimap.right());
    let right = Some(zoom_control::place(viewport)).filter(Rect::is_positive);
    let right = right.map_or(viewport.right(), |control| control.left());
    let bottom = viewport.bottom() - MARGIN;
    Rect::from_x_y_ranges(left..=right, viewport.top()..=bottom)
}

/// The covered rectangles of a canvas of this size, relative to it.
pub fn covered(canvas: Vec2, input: &CanvasInput<'_>) -> Vec<Rect> {
    let canvas = Rect::from_min_size(Pos2::ZERO, canvas);
    let minimap = minimap::place(canvas, input);
    minimap
        .into_iter()
        .chain([zoom_control::place(canvas)])
        .collect()
}
