//! Tests of reading and writing: what is not edited is written unchanged, and an edit changes only what was edited.

mod edits;
mod hostile;
mod meaning;
mod refused;
mod round_trip;
mod rules;
mod several;
mod ticks;

use std::collections::BTreeMap;
use std::sync::Arc;

use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::{native, tasks_json};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::{DocumentSet, Project};

use crate::testing;
use crate::{ExchangeFormat, Exported, Imported, WriteOptions};

/// Reads a file with others around it.
fn read_among(path: &str, files: &[(&str, &str)]) -> Imported {
    let around: BTreeMap<String, Vec<u8>> = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
        .collect();
    testing::read(ExchangeFormat::Btcpp, &around, path).unwrap()
}

/// Writes a project, or returns why it is refused.
fn try_write(project: &Project<'_>, library: &NodeLibrary) -> Result<Exported, Vec<Diagnostic>> {
    let options = WriteOptions::default();
    testing::try_write(ExchangeFormat::Btcpp, project, library, &options)
}

/// Returns the codes of notes without their common prefix.
fn codes<'d>(notes: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<&'static str> {
    let codes = testing::codes(notes).into_iter();
    codes
        .map(|code| code.strip_prefix("btcpp_").unwrap_or(code))
        .collect()
}

fn read(text: &str) -> Imported {
    read_among("a.xml", &[("a.xml", text)])
}

/// Returns a file: `<root>` with this content.
fn file(inside: &str) -> String {
    format!("<root BTCPP_format=\"4\">\n{inside}\n</root>\n")
}

/// Returns a file with a single tree of these nodes.
fn tree(nodes: &str) -> String {
    file(&format!(
        "  <BehaviorTree ID=\"Main\">\n{nodes}\n  </BehaviorTree>"
    ))
}

/// Returns the document after saving and reading it in the native format.
fn through_native(document: &Document) -> Document {
    let text = native::write(document).unwrap();
    let read = native::read(text.as_bytes()).unwrap();
    assert_eq!(read.document, *document);
    assert_eq!(native::write(&read.document).unwrap(), text);
    read.document
}

/// Returns the library of an import after saving and reading its parts.
fn library(imported: &Imported) -> NodeLibrary {
    let mut library = NodeLibrary::builtin();
    for own in &imported.libraries {
        let text = tasks_json::write(&own.library);
        let read = tasks_json::read(text.as_bytes()).unwrap();
        assert_eq!(read.library, own.library, "{text}");
        library.add_library(&own.path, &read.library);
    }
    library
}

/// Writes the first document of an import; the others are available to it.
fn write_with(imported: &Imported, document: &Document) -> String {
    let mut others = DocumentSet::new();
    for other in &imported.documents[1..] {
        let document = through_native(&other.document);
        others.insert(other.path.clone(), Arc::new(document));
    }
    let project = Project::new(document, &imported.documents[0].path, &others);
    let written = try_write(&project, &library(imported));
    written.unwrap().files.swap_remove(0).text().to_owned()
}

fn write(imported: &Imported) -> String {
    let document = through_native(&imported.documents[0].document);
    write_with(imported, &document)
}
