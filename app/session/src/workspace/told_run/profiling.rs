//! The times that a game has measured for the nodes of a run, and how often these nodes aborted something lately.

use treewright_core::trace::TraceEvent;

use super::ToldRun;
use crate::workspace::run_profile::{CountedAborts, Measured, RunProfile};
use crate::workspace::run_view::RunView as _;

/// In how many of the last seconds aborts are counted, and how long frames are.
const LATELY: f64 = 5.0;

impl ToldRun {
    /// Takes what was measured of the leaves of the program with this number in the past.
    pub fn take_measured(&mut self, program: usize, measured: &Measured) {
        let (aborts, dt) = self.lately(program);
        if let Some(tree) = self.trees.get_mut(program) {
            tree.profile = Some(RunProfile::new(tree.nodes(), measured, dt, &aborts));
            self.shown.revision += 1;
        }
    }

    /// Nothing is measured any more.
    pub fn forget_measured(&mut self) {
        for tree in &mut self.trees {
            if tree.profile.take().is_some() {
                self.shown.revision += 1;
            }
        }
    }

    /// Returns the aborts of the shown agent in the last seconds, while it ran this program, and the mean duration of a frame.
    fn lately(&self, program: usize) -> (CountedAborts, f64) {
        let last = self.frames().1;
        let Some(stretch) = self.past.stretch(self.agent, last) else {
            return (CountedAborts::default(), 0.0);
        };
        let time = |frame| stretch.history().time(frame);
        let (end, mut first) = (time(last), last);
        while first > stretch.first_frame() && end - time(first - 1) <= LATELY {
            first -= 1;
        }
        let seconds = end - time(first);
        let dt = seconds / (last - first).max(1) as f64;
        let mut counted = CountedAborts {
            aborts: Vec::new(),
            seconds,
        };
        if stretch.program_number() == program && seconds > 0.0 {
            let events = (first + 1..=last).flat_map(|frame| self.events_of(frame));
            let aborts = events.filter_map(|event| match event {
                TraceEvent::Abort { conditional, scope } => Some((*conditional, *scope)),
                _ => None,
            });
            counted.aborts.extend(aborts);
        }
        (counted, dt)
    }
}
