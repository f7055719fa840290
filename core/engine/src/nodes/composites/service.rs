//! `Service`: runs its last child, and next to it the children before it, again every few seconds.

use crate::nodes::prelude::*;

kind! {
    /// Memory: when each child was last started, in nanoseconds of game time, with the bit [`ENDED`] since it ended.
    Service: Composite, "sensors",
    summary: "Runs its last child; next to it, the children before it run every few seconds.",
    details: [
        "- On start: runs all children, left to right. So the last one finds what the others have prepared.",
        "- In later frames: a child before the last one starts again once `seconds` have elapsed since the frame in which it last started. If it is still running then, it starts in the frame after its end.",
        "- A child before the last one succeeds or fails: its result does not matter.",
        "- The last child succeeds or fails: returns its result; children that are running are interrupted.",
        "- Each child has its own run stack, so the children never abort each other.",
    ],
    parameters: {
        seconds: Operand<Nanoseconds> = optional(Float, 1.0, "How often the children before the last one run, in seconds.")
            .within(0.0, 1_000_000_000.0).in_unit("s"),
    },
}

/// The highest bit, which no time before the 292nd year has.
const ENDED: u64 = 1 << 63;

fn elapsed(since: u64, tick: &TickContext<'_>) -> Nanoseconds {
    tick.time_nanoseconds() - Nanoseconds(since & !ENDED)
}

impl Pipeline for Service {
    const GROUND: Option<Ground> = Some(Ground::Interval);

    fn memory_len(&self, children: usize) -> usize {
        children
    }

    fn starts(
        &self,
        memory: &mut [u64],
        place: usize,
        is_first: bool,
        tick: &TickContext<'_>,
    ) -> bool {
        let is_due = || elapsed(memory[place], tick) >= self.seconds.get(tick);
        let starts = is_first || is_due();
        if starts {
            memory[place] = tick.time_nanoseconds().0.min(!ENDED);
        }
        starts
    }

    fn after_turn(&self, memory: &mut [u64], turn: Turn) -> PipelineDecision {
        match turn.ended {
            Some(outcome) if turn.is_last => return PipelineDecision::End(outcome),
            Some(_) => memory[turn.place as usize] |= ENDED,
            None => {}
        }
        PipelineDecision::Next
    }

    fn wake(&self, memory: &[u64], tick: &TickContext<'_>) -> Wake {
        let seconds = self.seconds.get(tick);
        let ended = memory.iter().filter(|since| **since & ENDED != 0);
        let left = ended.map(|since| seconds - elapsed(*since, tick));
        match left.min() {
            Some(Nanoseconds::ZERO) => Wake::EveryFrame,
            Some(left) => Wake::After(left),
            None => Wake::Inputs,
        }
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        for since in memory {
            let ended = *since & ENDED;
            let mut moment = *since & !ENDED;
            forgetting.moment(&mut moment, self.seconds.constant().copied());
            *since = moment | ended;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every(seconds: f64) -> TestTree {
        TestTree::under("Service", &with("seconds", seconds))
    }

    #[test]
    fn the_last_child_decides_and_what_runs_next_to_it_is_interrupted() {
        let mut tree = every(1.0);
        tree.script("R").script("RS").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=R +2 2=R");
        assert_eq!(run.story(), "1=R 2=S 2.S 1.X 0.S");
        assert_eq!(over_children("Service", &["S", "F"], 1), "F");
        assert_eq!(over_children("Service", &["RS"], 2), "RS");
    }

    #[test]
    fn the_others_start_again_every_few_seconds_whatever_they_return() {
        let mut tree = every(2.0);
        tree.script("F").script("R").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=F 1.F +2 2=R");
        assert_eq!(run.story(), "2=R");
        assert_eq!(run.story(), "+1 1=F 1.F 2=R");
        assert_eq!(run.story(), "2=R");
        assert_eq!(run.story(), "+1 1=F 1.F 2=R");
    }

    #[test]
    fn without_a_time_they_run_in_every_frame() {
        let mut tree = every(0.0);
        tree.script("S").script("R").close();
        let mut run = tree.run();
        run.frame_of(0.0);
        assert_eq!(run.story(), "+1 1=S 1.S 2=R");
        let frame = run.frame_of(0.0);
        assert_eq!(run.describe(&frame), "+1 1=S 1.S 2=R");
    }

    #[test]
    fn one_that_is_still_running_starts_again_after_its_end() {
        let mut tree = every(1.0);
        tree.script("RRS").script("R").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=R +2 2=R");
        assert_eq!(run.story(), "1=R 2=R");
        assert_eq!(run.story(), "1=S 1.S 2=R");
        assert_eq!(run.story(), "+1 1=R 2=R");
    }

    #[test]
    fn the_time_counts_from_the_last_start_and_begins_anew_with_each_run() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("Service", &with("seconds", 2.0));
        tree.script("S").script("RS").close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3");
        assert_eq!(run.starts(), "1 2 3");
        assert_eq!(run.story(), "3=S 3.S 1.S +1 +2 2=S 2.S +3 3=R");
    }

    #[test]
    fn several_of_them_share_the_time() {
        let mut tree = every(2.0);
        tree.script("S").script("RRS").script("R").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3");
        assert_eq!(run.starts(), "");
        assert_eq!(run.story(), "+1 1=S 1.S 2=S 2.S 3=R");
        assert_eq!(run.starts(), "2");
        assert_eq!(run.starts(), "1");
    }

    #[test]
    fn aborts_stay_within_each_child() {
        let mut tree = every(2.0);
        let slot = tree.variable("near", false);
        tree.open_with("Selector", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(slot)).script("R").close();
        tree.script("R").close();
        let mut run = tree.run();
        run.frame();
        run.set("near", true);
        assert_eq!(run.story(), "2?S 2!1 3.X +2 2=S 2.S 1.S 4=R");
        assert_eq!(run.story(), "+1 +2 2=S 2.S 1.S 4=R");
    }

    #[test]
    fn between_its_times_the_tree_sleeps() {
        let mut tree = every(5.0);
        tree.script("S").leaf("Idle", &no_arguments()).close();
        let mut manager = TreeManager::new();
        manager.set_added_sleep(true);
        manager.add(tree.program(), 0).unwrap();
        let mut recorder = crate::trace::FrameRecorder::default();
        let mut awake = Vec::new();
        for frame in 1..=11 {
            manager.tick_traced(&mut (), 1.0, &mut recorder);
            awake.extend((!recorder.take_events().is_empty()).then_some(frame));
        }
        assert_eq!(awake, [1, 6, 11]);
    }

    #[test]
    fn one_that_ends_late_keeps_the_tree_awake_until_it_starts_again() {
        let mut tree = every(1.0);
        tree.leaf("Wait", &with("seconds", 3.0));
        tree.leaf("Idle", &no_arguments()).close();
        let mut manager = TreeManager::new();
        manager.set_added_sleep(true);
        let id = manager.add(tree.program(), 0).unwrap();
        let mut asleep = Vec::new();
        for _ in 0..4 {
            manager.tick(&mut (), 1.0);
            asleep.push(manager.is_asleep(id));
        }
        assert_eq!(asleep, [true, true, false, true]);
    }
}
