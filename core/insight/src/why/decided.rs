//! The condition that decided a step of a chain, with the values that it read.

use treewright_core::Program;
use treewright_core::category::Category;
use treewright_core::runtime::{NodeIndex, Status, World};
use treewright_core::status::Outcome;
use treewright_core::value::Value;

use super::{Fact, InterruptionReason, ReasonStep, ResultReason};

/// A condition that decided, and what it read.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// The conditional or guard.
    pub node: NodeIndex,
    /// Whether it was true.
    pub holds: bool,
    /// The variables that it read by their names, as far as their values are known.
    pub values: Vec<(String, Value)>,
}

/// Returns the condition that decided the first of these steps, with the values of the steps after it.
pub fn decided_by<W: World + ?Sized>(
    program: &Program<W>,
    steps: &[ReasonStep],
) -> Option<Decided> {
    let (first, after) = steps.split_first()?;
    let (node, holds) = match first.fact {
        Fact::Ended(outcome, ResultReason::Answered)
            if program.category(first.node) == Category::Conditional =>
        {
            (first.node, outcome == Outcome::Success)
        }
        Fact::Ended(_, ResultReason::GuardRefused) => (first.node, false),
        Fact::Interrupted(InterruptionReason::Abort {
            conditional,
            answer,
            ..
        }) => (conditional, answer == Status::Success),
        _ => return None,
    };
    let values = after.iter().map_while(|step| match &step.fact {
        Fact::Value(reading) => {
            // Within a use of a subtree, the variable has the id of the use before its name.
            let own = reading.variable.rsplit('/').next().unwrap_or_default();
            Some((own.to_owned(), reading.value.clone()?))
        }
        _ => None,
    });
    Some(Decided {
        node,
        holds,
        values: values.collect(),
    })
}
