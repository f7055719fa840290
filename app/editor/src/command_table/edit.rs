//! Commands that change the document as a whole: undo, clipboard, selection, find.

use super::obstacle::{
    can_redo, can_undo, has_anything, has_nodes, has_parent, has_selection, has_variables,
};
use super::{CTRL, CTRL_SHIFT, NONE, SHIFT, Submenu};
use crate::action::{Action, EditAction, FindAction, Section, SelectAction, ViewAction};

rows! { Edit:
    "undo" "undo" 0 [CTRL Z] => |_| Action::Edit(EditAction::Undo), toolbar(1), when(can_undo);
    "redo" "redo" 0 [CTRL Y, CTRL_SHIFT Z] => |_| Action::Edit(EditAction::Redo),
        toolbar(1), when(can_redo);
    "cut" "content_cut" 1 [CTRL X] => |_| Action::Edit(EditAction::Cut), when(has_anything);
    "copy" "content_copy" 1 [CTRL C] => |_| Action::Edit(EditAction::Copy), when(has_anything);
    "paste" "content_paste" 1 [CTRL V] => |_| Action::Edit(EditAction::Paste);
    "paste_after" "content_paste_go" 1 [CTRL_SHIFT V] => |_| Action::Edit(EditAction::PasteAfter),
        when(has_parent);
    "duplicate" "add_circle" 1 [CTRL D] => |_| Action::Edit(EditAction::Duplicate), when(has_anything);
    "delete" "delete" 1 [NONE Delete, NONE Backspace] => |_| Action::Edit(EditAction::Delete),
        when(has_anything);
    "remove_keeping_children" "backspace" 1 [SHIFT Delete] =>
        |_| Action::Edit(EditAction::RemoveKeepingChildren), when(has_selection);
    "add_variable" "playlist_add" 1 [NONE V] => |_| Action::View(ViewAction::AddVariable);
    "select_all" "select_all" 2 [CTRL A] => |_| Action::Select(SelectAction::All),
        within(Submenu::Select), when(has_nodes);
    "select_subtree" "account_tree" 2 [CTRL_SHIFT A] => |_| Action::Select(SelectAction::Subtree),
        within(Submenu::Select), when(has_selection);
    "select_same_kind" "category" 2 [CTRL_SHIFT K] => |_| Action::Select(SelectAction::SameKind),
        within(Submenu::Select), when(has_selection);
    "invert_selection" "contrast" 2 [CTRL_SHIFT I] => |_| Action::Select(SelectAction::Invert),
        within(Submenu::Select), when(has_nodes);
    "find" "search" 2 over_text [CTRL F] => |_| Action::Find(FindAction::Focus), within(Submenu::Find);
    "replace" "find_replace" 2 over_text [CTRL H] => |_| Action::Find(FindAction::FocusReplacement),
        within(Submenu::Find);
    "find_next" "arrow_downward" 2 over_text [NONE F3] =>
        |_| Action::Find(FindAction::Step { backwards: false }), within(Submenu::Find);
    "find_previous" "arrow_upward" 2 over_text [SHIFT F3] =>
        |_| Action::Find(FindAction::Step { backwards: true }), within(Submenu::Find);
    "find_uses" "manage_search" 2 [SHIFT F12] => |_| Action::Find(FindAction::ChooseVariable),
        within(Submenu::Find), when(has_variables);
    "go_to" "my_location" 2 over_text [CTRL G] => |_| Action::View(ViewAction::GoToNode),
        within(Submenu::Find), when(has_nodes);
    "settings" "settings" 9 over_text [CTRL Comma] =>
        |_| Action::View(ViewAction::Settings(Section::Appearance));
}
