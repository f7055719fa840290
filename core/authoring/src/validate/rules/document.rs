//! Rules for the document as a whole, its variables and its trees.

use rustc_hash::FxHashSet;
use treewright_core::diagnostic::{Location, Problem, Problems, structure};
use treewright_core::ids::NodeId;

use crate::validate::context::Context;

/// A document without a root has nothing to run, unless it holds named trees for others to run.
pub(super) fn no_root(context: &Context<'_>, found: &mut Problems) {
    if context.document.root().is_none() && context.document.trees.is_empty() {
        let loose = context.document.loose().len();
        found.add(Location::Document, Problem::NoRoot { loose });
    }
}

/// A disabled node is skipped with all its descendants, so a disabled root leaves nothing.
pub(super) fn disabled_root(context: &Context<'_>, found: &mut Problems) {
    let root = context.document.root();
    let node = root.and_then(|id| context.document.node(id));
    if let Some(node) = node.filter(|node| node.disabled) {
        let location = Location::Node(node.id().clone());
        found.add(location, Problem::DisabledRoot);
    }
}

/// Of two variables with one name, only the first can be reached.
pub(super) fn duplicate_variable(context: &Context<'_>, found: &mut Problems) {
    found.extend(structure::duplicate_variables(context.document));
}

/// Of two trees with one name, only the first can be run. A named tree needs an existing top node.
pub(super) fn named_trees(context: &Context<'_>, found: &mut Problems) {
    found.extend(structure::wrong_trees(context.document));
}

/// A variable's initial value must be of its type.
pub(super) fn initial_value(context: &Context<'_>, found: &mut Problems) {
    found.extend(structure::wrong_initial_values(context.document));
}

/// Unconnected trees do not run, which may be a mistake. Those with a name can be run by it.
pub(super) fn loose_nodes(context: &Context<'_>, found: &mut Problems) {
    let document = context.document;
    let named: FxHashSet<&NodeId> = document.trees.iter().map(|tree| &tree.root).collect();
    for head in document.loose().iter().filter(|head| !named.contains(head)) {
        let count = context.document.subtree(head).count();
        let location = Location::Node(head.clone());
        found.add(location, Problem::LooseNodes { count });
    }
}
