//! A scenario's file and the steps in it, which are not what is kept of them: the file has a head and may leave out how many frames are run, and its
//! steps are a list. What is said of them goes into the published schema.

use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::value::RawValue;
use treewright_core::format::distinct::{Distinct, named, named_values};
use treewright_core::format::literal::Written;
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::format::shape::Items;
use treewright_core::format::stand_in_json;
use treewright_core::model::StandIn;
use treewright_core::runtime::{Event, Status};
use treewright_core::value::Value;

use crate::scenario::{Expectation, Frames, Interruption, Step};

/// A file NAME.scenario.json: what happens to a tree frame by frame, and what must be seen. Nodes are named by id, or by a name that only
/// one node has. A field that is not listed here is an error: a test whose expectation is misspelt would pass for ever.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(title = "Treewright scenario, version 1"))]
pub(super) struct File {
    /// Where this schema lies, for text editors.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    #[serde(rename = "format")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = super::FORMAT)))]
    pub _format: String,
    #[serde(rename = "version")]
    #[cfg_attr(feature = "schema", schemars(with = "schema::Version", extend("const" = super::VERSION)))]
    pub _version: u64,
    /// What it shows, in a few words.
    #[serde(default)]
    pub name: String,
    /// More about it, for people.
    #[serde(default)]
    pub description: String,
    /// The file of the tree, relative to this file and inside its project folder; without it, the one of the same name.
    pub tree: Option<String>,
    /// Seconds of game time a frame.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Seconds>", extend("default" = 0.1)))]
    pub dt: Option<f64>,
    /// What random choices are drawn from; without it, the document's seed.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Whole>"))]
    pub seed: Option<u64>,
    /// How many frames are run; without it, up to the last step.
    #[cfg_attr(feature = "schema", schemars(range(max = super::MAX_FRAMES)))]
    pub frames: Option<u64>,
    /// What plays leaves in this scenario, whatever the document says, by node.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::StandIns>"))]
    pub leaves: Distinct<Arc<str>, Played>,
    /// What happens in single frames, and what must be seen after them.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<FileStep>>"))]
    pub steps: Items<FileStep>,
    /// Frames in which nothing may be aborted.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Frames>>"))]
    pub no_aborts: Items<Frames>,
}

/// What happens before a frame, and what must be seen after it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "step")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FileStep {
    /// The frame; the first is 1.
    pub frame: u64,
    /// Seconds of game time that this frame lasts, where it is not as long as the others.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Seconds>"))]
    pub dt: Option<f64>,
    /// Variables that are written before the frame.
    #[serde(default, deserialize_with = "named_values")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Values>"))]
    pub set: Vec<(Arc<str>, Value)>,
    /// Events that are sent before the frame.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<FileEvent>>"))]
    pub events: Vec<FileEvent>,
    /// Results that take the place of what leaves would answer next.
    #[serde(default, deserialize_with = "named::deserialize")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<crate::headed::StatusName>>")
    )]
    pub force: Vec<(Arc<str>, Status)>,
    /// Interrupts the tasks with these keys at the beginning of the frame.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Interruption>>"))]
    pub interrupt: Vec<Interruption>,
    /// What must be seen after the frame.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Expectation>"))]
    pub expect: Expectation,
}

/// An event that is sent.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "event")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FileEvent {
    /// What it is called.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: Arc<str>,
    /// What it carries.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Value>"))]
    pub payload: Option<Written>,
}

impl From<FileStep> for Step {
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
            expect: file.expect,
        }
    }
}

/// What plays a leaf.
pub(super) struct Played(pub StandIn);

impl<'de> Deserialize<'de> for Played {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        let read = stand_in_json::read_in_range(raw.get());
        read.map(Self).map_err(D::Error::custom)
    }
}
