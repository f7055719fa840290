//! Whether a document could run in a game at all: what is broken whatever tasks the game brings keeps its config, and its code, from being written.

use rustc_hash::FxHashSet;
use treewright_core::category::Category;
use treewright_core::compile::{GameTasks, compile_project};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::SUBTREE;
use treewright_core::project::Project;
use treewright_core::runtime::TaskHooks;
use treewright_core::status::Status;

use super::remarks;
use crate::common::of_node;

/// Refuses the nodes of the main tree that fail in every game, and those that run trees with such nodes. What a Subtree node itself runs is
/// looked at elsewhere: a game may have files that are not here.
pub(crate) fn unmendable(
    project: &Project<'_>,
    library: &NodeLibrary,
) -> Result<(), Vec<Diagnostic>> {
    let tasks = of_a_game(project, library);
    let compiled = compile_project(project, library, &tasks);
    let mut told: FxHashSet<NodeId> = FxHashSet::default();
    let refused = compiled.broken.iter().filter_map(|(id, why)| {
        let at = NodeId::from(id.as_str().split('/').next().unwrap_or_default());
        let is_subtree = |id: &NodeId| {
            let node = project.document.node(id);
            node.is_some_and(|node| &*node.task == SUBTREE)
        };
        let is_use = *id == at && is_subtree(&at);
        let is_told = is_use || !told.insert(at.clone());
        (!is_told).then(|| of_node(&at, remarks::cannot_run(why)))
    });
    let refused: Vec<Diagnostic> = refused.collect();
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused)
    }
}

/// A game that brings all leaves that libraries declare, and all tasks without children that nobody declares.
fn of_a_game(project: &Project<'_>, library: &NodeLibrary) -> GameTasks<()> {
    let answering = || TaskHooks::new(|_| Status::Success);
    let mut tasks = GameTasks::new();
    let declared = library.declarations();
    for kind in declared.filter(|kind| library.library_of(&kind.task).is_some()) {
        match kind.category {
            Category::Conditional => tasks.conditional(&kind.task, move |_| answering()),
            Category::Action => tasks.action(&kind.task, move |_| answering()),
            Category::Composite | Category::Decorator => {}
        }
    }
    let others = project.others.paths();
    let others = others.filter_map(|path| project.others.get(path)?.ok());
    let documents = [project.document].into_iter().chain(others);
    for node in documents.flat_map(treewright_core::model::Document::nodes) {
        let is_unknown = library.declaration(&node.task).is_none();
        if is_unknown && node.children().is_empty() {
            tasks.action(&node.task, move |_| answering());
        }
    }
    tasks
}
