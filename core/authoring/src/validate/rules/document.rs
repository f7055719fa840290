//! Rules for the document as a whole, its variables and its trees.

use rustc_hash::FxHashSet;
use treewright_core::diagnostic::{Location, Problem, Problems, SubtreeProblem};
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
    let mut seen = FxHashSet::default();
    for variable in &context.document.variables {
        if !seen.insert(&variable.name) {
            let name = variable.name.clone();
            let problem = Problem::DuplicateVariable {
                variable: name.clone(),
            };
            found.add(Location::Variable(name), problem);
        }
    }
}

/// Of two trees with one name, only the first can be run. A named tree needs an existing top node.
pub(super) fn named_trees(context: &Context<'_>, found: &mut Problems) {
    let mut seen = FxHashSet::default();
    for tree in &context.document.trees {
        let (name, root) = (tree.name.clone(), tree.root.clone());
        let problem = if !seen.insert(&tree.name) {
            SubtreeProblem::DuplicateTree { tree: name }
        } else if context.document.node(&root).is_none() {
            SubtreeProblem::NoSuchRoot { tree: name, root }
        } else {
            continue;
        };
        let location = Location::Tree(tree.name.clone());
        found.add(location, Problem::Subtree(problem));
    }
}

/// A variable's initial value must be of its type.
pub(super) fn initial_value(context: &Context<'_>, found: &mut Problems) {
    for variable in &context.document.variables {
        let value = &variable.initial.value;
        let name = variable.name.clone();
        let problem = if !value.is_finite() {
            Problem::NotFinite {
                parameter: name.clone(),
            }
        } else if value.coerced(&variable.value_type).is_none() {
            Problem::WrongInitialValue {
                variable: name.clone(),
                expected: variable.value_type.clone(),
                found: value.value_type(),
            }
        } else {
            continue;
        };
        found.add(Location::Variable(name), problem);
    }
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
