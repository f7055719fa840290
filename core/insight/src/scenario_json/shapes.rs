//! The objects of a scenario's file, as they stand there, and what the published schema says of them.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::value::RawValue;
use treewright_core::format::distinct::Distinct;
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::format::shape::Items;
use treewright_core::runtime::{Outcome, Status};

use crate::scenario::{Ending, NodeState};

/// A file NAME.scenario.json: what happens to a tree frame by frame, and what must be seen. Nodes are named by id, or by a name that only
/// one node has. A field that is not listed here is an error: a test whose expectation is misspelt would pass for ever.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(title = "Treewright scenario, version 1")
)]
pub(super) struct File<'a> {
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
    #[serde(borrow, default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<schema::StandIn>>")
    )]
    pub leaves: Distinct<Arc<str>, &'a RawValue>,
    /// What happens in single frames, and what must be seen after them.
    #[serde(borrow, default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<FileStep<'a>>>"))]
    pub steps: Items<FileStep<'a>>,
    /// Frames in which nothing may be aborted.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<FileFrames>>"))]
    pub no_aborts: Items<FileFrames>,
}

/// Frames, from one to another.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "frames")
)]
pub(super) struct FileFrames {
    /// The first of them.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub from: u64,
    /// The last of them, not before the first.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = super::MAX_FRAMES)))]
    pub to: u64,
}

/// How an update of a node came out, or the tree stands.
#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "status")
)]
pub(crate) enum StatusName {
    Success,
    Failure,
    Running,
}

impl From<StatusName> for Status {
    fn from(name: StatusName) -> Self {
        match name {
            StatusName::Success => Self::Success,
            StatusName::Failure => Self::Failure,
            StatusName::Running => Self::Running,
        }
    }
}

/// What a task is made to end with.
#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "result_of_interruption")
)]
pub(crate) enum ResultName {
    Success,
    Failure,
}

impl From<ResultName> for Outcome {
    fn from(name: ResultName) -> Self {
        match name {
            ResultName::Success => Self::Success,
            ResultName::Failure => Self::Failure,
        }
    }
}

/// What happens before a frame, and what must be seen after it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "step")
)]
pub(super) struct FileStep<'a> {
    /// The frame; the first is 1.
    pub frame: u64,
    /// Seconds of game time that this frame lasts, where it is not as long as the others.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Seconds>"))]
    pub dt: Option<f64>,
    /// Variables that are written before the frame.
    #[serde(borrow, default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<schema::Value>>")
    )]
    pub set: Distinct<Arc<str>, &'a RawValue>,
    /// Events that are sent before the frame.
    #[serde(borrow, default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<FileEvent<'a>>>"))]
    pub events: Vec<FileEvent<'a>>,
    /// Results that take the place of what leaves would answer next.
    #[serde(default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<StatusName>>")
    )]
    pub force: Distinct<Arc<str>, StatusName>,
    /// Interrupts the tasks with these keys at the beginning of the frame.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<FileInterruption>>"))]
    pub interrupt: Vec<FileInterruption>,
    /// What must be seen after the frame.
    #[serde(borrow, default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<FileExpectation<'a>>"))]
    pub expect: FileExpectation<'a>,
}

/// An interruption by key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "interruption")
)]
pub(super) struct FileInterruption {
    /// The key of the tasks.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub key: Arc<str>,
    /// What the tasks end with.
    pub result: ResultName,
}

/// An event that is sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "event")
)]
pub(super) struct FileEvent<'a> {
    /// What it is called.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: Arc<str>,
    /// What it carries.
    #[serde(borrow)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Value>"))]
    pub payload: Option<&'a RawValue>,
}

/// What must be seen after the frame; what is not mentioned may be anything.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "expectation")
)]
pub(super) struct FileExpectation<'a> {
    /// The status of the tree.
    pub status: Option<StatusName>,
    /// What single nodes do, or how they ended last.
    #[serde(default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<NodeState>>")
    )]
    pub nodes: Distinct<Arc<str>, NodeState>,
    /// How single nodes ended in this very frame.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::ByName<Ending>>"))]
    pub ended: Distinct<Arc<str>, Ending>,
    /// Exactly the nodes at the tops of the run stacks, in any order.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub running: Option<Vec<Arc<str>>>,
    /// What variables hold.
    #[serde(borrow, default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<schema::Value>>")
    )]
    pub variables: Distinct<Arc<str>, &'a RawValue>,
    /// Exactly the aborts of the frame, in order.
    pub aborts: Option<Vec<FileAbort>>,
}

/// An abort.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "abort")
)]
pub(super) struct FileAbort {
    /// The conditional whose answer changed.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub conditional: Arc<str>,
    /// The composite inside which things are interrupted, if that matters.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub scope: Option<Arc<str>>,
}
