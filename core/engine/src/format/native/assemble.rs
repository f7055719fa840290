//! Converts the objects of a file to a document: connects all nodes, and records positions.

use super::conflicts;
use super::fields;
use super::link::{Wanted, link};
use super::nodes::FileNodes;
use super::positions::Positions;
use super::read::ReadDocument;
use super::shapes::FileDocument;
use crate::diagnostic::{Diagnostic, Location, Problem};
use crate::format::FormatError;
use crate::format::checked::{Wrong, extra, text_or_empty};
use crate::format::json_text::place_of;
use crate::format::shape::{Items, Text};
use crate::ids::NodeId;
use crate::model::{Document, DocumentBuilder};

/// Converts the file to a document.
pub(super) fn assemble(
    text: &str,
    mut file: FileDocument<'_>,
) -> Result<ReadDocument, FormatError> {
    let mut nodes = file.nodes.take().unwrap_or_default();
    let mut builder = DocumentBuilder::new(text_or_empty(file.name.as_ref()));
    let mut checked = nodes.wrong.take().map_or(Ok(()), Err);
    if checked.is_ok() {
        builder.settings(|document| checked = set_settings(&file, document));
    }
    let roots = checked.and_then(|()| fields::roots(file.root));
    let roots = roots.map_err(|wrong| wrong.in_text(text))?;

    let tops = items(file.trees.as_ref()).iter();
    let tops: Vec<&str> = tops.filter_map(|tree| tree.root.as_deref()).collect();
    let first_duplicate = nodes.add_duplicates(&tops);
    let mut positions = Positions::of(text, nodes.nodes.len());
    for (id, anchor) in nodes.nodes.keys().zip(&nodes.anchors) {
        if let Some(part) = anchor {
            positions.add_node(id.clone(), place_of(text, part));
        }
    }
    for file in items(file.variables.as_ref()) {
        if let Some(name) = file.name.as_ref().and_then(Text::borrowed) {
            positions.add_variable(name.into(), place_of(text, name));
        }
    }
    for file in items(file.trees.as_ref()) {
        if let Some(name) = file.name.as_ref().and_then(Text::borrowed) {
            positions.add_tree(name.into(), place_of(text, name));
        }
    }
    for library in items(file.libraries.as_ref()) {
        positions.add_library(library.borrowed().map(|path| place_of(text, path)));
    }
    let loose = items(file.loose.as_ref());
    let diagnostics = connect_nodes(nodes, first_duplicate, &roots, loose, &mut builder);
    Ok(ReadDocument {
        document: builder.finish(),
        diagnostics,
        positions,
    })
}

fn items<T, const MOST: usize>(list: Option<&Items<T, MOST>>) -> &[T] {
    list.map_or(&[], |items| &**items)
}

/// Sets all of a document except its name and nodes.
fn set_settings<'a>(file: &FileDocument<'a>, document: &mut Document) -> Result<(), Wrong<'a>> {
    document.description = text_or_empty(file.description.as_ref());
    document.restart_when_complete = file.restart_when_complete.unwrap_or_default();
    document.seed = fields::seed(file.seed)?;
    let libraries = items(file.libraries.as_ref());
    document.libraries = libraries.iter().map(|l| l.to_string()).collect();
    for (i, variable) in items(file.variables.as_ref()).iter().enumerate() {
        document.variables.push(fields::variable(variable, i)?);
    }
    for (i, tree) in items(file.trees.as_ref()).iter().enumerate() {
        document.trees.push(fields::tree(tree, i)?);
    }
    for (i, note) in items(file.notes.as_ref()).iter().enumerate() {
        document.notes.push(fields::note(note, i)?);
    }
    for (i, group) in items(file.groups.as_ref()).iter().enumerate() {
        document.groups.push(fields::group(group, i)?);
    }
    for (i, conflict) in items(file.merge_conflicts.as_ref()).iter().enumerate() {
        document.conflicts.push(conflicts::conflict(conflict, i)?);
    }
    document.extra = extra(&file.unknown, String::new)?;
    Ok(())
}

/// Connects all nodes. Returns the problems in the file that the document cannot represent.
fn connect_nodes(
    mut file: FileNodes<'_>,
    first_duplicate: usize,
    roots: &[Text<'_>],
    loose: &[Text<'_>],
    builder: &mut DocumentBuilder,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut known = |text: &Text<'_>| {
        let found = file.nodes.get_index_of(text);
        let found = found.filter(|index| *index < first_duplicate);
        if found.is_none() {
            let child = NodeId::from(&**text);
            let problem = Problem::DanglingId {
                parent: None,
                child,
            };
            diagnostics.push(Diagnostic::new(Location::Document, problem));
        }
        found
    };
    let roots: Vec<usize> = roots.iter().filter_map(&mut known).collect();
    let loose: Vec<usize> = loose.iter().filter_map(&mut known).collect();
    if let [kept, others @ ..] = &*roots
        && !others.is_empty()
    {
        let id = |index: &usize| file.nodes.get_index(*index).map(|node| node.id().clone());
        if let Some(kept) = id(kept) {
            let others = others.iter().filter_map(id).collect();
            let problem = Problem::TwoRoots { kept, others };
            diagnostics.push(Diagnostic::new(Location::Document, problem));
        }
    }
    let heads: Vec<usize> = roots.iter().skip(1).chain(&loose).copied().collect();
    let forest = link(&Wanted {
        nodes: &file.nodes,
        children: &file.children,
        root: roots.first().copied(),
        loose: &heads,
        first_duplicate,
        originals: &file.originals,
    });
    for (parent, broken) in forest.broken {
        if let Some(node) = file.nodes.get_index_mut(parent) {
            node.broken_links.push(broken);
        }
    }
    let connected = builder.forest(file.nodes, &forest.order);
    debug_assert!(connected.is_ok(), "each node is listed once, parents first");
    diagnostics
}
