//! Links of a damaged file that a tree cannot hold: second parents, cycles, links to nothing or to the root.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems};
use treewright_core::model::{BrokenLinkReason, Node};

use crate::validate::context::Context;

pub(super) fn check(_: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    for link in &node.broken_links {
        let (child, parent) = (link.child.clone(), node.id().clone());
        let problem = match &link.reason {
            BrokenLinkReason::Dangling => Problem::DanglingId {
                parent: Some(parent),
                child,
            },
            BrokenLinkReason::SecondParent(kept) => Problem::SecondParent {
                child,
                kept: kept.clone(),
                other: parent,
            },
            BrokenLinkReason::Cycle(path) => Problem::Cycle { path: path.clone() },
            BrokenLinkReason::Root => Problem::RootAsChild { child, parent },
        };
        found.push(Diagnostic::new(Location::Node(node.id().clone()), problem));
    }
}
