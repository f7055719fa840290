//! Of two trees with one name, only the first can be run. A tree needs a node to begin at.

use rustc_hash::FxHashSet;
use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems, SubtreeProblem};

use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, found: &mut Problems) {
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
        found.push(Diagnostic::new(location, Problem::Subtree(problem)));
    }
}
