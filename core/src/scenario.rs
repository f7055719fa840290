//! Scenarios: what happens to a tree frame by frame, and what must be seen. A test of a tree that needs no game.
//! Knows nothing about the file that a scenario is written in.

mod check;
mod difference;
mod leaves;
mod resolve;
mod run;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use difference::{Difference, What};
pub use resolve::ScenarioError;
pub use run::ScenarioRun;

pub use crate::trace::NodeState;

use crate::model::StandIn;
use crate::runtime::{Event, Status};
use crate::value::Value;

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
        }
    }
}

/// One frame of a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// Variables that are written before the frame.
    pub set: Vec<(Arc<str>, Value)>,
    /// Events that are sent before the frame.
    pub events: Vec<Event>,
    /// What must be seen after the frame.
    pub expect: Expectation,
}

/// What must be seen after a frame; what is not mentioned may be anything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expectation {
    /// The status of the tree.
    pub status: Option<Status>,
    /// What single nodes do, or how they ended last.
    pub nodes: Vec<(NodeName, NodeState)>,
    /// Exactly the nodes at the tops of the run stacks, in any order.
    pub running: Option<Vec<NodeName>>,
    /// What variables hold.
    pub variables: Vec<(Arc<str>, Value)>,
    /// Exactly the aborts of the frame, in order.
    pub aborts: Option<Vec<ExpectedAbort>>,
}

/// An abort that must be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedAbort {
    /// The conditional whose answer changed.
    pub conditional: NodeName,
    /// The composite inside which things are interrupted, if that matters.
    pub scope: Option<NodeName>,
}

#[cfg(test)]
mod tests;
