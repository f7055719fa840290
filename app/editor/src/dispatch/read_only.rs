//! Refuses whatever would edit the tree of another program, which is only shown, and says how it can be edited.

use treewright_authoring::edit::Refusal;
use treewright_session::notice::NoticeKind;

use crate::action::Action;
use crate::editor::Editor;

/// Whether an action would edit the active document, or ask how, though that cannot be edited; says why that is refused.
pub fn is_refused(editor: &mut Editor, action: &Action) -> bool {
    if !editor.workspace.front().is_read_only() {
        return false;
    }
    let is_edit = action.edits_tree();
    if is_edit {
        let text = editor.shell.texts.refusal(&Refusal::ReadOnly);
        editor.shell.notify(NoticeKind::Refused, text);
    }
    is_edit
}
