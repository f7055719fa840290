//! Help and the program itself.

use egui::Key;

use super::obstacle::has_selection;
use super::{CTRL_SHIFT, CommandEntry, Menu, NONE, SHIFT, key};
use crate::action::{Action, ViewAction};

/// In the order of the menu.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry::new("command_palette", "terminal", |_| {
        Action::View(ViewAction::CommandPalette)
    })
    .keys_over_text(&[key(CTRL_SHIFT, Key::P)])
    .menu(Menu::Help, 0),
    CommandEntry::new("tour", "explore", |_| {
        Action::View(ViewAction::Tour(Some(0)))
    })
    .menu(Menu::Help, 1),
    CommandEntry::new("node_reference", "menu_book", |_| {
        Action::View(ViewAction::NodeReference(None))
    })
    .menu(Menu::Help, 1),
    CommandEntry::new("node_help", "help", |_| {
        Action::View(ViewAction::NodeReference(None))
    })
    .keys_over_text(&[key(SHIFT, Key::F1)])
    .menu(Menu::Help, 1)
    .when(has_selection),
    CommandEntry::new("key_sheet", "keyboard", |_| {
        Action::View(ViewAction::KeySheet)
    })
    .keys_over_text(&[key(NONE, Key::F1)])
    .menu(Menu::Help, 0),
    CommandEntry::new("about", "info", |_| Action::View(ViewAction::About)).menu(Menu::Help, 2),
];
