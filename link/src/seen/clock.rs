//! When a frame was, in seconds of game time: a game tells only how long frames lasted. So the time of the first frame that
//! is told is estimated, and all others follow from it, whoever of the agents was told of them. Knows no agents.

use std::collections::BTreeMap;

/// The most frames whose times are kept.
const MOST: usize = 200_000;

/// The times at the ends of frames.
#[derive(Debug, Default)]
pub(super) struct Clock {
    ends: BTreeMap<u64, f64>,
}

impl Clock {
    /// Returns the time at the end of a frame after which one of `dt` seconds came.
    pub fn end_of(&mut self, frame: u64, dt: f64) -> f64 {
        if let Some(time) = self.ends.get(&frame) {
            return *time;
        }
        let before = self.ends.range(..frame).next_back();
        let after = self.ends.range(frame..).next();
        let time = match (before, after) {
            (Some((known, time)), _) => time + (frame - known) as f64 * dt,
            (None, Some((known, time))) => (time - (known - frame) as f64 * dt).max(0.0),
            (None, None) => frame as f64 * dt,
        };
        self.note(frame, time);
        time
    }

    /// Notes when a frame has ended.
    pub fn note(&mut self, frame: u64, time: f64) {
        self.ends.entry(frame).or_insert(time);
        while self.ends.len() > MOST {
            self.ends.pop_first();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_follow_from_the_first_frame_that_is_told() {
        let mut clock = Clock::default();
        assert!((clock.end_of(100, 0.1) - 10.0).abs() < 1e-9);
        clock.note(101, 10.5);
        assert!((clock.end_of(101, 0.1) - 10.5).abs() < 1e-9);
        assert!(
            (clock.end_of(103, 0.1) - 10.7).abs() < 1e-9,
            "two are missing"
        );
        assert!((clock.end_of(90, 0.1) - 9.0).abs() < 1e-9, "an earlier one");
        assert!(clock.end_of(0, 1.0) >= 0.0);
    }
}
