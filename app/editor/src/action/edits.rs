//! Which requests change the active tree, or ask how.

use treewright_authoring::edit::Command;

use super::{Action, EditAction, ExtractAction, FileAction, FindAction, VersionAction, ViewAction};

impl Action {
    /// Whether it would edit the active tree, or ask how. What is only looked at differently is no edit.
    pub fn edits_tree(&self) -> bool {
        match self {
            Self::Edit(action) => edits(action),
            Self::View(ViewAction::AddVariable) => true,
            other => other.changes_tree(),
        }
    }

    /// Whether an action, other than an edit, changes the active tree, or asks how.
    pub fn changes_tree(&self) -> bool {
        match self {
            Self::Extract(action) => !matches!(action, ExtractAction::Close),
            Self::Find(action) => matches!(action, FindAction::Replace { .. }),
            Self::Version(action) => matches!(
                action,
                VersionAction::RestoreEarlier(_)
                    | VersionAction::MergeWithDisk
                    | VersionAction::ResolveAll(_)
            ),
            Self::File(action) => {
                matches!(
                    action,
                    FileAction::AddLibrary | FileAction::RemoveLibrary(_)
                )
            }
            Self::View(action) => matches!(
                action,
                ViewAction::Rename
                    | ViewAction::Replace
                    | ViewAction::Wrap
                    | ViewAction::QuickAdd
                    | ViewAction::NameTree
                    | ViewAction::ChooseTree
                    | ViewAction::InsertTemplate
            ),
            _ => false,
        }
    }
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
