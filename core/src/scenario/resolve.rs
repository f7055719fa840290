//! From the names in a scenario to nodes of a document, and what a scenario can have wrong.

use std::sync::Arc;

use thiserror::Error;

use super::{Expectation, NodeName, Scenario};
use crate::ids::NodeId;
use crate::model::{Document, Node};
use crate::runtime::VariableError;

/// Why a scenario cannot be run with a tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScenarioError {
    /// The tree has no root, or its root is disabled.
    #[error("the tree has no root to run")]
    NothingToRun,
    /// A node of the tree cannot run.
    #[error("node `{title}` ({node}) cannot run: {why}")]
    BrokenNode {
        /// The node.
        node: NodeId,
        /// What it is called.
        title: String,
        /// Why.
        why: String,
    },
    /// The scenario names a node that the tree does not have.
    #[error("no node has the id or the name `{0}`")]
    UnknownNode(NodeName),
    /// The scenario names a node by a name that several have.
    #[error("{count} nodes are called `{name}`: use an id")]
    AmbiguousNode {
        /// The name.
        name: NodeName,
        /// How many have it.
        count: usize,
    },
    /// The scenario scripts the answers of a node that is no leaf.
    #[error("node `{0}` has children: only leaves can be scripted")]
    NotALeaf(NodeName),
    /// The scenario names a node that is not part of the run: a loose or disabled one.
    #[error("node `{0}` is loose or disabled, so it never runs")]
    NeverRuns(NodeName),
    /// The scenario names a variable that the tree does not declare.
    #[error("the tree declares no variable `{0}`")]
    UndeclaredVariable(Arc<str>),
    /// The scenario writes a value of the wrong type.
    #[error("frame {frame}: {error}")]
    WrongValue {
        /// The frame in which it is written.
        frame: u64,
        /// What is wrong with it.
        error: VariableError,
    },
    /// The scenario expects something in a frame that it does not run.
    #[error("a step stands at frame {frame}, but the scenario ends after frame {frames}")]
    BeyondTheEnd {
        /// The frame.
        frame: u64,
        /// How many are run.
        frames: u64,
    },
}

impl ScenarioError {
    /// A stable name, for translations and for machines that read reports.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NothingToRun => "nothing_to_run",
            Self::BrokenNode { .. } => "broken_node",
            Self::UnknownNode(_) => "unknown_node",
            Self::AmbiguousNode { .. } => "ambiguous_node",
            Self::NotALeaf(_) => "not_a_leaf",
            Self::NeverRuns(_) => "never_runs",
            Self::UndeclaredVariable(_) => "undeclared_variable",
            Self::WrongValue { .. } => "wrong_value",
            Self::BeyondTheEnd { .. } => "beyond_the_end",
        }
    }
}

/// The node that a name stands for: the one with this id, else the only one so called.
pub(super) fn node<'a>(document: &'a Document, name: &NodeName) -> Result<&'a Node, ScenarioError> {
    if let Some(node) = document.node(&NodeId::from(&**name)) {
        return Ok(node);
    }
    let mut called = document.nodes().filter(|node| node.name == **name);
    match (called.next(), called.count()) {
        (Some(node), 0) => Ok(node),
        (Some(_), others) => Err(ScenarioError::AmbiguousNode {
            name: name.clone(),
            count: others + 1,
        }),
        (None, _) => Err(ScenarioError::UnknownNode(name.clone())),
    }
}

/// All that can be found wrong before the first frame, apart from the values.
pub(super) fn check(document: &Document, scenario: &Scenario) -> Result<(), ScenarioError> {
    for (name, _) in &scenario.leaves {
        if !node(document, name)?.children().is_empty() {
            return Err(ScenarioError::NotALeaf(name.clone()));
        }
    }
    for (frame, step) in &scenario.steps {
        if *frame == 0 || *frame > scenario.frames {
            return Err(ScenarioError::BeyondTheEnd {
                frame: *frame,
                frames: scenario.frames,
            });
        }
        for name in names(&step.expect) {
            node(document, name)?;
        }
        let variables = step.set.iter().chain(&step.expect.variables);
        for (variable, _) in variables {
            if document.variable(variable).is_none() {
                return Err(ScenarioError::UndeclaredVariable(variable.clone()));
            }
        }
    }
    Ok(())
}

pub(super) fn names(expect: &Expectation) -> impl Iterator<Item = &NodeName> {
    let aborts = expect.aborts.iter().flatten();
    let nodes = expect.nodes.iter().map(|(name, _)| name);
    nodes
        .chain(expect.running.iter().flatten())
        .chain(aborts.flat_map(|a| std::iter::once(&a.conditional).chain(&a.scope)))
}
