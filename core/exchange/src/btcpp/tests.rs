//! Files read and written: what is not edited is written as it was, and an edit changes what was edited.

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

/// What a file gives, with others around it.
fn read_among(path: &str, files: &[(&str, &str)]) -> Imported {
    let around: BTreeMap<String, Vec<u8>> = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
        .collect();
    testing::read(ExchangeFormat::Btcpp, &around, path).unwrap()
}

/// What the writer makes of a project, or why it refuses.
fn try_write(project: &Project<'_>, library: &NodeLibrary) -> Result<Exported, Vec<Diagnostic>> {
    let options = WriteOptions::default();
    testing::try_write(ExchangeFormat::Btcpp, project, library, &options)
}

/// The codes of what is said, without what they all begin with.
fn codes<'d>(said: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<&'static str> {
    let codes = testing::codes(said).into_iter();
    codes
        .map(|code| code.strip_prefix("btcpp_").unwrap_or(code))
        .collect()
}

fn read(text: &str) -> Imported {
    read_among("a.xml", &[("a.xml", text)])
}

/// What stands in a `<root>` with this inside.
fn file(inside: &str) -> String {
    format!("<root BTCPP_format=\"4\">\n{inside}\n</root>\n")
}

/// The only tree of a file with these nodes.
fn tree(nodes: &str) -> String {
    file(&format!(
        "  <BehaviorTree ID=\"Main\">\n{nodes}\n  </BehaviorTree>"
    ))
}

/// The document again, by way of its text.
fn through_native(document: &Document) -> Document {
    let text = native::write(document).unwrap();
    let read = native::read(text.as_bytes()).unwrap();
    assert_eq!(read.document, *document);
    assert_eq!(native::write(&read.document).unwrap(), text);
    read.document
}

/// The library of all that a file gave, by way of its text.
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

/// Writes the first document of what was read, the others beside it.
fn write_with(imported: &Imported, document: &Document) -> String {
    let mut others = DocumentSet::new();
    for other in &imported.documents[1..] {
        let document = through_native(&other.document);
        others.insert(other.path.clone(), Arc::new(document));
    }
    let project = Project::new(document, &imported.documents[0].path, &others);
    let written = try_write(&project, &library(imported));
    written.unwrap().files.swap_remove(0).text
}

fn write(imported: &Imported) -> String {
    let document = through_native(&imported.documents[0].document);
    write_with(imported, &document)
}
