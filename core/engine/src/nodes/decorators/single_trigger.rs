//! `SingleTrigger`: runs its child to its end once, and fails after that.
//! As the node of this name in nav2 (`nav2_behavior_tree`), whose rules its tests follow.

use crate::nodes::prelude::*;

kind! {
    /// The task. It remembers whether its child has ended.
    SingleTrigger: Decorator, "looks_one",
    summary: "Runs its child to its end once while a PipelineSequence or NonblockingSequence above it goes on, and fails after that.",
    details: [
        "- It starts: runs the child and ends with its status.",
        "- The PipelineSequence or NonblockingSequence that is its parent starts it again, while that goes on: Failure, the child is not run.",
        "- `is_global`: after the child has ended, each start fails until the tree is enabled anew, below any parent.",
    ],
    parameters: {
        is_global: Operand<bool> = optional(Bool, false, "Whether the child ends only once in the whole run."),
    },
}

impl Parent for SingleTrigger {
    const MEMORY: usize = 1;

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
        let mut tree = TestTree::under("PipelineSequence", &nothing());
        tree.open("SingleTrigger", &nothing()).script("S").close();
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
    fn below_other_parents_only_a_global_one_remembers() {
        assert_eq!(repeated(false), "+1 +2 2=S 2.S 1.S");
        assert_eq!(repeated(true), "+1 1.F");
    }
}
