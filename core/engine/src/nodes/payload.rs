//! What comes with an event, written to a variable. Knows nothing about who listens.

use super::task_error::TaskError;
use crate::runtime::{Received, TickContext, VariableSlot};
use crate::value::Value;

/// Writes what came with the last event of this name; false, with the reason, if the variable is of another type. An event that brings
/// nothing leaves the variable as it is.
pub(super) fn keep(name: &str, variable: Option<VariableSlot>, tick: &mut TickContext<'_>) -> bool {
    let Some(variable) = variable else {
        return true;
    };
    let Some(payload) = tick
        .received(name)
        .and_then(|Received { payload, .. }| payload.clone())
    else {
        return true;
    };
    let held = tick.get(variable);
    let fitting = match held {
        // What the items are is not known of an empty list.
        Value::List(_) => matches!(payload, Value::List(_)).then(|| payload.clone()),
        _ => payload.coerced(&held.value_type()),
    };
    let Some(fitting) = fitting else {
        let (brings, takes) = (payload.value_type(), held.value_type());
        let name = name.to_owned();
        tick.fail(TaskError::WrongPayload {
            name,
            brings,
            takes,
        });
        return false;
    };
    tick.set(variable, fitting);
    true
}
