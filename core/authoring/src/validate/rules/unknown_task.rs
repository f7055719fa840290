//! A task that no library declares cannot run.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems};
use treewright_core::model::Node;

use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    if context.declaration(node).is_none() {
        let problem = Problem::UnknownTask {
            task: node.task.clone(),
        };
        found.push(Diagnostic::new(Location::Node(node.id().clone()), problem));
    }
}
