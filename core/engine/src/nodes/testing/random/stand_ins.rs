//! Random stand-ins of all forms that can run.

use super::Dice;
use crate::model::{Delay, StandIn};
use crate::runtime::Status;

impl Dice {
    pub(super) fn stand_in(&mut self) -> StandIn {
        let status = self.of(&Status::ALL);
        let frames = self.below(4) as u64;
        match self.below(7) {
            0 => StandIn::Ask,
            1 => StandIn::After(Delay::Frames(frames), status),
            2 => StandIn::After(Delay::Seconds(self.of(&[0.0, 0.3, 1.5])), status),
            3 => StandIn::Sequence {
                results: (0..frames).map(|_| self.of(&Status::ALL)).collect(),
                again: self.percent(50),
            },
            4 => StandIn::Frames([(frames, status), (7, Status::Success)].into()),
            5 => StandIn::Chance(self.of(&[0.3, 0.5])),
            _ => StandIn::Expression("bool_a != (int_b < 2)".to_owned()),
        }
    }
}
