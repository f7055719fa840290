//! Where a run is to stop, and why a node does what it does.

use egui::Key;
use treewright_core::runtime::EndStatus;
use treewright_insight::breakpoint::NodeEvent;

use super::obstacle::{has_breakpoints, has_selection};
use super::{CTRL_SHIFT, CommandEntry, Menu, NONE, SHIFT, Submenu, key};
use crate::action::{Action, BreakpointAction, ViewAction};

/// A breakpoint on the selected node.
fn stop_at(event: NodeEvent) -> Action {
    Action::Breakpoint(BreakpointAction::AddForSelected(event))
}

/// In the order of the menu.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry::new("why", "help", |_| Action::View(ViewAction::Why))
        .keys(&[key(NONE, Key::Y)])
        .menu(Menu::Run, 3)
        .when(has_selection),
    CommandEntry::new("break_on_end", "adjust", |_| stop_at(NodeEvent::End(None)))
        .keys(&[key(SHIFT, Key::F9)])
        .menu(Menu::Run, 3)
        .within(Submenu::Breakpoints)
        .when(has_selection),
    CommandEntry::new("break_on_failure", "cancel", |_| {
        stop_at(NodeEvent::End(Some(EndStatus::Failure)))
    })
    .menu(Menu::Run, 3)
    .within(Submenu::Breakpoints)
    .when(has_selection),
    CommandEntry::new("break_on_abort", "flash_on", |_| stop_at(NodeEvent::Abort))
        .menu(Menu::Run, 3)
        .within(Submenu::Breakpoints)
        .when(has_selection),
    CommandEntry::new("disable_breakpoints", "block", |_| {
        Action::Breakpoint(BreakpointAction::EnableAll(false))
    })
    .menu(Menu::Run, 3)
    .within(Submenu::Breakpoints)
    .when(has_breakpoints),
    CommandEntry::new("enable_breakpoints", "check", |_| {
        Action::Breakpoint(BreakpointAction::EnableAll(true))
    })
    .menu(Menu::Run, 3)
    .within(Submenu::Breakpoints)
    .when(has_breakpoints),
    CommandEntry::new("remove_breakpoints", "delete", |_| {
        Action::Breakpoint(BreakpointAction::RemoveAll)
    })
    .keys(&[key(CTRL_SHIFT, Key::F9)])
    .menu(Menu::Run, 3)
    .within(Submenu::Breakpoints)
    .when(has_breakpoints),
];
