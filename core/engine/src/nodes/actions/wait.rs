//! `Wait`: runs until a time has passed.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Arguments, Declared, Leaf, add_time};
use crate::runtime::{Operand, Status, TickContext, Wake};
use crate::value::ValueType;

/// The task.
#[derive(Debug)]
pub struct Wait {
    seconds: Operand<f64>,
}

impl Declared for Wait {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "Wait".into(),
            category: Category::Action,
            summary: "Runs until a time has passed.".into(),
            details: concat!(
                "- Before that: Running.\n",
                "- Once the sum of the frames' time steps since it started, this frame's included, is at least `seconds`: Success.",
            )
            .into(),
            icon: "hourglass_empty".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![
                ParameterDeclaration::optional("seconds", ParameterType::Value(ValueType::Float), 1.0, "How long, in seconds.").within(0.0, 1_000_000_000.0).in_unit("s"),
            ],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            seconds: arguments.operand("seconds"),
        }
    }
}

impl Leaf for Wait {
    const MEMORY: usize = 1;

    fn start(&self, memory: &mut [u64], _tick: &mut TickContext<'_>) {
        memory[0] = 0.0_f64.to_bits();
    }

    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let passed = f64::from_bits(memory[0]) + tick.dt();
        memory[0] = passed.to_bits();
        if passed >= self.seconds.get(tick) {
            Status::Success
        } else {
            Status::Running
        }
    }

    fn wake(&self, memory: &[u64], _last: Status, tick: &TickContext<'_>) -> Wake {
        Wake::After(self.seconds.get(tick) - f64::from_bits(memory[0]))
    }

    fn pass(&self, memory: &mut [u64], dt: f64, frames: u64) {
        add_time(&mut memory[0], dt, frames);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::alone;

    #[test]
    fn time_counts_from_the_first_frame_and_has_passed_at_the_given_seconds() {
        assert_eq!(
            alone("Wait", &Arguments::default().with("seconds", 1.0), 1),
            "S"
        );
        assert_eq!(
            alone("Wait", &Arguments::default().with("seconds", 3.0), 3),
            "RRS"
        );
        assert_eq!(
            alone("Wait", &Arguments::default().with("seconds", 0.0), 1),
            "S"
        );
    }
}
