//! The published JSON Schemas of all file formats: documents, task libraries, and the files of this crate.

use treewright_core::format::schema::{self as of_documents, Published};

use crate::{breakpoints_json, recording_json, scenario_json};

/// Returns all schemas: of documents, task libraries, scenarios, breakpoints, and of a line of a recording.
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

/// Distinguishes the two forms of a line, its first one and all others, by the presence of `format`, so that errors refer to the
/// right one.
#[doc(hidden)]
pub fn by_format(line: &mut schemars::Schema) {
    if let Some(serde_json::Value::Array(forms)) = line.remove("anyOf")
        && let Ok([head, frame]) = <[serde_json::Value; 2]>::try_from(forms)
    {
        line.insert("if".into(), serde_json::json!({"required": ["format"]}));
        line.insert("then".into(), head);
        line.insert("else".into(), frame);
    }
}
