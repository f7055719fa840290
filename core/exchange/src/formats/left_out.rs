//! What of a document is not in the file of a format, though its writer took no notice: what no other program's format knows, and what the
//! document keeps for another program than the one whose file is written. It is said for all formats alike.
//!
//! - Of what is kept, at each node what means something there, and for the document once what it keeps itself. How a file was written (white
//!   space, the order of attributes) is not told. Drawings tell how many nodes keep something.
//! - Places, what is collapsed and breakpoints belong to the editor alone: nothing is said of them.
//! - What a merge left to decide is refused where a game would get it.

use treewright_core::diagnostic::{Diagnostic, Grade, Location, Problem, Transfer};
use treewright_core::ids::NodeId;
use treewright_core::model::{Conflict, Document, Extra, Subject};
use treewright_core::project::Project;

use super::ExchangeFormat;
use crate::common::{Keeper, Lack, Write, at, of_document, of_node};

/// What of the document is not in a file of this format, though its writer took no notice.
pub(super) fn left_out(format: ExchangeFormat, document: &Document) -> Vec<Diagnostic> {
    let row = format.row();
    if matches!(row.write, Write::Ours(_) | Write::Never) {
        return Vec::new();
    }
    let lacks = row.lacks.iter();
    let said = lacks.filter_map(|lack| lacking(*lack, row.title, document));
    let mut all = kept(format, document);
    all.extend(said.map(of_document));
    all
}

/// What is said of what a format lacks, if the document has it.
fn lacking(lack: Lack, title: &str, document: &Document) -> Option<Transfer> {
    let count = |count: usize, remark: fn(usize) -> Transfer| (count > 0).then(|| remark(count));
    match lack {
        Lack::TreeNames => match document.trees.len() {
            0 => None,
            trees => Some(remarks::tree_names(title, trees)),
        },
        Lack::Description => {
            let is_described = !document.description.is_empty();
            is_described.then(|| remarks::description(title))
        }
        Lack::StandIns => {
            let played = document.nodes().filter(|node| node.stand_in.is_some());
            count(played.count(), remarks::stand_ins)
        }
        Lack::Notes => count(document.notes.len(), remarks::notes),
        Lack::Groups => count(document.groups.len(), remarks::groups),
        Lack::VariableComments => {
            let told = document.variables.iter().filter(|v| !v.comment.is_empty());
            count(told.count(), remarks::variable_comments)
        }
        Lack::Seed => (document.seed != 0).then(|| remarks::seed(document.seed)),
    }
}

/// Fields of a whole file that say how or by what it was written, and those that libraries and other documents hold.
const OF_THE_FILE: &str = "$schema BTCPP_format TreeNodesModel class id include path prefix scope selectedTree version xmlns";

/// What is kept and not in a file of this format.
fn kept(format: ExchangeFormat, document: &Document) -> Vec<Diagnostic> {
    let others = || {
        ExchangeFormat::ALL
            .into_iter()
            .filter(|other| *other != format)
    };
    let mut said: Vec<(NodeId, Transfer)> = Vec::new();
    for other in others() {
        said.extend(at_nodes(other, document));
    }
    if matches!(format.row().write, Write::ToShow(..)) {
        let mut nodes: Vec<&NodeId> = said.iter().map(|(node, _)| node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let count = nodes.len();
        let drawn = (count > 0).then(|| of_document(remarks::kept_of_nodes(count)));
        return drawn.into_iter().collect();
    }
    let said = said.into_iter().map(|(node, said)| of_node(&node, said));
    let mut said: Vec<Diagnostic> = said.collect();
    for other in others() {
        let fields = of_file(other, document);
        if !fields.is_empty() {
            let remark = remarks::kept_of_document(other.title(), fields.join(", "));
            said.push(of_document(remark));
        }
    }
    let fields = unknown(document);
    if !fields.is_empty() {
        said.push(of_document(remarks::unknown_fields(fields.join(", "))));
    }
    said
}

/// What nodes keep for this format, in the order of the document.
fn at_nodes(of: ExchangeFormat, document: &Document) -> Vec<(NodeId, Transfer)> {
    let Some(standing) = of.kept().and_then(|kept| kept.standing) else {
        return with_fields(of, document);
    };
    let here = standing(document).into_iter().filter_map(|remark| {
        let node = remark.location.node()?.clone();
        match remark.problem {
            Problem::Transfer(said) => Some((node, gone(of.title(), &said)?)),
            _ => None,
        }
    });
    here.collect()
}

/// What is said where something that stands at a node is not written; none if it is no thing of the file but a difference to here.
fn gone(title: &str, standing: &Transfer) -> Option<Transfer> {
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

fn with_fields(of: ExchangeFormat, document: &Document) -> Vec<(NodeId, Transfer)> {
    let mut said = Vec::new();
    for node in document.pre_order().filter(|node| !node.extra.is_empty()) {
        let fields: Vec<String> = fields(of, Keeper::Node, &node.extra);
        if !fields.is_empty() {
            let remark = remarks::kept_fields(of.title(), fields.join(", "));
            said.push((node.id().clone(), remark));
        }
    }
    said
}

/// The names of fields that are kept for this format and mean something there. What holds nothing says nothing.
fn fields(of: ExchangeFormat, keeper: Keeper, extra: &Extra) -> Vec<String> {
    let kept = of.kept().filter(|kept| extra.contains_key(kept.key));
    let meant = kept.map_or_else(Vec::new, |kept| kept.meant(keeper, extra));
    let says = |value: &str| !matches!(value, "null" | "false" | "\"\"" | "[]" | "{}");
    let meant = meant.into_iter().filter(|(_, value)| says(value));
    meant.map(|(name, _)| name).collect()
}

/// What a document and its trees keep for this format, by name.
fn of_file(of: ExchangeFormat, document: &Document) -> Vec<String> {
    let mut all = fields(of, Keeper::Document, &document.extra);
    for tree in &document.trees {
        all.extend(fields(of, Keeper::Tree, &tree.extra));
    }
    all.retain(|field| OF_THE_FILE.split(' ').all(|of_file| of_file != field));
    all.sort_unstable();
    all.dedup();
    all
}

/// Fields of the document and its nodes that neither this program nor a reader of it knows.
fn unknown(document: &Document) -> Vec<&str> {
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

/// What is said of what a merge left to decide where a document is to be written: the document holds one of two versions until somebody chooses,
/// which no game may get without anyone knowing. Games get nothing, drawings say what they show, and our own files keep both versions.
pub(super) fn unsettled(format: ExchangeFormat, project: &Project<'_>) -> Vec<Diagnostic> {
    let conflicts = &project.document.conflicts;
    match format.row().write {
        Write::Ours(_) | Write::Never => return Vec::new(),
        Write::ToShow(..) => {
            let count = conflicts.len();
            let drawn = (count > 0).then(|| of_document(unsettled::drawn(count)));
            return drawn.into_iter().collect();
        }
        Write::ToRun(_) => {}
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

/// What is said of what is left out.
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

/// What is said of what a merge left to decide.
pub(super) mod unsettled {
    crate::common::remarks! { "unsettled";
        here(): Refused = "unresolved merge conflict: choose ours or theirs before exporting";
        elsewhere(file): Refused = "unresolved merge conflict in {file}: choose ours or theirs there before exporting";
        drawn(count): Approximated = "unresolved merge conflicts, drawn as in ours: {count}";
    }
}

#[cfg(test)]
mod tests;
