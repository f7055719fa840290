//! A task that no library declares cannot run.

use crate::diagnostic::{Diagnostic, Location, Problem, Problems};
use crate::model::Node;
use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    if context.declaration(node).is_none() {
        let problem = Problem::UnknownTask {
            task: node.task.clone(),
        };
        found.push(Diagnostic::new(Location::Node(node.id().clone()), problem));
    }
}
