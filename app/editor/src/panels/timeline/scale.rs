//! The visible frames and the width of each. Converts between frames and points; knows nothing about nodes.

use egui::{Rangef, Rect};

/// The maximum and minimum width of a frame, in points.
const MAX_WIDTH: f64 = 48.0;
const MIN_WIDTH: f64 = 0.002;
/// The initial width of a frame, in points.
const INITIAL_WIDTH: f64 = 6.0;
/// The margin after the newest frame while it is followed, in points.
const MARGIN_AFTER: f64 = 24.0;

/// The horizontal scale. Frame `n` covers `n` to `n + 1`.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Points per frame.
    width: f64,
    /// The frame at the left edge.
    first: f64,
    area: Rect,
    /// The margin after the last frame, in points.
    ahead: f64,
    /// The range of existing frames.
    from: f64,
    to: f64,
    /// Show all frames in the next update.
    all: bool,
    /// The maximum width of a frame, in points.
    widest: f64,
}

impl Default for Scale {
    fn default() -> Self {
        Self {
            width: INITIAL_WIDTH,
            first: 1.0,
            area: Rect::NOTHING,
            ahead: MARGIN_AFTER,
            from: 1.0,
            to: 1.0,
            all: false,
            widest: MAX_WIDTH,
        }
    }
}

impl Scale {
    /// Updates the area, the first and the last frame, and the additional margin after the last one.
    pub fn fit_frames(&mut self, area: Rect, frames: (u64, u64), follow: bool, ahead: f32) {
        self.area = area;
        self.ahead = MARGIN_AFTER + f64::from(ahead);
        self.from = frames.0 as f64;
        self.to = frames.1 as f64 + 1.0;
        if std::mem::take(&mut self.all) {
            let frames = (self.to - self.from).max(1.0);
            self.width =
                ((self.room() - self.ahead).max(1.0) / frames).clamp(MIN_WIDTH, self.widest);
            self.first = self.from;
        } else if follow {
            self.first = self.to + self.ahead / self.width - self.room() / self.width;
        }
        self.keep_in_range();
    }

    /// Creates a scale that first shows all frames, each at most as wide as this, in points.
    pub fn of_all(widest: f64) -> Self {
        Self {
            all: true,
            widest,
            ..Self::default()
        }
    }

    fn room(&self) -> f64 {
        f64::from(self.area.width().max(1.0))
    }

    /// Scrolling stops at the first frame, and at the margin after the last one.
    fn keep_in_range(&mut self) {
        let last = self.to + self.ahead / self.width - self.room() / self.width;
        self.first = self.first.min(last).max(self.from);
    }

    /// Shows all frames.
    pub fn show_all(&mut self) {
        self.all = true;
    }

    /// The first and last visible frame.
    pub fn frames(&self) -> (u32, u32) {
        let last = self.first + self.room() / self.width;
        (self.first.max(0.0) as u32, last.max(0.0).ceil() as u32)
    }

    /// The left edge of a frame.
    pub fn x(&self, frame: f64) -> f32 {
        self.area.left() + ((frame - self.first) * self.width) as f32
    }

    /// The center of a frame.
    pub fn middle(&self, frame: u64) -> f32 {
        self.x(frame as f64 + 0.5)
    }

    /// From the left edge of one frame to the right edge of another.
    pub fn range(&self, from: u32, to: u32) -> Rangef {
        Rangef::new(self.x(f64::from(from)), self.x(f64::from(to) + 1.0))
    }

    /// The frame at a coordinate, or the nearest existing one.
    pub fn frame_at(&self, x: f32) -> u64 {
        let frame = self.first + f64::from(x - self.area.left()) / self.width;
        frame.clamp(self.from, (self.to - 1.0).max(self.from)) as u64
    }

    /// Zooms by this factor around `x`.
    pub fn zoom(&mut self, factor: f32, x: f32) {
        let offset = f64::from(x - self.area.left());
        let at = self.first + offset / self.width;
        self.width = (self.width * f64::from(factor)).clamp(MIN_WIDTH, self.widest);
        self.first = at - offset / self.width;
        self.keep_in_range();
    }

    /// Scrolls by points; a positive value shows earlier frames.
    pub fn pan(&mut self, points: f32) {
        self.first -= f64::from(points) / self.width;
        self.keep_in_range();
    }

    /// Scrolls by as little as possible so that a frame is visible.
    pub fn reveal(&mut self, frame: u64) {
        let x = self.middle(frame);
        if x < self.area.left() || x > self.area.right() {
            self.first = frame as f64 - self.room() / self.width / 2.0;
            self.keep_in_range();
        }
    }

    /// The center of the view.
    pub fn center(&self) -> f32 {
        self.area.center().x
    }

    /// The number of frames between ruler marks that are at least this number of points apart.
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
    fn zooming_keeps_the_frame_under_the_pointer() {
        let mut scale = scale();
        scale.pan(-180.0);
        let frame = scale.frame_at(250.0);
        scale.zoom(1.25, 250.0);
        assert_eq!(scale.frame_at(250.0), frame);
        scale.zoom(0.9, 250.0);
        assert_eq!(scale.frame_at(250.0), frame);
    }

    #[test]
    fn scrolling_stops_at_both_ends() {
        let mut scale = scale();
        scale.pan(9000.0);
        assert_eq!(scale.frame_at(100.0), 1);
        scale.pan(-90_000.0);
        assert_eq!(scale.frame_at(400.0), 100);
        assert!(scale.middle(100) < 400.0);
    }

    #[test]
    fn ruler_steps_are_round_numbers() {
        let mut scale = scale();
        assert_eq!(scale.step(60.0), 10);
        scale.zoom(0.05, 100.0);
        assert_eq!(scale.step(60.0), 200);
        scale.zoom(1000.0, 100.0);
        assert_eq!(scale.step(60.0), 2);
    }
}
