//! Scenarios: inputs of a tree frame by frame, and the expected results. Tests of a tree without its game. Types that are stored
//! unchanged in files deserialize themselves; the rest of the file format is not known here.

mod check;
mod coverage;
mod difference;
mod facts;
mod marks;
mod reasons;
mod recorded;
mod resolve;
mod run;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use coverage::ObservedOutcomes;
pub use coverage::{Coverage, CoverageCount, Covered, Measure, NodeOutcome};
pub use difference::{DifferenceSubject, ScenarioDifference, ShownNode};
pub use facts::Fact;
pub use marks::{Mark, MarkPlace, MarkSubject};
pub use reasons::ToldReason;
pub use recorded::{
    ConversionError, RecordedAgent, document_and_node_at, name_in_scenarios, node_at,
};
pub use resolve::{NamedNodes, NodeNames, ScenarioError, named_in_mut, node_named};
pub use run::ScenarioRun;
use serde::{Deserialize, Serialize};
use treewright_core::expression;
use treewright_core::format::distinct::{named, named_values};
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::model::{Node, StandIn};
use treewright_core::named;
use treewright_core::runtime::{EndStatus, Event, Outcome, Status};
use treewright_core::value::Value;

pub use crate::history::NodeState;

/// The maximum number of frames in a scenario.
pub const MAX_FRAMES: u64 = 1_000_000;

/// A node of the tree: its id, or a name that only this node has.
pub type NodeName = Arc<str>;

/// Inputs of a tree and expected results.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The name of the scenario, in a few words.
    pub name: String,
    /// The description of the scenario.
    pub description: String,
    /// The file of the tree, relative to the scenario's file; `None` for the tree with the same file name.
    pub tree: Option<String>,
    /// The default duration of frames in seconds of game time.
    pub dt: f64,
    /// The seed for random choices; `None` for the document's seed.
    pub seed: Option<u64>,
    /// The number of frames to run.
    pub frames: u64,
    /// Stand-ins that replace those of the document.
    pub leaves: Vec<(NodeName, StandIn)>,
    /// Inputs and expectations of single frames.
    pub steps: BTreeMap<u64, ScenarioStep>,
    /// Frames in which no abort may fire.
    pub no_aborts: Vec<FrameRange>,
    /// The location of the schema as given in the file, for text editors.
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
    /// Returns the frames whose steps set the variable or expect a value of it.
    pub fn frames_naming(&self, variable: &str) -> Vec<u64> {
        let names = |list: &[(Arc<str>, Value)]| list.iter().any(|(name, _)| **name == *variable);
        let using = |step: &ScenarioStep| names(&step.set) || names(&step.expect.variables);
        let steps = self.steps.iter().filter(|(_, step)| using(step));
        steps.map(|(frame, _)| *frame).collect()
    }

    /// Renames a variable in all inputs, expectations and expressions of stand-ins. `has_it` returns whether the main tree (`None`), or the use of a
    /// subtree with this path, such as `n7`, has the variable. Returns whether anything has changed.
    pub fn rename_variable(
        &mut self,
        from: &str,
        to: &str,
        has_it: impl Fn(Option<&str>) -> bool,
    ) -> bool {
        let mut changed = false;
        let mut rename = |name: &mut Arc<str>| {
            if let Some(new) = renamed_variable(name, (from, to), &has_it) {
                *name = new.into();
                changed = true;
            }
        };
        for step in self.steps.values_mut() {
            for (name, _) in step.set.iter_mut().chain(&mut step.expect.variables) {
                rename(name);
            }
        }
        for (leaf, stand_in) in &mut self.leaves {
            let inside = leaf.rsplit_once('/').map(|(path, _)| path);
            if let StandIn::Expression(text) = stand_in
                && (has_it(None) || inside.is_some() && has_it(inside))
            {
                let renamed = expression::rename(text, from, to);
                changed |= renamed != *text;
                *text = renamed;
            }
        }
        changed
    }

    /// Renames a node in all forced results, expectations and stand-ins.
    pub fn rename_node(&mut self, from: &str, to: &str) {
        self.rename_nodes(|name| (*name == *from).then(|| to.to_owned()));
    }

    /// Gives nodes other names in all forced results, expectations and stand-ins. `new` returns the new name for an old one that changes.
    pub fn rename_nodes(&mut self, new: impl Fn(&str) -> Option<String>) {
        let leaves = self.leaves.iter_mut().map(|(name, _)| name);
        let named = leaves.chain(self.steps.values_mut().flat_map(resolve::named_in_mut));
        for name in named {
            if let Some(new) = new(name) {
                *name = new.as_str().into();
            }
        }
        // A node that had two names may have one now.
        keep_first(&mut self.leaves);
        for step in self.steps.values_mut() {
            keep_first(&mut step.force);
            keep_first(&mut step.expect.nodes);
            keep_first(&mut step.expect.ended);
        }
    }

    /// Gives variables other names in all inputs and expectations. `new` returns the new name, with the path to the use of its subtree, such as
    /// `n7/target`, for an old one that changes.
    pub fn rename_set_variables(&mut self, new: impl Fn(&str) -> Option<String>) {
        for step in self.steps.values_mut() {
            for (name, _) in step.set.iter_mut().chain(&mut step.expect.variables) {
                if let Some(new) = new(name) {
                    *name = new.into();
                }
            }
        }
    }

    /// Sets the stand-in of a leaf; replaces the one stored under the leaf's id or name.
    pub fn set_stand_in(&mut self, leaf: &Node, stand_in: StandIn) {
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

/// Returns the new name of a variable, with the path to the use of its subtree, after a rename; `None` if it is another variable. `has_it` returns
/// whether the main tree (`None`), or the use of a subtree with this path, such as `n7`, has the renamed one.
pub fn renamed_variable(
    name: &str,
    (from, to): (&str, &str),
    has_it: impl Fn(Option<&str>) -> bool,
) -> Option<String> {
    match name.rsplit_once('/') {
        None if name == from && has_it(None) => Some(to.to_owned()),
        Some((path, last)) if last == from && has_it(Some(path)) => Some(format!("{path}/{to}")),
        _ => None,
    }
}

/// Keeps what is said first of each node.
fn keep_first<T>(said: &mut Vec<(NodeName, T)>) {
    let mut seen = BTreeSet::new();
    said.retain(|(name, _)| seen.insert(name.clone()));
}

/// A range of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename = "frames")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FrameRange {
    /// The first frame.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub from: u64,
    /// The last frame, not before the first.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_FRAMES)))]
    pub to: u64,
}

impl FrameRange {
    /// Returns whether the range contains this frame.
    pub fn contain(self, frame: u64) -> bool {
        (self.from..=self.to).contains(&frame)
    }
}

/// One frame of a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScenarioStep {
    /// The duration of this frame in seconds of game time, if it differs from the default.
    pub dt: Option<f64>,
    /// Variables to write before the frame.
    pub set: Vec<(Arc<str>, Value)>,
    /// Events to send before the frame.
    pub events: Vec<Event>,
    /// Forced results: they replace the next results of leaves.
    pub force: Vec<(NodeName, Status)>,
    /// Interrupts the tasks with these keys at the start of the frame.
    pub interrupt: Vec<Interruption>,
    /// Begins the random numbers anew with this seed before the frame.
    pub seed: Option<u64>,
    /// The expected results after the frame.
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
    /// The result with which the tasks end.
    #[serde(with = "ResultName")]
    pub result: Outcome,
}

/// The result with which an interrupted task ends.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Outcome")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "result_of_interruption"))]
enum ResultName {
    Success,
    Failure,
}

/// The expected results after a frame; anything that is not listed may have any value.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename = "expectation")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Expectation {
    /// The status of the tree.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<crate::file_header::StatusName>")
    )]
    pub status: Option<Status>,
    /// The states of nodes: running, or how they ended last.
    #[serde(default, deserialize_with = "named::deserialize")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<NodeState>>")
    )]
    pub nodes: Vec<(NodeName, NodeState)>,
    /// How nodes ended in this frame.
    #[serde(default, deserialize_with = "named::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::ByName<Ending>>"))]
    pub ended: Vec<(NodeName, Ending)>,
    /// The exact set of nodes at the tops of the run stacks.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub running: Option<Vec<NodeName>>,
    /// The values of variables.
    #[serde(default, deserialize_with = "named_values")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Values>"))]
    pub variables: Vec<(Arc<str>, Value)>,
    /// The exact list of aborts in the frame, in order.
    pub aborts: Option<Vec<ExpectedAbort>>,
}

named! {
    /// How a node ended in this frame; None if it did not end.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(rename = "ending", transform = crate::file_header::names_only)
    )]
    pub enum Ending: name {
        /// It returned Success.
        Success = "Success",
        /// It returned Failure.
        Failure = "Failure",
        /// It was interrupted.
        Interrupted = "Interrupted",
        /// It did not end.
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

/// An expected abort.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename = "abort")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedAbort {
    /// The conditional whose result changed.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub conditional: NodeName,
    /// The composite whose running descendants are interrupted; optional.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub scope: Option<NodeName>,
}

#[cfg(test)]
mod tests;
