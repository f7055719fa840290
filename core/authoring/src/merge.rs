//! Merging two versions of a document that come from a third: by node and by field.
//!
//! A thing that one version changed and the other left alone is as the first has it. Where both changed one field of one thing, and not
//! to the same, there is a [`Conflict`]: the document holds ours, and the conflict stays in the document until somebody settles it.
//! Edits of different branches never meet in a field, so they never conflict:
//! - Children are merged as ordered lists: both may add, take away and reorder, wherever that does not contradict.
//! - A node that both added under one id, which happens whenever both add nodes, gets another id if it is not the same node
//!   (`ids.rs`); all in the document that names it follows.
//! - Where cards lie is no matter for a conflict: ours are where they are, and what theirs added goes along with what it hangs on.
//! - Of a note that both rewrote, both texts are kept.
//!
//! Laws, tested over random edits: merging with a version that changed nothing gives the other version; merging equal versions gives
//! that version; the result is a valid forest; exchanging the sides exchanges nothing but what conflicts show.
//!
//! Limitations: a variable or named tree that was renamed is one that was removed and one that was added. A new node whose id was that of
//! one removed before counts as that node.

mod fields;
mod ids;
mod lists;
mod order;
mod places;
mod presence;
mod put_together;

use treewright_core::ids::NodeId;
use treewright_core::model::{Conflict, Document};

/// What came of a merge.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The document, with all its conflicts.
    pub document: Document,
    /// How many of the conflicts, the last ones, this merge found.
    pub new_conflicts: usize,
    /// Nodes that theirs added under an id that ours gave to another new node: the id that each has in theirs, and the one that it got.
    pub renumbered: Vec<(NodeId, NodeId)>,
}

/// The three versions; all ids are of one kind by now.
#[derive(Clone, Copy)]
struct Three<'a> {
    base: &'a Document,
    ours: &'a Document,
    theirs: &'a Document,
}

/// Merges `theirs` into `ours`; both were made from `base`.
pub fn merge(base: &Document, ours: &Document, theirs: &Document) -> Merged {
    let (theirs, renumbered) = ids::told_apart(base, ours, theirs);
    let three = Three {
        base,
        ours,
        theirs: &theirs,
    };
    let mut conflicts = Vec::new();
    let present = presence::decide(three, &mut conflicts);
    let slots = places::decide(three, &present, &mut conflicts);
    let mut document = put_together::nodes(three, &slots, &mut conflicts);
    fields::settings(three, &mut document, &mut conflicts);
    lists::variables_and_trees(three, &mut document, &mut conflicts);
    lists::annotations(three, &mut document);
    // Conflicts are told from the document's settings down to single nodes, as differences are.
    conflicts.sort_by(|one, other| {
        (&one.subject, &one.field, one.kind).cmp(&(&other.subject, &other.field, other.kind))
    });
    document.conflicts = earlier_conflicts(three);
    let new_conflicts = conflicts.len();
    document.conflicts.append(&mut conflicts);
    Merged {
        document,
        new_conflicts,
        renumbered,
    }
}

/// Conflicts that earlier merges left: those that ours or theirs settled are settled, and those that one of them has besides are there. The
/// same conflict may stand there more than once, and what only one side changed stands in the order in which that side has it.
fn earlier_conflicts(three: Three<'_>) -> Vec<Conflict> {
    let [base, ours, theirs] =
        [three.base, three.ours, three.theirs].map(|document| &document.conflicts[..]);
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
