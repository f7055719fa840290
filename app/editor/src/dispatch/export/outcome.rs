//! Reports results of exports, and asks before an existing file is replaced. Results that arrive while the user does something else only change the
//! status bar, unless a question can be shown.
//!
//! A new export to the same file cancels the one that is still being made. If an export cannot be written, its
//! document and the window stay open.

use std::path::Path;

use treewright_session::notice::NoticeKind;

use super::target_files::{ExportError, describe_error};
use super::writing::{ExportOrder, ExportRequester};
use super::{open_window, report_written, save_target};
use crate::dispatch::references;
use crate::editor::Editor;
use crate::panels::questions::Question;
use crate::services::{FailedExport, Services};
use crate::shell::{QuestionTopic, Shell};

/// Handles the result of an export that the user waits for.
pub fn finish_waited_for(
    editor: &mut Editor,
    index: usize,
    order: &ExportOrder,
    written: Result<(), ExportError>,
) {
    let Err(error) = written else {
        if order.requester == ExportRequester::Choice {
            let window = &mut editor.shell.views.export;
            window.take_if(|window| window.document == order.document);
        }
        return finish_written(editor, index, order);
    };
    // If the user wanted to close the document or to quit, it stays open, and the error is shown.
    editor.shell.after_saving = None;
    ask_to_replace(&mut editor.shell, order, &error);
    // The window shows the error, and lets the user choose.
    let is_front = editor.workspace.front_index() == index;
    if order.requester == ExportRequester::Repeat && is_front {
        open_window(editor);
    }
    let text = describe_error(&editor.shell, &error);
    let window = editor.shell.views.export.as_mut();
    if let Some(window) = window.filter(|window| window.document == order.document) {
        window.error = Some(text);
    } else {
        record_failure(
            &editor.shell,
            &mut editor.services,
            order.requester,
            &order.request.file,
            &error,
        );
        report_failures(&mut editor.shell, &mut editor.services);
    }
}

/// Handles the result of an export that finished in the background.
pub fn finish_in_background(
    editor: &mut Editor,
    index: usize,
    order: &ExportOrder,
    written: Result<(), ExportError>,
) {
    let Err(error) = written else {
        return finish_written(editor, index, order);
    };
    // An open question must not be lost, and typed keys must not answer this one.
    let is_asked = editor.shell.question.is_some() || editor.shell.dialog.is_some();
    let is_busy =
        is_asked || editor.shell.views.is_covered() || editor.shell.ctx.text_edit_focused();
    if is_busy || !ask_to_replace(&mut editor.shell, order, &error) {
        record_failure(
            &editor.shell,
            &mut editor.services,
            order.requester,
            &order.request.file,
            &error,
        );
    }
}

fn finish_written(editor: &mut Editor, index: usize, order: &ExportOrder) {
    report_written(&mut editor.shell, &order.request.file);
    references::tell_unsaved_work(&editor.workspace, &mut editor.shell, index);
    if order.requester == ExportRequester::Choice {
        save_target(
            &mut editor.workspace,
            &mut editor.shell,
            index,
            &order.request,
        );
    }
}

/// Asks whether to replace an existing file that the user chose; returns false if that is not the error.
fn ask_to_replace(shell: &mut Shell, order: &ExportOrder, error: &ExportError) -> bool {
    let (ExportError::Exists(file), ExportRequester::Choice) = (error, order.requester) else {
        return false;
    };
    shell.question = Some((
        Question::Replace(file.display().to_string()),
        QuestionTopic::ReplaceExport(order.document, order.request.clone()),
    ));
    true
}

/// Records a failed export; all failures are reported together.
pub fn record_failure(
    shell: &Shell,
    services: &mut Services,
    requester: ExportRequester,
    file: &Path,
    error: &ExportError,
) {
    let failed = FailedExport {
        file: file.to_owned(),
        reason: describe_error(shell, error),
        on_save: requester == ExportRequester::Save,
    };
    services.failed_exports.push(failed);
}

/// Reports all failed exports in one notice: the status bar has room for one.
pub fn report_failures(shell: &mut Shell, services: &mut Services) {
    let all = std::mem::take(&mut services.failed_exports);
    let text = match &*all {
        [] => return,
        [one] => {
            let key = if one.on_save {
                "export.not_on_save"
            } else {
                "export.not_written"
            };
            let path = one.file.display().to_string();
            let arguments = [("path", &*path), ("reason", &*one.reason)];
            shell.texts.tr_with(key, &arguments)
        }
        several => {
            let one = |one: &FailedExport| {
                let name = one.file.file_name().unwrap_or_default().to_string_lossy();
                let arguments = [("name", &*name), ("reason", &*one.reason)];
                shell.texts.tr_with("export.one_of_several", &arguments)
            };
            let files: Vec<String> = several.iter().map(one).collect();
            let count = several.len().to_string();
            let arguments = [("count", &*count), ("files", &*files.join("; "))];
            shell
                .texts
                .tr_with("export.several_not_written", &arguments)
        }
    };
    shell.notify(NoticeKind::Failed, text);
}
