//! A document as it is at one moment, for those who look at it beside the window's thread: checks, exports, copies of unsaved work. They share
//! one, since making it goes through all nodes.

use std::sync::Arc;

use treewright_core::model::Document;

use super::OpenDocument;

/// Making a snapshot of a document with no more nodes than this takes less than a millisecond.
const SMALL: usize = 1_000;

impl OpenDocument {
    /// The document as it is now.
    pub fn snapshot(&self) -> Arc<Document> {
        let revision = self.revision();
        let mut known = self.snapshot.borrow_mut();
        match &*known {
            Some((of, snapshot)) if *of == revision => snapshot.clone(),
            _ => {
                let snapshot = Arc::new(self.document.clone());
                *known = Some((revision, snapshot.clone()));
                snapshot
            }
        }
    }

    /// The same, if it costs nothing that anybody would notice.
    pub fn cheap_snapshot(&self) -> Option<Arc<Document>> {
        let is_known = matches!(&*self.snapshot.borrow(), Some((of, _)) if *of == self.revision());
        let is_cheap = is_known || self.document.node_count() <= SMALL;
        is_cheap.then(|| self.snapshot())
    }
}
