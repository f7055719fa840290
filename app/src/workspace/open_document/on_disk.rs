//! What the file of an open document held last, beside what is here: from there both come when the file changes meanwhile.

use std::sync::Arc;

use treewright_core::model::Document;

use super::OpenDocument;
use crate::host::files::Fingerprint;

impl OpenDocument {
    /// What its file held when it was last read or written; none if it has none, or that is not known.
    pub fn last_on_disk(&self) -> Option<&Document> {
        self.on_disk.as_deref().filter(|_| self.file.is_some())
    }

    /// This is what its file holds, whatever is here.
    pub fn knows_on_disk(&mut self, document: Document) {
        self.on_disk = Some(Arc::new(document));
    }

    /// What its file holds by now was taken into it.
    pub fn took_in(&mut self, theirs: Document, fingerprint: Fingerprint) {
        self.knows_on_disk(theirs);
        if let Some(file) = &mut self.file {
            file.fingerprint = fingerprint;
        }
        self.history.mark_dirty();
        self.changed_on_disk = false;
        self.undecided_on_disk = false;
    }

    /// Its file is another one than it was read from; what is here is unsaved work.
    pub fn keep_mine(&mut self, fingerprint: Fingerprint) {
        if let Some(file) = &mut self.file {
            file.fingerprint = fingerprint;
        }
        self.history.mark_dirty();
        self.changed_on_disk = false;
        self.undecided_on_disk = false;
    }
}
