//! The program of a tree that is explored: leaves whose code is the game's answer from outside.

use std::sync::Arc;

use treewright_core::category::Category;
use treewright_core::compile::{
    Compiled, GameTasks, NodeArguments, Origins, compile_project, compile_with_arguments,
};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Node, StandIn};
use treewright_core::project::Project;
use treewright_core::runtime::{NodeIndex, ProgramVariable, Status, VariableSlot};
use treewright_core::{Program, ToArgument as _};
use treewright_insight::scenario::{document_and_node_at, node_at};

use crate::explored::ExploreError;
use crate::inputs::LeafAnswers;
use crate::names::{Names, QuotedName};

/// A tree that can be explored.
pub struct ExploredTree {
    /// Its program and what belongs to it.
    pub compiled: Compiled<()>,
    /// The leaves that answer from outside. A scenario that shows a run of the tree sets the stand-in "ask" for each.
    pub asked: Vec<NodeId>,
}

impl ExploredTree {
    /// Compiles a project's document. Leaves whose code is the game's, and stand-ins, answer from outside, except those of which the
    /// stand-in is kept: then it is that of the document, or of the library. Composites and decorators of the game act like their
    /// stand-in.
    ///
    /// # Errors
    /// If the tree cannot run.
    pub fn new(
        project: &Project<'_>,
        library: &NodeLibrary,
        keeps_stand_in: impl Fn(&NodeId) -> bool,
    ) -> Result<Self, ExploreError> {
        AnalyzedTree::new(*project, library)?.asking(keeps_stand_in)
    }

    /// Returns the program.
    pub fn program(&self) -> Option<&Arc<Program<()>>> {
        self.compiled.program.as_ref()
    }
}

/// A tree whose nodes all run by themselves, with the arguments of each. Claims are checked against it.
#[derive(Clone, Debug)]
pub struct AnalyzedTree<'a> {
    /// The project of its document.
    pub project: Project<'a>,
    /// The declared node types.
    pub library: &'a NodeLibrary,
    /// The program, in which leaves of the game have stand-ins. Its nodes have the same places as in [`ExploredTree`].
    pub program: Arc<Program<()>>,
    /// The origins of the program's nodes.
    pub origins: Origins,
    /// The arguments of all nodes.
    pub(crate) arguments: Vec<NodeArguments>,
    /// The leaves whose task no library declares.
    pub(crate) unknown: Vec<NodeId>,
}

impl<'a> AnalyzedTree<'a> {
    /// Compiles a project's document.
    ///
    /// # Errors
    /// If the tree cannot run.
    pub fn new(project: Project<'a>, library: &'a NodeLibrary) -> Result<Self, ExploreError> {
        let mut tasks = GameTasks::new();
        tasks.use_stand_ins(library);
        let (mut compiled, mut arguments) = compile_with_arguments(&project, library, &tasks);
        let is_leaf = |id: &NodeId| {
            let node = node_at(&project, &compiled.origins.origin(id));
            node.is_some_and(|node| node.children().is_empty())
        };
        let unknown = compiled.broken.iter();
        let unknown = unknown.filter(|(id, why)| why.code() == "no_task" && is_leaf(id));
        let unknown: Vec<NodeId> = unknown.map(|(id, _)| id.clone()).collect();
        if !unknown.is_empty() {
            ask(&mut tasks, &unknown);
            (compiled, arguments) = compile_with_arguments(&project, library, &tasks);
        }
        let program = runnable(&project, &compiled)?;
        Ok(Self {
            project,
            library,
            program,
            origins: compiled.origins,
            arguments,
            unknown,
        })
    }

    /// Returns the tree in which leaves answer from outside, except those of which the stand-in is kept.
    ///
    /// # Errors
    /// If the tree cannot run.
    pub fn asking(
        &self,
        keeps_stand_in: impl Fn(&NodeId) -> bool,
    ) -> Result<ExploredTree, ExploreError> {
        let stand_ins = self.program.indices().filter(|node| self.stands_in(*node));
        let mut asked: Vec<NodeId> = stand_ins.map(|n| self.program.id(n).clone()).collect();
        asked.retain(|id| self.unknown.contains(id) || !keeps_stand_in(id));
        let mut tasks = GameTasks::new();
        tasks.use_stand_ins(self.library);
        ask(&mut tasks, &asked);
        let compiled = compile_project(&self.project, self.library, &tasks);
        runnable(&self.project, &compiled)?;
        Ok(ExploredTree { compiled, asked })
    }

    /// Returns the names of nodes and variables in sentences.
    pub fn names(&self) -> Names<'_> {
        Names {
            project: &self.project,
            origins: &self.origins,
            program: &self.program,
        }
    }

    /// Returns whether a leaf stands in for code of the game.
    pub fn stands_in(&self, node: NodeIndex) -> bool {
        let kind = self.program.built_in_kind(node);
        matches!(kind, Some("StandIn" | "StandInConditional"))
    }

    /// Returns whether the document says by what rule a leaf stands in for code of the game.
    pub fn has_own_stand_in(&self, node: NodeIndex) -> bool {
        let task = self.program.task(node);
        let stand_in = self.document_node(node);
        let stand_in = stand_in.and_then(|node| node.stand_in.as_deref());
        match stand_in {
            Some(StandIn::ActsLike(_) | StandIn::Unknown(_)) => false,
            Some(_) => true,
            None => matches!(task, "StandIn" | "StandInConditional"),
        }
    }

    /// Returns the node of the document that a node of the program comes from.
    pub fn document_node(&self, node: NodeIndex) -> Option<&'a Node> {
        node_at(&self.project, &self.origins.origin(self.program.id(node)))
    }

    /// Returns what a leaf of the game may return by its declaration; `None` for leaves that decide by themselves, and for parents.
    pub fn declared_answers(&self, node: NodeIndex) -> Option<LeafAnswers> {
        if !self.stands_in(node) {
            return None;
        }
        let all: &[Status] = match self.program.category(node) {
            Category::Conditional => &[Status::Success, Status::Failure],
            _ => &[Status::Success, Status::Failure, Status::Running],
        };
        let declared = self.library.leaf_results(self.program.task(node));
        let results = declared.map(|declared| &*declared.results);
        Some(LeafAnswers {
            node,
            results: results
                .filter(|own| !own.is_empty())
                .unwrap_or(all)
                .to_vec(),
            max_frames: declared.and_then(|declared| declared.max_frames),
        })
    }

    /// Returns all variables of the program, with where they are stored.
    pub fn variables(&self) -> impl Iterator<Item = (VariableSlot, &ProgramVariable)> {
        let own = self.program.tree_variables().iter().enumerate();
        let global = self.program.global_variables().iter().enumerate();
        let own = own.map(|(at, variable)| (VariableSlot::Tree(at as u32), variable));
        own.chain(global.map(|(at, variable)| (VariableSlot::Global(at as u32), variable)))
    }
}

fn ask(tasks: &mut GameTasks<()>, leaves: &[NodeId]) {
    for id in leaves {
        tasks.set_stand_in(id.clone(), StandIn::Ask);
    }
}

/// Returns the program if nothing in it is broken.
fn runnable(
    project: &Project<'_>,
    compiled: &Compiled<()>,
) -> Result<Arc<Program<()>>, ExploreError> {
    if let Some((id, why)) = compiled.broken.first() {
        // It need not be part of the program.
        let found = document_and_node_at(project, &compiled.origins.origin(id));
        let name = match found {
            Some((document, node)) => document.name_of_node(node),
            None => id.as_str().to_argument(),
        };
        return Err(ExploreError::BrokenNode {
            id: id.clone(),
            node: QuotedName::Alone { name }.to_argument(),
            why: why.clone(),
        });
    }
    compiled.program.clone().ok_or(ExploreError::NothingToRun)
}
