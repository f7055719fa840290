//! The published JSON Schemas of all file formats: documents, task libraries, and the files of this crate.

use treewright_core::format::schema::{self as of_documents, Published};

#[doc(hidden)]
pub use crate::file_header::by_format;
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
