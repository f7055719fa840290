//! Writes the payload of an event to a variable. Knows nothing about which tasks listen.

use super::task_error::TaskError;
use crate::runtime::{Received, TickContext, VariableSlot};

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
    let Some((_, takes)) = tick.declaration(variable) else {
        return true;
    };
    // A list of the right type is shared, not copied.
    let fitting = if takes.accepts(&payload) {
        Some(payload.clone())
    } else {
        payload.coerced(takes)
    };
    let Some(fitting) = fitting else {
        let (brings, takes) = (takes.found_in(&payload), takes.clone());
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
