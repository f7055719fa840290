//! The file types of a scenario and its steps. They differ from the types in memory: the file has a header and may omit the
//! number of frames, and its steps are a list. The doc comments become descriptions in the published schema.

use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Error as _};
use treewright_core::format::distinct::{Distinct, named, named_values};
use treewright_core::format::json::Raw;
use treewright_core::format::literal::Written;
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::format::shape::Items;
use treewright_core::format::stand_in_json;
use treewright_core::model::StandIn;
use treewright_core::runtime::{Event, Status};
use treewright_core::value::Value;

use crate::scenario::{Expectation, FrameRange, Interruption, ScenarioStep};

/// A file NAME.scenario.json: inputs of a tree frame by frame, and the expected results. Nodes are named by id, or by a name that
/// only one node has. A field that is not listed here is an error: a test with a misspelled expectation would always pass.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(title = "Treewright scenario, version 1"))]
pub(super) struct File {
    /// The location of this schema, for text editors.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    #[serde(rename = "format")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = super::FORMAT)))]
    pub _format: String,
    #[serde(rename = "version")]
    #[cfg_attr(feature = "schema", schemars(with = "schema::Version", extend("const" = super::VERSION)))]
    pub _version: u64,
    /// The name of the scenario, in a few words.
    #[serde(default)]
    pub name: String,
    /// The description of the scenario.
    #[serde(default)]
    pub description: String,
    /// The file of the tree, relative to this file and inside its project folder; default: the tree with the same file name.
    pub tree: Option<String>,
    /// The default duration of frames in seconds of game time.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Seconds>", extend("default" = 0.1)))]
    pub dt: Option<f64>,
    /// The seed for random choices; default: the document's seed.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Whole>"))]
    pub seed: Option<u64>,
    /// The number of frames to run; default: up to the last step.
    #[cfg_attr(feature = "schema", schemars(range(max = super::MAX_FRAMES)))]
    pub frames: Option<u64>,
    /// Stand-ins that replace those of the document, by node.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::StandIns>"))]
    pub leaves: Distinct<Arc<str>, Played>,
    /// Inputs and expectations of single frames.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<FileStep>>"))]
    pub steps: Items<FileStep>,
    /// Frames in which no abort may fire.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<FrameRange>>"))]
    pub no_aborts: Items<FrameRange>,
}

/// The inputs before a frame, and the expected results after it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "step")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FileStep {
    /// The number of the frame; the first is 1.
    pub frame: u64,
    /// The duration of this frame in seconds of game time, if it differs from the default.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Seconds>"))]
    pub dt: Option<f64>,
    /// Variables to write before the frame.
    #[serde(default, deserialize_with = "named_values")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Values>"))]
    pub set: Vec<(Arc<str>, Value)>,
    /// Events to send before the frame.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<FileEvent>>"))]
    pub events: Vec<FileEvent>,
    /// Forced results: they replace the next results of leaves.
    #[serde(default, deserialize_with = "named::deserialize")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<crate::file_header::StatusName>>")
    )]
    pub force: Vec<(Arc<str>, Status)>,
    /// Interrupts the tasks with these keys at the start of the frame.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Interruption>>"))]
    pub interrupt: Vec<Interruption>,
    /// Begins the random choices anew with this seed before the frame.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Whole>"))]
    pub seed: Option<u64>,
    /// The expected results after the frame.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Expectation>"))]
    pub expect: Expectation,
}

/// An event to send.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "event")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FileEvent {
    /// The name of the event.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: Arc<str>,
    /// The payload of the event.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Value>"))]
    pub payload: Option<Written>,
}

impl From<FileStep> for ScenarioStep {
    fn from(file: FileStep) -> Self {
        let event = |event: FileEvent| Event {
            name: event.name,
            payload: event.payload.map(|Written(value)| value),
        };
        Self {
            dt: file.dt,
            set: file.set,
            events: file.events.into_iter().map(event).collect(),
            force: file.force,
            interrupt: file.interrupt,
            seed: file.seed,
            expect: file.expect,
        }
    }
}

/// The stand-in of a leaf.
pub(super) struct Played(pub StandIn);

impl<'de> Deserialize<'de> for Played {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Raw::deserialize(deserializer)?;
        let read = stand_in_json::read_in_range(raw.get());
        read.map(Self).map_err(D::Error::custom)
    }
}
