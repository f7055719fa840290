//! Zooming and panning by commands, around the selected node if it is in sight, otherwise around the middle of the canvas. Several presses of
//! a key within a frame add up.

use egui::{Rect, Vec2};
use treewright_core::ids::NodeId;

use super::CanvasState;
use super::camera::{Camera, MIN_ZOOM};

/// The factor of one step of zooming.
pub const STEP: f32 = 1.25;

/// How far one press pans, as a part of the canvas.
const PAN: f32 = 0.15;

/// What commands requested since the last frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyMoves {
    /// The steps of zooming in; negative ones zoom out.
    steps: i32,
    /// Zoom to 100 % first.
    actual_size: bool,
    /// The steps of moving the view to the right and down.
    pan: Vec2,
}

impl CanvasState {
    /// Zooms in by a number of steps, or out if it is negative.
    pub fn zoom_by(&mut self, steps: i32) {
        self.key_moves.steps += steps;
    }

    /// Zooms to 100 %.
    pub fn zoom_to_actual_size(&mut self) {
        self.key_moves = KeyMoves {
            actual_size: true,
            ..KeyMoves::default()
        };
    }

    /// Moves the view by steps to the right and down.
    pub fn pan_by(&mut self, right: i32, down: i32) {
        self.key_moves.pan += Vec2::new(right as f32, down as f32);
    }

    /// Carries out what was requested.
    pub(super) fn move_by_keys(&mut self, viewport: Rect, selected: Option<&NodeId>) {
        let moves = std::mem::take(&mut self.key_moves);
        let least = self.least_zoom(viewport.size());
        let card = selected.and_then(|node| self.scene.card(node));
        let place = card.map(|card| {
            self.camera
                .projection(viewport)
                .screen_rect(card.rect)
                .center()
        });
        let place = place.filter(|place| viewport.contains(*place));
        let around = place.unwrap_or_else(|| viewport.center());
        if moves.actual_size {
            let factor = 1.0 / self.camera.zoom;
            self.camera.zoom_at(viewport, around, factor, least);
        }
        if moves.steps != 0 {
            let factor = STEP.powi(moves.steps);
            self.camera.zoom_at(viewport, around, factor, least);
        }
        if moves.pan != Vec2::ZERO {
            self.camera.pan(-moves.pan * viewport.size() * PAN);
        }
    }

    /// The zoom to which the user can zoom out: until everything is in view, and in any case to the general limit.
    pub(super) fn least_zoom(&self, panel: Vec2) -> f32 {
        let all = self.all();
        all.map_or(MIN_ZOOM, |all| {
            Camera::fitting_zoom(panel, all).min(MIN_ZOOM)
        })
    }
}
