//! Looks for the problems of a large document beside the window's thread, so that no frame waits for it. Knows nothing about what is done
//! with them.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::exchange;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::{DocumentSet, Project};

/// A document with no more nodes than this is checked at once: that takes about a millisecond.
pub const AT_ONCE: usize = 1_000;

/// A check that goes on.
pub struct BackgroundCheck {
    /// The revision of the document that is looked at.
    pub revision: u64,
    found: Receiver<Vec<Diagnostic>>,
}

/// What is looked at, as it is now.
pub struct Subject {
    /// The document.
    pub document: Document,
    /// Where it lies in its project folder.
    pub path: String,
    /// What it refers to.
    pub others: DocumentSet,
    /// The kinds of nodes.
    pub library: Arc<NodeLibrary>,
}

impl BackgroundCheck {
    /// Begins; `wake` is called when there is something to take. None if the system gives no thread.
    pub fn begin(
        revision: u64,
        subject: Subject,
        wake: impl FnOnce() + Send + 'static,
    ) -> Option<Self> {
        let (sender, found) = channel();
        let look = move || {
            let project = Project::new(&subject.document, &subject.path, &subject.others);
            let problems = exchange::problems(&project, &subject.library);
            // Nobody listens any more if the document was closed.
            let _ = sender.send(problems);
            wake();
        };
        let thread = thread::Builder::new().name("check".to_owned()).spawn(look);
        thread.ok().map(|_| Self { revision, found })
    }

    /// What was found, once it is there; an empty list if the check came to grief.
    pub fn take(&self) -> Option<Vec<Diagnostic>> {
        match self.found.try_recv() {
            Ok(problems) => Some(problems),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Vec::new()),
        }
    }
}
