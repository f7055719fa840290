//! `StandInConditional`: placeholder for a game conditional; returns the result you choose.

use crate::nodes::prelude::*;
use crate::nodes::stand_in::{CountFrom, Player};

/// Indices of the memory: how many updates there were, and the last result that was given from outside.
const UPDATES: usize = 0;
const LAST_ANSWER: usize = 1;

/// A stand-in for a conditional of a game that is not running. Returns the results that the parameters define.
#[derive(Debug)]
pub struct StandInConditional {
    player: Player,
}

impl StandInConditional {
    /// Creates a stand-in for a game-defined conditional.
    pub(crate) fn playing(player: Player) -> Self {
        Self { player }
    }

    /// The player of its results.
    pub(crate) fn player(&mut self) -> &mut Player {
        &mut self.player
    }
}

impl NodeType for StandInConditional {
    declaration! {
        StandInConditional: Conditional, "help_center",
        summary: "Placeholder for a game conditional; returns the result you choose.",
        details: [
            "- `Constant`: always returns `answer`.",
            "- `Sequence`: its n-th update since the tree was enabled returns the n-th letter of `answers`: S Success, F Failure; the last one repeats.",
            "- `Ask`: returns Failure until you choose a result, then that result until you choose another: click the node while the tree runs.",
        ],
        parameters: {
            mode = optional(ParameterType::choice(["Constant", "Sequence", "Ask"]), "Constant", "Where the results come from.")
                .meaning(["Always the same result.", "One result after the other, from a list.", "You choose the result while the tree runs."]),
            answer = optional(ParameterType::choice(["Success", "Failure"]), "Success", "The result for `Constant`.")
                .only_while("mode", "Constant")
                .meaning(["Returns Success.", "Returns Failure."]),
            answers = optional(ValueType::String, "FFS", "The results for `Sequence`, one letter per update: S or F.")
                .only_while("mode", "Sequence"),
        },
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            player: Player::from_arguments(arguments),
        }
    }
}

impl Leaf for StandInConditional {
    const MEMORY: usize = 2;

    fn forced(&self, memory: &mut [u64], status: Status) {
        memory[LAST_ANSWER] = u64::from(status == Status::Success);
    }

    fn is_asking(&self) -> bool {
        self.player.asks_for_result()
    }

    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        self.player.attach(tick);
        let said = Status::of(memory[LAST_ANSWER] != 0);
        let updates = &mut memory[UPDATES];
        let answer = self.player.update(updates, tick, CountFrom::Beginning);
        answer.unwrap_or(said)
    }

    fn wake(&self, memory: &[u64], _last: Status, tick: &TickContext<'_>) -> Wake {
        self.player
            .wake(memory[UPDATES], tick, CountFrom::Beginning)
    }

    fn pass(&self, memory: &mut [u64], elapsed: Nanoseconds, frames: u64) {
        self.player
            .pass(&mut memory[UPDATES], elapsed, frames, CountFrom::Beginning);
    }

    fn forget(&self, memory: &mut [u64], _forgetting: &Forgetting<'_>) {
        self.player.forget(&mut memory[UPDATES]);
    }

    fn reads_clock(&self) -> bool {
        self.player.reads_clock(CountFrom::Beginning)
    }

    fn draw(&self, _tick: &TickContext<'_>) -> Option<Draw> {
        self.player.draw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking() -> Arguments {
        with("mode", "Ask")
    }

    #[test]
    fn a_constant_returns_the_same_result_each_time() {
        assert_eq!(
            alone("StandInConditional", &with("answer", "Failure"), 1),
            "F"
        );
    }

    #[test]
    fn a_sequence_continues_across_starts_and_repeats_its_last_result() {
        let mut tree = TestTree::new();
        let answers = with("mode", "Sequence").with("answers", "FFS");
        tree.open("UntilSuccess", &no_arguments());
        tree.leaf("StandInConditional", &answers).close();
        assert_eq!(tree.run().letters(3), "RRS");
    }

    #[test]
    fn with_ask_it_fails_until_a_result_is_given_and_then_repeats_it() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.leaf("StandInConditional", &asking()).close();
        let mut run = tree.run();
        let node = run.index("1");
        let answer = |run: &mut crate::nodes::testing::TestRun| {
            let events = run.frame().events;
            events.contains(&TraceEvent::Update(node, Status::Success))
        };
        assert!(!answer(&mut run));
        run.instance.force(node, Status::Success).unwrap();
        assert!(answer(&mut run));
        assert!(answer(&mut run), "the answer stays");
        run.instance.force(node, Status::Failure).unwrap();
        assert!(!answer(&mut run));
    }
}
