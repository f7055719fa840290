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
