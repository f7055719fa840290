//! The run.

use egui::Key;
use treewright_session::canvas_options::CanvasSwitch;

use super::obstacle::{
    can_step_back, can_take_back, has_agents, has_nodes, has_one, has_run, has_scenarios,
    in_the_past,
};
use super::{ALT, CTRL, CTRL_SHIFT, CommandEntry, Menu, NONE, SHIFT, Submenu, key};
use crate::action::{Action, PreferAction, RunAction, ScenarioAction, Walk};

/// In the order of the menu.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry::new("run", "play_arrow", |_| Action::Run(RunAction::Toggle))
        .keys_over_text(&[key(NONE, Key::F5)])
        .menu(Menu::Run, 0)
        .toolbar(4)
        .when(has_nodes),
    CommandEntry::new("stop", "stop", |_| Action::Run(RunAction::Stop))
        .keys_over_text(&[key(SHIFT, Key::F5)])
        .menu(Menu::Run, 0)
        .toolbar(4)
        .when(has_run),
    CommandEntry::new("restart", "restart_alt", |_| {
        Action::Run(RunAction::Restart { other_seed: false })
    })
    .keys_over_text(&[key(CTRL_SHIFT, Key::F5)])
    .menu(Menu::Run, 0)
    .within(Submenu::Restart)
    .when(has_run),
    CommandEntry::new("restart_other_seed", "casino", |_| {
        Action::Run(RunAction::Restart { other_seed: true })
    })
    .menu(Menu::Run, 0)
    .within(Submenu::Restart)
    .when(has_run),
    CommandEntry::new("step_back", "skip_previous", |_| {
        Action::Run(RunAction::Walk(Walk::StepBack))
    })
    .keys_over_text(&[key(SHIFT, Key::F10)])
    .menu(Menu::Run, 1)
    .toolbar(4)
    .when(can_step_back),
    CommandEntry::new("step", "skip_next", |_| {
        Action::Run(RunAction::Walk(Walk::Step))
    })
    .keys_over_text(&[key(NONE, Key::F10)])
    .menu(Menu::Run, 1)
    .toolbar(4)
    .when(has_nodes),
    CommandEntry::new("step_event_back", "step_out", |_| {
        Action::Run(RunAction::Walk(Walk::StepEventBack))
    })
    .keys_over_text(&[key(SHIFT, Key::F11)])
    .menu(Menu::Run, 1)
    .within(Submenu::Inside)
    .when(can_step_back),
    CommandEntry::new("step_event", "step_into", |_| {
        Action::Run(RunAction::Walk(Walk::StepEvent))
    })
    .keys_over_text(&[key(NONE, Key::F11)])
    .menu(Menu::Run, 1)
    .within(Submenu::Inside)
    .toolbar(4)
    .when(has_nodes),
    CommandEntry::new("step_over", "step_over", |_| {
        Action::Run(RunAction::Walk(Walk::StepOver))
    })
    .keys_over_text(&[key(CTRL, Key::F11)])
    .menu(Menu::Run, 1)
    .within(Submenu::Inside)
    .when(has_nodes),
    CommandEntry::new("run_to_node", "line_end_circle", |_| {
        Action::Run(RunAction::Walk(Walk::RunToNode))
    })
    .keys_over_text(&[key(CTRL, Key::F10)])
    .menu(Menu::Run, 1)
    .within(Submenu::Frames)
    .when(has_one),
    CommandEntry::new("run_to_frame", "pin", |_| Action::Run(RunAction::TypeFrame))
        .keys_over_text(&[key(CTRL_SHIFT, Key::F10)])
        .menu(Menu::Run, 1)
        .within(Submenu::Frames)
        .when(has_run),
    CommandEntry::new("first_frame", "first_page", |_| {
        Action::Run(RunAction::Walk(Walk::GoTo(0)))
    })
    .keys_over_text(&[key(ALT, Key::Home)])
    .menu(Menu::Run, 1)
    .within(Submenu::Frames)
    .when(can_step_back),
    CommandEntry::new("last_frame", "last_page", |_| {
        Action::Run(RunAction::Walk(Walk::GoTo(u64::MAX)))
    })
    .keys_over_text(&[key(ALT, Key::End)])
    .menu(Menu::Run, 1)
    .within(Submenu::Frames)
    .when(in_the_past),
    CommandEntry::new("take_back", "history", |_| {
        Action::Run(RunAction::Walk(Walk::TakeBack))
    })
    .menu(Menu::Run, 1)
    .within(Submenu::Frames)
    .when(can_take_back),
    CommandEntry::new("add_agent", "person_add", |_| {
        Action::Run(RunAction::AddAgent)
    })
    .menu(Menu::Run, 3)
    .within(Submenu::Agents)
    .when(has_run),
    CommandEntry::new("next_agent", "group", |_| {
        Action::Run(RunAction::Walk(Walk::NextAgent))
    })
    .keys_over_text(&[key(NONE, Key::F7)])
    .menu(Menu::Run, 3)
    .within(Submenu::Agents)
    .when(has_agents),
    CommandEntry::new("remove_agent", "person_remove", |_| {
        Action::Run(RunAction::RemoveAgent)
    })
    .menu(Menu::Run, 3)
    .within(Submenu::Agents)
    .when(has_agents),
    CommandEntry::new("heat_map", "local_fire_department", |_| {
        turn(CanvasSwitch::Heat)
    })
    .keys(&[key(NONE, Key::H)])
    .menu(Menu::Run, 8)
    .within(Submenu::OnCanvas)
    .ticked(|s| s.canvas.heat),
    CommandEntry::new("run_counts", "timer", |_| turn(CanvasSwitch::Counts))
        .keys(&[key(SHIFT, Key::H)])
        .menu(Menu::Run, 8)
        .within(Submenu::OnCanvas)
        .ticked(|s| s.canvas.counts),
    CommandEntry::new("unreached", "visibility_off", |_| {
        turn(CanvasSwitch::Unreached)
    })
    .keys(&[key(NONE, Key::U)])
    .menu(Menu::Run, 8)
    .within(Submenu::OnCanvas)
    .ticked(|s| s.canvas.unreached),
    CommandEntry::new("missed_by_scenarios", "rule", |_| {
        turn(CanvasSwitch::MissedByScenarios)
    })
    .keys(&[key(SHIFT, Key::U)])
    .menu(Menu::Run, 8)
    .within(Submenu::Scenarios)
    .ticked(|s| s.canvas.missed_by_scenarios),
    CommandEntry::new("run_scenarios", "movie", |_| {
        Action::Scenario(ScenarioAction::RunAll)
    })
    .keys_over_text(&[key(NONE, Key::F4)])
    .menu(Menu::Run, 8)
    .within(Submenu::Scenarios)
    .when(has_scenarios),
    CommandEntry::new("save_scenario", "save", |_| {
        Action::Scenario(ScenarioAction::AskForName)
    })
    .keys_over_text(&[key(SHIFT, Key::F4)])
    .menu(Menu::Run, 8)
    .within(Submenu::Scenarios)
    .when(has_run),
];

fn turn(switch: CanvasSwitch) -> Action {
    Action::Prefer(PreferAction::TurnCanvas(switch))
}
