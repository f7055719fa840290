//! Chooses the node for which the user sets a result: mostly among the leaves awaiting a result, in execution order.

use treewright_authoring::edit::Selection;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;

use super::run_view::RunView;

/// Returns the node that a result is for: the selected one if it awaits a result, is running or is a watched condition, else the first leaf that
/// awaits a result. It is a leaf, unless the run can force results of others: then it is the node at which the run has stopped if there is none.
pub fn target(document: &Document, selection: &Selection, run: &dyn RunView) -> Option<NodeId> {
    let can_force = |id: &NodeId| {
        let is_leaf = document.node(id).is_some_and(|n| n.children().is_empty());
        (is_leaf || run.can_force_parents()) && run.can_force(id)
    };
    let selected = selection.primary();
    let selected = selected.filter(|id| run.is_asking(id) || can_force(id));
    let stopped_at = || {
        let stop = run.stop().filter(|_| run.can_force_parents())?;
        stop.node.clone().filter(can_force)
    };
    let waits = || first(run).or_else(stopped_at);
    selected.cloned().or_else(waits)
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
