//! `StandIn`: placeholder for a game action; returns the result you choose.

use crate::nodes::prelude::*;
use crate::nodes::stand_in::{CountFrom, Player};

/// A stand-in for an action of a game that is not running. Returns the results that the parameters define.
#[derive(Debug)]
pub struct StandIn {
    player: Player,
    /// For how many frames it runs before the player's result.
    runs_before: Option<Operand<i64>>,
    /// Whether each start begins the results anew; otherwise they continue across starts.
    starts_anew: bool,
}

impl StandIn {
    /// Creates a stand-in for a game-defined action. It continues across starts if its results count from the beginning
    /// of the run.
    pub(crate) fn playing(player: Player) -> Self {
        Self {
            starts_anew: player.waits(),
            runs_before: None,
            player,
        }
    }

    /// The player of its results.
    pub(crate) fn player(&mut self) -> &mut Player {
        &mut self.player
    }
}

impl NodeType for StandIn {
    declaration! {
        StandIn: Action, "theater_comedy",
        summary: "Placeholder for a game action: runs some frames and returns the result you choose.",
        details: [
            "- `Constant`: always returns `answer`.",
            "- `Frames`: runs for `frames` frames, then returns `answer`.",
            "- `Sequence`: its n-th update since it started returns the n-th letter of `answers`: S Success, F Failure, R Running; the last one repeats.",
            "- `Ask`: returns Running until you choose a result: click the node while the tree runs.",
        ],
        parameters: {
            mode = optional(ParameterType::choice(["Constant", "Frames", "Sequence", "Ask"]), "Constant", "Where the results come from.")
                .meaning(["Always the same result.", "Runs for some frames, then returns a result.", "One result after the other, from a list.", "You choose the result while the tree runs."])
                .suggesting("Frames"),
            answer = optional(ParameterType::choice(["Success", "Failure", "Running"]), "Success", "The result for `Constant` and `Frames`.")
                .only_while_any("mode", ["Constant", "Frames"])
                .meaning(["Returns Success.", "Returns Failure.", "Returns Running."]),
            frames = optional(ValueType::Int, 2, "For how many frames it runs before its result, for `Frames`.")
                .within(0.0, 1_000_000_000.0)
                .only_while("mode", "Frames"),
            answers = optional(ValueType::String, "RRS", "The results for `Sequence`, one letter per update: S, F or R.")
                .only_while("mode", "Sequence"),
        },
    }

    fn make(arguments: &Arguments) -> Self {
        let runs_before = arguments.int("frames");
        Self {
            player: Player::from_arguments(arguments),
            runs_before: (arguments.text("mode") == "Frames").then_some(runs_before),
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
        self.player.attach(tick);
        if let Some(frames) = &self.runs_before {
            memory[0] = memory[0].saturating_add(1);
            if i64::try_from(memory[0]).unwrap_or(i64::MAX) <= frames.get(tick) {
                return Status::Running;
            }
        }
        let answer = self.player.update(&mut memory[0], tick, CountFrom::Start);
        answer.unwrap_or(Status::Running)
    }

    fn wake(&self, memory: &[u64], _last: Status, tick: &TickContext<'_>) -> Wake {
        if self.runs_before.is_some() {
            return Wake::EveryFrame;
        }
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

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        if self.starts_anew {
            forgetting.until_start(memory);
        }
        if self.runs_before.is_none() {
            self.player.forget(&mut memory[0]);
        }
    }

    fn reads_clock(&self) -> bool {
        self.player.reads_clock(CountFrom::Start)
    }

    fn draw(&self, _tick: &TickContext<'_>) -> Option<Draw> {
        self.player.draw()
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
    fn with_frames_it_runs_for_that_many_each_time_it_starts() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        let arguments = with("mode", "Frames").with("frames", 2);
        tree.leaf("StandIn", &arguments.with("answer", "Failure"))
            .close();
        let mut run = tree.run();
        let node = run.index("1");
        let mut results = Vec::new();
        for _ in 0..5 {
            let ended = run
                .frame()
                .events
                .into_iter()
                .filter_map(|event| match event {
                    TraceEvent::Update(of, status) if of == node => Some(status.letter()),
                    _ => None,
                });
            results.extend(ended);
        }
        // The Repeater starts it again in the frame in which it ends.
        assert_eq!(results.iter().collect::<String>(), "RRFRRFR");
    }

    #[test]
    fn with_no_frames_it_returns_its_result_at_once() {
        let arguments = with("mode", "Frames").with("frames", 0);
        assert_eq!(alone("StandIn", &arguments, 1), "S");
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
