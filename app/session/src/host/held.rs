//! Documents and task libraries without a folder, which came together from a recording or another tool's file. References between them are resolved
//! among themselves.

use std::sync::Arc;

use treewright_insight::recording_json::{ParsedSources, Sources};

use super::libraries::Libraries;
use super::referenced_documents::ReferencedDocuments;

/// Returns the libraries for these references: those of the source files first, then those that come with the program.
pub fn libraries(
    held: &Sources,
    references: &[String],
    shipped: impl Fn(&str) -> Option<Arc<str>>,
) -> Libraries {
    Libraries::without_file(references, |reference| {
        let mut files = held.libraries.iter();
        let file = files.find(|file| &*file.path == reference);
        file.and_then(|file| file.text.clone())
            .or_else(|| shipped(reference))
    })
}

/// Returns the documents to which the main one refers, and the libraries of all.
pub fn related(
    held: &Sources,
    unpacked: ParsedSources,
    shipped: impl Fn(&str) -> Option<Arc<str>>,
) -> ReferencedDocuments {
    let references: Vec<String> = held.libraries.iter().map(|f| f.path.to_string()).collect();
    let texts = held.documents.iter().skip(1);
    ReferencedDocuments {
        path: unpacked.path,
        documents: unpacked.others,
        libraries: libraries(held, &references, shipped).files,
        summary: texts.map(|file| format!("{file:?}")).collect(),
        ..ReferencedDocuments::default()
    }
}
