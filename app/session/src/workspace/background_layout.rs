//! Lays a document out, a large one beside the window's thread so that no frame waits for it. How large cards are is handed in. Knows nothing of what is done
//! with the places.

use rustc_hash::FxHashMap;
use treewright_authoring::layout;
use treewright_authoring::layout::Options;
use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
use treewright_core::on_purpose;

use super::open_document::OpenDocument;
use crate::host::job::{Ended, Hold, Job, Turns, Work};

/// A document with no more nodes than this is laid out at once: that takes no longer than a frame may.
const AT_ONCE: usize = 4_000;
/// The size of a card of which none is known.
const UNKNOWN: Size = Size::new(160.0, 60.0);

/// Where each node goes.
pub type Places = Vec<(NodeId, Position)>;
/// Says how large the cards of a document are; none once what hears how many are measured says no.
pub type Measure =
    dyn FnOnce(&Document, &dyn Fn(usize) -> bool) -> Option<FxHashMap<NodeId, Size>> + Send;

/// What places depend on beside the document.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manner {
    /// How trees are laid out.
    pub options: Options,
    /// The language of what stands on cards, which makes them as large as they are.
    pub language: &'static str,
}

/// A layout that is being worked out.
pub struct BackgroundLayout {
    /// Of which state of its document: no other one is to be given these places.
    pub revision: u64,
    /// In which manner: the same holds for that.
    pub manner: Manner,
    job: Job<Places>,
}

impl BackgroundLayout {
    /// Begins; `wake` is called when there is something to take. A small document is laid out before this returns, a large one when it has
    /// its turn, so that many cost no more than one; a hold keeps both from arriving.
    pub fn begin(
        document: &OpenDocument,
        measure: Box<Measure>,
        manner: Manner,
        (turns, hold): (&Turns, Hold),
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let subject = document.snapshot();
        let job = if document.document().node_count() <= AT_ONCE {
            Job::here(wake, |work| {
                places(&subject, measure, &manner.options, work)
            })
        } else {
            let turns = turns.clone();
            Job::begin("layout", wake, move |work| {
                let _turn = turns.take(&work.stop)?;
                places(&subject, measure, &manner.options, work)
            })
        };
        Self {
            revision: document.revision(),
            manner,
            job: job.held_by(hold),
        }
    }

    /// How far it has come.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.job.progress()
    }

    /// Whether there is something to take.
    pub fn is_ready(&self) -> bool {
        self.job.is_ready()
    }

    /// Where each node goes, once that is known; an error if it came to grief.
    pub fn take(&self) -> Option<Result<Places, Ended>> {
        self.job.take()
    }

    /// The same, however long that takes.
    ///
    /// # Errors
    /// If it came to grief.
    pub fn take_at_last(&self) -> Result<Places, Ended> {
        self.job.take_at_last()
    }
}

/// None if it was stopped.
fn places(
    subject: &Document,
    measure: Box<Measure>,
    options: &Options,
    work: &Work<Places>,
) -> Option<Places> {
    on_purpose::panic_at("layout");
    // Each card is measured, and then packed in two ways.
    let count = subject.node_count();
    let goes_on = |done| {
        work.progress.set(done, 3 * count);
        !work.stop.is_wanted()
    };
    let sizes = measure(subject, &goes_on)?;
    let size_of = |node: &Node| sizes.get(node.id()).copied().unwrap_or(UNKNOWN);
    let packed = |done: usize, of: usize| goes_on(count + done * 2 * count / of.max(1));
    layout::tidy_while(subject, &size_of, options, &packed)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use treewright_core::model::DocumentBuilder;

    use super::super::open_document::DocumentId;
    use super::*;

    fn large() -> OpenDocument {
        let mut builder = DocumentBuilder::default();
        for number in 0..=AT_ONCE {
            builder
                .loose(Node::new(number.to_string(), "Idle"))
                .unwrap();
        }
        OpenDocument::new(DocumentId(1), builder.finish(), Vec::new())
    }

    #[test]
    fn one_that_is_stopped_while_it_measures_measures_no_further_and_has_its_turn_until_then() {
        let (tell, told) = channel();
        let (go_on, wait) = channel::<()>();
        let measure = move |_: &Document, goes_on: &dyn Fn(usize) -> bool| {
            let _ = tell.send(goes_on(0));
            let _ = wait.recv();
            let _ = tell.send(goes_on(1));
            None
        };
        let (turns, manner) = (Turns::default(), Manner::default());
        let way = || (&turns, Hold::default());
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
            Ok(AT_ONCE + 1)
        );
    }
}
