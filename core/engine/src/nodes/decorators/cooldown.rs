//! `Cooldown`: fails for a time after its child ended.

use crate::nodes::prelude::*;

kind! {
    /// Memory: whether its child has ended, and when.
    Cooldown: Decorator, "ac_unit",
    summary: "Fails for a time after its child ended.",
    details: [
        "- Less than `seconds` have elapsed since the frame in which its child last ended: returns Failure without running the child.",
        "- Otherwise: runs the child and returns its result.",
        "- An interruption of the child counts as its end. The cooldown continues across starts, until the tree is enabled again.",
    ],
    parameters: {
        seconds: Operand<Nanoseconds> = optional(Float, 5.0, "How long it fails after its child has ended, in seconds.")
            .within(0.0, 1_000_000_000.0).in_unit("s"),
    },
}

fn child_has_ended(memory: &mut [u64], tick: &TickContext<'_>) {
    memory[0] = 1;
    memory[1] = tick.time_nanoseconds().0;
}

impl Parent for Cooldown {
    const WANTS: TaskRequirements = wants!(hears_interruption);
    const MEMORY: usize = 2;
    const GROUND: Option<Ground> = Some(Ground::TimeSinceChildEnded);

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        let has_ended = context.memory[0] != 0;
        let since = context.tick.time_nanoseconds() - Nanoseconds(context.memory[1]);
        if has_ended && since < self.seconds.get(context.tick) {
            return Next::End(Outcome::Failure);
        }
        Next::Run(context.first_child())
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        child_has_ended(context.memory, context.tick);
        Next::End(outcome)
    }

    fn interrupted(&self, memory: &mut [u64], tick: &mut TickContext<'_>) {
        child_has_ended(memory, tick);
    }

    fn times(&self) -> &'static [usize] {
        &[1]
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        let longest = self.seconds.constant().copied();
        let is_over = longest.is_some_and(|longest| forgetting.elapsed(memory[1]) >= longest);
        // While the child runs, its end is still to come.
        if is_over || forgetting.is_running() {
            memory.fill(0);
        }
        if memory[0] != 0 {
            forgetting.moment(&mut memory[1], longest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cooldown(answers: &str) -> TestTree {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("Cooldown", &with("seconds", 2.0));
        tree.script(answers).close().close();
        tree
    }

    #[test]
    fn it_fails_after_its_child_ended_until_the_time_has_elapsed() {
        let mut run = cooldown("S").run();
        assert_eq!(run.story(), "+0 +1 +2 2=S 2.S 1.S");
        assert_eq!(run.story(), "+1 1.F");
        assert_eq!(run.story(), "+1 +2 2=S 2.S 1.S");
    }

    #[test]
    fn the_end_counts_and_not_the_start() {
        let mut run = cooldown("RRRF").run();
        run.letters(3);
        assert_eq!(run.story(), "2=F 2.F 1.F +1 1.F");
        assert_eq!(run.story(), "+1 1.F");
        assert_eq!(run.story(), "+1 +2 2=R");
    }

    #[test]
    fn an_interruption_counts_as_the_end() {
        let mut tree = TestTree::new();
        let slot = tree.variable("near", true);
        tree.open("Repeater", &with("forever", true));
        tree.open("ReactiveSequence", &no_arguments());
        tree.leaf("CompareBool", &is_true(slot));
        tree.open("Cooldown", &with("seconds", 2.0));
        tree.script("R").close().close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3 4");
        run.set("near", false);
        assert_eq!(run.story(), "+2 2=F 2.F 4.X 3.X 1.F +1 +2 2=F 2.F 1.F");
        run.set("near", true);
        assert_eq!(run.story(), "+1 +2 2=S 2.S +3 3.F 1.F");
        assert_eq!(run.starts(), "1 2 3 4");
    }

    #[test]
    fn enabling_the_tree_again_resets_it() {
        let mut run = cooldown("S").run();
        run.frame();
        run.instance.restart(&mut (), &mut run.globals);
        assert_eq!(run.starts(), "0 1 2");
    }
}
