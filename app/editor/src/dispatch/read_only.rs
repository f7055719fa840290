//! Refuses whatever would edit the tree of another program, which is only shown, and says how it can be edited.

use treewright_authoring::edit::{Command, Refusal};
use treewright_session::notice::NoticeKind;

use super::this_use;
use crate::action::{Action, EditAction, ViewAction};
use crate::editor::Editor;

/// Whether an action would edit the active document, or ask how, though that cannot be edited; says why that is refused.
pub fn is_refused(editor: &mut Editor, action: &Action) -> bool {
    if !editor.workspace.front().is_read_only() {
        return false;
    }
    let is_edit = match action {
        Action::Edit(action) => edits(action),
        Action::View(ViewAction::AddVariable) => true,
        other => this_use::changes_tree(other),
    };
    if is_edit {
        let text = editor.shell.texts.refusal(&Refusal::ReadOnly);
        editor.shell.notify(NoticeKind::Refused, text);
    }
    is_edit
}

/// Whether an edit changes more than what is seen of the tree.
fn edits(action: &EditAction) -> bool {
    !matches!(
        action,
        EditAction::Undo
            | EditAction::Redo
            | EditAction::Copy
            | EditAction::ToggleBreakpoint
            | EditAction::ToggleCollapsed
            | EditAction::CollapseBelow(_)
            | EditAction::CollapseAll(_)
            | EditAction::Do(Command::SetCollapsed(..) | Command::SetBreakpoint(..))
    )
}
