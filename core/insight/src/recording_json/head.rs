//! The first line: what was run, and with what.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use treewright_core::format::FormatError;
use treewright_core::format::distinct::named;
use treewright_core::format::field_error::FieldError;
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::ids::NodeId;
use treewright_core::model::StandIn;
use treewright_core::value::Value;

use super::sources::{HeldFile, Sources};
use super::{FORMAT, VERSION, values};
use crate::headed;
use crate::scenario_json::MAX_DT;

/// What was run, and with what.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// What the tree's file is called.
    pub tree: String,
    /// Seconds that frames last unless they say otherwise.
    pub dt: f64,
    /// What the first agent's random choices are drawn from.
    pub seed: u64,
    /// What plays leaves, whatever the document says, by their ids in the program.
    pub leaves: Vec<(NodeId, StandIn)>,
    /// The files of the first program.
    pub sources: Sources,
}

/// The first line of a file, without the line break.
pub fn head(setup: &Setup) -> String {
    let sources = setup.sources.clone();
    let written = File {
        format: FORMAT.to_owned(),
        version: VERSION,
        tree: setup.tree.clone(),
        dt: values::write(&Value::Float(setup.dt)),
        seed: setup.seed,
        leaves: setup.leaves.clone(),
        documents: sources.documents,
        libraries: sources.libraries,
    };
    // Texts, whole numbers and JSON can always be written.
    serde_json::to_string(&written).unwrap_or_default()
}

/// The first line: what was run, and with what.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "head")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct File {
    #[cfg_attr(feature = "schema", schemars(extend("const" = FORMAT)))]
    format: String,
    #[cfg_attr(feature = "schema", schemars(with = "schema::Version", extend("const" = VERSION)))]
    version: u64,
    /// What the tree's file is called.
    tree: String,
    /// Seconds that frames last unless they say otherwise.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Seconds"))]
    dt: Box<RawValue>,
    /// What the first agent's random choices are drawn from.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Whole"))]
    seed: u64,
    /// What plays leaves, whatever the document says, by their ids in the program.
    #[serde(default, with = "named", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::StandIns>"))]
    leaves: Vec<(NodeId, StandIn)>,
    /// The document that is run, then those that it refers to.
    documents: Vec<HeldFile>,
    /// The task libraries, in the order in which their kinds are added to the built-in ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<HeldFile>>"))]
    libraries: Vec<HeldFile>,
}

/// Reads the first line.
pub(super) fn read(line: &str) -> Result<Setup, FormatError> {
    let file: File = headed::read(line, FORMAT, VERSION)?;
    Ok(Setup {
        dt: seconds(&file.dt)?,
        tree: file.tree,
        seed: file.seed,
        leaves: file.leaves,
        sources: Sources {
            documents: file.documents,
            libraries: file.libraries,
        },
    })
}

/// How long a frame is.
pub(super) fn seconds(json: &RawValue) -> Result<f64, FormatError> {
    let number = json.get().parse().ok();
    let number = number.filter(|number| (0.0..=MAX_DT).contains(number));
    number.ok_or_else(|| {
        let wrong = FieldError::Seconds { most: MAX_DT };
        FormatError::new(wrong.into())
    })
}
