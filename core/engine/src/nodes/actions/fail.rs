//! `Fail`: fails at once.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    Fail: Action, "cancel",
    summary: "Returns Failure immediately.",
    details: ["- Always: returns Failure."],
}

impl Leaf for Fail {
    fn update(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) -> Status {
        Status::Failure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_answers_what_its_name_says() {
        assert_eq!(alone("Fail", &nothing(), 1), "F");
    }
}
