//! A variable's initial value must be of its type.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems};

use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, found: &mut Problems) {
    for variable in &context.document.variables {
        let value = &variable.initial.value;
        let name = variable.name.clone();
        let problem = if !value.is_finite() {
            Problem::NotFinite {
                parameter: name.clone(),
            }
        } else if value.coerced(&variable.value_type).is_none() {
            Problem::WrongInitialValue {
                variable: name.clone(),
                expected: variable.value_type.to_string(),
                found: value.value_type().to_string(),
            }
        } else {
            continue;
        };
        found.push(Diagnostic::new(Location::Variable(name), problem));
    }
}
