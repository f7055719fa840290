//! Loose trees do not run; they may be meant to. Those that have a name are there to be run by it.

use rustc_hash::FxHashSet;
use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems};
use treewright_core::ids::NodeId;

use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, found: &mut Problems) {
    let document = context.document;
    let named: FxHashSet<&NodeId> = document.trees.iter().map(|tree| &tree.root).collect();
    for head in document.loose().iter().filter(|head| !named.contains(head)) {
        let count = context.document.subtree(head).count();
        let location = Location::Node(head.clone());
        found.push(Diagnostic::new(location, Problem::LooseNodes { count }));
    }
}
