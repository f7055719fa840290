//! What plays a node: it must be a leaf, and the stand-in one that can play.

use crate::diagnostic::{Diagnostic, Location, Problem, StandInProblem};
use crate::model::{ExpressionType, Node, StandIn, WrongNumber};
use crate::validate::context::Context;
use crate::validate::expressions::expression;
use crate::value::ValueType;

pub(super) fn check(context: &Context<'_>, _: usize, node: &Node, found: &mut Vec<Diagnostic>) {
    let Some(stand_in) = &node.stand_in else {
        return;
    };
    let problem = if context.library.can_be_played(node) {
        wrong(context, node, stand_in)
    } else {
        let task = node.task.clone();
        Some(StandInProblem::OnParent { task })
    };
    let location = || Location::Node(node.id().clone());
    found.extend(problem.map(|problem| Diagnostic::new(location(), Problem::StandIn(problem))));
}

fn wrong(context: &Context<'_>, node: &Node, stand_in: &StandIn) -> Option<StandInProblem> {
    if let StandIn::Unknown(json) = stand_in {
        return Some(StandInProblem::Unknown { json: json.clone() });
    }
    if let Some(number) = stand_in.wrong_number() {
        let (value, max) = match number {
            WrongNumber::Probability(value) => (value, 1.0),
            WrongNumber::Seconds(value) => (value, StandIn::MOST_SECONDS),
        };
        return Some(StandInProblem::OutOfRange { value, max });
    }
    let text = stand_in.expression()?;
    let holds = ExpressionType::Of(ValueType::Bool);
    let error = expression(context, node, &holds, text).err()?;
    Some(StandInProblem::Expression {
        column: error.column(text),
        error: Box::new(error),
    })
}
