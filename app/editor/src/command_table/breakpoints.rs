//! Commands for breakpoints, and for explaining what a node does.

use treewright_core::runtime::EndStatus;
use treewright_insight::breakpoint::NodeEvent;

use super::obstacle::{has_breakpoints, has_one_in_run, has_selection};
use super::{CTRL_SHIFT, NONE, SHIFT, Submenu};
use crate::action::{Action, BreakpointAction, RunAction, TakesAction, ViewAction};

/// Adds a breakpoint on the selected node.
fn stop_at(event: NodeEvent) -> Action {
    Action::Breakpoint(BreakpointAction::AddForSelected(event))
}

rows! { Run:
    "why" "help" 2 [NONE Y] => |_| Action::View(ViewAction::Why),
        within(Submenu::Explain), when(has_selection);
    "what_it_takes" "lightbulb" 2 [SHIFT Y] => |_| Action::Run(RunAction::Takes(TakesAction::AskOfSelected)),
        within(Submenu::Explain), when(has_one_in_run);
    "break_on_end" "adjust" 2 [SHIFT F9] => |_| stop_at(NodeEvent::End(None)),
        within(Submenu::Breakpoints), when(has_selection);
    "break_on_failure" "cancel" 2 => |_| stop_at(NodeEvent::End(Some(EndStatus::Failure))),
        within(Submenu::Breakpoints), when(has_selection);
    "break_on_abort" "flash_on" 2 => |_| stop_at(NodeEvent::Abort),
        within(Submenu::Breakpoints), when(has_selection);
    "disable_breakpoints" "block" 2 => |_| Action::Breakpoint(BreakpointAction::EnableAll(false)),
        within(Submenu::Breakpoints), when(has_breakpoints);
    "enable_breakpoints" "check" 2 => |_| Action::Breakpoint(BreakpointAction::EnableAll(true)),
        within(Submenu::Breakpoints), when(has_breakpoints);
    "remove_breakpoints" "delete" 2 [CTRL_SHIFT F9] =>
        |_| Action::Breakpoint(BreakpointAction::RemoveAll), within(Submenu::Breakpoints), when(has_breakpoints);
}
