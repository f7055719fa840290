//! Resizing notes and groups by dragging an edge or a corner.

use egui::{Pos2, Rect};
use treewright_authoring::edit::Command;
use treewright_core::model::Annotation;

use super::super::annotations::Grip;
use super::super::camera::Projection;
use super::snapping;
use crate::action::ActionSink;
use crate::scene::position_of;

/// A note or group that is being resized.
#[derive(Clone, Copy, Debug)]
pub struct Resizing {
    annotation: Annotation,
    grip: Grip,
    /// Its rectangle when the drag began.
    rect: Rect,
    /// The canvas point at which the drag began.
    from: Pos2,
}

impl Resizing {
    /// Starts with these edges at a canvas point.
    pub fn new(annotation: Annotation, grip: Grip, rect: Rect, from: Pos2) -> Self {
        Self {
            annotation,
            grip,
            rect,
            from,
        }
    }

    /// The dragged edges.
    pub fn grip(&self) -> Grip {
        self.grip
    }

    /// The note or group, and its rectangle with the pointer here.
    pub fn resized(
        &self,
        projection: Projection,
        pointer: Pos2,
        on_grid: bool,
    ) -> (Annotation, Rect) {
        let mut by = (projection.canvas_from_screen(pointer) - self.from).round();
        if on_grid {
            let low = self.grip.across < 0 || self.grip.down < 0;
            let corner = if low { self.rect.min } else { self.rect.max };
            by = snapping::on_grid(Rect::from_min_max(corner, corner), by);
        }
        (self.annotation, self.grip.resized(self.rect, by))
    }

    /// Resizes it, as one command.
    pub fn finish(self, resized: Option<(Annotation, Rect)>, actions: &mut ActionSink) {
        let Some((annotation, rect)) = resized else {
            return;
        };
        if rect != self.rect {
            let size = (rect.width().round() as i32, rect.height().round() as i32);
            let place = (annotation, position_of(rect.min), size);
            actions.edit(Command::PlaceAnnotations(vec![place]));
        }
    }
}
