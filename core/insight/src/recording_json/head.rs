//! The first line: what was run, and with what.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use treewright_core::format::distinct::Distinct;
use treewright_core::format::field_error::FieldError;
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::format::{FormatError, stand_in_json};
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

#[derive(Serialize)]
struct Written<'a> {
    format: &'a str,
    version: u64,
    tree: &'a str,
    dt: Box<RawValue>,
    seed: u64,
    #[serde(skip_serializing_if = "IndexMap::is_empty", serialize_with = "as_map")]
    leaves: IndexMap<&'a str, Box<RawValue>>,
    documents: &'a [HeldFile],
    #[serde(skip_serializing_if = "<[HeldFile]>::is_empty")]
    libraries: &'a [HeldFile],
}

fn as_map<S: serde::Serializer>(
    map: &IndexMap<&str, Box<RawValue>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(map)
}

/// The first line of a file, without the line break.
pub fn head(setup: &Setup) -> String {
    let leaf = |stand_in: &StandIn| {
        let mut json = String::new();
        stand_in_json::push(stand_in, &mut json);
        values::raw(json)
    };
    let leaves = setup
        .leaves
        .iter()
        .map(|(id, played)| (id.as_str(), leaf(played)));
    let written = Written {
        format: FORMAT,
        version: VERSION,
        tree: &setup.tree,
        dt: values::write(&Value::Float(setup.dt)),
        seed: setup.seed,
        leaves: leaves.collect(),
        documents: &setup.sources.documents,
        libraries: &setup.sources.libraries,
    };
    // Texts, whole numbers and JSON can always be written.
    serde_json::to_string(&written).unwrap_or_default()
}

/// The first line: what was run, and with what.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "head")
)]
pub(super) struct File<'a> {
    #[serde(rename = "format")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = FORMAT)))]
    _format: String,
    #[serde(rename = "version")]
    #[cfg_attr(feature = "schema", schemars(with = "schema::Version", extend("const" = VERSION)))]
    _version: u64,
    /// What the tree's file is called.
    tree: String,
    /// Seconds that frames last unless they say otherwise.
    #[serde(borrow)]
    #[cfg_attr(feature = "schema", schemars(with = "schema::Seconds"))]
    dt: &'a RawValue,
    /// What the first agent's random choices are drawn from.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Whole"))]
    seed: u64,
    /// What plays leaves, whatever the document says, by their ids in the program.
    #[serde(borrow, default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<schema::StandIn>>")
    )]
    leaves: Distinct<String, &'a RawValue>,
    /// The document that is run, then those that it refers to.
    documents: Vec<HeldFile>,
    /// The task libraries, in the order in which their kinds are added to the built-in ones.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<HeldFile>>"))]
    libraries: Vec<HeldFile>,
}

/// Reads the first line.
pub(super) fn read(line: &str) -> Result<Setup, FormatError> {
    let file: File<'_> = headed::read(line, FORMAT, VERSION)?;
    let leaf = |(id, raw): (String, &RawValue)| {
        let stand_in = stand_in_json::read(raw.get());
        let wrong = |error: FieldError| FormatError {
            path: format!("leaves.{id}"),
            ..FormatError::new(error.into())
        };
        Ok((NodeId::new(id.clone()), stand_in.map_err(wrong)?))
    };
    Ok(Setup {
        dt: seconds(file.dt)?,
        tree: file.tree,
        seed: file.seed,
        leaves: file
            .leaves
            .into_iter()
            .map(leaf)
            .collect::<Result<_, _>>()?,
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
