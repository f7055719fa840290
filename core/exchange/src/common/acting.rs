//! Lets parents of which another tool's file only knows the name act like a built-in kind, so that imported trees run, and says so once for
//! each. Knows no format.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::diagnostic::{Diagnostic, Location, Problem};
use treewright_core::model::ActsLike;

use super::reading::Imported;

/// What is said of it.
pub(crate) mod remarks {
    crate::common::remarks::remarks! { "acting";
        /// A composite.
        acts_like_sequence(task): Approximated = "what `{task}` does with its children is known to its program alone: here it acts like Sequence, unless its stand-in says otherwise";
        /// A decorator.
        passes_through(task): Approximated = "what `{task}` does with its child is known to its program alone: here it passes the child's result through";
    }
}

/// Says of each parent in the libraries what it acts like, where the reader did not, and tells of those that nodes use at the first document that
/// uses them.
pub(super) fn let_act(imported: &mut Imported) {
    let mut used: FxHashMap<Arc<str>, usize> = FxHashMap::default();
    for (place, made) in imported.documents.iter().enumerate() {
        for node in made.document.nodes() {
            used.entry(node.task.clone()).or_insert(place);
        }
    }
    for own in &mut imported.libraries {
        for task in &mut own.library.tasks {
            if task.acts_like.is_some() {
                continue;
            }
            task.acts_like = ActsLike::usual(task.declaration.category);
            let name = task.name();
            let said = match task.acts_like {
                None => continue,
                Some(ActsLike::PassThrough) => remarks::passes_through(name),
                Some(ActsLike::Sequence | ActsLike::Selector) => remarks::acts_like_sequence(name),
            };
            let document = used
                .get(name)
                .and_then(|place| imported.documents.get_mut(*place));
            if let Some(document) = document {
                let problem = Problem::Transfer(said);
                let said = Diagnostic::new(Location::Document, problem);
                document.remarks.push(said);
            }
        }
    }
}
