//! What a document has and no other program's format knows: it is said once for the document, for all formats alike.
//! Places, what is collapsed and breakpoints belong to the editor alone: nothing is said of them.

use super::ExchangeFormat;
use crate::diagnostic::{Diagnostic, Location, Problem};
use crate::model::Document;

/// What of the document is not in a file of this format, though its writer took no notice.
pub(super) fn left_out(format: ExchangeFormat, document: &Document) -> Vec<Diagnostic> {
    use ExchangeFormat as F;
    match format {
        F::Btcpp | F::Behavior3 | F::Behavior3Original | F::SaveJson | F::Lua => {}
        // Ours, only read, or made to show or to run no more than what is in it.
        F::Native | F::Behaviac | F::GameConfig | F::Rust | F::Dot | F::Mermaid | F::Markdown => {
            return Vec::new();
        }
    }
    let mut said = Vec::new();
    if format == F::SaveJson {
        match document.trees.len() {
            0 => {}
            trees => said.push(remarks::tree_names(format.title(), trees)),
        }
        if !document.description.is_empty() {
            said.push(remarks::description(format.title()));
        }
    }
    let played = document.nodes().filter(|node| node.stand_in.is_some());
    let counted = [
        (played.count(), remarks::stand_ins as fn(usize) -> _),
        (document.notes.len(), remarks::notes),
        (document.groups.len(), remarks::groups),
    ];
    let counted = counted.into_iter().filter(|(count, _)| *count > 0);
    said.extend(counted.map(|(count, remark)| remark(count)));
    if document.seed != 0 {
        said.push(remarks::seed(document.seed));
    }
    said.into_iter()
        .map(|said| Diagnostic::new(Location::Document, Problem::Transfer(said)))
        .collect()
}

/// What is said of it.
pub(in crate::format) mod remarks {
    crate::format::exchange::remarks::remarks! { "left_out";
        /// Names of trees, in a format whose trees have none.
        tree_names(format, count): Approximated = "trees of {format} have no names: they are written as loose trees, and their names are left out: {count}";
        /// What the document is for.
        description(format): Approximated = "the description of the document is left out: {format} has none";
        /// What nodes answer in place of their tasks.
        stand_ins(count): Approximated = "stand-ins of nodes are left out, since only this program plays them: {count}";
        /// Sticky notes.
        notes(count): Approximated = "notes are left out, since only this program shows them: {count}";
        /// Titled frames.
        groups(count): Approximated = "groups are left out, since only this program shows them: {count}";
        /// What random choices are drawn from.
        seed(seed): Approximated = "the seed {seed} is left out: the game draws its random choices from one of its own";
    }
}
