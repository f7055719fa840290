//! Finds the changes between two versions of a document, of large ones on a background thread so that no frame waits for it. Does not know for how
//! long the result is valid.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_authoring::diff::{Difference, DifferenceKind, diff};
use treewright_core::model::{Document, Subject};
use treewright_core::on_purpose;
use treewright_exchange::{Comparable, ExchangeFormat};

use super::super::open_document::OpenDocument;
use super::changed_by::{ChangedBy, changed_by};
use crate::host::job::{Job, JobContext, JobEnd, JobLock, WithholdResults};

/// Versions of at most this many nodes together are compared synchronously, which fits into a frame.
const MAX_SYNC_NODES: usize = 4_000;

/// The result of a comparison.
pub struct ComparisonResult {
    /// The changes from the older version to the newer one.
    pub differences: Vec<Difference>,
    /// For each of them, which version changed it; empty if their common version is unknown.
    pub changed_by: Vec<Option<ChangedBy>>,
    /// For each part that the newer version has, the index of its first difference.
    pub places: FxHashMap<Subject, usize>,
    /// The older version, if its nodes got the ids of the corresponding nodes of the newer one.
    pub older: Option<Document>,
}

/// A running comparison.
pub struct Comparison {
    /// Identifies what was compared.
    pub number: u64,
    job: Job<ComparisonResult>,
}

impl Comparison {
    /// Starts a comparison of versions, whose common version is `base` if both changed; `wake` is called when the result is ready. Small versions are compared before this returns, large ones one comparison at
    /// a time.
    pub fn begin(
        number: u64,
        newer: &OpenDocument,
        (older, format, base): (&Document, ExchangeFormat, Option<Arc<Document>>),
        (turns, hold): (&JobLock, WithholdResults),
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let is_small = newer.document().node_count() + older.node_count() <= MAX_SYNC_NODES;
        let (newer, older) = ((newer.snapshot(), newer.format()), older.clone());
        let work = move || {
            on_purpose::panic_at("compare");
            compare((&newer.0, newer.1), (&older, format), base.as_deref())
        };
        let job = if is_small {
            Job::here(wake, |_| Some(work()))
        } else {
            let turns = turns.clone();
            Job::begin(
                "compare",
                wake,
                move |job: &JobContext<ComparisonResult>| {
                    let _turn = turns.take(&job.stop)?;
                    Some(work())
                },
            )
        };
        Self {
            number,
            job: job.withheld_by(hold),
        }
    }

    /// Takes the result if it is ready; `Err` if the comparison did not finish.
    pub fn take(&self) -> Option<Result<ComparisonResult, JobEnd>> {
        self.job.take()
    }
}

/// Compares imported versions by their meaning in the other tool. Nodes of the older version without ids get those of the corresponding nodes of the
/// newer one.
fn compare(
    newer: (&Document, ExchangeFormat),
    older: (&Document, ExchangeFormat),
    base: Option<&Document>,
) -> ComparisonResult {
    let (differences, given) = match Comparable::of(newer, older) {
        Some(compared) => {
            let given = compared.ids.map(|ids| ids.apply(older.0));
            (diff(&compared.other, &compared.one), given)
        }
        None => (diff(older.0, newer.0), None),
    };
    // Nodes that were given other ids are not those of the common version.
    let base = base.filter(|_| given.is_none());
    let changed_by = base.map(|base| changed_by(&differences, base, (older.0, newer.0)));
    ComparisonResult {
        changed_by: changed_by.unwrap_or_default(),
        places: places(&differences),
        differences,
        older: given,
    }
}

/// Maps each part to its first difference. Removed parts are omitted: they have no differing fields, and another part may have their number now.
fn places(differences: &[Difference]) -> FxHashMap<Subject, usize> {
    let mut places = FxHashMap::default();
    for (index, found) in differences.iter().enumerate() {
        if found.kind != DifferenceKind::Removed {
            places.entry(found.subject.clone()).or_insert(index);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use treewright_core::model::{DocumentBuilder, Node};

    use super::super::super::open_document::DocumentId;
    use super::*;
    use crate::host::job::CancelToken;

    #[test]
    fn one_that_nobody_wants_any_more_does_nothing_once_it_has_its_turn() {
        let mut builder = DocumentBuilder::default();
        for number in 0..=MAX_SYNC_NODES {
            let node = Node::new(number.to_string(), "Idle");
            builder.loose(node).unwrap();
        }
        let large = OpenDocument::new(DocumentId(1), builder.finish(), Vec::new());
        let older = (large.document(), ExchangeFormat::Native, None);
        let (turns, (woken, wakes)) = (JobLock::default(), channel());
        let turn = turns.take(&CancelToken::default());
        let wake = move || {
            let _ = woken.send(());
        };
        let comparing =
            Comparison::begin(1, &large, older, (&turns, WithholdResults::default()), wake);
        comparing.job.stop();
        wakes.recv().unwrap();
        assert!(matches!(comparing.take(), Some(Err(JobEnd::Done))));
        drop(turn);
    }
}
