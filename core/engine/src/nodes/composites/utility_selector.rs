//! `UtilitySelector`: runs the highest-utility child, rechecked every frame.

use super::priority_selector::rank;
use crate::nodes::prelude::*;

kind! {
    /// Memory: one bit for each child that has failed since the start.
    UtilitySelector: Composite, "leaderboard",
    summary: "Runs the highest-utility child, rechecked every frame.",
    details: [
        "- On start: runs the child with the highest `utility`. With equal utilities, the left one runs.",
        "- Child returns Running: in the next frame, compares all utilities again first. A child with a higher one interrupts it and runs instead; one with an equal one does not.",
        "- Child succeeds: returns Success immediately.",
        "- Child fails: runs the best child that has not failed since this node started, in the same frame; when all have failed, returns Failure.",
        "- When an abort continues at a child, that child no longer counts as failed.",
    ],
    child_parameters: {
        utility: Vec<Operand<f64>> = optional(Float, 0.0, "The utility of this child: the highest runs. Usually a variable."),
    },
}

impl UtilitySelector {
    fn utility(&self, place: usize, tick: &TickContext<'_>) -> f64 {
        let utility = self.utility.get(place);
        rank(utility.map_or(0.0, |utility| utility.get(tick)))
    }

    /// Returns the position and utility of the best child that has not failed; the left one of equals.
    fn best(&self, context: &ParentContext<'_, '_>) -> Option<(usize, f64)> {
        let candidates = (0..context.child_count()).filter(|place| !has_failed(context, *place));
        candidates
            .map(|place| (place, self.utility(place, context.tick)))
            .reduce(|best, other| if other.1 > best.1 { other } else { best })
    }

    fn run_best(&self, context: &ParentContext<'_, '_>) -> Next {
        let best = self.best(context);
        let child = best.and_then(|(place, _)| context.child(place));
        child.map_or(Next::End(Outcome::Failure), Next::Run)
    }
}

fn has_failed(context: &ParentContext<'_, '_>, place: usize) -> bool {
    context.memory[place / 64] & (1 << (place % 64)) != 0
}

impl Parent for UtilitySelector {
    const WANTS: TaskRequirements = wants!(revises, reorders);
    const GROUND: Option<Ground> = Some(Ground::Comparison);

    fn choice(&self, _place: usize, _children: usize) -> Option<ChoiceRule> {
        Some(ChoiceRule::Utility)
    }

    fn memory_len(&self, children: usize) -> usize {
        children.div_ceil(64)
    }

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        context.memory.fill(0);
        self.run_best(context)
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        if outcome.is_success() {
            return Next::End(Outcome::Success);
        }
        let place = context.position(context.ended());
        context.memory[place / 64] |= 1 << (place % 64);
        self.run_best(context)
    }

    fn revise(&self, context: &mut ParentContext<'_, '_>, running: NodeIndex) -> Revision {
        let place = context.position(running);
        context.memory[place / 64] &= !(1 << (place % 64));
        let own = self.utility(place, context.tick);
        match self.best(context) {
            Some((better, utility)) if utility > own => context
                .child(better)
                .map_or(Revision::Stay, Revision::Switch),
            _ => Revision::Stay,
        }
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        forgetting.until_start(memory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Children `1`, `2`, … with these results; their utilities are the variables `u1`, `u2`, ….
    fn over(children: &[(&str, f64)]) -> TestRun {
        let mut tree = TestTree::new();
        let mut arguments = Arguments::default();
        let mut utilities = Vec::new();
        for (number, (_, utility)) in (1..).zip(children) {
            let slot = tree.variable(&format!("u{number}"), *utility);
            utilities.push(Operand::Variable(slot));
        }
        arguments.set_of_children("utility", utilities);
        tree.open("UtilitySelector", &arguments);
        for (answers, _) in children {
            tree.script(answers);
        }
        tree.close();
        tree.run()
    }

    #[test]
    fn the_best_child_runs_and_its_success_ends_it() {
        let mut run = over(&[("S", 1.0), ("S", 3.0), ("S", 2.0)]);
        assert_eq!(run.story(), "+0 +2 2=S 2.S 0.S");
    }

    #[test]
    fn a_better_child_interrupts_and_an_equal_one_does_not() {
        let mut run = over(&[("R", 1.0), ("R", 2.0)]);
        run.frame();
        run.set("u1", 2.0);
        assert_eq!(run.story(), "2=R");
        run.set("u1", 2.5);
        assert_eq!(run.story(), "2.X +1 1=R");
    }

    #[test]
    fn after_a_failure_the_best_of_the_others_runs_until_all_have_failed() {
        let mut run = over(&[("F", 1.0), ("F", 3.0), ("RF", 2.0)]);
        assert_eq!(run.story(), "+0 +2 2=F 2.F +3 3=R");
        assert_eq!(run.story(), "3=F 3.F +1 1=F 1.F 0.F");
    }

    #[test]
    fn a_failed_child_is_not_run_again_whatever_its_utility() {
        let mut run = over(&[("F", 2.0), ("R", 1.0)]);
        run.frame();
        run.set("u1", 9.0);
        assert_eq!(run.story(), "2=R");
    }

    #[test]
    fn an_abort_goes_back_to_a_child_that_had_failed() {
        let mut tree = TestTree::new();
        let slot = tree.variable("ready", false);
        let mut arguments = Arguments::default();
        let utilities = [2.0, 1.0].map(|u| Operand::Literal(u.into()));
        arguments.set_of_children("utility", utilities.into());
        tree.open_with("UtilitySelector", &arguments, AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(slot)).script("R").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2");
        run.set("ready", true);
        assert_eq!(run.story(), "1?S 1!0 2.X +1 1=S 1.S 0.S");
    }

    #[test]
    fn there_can_be_more_children_than_bits_in_a_word() {
        let mut children = vec![("F", 1.0); 130];
        children.push(("S", 0.0));
        assert_eq!(over(&children).letters(1), "S");
    }
}
