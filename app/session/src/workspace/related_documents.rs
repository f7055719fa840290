//! The documents that an open document refers to: as they were read last, and whether they are still those that it means.
//! Opens no file: it is given what was read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::{Project, references};

use super::run_files::RunFiles;
use crate::host::referenced_documents::Related;

/// What one document refers to.
#[derive(Debug, Default)]
pub struct RelatedDocuments {
    related: Related,
    /// The kinds of the program, where the others name further libraries.
    kinds: Option<Arc<NodeLibrary>>,
    /// For which file, and what it referred to.
    read_for: (Option<PathBuf>, Vec<String>),
    /// The revision of the document at which its references were last looked at.
    looked_at: Option<u64>,
}

impl RelatedDocuments {
    /// Whether the document means others than those that were read. Looks only if it changed since.
    pub fn are_others(&mut self, file: Option<&Path>, document: &Document, revision: u64) -> bool {
        let same_file = self.read_for.0.as_deref() == file;
        if same_file && self.looked_at == Some(revision) {
            return false;
        }
        self.looked_at = Some(revision);
        !same_file || !references(document).eq(self.read_for.1.iter().map(String::as_str))
    }

    /// Takes what was read for a document in this file; says whether anything is another than before.
    pub fn take(&mut self, file: Option<&Path>, document: &Document, related: Related) -> bool {
        let means = references(document).map(str::to_owned).collect();
        self.read_for = (file.map(Path::to_owned), means);
        let same = self.related.summary == related.summary && self.related.path == related.path;
        self.related = related;
        !same
    }

    /// Takes over what the document itself may hold now.
    pub fn combine(&mut self, own: &NodeLibrary) {
        self.kinds = self.related.kinds_in_program(own).map(Arc::new);
    }

    /// The kinds that a program can have; none for those of the document itself.
    pub fn kinds(&self) -> Option<&Arc<NodeLibrary>> {
        self.kinds.as_ref()
    }

    /// The document with what it refers to.
    pub fn project<'a>(&'a self, document: &'a Document) -> Project<'a> {
        self.related.project(document)
    }

    /// A document's files with those of what it refers to and of its task libraries, of which these are its own.
    pub fn files_of<'l>(
        &'l self,
        document: &Arc<Document>,
        own: impl Iterator<Item = (&'l str, Arc<str>)>,
    ) -> RunFiles {
        let project = self.project(document);
        let others = self.related.libraries.iter();
        let others = others.map(|named| (&*named.reference, named.file.text.clone()));
        RunFiles::of(document.clone(), &project, own.chain(others))
    }

    /// The files that matter, there or not.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.related.files.iter()
    }
}
