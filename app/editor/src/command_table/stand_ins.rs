//! Playing the game: what plays the selected leaves, and answers for those that ask while their tree runs.

use egui::Key;
use treewright_core::model::StandIn;
use treewright_core::runtime::Status;

use super::obstacle::{can_answer, has_stand_in, is_asked, plays_leaf};
use super::{CommandEntry, Menu, NONE, SHIFT, Situation, Submenu, key};
use crate::action::{Action, EditAction, RunAction, ScenarioAction};

/// In the order of the menus.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry::new("stand_in_none", "close", |_| set(None))
        .menu(Menu::Node, 1)
        .within(Submenu::StandIn)
        .when(plays_leaf)
        .ticked(|s| s.plays_leaf && s.stand_in.is_none()),
    CommandEntry::new("stand_in_ask", "front_hand", |_| set(Some(StandIn::Ask)))
        .keys(&[key(SHIFT, Key::Q)])
        .menu(Menu::Node, 1)
        .within(Submenu::StandIn)
        .when(plays_leaf)
        .ticked(|s| s.stand_in == Some(StandIn::Ask)),
    CommandEntry::new("stand_in_success", "check", |_| always(Status::Success))
        .menu(Menu::Node, 1)
        .within(Submenu::StandIn)
        .when(plays_leaf)
        .ticked(|s| is_always(s, Status::Success)),
    CommandEntry::new("stand_in_failure", "cancel", |_| always(Status::Failure))
        .menu(Menu::Node, 1)
        .within(Submenu::StandIn)
        .when(plays_leaf)
        .ticked(|s| is_always(s, Status::Failure)),
    CommandEntry::new("stand_in_running", "schedule", |_| always(Status::Running))
        .menu(Menu::Node, 1)
        .within(Submenu::StandIn)
        .when(plays_leaf)
        .ticked(|s| is_always(s, Status::Running)),
    CommandEntry::new("stand_in_to_scenario", "playlist_add", |_| {
        Action::Scenario(ScenarioAction::KeepStandIns)
    })
    .menu(Menu::Node, 1)
    .within(Submenu::StandIn)
    .when(has_stand_in),
    CommandEntry::new("next_asking", "front_hand", |_| {
        Action::Run(RunAction::NextAsking)
    })
    .keys(&[key(NONE, Key::Q)])
    .menu(Menu::Run, 5)
    .within(Submenu::Answer)
    .when(is_asked),
    CommandEntry::new("answer_success", "check", |_| answer(Status::Success))
        .keys(&[key(NONE, Key::Num1)])
        .menu(Menu::Run, 5)
        .within(Submenu::Answer)
        .when(can_answer),
    CommandEntry::new("answer_failure", "cancel", |_| answer(Status::Failure))
        .keys(&[key(NONE, Key::Num2)])
        .menu(Menu::Run, 5)
        .within(Submenu::Answer)
        .when(can_answer),
    CommandEntry::new("answer_running", "schedule", |_| answer(Status::Running))
        .keys(&[key(NONE, Key::Num3)])
        .menu(Menu::Run, 5)
        .within(Submenu::Answer)
        .when(can_answer),
];

/// The command by which a leaf is answered so.
pub const fn answer_command(status: Status) -> &'static str {
    match status {
        Status::Success => "answer_success",
        Status::Failure => "answer_failure",
        Status::Running => "answer_running",
    }
}

fn set(stand_in: Option<StandIn>) -> Action {
    Action::Edit(EditAction::SetStandIn(stand_in))
}

fn always(status: Status) -> Action {
    set(Some(StandIn::Always(status)))
}

fn is_always(situation: &Situation, status: Status) -> bool {
    situation.stand_in == Some(StandIn::Always(status))
}

fn answer(status: Status) -> Action {
    Action::Run(RunAction::AnswerNext(status))
}
