//! Chooses the leaf for which the user sets a result: among the leaves awaiting a result, in execution order.

use treewright_authoring::edit::Selection;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;

use super::run_view::RunView;

/// Returns the leaf that a result is for: the selected one if it awaits a result, is running or is a watched condition, else the first one that
/// awaits a result.
pub fn target(document: &Document, selection: &Selection, run: &dyn RunView) -> Option<NodeId> {
    let selected = selection.primary().filter(|id| {
        let is_leaf = document.node(id).is_some_and(|n| n.children().is_empty());
        run.is_asking(id) || is_leaf && run.can_force(id)
    });
    selected.cloned().or_else(|| first(run))
}

/// Returns the first leaf that awaits a result and has none set, else the first that awaits one.
pub fn first(run: &dyn RunView) -> Option<NodeId> {
    let unanswered = run.asking().find(|id| run.answer(id).is_none());
    unanswered.or_else(|| run.asking().next())
}

/// Returns the leaf awaiting a result that follows `after`, wrapping around at the end.
pub fn next(run: &dyn RunView, after: Option<&NodeId>) -> Option<NodeId> {
    let mut behind = run.asking().skip_while(|id| Some(id) != after).skip(1);
    behind.next().or_else(|| run.asking().next())
}
