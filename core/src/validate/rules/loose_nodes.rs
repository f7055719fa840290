//! Loose trees do not run; they may be meant to.

use crate::diagnostic::{Diagnostic, Location, Problem};
use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for head in context.document.loose() {
        let count = context.document.subtree(head).count();
        let location = Location::Node(head.clone());
        found.push(Diagnostic::new(location, Problem::LooseNodes { count }));
    }
}
