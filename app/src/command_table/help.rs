//! Help and the program itself.

use egui::Key;

use super::{CTRL_SHIFT, CommandEntry, Menu, NONE, key};
use crate::action::{Action, ViewAction};

/// In the order of the menu.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry::new("command_palette", "terminal", |_| {
        Action::View(ViewAction::CommandPalette)
    })
    .keys_over_text(&[key(CTRL_SHIFT, Key::P)])
    .menu(Menu::Help, 0),
    CommandEntry::new("about", "info", |_| Action::View(ViewAction::About))
        .keys_over_text(&[key(NONE, Key::F1)])
        .menu(Menu::Help, 0),
];
