//! Short, smooth moves of the view from one place to another. Where interfaces are to move less, there are none.

use egui::Ui;

use super::camera::Camera;

/// How much longer than a button's fade a move takes.
const SLOWNESS: f32 = 2.2;

/// A move of the view that is under way.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    from: Camera,
    to: Camera,
    began: f64,
    seconds: f32,
}

impl Flight {
    /// Begins a move now; none if things are not to glide.
    pub fn begin(ui: &Ui, from: Camera, to: Camera) -> Option<Self> {
        let seconds = ui.style().animation_time * SLOWNESS;
        let began = ui.input(|input| input.time);
        (seconds > 0.0).then_some(Self {
            from,
            to,
            began,
            seconds,
        })
    }

    /// Where it ends.
    pub fn to(&self) -> Camera {
        self.to
    }

    /// Where the view is in this frame; none once it has arrived. Asks for the next frame while it has not.
    pub fn at(&self, ui: &Ui) -> Option<Camera> {
        let passed = (ui.input(|input| input.time) - self.began) as f32 / self.seconds;
        if passed >= 1.0 {
            return None;
        }
        ui.ctx().request_repaint();
        Some(between(self.from, self.to, passed))
    }
}

/// The view on its way: fast at first, then slower. What is seen grows or shrinks evenly, so that nothing swings.
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
    fn a_move_begins_and_ends_where_it_should() {
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
