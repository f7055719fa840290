//! A document without a root has nothing to run, unless it holds named trees for others to run.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems};

use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, found: &mut Problems) {
    if context.document.root().is_none() && context.document.trees.is_empty() {
        let loose = context.document.loose().len();
        found.push(Diagnostic::new(
            Location::Document,
            Problem::NoRoot { loose },
        ));
    }
}
