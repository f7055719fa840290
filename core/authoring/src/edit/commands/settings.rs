//! Commands for the document's own fields.

use treewright_core::model::Document;

use super::{Plan, PlanResult};
use crate::edit::primitive::Primitive;

pub(super) fn set_name(document: &Document, name: &str) -> PlanResult {
    let changed = document.name != name;
    one(changed, "set_document_name", || {
        Primitive::DocumentName(name.to_owned())
    })
}

pub(super) fn set_description(document: &Document, text: &str) -> PlanResult {
    let changed = document.description != text;
    one(changed, "set_description", || {
        Primitive::Description(text.to_owned())
    })
}

pub(super) fn set_seed(document: &Document, seed: u64) -> PlanResult {
    one(document.seed != seed, "set_seed", || Primitive::Seed(seed))
}

pub(super) fn set_restart(document: &Document, on: bool) -> PlanResult {
    let changed = document.restart_when_complete != on;
    one(changed, "set_restart", || {
        Primitive::RestartWhenComplete(on)
    })
}

pub(super) fn set_libraries(document: &Document, list: &[String]) -> PlanResult {
    one(document.libraries != list, "set_libraries", || {
        Primitive::Libraries(list.to_owned())
    })
}

pub(super) fn set_schema(document: &Document, json: &str) -> PlanResult {
    let mut extra = document.extra.clone();
    if let Some(field) = extra.get_mut("$schema") {
        json.clone_into(field);
    }
    one(extra != document.extra, "set_schema", || {
        Primitive::DocumentExtra(extra)
    })
}

fn one(changed: bool, code: &'static str, primitive: impl FnOnce() -> Primitive) -> PlanResult {
    Plan::each(code, changed.then(primitive).into_iter().collect())
}

#[cfg(test)]
mod tests;
