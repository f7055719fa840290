//! A node whose id was taken got a new one, which the user has not accepted yet.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems};
use treewright_core::model::Node;

use crate::validate::context::Context;

pub(super) fn check(_: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    if let Some(id) = &node.duplicate_of {
        let problem = Problem::DuplicateId {
            id: id.clone(),
            given: node.id().clone(),
        };
        found.push(Diagnostic::new(Location::Node(node.id().clone()), problem));
    }
}
