//! `Idle`: runs until it is interrupted.

use crate::nodes::prelude::*;

kind! {
    Idle: Action, "bedtime",
    summary: "Runs until it is interrupted.",
    details: ["- Always: returns Running."],
}

impl Leaf for Idle {
    const GROUND: Option<Ground> = Some(Ground::Nothing);

    fn update(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) -> Status {
        Status::Running
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_returns_the_status_in_its_name() {
        assert_eq!(alone("Idle", &no_arguments(), 3), "RRR");
    }
}
