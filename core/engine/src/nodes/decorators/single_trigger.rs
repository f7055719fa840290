//! `SingleTrigger`: runs its child once per run of the `PipelineSequence` or `NonblockingSequence` above it; fails
//! after that. Works like the node of the same name in nav2 (`nav2_behavior_tree`), whose rules the tests follow.

use crate::nodes::prelude::*;

kind! {
    /// Memory: whether its child has ended.
    SingleTrigger: Decorator, "looks_one",
    summary: "Runs its child once per run of the PipelineSequence or NonblockingSequence above it; fails after that.",
    details: [
        "- On start: runs the child and returns its result.",
        "- Its parent, a running PipelineSequence, NonblockingSequence or Service, starts it again: returns Failure without running the child.",
        "- `is_global`: after the child has ended, every start fails until the tree is enabled again, under any parent.",
    ],
    parameters: {
        is_global: Operand<bool> = optional(Bool, false, "Run the child only once until the tree is enabled again."),
    },
}

impl Parent for SingleTrigger {
    const MEMORY: usize = 1;
    const GROUND: Option<Ground> = Some(Ground::EarlierEnd);

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        if !context.is_restarted() && !self.is_global.get(context.tick) {
            context.memory[0] = 0;
        }
        if context.memory[0] == 0 {
            Next::Run(context.first_child())
        } else {
            Next::End(Outcome::Failure)
        }
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        context.memory[0] = 1;
        Next::End(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_pipeline_it_fails_when_it_is_started_again() {
        let mut tree = TestTree::under("PipelineSequence", &no_arguments());
        tree.open("SingleTrigger", &no_arguments())
            .script("S")
            .close();
        tree.script("R").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 +2 2=S 2.S 1.S +3 3=R");
        assert_eq!(run.story(), "+1 1.F 3.X 0.F");
    }

    fn repeated(is_global: bool) -> String {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        let arguments = with("is_global", is_global);
        tree.open("SingleTrigger", &arguments).script("S").close();
        tree.close();
        let mut run = tree.run();
        run.frame();
        run.story()
    }

    #[test]
    fn below_other_parents_only_is_global_keeps_its_memory() {
        assert_eq!(repeated(false), "+1 +2 2=S 2.S 1.S");
        assert_eq!(repeated(true), "+1 1.F");
    }
}
