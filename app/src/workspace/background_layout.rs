//! Lays a document out, a large one beside the window's thread so that no frame waits for it. How large cards are is handed in. Knows nothing of what is done
//! with the places.

use rustc_hash::FxHashMap;
use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
use treewright_core::layout::{self, Options};
use treewright_core::model::{Document, Node};
use treewright_core::on_purpose;

use super::open_document::{DocumentId, OpenDocument};
use crate::host::job::{Ended, Job, Work};

/// A document with no more nodes than this is laid out at once: that takes no longer than a frame may.
const AT_ONCE: usize = 4_000;
/// The size of a card of which none is known.
const UNKNOWN: Size = Size::new(160.0, 60.0);

/// Where each node goes.
pub type Places = Vec<(NodeId, Position)>;
/// Says how large the cards of a document are.
pub type Measure = dyn FnOnce(&Document) -> FxHashMap<NodeId, Size> + Send;

/// A layout that is being worked out.
pub struct BackgroundLayout {
    /// Of which document.
    pub document: DocumentId,
    /// And of which state of it: no other one is to be given these places.
    pub revision: u64,
    job: Job<Places>,
}

impl BackgroundLayout {
    /// Begins; `wake` is called when there is something to take. A small document is laid out before this returns.
    pub fn begin(
        document: &OpenDocument,
        measure: Box<Measure>,
        options: Options,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let (id, revision) = (document.id(), document.revision());
        let subject = document.snapshot();
        let work = move |work: &Work<Places>| {
            on_purpose::panic_at("layout");
            let sizes = measure(&subject);
            let size_of = |node: &Node| sizes.get(node.id()).copied().unwrap_or(UNKNOWN);
            let goes_on = |done, of| {
                work.progress.set(done, of);
                !work.stop.is_wanted()
            };
            layout::tidy_while(&subject, &size_of, &options, &goes_on)
        };
        let job = if document.document().node_count() <= AT_ONCE {
            Job::here(wake, work)
        } else {
            Job::begin("layout", wake, work)
        };
        Self {
            document: id,
            revision,
            job,
        }
    }

    /// How far it has come.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.job.progress()
    }

    /// Where each node goes, once that is known; an error if it came to grief.
    pub fn take(&self) -> Option<Result<Places, Ended>> {
        self.job.take()
    }
}
