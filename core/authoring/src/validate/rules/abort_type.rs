//! An abort type does something only on a composite with a conditional below it that it has watched: one whose nearest composite has an
//! abort type.

use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems};
use treewright_core::model::Node;

use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, index: usize, node: &Node, found: &mut Problems) {
    let abort = node.abort;
    let Some(declaration) = context
        .declaration(node)
        .filter(|_| abort != AbortType::None)
    else {
        return;
    };
    let problem = if declaration.category != Category::Composite {
        Problem::AbortOnNonComposite {
            abort,
            task: node.task.clone(),
        }
    } else if context.watched_below[index] == 0 && !node.disabled {
        Problem::AbortWithoutConditional { abort }
    } else {
        return;
    };
    found.push(Diagnostic::new(Location::Node(node.id().clone()), problem));
}
