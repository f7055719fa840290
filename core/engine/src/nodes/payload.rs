//! Writes the payload of an event to a variable. Knows nothing about which tasks listen.

use super::task_error::TaskError;
use crate::runtime::{Received, TickContext, VariableSlot};
use crate::value::Value;

/// Writes the payload of the last event of this name to a variable. Returns false, and reports the reason, if the type
/// differs. An event without a payload leaves the variable unchanged.
pub(super) fn store(
    name: &str,
    variable: Option<VariableSlot>,
    tick: &mut TickContext<'_>,
) -> bool {
    let Some(variable) = variable else {
        return true;
    };
    let Some(payload) = tick
        .received(name)
        .and_then(|Received { payload, .. }| payload.clone())
    else {
        return true;
    };
    let value = tick.get(variable);
    let fitting = match value {
        // The item type of an empty list is unknown.
        Value::List(_) => matches!(payload, Value::List(_)).then(|| payload.clone()),
        _ => payload.coerced(&value.value_type()),
    };
    let Some(fitting) = fitting else {
        let (brings, takes) = (payload.value_type(), value.value_type());
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
