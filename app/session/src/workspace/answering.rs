//! Who gets the next answer: the leaves of a run that ask, in the order in which they are gone through, and the one that an answer is for.

use treewright_authoring::edit::Selection;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;

use super::run_view::{NodeState, RunView};

/// The leaf that an answer is for: the selected one if it asks or runs, else the first one that asks.
pub fn target(document: &Document, selection: &Selection, run: &dyn RunView) -> Option<NodeId> {
    let selected = selection.primary().filter(|id| {
        let is_leaf = document.node(id).is_some_and(|n| n.children().is_empty());
        run.is_asking(id) || is_leaf && run.node(id).state == NodeState::Running
    });
    selected.cloned().or_else(|| first(run))
}

/// The first leaf that asks and was not answered yet, else the first that asks.
pub fn first(run: &dyn RunView) -> Option<NodeId> {
    let unanswered = run.asking().find(|id| run.answer(id).is_none());
    unanswered.or_else(|| run.asking().next())
}

/// The one after this among those that ask; after the last, the first.
pub fn next(run: &dyn RunView, after: Option<&NodeId>) -> Option<NodeId> {
    let mut behind = run.asking().skip_while(|id| Some(id) != after).skip(1);
    behind.next().or_else(|| run.asking().next())
}
