//! A tree that is explored: its program without the game, and what is known of its nodes.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::category::Category;
use treewright_core::compile::{GameTasks, NodeArguments, Origins, compile_with_arguments};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Node;
use treewright_core::project::Project;
use treewright_core::runtime::{NodeIndex, ProgramVariable, Status, VariableSlot};
use treewright_insight::scenario::{ScenarioError, node_at, runnable};

use crate::inputs::LeafAnswers;

/// A tree that is explored.
#[derive(Clone, Debug)]
pub struct ExploredTree<'a> {
    /// The project of its document.
    pub project: Project<'a>,
    /// The declared node types.
    pub library: &'a NodeLibrary,
    /// The program, in which leaves of the game have stand-ins.
    pub program: Arc<Program<()>>,
    /// The origins of the program's nodes.
    pub origins: Origins,
    /// The arguments of all nodes.
    pub(crate) arguments: Vec<NodeArguments>,
}

impl<'a> ExploredTree<'a> {
    /// Compiles the document of a project.
    ///
    /// # Errors
    /// The tree cannot run.
    pub fn new(project: Project<'a>, library: &'a NodeLibrary) -> Result<Self, ScenarioError> {
        let mut tasks = GameTasks::new();
        tasks.use_stand_ins(library);
        let (compiled, arguments) = compile_with_arguments(&project, library, &tasks);
        let compiled = runnable(&project, compiled)?;
        Ok(Self {
            project,
            library,
            program: compiled.program,
            origins: compiled.origins,
            arguments,
        })
    }

    /// Returns the node of the document that a node of the program comes from.
    pub fn document_node(&self, node: NodeIndex) -> Option<&'a Node> {
        node_at(&self.project, &self.origins.origin(self.program.id(node)))
    }

    /// Returns what a leaf of the game may return by its declaration; `None` for leaves that decide by themselves, and for parents.
    pub fn declared_answers(&self, node: NodeIndex) -> Option<LeafAnswers> {
        let category = self.program.category(node);
        if !category.is_leaf() {
            return None;
        }
        let task = self.program.task(node);
        let declared = self.library.leaf_results(task);
        let is_unknown = self.library.declaration(task).is_none();
        if declared.is_none() && !is_unknown && !self.program.awaits_result(node) {
            return None;
        }
        let all: &[Status] = match category {
            Category::Conditional => &[Status::Success, Status::Failure],
            _ => &[Status::Success, Status::Failure, Status::Running],
        };
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
