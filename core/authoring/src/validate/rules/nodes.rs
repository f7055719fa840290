//! Rules for single nodes that need only the node and its declaration.

use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::diagnostic::{Location, Problem, Problems, structure};
use treewright_core::model::Node;

use crate::validate::context::Context;

/// Links of a damaged file that a tree cannot represent: second parents, cycles, links to missing nodes or to the root.
pub(super) fn broken_link(_: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    found.extend(structure::broken_links(node));
}

/// A node whose id was already taken got a new one, which the user has not accepted yet.
pub(super) fn duplicate_id(_: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    found.extend(structure::duplicate_id(node));
}

/// A task that no library declares cannot run.
pub(super) fn unknown_task(context: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    if context.declaration(node).is_none() {
        let problem = Problem::UnknownTask {
            task: node.task.clone(),
        };
        found.add(Location::Node(node.id().clone()), problem);
    }
}

/// Composites need at least one child, decorators exactly one, leaves none. Disabled children count as missing, since they do not
/// run, but a parent with only disabled children is skipped together with them.
pub(super) fn child_count(context: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    let Some(declaration) = context.declaration(node) else {
        return;
    };
    let (arity, has) = (declaration.arity(), node.children().len());
    if has < arity.min || has > arity.max {
        let problem = Problem::WrongChildCount {
            task: node.task.clone(),
            has,
            min: arity.min,
            max: arity.max,
        };
        found.add(Location::Node(node.id().clone()), problem);
    }
}

/// A comparison of two constants never changes: usually, its variable has not been chosen yet.
pub(super) fn fixed_comparison(context: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    const COMPARISONS: [&str; 4] = ["CompareBool", "CompareInt", "CompareFloat", "CompareString"];
    let is_fixed = |side| {
        let value = node.parameters.get(side);
        value.is_none_or(|value| value.as_variable().is_none())
    };
    let is_comparison = COMPARISONS.contains(&&*node.task) && context.declaration(node).is_some();
    if is_comparison && is_fixed("left") && is_fixed("right") {
        let left = Location::Parameter(node.id().clone(), "left".into());
        found.add(left, Problem::FixedComparison);
    }
}

/// An abort type has an effect only on a composite with a watched conditional below it: one whose nearest composite has an abort
/// type.
pub(super) fn abort_type(context: &Context<'_>, index: usize, node: &Node, found: &mut Problems) {
    let abort = node.abort;
    let Some(declaration) = context
        .declaration(node)
        .filter(|_| abort != AbortType::None)
    else {
        return;
    };
    let problem = if declaration.category != Category::Composite {
        Problem::AbortOnNonComposite {
            abort,
            task: node.task.clone(),
        }
    } else if context.watched_below[index] == 0 && !node.disabled {
        Problem::AbortWithoutConditional { abort }
    } else {
        return;
    };
    found.add(Location::Node(node.id().clone()), problem);
}
