//! The program of a tree that is explored: leaves whose code is the game's answer from outside.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::compile::{Compiled, GameTasks, compile_project};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::StandIn;
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_insight::scenario::node_at;

use crate::explored::ExploreError;

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
        let mut tasks = GameTasks::new();
        tasks.use_stand_ins(library);
        let with_stand_ins = compile_project::<()>(project, library, &tasks);
        let mut asked = Vec::new();
        if let Some(program) = &with_stand_ins.program {
            let stands_in = |node: &NodeIndex| {
                let kind = program.built_in_kind(*node);
                matches!(kind, Some("StandIn" | "StandInConditional"))
            };
            asked.extend(
                program
                    .indices()
                    .filter(stands_in)
                    .map(|n| program.id(n).clone()),
            );
        }
        // Nobody has declared the task of these.
        let is_leaf = |id: &NodeId| {
            let node = node_at(project, &with_stand_ins.origins.origin(id));
            node.is_some_and(|node| node.children().is_empty())
        };
        let unknown = with_stand_ins.broken.iter();
        let unknown = unknown.filter(|(id, why)| why.code() == "no_task" && is_leaf(id));
        asked.extend(unknown.map(|(id, _)| id.clone()));
        asked.retain(|id| !keeps_stand_in(id));
        for id in &asked {
            tasks.set_stand_in(id.clone(), StandIn::Ask);
        }
        let compiled = compile_project(project, library, &tasks);
        if let Some((node, why)) = compiled.broken.first() {
            return Err(ExploreError::BrokenNode {
                node: node.to_string(),
                why: why.clone(),
            });
        }
        if compiled.program.is_none() {
            return Err(ExploreError::NothingToRun);
        }
        Ok(Self { compiled, asked })
    }

    /// Returns the program.
    pub fn program(&self) -> Option<&Arc<Program<()>>> {
        self.compiled.program.as_ref()
    }
}
