//! `PrioritySelector`: runs its children in order of priority until one succeeds.

use super::order;
use crate::nodes::prelude::*;

kind! {
    PrioritySelector: Composite, "low_priority",
    summary: "Runs its children in order of priority until one succeeds.",
    details: [
        "- On start: reads the `priority` of every child once; the highest runs first. With equal priorities, the left one runs first.",
        "- Child succeeds: returns Success immediately.",
        "- Child fails: runs the child with the next lower priority in the same frame; after the last one, returns Failure.",
        "- Child returns Running: continues with it in the next frame; priority changes take effect at the next start.",
    ],
    child_parameters: {
        priority: Vec<Operand<f64>> = optional(Float, 0.0, "The priority of this child: the highest runs first."),
    },
}

impl Parent for PrioritySelector {
    const WANTS: TaskRequirements = wants!(reorders);
    const GROUND: Option<Ground> = Some(Ground::Comparison);

    fn choice(&self, _place: usize, _children: usize) -> Option<ChoiceRule> {
        Some(ChoiceRule::Priority)
    }

    fn memory_len(&self, children: usize) -> usize {
        order::memory_len(children)
    }

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        order::reset(context);
        let priority = |place: u64| {
            let priority = self.priority.get(place as usize);
            rank(priority.map_or(0.0, |priority| priority.get(context.tick)))
        };
        order::places(context.memory).sort_unstable_by(|a, b| {
            let descending = priority(*b).total_cmp(&priority(*a));
            descending.then(a.cmp(b))
        });
        order::first(context)
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        if outcome.is_success() {
            return Next::End(Outcome::Success);
        }
        order::next(context).unwrap_or(Next::End(Outcome::Failure))
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        forgetting.until_start(memory);
    }
}

/// Converts a number for comparing children: NaN ranks last, and there is only one zero.
pub(super) fn rank(number: f64) -> f64 {
    if number.is_nan() {
        f64::NEG_INFINITY
    } else {
        number + 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree over children that succeed, fail or run, with these priorities.
    fn over(children: &[(&str, f64)]) -> TestTree {
        let mut tree = TestTree::new();
        let mut arguments = Arguments::default();
        let priorities = children.iter().map(|(_, p)| Operand::Literal((*p).into()));
        arguments.set_of_children("priority", priorities.collect());
        tree.open("PrioritySelector", &arguments);
        for (answers, _) in children {
            tree.script(answers);
        }
        tree.close();
        tree
    }

    #[test]
    fn children_are_tried_from_the_highest_priority_down_until_one_succeeds() {
        let mut run = over(&[("F", 1.0), ("S", 2.0), ("F", 3.0)]).run();
        assert_eq!(run.story(), "+0 +3 3=F 3.F +2 2=S 2.S 0.S");
    }

    #[test]
    fn of_equal_priorities_the_left_one_is_first_and_it_fails_when_all_have() {
        let mut run = over(&[("F", 0.0), ("F", -0.0), ("F", 5.0)]).run();
        assert_eq!(run.story(), "+0 +3 3=F 3.F +1 1=F 1.F +2 2=F 2.F 0.F");
    }

    #[test]
    fn nan_ranks_last() {
        let mut run = over(&[("F", f64::NAN), ("F", -9.0)]).run();
        assert_eq!(run.starts(), "0 2 1");
    }

    #[test]
    fn the_order_is_determined_at_each_start() {
        let mut tree = TestTree::new();
        let slot = tree.variable("danger", 1.0);
        let mut arguments = Arguments::default();
        let priorities = vec![Operand::Literal(2.0.into()), Operand::Variable(slot)];
        arguments.set_of_children("priority", priorities);
        tree.open("Repeater", &with("forever", true));
        tree.open("PrioritySelector", &arguments);
        tree.script("RRF").script("F").close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2");
        run.set("danger", 3.0);
        assert_eq!(run.starts(), "");
        assert_eq!(run.starts(), "3 1 3 2");
    }

    #[test]
    fn an_abort_continues_from_the_conditional() {
        let mut tree = TestTree::new();
        let slot = tree.variable("ready", false);
        let mut arguments = Arguments::default();
        let priorities = [1.0, 3.0, 2.0].map(|p| Operand::Literal(p.into()));
        arguments.set_of_children("priority", priorities.into());
        tree.open_with("PrioritySelector", &arguments, AbortType::OwnBranch);
        tree.script("R")
            .leaf("CompareBool", &is_true(slot))
            .script("F")
            .close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 2 3 1");
        run.set("ready", true);
        assert_eq!(run.story(), "2?S 2!0 1.X +2 2=S 2.S 0.S");
    }

    #[test]
    fn after_an_abort_the_order_continues_with_the_child_after_the_conditional() {
        let mut tree = TestTree::new();
        let slot = tree.variable("ready", false);
        let mut arguments = Arguments::default();
        let priorities = [1.0, 3.0, 2.0].map(|p| Operand::Literal(p.into()));
        arguments.set_of_children("priority", priorities.into());
        tree.open_with("PrioritySelector", &arguments, AbortType::OwnBranch);
        tree.script("R");
        tree.open_with("Sequence", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(slot)).script("F").close();
        tree.script("F").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 2 3 5 1");
        run.set("ready", true);
        assert_eq!(run.starts(), "2 3 4 5 1");
    }

    #[test]
    fn what_a_conditional_in_it_can_interrupt_stands_on_both_sides() {
        let mut tree = TestTree::new();
        let slot = tree.variable("ready", false);
        tree.open_with("PrioritySelector", &no_arguments(), AbortType::OwnBranch);
        tree.script("R")
            .leaf("CompareBool", &is_true(slot))
            .script("R")
            .close();
        let run = tree.run();
        let reach = run.instance.program().interruptible_by(run.index("2"));
        assert_eq!(reach, [run.index("1"), run.index("3")]);
    }
}
