//! The published JSON Schemas of all our files: those of documents and libraries, and those of what is made here.

use treewright_core::format::schema::{self as of_documents, Published};

use crate::{breakpoints_json, recording_json, scenario_json};

/// All schemas: of documents, task libraries, scenarios, breakpoints, and of a line of a recording.
pub fn all() -> Vec<Published> {
    let published = |(name, schema)| Published { name, schema };
    let own = [
        ("scenario", scenario_json::schema()),
        ("breakpoints", breakpoints_json::schema()),
        ("trace", recording_json::schema()),
    ];
    let mut all = of_documents::all();
    all.extend(own.map(published));
    all
}

/// Leaves of the names that a text can be only the names, without what each of them means.
pub(crate) fn names_only(schema: &mut schemars::Schema) {
    if let Some(serde_json::Value::Array(named)) = schema.remove("oneOf") {
        let names = named.into_iter().map(|mut name| name["const"].take());
        schema.insert("type".into(), "string".into());
        schema.insert("enum".into(), names.collect());
    }
}
