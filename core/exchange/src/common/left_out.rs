//! What a document has and no other program's format knows: it is said once for the document, for all formats alike.
//! Places, what is collapsed and breakpoints belong to the editor alone: nothing is said of them.

mod kept;

use treewright_core::diagnostic::{Diagnostic, Location, Problem};
use treewright_core::model::Document;

use super::ExchangeFormat;

/// What of the document is not in a file of this format, though its writer took no notice.
pub(super) fn left_out(format: ExchangeFormat, document: &Document) -> Vec<Diagnostic> {
    use ExchangeFormat as F;
    let kept = match format {
        // Ours holds all of it, and files of behaviac are only read.
        F::Native | F::Behaviac => return Vec::new(),
        _ => kept::kept(format, document),
    };
    match format {
        F::Btcpp | F::Behavior3 | F::Behavior3Original | F::SaveJson | F::Lua => {}
        // Made to show or to run no more than what is in it.
        _ => return kept,
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
    if format == F::Btcpp {
        let told = document.variables.iter().filter(|v| !v.comment.is_empty());
        let count = told.count();
        said.extend((count > 0).then(|| remarks::variable_comments(count)));
    }
    if document.seed != 0 {
        said.push(remarks::seed(document.seed));
    }
    let said = said.into_iter();
    let said = said.map(|said| Diagnostic::new(Location::Document, Problem::Transfer(said)));
    kept.into_iter().chain(said).collect()
}

/// What is said of it.
pub(crate) mod remarks {
    crate::common::remarks::remarks! { "left_out";
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
        /// An attribute that is kept for another program.
        kept_attribute(format, attribute, value): Approximated = "`{attribute}=\"{value}\"` is kept for {format} and is not in this file";
        /// Fields that are kept for another program.
        kept_fields(format, fields): Approximated = "kept for {format} and not in this file: {fields}";
        /// A task that another program brings.
        kept_task(format, task): Approximated = "`{task}` is a node of {format}: this file only names it, and what reads the file must bring it";
        /// Fields of the document or its trees that are kept for another program.
        kept_of_document(format, fields): Approximated = "of the document itself, kept for {format} and not in this file: {fields}";
        /// Nodes with something that is kept, in a drawing.
        kept_of_nodes(count): Approximated = "what nodes keep for other programs is not drawn; nodes that keep something: {count}";
        /// Fields that nobody knows.
        unknown_fields(fields): Approximated = "fields that this program does not know are not in this file: {fields}";
        /// What is said of variables.
        variable_comments(count): Approximated = "comments on variables are left out: {count}";
        /// What random choices are drawn from.
        seed(seed): Approximated = "the seed {seed} is left out: the game draws its random choices from one of its own";
    }
}

#[cfg(test)]
mod tests;
