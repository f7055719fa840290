//! Saves all documents with unsaved changes: those with a file at once, the others one after the other at a place that the user chooses.

use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

use super::closing::continue_after_saving;
use super::saving::{self, save_unasked};
use crate::editor::Editor;
use crate::shell::{AfterSaving, SavingMany, Shell};

/// Saves all documents with unsaved changes. One that cannot be saved does not keep the others from it.
pub fn save_all(editor: &mut Editor) {
    saving::finish_all(editor);
    let with_file = unsaved(editor, |document| document.file.is_some());
    let without = unsaved(editor, |document| document.file.is_none());
    if with_file.is_empty() && without.is_empty() {
        editor
            .shell
            .notify_key(NoticeKind::Done, "notice.nothing_to_save", &[]);
        return;
    }
    let waiting = |saved, kept| {
        let (documents, then) = (without.clone(), AfterSaving::Tell { saved, kept });
        (!documents.is_empty()).then_some(SavingMany { documents, then })
    };
    // Meanwhile, nothing else asks.
    editor.shell.after_saving = waiting(0, Vec::new());
    let kept = save_each(editor, &with_file).err().unwrap_or_default();
    let saved = with_file.len() - kept.len();
    tell(&mut editor.shell, saved, &kept);
    editor.shell.after_saving = waiting(saved, kept);
    continue_after_saving(editor);
}

/// Saves these documents to their files. One that cannot be saved does not keep the others from it.
///
/// # Errors
/// If some were not saved: they and the reasons, in words. The user was not told yet.
pub fn save_each(editor: &mut Editor, documents: &[DocumentId]) -> Result<(), Vec<String>> {
    let mut kept = Vec::new();
    for id in documents {
        if let Err(reason) = save_unasked(editor, *id) {
            kept.extend(described(editor, *id, &reason));
        }
    }
    if kept.is_empty() { Ok(()) } else { Err(kept) }
}

/// Tells how many documents were saved, and names those that were not, in one sentence.
pub fn tell(shell: &mut Shell, saved: usize, kept: &[String]) {
    if kept.is_empty() {
        if saved > 0 {
            let text = shell.texts.tr_count("notice.saved_all", saved);
            shell.notify(NoticeKind::Done, text);
        }
        return;
    }
    let documents = shell.texts.list(kept);
    let arguments = [("documents", &*documents)];
    let mut text = shell.texts.tr_with("notice.not_saved_these", &arguments);
    if saved > 0 {
        let saved = shell.texts.tr_count("notice.saved_all", saved);
        let arguments = [("saved", &*saved), ("others", &*text)];
        text = shell.texts.tr_with("notice.saved_but", &arguments);
    }
    shell.notify(NoticeKind::Failed, text);
}

fn unsaved(editor: &Editor, is_meant: fn(&OpenDocument) -> bool) -> Vec<DocumentId> {
    let documents = editor.workspace.documents().iter();
    let unsaved = documents.filter(|document| document.is_dirty() && is_meant(document));
    unsaved.map(OpenDocument::id).collect()
}

/// Names a document that is not saved, with the reason.
fn described(editor: &Editor, id: DocumentId, reason: &str) -> Option<String> {
    let index = editor.workspace.index_of(id)?;
    let texts = &editor.shell.texts;
    let title = editor.workspace.documents()[index].title(texts);
    let arguments = [("title", &*title), ("reason", reason)];
    Some(texts.tr_with("notice.not_saved_reason", &arguments))
}
