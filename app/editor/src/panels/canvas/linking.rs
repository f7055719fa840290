//! Links two canvases: the one that is moved takes the other along, so that a node that exists in both is at the same place in both. Knows
//! nothing about versions.

use egui::{Rect, Ui, Vec2};
use treewright_core::ids::NodeId;

use super::camera::Camera;
use super::{CanvasState, Scene};

/// How fast the follower glides when it is aligned to another node: the fraction of the remaining distance per second.
const GLIDE_SPEED: f32 = 14.0;

/// One of two linked canvases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkedCanvas {
    /// The left or upper one.
    First,
    /// The right or lower one.
    #[default]
    Second,
}

/// The link between two canvases.
#[derive(Debug, Default)]
pub struct Link {
    leads: LinkedCanvas,
    /// The position of common nodes in the second canvas relative to the first.
    offset: Vec2,
    /// The cameras of the previous frame; `None` while not linked.
    cameras: Option<[Camera; 2]>,
}

impl Link {
    /// Makes this canvas the leader, until the other is moved.
    pub fn lead(&mut self, which: LinkedCanvas) {
        self.leads = which;
    }

    /// Which canvas leads.
    pub fn leads(&self) -> LinkedCanvas {
        self.leads
    }

    /// Unlinks the canvases.
    pub fn unlink(&mut self) {
        self.cameras = None;
    }

    /// Moves the follower with the leader, after both were drawn. The cameras are aligned so that the node `at`, if both have it in view,
    /// is at the same place.
    pub fn follow(
        &mut self,
        ui: &Ui,
        at: Option<&NodeId>,
        first: &mut CanvasState,
        second: &mut CanvasState,
        panel: Vec2,
    ) {
        let before = self.cameras;
        let is_moving = |state: &CanvasState, index: usize| {
            state.flight.is_some() || before.is_none_or(|seen| seen[index] != state.camera)
        };
        let moving = [is_moving(first, 0), is_moving(second, 1)];
        self.leads = match (self.leads, moving) {
            (LinkedCanvas::First, [false, true]) => LinkedCanvas::Second,
            (LinkedCanvas::Second, [true, false]) => LinkedCanvas::First,
            (leads, _) => leads,
        };
        let leads = self.leads;
        let (leader, follower) = match leads {
            LinkedCanvas::First => (&mut *first, &mut *second),
            LinkedCanvas::Second => (&mut *second, &mut *first),
        };
        let sign = if leads == LinkedCanvas::First {
            1.0
        } else {
            -1.0
        };
        let seen = Rect::from_center_size(leader.camera.center, panel / leader.camera.zoom);
        if let Some(between) = offset_between(&leader.scene, &follower.scene, seen, at) {
            self.glide(ui, between * sign, leader.camera.zoom, before.is_some());
        }
        let camera = Camera {
            center: leader.camera.center + self.offset * sign,
            zoom: leader.camera.zoom,
        };
        if follower.camera != camera {
            follower.camera = camera;
            follower.flight = None;
            ui.ctx().request_repaint();
        }
        let offset = self.offset;
        first.compared_bounds = second.scene.bounds.map(|all| all.translate(-offset));
        second.compared_bounds = first.scene.bounds.map(|all| all.translate(offset));
        self.cameras = Some([first.camera, second.camera]);
    }

    fn glide(&mut self, ui: &Ui, to: Vec2, zoom: f32, glides: bool) {
        let left = to - self.offset;
        if !glides || ui.style().animation_time <= 0.0 || left.length() * zoom < 0.5 {
            self.offset = to;
            return;
        }
        let seconds = ui.input(|input| input.stable_dt).min(0.1);
        self.offset += left * (1.0 - (-GLIDE_SPEED * seconds).exp());
        ui.ctx().request_repaint();
    }
}

/// The position of a common node in `other` relative to `scene`: of the node `at` if it is visible, otherwise of the common node nearest to
/// the center.
fn offset_between(scene: &Scene, other: &Scene, seen: Rect, at: Option<&NodeId>) -> Option<Vec2> {
    let middle = |rect: Rect| rect.center();
    let of = |id: &NodeId, rect: Rect| {
        let there = other.card(id)?.rect;
        Some(middle(there) - middle(rect))
    };
    if let Some(id) = at
        && let Some(card) = scene.card(id)
        && card.rect.intersects(seen)
        && let Some(between) = of(id, card.rect)
    {
        return Some(between);
    }
    let mut nearest: Option<(f32, Vec2)> = None;
    for card in &scene.cards {
        if !card.rect.intersects(seen) {
            continue;
        }
        let distance = middle(card.rect).distance_sq(middle(seen));
        if nearest.is_none_or(|(least, _)| distance < least)
            && let Some(between) = of(&card.id, card.rect)
        {
            nearest = Some((distance, between));
        }
    }
    nearest.map(|(_, between)| between)
}

impl CanvasState {
    /// The bounds of all content, including that of a linked version.
    pub(super) fn all(&self) -> Option<Rect> {
        let parts = self.scene.bounds.into_iter().chain(self.compared_bounds);
        parts.reduce(Rect::union)
    }

    /// Forgets the bounds of the linked version.
    pub fn clear_linked_bounds(&mut self) {
        self.compared_bounds = None;
    }

    /// Starts with the camera of another canvas.
    pub fn copy_camera(&mut self, other: &Self) {
        self.camera = other.camera;
        self.shown_before = true;
    }

    /// Does not scroll to a newly selected node, because another canvas reveals it.
    pub fn skip_revealing(&mut self, primary: Option<&NodeId>) {
        self.primary = primary.cloned();
    }

    /// Fits the content again, unless the camera has moved since it was fitted.
    pub fn refit(&mut self) {
        if self.fitted.is_some_and(|fitted| fitted.fits(self)) {
            self.request_fit();
        }
    }

    /// Whether the canvas handles Escape: during a drag or text input.
    pub fn is_busy(&self) -> bool {
        let writes = self.quick_add.is_some() || self.rename.is_some() || self.writing.is_some();
        writes || self.gesture.is_active()
    }
}
