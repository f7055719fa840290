//! `StandIn`: placeholder for a game action; returns the result you choose.

use crate::nodes::prelude::*;
use crate::nodes::stand_in::{CountFrom, Player};

/// A stand-in for an action of a game that is not running. Returns the results that the parameters define.
#[derive(Debug)]
pub struct StandIn {
    player: Player,
    /// Whether each start begins the results anew; otherwise they continue across starts.
    starts_anew: bool,
}

impl StandIn {
    /// Creates a stand-in for a game-defined action. It continues across starts if its results count from the beginning
    /// of the run.
    pub(crate) fn playing(player: Player) -> Self {
        Self {
            starts_anew: player.waits(),
            player,
        }
    }
}

impl NodeType for StandIn {
    declaration! {
        StandIn: Action, "theater_comedy",
        summary: "Placeholder for a game action: runs some frames and returns the result you choose.",
        details: [
            "- `Constant`: always returns `answer`.",
            "- `Sequence`: its n-th update since it started returns the n-th letter of `answers`: S Success, F Failure, R Running; the last one repeats.",
            "- `Ask`: returns Running until you choose a result: click the node while the tree runs.",
        ],
        parameters: {
            mode = optional(ParameterType::choice(["Constant", "Sequence", "Ask"]), "Constant", "Where the results come from.")
                .meaning(["Always the same result.", "One result after the other, from a list.", "You choose the result while the tree runs."]),
            answer = optional(ParameterType::choice(["Success", "Failure", "Running"]), "Success", "The result for `Constant`.")
                .only_while("mode", "Constant")
                .meaning(["Returns Success.", "Returns Failure.", "Returns Running."]),
            answers = optional(ValueType::String, "RRS", "The results for `Sequence`, one letter per update: S, F or R.")
                .only_while("mode", "Sequence"),
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
        self.player.asks_for_result()
    }

    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let answer = self.player.update(&mut memory[0], tick, CountFrom::Start);
        answer.unwrap_or(Status::Running)
    }

    fn wake(&self, memory: &[u64], _last: Status, tick: &TickContext<'_>) -> Wake {
        self.player.wake(memory[0], tick, CountFrom::Start)
    }

    fn pass(&self, memory: &mut [u64], elapsed: Nanoseconds, frames: u64) {
        self.player
            .pass(&mut memory[0], elapsed, frames, CountFrom::Start);
    }

    fn times(&self) -> &'static [usize] {
        if self.player.waits_for_seconds() {
            &[0]
        } else {
            &[]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_returns_one_letter_per_update_and_repeats_the_last() {
        let arguments = with("mode", "Sequence").with("answers", "RRF");
        assert_eq!(alone("StandIn", &arguments, 3), "RRF");
    }

    #[test]
    fn a_constant_returns_the_same_result_each_time() {
        assert_eq!(alone("StandIn", &with("answer", "Running"), 3), "RRR");
    }

    #[test]
    fn with_ask_it_runs_until_a_result_is_given() {
        let mut tree = TestTree::new();
        tree.leaf("StandIn", &with("mode", "Ask"));
        let mut run = tree.run();
        assert_eq!(run.letters(2), "RR");
        assert!(run.instance.is_asking(run.index("0")));
        run.instance.force(run.index("0"), Status::Failure).unwrap();
        assert_eq!(run.letters(1), "F");
    }
}
