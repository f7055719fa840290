//! Fixes for problems of declared variables.

use std::sync::Arc;

use treewright_core::diagnostic::Problem;
use treewright_core::model::{Document, Literal, Variable};

use super::Fix;
use super::parameters::converted;
use crate::edit::Command;

pub(super) fn fixes(document: &Document, name: &Arc<str>, problem: &Problem) -> Vec<Fix> {
    match problem {
        Problem::WrongInitialValue { .. } | Problem::NotFinite { .. } => {
            let variable = document.variable(name);
            variable.map_or_else(Vec::new, initial_value)
        }
        Problem::DuplicateVariable { .. } => declared_twice(document, name),
        _ => Vec::new(),
    }
}

/// Proposes the probable value, or the default of a new variable.
fn initial_value(variable: &Variable) -> Vec<Fix> {
    let with = |initial: Literal| {
        Command::ChangeVariable(Variable {
            initial,
            ..variable.clone()
        })
    };
    let mut fixes = Vec::new();
    if let Some(value) = converted(&variable.initial.value, &variable.value_type) {
        fixes.push(Fix::new(
            "set_value",
            vec![("value", value.to_string())],
            with(Literal::from(value)),
        ));
    }
    fixes.push(Fix::plain(
        "reset_initial",
        with(Literal::from(variable.value_type.default_value())),
    ));
    fixes
}

/// All uses of the name refer to the first variable, so the second one is renamed or removed.
fn declared_twice(document: &Document, name: &Arc<str>) -> Vec<Fix> {
    let same = document.variables.iter().enumerate();
    let mut same = same.filter(|(_, variable)| variable.name == *name);
    let (Some((first, _)), Some((second, variable))) = (same.next(), same.next()) else {
        return Vec::new();
    };
    // Commands find a variable by name, which finds the first one: it is moved behind the second while that one is changed.
    let remove = [
        Command::MoveVariable(name.clone(), second),
        Command::RemoveVariable(name.clone()),
    ];
    let back = (first + 1 < second).then(|| Command::MoveVariable(name.clone(), first));
    let free = document.free_variable_name(name);
    let renamed = Variable {
        name: free.as_str().into(),
        ..variable.clone()
    };
    let add = Command::AddVariable(renamed);
    let steps = remove.iter().chain(back.as_ref()).chain([&add]);
    let rename = Fix::new(
        "rename_second",
        vec![("name", free)],
        Command::Batch(steps.cloned().collect()),
    );
    let remove = Fix::plain(
        "remove_second",
        Command::Batch(remove.into_iter().chain(back).collect()),
    );
    vec![rename, remove]
}
