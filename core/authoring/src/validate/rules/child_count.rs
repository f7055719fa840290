//! Composites need a child, decorators exactly one, leaves none. Disabled children count as they will be missed when the tree runs,
//! but a parent that has only disabled ones is skipped with them.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems};
use treewright_core::model::Node;

use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, _: usize, node: &Node, found: &mut Problems) {
    let Some(declaration) = context.declaration(node) else {
        return;
    };
    let (arity, has) = (declaration.arity(), node.children().len());
    if has < arity.min || has > arity.max {
        let problem = Problem::WrongChildCount {
            task: node.task.clone(),
            has,
            min: arity.min,
            max: arity.max,
        };
        found.push(Diagnostic::new(Location::Node(node.id().clone()), problem));
    }
}
