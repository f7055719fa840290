//! `Idle`: runs for ever, until it is interrupted.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    Idle: Action, "bedtime",
    summary: "Runs until it is interrupted.",
    details: ["- Always: returns Running."],
}

impl Leaf for Idle {
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
    fn it_answers_what_its_name_says() {
        assert_eq!(alone("Idle", &nothing(), 3), "RRR");
    }
}
