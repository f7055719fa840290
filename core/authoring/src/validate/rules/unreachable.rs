//! A child to the right of one after which its parent never continues is unreachable.

use treewright_core::diagnostic::{Diagnostic, Location, Never, Problem, Problems};
use treewright_core::model::Node;

use super::outcomes::outcomes;
use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, found: &mut Problems) {
    let outcomes = outcomes(context);
    for parent in &context.order {
        let goes_on_success = match &*parent.task {
            "Sequence" | "ReactiveSequence" => true,
            "Selector" | "ReactiveSelector" => false,
            _ => continue,
        };
        let children: Vec<_> = context.enabled_children(parent).collect();
        let never = |child: &Node| {
            let outcome = outcomes[context.index_of[child.id()]];
            if !outcome.ends() {
                Some(Never::Ends)
            } else if goes_on_success && !outcome.success {
                Some(Never::Succeeds)
            } else {
                (!goes_on_success && !outcome.failure).then_some(Never::Fails)
            }
        };
        let mut blocking = (0..children.len()).filter_map(|at| Some((at, never(children[at])?)));
        let Some((at, never)) = blocking.next() else {
            continue;
        };
        let Some(unreached) = children.get(at + 1) else {
            continue;
        };
        let problem = Problem::Unreachable {
            sibling: children[at].id().clone(),
            parent: parent.task.clone(),
            never,
            is_one_of_several: blocking.next().is_some(),
        };
        found.push(Diagnostic::new(
            Location::Node(unreached.id().clone()),
            problem,
        ));
    }
}
