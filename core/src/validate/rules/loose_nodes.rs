//! Loose trees do not run; they may be meant to. Those that have a name are there to be run by it.

use crate::diagnostic::{Diagnostic, Location, Problem};
use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let document = context.document;
    let nameless = document.loose().iter();
    for head in nameless.filter(|head| document.tree_name(head).is_none()) {
        let count = context.document.subtree(head).count();
        let location = Location::Node(head.clone());
        found.push(Diagnostic::new(location, Problem::LooseNodes { count }));
    }
}
