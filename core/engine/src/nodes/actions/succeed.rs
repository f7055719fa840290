//! `Succeed`: returns Success immediately.

use crate::nodes::prelude::*;

kind! {
    Succeed: Action, "check_circle",
    summary: "Returns Success immediately.",
    details: ["- Always: returns Success."],
}

impl Leaf for Succeed {
    const GROUND: Option<Ground> = Some(Ground::Nothing);

    fn update(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) -> Status {
        Status::Success
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_returns_the_status_in_its_name() {
        assert_eq!(alone("Succeed", &no_arguments(), 1), "S");
    }
}
