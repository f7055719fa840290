//! Random stand-ins of every form, including NaN and invalid expressions.

use treewright_core::model::{ActsLike, Delay, StandIn};
use treewright_core::runtime::Status;

use super::Dice;

impl Dice {
    pub(super) fn stand_in(&self) -> StandIn {
        let number = if self.picks[1].is_multiple_of(7) {
            f64::NAN
        } else {
            f64::from(self.dy) / 100.0
        };
        let status = Status::ALL[usize::from(self.picks[1] % 3)];
        match self.picks[2] % 11 {
            0 => StandIn::Ask,
            1 => StandIn::Always(status),
            2 => StandIn::After(Delay::Frames(u64::from(self.picks[1])), status),
            3 => StandIn::After(Delay::Seconds(number), status),
            4 => StandIn::Sequence {
                results: vec![status; usize::from(self.picks[3] % 4)],
                again: self.flag,
            },
            5 => StandIn::Frames([(1, status), (u64::from(self.picks[1]), Status::Failure)].into()),
            6 => StandIn::Chance(number),
            7 => StandIn::Unknown(r#"{"later":[1.0]}"#.to_owned()),
            9 => StandIn::ActsLike(ActsLike::ALL[usize::from(self.picks[1] % 3)]),
            8 => StandIn::Expression(format!("{} + (gamma", self.name(0))),
            _ => StandIn::Expression("alpha > 3 && beta < alpha".to_owned()),
        }
    }
}
