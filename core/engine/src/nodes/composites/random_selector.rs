//! `RandomSelector`: runs its children in random order until one succeeds.

use super::order;
use crate::nodes::prelude::*;

kind! {
    RandomSelector: Composite, "shuffle_on",
    summary: "Runs its children in random order until one succeeds.",
    details: [
        "- On start: shuffles its children, using the tree's seed.",
        "- Child succeeds: returns Success immediately.",
        "- Child fails: runs the next child of that order in the same frame; after the last one, returns Failure.",
        "- Child returns Running: continues with it in the next frame.",
    ],
}

impl Parent for RandomSelector {
    const WANTS: TaskRequirements = wants!(reorders);

    fn choice(&self, _place: usize, _children: usize) -> Option<ChoiceRule> {
        Some(ChoiceRule::RandomOrder)
    }

    fn memory_len(&self, children: usize) -> usize {
        order::memory_len(children)
    }

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        order::shuffle(context);
        order::first(context)
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        if outcome.is_success() {
            return Next::End(outcome);
        }
        order::next(context).unwrap_or(Next::End(outcome))
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        forgetting.until_start(memory);
    }

    fn draw(&self, children: usize, _tick: &TickContext<'_>) -> Option<Draw> {
        Some(Draw::Order(children))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fails_when_all_have_failed_and_succeeds_at_a_success() {
        assert_eq!(over_children("RandomSelector", &["F", "RF", "F"], 2), "RF");
        assert_eq!(over_children("RandomSelector", &["S", "S"], 1), "S");
    }

    /// One under a Repeater, over three children that all return the same.
    fn repeated(answer: &str) -> TestRun {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("RandomSelector", &no_arguments());
        tree.script(answer).script(answer).script(answer);
        tree.close().close();
        tree.run()
    }

    #[test]
    fn each_start_draws_a_new_order_and_every_order_occurs() {
        let mut run = repeated("F");
        let mut counts = std::collections::BTreeMap::<String, u32>::new();
        for _ in 0..600 {
            let starts = run.starts();
            let order = starts.split(' ').filter(|id| !["0", "1"].contains(id));
            *counts.entry(order.collect()).or_default() += 1;
        }
        let orders: Vec<_> = counts.keys().map(String::as_str).collect();
        assert_eq!(orders, ["234", "243", "324", "342", "423", "432"]);
        assert!(counts.values().all(|count| (60..140).contains(count)));
    }

    #[test]
    fn equal_seeds_draw_equal_orders() {
        let orders = || {
            let mut run = repeated("F");
            (0..50).map(|_| run.starts()).collect::<Vec<_>>()
        };
        assert_eq!(orders(), orders());
    }
}
