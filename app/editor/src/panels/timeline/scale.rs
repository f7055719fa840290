//! Which frames are in view and how wide each is. Knows frames and points, nothing of nodes.

use egui::{Rangef, Rect};
use treewright_insight::history::RunHistory;

/// The widest and the narrowest that a frame is drawn, in points.
const WIDEST: f64 = 48.0;
const NARROWEST: f64 = 0.002;
/// How wide it is at first.
const FIRST: f64 = 6.0;
/// What is kept free after the newest frame that is followed, in points.
const AHEAD: f64 = 24.0;

/// Frames on the screen. Frame `n` takes from `n` to `n + 1`.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Points for each frame.
    width: f64,
    /// What is at the left edge.
    first: f64,
    area: Rect,
    /// What is kept free after the last frame, in points.
    ahead: f64,
    /// The frames that there are.
    from: f64,
    to: f64,
    /// All frames are to be in view, next time.
    all: bool,
}

impl Default for Scale {
    fn default() -> Self {
        Self {
            width: FIRST,
            first: 1.0,
            area: Rect::NOTHING,
            ahead: AHEAD,
            from: 1.0,
            to: 1.0,
            all: false,
        }
    }
}

impl Scale {
    /// Takes in where it is drawn, what frames there are, and how much more is to be kept free after the newest one.
    pub fn fit_into(&mut self, area: Rect, history: &RunHistory, follow: bool, ahead: f32) {
        self.area = area;
        self.ahead = AHEAD + f64::from(ahead);
        self.from = history.first_frame() as f64;
        self.to = history.last_frame() as f64 + 1.0;
        if std::mem::take(&mut self.all) {
            let frames = (self.to - self.from).max(1.0);
            self.width = ((self.room() - self.ahead).max(1.0) / frames).clamp(NARROWEST, WIDEST);
            self.first = self.from;
        } else if follow {
            self.first = self.to + self.ahead / self.width - self.room() / self.width;
        }
        self.keep_in_range();
    }

    fn room(&self) -> f64 {
        f64::from(self.area.width().max(1.0))
    }

    /// Before the first frame there is nothing to see, nor far behind the last one.
    fn keep_in_range(&mut self) {
        let last = self.to + self.ahead / self.width - self.room() / self.width;
        self.first = self.first.min(last).max(self.from);
    }

    /// Shows all frames.
    pub fn show_all(&mut self) {
        self.all = true;
    }

    /// The frames that are in view, both included.
    pub fn frames(&self) -> (u32, u32) {
        let last = self.first + self.room() / self.width;
        (self.first.max(0.0) as u32, last.max(0.0).ceil() as u32)
    }

    /// Where a frame begins.
    pub fn x(&self, frame: f64) -> f32 {
        self.area.left() + ((frame - self.first) * self.width) as f32
    }

    /// The middle of a frame.
    pub fn middle(&self, frame: u64) -> f32 {
        self.x(frame as f64 + 0.5)
    }

    /// From the beginning of one frame to the end of another.
    pub fn range(&self, from: u32, to: u32) -> Rangef {
        Rangef::new(self.x(f64::from(from)), self.x(f64::from(to) + 1.0))
    }

    /// The frame at a place, as near as there is one.
    pub fn frame_at(&self, x: f32) -> u64 {
        let frame = self.first + f64::from(x - self.area.left()) / self.width;
        frame.clamp(self.from, (self.to - 1.0).max(self.from)) as u64
    }

    /// Zooms by this factor; what is at `x` stays there.
    pub fn zoom(&mut self, factor: f32, x: f32) {
        let offset = f64::from(x - self.area.left());
        let at = self.first + offset / self.width;
        self.width = (self.width * f64::from(factor)).clamp(NARROWEST, WIDEST);
        self.first = at - offset / self.width;
        self.keep_in_range();
    }

    /// Moves by points: positive ones show what is earlier.
    pub fn pan(&mut self, points: f32) {
        self.first -= f64::from(points) / self.width;
        self.keep_in_range();
    }

    /// Moves so far that a frame is in view.
    pub fn reveal(&mut self, frame: u64) {
        let x = self.middle(frame);
        if x < self.area.left() || x > self.area.right() {
            self.first = frame as f64 - self.room() / self.width / 2.0;
            self.keep_in_range();
        }
    }

    /// The middle of the view.
    pub fn center(&self) -> f32 {
        self.area.center().x
    }

    /// How many frames lie between two marks of the ruler that are at least so far apart.
    pub fn step(&self, points: f32) -> u64 {
        let least = (f64::from(points) / self.width).max(1.0);
        let ten = 10_f64.powf(least.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|s| s * ten >= least);
        (step.unwrap_or(10.0) * ten) as u64
    }
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;

    /// A hundred frames on three hundred points.
    fn scale() -> Scale {
        let area = Rect::from_min_size(pos2(100.0, 0.0), vec2(300.0, 50.0));
        Scale {
            area,
            to: 101.0,
            ..Scale::default()
        }
    }

    #[test]
    fn what_is_under_the_pointer_stays_there_while_zooming() {
        let mut scale = scale();
        scale.pan(-180.0);
        let frame = scale.frame_at(250.0);
        scale.zoom(1.25, 250.0);
        assert_eq!(scale.frame_at(250.0), frame);
        scale.zoom(0.9, 250.0);
        assert_eq!(scale.frame_at(250.0), frame);
    }

    #[test]
    fn there_is_nothing_to_see_beyond_the_ends() {
        let mut scale = scale();
        scale.pan(9000.0);
        assert_eq!(scale.frame_at(100.0), 1);
        scale.pan(-90_000.0);
        assert_eq!(scale.frame_at(400.0), 100);
        assert!(scale.middle(100) < 400.0);
    }

    #[test]
    fn marks_are_round_numbers() {
        let mut scale = scale();
        assert_eq!(scale.step(60.0), 10);
        scale.zoom(0.05, 100.0);
        assert_eq!(scale.step(60.0), 200);
        scale.zoom(1000.0, 100.0);
        assert_eq!(scale.step(60.0), 2);
    }
}
