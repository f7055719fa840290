//! `Succeed`: succeeds at once.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    Succeed: Action, "check_circle",
    summary: "Returns Success immediately.",
    details: ["- Always: returns Success."],
}

impl Leaf for Succeed {
    fn update(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) -> Status {
        Status::Success
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_answers_what_its_name_says() {
        assert_eq!(alone("Succeed", &nothing(), 1), "S");
    }
}
