//! From the names in a scenario to nodes of a document, and what a scenario can have wrong.

use std::sync::Arc;

use treewright_core::Argument;
use treewright_core::compile::{Top, Uses};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};
use treewright_core::project::Project;
use treewright_core::runtime::VariableError;
use treewright_core::{Message, told};

use super::{Expectation, NodeName, Scenario, Step};

told! {
    /// Why a scenario cannot be run with a tree.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ScenarioError of "scenario_error" {
        /// The tree has no root, or its root is disabled.
        NothingToRun = "nothing_to_run", "the tree has no root to run";
        /// A node of the tree cannot run.
        BrokenNode {
            /// The node.
            node: NodeId,
            /// What it is called.
            title: Argument,
            /// Why.
            why: Message,
        } = "broken_node", "node `{title}` ({node}) cannot run: {why}";
        /// The scenario names a node that the tree does not have.
        UnknownNode(name: NodeName) = "unknown_node", "no node has the id or name `{name}`";
        /// The scenario names a node by a name that several have.
        AmbiguousNode {
            /// The name.
            name: NodeName,
            /// How many have it.
            count: usize,
        } = "ambiguous_node", "{count} nodes are named `{name}`: use an id";
        /// The scenario looks at a node of a subtree that several nodes run.
        SeveralUses {
            /// The name.
            name: NodeName,
            /// How often it is in the tree.
            count: usize,
        } = "several_uses",
            "`{name}` is in a subtree that runs {count} times: put the id of the Subtree node before its own, as in n7/n2";
        /// The scenario scripts the answers of a node that is no leaf.
        NotALeaf(name: NodeName) = "not_a_leaf",
            "node `{name}` has children: only leaves can have scripted or forced results";
        /// The scenario names a node that is not part of the run: a loose or disabled one.
        NeverRuns(name: NodeName) = "never_runs", "node `{name}` is unconnected or disabled, so it never runs";
        /// The scenario names a variable that the tree does not declare.
        UndeclaredVariable(name: Arc<str>) = "undeclared_variable", "variable `{name}` is not declared in the tree";
        /// The scenario writes a value of the wrong type.
        WrongValue {
            /// The frame in which it is written.
            frame: u64,
            /// What is wrong with it.
            error: VariableError,
        } = "wrong_value", "frame {frame}: {error}";
        /// The scenario expects something in a frame that it does not run.
        BeyondTheEnd {
            /// The frame.
            frame: u64,
            /// How many are run.
            frames: u64,
        } = "beyond_the_end", "there is a step in frame {frame}, but the scenario ends after frame {frames}";
    }
}

impl std::error::Error for ScenarioError {}

/// The names of a scenario, as names of nodes of a document and of what it runs.
pub(super) struct Names<'a> {
    document: &'a Document,
    uses: Uses<'a>,
}

/// A node that a name stands for.
pub(super) struct Named<'a> {
    pub node: &'a Node,
    /// The document in which it is: 0 for the one that is run.
    pub source: usize,
    /// Its id in the program, unless it may be meant in several uses of its tree.
    pub id: NodeId,
}

impl<'a> Names<'a> {
    pub fn of(project: &Project<'a>, library: &NodeLibrary) -> Self {
        Self {
            document: project.document,
            uses: Uses::of(project, library),
        }
    }

    /// The node that a name stands for: the one with this id, or at this path of ids through subtrees, else the only one so called.
    pub fn node(&self, name: &NodeName) -> Result<Named<'a>, ScenarioError> {
        let id = NodeId::from(&**name);
        if self.document.node(&id).is_none()
            && name.contains('/')
            && let Some(root) = self.document.root()
            && let Some((at, node)) = self.uses.inside(Top::main(root), name)
        {
            let source = at.source;
            return Ok(Named { node, source, id });
        }
        let node = node(self.document, name)?;
        Ok(Named {
            node,
            source: 0,
            id: node.id().clone(),
        })
    }
}

/// The node of a document where what a scenario calls so can be seen: itself, or the one that runs the tree in which it stands.
pub fn node_named<'a>(document: &'a Document, name: &str) -> Option<&'a NodeId> {
    if let Ok(node) = node(document, &name.into()) {
        return Some(node.id());
    }
    let (runs_it, _) = name.split_once('/')?;
    Some(document.node(&NodeId::from(runs_it))?.id())
}

fn node<'a>(document: &'a Document, name: &NodeName) -> Result<&'a Node, ScenarioError> {
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
pub(super) fn check(names: &Names<'_>, scenario: &Scenario) -> Result<(), ScenarioError> {
    for (name, _) in &scenario.leaves {
        if !names.node(name)?.node.children().is_empty() {
            return Err(ScenarioError::NotALeaf(name.clone()));
        }
    }
    let frames = scenario.frames;
    let quiet = scenario.no_aborts.iter().map(|quiet| quiet.to);
    for frame in scenario.steps.keys().copied().chain(quiet) {
        if frame == 0 || frame > frames {
            return Err(ScenarioError::BeyondTheEnd { frame, frames });
        }
    }
    for step in scenario.steps.values() {
        for (name, _) in &step.force {
            if !names.node(name)?.node.children().is_empty() {
                return Err(ScenarioError::NotALeaf(name.clone()));
            }
        }
        for name in named(&step.expect) {
            names.node(name)?;
        }
    }
    Ok(())
}

/// The variables that a scenario writes or looks at must be there: those of a use of a subtree are called `n7/target`.
pub(super) fn check_variables(
    document: &Document,
    scenario: &Scenario,
    is_in_program: impl Fn(&str) -> bool,
) -> Result<(), ScenarioError> {
    for step in scenario.steps.values() {
        let variables = step.set.iter().chain(&step.expect.variables);
        for (variable, _) in variables {
            if document.variable(variable).is_none() && !is_in_program(variable) {
                return Err(ScenarioError::UndeclaredVariable(variable.clone()));
            }
        }
    }
    Ok(())
}

/// The nodes that a step speaks of, each of which must stand at one place.
pub(super) fn named_in(step: &Step) -> impl Iterator<Item = &NodeName> {
    let forced = step.force.iter().map(|(name, _)| name);
    forced.chain(named(&step.expect))
}

/// The nodes that an expectation names.
fn named(expect: &Expectation) -> impl Iterator<Item = &NodeName> {
    let aborts = expect.aborts.iter().flatten();
    let nodes = expect.nodes.iter().map(|(name, _)| name);
    let ended = expect.ended.iter().map(|(name, _)| name);
    nodes
        .chain(ended)
        .chain(expect.running.iter().flatten())
        .chain(aborts.flat_map(|a| std::iter::once(&a.conditional).chain(&a.scope)))
}
