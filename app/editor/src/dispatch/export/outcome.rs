//! Says what came of exports, and asks before a file is replaced about which nobody was asked. What comes while one does something else changes
//! nothing in front of the user but the status bar, unless nothing is in the way of a question.

use std::path::Path;

use treewright_session::notice::NoticeKind;

use super::putting::{Trouble, why};
use super::writing::{AskedBy, Order};
use super::{ask_how, keep, say_written};
use crate::editor::Editor;
use crate::panels::questions::Question;
use crate::services::{Missed, Services};
use crate::shell::{Pending, Shell};

/// An export was written or not while the user waits for it.
pub fn at_once(editor: &mut Editor, index: usize, order: &Order, written: Result<(), Trouble>) {
    let Err(trouble) = written else {
        if order.asked_by == AskedBy::Choice {
            let window = &mut editor.shell.views.export;
            window.take_if(|window| window.document == order.document);
        }
        return well(editor, index, order);
    };
    // Who wanted to close the document or to quit stays, and hears why.
    editor.shell.after_saving = None;
    ask_to_replace(&mut editor.shell, order, &trouble);
    // The window says what is in the way, and lets the user choose.
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

/// The same for what comes while the user does something else.
pub fn later(editor: &mut Editor, index: usize, order: &Order, written: Result<(), Trouble>) {
    let Err(trouble) = written else {
        return well(editor, index, order);
    };
    // A question that is open already must not be lost, and what is being typed must not answer this one.
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

/// Asks whether to replace the file that is in the way of what somebody chose; false if that is not the trouble.
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

/// Something was not exported, which is said together with what else was not.
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

/// Says what could not be exported, all of it at once: the status bar has one place.
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
