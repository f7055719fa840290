//! The first line: the header that describes the run.

use serde::{Deserialize, Serialize};
use treewright_core::format::FormatError;
use treewright_core::format::distinct::named;
use treewright_core::format::field_error::FieldError;
use treewright_core::format::json::{self, Raw};
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::ids::NodeId;
use treewright_core::model::StandIn;
use treewright_core::value::Value;

use super::sources::{RecordedFile, Sources};
use super::{FORMAT, VERSION, values};
use crate::file_header;
use crate::scenario_json::MAX_DT;

/// The description of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The file name of the tree.
    pub tree: String,
    /// The default duration of frames in seconds.
    pub dt: f64,
    /// The seed of the first agent's random choices.
    pub seed: u64,
    /// Stand-ins that replace those of the document, by the ids of leaves in the program.
    pub leaves: Vec<(NodeId, StandIn)>,
    /// The files of the first program.
    pub sources: Sources,
    /// The trees of the agents that were added later, apart from that of the first agent.
    pub added_trees: Vec<AddedTree>,
}

/// A tree that only agents run which were added during the run.
#[derive(Clone, Debug, PartialEq)]
pub struct AddedTree {
    /// The index of its first program in the recording.
    pub program: usize,
    /// The file name of the tree.
    pub tree: String,
    /// Stand-ins that replace those of the document, by the ids of leaves in the program.
    pub leaves: Vec<(NodeId, StandIn)>,
}

/// Returns the first line of a file, without line break.
pub fn head(setup: &Setup) -> String {
    let sources = setup.sources.clone();
    let dt = values::write(&Value::Float(setup.dt));
    let written = File {
        format: FORMAT.to_owned(),
        version: VERSION,
        tree: setup.tree.clone(),
        dt: Raw::of(&dt),
        seed: setup.seed,
        leaves: setup.leaves.clone(),
        documents: sources.documents,
        libraries: sources.libraries,
    };
    // Cannot fail: the line consists of texts, integers and JSON.
    json::to_string(&written).unwrap_or_default()
}

/// The first line: the header that describes the run.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "head")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct File<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = FORMAT)))]
    format: String,
    #[cfg_attr(feature = "schema", schemars(with = "schema::Version", extend("const" = VERSION)))]
    version: u64,
    /// The file name of the tree.
    tree: String,
    /// The default duration of frames in seconds.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Seconds"))]
    #[serde(borrow)]
    dt: Raw<'a>,
    /// The seed of the first agent's random choices.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Whole"))]
    seed: u64,
    /// Stand-ins that replace those of the document, by the ids of leaves in the program.
    #[serde(default, with = "named", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::StandIns>"))]
    leaves: Vec<(NodeId, StandIn)>,
    /// The main document, then the documents that it refers to.
    documents: Vec<RecordedFile>,
    /// The task libraries, in the order in which their node types are added to the built-in ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<RecordedFile>>"))]
    libraries: Vec<RecordedFile>,
}

/// Reads the first line.
pub(super) fn read(line: &str) -> Result<Setup, FormatError> {
    let file: File<'_> = file_header::read(line, FORMAT, VERSION)?;
    Ok(Setup {
        dt: seconds(file.dt)?,
        tree: file.tree,
        seed: file.seed,
        leaves: file.leaves,
        sources: Sources {
            documents: file.documents,
            libraries: file.libraries,
        },
        added_trees: Vec::new(),
    })
}

/// Parses the duration of a frame.
pub(super) fn seconds(raw: Raw<'_>) -> Result<f64, FormatError> {
    let number = raw.get().parse().ok();
    let number = number.filter(|number| (0.0..=MAX_DT).contains(number));
    number.ok_or_else(|| {
        let wrong = FieldError::Seconds { most: MAX_DT };
        FormatError::new(wrong.into())
    })
}
