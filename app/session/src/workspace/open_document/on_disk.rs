//! What the file of an open document held last, beside what is here: from there both come when the file changes meanwhile.

use std::sync::Arc;

use treewright_authoring::edit::Command;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::{DocumentFile, OpenDocument};
use crate::host::files::Fingerprint;

/// What the file of a document became beside unsaved work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiskChange {
    /// Another version, as far as anybody knows.
    Version,
    /// Nothing that can be read, and why not.
    Unreadable(String),
}

impl OpenDocument {
    /// What its file held when it was last read or written; none if it has none, or that is not known.
    pub fn last_on_disk(&self) -> Option<&Document> {
        self.on_disk.as_deref().filter(|_| self.file.is_some())
    }

    /// The same, to see whether it is still the same.
    pub fn version_on_disk(&self) -> Option<&Arc<Document>> {
        self.on_disk.as_ref()
    }

    /// This is what its file holds, whatever is here.
    pub fn knows_on_disk(&mut self, document: impl Into<Arc<Document>>) {
        self.on_disk = Some(document.into());
    }

    /// What its file holds by now was taken into it.
    pub fn took_in(&mut self, theirs: Document, fingerprint: Fingerprint) {
        let is_the_same = theirs == self.document;
        self.knows_on_disk(theirs);
        if let Some(file) = &mut self.file {
            file.fingerprint = fingerprint;
        }
        if is_the_same {
            self.history.mark_saved();
        } else {
            self.history.mark_dirty();
        }
        self.changed_on_disk = None;
        self.undecided_on_disk = false;
    }

    /// Its file is another one than it was read from; what is here is unsaved work.
    pub fn keep_mine(&mut self, fingerprint: Fingerprint) {
        let origin = self.origin.as_mut().map(|origin| &mut origin.file);
        if let Some(file) = self.file.as_mut().or(origin) {
            file.fingerprint = fingerprint;
        }
        self.history.mark_dirty();
        self.changed_on_disk = None;
        self.undecided_on_disk = false;
    }

    /// The file that it is, or else came from, as it was then.
    pub fn base(&self) -> Option<&DocumentFile> {
        let origin = self.origin.as_ref().map(|origin| &origin.file);
        self.file.as_ref().or(origin)
    }

    /// Whether it holds what would be lost if it became what its file holds.
    pub fn has_own_work(&self) -> bool {
        self.is_dirty() && self.lost_at != Some(self.history.revision())
    }

    /// Its file was deleted; what is here is unsaved work.
    pub fn lost_its_file(&mut self) {
        if !self.is_dirty() {
            self.lost_at = Some(self.history.revision());
        }
        self.history.mark_dirty();
    }

    /// Its file holds what it held before, if it was gone meanwhile.
    pub fn found_its_file(&mut self) {
        if self.lost_at.take() == Some(self.history.revision()) {
            self.history.mark_saved();
        }
    }

    /// It becomes what its file holds now, as one step that can be undone. The selection stays where it can.
    pub fn read_again(
        &mut self,
        library: &NodeLibrary,
        theirs: Document,
        from_reader: Vec<Diagnostic>,
    ) {
        self.knows_on_disk(theirs.clone());
        let command = Command::Become(Box::new(theirs));
        // That nothing differs is the only refusal: a document of more nodes than there may be cannot be read.
        let _ = self.apply(library, &command);
        self.selection.retain_existing(&self.document);
        self.history.mark_saved();
        (self.from_reader, self.read_at) = (from_reader, self.history.state());
        // How it lies is the file's matter now.
        self.is_laid_out();
        self.checked = None;
        self.lost_at = None;
        self.undecided_on_disk = false;
        self.changed_on_disk = None;
    }
}
