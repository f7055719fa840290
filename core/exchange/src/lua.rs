//! Lua for the seed engine (written only): a module that builds the tree with that engine's API.
//!
//! ```lua
//! function module.Create(gameObject)
//!     local tree = BT.BTree:New(gameObject, "Guard")
//!     tree.sharedData:GetData("pause").val = 1.5
//!
//!     local guard = BT.Selector:New("Guard")
//!     guard:SetAbortType(BT.EAbortType.LowerPriority)
//!     local sees_enemy = BT.BoolComparison:New("Sees enemy?", true, false)
//!     local rest = BT.Wait:New("Rest", 1.5)
//!
//!     guard:AddChildList{sees_enemy, rest}
//!
//!     tree:AddRoot(guard)
//!     return tree
//! end
//! ```
//!
//! - Tasks of the game are classes of their names in `BT`, as the task library declares them, with their parameters as
//!   fields: those that are set, and those that have a default. So are the built-in node types that the engine lacks,
//!   with an export note that the program needs such a class.
//! - Variables are entries of `tree.sharedData`, global ones of `tree.globalSharedData`, with the value in `val`. A
//!   field that is bound to a variable contains its entry; what the engine's own classes read is copied from there
//!   before they read it.
//! - The engine's Selector has exactly two children. One with more becomes pairs, each the second child of the one
//!   before, which behaves the same with every abort type. One with a single child behaves like a Sequence, and becomes
//!   one.
//! - Subtree nodes are replaced by the trees that they run.
//! - Other thresholds of Parallel are refused.
//! - Disabled and unconnected nodes are skipped, with an export note.
//! - The text is the same for the same document. A function of Lua has at most 200 locals, so the nodes of a larger
//!   tree are fields of a table.

mod kinds;
mod plan;
mod remarks;
mod text;
mod write;

use rustc_hash::FxHashMap;
use treewright_core::diagnostic::{Diagnostic, Location};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, SUBTREE};
use treewright_core::project::Project;

use self::plan::Plan;
use super::flattened::without_subtrees;
use crate::common::{Exported, Format, MissingFeature, WriteMode, WriteOptions, unless_refused};

pub(super) static FORMAT: Format = Format {
    write: WriteMode::ToRun(write),
    leaves_mark: true,
    missing: MissingFeature::ALL_BUT_OURS,
    remarks: remarks::CODES,
    ..Format::new("lua", "Lua for the seed engine", "lua")
};

/// Writes the main tree.
fn write(
    project: &Project<'_>,
    library: &NodeLibrary,
    _: &WriteOptions,
    path: String,
) -> Result<Exported, Vec<Diagnostic>> {
    let mut remarks = plan::skipped_notes(project.document);
    let no_resets = FxHashMap::default();
    let flat;
    let (document, resets) = if runs_trees(project.document) {
        flat = without_subtrees(project, library)?;
        (&flat.document, &flat.resets)
    } else {
        (project.document, &no_resets)
    };
    let (plan, of_nodes) = Plan::of(document, library, resets);
    remarks.extend(of_nodes);
    for remark in &mut remarks {
        move_to_caller(project.document, &mut remark.location);
    }
    let remarks = unless_refused(remarks)?;
    let text = write::module(&plan, document, project.path);
    Ok(Exported {
        remarks,
        ..Exported::one(path, text)
    })
}

fn runs_trees(document: &Document) -> bool {
    document.nodes().any(|node| &*node.task == SUBTREE)
}

/// Moves the location of a note inside a subtree to the node that runs the subtree.
fn move_to_caller(document: &Document, location: &mut Location) {
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
