//! Reports results of exports, and asks before an existing file is replaced. Results that arrive while the user does something else only change the
//! status bar, unless a question can be shown.

use std::path::Path;

use treewright_session::notice::NoticeKind;

use super::putting::{Trouble, why};
use super::writing::{AskedBy, Order};
use super::{ask_how, keep, say_written};
use crate::editor::Editor;
use crate::panels::questions::Question;
use crate::services::{Missed, Services};
use crate::shell::{Pending, Shell};

/// Handles the result of an export that the user waits for.
pub fn at_once(editor: &mut Editor, index: usize, order: &Order, written: Result<(), Trouble>) {
    let Err(trouble) = written else {
        if order.asked_by == AskedBy::Choice {
            let window = &mut editor.shell.views.export;
            window.take_if(|window| window.document == order.document);
        }
        return well(editor, index, order);
    };
    // If the user wanted to close the document or to quit, it stays open, and the error is shown.
    editor.shell.after_saving = None;
    ask_to_replace(&mut editor.shell, order, &trouble);
    // The window shows the error, and lets the user choose.
    let is_front = editor.workspace.front_index() == index;
    if order.asked_by == AskedBy::Again && is_front {
        ask_how(editor);
    }
    let text = why(&editor.shell, &trouble);
    let window = editor.shell.views.export.as_mut();
    if let Some(window) = window.filter(|window| window.document == order.document) {
        window.trouble = Some(text);
    } else {
        miss(
            &editor.shell,
            &mut editor.services,
            order.asked_by,
            &order.wanted.file,
            &trouble,
        );
        say_missed(&mut editor.shell, &mut editor.services);
    }
}

/// Handles the result of an export that finished in the background.
pub fn later(editor: &mut Editor, index: usize, order: &Order, written: Result<(), Trouble>) {
    let Err(trouble) = written else {
        return well(editor, index, order);
    };
    // An open question must not be lost, and typed keys must not answer this one.
    let is_asked = editor.shell.question.is_some() || editor.shell.dialog.is_some();
    let is_busy =
        is_asked || editor.shell.views.is_covered() || editor.shell.ctx.text_edit_focused();
    if is_busy || !ask_to_replace(&mut editor.shell, order, &trouble) {
        miss(
            &editor.shell,
            &mut editor.services,
            order.asked_by,
            &order.wanted.file,
            &trouble,
        );
    }
}

fn well(editor: &mut Editor, index: usize, order: &Order) {
    say_written(&mut editor.shell, &order.wanted.file);
    if order.asked_by == AskedBy::Choice {
        keep(
            &mut editor.workspace,
            &mut editor.shell,
            index,
            &order.wanted,
        );
    }
}

/// Asks whether to replace an existing file that the user chose; returns false if that is not the error.
fn ask_to_replace(shell: &mut Shell, order: &Order, trouble: &Trouble) -> bool {
    let (Trouble::Exists(file), AskedBy::Choice) = (trouble, order.asked_by) else {
        return false;
    };
    shell.question = Some((
        Question::Replace(file.display().to_string()),
        Pending::ReplaceExport(order.document, order.wanted.clone()),
    ));
    true
}

/// Records a failed export; all failures are reported together.
pub fn miss(
    shell: &Shell,
    services: &mut Services,
    asked_by: AskedBy,
    file: &Path,
    trouble: &Trouble,
) {
    let missed = Missed {
        file: file.to_owned(),
        reason: why(shell, trouble),
        on_save: asked_by == AskedBy::Save,
    };
    services.missed_exports.push(missed);
}

/// Reports all failed exports in one notice: the status bar has room for one.
pub fn say_missed(shell: &mut Shell, services: &mut Services) {
    let all = std::mem::take(&mut services.missed_exports);
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
            let one = |one: &Missed| {
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
    shell.say(NoticeKind::Failed, text);
}
