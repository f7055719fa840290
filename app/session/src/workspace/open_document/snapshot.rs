//! Immutable snapshots of a document for background jobs: checks, exports, recovery copies. Jobs share one snapshot, which shares unchanged parts
//! with the document.

use std::sync::Arc;

use treewright_core::model::Document;

use super::OpenDocument;

impl OpenDocument {
    /// Returns the document in its current state.
    pub fn snapshot(&self) -> Arc<Document> {
        let mut known = self.snapshot.borrow_mut();
        let snapshot = known.at(self.revision());
        let make = || Arc::new(self.document.clone());
        snapshot.get_or_insert_with(make).clone()
    }
}
