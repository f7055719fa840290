//! The last known content of a document's file: the common ancestor of the document and a changed file.

use std::sync::Arc;

use treewright_authoring::edit::{Command, VersionOrigin};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::{DocumentFile, OpenDocument};
use crate::host::files::Fingerprint;

/// A change of the file of a document with unsaved changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiskChange {
    /// The file has another version, which may be readable.
    Version,
    /// The file is unreadable, for this reason.
    Unreadable(String),
}

impl OpenDocument {
    /// Returns the content of its file when it was last read or written; `None` without a file or if unknown.
    pub fn last_on_disk(&self) -> Option<&Document> {
        self.on_disk.as_deref().filter(|_| self.file.is_some())
    }

    /// Like [`Self::last_on_disk`], as a shared pointer to detect changes.
    pub fn version_on_disk(&self) -> Option<&Arc<Document>> {
        self.on_disk.as_ref()
    }

    /// Records the content of its file.
    pub fn set_on_disk(&mut self, document: impl Into<Arc<Document>>) {
        self.on_disk = Some(document.into());
    }

    /// Records that the file's current content was merged into the document.
    pub fn merged_from_disk(&mut self, theirs: Document, fingerprint: Fingerprint) {
        let is_the_same = theirs == self.document;
        self.set_on_disk(theirs);
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

    /// Keeps the document, as unsaved changes, instead of the changed file.
    pub fn keep_ours(&mut self, fingerprint: Fingerprint) {
        let origin = self.origin.as_mut().map(|origin| &mut origin.file);
        if let Some(file) = self.file.as_mut().or(origin) {
            file.fingerprint = fingerprint;
        }
        self.history.mark_dirty();
        self.changed_on_disk = None;
        self.undecided_on_disk = false;
    }

    /// Returns its file, or else its origin, as it was last read or written.
    pub fn base(&self) -> Option<&DocumentFile> {
        let origin = self.origin.as_ref().map(|origin| &origin.file);
        self.file.as_ref().or(origin)
    }

    /// Returns whether reloading the file would lose changes.
    pub fn would_lose_changes(&self) -> bool {
        self.is_dirty() && self.lost_at != Some(self.history.revision())
    }

    /// Records that its file was deleted. The document becomes unsaved.
    pub fn file_deleted(&mut self) {
        if !self.is_dirty() {
            self.lost_at = Some(self.history.revision());
        }
        self.history.mark_dirty();
    }

    /// Records that its file exists again with the last known content.
    pub fn file_restored(&mut self) {
        if self.lost_at.take() == Some(self.history.revision()) {
            self.history.mark_saved();
        }
    }

    /// Replaces the document by the new content of its file, as one undoable step. Keeps the selection of nodes that still exist.
    pub fn reload(
        &mut self,
        library: &NodeLibrary,
        theirs: Document,
        from_reader: Vec<Diagnostic>,
    ) {
        self.set_on_disk(theirs.clone());
        let command = Command::Become(Box::new(theirs), VersionOrigin::File);
        // It is refused only if nothing differs; a document with too many nodes cannot be read in the first place.
        let _ = self.apply(library, &command);
        self.selection.retain_existing(&self.document);
        self.history.mark_saved();
        (self.from_reader, self.read_at) = (from_reader, self.history.state());
        // The file's layout counts now.
        self.mark_laid_out();
        self.direction = None;
        self.checked = None;
        self.lost_at = None;
        self.undecided_on_disk = false;
        self.changed_on_disk = None;
    }
}
