//! Resolves the names in a scenario to nodes of a document, and checks a scenario against a tree.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::compile::{Origins, Top, Uses};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};
use treewright_core::project::Project;
use treewright_core::runtime::{NodeIndex, VariableError};
use treewright_core::spelling::nearest;
use treewright_core::{Argument, Message, Program, told};

use super::{Expectation, NodeName, Scenario, ScenarioStep};

told! {
    /// The reason why a scenario cannot run with a tree.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ScenarioError of "scenario_error" {
        /// The tree has no root, or its root is disabled.
        NothingToRun = "nothing_to_run", "the tree has no root to run";
        /// A node of the tree cannot run.
        BrokenNode {
            /// The id of the node.
            node: NodeId,
            /// The title of the node.
            title: Argument,
            /// The reason.
            why: Message,
        } = "broken_node", "node `{title}` ({node}) cannot run: {why}";
        /// The scenario names a node that the tree does not have.
        UnknownNode(name: NodeName) = "unknown_node", "no node has the id or name `{name}`";
        /// The scenario names a node by a name that several nodes have.
        AmbiguousNode {
            /// The name.
            name: NodeName,
            /// The number of nodes with this name.
            count: usize,
        } = "ambiguous_node", "{count} nodes are named `{name}`: use an id";
        /// The scenario refers to a node of a subtree that several nodes run.
        SeveralUses {
            /// The name.
            name: NodeName,
            /// The number of uses in the tree.
            count: usize,
        } = "several_uses",
            "`{name}` is in a subtree that runs {count} times: put the id of the Subtree node before its own, as in n7/n2";
        /// The scenario scripts or forces the results of a node that is not a leaf.
        NotALeaf(name: NodeName) = "not_a_leaf",
            "node `{name}` has children: only leaves can have scripted or forced results";
        /// The scenario names a node that is not part of the run: it is unconnected or disabled.
        NeverRuns(name: NodeName) = "never_runs", "node `{name}` is unconnected or disabled, so it never runs";
        /// The scenario names a variable that the tree does not declare.
        UndeclaredVariable(name: Arc<str>) = "undeclared_variable", "variable `{name}` is not declared in the tree";
        /// The scenario writes a value of the wrong type.
        WrongValue {
            /// The frame of the write.
            frame: u64,
            /// The problem with the value.
            error: VariableError,
        } = "wrong_value", "frame {frame}: {error}";
        /// The scenario has a step after its last frame.
        BeyondTheEnd {
            /// The frame of the step.
            frame: u64,
            /// The number of frames of the scenario.
            frames: u64,
        } = "beyond_the_end", "there is a step in frame {frame}, but the scenario ends after frame {frames}";
    }
}

impl std::error::Error for ScenarioError {}

/// Resolves names, as in scenarios, to nodes of a document and of the trees that it runs.
pub struct NodeNames<'a> {
    document: &'a Document,
    uses: Uses<'a>,
}

/// A resolved node.
pub(super) struct Named<'a> {
    pub node: &'a Node,
    /// The index of its document: 0 for the main one.
    pub source: usize,
    /// Its id in the program, unless it may be meant in several uses of its tree.
    pub id: NodeId,
}

impl<'a> NodeNames<'a> {
    /// Resolves the names of a project's nodes.
    pub fn new(project: &Project<'a>, library: &NodeLibrary) -> Self {
        Self {
            document: project.document,
            uses: Uses::of(project, library),
        }
    }

    /// Returns the node of a name: the one with this id, or at this path of ids through subtrees, else the only one with this
    /// name.
    pub(super) fn node(&self, name: &NodeName) -> Result<Named<'a>, ScenarioError> {
        let id = NodeId::from(&**name);
        if self.document.node(&id).is_none()
            && name.contains('/')
            && let Some(root) = self.document.root()
            && let Some((at, node)) = self.uses.node_at_path(Top::main(root), name)
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

    /// Returns the name or id that was probably meant by one that no node has.
    pub fn similar(&self, name: &str) -> Option<&str> {
        let nodes = self.document.nodes();
        nearest(
            name,
            nodes.flat_map(|node| [&*node.name, node.id().as_str()]),
        )
    }

    /// Resolves names to nodes of the program to which the project was compiled.
    pub fn in_program<'p>(&'p self, program: &'p Program<()>, origins: &Origins) -> NamedNodes<'p> {
        let mut inside: FxHashMap<NodeId, Vec<NodeIndex>> = FxHashMap::default();
        for id in origins.inside() {
            let origin = origins.origin(id);
            if let (None, Some(index)) = (origin.path, program.index(id)) {
                inside.entry(origin.node.clone()).or_default().push(index);
            }
        }
        NamedNodes {
            names: self,
            program,
            inside,
        }
    }
}

/// Resolves names to nodes of a program.
pub struct NamedNodes<'p> {
    names: &'p NodeNames<'p>,
    program: &'p Program<()>,
    /// Where nodes of the document occur inside subtrees.
    inside: FxHashMap<NodeId, Vec<NodeIndex>>,
}

impl NamedNodes<'_> {
    /// Returns where the node of a name is in the program: several times if several nodes run its tree.
    ///
    /// # Errors
    /// No node of the program is meant.
    pub fn places(&self, name: &NodeName) -> Result<Vec<NodeIndex>, ScenarioError> {
        let Named { node, source, id } = self.names.node(name)?;
        if let Some(index) = self.program.index(&id) {
            return Ok(vec![index]);
        }
        let inside = (source == 0).then(|| self.inside.get(node.id())).flatten();
        let inside = inside.filter(|_| id == *node.id()).cloned();
        inside.ok_or_else(|| ScenarioError::NeverRuns(name.clone()))
    }

    /// Returns the only place of the node of a name.
    ///
    /// # Errors
    /// No node of the program is meant, or several.
    pub fn place(&self, name: &NodeName) -> Result<NodeIndex, ScenarioError> {
        match *self.places(name)? {
            [place] => Ok(place),
            ref several => Err(ScenarioError::SeveralUses {
                name: name.clone(),
                count: several.len(),
            }),
        }
    }
}

/// Returns the node of the document that represents a scenario's name: the node itself, or the node that runs the tree that
/// contains it.
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

/// Checks everything that can be checked before the first frame, except values.
pub(super) fn check(names: &NodeNames<'_>, scenario: &Scenario) -> Result<(), ScenarioError> {
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

/// Checks that the variables that a scenario writes or expects exist. Those of a use of a subtree are named `n7/target`.
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

/// Returns the nodes that a step refers to, each of which must occur exactly once.
pub(super) fn named_in(step: &ScenarioStep) -> impl Iterator<Item = &NodeName> {
    let forced = step.force.iter().map(|(name, _)| name);
    forced.chain(named(&step.expect))
}

/// Like [`named_in`], to rename them.
pub fn named_in_mut(step: &mut ScenarioStep) -> impl Iterator<Item = &mut NodeName> {
    let expect = &mut step.expect;
    let forced = step.force.iter_mut().map(|(name, _)| name);
    let nodes = expect.nodes.iter_mut().map(|(name, _)| name);
    let ended = expect.ended.iter_mut().map(|(name, _)| name);
    let aborts = expect.aborts.iter_mut().flatten();
    forced
        .chain(nodes)
        .chain(ended)
        .chain(expect.running.iter_mut().flatten())
        .chain(aborts.flat_map(|a| std::iter::once(&mut a.conditional).chain(&mut a.scope)))
}

/// Returns the nodes that an expectation names.
fn named(expect: &Expectation) -> impl Iterator<Item = &NodeName> {
    let aborts = expect.aborts.iter().flatten();
    let nodes = expect.nodes.iter().map(|(name, _)| name);
    let ended = expect.ended.iter().map(|(name, _)| name);
    nodes
        .chain(ended)
        .chain(expect.running.iter().flatten())
        .chain(aborts.flat_map(|a| std::iter::once(&a.conditional).chain(&a.scope)))
}
