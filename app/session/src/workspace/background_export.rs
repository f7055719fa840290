//! Exports a large document on a background thread, so that no frame waits for it. Writes no files; returns their contents.

use std::time::Duration;

use treewright_core::diagnostic::Diagnostic;
use treewright_core::on_purpose;
use treewright_core::project::Project;
use treewright_exchange::{ExchangeFormat, Exported, ImportCounts, WriteOptions};

use super::background_check::{MAX_SYNC_NODES, ProjectSnapshot};
use super::export::{self, ExportSource};
use super::open_document::{OpenDocument, Version};
use super::program_sources::ProgramSources;
use crate::host::job::{CancelToken, Job, JobContext, JobEnd, WithholdResults};
use crate::i18n::Texts;

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
    /// Starts an export; `wake` is called when the result is ready. A small document is exported before this returns. `recording` is its run, as
    /// the text of a file, if that is exported.
    pub fn begin(
        document: &OpenDocument,
        (format, options): (ExchangeFormat, &WriteOptions),
        recording: Option<String>,
        texts: &Texts,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let of = of(document, format, options);
        let order = ExportedDocument {
            snapshot: document.project_snapshot(),
            sources: document.program_sources(),
            recording,
            format,
            options: options.clone(),
            texts: texts.clone(),
        };
        let write = move |work: &JobContext<ExportedContents>| order.written(&work.stop);
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

/// A copy of what is exported, and how.
struct ExportedDocument {
    snapshot: ProjectSnapshot,
    sources: ProgramSources,
    recording: Option<String>,
    format: ExchangeFormat,
    options: WriteOptions,
    texts: Texts,
}

impl ExportedDocument {
    /// Returns `None` if cancelled.
    fn written(&self, stop: &CancelToken) -> Option<ExportedContents> {
        let is_stopped = || stop.is_cancelled();
        if is_stopped() {
            return None;
        }
        on_purpose::panic_at("exporter");
        let snapshot = &self.snapshot;
        let source = ExportSource {
            project: Project::new(&snapshot.document, &snapshot.path, &snapshot.others),
            library: &snapshot.library,
            sources: &|| self.sources.texts(),
            recording: self.recording.as_deref(),
        };
        let exported = export::write(self.format, &source, &self.options, &self.texts);
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
}

#[cfg(test)]
mod tests {
    use treewright_core::model::Document;

    use super::super::open_document::DocumentId;
    use super::*;

    #[test]
    fn a_cancelled_export_writes_nothing() {
        let document = OpenDocument::new(DocumentId(1), Document::default(), Vec::new());
        let order = ExportedDocument {
            snapshot: document.project_snapshot(),
            sources: document.program_sources(),
            recording: None,
            format: ExchangeFormat::Native,
            options: WriteOptions::default(),
            texts: Texts::default(),
        };
        let stop = CancelToken::default();
        assert!(order.written(&stop).is_some());
        stop.want();
        assert!(order.written(&stop).is_none());
    }
}
