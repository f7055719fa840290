//! How fast a run goes by itself.

use treewright_core::project::Project;

use super::RunSession;

/// The most frames that are run to catch up with the clock; what is more is forgotten.
const MAX_CATCH_UP: u32 = 8;

/// The most frames a second, so that none lasts nothing.
const MOST_A_SECOND: f64 = 1000.0;

/// How much game time a frame lasts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeStep {
    /// So many seconds.
    Fixed(f64),
    /// As long as the window's frame before it took.
    Real,
}

/// How fast a run goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Seconds of game time for each second of real time; none for as fast as it can.
    pub speed: Option<f64>,
    /// How much game time a frame lasts.
    pub step: TimeStep,
}

impl Pace {
    /// Seconds of a frame that is run by itself.
    pub fn single_step(self) -> f64 {
        match self.step {
            TimeStep::Fixed(seconds) => seconds,
            TimeStep::Real => 1.0 / 60.0,
        }
    }

    /// Frames a second of real time. Frames that last nothing come as often as those of a tenth of a second would.
    fn frames_a_second(self, speed: f64) -> f64 {
        let seconds = Some(self.single_step()).filter(|seconds| *seconds > 0.0);
        (speed / seconds.unwrap_or(0.1)).min(MOST_A_SECOND)
    }
}

impl RunSession {
    /// Runs the frames that are due after `seconds` of real time; `has_time` says whether there is time for another one if it goes as
    /// fast as it can. Gives how long until the next one, if it goes on by itself.
    pub fn advance(
        &mut self,
        seconds: f64,
        pace: Pace,
        has_time: &mut dyn FnMut() -> bool,
        project: &Project<'_>,
    ) -> Option<f64> {
        let is_sent = self.goal.is_some();
        if !self.going && !is_sent {
            return None;
        }
        let until_next = match pace.speed {
            Some(speed) if !is_sent => self.keep_pace(seconds, speed, pace, project),
            _ => {
                // One at least, or nothing would ever be reached.
                self.go_on(pace.single_step(), project);
                while (self.going || self.goal.is_some()) && has_time() {
                    self.go_on(pace.single_step(), project);
                }
                (self.going || self.goal.is_some()).then_some(0.0)
            }
        };
        // Once for all the frames that were run.
        if self.recording.inside().is_none() {
            self.look();
        }
        until_next
    }

    fn keep_pace(
        &mut self,
        seconds: f64,
        speed: f64,
        pace: Pace,
        project: &Project<'_>,
    ) -> Option<f64> {
        if pace.step == TimeStep::Real {
            if seconds > 0.0 {
                self.go_on(seconds * speed, project);
            }
            return self.going.then_some(0.0);
        }
        let frames_a_second = pace.frames_a_second(speed);
        self.owed += seconds * frames_a_second;
        let mut ran = 0;
        while self.owed >= 1.0 && self.going {
            self.owed -= 1.0;
            if ran < MAX_CATCH_UP {
                self.go_on(pace.single_step(), project);
                ran += 1;
            }
        }
        self.going.then(|| (1.0 - self.owed) / frames_a_second)
    }
}
