//! `StandIn`: plays an action of a game while there is no game: it answers what you tell it to.

use crate::nodes::prelude::*;
use crate::nodes::stand_in::{Player, Since};

/// The task.
#[derive(Debug)]
pub struct StandIn {
    player: Player,
    /// Whether each start is the first.
    starts_anew: bool,
}

impl StandIn {
    /// One for a leaf of another kind, which goes on across starts with what counts from the beginning of the run.
    pub(crate) fn playing(player: Player) -> Self {
        Self {
            starts_anew: player.waits(),
            player,
        }
    }
}

impl Declared for StandIn {
    declaration! {
        StandIn: Action, "theater_comedy",
        summary: "Placeholder for a game action; returns the result you choose.",
        details: [
            "- `Constant`: always returns `answer`.",
            "- `Sequence`: its n-th update since it started returns the n-th letter of `answers`: S Success, F Failure, R Running; the last one repeats.",
            "- `Ask`: returns Running until you choose a result: click the node while the tree runs.",
        ],
        parameters: {
            mode = optional(ParameterType::choice(["Constant", "Sequence", "Ask"]), "Constant", "Where the results come from.")
                .meaning(["Always the same result.", "One result after the other, from a list.", "You choose the result while the tree runs."]),
            answer = optional(ParameterType::choice(["Success", "Failure", "Running"]), "Success", "The result for `Constant`.")
                .meaning(["Returns Success.", "Returns Failure.", "Returns Running."]),
            answers = optional(ValueType::String, "RRS", "The results for `Sequence`, one letter per update: S, F or R."),
        },
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            player: Player::from_arguments(arguments),
            starts_anew: true,
        }
    }
}

impl Leaf for StandIn {
    const MEMORY: usize = 1;

    fn start(&self, memory: &mut [u64], _tick: &mut TickContext<'_>) {
        if self.starts_anew {
            memory[0] = 0;
        }
    }

    fn is_asking(&self) -> bool {
        self.player.asks()
    }

    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let answer = self.player.update(&mut memory[0], tick, Since::Start);
        answer.unwrap_or(Status::Running)
    }

    fn wake(&self, memory: &[u64], _last: Status, tick: &TickContext<'_>) -> Wake {
        self.player.wake(memory[0], tick, Since::Start)
    }

    fn pass(&self, memory: &mut [u64], dt: f64, frames: u64) {
        self.player.pass(&mut memory[0], dt, frames, Since::Start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_answers_a_letter_an_update_and_repeats_the_last_one() {
        let arguments = with("mode", "Sequence").with("answers", "RRF");
        assert_eq!(alone("StandIn", &arguments, 3), "RRF");
    }

    #[test]
    fn a_constant_answers_itself() {
        assert_eq!(alone("StandIn", &with("answer", "Running"), 3), "RRR");
    }

    #[test]
    fn one_that_asks_runs_until_it_is_answered() {
        let mut tree = TestTree::new();
        tree.leaf("StandIn", &with("mode", "Ask"));
        let mut run = tree.run();
        assert_eq!(run.letters(2), "RR");
        assert!(run.instance.is_asking(run.index("0")));
        run.instance.force(run.index("0"), Status::Failure);
        assert_eq!(run.letters(1), "F");
    }
}
