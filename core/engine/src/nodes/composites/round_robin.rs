//! `RoundRobin`: runs its children in turn until one succeeds; next time, begins with the child after that one. Works
//! like the node of the same name in nav2 (`nav2_behavior_tree`), whose rules the tests follow.

use crate::nodes::prelude::*;

kind! {
    /// Memory, across starts: the next child, and how many have failed in a row.
    RoundRobin: Composite, "repeat",
    summary: "Runs its children in turn until one succeeds; next time, begins with the child after that one.",
    details: [
        "- Child succeeds: returns Success. Next time, begins with the child to its right.",
        "- Child fails: runs the next child in the same frame; when all have failed in a row, returns Failure and next time begins with the first.",
        "- The last child ends: with `wrap_around`, the first child is next. Without it, returns Failure, whatever the last child returned, and next time begins with the first.",
        "- Interrupted: next time, begins with the first child.",
        "- When an abort continues at a child, that child and those tried after it no longer count as failed.",
    ],
    parameters: {
        wrap_around: Operand<bool> = optional(Bool, false, "Whether the first child follows the last one."),
    },
}

const NEXT: usize = 0;
const FAILED: usize = 1;

impl Parent for RoundRobin {
    const WANTS: TaskRequirements = wants!(reorders, hears_interruption);
    const MEMORY: usize = 2;

    fn choice(&self, _place: usize, _children: usize) -> Option<ChoiceRule> {
        Some(ChoiceRule::Turn)
    }

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        let next = usize::try_from(context.memory[NEXT]).unwrap_or(usize::MAX);
        Next::Run(context.child(next).unwrap_or(context.first_child()))
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        let place = context.position(context.ended()) + 1;
        let next = context.child(place);
        if next.is_none() && !self.wrap_around.get(context.tick) {
            context.memory.fill(0);
            return Next::End(Outcome::Failure);
        }
        context.memory[NEXT] = next.map_or(0, |_| place as u64);
        if outcome.is_success() {
            context.memory[FAILED] = 0;
            return Next::End(Outcome::Success);
        }
        context.memory[FAILED] = context.memory[FAILED].saturating_add(1);
        if context.memory[FAILED] >= context.child_count() as u64 {
            context.memory.fill(0);
            return Next::End(Outcome::Failure);
        }
        Next::Run(next.unwrap_or(context.first_child()))
    }

    fn aborted_to(&self, context: &mut ParentContext<'_, '_>, child: NodeIndex) {
        let children = context.child_count() as u64;
        let place = context.position(child) as u64;
        // How many children were tried from this one to the running one.
        let back = (context.memory[NEXT] % children + children - place) % children;
        context.memory[FAILED] = context.memory[FAILED].saturating_sub(back);
        context.memory[NEXT] = place;
    }

    fn interrupted(&self, memory: &mut [u64], _tick: &mut TickContext<'_>) {
        memory.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Below a Repeater that runs forever.
    fn repeated(wrap_around: bool) -> TestTree {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        let arguments = with("wrap_around", wrap_around);
        tree.open("RoundRobin", &arguments);
        tree
    }

    #[test]
    fn it_continues_after_the_child_that_succeeded() {
        let mut tree = repeated(true);
        tree.script("S").script("F").script("S").close().close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 +2 2=S 2.S 1.S");
        assert_eq!(run.story(), "+1 +3 3=F 3.F +4 4=S 4.S 1.S");
        assert_eq!(run.story(), "+1 +2 2=S 2.S 1.S");
    }

    #[test]
    fn it_fails_when_all_have_failed_and_begins_with_the_first() {
        let mut tree = repeated(true);
        tree.lasting_script("SF").script("F").close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2");
        assert_eq!(run.story(), "+1 +3 3=F 3.F +2 2=F 2.F 1.F");
        assert_eq!(run.starts(), "1 2 3");
    }

    #[test]
    fn without_wrapping_the_round_fails_after_the_last_child() {
        let mut tree = repeated(false);
        tree.script("S").script("S").close().close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 +2 2=S 2.S 1.S");
        assert_eq!(run.story(), "+1 +3 3=S 3.S 1.F");
        assert_eq!(run.story(), "+1 +2 2=S 2.S 1.S");
    }

    #[test]
    fn an_interruption_resets_it_to_the_first_child() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("TimeLimit", &with("seconds", 1.0));
        let arguments = with("wrap_around", true);
        tree.open("RoundRobin", &arguments);
        tree.script("F").script("R").close().close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3 4");
        assert_eq!(run.starts(), "1 2 3 4");
    }
    #[test]
    fn a_child_that_an_abort_interrupts_or_leads_back_to_has_not_failed() {
        let mut tree = TestTree::new();
        let near = tree.variable("near", false);
        let arguments = with("wrap_around", true);
        tree.open_with("RoundRobin", &arguments, AbortType::OwnBranch);
        tree.open_with("Sequence", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(near)).script("F").close();
        tree.script("F").script("RF").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 +2 2=F 2.F 1.F +4 4=F 4.F +5 5=R");
        run.set("near", true);
        assert_eq!(
            run.story(),
            "2?S 2!0 5.X +1 +2 2=S 2.S +3 3=F 3.F 1.F +4 4=F 4.F +5 5=R"
        );
        assert_eq!(
            run.story(),
            "2?S 5=F 5.F 0.F",
            "now all have failed in a row"
        );
    }
}
