//! Scenarios: what happens to a tree frame by frame, and what must be seen. A test of a tree that needs no game.
//! What files hold as it is here reads itself; the rest of a scenario's file is not known here.

mod check;
mod coverage;
mod difference;
mod facts;
mod recorded;
mod resolve;
mod run;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use coverage::{Coverage, Covered};
pub use difference::{Difference, What};
pub use facts::Fact;
pub use recorded::{NotRecorded, Seen};
pub use resolve::{ScenarioError, node_named};
pub use run::ScenarioRun;
use serde::{Deserialize, Serialize};
use treewright_core::format::distinct::{named, named_values};
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::model::{Node, StandIn};
use treewright_core::named;
use treewright_core::runtime::{EndStatus, Event, Outcome, Status};
use treewright_core::value::Value;

pub use crate::history::NodeState;

/// The most frames that a scenario can run.
pub const MAX_FRAMES: u64 = 1_000_000;

/// A node of the tree: its id, or the name that only this node has.
pub type NodeName = Arc<str>;

/// What happens, and what must be seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What it shows, in a few words.
    pub name: String,
    /// More about it, for people.
    pub description: String,
    /// The file of the tree, relative to the scenario's; none for the one of the same name.
    pub tree: Option<String>,
    /// Seconds of game time a frame.
    pub dt: f64,
    /// What random choices are drawn from; none for the document's seed.
    pub seed: Option<u64>,
    /// How many frames are run.
    pub frames: u64,
    /// What plays leaves in this scenario, whatever the document says.
    pub leaves: Vec<(NodeName, StandIn)>,
    /// What happens in single frames, and what must be seen after them.
    pub steps: BTreeMap<u64, Step>,
    /// Frames in which nothing may be aborted.
    pub no_aborts: Vec<Frames>,
    /// Where the file says that its schema lies, for text editors.
    pub schema: Option<String>,
}

impl Default for Scenario {
    fn default() -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            tree: None,
            dt: 0.1,
            seed: None,
            frames: 0,
            leaves: Vec::new(),
            steps: BTreeMap::new(),
            no_aborts: Vec::new(),
            schema: None,
        }
    }
}

impl Scenario {
    /// The frames before which a variable is set, or after which something is expected of it.
    pub fn frames_naming(&self, variable: &str) -> Vec<u64> {
        let names = |list: &[(Arc<str>, Value)]| list.iter().any(|(name, _)| **name == *variable);
        let using = |step: &Step| names(&step.set) || names(&step.expect.variables);
        let steps = self.steps.iter().filter(|(_, step)| using(step));
        steps.map(|(frame, _)| *frame).collect()
    }

    /// Says what plays a leaf in it, instead of what it said before under the leaf's id or name.
    pub fn play(&mut self, leaf: &Node, stand_in: StandIn) {
        let (id, name) = (leaf.id().as_str(), &*leaf.name);
        let known = self.leaves.iter_mut();
        let mut known = known.filter(|(named, _)| {
            let named = &**named;
            named == id || !name.is_empty() && named == name
        });
        match known.next() {
            Some((_, said)) => *said = stand_in,
            None => self.leaves.push((id.into(), stand_in)),
        }
    }
}

/// Frames, from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename = "frames")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Frames {
    /// The first of them.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub from: u64,
    /// The last of them, not before the first.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_FRAMES)))]
    pub to: u64,
}

impl Frames {
    /// Whether this frame is among them.
    pub fn contain(self, frame: u64) -> bool {
        (self.from..=self.to).contains(&frame)
    }
}

/// One frame of a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// Seconds of game time that this frame lasts, where it is not as long as the others.
    pub dt: Option<f64>,
    /// Variables that are written before the frame.
    pub set: Vec<(Arc<str>, Value)>,
    /// Events that are sent before the frame.
    pub events: Vec<Event>,
    /// Results that take the place of what leaves would answer next.
    pub force: Vec<(NodeName, Status)>,
    /// Interrupts the tasks with these keys at the beginning of the frame.
    pub interrupt: Vec<Interruption>,
    /// What must be seen after the frame.
    pub expect: Expectation,
}

/// An interruption by key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "interruption")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interruption {
    /// The key of the tasks.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub key: Arc<str>,
    /// What the tasks end with.
    #[serde(with = "ResultName")]
    pub result: Outcome,
}

/// What a task is made to end with.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Outcome")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "result_of_interruption"))]
enum ResultName {
    Success,
    Failure,
}

/// What must be seen after the frame; what is not mentioned may be anything.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename = "expectation")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Expectation {
    /// The status of the tree.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<crate::headed::StatusName>")
    )]
    pub status: Option<Status>,
    /// What single nodes do, or how they ended last.
    #[serde(default, deserialize_with = "named::deserialize")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<NodeState>>")
    )]
    pub nodes: Vec<(NodeName, NodeState)>,
    /// How single nodes ended in this very frame.
    #[serde(default, deserialize_with = "named::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::ByName<Ending>>"))]
    pub ended: Vec<(NodeName, Ending)>,
    /// Exactly the nodes at the tops of the run stacks, in any order.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub running: Option<Vec<NodeName>>,
    /// What variables hold.
    #[serde(default, deserialize_with = "named_values")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Values>"))]
    pub variables: Vec<(Arc<str>, Value)>,
    /// Exactly the aborts of the frame, in order.
    pub aborts: Option<Vec<ExpectedAbort>>,
}

named! {
    /// How a node ended in this very frame; None if it did not.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(rename = "ending", transform = crate::headed::names_only)
    )]
    pub enum Ending: name {
        /// With Success.
        Success = "Success",
        /// With Failure.
        Failure = "Failure",
        /// By being interrupted.
        Interrupted = "Interrupted",
        /// Not at all.
        None = "None",
    }
}

impl From<EndStatus> for Ending {
    fn from(status: EndStatus) -> Self {
        match status {
            EndStatus::Success => Self::Success,
            EndStatus::Failure => Self::Failure,
            EndStatus::Inactive => Self::Interrupted,
        }
    }
}

/// An abort.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename = "abort")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedAbort {
    /// The conditional whose answer changed.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub conditional: NodeName,
    /// The composite inside which things are interrupted, if that matters.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub scope: Option<NodeName>,
}

#[cfg(test)]
mod tests;
