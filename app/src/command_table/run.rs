//! The run.

use egui::Key;

use super::{CommandEntry, Menu, NONE, SHIFT, key};
use crate::action::{Action, RunAction};

/// In the order of the menu.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry::new("run", "play_arrow", |_| Action::Run(RunAction::Toggle))
        .keys_over_text(&[key(NONE, Key::F5)])
        .menu(Menu::Run, 0)
        .toolbar(4)
        .when(|s| s.has_nodes),
    CommandEntry::new("step", "skip_next", |_| Action::Run(RunAction::Step))
        .keys_over_text(&[key(NONE, Key::F10)])
        .menu(Menu::Run, 0)
        .toolbar(4)
        .when(|s| s.has_nodes),
    CommandEntry::new("stop", "stop", |_| Action::Run(RunAction::Stop))
        .keys_over_text(&[key(SHIFT, Key::F5)])
        .menu(Menu::Run, 0)
        .toolbar(4)
        .when(|s| s.run.is_some()),
];
