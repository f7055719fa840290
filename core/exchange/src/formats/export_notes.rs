//! Export notes on what is not in the file of a format, where its writer adds none: what no other program's format has,
//! and data that the document keeps for another program. Works for all formats alike.
//!
//! - For kept data, there is a note at each node on what has a meaning in the other tool, and one for the document on
//!   its own data. How a file was written (white space, the order of attributes) has no note. Drawings only count the
//!   nodes that keep something.
//! - Positions, collapsed nodes and breakpoints belong to the editor alone and have no note.
//! - Unresolved merge conflicts are refused in formats that games run.

use treewright_core::diagnostic::{Diagnostic, Grade, Location, Problem, TransferNote};
use treewright_core::ids::NodeId;
use treewright_core::model::{Conflict, Document, Extra, Subject};
use treewright_core::project::Project;

use super::ExchangeFormat;
use crate::common::{KeptAt, MissingFeature, WriteMode, at, of_document, of_node};

/// Returns export notes on what of the document is not in a file of this format, where its writer adds none.
pub(super) fn missing_notes(format: ExchangeFormat, document: &Document) -> Vec<Diagnostic> {
    let row = format.row();
    if matches!(row.write, WriteMode::Ours(_) | WriteMode::Never) {
        return Vec::new();
    }
    let missing = row.missing.iter();
    let notes = missing.filter_map(|lack| missing_note(*lack, row.title, document));
    let mut all = kept(format, document);
    all.extend(notes.map(of_document));
    all
}

/// Returns the note on what a format lacks, if the document has it.
fn missing_note(lack: MissingFeature, title: &str, document: &Document) -> Option<TransferNote> {
    let count =
        |count: usize, remark: fn(usize) -> TransferNote| (count > 0).then(|| remark(count));
    match lack {
        MissingFeature::TreeNames => match document.trees.len() {
            0 => None,
            trees => Some(remarks::tree_names(title, trees)),
        },
        MissingFeature::Description => {
            let is_described = !document.description.is_empty();
            is_described.then(|| remarks::description(title))
        }
        MissingFeature::StandIns => {
            let played = document
                .nodes()
                .filter(|node| node.stand_in.is_some() || !node.data.is_empty());
            count(played.count(), remarks::stand_ins)
        }
        MissingFeature::Notes => count(document.notes.len(), remarks::notes),
        MissingFeature::Groups => count(document.groups.len(), remarks::groups),
        MissingFeature::VariableComments => {
            let commented = document.variables.iter().filter(|v| !v.comment.is_empty());
            count(commented.count(), remarks::variable_comments)
        }
        MissingFeature::Seed => (document.seed != 0).then(|| remarks::seed(document.seed)),
    }
}

/// Fields of a whole file that describe how it was written, and those that libraries and other documents contain.
const OF_THE_FILE: &str = "$schema BTCPP_format TreeNodesModel class id include path prefix scope selectedTree version xmlns";

/// Returns notes on kept data that is not in a file of this format.
fn kept(format: ExchangeFormat, document: &Document) -> Vec<Diagnostic> {
    let others = || {
        ExchangeFormat::ALL
            .into_iter()
            .filter(|other| *other != format)
    };
    let mut notes: Vec<(NodeId, TransferNote)> = Vec::new();
    for other in others() {
        notes.extend(node_notes(other, document));
    }
    if matches!(
        format.row().write,
        WriteMode::ToShow(..) | WriteMode::InLanguage
    ) {
        let mut nodes: Vec<&NodeId> = notes.iter().map(|(node, _)| node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let count = nodes.len();
        let drawn = (count > 0).then(|| of_document(remarks::kept_of_nodes(count)));
        return drawn.into_iter().collect();
    }
    let notes = notes.into_iter().map(|(node, note)| of_node(&node, note));
    let mut notes: Vec<Diagnostic> = notes.collect();
    for other in others() {
        let fields = file_data_names(other, document);
        if !fields.is_empty() {
            let remark = remarks::kept_of_document(other.title(), fields.join(", "));
            notes.push(of_document(remark));
        }
    }
    let fields = unknown_field_names(document);
    if !fields.is_empty() {
        notes.push(of_document(remarks::unknown_fields(fields.join(", "))));
    }
    notes
}

/// Returns notes on what nodes keep for this format, in the order of the document.
fn node_notes(of: ExchangeFormat, document: &Document) -> Vec<(NodeId, TransferNote)> {
    let Some(standing) = of.kept().and_then(|kept| kept.standing) else {
        return field_notes(of, document);
    };
    let here = standing(document).into_iter().filter_map(|remark| {
        let node = remark.location.node()?.clone();
        match remark.problem {
            Problem::Transfer(note) => Some((node, not_written_note(of.title(), &note)?)),
            _ => None,
        }
    });
    here.collect()
}

/// Returns the export note for an import note of a node whose data is not written; `None` if the note is about a
/// difference in behavior, not about data.
fn not_written_note(title: &str, standing: &TransferNote) -> Option<TransferNote> {
    if standing.grade() != Grade::Kept {
        return None;
    }
    let argument = |wanted: &str| {
        let mut all = standing.arguments().into_iter();
        all.find(|(name, _)| *name == wanted).map(|(_, text)| text)
    };
    Some(match (argument("attribute"), argument("task")) {
        (Some(attribute), _) => match argument("value") {
            Some(value) => remarks::kept_attribute(title, attribute, value),
            None => remarks::kept_fields(title, attribute),
        },
        (None, Some(task)) => remarks::kept_task(title, task),
        (None, None) => remarks::kept_fields(title, argument("attachment")?),
    })
}

fn field_notes(of: ExchangeFormat, document: &Document) -> Vec<(NodeId, TransferNote)> {
    let mut notes = Vec::new();
    for node in document.pre_order().filter(|node| !node.extra.is_empty()) {
        let fields: Vec<String> = fields(of, KeptAt::Node, &node.extra);
        if !fields.is_empty() {
            let remark = remarks::kept_fields(of.title(), fields.join(", "));
            notes.push((node.id().clone(), remark));
        }
    }
    notes
}

/// Returns the names of fields that are kept for this format and have a meaning there. Empty fields are skipped.
fn fields(of: ExchangeFormat, keeper: KeptAt, extra: &Extra) -> Vec<String> {
    let kept = of.kept().filter(|kept| extra.contains_key(kept.key));
    let meant = kept.map_or_else(Vec::new, |kept| kept.meant(keeper, extra));
    let says = |value: &str| !matches!(value, "null" | "false" | "\"\"" | "[]" | "{}");
    let meant = meant.into_iter().filter(|(_, value)| says(value));
    meant.map(|(name, _)| name).collect()
}

/// Returns the names of what a document and its trees keep for this format.
fn file_data_names(of: ExchangeFormat, document: &Document) -> Vec<String> {
    let mut all = fields(of, KeptAt::Document, &document.extra);
    for tree in &document.trees {
        all.extend(fields(of, KeptAt::Tree, &tree.extra));
    }
    all.retain(|field| OF_THE_FILE.split(' ').all(|of_file| of_file != field));
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns fields of the document and its nodes that neither this program nor a reader of it knows.
fn unknown_field_names(document: &Document) -> Vec<&str> {
    let nodes = document.nodes().map(|node| &node.extra);
    let trees = document.trees.iter().map(|tree| &tree.extra);
    let all = [&document.extra].into_iter().chain(trees).chain(nodes);
    let mut names: Vec<&str> = all.flat_map(Extra::keys).map(|name| &**name).collect();
    let is_known = |name: &str| {
        name == "$schema"
            || ExchangeFormat::ALL
                .into_iter()
                .filter_map(ExchangeFormat::kept)
                .any(|kept| kept.key == name)
    };
    names.retain(|name| !is_known(name));
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns notes on unresolved merge conflicts: the document contains one of two versions until the user chooses, and
/// no game should get that unnoticed. Formats for games are refused, drawings say what they show, and native files keep
/// both versions.
pub(super) fn conflict_notes(format: ExchangeFormat, project: &Project<'_>) -> Vec<Diagnostic> {
    let conflicts = &project.document.conflicts;
    match format.row().write {
        WriteMode::Ours(_) | WriteMode::Never => return Vec::new(),
        WriteMode::ToShow(..) | WriteMode::InLanguage => {
            let count = conflicts.len();
            let drawn = (count > 0).then(|| of_document(unsettled::drawn(count)));
            return drawn.into_iter().collect();
        }
        WriteMode::ToRun(_) => {}
    }
    let here = conflicts
        .iter()
        .map(|conflict| at(place(conflict), unsettled::here()));
    let others = project.others.paths().filter(|path| {
        let other = project.others.get(path);
        other.is_some_and(|other| other.is_ok_and(|other| !other.conflicts.is_empty()))
    });
    let elsewhere = others.map(|path| of_document(unsettled::elsewhere(path)));
    here.chain(elsewhere).collect()
}

fn place(conflict: &Conflict) -> Location {
    match &conflict.subject {
        Subject::Node(id) => Location::Node(id.clone()),
        Subject::Variable(name) => Location::Variable(name.clone()),
        Subject::Tree(name) => Location::Tree(name.clone()),
        Subject::Document | Subject::Note(_) | Subject::Group(_) => Location::Document,
    }
}

/// Export notes on what is skipped.
pub(super) mod remarks {
    crate::common::remarks! { "left_out";
        tree_names(format, count): Approximated = "trees have no names in {format}: named trees are written as unconnected ones, and these names are skipped: {count}";
        description(format): Approximated = "the description is skipped: {format} has none";
        stand_ins(count): Approximated = "stand-ins skipped, since only Treewright runs them: {count}";
        notes(count): Approximated = "notes skipped, since only Treewright shows them: {count}";
        groups(count): Approximated = "groups skipped, since only Treewright shows them: {count}";
        kept_attribute(format, attribute, value): Approximated = "`{attribute}=\"{value}\"` is kept for {format} and not written to this file";
        kept_fields(format, fields): Approximated = "kept for {format} and not written to this file: {fields}";
        kept_task(format, task): Approximated = "`{task}` is a node of {format}: this file only names it; the program that reads the file must provide it";
        kept_of_document(format, fields): Approximated = "document fields kept for {format} and not written to this file: {fields}";
        kept_of_nodes(count): Approximated = "data that nodes keep for other programs is not drawn; nodes with such data: {count}";
        unknown_fields(fields): Approximated = "unknown fields not written to this file: {fields}";
        variable_comments(count): Approximated = "comments on variables skipped: {count}";
        seed(seed): Approximated = "the seed {seed} is skipped: the game uses its own";
    }
}

/// Notes on unresolved merge conflicts.
pub(super) mod unsettled {
    crate::common::remarks! { "unsettled";
        here(): Refused = "unresolved merge conflict: choose ours or theirs before exporting";
        elsewhere(file): Refused = "unresolved merge conflict in {file}: choose ours or theirs there before exporting";
        drawn(count): Approximated = "unresolved merge conflicts, drawn as in ours: {count}";
    }
}

#[cfg(test)]
mod tests;
