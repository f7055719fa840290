//! `RandomChance`: succeeds with a probability, from the seeded generator of the tree.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Operand, Status, TickContext};
use crate::value::ValueType;

/// The task.
#[derive(Debug)]
pub struct RandomChance {
    probability: Operand<f64>,
}

impl Declared for RandomChance {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "RandomChance".into(),
            category: Category::Conditional,
            summary: "Succeeds with a probability, from the seeded generator of the tree.".into(),
            details: concat!(
                "- The draw is below `probability`: Success.\n",
                "- Otherwise: Failure.\n",
                "- Each check of a watched one draws again.",
            )
            .into(),
            icon: "casino".into(),
            parameters: vec![
                ParameterDeclaration::optional(
                    "probability",
                    ParameterType::Value(ValueType::Float),
                    0.5,
                    "From 0 (never) to 1 (always).",
                )
                .within(0.0, 1.0),
            ],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            probability: arguments.operand("probability"),
        }
    }
}

impl Leaf for RandomChance {
    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let draw = f64::from(tick.random.rand_float());
        Status::of(draw < self.probability.get(&tick.variables))
    }
}
