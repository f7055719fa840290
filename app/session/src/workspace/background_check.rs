//! Looks for the problems of a large document beside the window's thread, so that no frame waits for it. Knows nothing about what is done
//! with them.

use std::sync::Arc;

use treewright_core::diagnostic::Problems;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_core::project::{DocumentSet, Project};
use treewright_exchange as exchange;

use crate::host::job::{Ended, Job};

/// A document with no more nodes than this is checked at once: that takes about a millisecond.
pub const AT_ONCE: usize = 1_000;
/// One that was just opened is checked at once up to here, so that whoever opens it hears of its problems.
pub const FIRST_AT_ONCE: usize = 20_000;

/// A check that goes on.
pub struct BackgroundCheck {
    /// The revision of the document that is looked at.
    pub revision: u64,
    job: Job<Problems>,
}

/// What is looked at, as it is now.
pub struct Subject {
    /// The document.
    pub document: Arc<Document>,
    /// Where it lies in its project folder.
    pub path: String,
    /// What it refers to.
    pub others: DocumentSet,
    /// The kinds of nodes.
    pub library: Arc<NodeLibrary>,
}

impl BackgroundCheck {
    /// Begins; `wake` is called when there is something to take.
    pub fn begin(revision: u64, subject: Subject, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let job = Job::begin("check", wake, move |_| {
            on_purpose::panic_at("check");
            let project = Project::new(&subject.document, &subject.path, &subject.others);
            Some(exchange::problems(&project, &subject.library))
        });
        Self { revision, job }
    }

    /// What was found, once it is there; an error if the check came to grief.
    pub fn take(&self) -> Option<Result<Problems, Ended>> {
        self.job.take()
    }
}
