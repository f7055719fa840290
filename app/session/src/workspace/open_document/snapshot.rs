//! A document as it is at one moment, for those who look at it beside the window's thread: checks, exports, copies of unsaved work. They share
//! one, which shares with the document what has not changed since.

use std::sync::Arc;

use treewright_core::model::Document;

use super::OpenDocument;

impl OpenDocument {
    /// The document as it is now.
    pub fn snapshot(&self) -> Arc<Document> {
        let mut known = self.snapshot.borrow_mut();
        let snapshot = known.at(self.revision());
        let make = || Arc::new(self.document.clone());
        snapshot.get_or_insert_with(make).clone()
    }
}
