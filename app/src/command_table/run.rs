//! The run.

use egui::Key;

use super::{CommandEntry, Menu, NONE, SHIFT, key};
use crate::action::{Action, PreferAction, RunAction};
use crate::panels::canvas::CanvasSwitch;

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
    CommandEntry::new("heat_map", "local_fire_department", |_| {
        turn(CanvasSwitch::Heat)
    })
    .keys(&[key(NONE, Key::H)])
    .menu(Menu::Run, 8)
    .ticked(|s| s.canvas.heat),
    CommandEntry::new("run_counts", "timer", |_| turn(CanvasSwitch::Counts))
        .keys(&[key(SHIFT, Key::H)])
        .menu(Menu::Run, 8)
        .ticked(|s| s.canvas.counts),
    CommandEntry::new("unreached", "visibility_off", |_| {
        turn(CanvasSwitch::Unreached)
    })
    .keys(&[key(NONE, Key::U)])
    .menu(Menu::Run, 8)
    .ticked(|s| s.canvas.unreached),
];

fn turn(switch: CanvasSwitch) -> Action {
    Action::Prefer(PreferAction::TurnCanvas(switch))
}
