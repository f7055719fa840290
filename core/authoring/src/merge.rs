//! Three-way merge of two versions of a document and their common base: by node and by field.
//!
//! A field that only one version changed takes the value of that version. If both changed the same field to different values,
//! this is a [`Conflict`]: the document keeps our value, and the conflict stays in the document until it is resolved.
//! Edits of different branches never touch the same field, so they never conflict:
//! - Children are merged as ordered lists: both versions may add, remove and reorder, as long as this does not contradict.
//! - If both added a node with the same id, which happens whenever both add nodes, and the nodes differ, one gets another id
//!   (`ids.rs`). All references in the document are updated.
//! - Card positions never conflict: our cards stay where they are, and nodes added by theirs keep their position relative to
//!   their parent.
//! - If both changed the text of the same note, both texts are kept.
//! - If one renamed a variable that the other kept, what the other has added uses the new name (`renames.rs`).
//!
//! Invariants, tested over random edits: merging with an unchanged version gives the other version; merging equal versions gives
//! that version; the result is a valid forest; swapping the sides only swaps the values in conflicts.
//!
//! Limitations: a renamed named tree counts as one removed and one added. A new node that reuses the id of a node
//! removed earlier counts as that node.

mod assemble;
mod fields;
mod ids;
mod lists;
mod order;
mod parents;
mod presence;
mod renames;

use treewright_core::ids::NodeId;
use treewright_core::model::{Conflict, Document};

/// The result of a merge.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The merged document with all its conflicts.
    pub document: Document,
    /// The number of conflicts found by this merge; they are last in the list.
    pub new_conflicts: usize,
    /// Nodes added by theirs under an id that ours used for another new node: the id in theirs, and the new id.
    pub renumbered: Vec<(NodeId, NodeId)>,
}

/// The three versions, after nodes with clashing ids have been renumbered.
#[derive(Clone, Copy)]
struct Versions<'a> {
    base: &'a Document,
    ours: &'a Document,
    theirs: &'a Document,
}

/// Merges `theirs` into `ours`; both derive from `base`.
pub fn merge(base: &Document, ours: &Document, theirs: &Document) -> Merged {
    let renamed = renames::follow(base, ours, theirs);
    let (base, ours) = (&*renamed.base, &*renamed.ours);
    let (theirs, renumbered) = ids::renumber_clashes(base, ours, &renamed.theirs);
    let versions = Versions {
        base,
        ours,
        theirs: &theirs,
    };
    let mut conflicts = Vec::new();
    let present = presence::decide(versions, &mut conflicts);
    let slots = parents::decide(versions, &present, &mut conflicts);
    let mut document = assemble::nodes(versions, &slots, &mut conflicts);
    fields::settings(versions, &mut document, &mut conflicts);
    lists::variables_and_trees(versions, &mut document, &mut conflicts);
    lists::annotations(versions, &mut document);
    // Conflicts are sorted like differences: from document settings down to nodes.
    conflicts.sort_by(|one, other| {
        (&one.subject, &one.field, one.kind).cmp(&(&other.subject, &other.field, other.kind))
    });
    document.conflicts = earlier_conflicts(versions);
    let new_conflicts = conflicts.len();
    document.conflicts.append(&mut conflicts);
    Merged {
        document,
        new_conflicts,
        renumbered,
    }
}

/// Merges the conflicts of earlier merges: those resolved by either version are dropped, those added by either version are kept.
/// The same conflict may occur more than once. Conflicts on only one side keep the order of that side.
fn earlier_conflicts(versions: Versions<'_>) -> Vec<Conflict> {
    let [base, ours, theirs] =
        [versions.base, versions.ours, versions.theirs].map(|document| &document.conflicts[..]);
    if ours == base {
        return theirs.to_vec();
    }
    if theirs == base {
        return ours.to_vec();
    }
    let mut kept: Vec<Conflict> = Vec::new();
    for conflict in ours.iter().chain(theirs) {
        let [in_base, in_ours, in_theirs, so_far] = [base, ours, theirs, &kept].map(|list| {
            let same = list.iter().filter(|other| *other == conflict);
            same.map(|_| 1_i64).sum::<i64>()
        });
        let (by_ours, by_theirs) = (in_ours - in_base, in_theirs - in_base);
        let change = if by_ours.signum() == by_theirs.signum() {
            by_ours.signum() * by_ours.abs().max(by_theirs.abs())
        } else {
            by_ours + by_theirs
        };
        if so_far < in_base + change {
            kept.push(conflict.clone());
        }
    }
    kept
}

#[cfg(test)]
mod laws;
#[cfg(any(test, feature = "testing"))]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
