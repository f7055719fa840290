//! Lays out a document, a large one on a background thread so that no frame waits for it. The caller provides the sizes of cards. Does not know what
//! happens with the positions.

use rustc_hash::FxHashMap;
use treewright_authoring::layout;
use treewright_authoring::layout::Options;
use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
use treewright_core::on_purpose;

use super::open_document::OpenDocument;
use crate::host::job::{Job, JobContext, JobEnd, JobLock, WithholdResults};

/// A document of at most this many nodes is laid out synchronously, which fits into a frame.
const MAX_SYNC_NODES: usize = 4_000;
/// The size of a card that was not measured.
const UNKNOWN_SIZE: Size = Size::new(160.0, 60.0);

/// The new position of each node.
pub type LayoutPositions = Vec<(NodeId, Position)>;
/// Measures the cards of a document. Calls the callback with the number of cards measured so far; returns `None` once the callback returns `false`.
pub type Measure =
    dyn FnOnce(&Document, &dyn Fn(usize) -> bool) -> Option<FxHashMap<NodeId, Size>> + Send;

/// What positions depend on apart from the document.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayoutKey {
    pub options: Options,
    /// The language of the texts on cards, which determine the sizes of the cards.
    pub language: &'static str,
}

/// A running layout.
pub struct BackgroundLayout {
    /// The revision of the document. The positions must not be applied to another one.
    pub revision: u64,
    /// The positions must not be applied if these options have changed.
    pub manner: LayoutKey,
    job: Job<LayoutPositions>,
}

impl BackgroundLayout {
    /// Starts a layout; `wake` is called when the result is ready. A small document is laid out before this returns. Large ones are laid out one at a
    /// time, so that many cost no more than one. While `hold` is set, the result is withheld.
    pub fn begin(
        document: &OpenDocument,
        measure: Box<Measure>,
        manner: LayoutKey,
        (turns, hold): (&JobLock, WithholdResults),
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let snapshot = document.snapshot();
        let job = if document.document().node_count() <= MAX_SYNC_NODES {
            Job::here(wake, |work| {
                places(&snapshot, measure, &manner.options, work)
            })
        } else {
            let turns = turns.clone();
            Job::begin("layout", wake, move |work| {
                let _turn = turns.take(&work.stop)?;
                places(&snapshot, measure, &manner.options, work)
            })
        };
        Self {
            revision: document.revision(),
            manner,
            job: job.withheld_by(hold),
        }
    }

    /// Returns the progress as (done, total), if known.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.job.progress()
    }

    /// Returns whether the result can be taken.
    pub fn is_ready(&self) -> bool {
        self.job.is_ready()
    }

    /// Takes the positions if they are ready; `Err` if the layout did not finish.
    pub fn take(&self) -> Option<Result<LayoutPositions, JobEnd>> {
        self.job.take()
    }

    /// Waits for the positions as long as it takes.
    ///
    /// # Errors
    /// If the layout did not finish.
    pub fn take_at_last(&self) -> Result<LayoutPositions, JobEnd> {
        self.job.wait()
    }
}

/// Returns `None` if cancelled.
fn places(
    snapshot: &Document,
    measure: Box<Measure>,
    options: &Options,
    work: &JobContext<LayoutPositions>,
) -> Option<LayoutPositions> {
    on_purpose::panic_at("layout");
    // Each card is measured and then packed in two ways.
    let count = snapshot.node_count();
    let goes_on = |done| {
        work.progress.set(done, 3 * count);
        !work.stop.is_cancelled()
    };
    let sizes = measure(snapshot, &goes_on)?;
    let size_of = |node: &Node| sizes.get(node.id()).copied().unwrap_or(UNKNOWN_SIZE);
    let packed = |done: usize, of: usize| goes_on(count + done * 2 * count / of.max(1));
    layout::tidy_with_progress(snapshot, &size_of, options, &packed)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use treewright_core::model::DocumentBuilder;

    use super::super::open_document::DocumentId;
    use super::*;

    fn large() -> OpenDocument {
        let mut builder = DocumentBuilder::default();
        for number in 0..=MAX_SYNC_NODES {
            builder
                .loose(Node::new(number.to_string(), "Idle"))
                .unwrap();
        }
        OpenDocument::new(DocumentId(1), builder.finish(), Vec::new())
    }

    #[test]
    fn a_layout_cancelled_while_measuring_stops_and_releases_its_turn() {
        let (tell, told) = channel();
        let (go_on, wait) = channel::<()>();
        let measure = move |_: &Document, goes_on: &dyn Fn(usize) -> bool| {
            let _ = tell.send(goes_on(0));
            let _ = wait.recv();
            let _ = tell.send(goes_on(1));
            None
        };
        let (turns, manner) = (JobLock::default(), LayoutKey::default());
        let way = || (&turns, WithholdResults::default());
        let layout = BackgroundLayout::begin(&large(), Box::new(measure), manner, way(), || {});
        assert_eq!(told.recv(), Ok(true));
        drop(layout);
        let none = |_: &Document, _: &dyn Fn(usize) -> bool| Some(FxHashMap::default());
        let next = BackgroundLayout::begin(&large(), Box::new(none), manner, way(), || {});
        assert!(next.take().is_none());
        go_on.send(()).unwrap();
        assert_eq!(told.recv(), Ok(false));
        assert_eq!(
            next.take_at_last().map(|places| places.len()),
            Ok(MAX_SYNC_NODES + 1)
        );
    }
}
