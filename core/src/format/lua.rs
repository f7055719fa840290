//! Lua for the seed engine (written only): a module that builds the tree with that engine's API.
//!
//! ```lua
//! function module.Create(gameObject)
//!     local guard = BT.Selector:New("Guard")
//!     guard:SetAbortType(BT.EAbortType.LowerPriority)
//!     local sees_enemy = BT.BoolComparison:New("Sees enemy?", true, false)
//!     local rest = BT.Wait:New("Rest", 1.5)
//!
//!     guard:AddChildList{sees_enemy, rest}
//!
//!     local tree = BT.BTree:New(gameObject, "Guard")
//!     tree:AddRoot(guard)
//!     return tree
//! end
//! ```
//!
//! - A game's own tasks are classes of their names in `BT`, as the task library declares them, with their parameters as fields: those that are
//!   set, and those that have a default.
//! - The engine's Selector takes exactly two children. One with more becomes pairs, each the second child of the one before, which does the
//!   same where its abort type is None; with another abort type it is refused. One with a single child does what a Sequence does, and becomes one.
//! - Its nodes take constants: what is bound to a variable is refused, and `BoolComparison` compares two constants. So are kinds that it does
//!   not have, other thresholds of Parallel, and subtrees that were not put in their place.
//! - What is disabled or hangs nowhere is left out, with a remark.
//! - The text is the same for the same document. A function of Lua has at most 200 locals, so the nodes of a larger tree are fields of a table.

mod kinds;
mod names;
mod plan;
pub(super) mod remarks;
mod text;
mod write;

use self::plan::Plan;
use super::exchange::{Exported, WriteOptions};
use super::flattened::flattened;
use crate::diagnostic::{Diagnostic, Location};
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::model::Document;
use crate::project::Project;

/// Writes the tree below the root.
pub(super) fn write(
    project: &Project<'_>,
    library: &NodeLibrary,
    options: &WriteOptions,
    path: String,
) -> Result<Exported, Vec<Diagnostic>> {
    let flat;
    let mut document = project.document;
    if options.inline_subtrees {
        flat = flattened(project, library)?;
        document = &flat;
    }
    let (plan, mut remarks) = Plan::of(document, library);
    for remark in &mut remarks {
        see_from(project.document, &mut remark.location);
    }
    if remarks.iter().any(Diagnostic::is_refused) {
        return Err(remarks.into_iter().filter(Diagnostic::is_refused).collect());
    }
    let text = write::module(&plan, document, project.path);
    Ok(Exported {
        remarks,
        ..Exported::one(path, text)
    })
}

/// What is said of a node inside a subtree is said of the node that runs it.
fn see_from(document: &Document, location: &mut Location) {
    let (Location::Node(id) | Location::Parameter(id, _)) = &*location else {
        return;
    };
    if document.node(id).is_some() {
        return;
    }
    let ends = id.as_str().match_indices('/').rev();
    let mut above = ends.map(|(end, _)| NodeId::from(&id.as_str()[..end]));
    if let Some(runs) = above.find(|id| document.node(id).is_some()) {
        *location = Location::Node(runs);
    }
}

#[cfg(test)]
mod tests;
