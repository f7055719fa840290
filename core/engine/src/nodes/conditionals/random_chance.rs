//! `RandomChance`: succeeds with a given probability, using the tree's seed.

use crate::nodes::prelude::*;

kind! {
    RandomChance: Conditional, "casino",
    summary: "Succeeds with a given probability, using the tree's seed.",
    details: [
        "- A random value from 0 to 1 is below `probability`: returns Success.",
        "- Otherwise: returns Failure.",
        "- Each check of a watched conditional uses a new random value.",
    ],
    parameters: {
        probability: Operand<f64> = optional(Float, 0.5, "From 0 (never) to 1 (always).").within(0.0, 1.0),
    },
}

impl Leaf for RandomChance {
    const GROUND: Option<Ground> = Some(Ground::Draw);

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let draw = f64::from(tick.random().rand_float());
        Status::of(draw < self.probability.get(tick))
    }

    fn draw(&self, tick: &TickContext<'_>) -> Option<Draw> {
        Some(Draw::Chance(self.probability.get(tick)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_range_are_certain() {
        let arguments = Arguments::default();
        assert_eq!(
            alone(
                "RandomChance",
                &arguments.clone().with("probability", 1.0),
                1
            ),
            "S"
        );
        assert_eq!(
            alone("RandomChance", &arguments.with("probability", 0.0), 1),
            "F"
        );
    }

    #[test]
    fn about_half_of_the_draws_succeed_and_equal_seeds_draw_equally() {
        let draws = || {
            let mut tree = TestTree::new();
            let forever = with("forever", true);
            tree.open("Repeater", &forever)
                .leaf("RandomChance", &no_arguments())
                .close();
            let mut run = tree.run();
            (0..1000)
                .map(|_| {
                    run.frame()
                        .events
                        .contains(&TraceEvent::Update(run.index("1"), Status::Success))
                })
                .collect::<Vec<_>>()
        };
        let first = draws();
        let successes = first.iter().filter(|s| **s).count();
        assert!((400..600).contains(&successes), "{successes}");
        assert_eq!(first, draws());
    }
}
