//! Two canvases that look at the same place: whoever is moved takes the other along, so that a node which both have lies at the same
//! place of both. Knows nothing of versions.

use egui::{Rect, Ui, Vec2};
use treewright_core::ids::NodeId;

use super::camera::Camera;
use super::{CanvasState, Scene};

/// How fast the follower glides where another node is looked at, in parts of the way per second.
const HASTE: f32 = 14.0;

/// One of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// The first, on the left or above.
    First,
    /// The second, on the right or below.
    #[default]
    Second,
}

/// What holds two canvases together.
#[derive(Debug, Default)]
pub struct Link {
    leads: Which,
    /// How much farther what both have lies in the second.
    offset: Vec2,
    /// Where they looked; none before they were held together.
    cameras: Option<[Camera; 2]>,
}

impl Link {
    /// This one takes the other along from now on, until the other is moved.
    pub fn lead(&mut self, which: Which) {
        self.leads = which;
    }

    /// Which of them takes the other along.
    pub fn leads(&self) -> Which {
        self.leads
    }

    /// From now on each goes its own way.
    pub fn part(&mut self) {
        self.cameras = None;
    }

    /// Takes one along with the other, after both were drawn. Where they have the node `at`, they lie so that it is at the same place.
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
            (Which::First, [false, true]) => Which::Second,
            (Which::Second, [true, false]) => Which::First,
            (leads, _) => leads,
        };
        let leads = self.leads;
        let (leader, follower) = match leads {
            Which::First => (&mut *first, &mut *second),
            Which::Second => (&mut *second, &mut *first),
        };
        let sign = if leads == Which::First { 1.0 } else { -1.0 };
        let seen = Rect::from_center_size(leader.camera.center, panel / leader.camera.zoom);
        if let Some(between) = between(&leader.scene, &follower.scene, seen, at) {
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
        first.also = second.scene.bounds.map(|all| all.translate(-offset));
        second.also = first.scene.bounds.map(|all| all.translate(offset));
        self.cameras = Some([first.camera, second.camera]);
    }

    fn glide(&mut self, ui: &Ui, to: Vec2, zoom: f32, glides: bool) {
        let left = to - self.offset;
        if !glides || ui.style().animation_time <= 0.0 || left.length() * zoom < 0.5 {
            self.offset = to;
            return;
        }
        let seconds = ui.input(|input| input.stable_dt).min(0.1);
        self.offset += left * (1.0 - (-HASTE * seconds).exp());
        ui.ctx().request_repaint();
    }
}

/// How much farther a node which both have lies in the other: this one if it is in view, or else the one nearest to the middle.
fn between(scene: &Scene, other: &Scene, seen: Rect, at: Option<&NodeId>) -> Option<Vec2> {
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
    /// All that there is to see, here and in another version that is held beside it.
    pub(super) fn all(&self) -> Option<Rect> {
        let parts = self.scene.bounds.into_iter().chain(self.also);
        parts.reduce(Rect::union)
    }

    /// Nothing is held beside it any more.
    pub fn stand_alone(&mut self) {
        self.also = None;
    }

    /// Begins where another one looks.
    pub fn begin_like(&mut self, other: &Self) {
        self.camera = other.camera;
        self.shown_before = true;
    }

    /// Stays where it is although another node is selected: somebody else brings it into view.
    pub fn stay_at(&mut self, primary: Option<&NodeId>) {
        self.primary = primary.cloned();
    }

    /// Shows all again, if nobody has moved it since it did.
    pub fn fit_again(&mut self) {
        if self.fitted.is_some_and(|fitted| fitted.is_where(self)) {
            self.request_fit();
        }
    }

    /// Whether Escape means something to it: something is dragged, or written.
    pub fn is_busy(&self) -> bool {
        let writes = self.quick_add.is_some() || self.rename.is_some() || self.writing.is_some();
        writes || self.gesture.is_active()
    }
}
