//! Creates exports: small ones immediately, large ones in the background. Their results are reported in `outcome.rs`.

use std::path::Path;

use treewright_session::host::files::absolute;
use treewright_session::host::outputs::Replacing;
use treewright_session::notice::NoticeKind;
use treewright_session::page::RECORDING_BYTES;
use treewright_session::workspace::background_export;
use treewright_session::workspace::background_export::{BackgroundExport, ExportResult};
use treewright_session::workspace::open_document::DocumentId;

use super::outcome;
use super::target_files::{ExportError, write_files};
use crate::action::{ExportRequest, JobKind};
use crate::dispatch::recordings;
use crate::editor::Editor;
use crate::job_registry::{BackgroundJob, JobRegistry, name_of};
use crate::shell::Shell;

/// An export request with its document and requester.
#[derive(Clone, Debug)]
pub struct ExportOrder {
    /// The document; it need not be active any more when the export is finished.
    pub document: DocumentId,
    pub request: ExportRequest,
    /// Which existing files it may replace.
    pub replacing: Replacing,
    pub requester: ExportRequester,
}

/// An export in the background.
struct ExportJob {
    export: Box<BackgroundExport>,
    order: ExportOrder,
}

/// Who requested an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportRequester {
    /// The user, in the export window; the settings are remembered.
    Choice,
    /// The user, by repeating the last export.
    Repeat,
    /// A save.
    Save,
}

/// Creates and writes an export, immediately or in the background. Does nothing if its document was closed.
pub fn start(editor: &mut Editor, order: ExportOrder) {
    let Some(index) = editor.workspace.index_of(order.document) else {
        return;
    };
    match create(editor, index, &order.request) {
        Ok(result) => {
            let written = write_files(
                &mut editor.workspace,
                &editor.services,
                index,
                &order.request,
                result,
                order.replacing,
            );
            outcome::finish_waited_for(editor, index, &order, written);
        }
        Err(export) => continue_in_background(&mut editor.shell, &mut editor.jobs, order, export),
    }
}

/// Returns the export if it is finished within a moment, otherwise the background job.
fn create(
    editor: &mut Editor,
    index: usize,
    request: &ExportRequest,
) -> Result<ExportResult, Box<BackgroundExport>> {
    // An earlier export to the same file would finish later and replace the newer one.
    cancel(&mut editor.jobs, &request.file);
    let is_with_run = request.options.with_run;
    let recording = is_with_run.then(|| recorded_text(editor, index)).flatten();
    let document = &editor.workspace.documents()[index];
    let of = background_export::of(document, request.format, &request.options);
    let hold = editor.services.conditions.background_gate.hold();
    let window = editor
        .shell
        .views
        .export
        .as_mut()
        // A preview has no run.
        .filter(|_| !hold.is_set() && recording.is_none());
    let (known, running) = window.map_or((None, None), |window| window.take_preview(&of));
    if let Some(written) = known {
        return Ok(Ok(written));
    }
    let export = running.unwrap_or_else(|| {
        let wake = editor.shell.waker();
        let what = (request.format, &request.options);
        BackgroundExport::begin(document, what, recording, &editor.shell.texts, wake)
    });
    let export = export.held_by(hold);
    export.take_soon().ok_or_else(|| Box::new(export))
}

/// Returns the run of a document as the text of a recording. If that is not possible, says why, and only the tree is exported.
fn recorded_text(editor: &mut Editor, index: usize) -> Option<String> {
    let texts = &editor.shell.texts;
    match recordings::text(&mut editor.workspace, texts, index, RECORDING_BYTES) {
        Ok(text) => Some(text),
        Err(reason) => {
            editor.shell.notify(NoticeKind::Refused, reason);
            None
        }
    }
}

fn continue_in_background(
    shell: &mut Shell,
    jobs: &mut JobRegistry<Editor>,
    order: ExportOrder,
    export: Box<BackgroundExport>,
) {
    if order.requester == ExportRequester::Choice {
        shell.views.export = None;
    }
    jobs.begin(ExportJob { export, order });
}

/// Creates an export for a document that was just saved. `None` if it continues in the background and reports its own result.
pub fn on_save(
    editor: &mut Editor,
    index: usize,
    request: &ExportRequest,
) -> Option<Result<(), ExportError>> {
    let document = editor.workspace.documents()[index].id();
    let is_chosen = |export: &&ExportJob| {
        let order = &export.order;
        let is_same = order.document == document && order.requester == ExportRequester::Choice;
        is_same && is_same_file(&order.request.file, &request.file)
    };
    let chosen = editor.jobs.of::<ExportJob>().find(is_chosen);
    let chosen = chosen.map(|export| export.order.clone());
    // An export that the user requested is not dropped by a save: it starts again from the newer tree.
    if let Some(order) = chosen {
        start(editor, order);
        return None;
    }
    let replacing = Replacing::Own;
    let result = match create(editor, index, request) {
        Ok(result) => result,
        // Closing the saved document must wait for its exports.
        Err(export) if editor.shell.after_saving.is_some() => export.take_at_last(),
        Err(export) => {
            let order = ExportOrder {
                document,
                request: request.clone(),
                replacing,
                requester: ExportRequester::Save,
            };
            continue_in_background(&mut editor.shell, &mut editor.jobs, order, export);
            return None;
        }
    };
    Some(write_files(
        &mut editor.workspace,
        &editor.services,
        index,
        request,
        result,
        replacing,
    ))
}

/// Waits for the exports of documents that are about to be closed. Returns false if one failed, which was reported.
pub fn finish(editor: &mut Editor, documents: &[DocumentId]) -> bool {
    let is_own = |export: &ExportJob| documents.contains(&export.order.document);
    let mut is_written = true;
    while let Some(own) = editor.jobs.take(is_own) {
        let result = own.export.take_at_last();
        is_written &= on_finished(editor, &own.order, result);
    }
    outcome::report_failures(&mut editor.shell, &mut editor.services);
    is_written
}

impl BackgroundJob<Editor> for ExportJob {
    fn kind(&self) -> JobKind {
        JobKind::Exporting(self.order.request.file.clone())
    }

    fn name(&self) -> String {
        name_of(&self.order.request.file)
    }

    fn is_ready(&self) -> bool {
        self.export.is_ready()
    }

    fn waits_for_user(&self) -> bool {
        false
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let result = self.export.take_at_last();
        on_finished(editor, &self.order, result);
    }
}

/// Reports failed exports once no export is running any more. Called in each frame.
pub fn report_when_idle(editor: &mut Editor) {
    if editor.jobs.of::<ExportJob>().next().is_none() {
        outcome::report_failures(&mut editor.shell, &mut editor.services);
    }
}

/// Cancels the running export to this file.
pub fn cancel(jobs: &mut JobRegistry<Editor>, file: &Path) {
    jobs.discard(|export: &ExportJob| is_same_file(&export.order.request.file, file));
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    absolute(one) == absolute(other)
}

/// Writes a finished export. Returns false if that failed.
fn on_finished(editor: &mut Editor, order: &ExportOrder, result: ExportResult) -> bool {
    let Some(index) = editor.workspace.index_of(order.document) else {
        return true;
    };
    let written = write_files(
        &mut editor.workspace,
        &editor.services,
        index,
        &order.request,
        result,
        order.replacing,
    );
    let is_written = written.is_ok();
    outcome::finish_in_background(editor, index, order, written);
    is_written
}
