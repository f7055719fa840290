//! What lies over the lower corners of the canvas, so that the camera shows nothing below it.

use egui::{Pos2, Rect, Vec2};

use super::{CanvasInput, minimap, zoom_control};

/// The covered rectangles of a canvas of this size, relative to it.
pub fn covered(canvas: Vec2, input: &CanvasInput<'_>) -> Vec<Rect> {
    let canvas = Rect::from_min_size(Pos2::ZERO, canvas);
    let minimap = minimap::place(canvas, input);
    minimap
        .into_iter()
        .chain([zoom_control::place(canvas)])
        .collect()
}
