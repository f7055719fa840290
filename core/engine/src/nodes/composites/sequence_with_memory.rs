//! `SequenceWithMemory`: runs its children in order until one fails; next time, begins with the child that failed.

use crate::nodes::prelude::*;

kind! {
    /// Memory, across starts: the position of the child with which it continues.
    SequenceWithMemory: Composite, "bookmarks",
    summary: "Runs its children in order until one fails; next time, begins with the child that failed.",
    details: [
        "- Child succeeds: runs the next child in the same frame; after the last one, returns Success and next time begins with the first.",
        "- Child fails: returns Failure immediately. Next time, begins with that child.",
        "- Child returns Running: continues with it in the next frame.",
        "- Interrupted: next time, begins with the child that was interrupted, also where an abort had led back to it.",
    ],
}

impl Parent for SequenceWithMemory {
    const WANTS: TaskRequirements = wants!(reorders);
    const MEMORY: usize = 1;

    fn choice(&self, place: usize, _children: usize) -> Option<ChoiceRule> {
        (place > 0).then_some(ChoiceRule::Memory)
    }

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        let place = usize::try_from(context.memory[0]).unwrap_or(usize::MAX);
        Next::Run(context.child(place).unwrap_or(context.first_child()))
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        let next = context.next_sibling();
        context.memory[0] = match (outcome, next) {
            (Outcome::Success, None) => 0,
            (Outcome::Success, Some(_)) => context.position(context.ended()) as u64 + 1,
            (Outcome::Failure, _) => context.position(context.ended()) as u64,
        };
        match next {
            Some(next) if outcome.is_success() => Next::Run(next),
            _ => Next::End(outcome),
        }
    }

    fn aborted_to(&self, context: &mut ParentContext<'_, '_>, child: NodeIndex) {
        context.memory[0] = context.position(child) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn succeeds_after_the_last_child_and_fails_at_the_first_failure() {
        assert_eq!(over_children("SequenceWithMemory", &["S", "RS"], 2), "RS");
        assert_eq!(over_children("SequenceWithMemory", &["S", "RF"], 2), "RF");
    }

    fn repeated() -> TestTree {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("SequenceWithMemory", &no_arguments());
        tree
    }

    #[test]
    fn begins_with_the_child_that_failed() {
        let mut tree = repeated();
        tree.script("S")
            .lasting_script("FS")
            .script("S")
            .close()
            .close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 +2 2=S 2.S +3 3=F 3.F 1.F");
        assert_eq!(run.story(), "+1 +3 3=S 3.S +4 4=S 4.S 1.S");
        assert_eq!(run.starts(), "1 2 3 4");
    }

    #[test]
    fn begins_with_the_child_that_was_interrupted() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("TimeLimit", &with("seconds", 2.0));
        tree.open("SequenceWithMemory", &no_arguments());
        tree.script("S").script("R").close().close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3 4");
        assert_eq!(run.story(), "4=R 4.X 2.X 1.F +1 +2 +4 4=R");
    }
    #[test]
    fn begins_with_the_child_to_which_an_abort_had_led_back() {
        let mut tree = TestTree::new();
        let near = tree.variable("near", true);
        tree.open("Repeater", &with("forever", true));
        tree.open("TimeLimit", &with("seconds", 3.0));
        tree.open_with("SequenceWithMemory", &no_arguments(), AbortType::OwnBranch);
        tree.open_with("Selector", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(near)).script("R").close();
        tree.script("R").close().close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3 4 6");
        run.set("near", false);
        assert_eq!(run.story(), "4?F 4!2 6.X +3 +4 4=F 4.F +5 5=R");
        assert_eq!(
            run.story(),
            "4?F 5=R 5.X 3.X 2.X 1.F +1 +2 +3 +4 4=F 4.F +5 5=R"
        );
    }
}
