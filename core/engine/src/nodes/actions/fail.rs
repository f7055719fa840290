//! `Fail`: returns Failure immediately.

use crate::nodes::prelude::*;

kind! {
    Fail: Action, "cancel",
    summary: "Returns Failure immediately.",
    details: ["- Always: returns Failure."],
}

impl Leaf for Fail {
    const GROUND: Option<Ground> = Some(Ground::Nothing);

    fn update(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) -> Status {
        Status::Failure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_returns_the_status_in_its_name() {
        assert_eq!(alone("Fail", &no_arguments(), 1), "F");
    }
}
