//! A disabled node is left out with all below it, so a disabled root leaves nothing.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems};

use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, found: &mut Problems) {
    let root = context.document.root();
    let node = root.and_then(|id| context.document.node(id));
    if let Some(node) = node.filter(|node| node.disabled) {
        let location = Location::Node(node.id().clone());
        found.push(Diagnostic::new(location, Problem::DisabledRoot));
    }
}
