//! Exports a large document on a background thread, so that no frame waits for it. Writes no files; returns their contents.

use std::time::Duration;

use treewright_core::diagnostic::Diagnostic;
use treewright_core::on_purpose;
use treewright_core::project::Project;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, Exported, ImportCounts, WriteOptions};

use super::background_check::{MAX_SYNC_NODES, ProjectSnapshot};
use super::open_document::{OpenDocument, Version};
use crate::host::job::{CancelToken, Job, JobContext, JobEnd, WithholdResults};

/// How long the window waits for a large document.
const PATIENCE: Duration = Duration::from_millis(50);

/// Identifies an export: version of the document, format, and options of the writer.
pub type ExportKey = (Version, ExchangeFormat, WriteOptions);

/// The result of an export.
#[derive(Clone, Debug)]
pub struct ExportedContents {
    /// The contents of the files, or what the format cannot express.
    pub exported: Result<Exported, Vec<Diagnostic>>,
    /// How many nodes are exported, and how.
    pub tally: ImportCounts,
}

/// The result of an export, or why it did not finish.
pub type ExportResult = Result<ExportedContents, JobEnd>;

/// A running export. It stops early if it is cancelled.
#[derive(Debug)]
pub struct BackgroundExport {
    pub of: ExportKey,
    job: Job<ExportedContents>,
}

/// Identifies the export of a document's current version.
pub fn of(document: &OpenDocument, format: ExchangeFormat, options: &WriteOptions) -> ExportKey {
    (document.version(), format, options.clone())
}

impl BackgroundExport {
    /// Starts an export; `wake` is called when the result is ready. A small document is exported before this returns.
    pub fn begin(
        document: &OpenDocument,
        format: ExchangeFormat,
        options: &WriteOptions,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let of = of(document, format, options);
        let (options, snapshot) = (options.clone(), document.project_snapshot());
        let write = move |work: &JobContext<ExportedContents>| {
            written(&snapshot, format, &options, &work.stop)
        };
        let job = if document.document().node_count() <= MAX_SYNC_NODES {
            Job::here(wake, write)
        } else {
            Job::begin("export", wake, write)
        };
        Self { of, job }
    }

    /// Withholds the result while `hold` is set.
    #[must_use]
    pub fn held_by(self, hold: WithholdResults) -> Self {
        let job = self.job.withheld_by(hold);
        Self { job, ..self }
    }

    /// Cancels the export. It has ended when a result can be taken, even if that only says that it was cancelled.
    pub fn stop(&self) {
        self.job.stop();
    }

    /// Returns whether the result can be taken.
    pub fn is_ready(&self) -> bool {
        self.job.is_ready()
    }

    /// Takes the result if it is ready; `Err` if the export did not finish.
    pub fn take(&self) -> Option<ExportResult> {
        self.job.take()
    }

    /// Waits briefly for the result, at most as long as no user would notice.
    pub fn take_soon(&self) -> Option<ExportResult> {
        self.job.wait_for(PATIENCE)
    }

    /// Waits for the result as long as it takes.
    ///
    /// # Errors
    /// If the export did not finish.
    pub fn take_at_last(&self) -> ExportResult {
        self.job.wait()
    }
}

/// Returns `None` if cancelled.
fn written(
    snapshot: &ProjectSnapshot,
    format: ExchangeFormat,
    options: &WriteOptions,
    stop: &CancelToken,
) -> Option<ExportedContents> {
    let is_stopped = || stop.is_cancelled();
    if is_stopped() {
        return None;
    }
    on_purpose::panic_at("exporter");
    let project = Project::new(&snapshot.document, &snapshot.path, &snapshot.others);
    let exported = exchange::write(format, &project, &snapshot.library, options);
    if is_stopped() {
        return None;
    }
    let remarks = match &exported {
        Ok(exported) => &exported.remarks,
        Err(remarks) => remarks,
    };
    let tally = ImportCounts::of(&snapshot.document, remarks);
    Some(ExportedContents { exported, tally })
}

#[cfg(test)]
mod tests {
    use treewright_core::model::Document;

    use super::super::open_document::DocumentId;
    use super::*;

    #[test]
    fn a_cancelled_export_writes_nothing() {
        let document = OpenDocument::new(DocumentId(1), Document::default(), Vec::new());
        let (snapshot, options) = (document.project_snapshot(), WriteOptions::default());
        let stop = CancelToken::default();
        assert!(written(&snapshot, ExchangeFormat::Native, &options, &stop).is_some());
        stop.want();
        assert!(written(&snapshot, ExchangeFormat::Native, &options, &stop).is_none());
    }
}
