//! The payload of a sent event must have a type that some node waiting for the event can store.

use treewright_core::diagnostic::{Location, Problem, Problems};
use treewright_core::model::{Node, ParameterValue};
use treewright_core::value::ValueType;

use crate::validate::context::Context;
use crate::validate::payloads::{NAME, PAYLOAD};

pub(super) fn check(context: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    if &*node.task != "SendEvent" {
        return;
    }
    let event = node.text_parameter(NAME);
    let Some(payload) = node.parameters.get(PAYLOAD) else {
        return;
    };
    let Some(types) = context.payload_types().get(event) else {
        return;
    };
    let misfit = match payload {
        ParameterValue::Literal(literal) => {
            let fits = types.iter().any(|t| literal.value.coerced(t).is_some());
            (!fits).then(|| types[0].found_in(&literal.value))
        }
        ParameterValue::Variable(name) => {
            let sent = context.variable(name).map(|v| &v.value_type);
            let misfit = sent.filter(|sent| !types.iter().any(|t| converts(sent, t)));
            misfit.cloned()
        }
    };
    if let Some(sent) = misfit {
        let problem = Problem::WrongPayload {
            event: event.into(),
            expected: types.iter().copied().cloned().collect(),
            found: sent,
        };
        let location = Location::Parameter(node.id().clone(), PAYLOAD.into());
        found.add(location, problem);
    }
}

/// Returns whether the values of a variable can be stored in a variable of another type, as by `Value::coerced`.
fn converts(from: &ValueType, to: &ValueType) -> bool {
    match (from, to) {
        (ValueType::Int, ValueType::Float) => true,
        (ValueType::List(from), ValueType::List(to)) => converts(from, to),
        _ => from == to,
    }
}
