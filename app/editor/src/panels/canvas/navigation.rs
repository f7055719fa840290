//! Zooming and panning by wheel, pinch and two fingers. Panning by dragging is a gesture.

use egui::{MouseWheelSource, Response, Ui};

use super::camera::Camera;

/// The wheel travel for which the zoom doubles, in points.
const DOUBLING: f32 = 240.0;

/// Applies this frame's wheel and pinch to the camera, which zooms out to `least` at most.
pub fn apply(ui: &Ui, response: &Response, camera: &mut Camera, least: f32) {
    let Some(pointer) = response.hover_pos() else {
        return;
    };
    let viewport = response.rect;
    let (pinch, scroll, fingers, shift) = ui.input(|input| {
        let fingers = matches!(
            input.scroll_source(),
            Some(MouseWheelSource::Trackpad | MouseWheelSource::Momentum)
        );
        (
            input.zoom_delta(),
            input.smooth_scroll_delta(),
            fingers,
            input.modifiers.shift,
        )
    });
    if (pinch - 1.0).abs() > f32::EPSILON {
        camera.zoom_at(viewport, pointer, pinch, least);
    }
    if fingers || shift {
        camera.pan(scroll);
    } else {
        camera.pan(egui::vec2(scroll.x, 0.0));
        if scroll.y != 0.0 {
            camera.zoom_at(viewport, pointer, (scroll.y / DOUBLING).exp2(), least);
        }
    }
}
