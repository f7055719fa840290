//! Changes of the document as a whole: undo, clipboard, selection, finding.

use egui::Key;

use super::obstacle::{
    can_redo, can_undo, has_anything, has_nodes, has_parent, has_selection, has_variables,
};
use super::{CTRL, CTRL_SHIFT, CommandEntry, Menu, NONE, SHIFT, Submenu, key};
use crate::action::Section;
use crate::action::{Action, EditAction, FindAction, SelectAction, ViewAction};

/// In the order of the menu.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry::new("undo", "undo", |_| Action::Edit(EditAction::Undo))
        .keys(&[key(CTRL, Key::Z)])
        .menu(Menu::Edit, 0)
        .toolbar(1)
        .when(can_undo),
    CommandEntry::new("redo", "redo", |_| Action::Edit(EditAction::Redo))
        .keys(&[key(CTRL, Key::Y), key(CTRL_SHIFT, Key::Z)])
        .menu(Menu::Edit, 0)
        .toolbar(1)
        .when(can_redo),
    CommandEntry::new("cut", "content_cut", |_| Action::Edit(EditAction::Cut))
        .keys(&[key(CTRL, Key::X)])
        .menu(Menu::Edit, 1)
        .when(has_anything),
    CommandEntry::new("copy", "content_copy", |_| Action::Edit(EditAction::Copy))
        .keys(&[key(CTRL, Key::C)])
        .menu(Menu::Edit, 1)
        .when(has_anything),
    CommandEntry::new("paste", "content_paste", |_| {
        Action::Edit(EditAction::Paste)
    })
    .keys(&[key(CTRL, Key::V)])
    .menu(Menu::Edit, 1),
    CommandEntry::new("paste_after", "content_paste_go", |_| {
        Action::Edit(EditAction::PasteAfter)
    })
    .keys(&[key(CTRL_SHIFT, Key::V)])
    .menu(Menu::Edit, 1)
    .when(has_parent),
    CommandEntry::new("duplicate", "add_circle", |_| {
        Action::Edit(EditAction::Duplicate)
    })
    .keys(&[key(CTRL, Key::D)])
    .menu(Menu::Edit, 1)
    .when(has_anything),
    CommandEntry::new("delete", "delete", |_| Action::Edit(EditAction::Delete))
        .keys(&[key(NONE, Key::Delete), key(NONE, Key::Backspace)])
        .menu(Menu::Edit, 1)
        .when(has_anything),
    CommandEntry::new("remove_keeping_children", "backspace", |_| {
        Action::Edit(EditAction::RemoveKeepingChildren)
    })
    .keys(&[key(SHIFT, Key::Delete)])
    .menu(Menu::Edit, 1)
    .when(has_selection),
    CommandEntry::new("select_all", "select_all", |_| {
        Action::Select(SelectAction::All)
    })
    .keys(&[key(CTRL, Key::A)])
    .menu(Menu::Edit, 2)
    .within(Submenu::Select)
    .when(has_nodes),
    CommandEntry::new("select_subtree", "account_tree", |_| {
        Action::Select(SelectAction::Subtree)
    })
    .keys(&[key(CTRL_SHIFT, Key::A)])
    .menu(Menu::Edit, 2)
    .within(Submenu::Select)
    .when(has_selection),
    CommandEntry::new("select_same_kind", "category", |_| {
        Action::Select(SelectAction::SameKind)
    })
    .keys(&[key(CTRL_SHIFT, Key::K)])
    .menu(Menu::Edit, 2)
    .within(Submenu::Select)
    .when(has_selection),
    CommandEntry::new("invert_selection", "contrast", |_| {
        Action::Select(SelectAction::Invert)
    })
    .keys(&[key(CTRL_SHIFT, Key::I)])
    .menu(Menu::Edit, 2)
    .within(Submenu::Select)
    .when(has_nodes),
    CommandEntry::new("find", "search", |_| Action::Find(FindAction::Focus))
        .keys_over_text(&[key(CTRL, Key::F)])
        .menu(Menu::Edit, 2)
        .within(Submenu::Find),
    CommandEntry::new("replace", "find_replace", |_| {
        Action::Find(FindAction::FocusReplacement)
    })
    .keys_over_text(&[key(CTRL, Key::H)])
    .menu(Menu::Edit, 2)
    .within(Submenu::Find),
    CommandEntry::new("find_next", "arrow_downward", |_| {
        Action::Find(FindAction::Step { backwards: false })
    })
    .keys_over_text(&[key(NONE, Key::F3)])
    .menu(Menu::Edit, 2)
    .within(Submenu::Find),
    CommandEntry::new("find_previous", "arrow_upward", |_| {
        Action::Find(FindAction::Step { backwards: true })
    })
    .keys_over_text(&[key(SHIFT, Key::F3)])
    .menu(Menu::Edit, 2)
    .within(Submenu::Find),
    CommandEntry::new("find_uses", "manage_search", |_| {
        Action::Find(FindAction::ChooseVariable)
    })
    .keys(&[key(SHIFT, Key::F12)])
    .menu(Menu::Edit, 2)
    .within(Submenu::Find)
    .when(has_variables),
    CommandEntry::new("go_to", "my_location", |_| {
        Action::View(ViewAction::GoToNode)
    })
    .keys_over_text(&[key(CTRL, Key::G)])
    .menu(Menu::Edit, 2)
    .within(Submenu::Find)
    .when(has_nodes),
    CommandEntry::new("settings", "settings", |_| {
        Action::View(ViewAction::Settings(Section::Appearance))
    })
    .keys_over_text(&[key(CTRL, Key::Comma)])
    .menu(Menu::Edit, 9),
    CommandEntry::new("key_settings", "keyboard", |_| {
        Action::View(ViewAction::Settings(Section::Keys))
    })
    .menu(Menu::Edit, 9),
];
