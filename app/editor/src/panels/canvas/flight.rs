//! Short, smooth camera movements. Disabled if the user prefers reduced motion.

use egui::Ui;

use super::camera::Camera;

/// The duration of a movement, as a multiple of a button's fade.
const DURATION_FACTOR: f32 = 2.2;

/// A camera movement in progress.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    from: Camera,
    to: Camera,
    began: f64,
    seconds: f32,
}

impl Flight {
    /// Starts a movement now; `None` if animations are disabled.
    pub fn begin(ui: &Ui, from: Camera, to: Camera) -> Option<Self> {
        let seconds = ui.style().animation_time * DURATION_FACTOR;
        let began = ui.input(|input| input.time);
        (seconds > 0.0).then_some(Self {
            from,
            to,
            began,
            seconds,
        })
    }

    /// Moves with a panel that changes its size.
    pub fn stay(&mut self, from: egui::Rect, to: egui::Rect) {
        self.from.stay(from, to);
        self.to.stay(from, to);
    }

    /// The end position.
    pub fn to(&self) -> Camera {
        self.to
    }

    /// The camera in this frame; `None` once it has arrived. Requests a repaint until then.
    pub fn at(&self, ui: &Ui) -> Option<Camera> {
        let passed = (ui.input(|input| input.time) - self.began) as f32 / self.seconds;
        if passed >= 1.0 {
            return None;
        }
        ui.ctx().request_repaint();
        Some(between(self.from, self.to, passed))
    }
}

/// The camera during the movement: fast at first, then slower. The zoom changes exponentially, so that scaling looks even.
fn between(from: Camera, to: Camera, passed: f32) -> Camera {
    let left = 1.0 - passed.clamp(0.0, 1.0);
    let along = 1.0 - left * left * left;
    let extent = egui::lerp(1.0 / from.zoom..=1.0 / to.zoom, along);
    Camera {
        center: from.center.lerp(to.center, along),
        zoom: 1.0 / extent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_flight_starts_and_ends_at_the_given_cameras() {
        let from = Camera::default();
        let to = Camera {
            center: pos2(400.0, -90.0),
            zoom: 0.25,
        };
        assert_eq!(between(from, to, 0.0), from);
        assert_eq!(between(from, to, 1.0), to);
        let middle = between(from, to, 0.5);
        assert!(middle.zoom < 1.0 && middle.zoom > 0.25);
        assert!(middle.center.x > 200.0, "most of the way is done early");
    }
}
