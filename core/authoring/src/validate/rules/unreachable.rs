//! A child to the right of one after which its parent never continues is unreachable.

use treewright_core::diagnostic::{Diagnostic, Location, Never, Problem, Problems};

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
        let blocking = children.windows(2).find_map(|pair| {
            let outcome = outcomes[context.index_of[pair[0].id()]];
            let never = if !outcome.ends() {
                Never::Ends
            } else if goes_on_success && !outcome.success {
                Never::Succeeds
            } else if !goes_on_success && !outcome.failure {
                Never::Fails
            } else {
                return None;
            };
            Some((pair[0], pair[1], never))
        });
        if let Some((sibling, unreached, never)) = blocking {
            let problem = Problem::Unreachable {
                sibling: sibling.id().clone(),
                parent: parent.task.clone(),
                never,
            };
            found.push(Diagnostic::new(
                Location::Node(unreached.id().clone()),
                problem,
            ));
        }
    }
}
