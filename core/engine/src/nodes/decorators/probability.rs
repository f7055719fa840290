//! `Probability`: runs its child with a given probability, using the tree's seed.

use crate::nodes::prelude::*;

kind! {
    Probability: Decorator, "percent",
    summary: "Runs its child with a given probability, using the tree's seed.",
    details: [
        "- On start, a random value from 0 to 1 is below `p`: runs the child and returns its result.",
        "- Otherwise: returns Failure without running the child.",
    ],
    parameters: {
        p: Operand<f64> = optional(Float, 0.5, "From 0 (never) to 1 (always).").within(0.0, 1.0),
    },
}

impl Parent for Probability {
    const GROUND: Option<Ground> = Some(Ground::Draw);

    fn choice(&self, _place: usize, _children: usize) -> Option<ChoiceRule> {
        Some(ChoiceRule::Chance)
    }

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        let draw = f64::from(context.tick.random().rand_float());
        if draw < self.p.get(context.tick) {
            Next::Run(context.first_child())
        } else {
            Next::End(Outcome::Failure)
        }
    }

    fn draw(&self, _children: usize, tick: &TickContext<'_>) -> Option<Draw> {
        Some(Draw::Chance(self.p.get(tick)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(p: f64) -> Arguments {
        with("p", p)
    }

    #[test]
    fn the_ends_of_the_range_are_certain() {
        assert_eq!(over_one_child("Probability", &p(1.0), "RS", 2), "RS");
        assert_eq!(over_one_child("Probability", &p(1.0), "F", 1), "F");
        let mut tree = TestTree::new();
        tree.open("Probability", &p(0.0)).script("S").close();
        assert_eq!(tree.run().story(), "+0 0.F");
    }

    #[test]
    fn it_draws_once_at_each_start() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("Probability", &p(0.25))
            .script("S")
            .close()
            .close();
        let mut run = tree.run();
        let runs = (0..1000).filter(|_| run.starts().ends_with('2')).count();
        assert!((180..320).contains(&runs), "{runs}");
    }
}
