//! The documents to which an open document refers: as they were last read, and whether the references have changed since. Opens no file; the caller
//! provides what was read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::{Project, references};

use super::open_document::DocumentId;
use super::program_sources::ProgramSources;
use crate::host::referenced_documents::ReferencedDocuments;

/// The documents to which one document refers.
#[derive(Debug, Default)]
pub struct RelatedDocuments {
    related: ReferencedDocuments,
    /// The program's node types, if the referenced documents name further libraries.
    kinds: Option<Arc<NodeLibrary>>,
    /// The document's file and its references when they were read.
    read_for: (Option<PathBuf>, Vec<String>),
    /// The revision in which the document's references were last checked.
    checked_revision: Option<u64>,
}

impl RelatedDocuments {
    /// Returns whether the document's references differ from those that were read. Cheap if the document has not changed.
    pub fn have_changed(
        &mut self,
        file: Option<&Path>,
        document: &Document,
        revision: u64,
    ) -> bool {
        let same_file = self.read_for.0.as_deref() == file;
        if same_file && self.checked_revision == Some(revision) {
            return false;
        }
        self.checked_revision = Some(revision);
        !same_file || !references(document).eq(self.read_for.1.iter().map(String::as_str))
    }

    /// Accepts documents that were read for a document in this file. Returns whether anything has changed.
    pub fn take(
        &mut self,
        file: Option<&Path>,
        document: &Document,
        related: ReferencedDocuments,
    ) -> bool {
        let means: Vec<String> = references(document).map(str::to_owned).collect();
        // Where a document without references lies matters to nothing that runs.
        let same_place = self.related.path == related.path || means.is_empty();
        let same = self.related.summary == related.summary && same_place;
        self.read_for = (file.map(Path::to_owned), means);
        self.related = related;
        !same
    }

    /// Combines the document's own node types with those of the referenced documents.
    pub fn combine(&mut self, own: &NodeLibrary) {
        self.kinds = self.related.program_node_types(own).map(Arc::new);
    }

    /// Returns the program's node types; `None` if they are those of the document itself.
    pub fn kinds(&self) -> Option<&Arc<NodeLibrary>> {
        self.kinds.as_ref()
    }

    /// Returns the document together with what it refers to.
    pub fn project<'a>(&'a self, document: &'a Document) -> Project<'a> {
        self.related.project(document)
    }

    /// Returns the files of a document for its run: those of the document, its references and all task libraries. `own` are its own libraries: path
    /// and text.
    pub fn files_of<'l>(
        &'l self,
        document: &Arc<Document>,
        own: impl Iterator<Item = (&'l str, Arc<str>)>,
    ) -> ProgramSources {
        let project = self.project(document);
        let others = self.related.libraries.iter();
        let others = others.map(|named| (&*named.reference, named.file.text.clone()));
        ProgramSources::of(document.clone(), &project, own.chain(others))
    }

    /// Returns the open documents that stand for their files.
    pub fn open(&self) -> impl Iterator<Item = DocumentId> {
        self.related.open.iter().map(|(id, _)| DocumentId(*id))
    }

    /// Returns the files on which the result depends, including missing ones.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.related.files.iter()
    }
}
