//! Writes a large document in another format beside the window's thread, so that no frame waits for it. Writes no files: what they will hold is
//! handed on.

use std::time::Duration;

use treewright_core::diagnostic::Diagnostic;
use treewright_core::on_purpose;
use treewright_core::project::Project;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, Exported, Tally, WriteOptions};

use super::background_check::{AT_ONCE, Subject};
use super::open_document::{OpenDocument, Version};
use crate::host::job::{Ended, Hold, Job, Stop, Work};

/// For how long the window waits for a large document.
const PATIENCE: Duration = Duration::from_millis(50);

/// What is written how: the version of the document, the format, and what its writer is told.
pub type Of = (Version, ExchangeFormat, WriteOptions);

/// What came of it.
#[derive(Clone, Debug)]
pub struct Written {
    /// The files, or what the format cannot express.
    pub exported: Result<Exported, Vec<Diagnostic>>,
    /// How many nodes go over, and how.
    pub tally: Tally,
}

/// The same, unless it was not made to the end.
pub type Made = Result<Written, Ended>;

/// Something that is being written, which goes on no further than it must once nobody wants it.
#[derive(Debug)]
pub struct BackgroundExport {
    /// What, and how.
    pub of: Of,
    job: Job<Written>,
}

/// What identifies a document as it is now, written so.
pub fn of(document: &OpenDocument, format: ExchangeFormat, options: &WriteOptions) -> Of {
    (document.version(), format, options.clone())
}

impl BackgroundExport {
    /// Begins; `wake` is called when there is something to take. A small document is written before this returns.
    pub fn begin(
        document: &OpenDocument,
        format: ExchangeFormat,
        options: &WriteOptions,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let of = of(document, format, options);
        let (options, subject) = (options.clone(), document.subject());
        let write = move |work: &Work<Written>| written(&subject, format, &options, &work.stop);
        let job = if document.document().node_count() <= AT_ONCE {
            Job::here(wake, write)
        } else {
            Job::begin("export", wake, write)
        };
        Self { of, job }
    }

    /// The same, of which nothing arrives while this holds it.
    #[must_use]
    pub fn held_by(self, hold: Hold) -> Self {
        let job = self.job.held_by(hold);
        Self { job, ..self }
    }

    /// No longer wants it. It is over when there is something to take, if only that it was stopped.
    pub fn stop(&self) {
        self.job.stop();
    }

    /// Whether there is something to take.
    pub fn is_ready(&self) -> bool {
        self.job.is_ready()
    }

    /// What came of it, once it is there; an error if it was not made to the end.
    pub fn take(&self) -> Option<Made> {
        self.job.take()
    }

    /// What came of it if that does not take longer than anybody would notice.
    pub fn take_soon(&self) -> Option<Made> {
        self.job.take_within(PATIENCE)
    }

    /// What came of it, however long that takes.
    ///
    /// # Errors
    /// If it was not made to the end.
    pub fn take_at_last(&self) -> Made {
        self.job.take_at_last()
    }
}

/// None if it was stopped.
fn written(
    subject: &Subject,
    format: ExchangeFormat,
    options: &WriteOptions,
    stop: &Stop,
) -> Option<Written> {
    let is_stopped = || stop.is_wanted();
    if is_stopped() {
        return None;
    }
    on_purpose::panic_at("exporter");
    let project = Project::new(&subject.document, &subject.path, &subject.others);
    let exported = exchange::write(format, &project, &subject.library, options);
    if is_stopped() {
        return None;
    }
    let remarks = match &exported {
        Ok(exported) => &exported.remarks,
        Err(remarks) => remarks,
    };
    let tally = Tally::of(&subject.document, remarks);
    Some(Written { exported, tally })
}

#[cfg(test)]
mod tests {
    use treewright_core::model::Document;

    use super::super::open_document::DocumentId;
    use super::*;

    #[test]
    fn a_writer_that_nobody_wants_any_more_writes_nothing() {
        let document = OpenDocument::new(DocumentId(1), Document::default(), Vec::new());
        let (subject, options) = (document.subject(), WriteOptions::default());
        let stop = Stop::default();
        assert!(written(&subject, ExchangeFormat::Native, &options, &stop).is_some());
        stop.want();
        assert!(written(&subject, ExchangeFormat::Native, &options, &stop).is_none());
    }
}
