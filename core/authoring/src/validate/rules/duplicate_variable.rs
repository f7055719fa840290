//! Of two variables with one name, only the first can be reached.

use rustc_hash::FxHashSet;
use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems};

use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, found: &mut Problems) {
    let mut seen = FxHashSet::default();
    for variable in &context.document.variables {
        if !seen.insert(&variable.name) {
            let name = variable.name.clone();
            let problem = Problem::DuplicateVariable {
                variable: name.clone(),
            };
            found.push(Diagnostic::new(Location::Variable(name), problem));
        }
    }
}
