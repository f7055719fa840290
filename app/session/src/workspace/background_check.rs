//! Finds the problems of a large document on a background thread, so that no frame waits for it. Does not know what happens with the problems.

use std::sync::Arc;

use treewright_core::diagnostic::Problems;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_core::project::{DocumentSet, Project};
use treewright_exchange as exchange;

use crate::host::job::{Job, JobEnd};

/// A document of at most this many nodes is checked synchronously, which takes about a millisecond.
pub const MAX_SYNC_NODES: usize = 1_000;
/// A newly opened document of at most this many nodes is checked synchronously, so that its problems are shown immediately.
pub const MAX_SYNC_NODES_AT_FIRST: usize = 20_000;

/// A running check.
pub struct BackgroundCheck {
    /// The revision of the document being checked.
    pub revision: u64,
    job: Job<Problems>,
}

/// A snapshot of a document and what it depends on.
pub struct ProjectSnapshot {
    pub document: Arc<Document>,
    /// The path relative to its project folder.
    pub path: String,
    /// The documents to which it refers.
    pub others: DocumentSet,
    /// Its node types.
    pub library: Arc<NodeLibrary>,
}

impl BackgroundCheck {
    /// Starts a check; `wake` is called when the result is ready.
    pub fn begin(
        revision: u64,
        snapshot: ProjectSnapshot,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let job = Job::begin("check", wake, move |_| {
            on_purpose::panic_at("check");
            let project = Project::new(&snapshot.document, &snapshot.path, &snapshot.others);
            Some(exchange::problems(&project, &snapshot.library))
        });
        Self { revision, job }
    }

    /// Takes the problems once they are ready; `Err` if the check panicked or could not start.
    pub fn take(&self) -> Option<Result<Problems, JobEnd>> {
        self.job.take()
    }
}
