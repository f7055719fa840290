//! Commands for stand-ins of the selected leaves, and for the results of leaves that ask.

use treewright_core::model::StandIn;
use treewright_core::runtime::Status;

use super::obstacle::{can_set_result, has_asking_leaf, has_stand_in, is_leaf};
use super::{Menu, NONE, SHIFT, Situation, Submenu};
use crate::action::{Action, EditAction, RunAction, ScenarioAction};

rows! { Node:
    "stand_in_none" "close" 1 => |_| set(None),
        within(Submenu::StandIn), when(is_leaf), checked_if(|s| s.is_leaf && s.stand_in.is_none());
    "stand_in_ask" "front_hand" 1 [SHIFT Q] => |_| set(Some(StandIn::Ask)),
        within(Submenu::StandIn), when(is_leaf), checked_if(|s| s.stand_in == Some(StandIn::Ask));
    "stand_in_success" "check" 1 => |_| always(Status::Success),
        within(Submenu::StandIn), when(is_leaf), checked_if(|s| is_always(s, Status::Success));
    "stand_in_failure" "cancel" 1 => |_| always(Status::Failure),
        within(Submenu::StandIn), when(is_leaf), checked_if(|s| is_always(s, Status::Failure));
    "stand_in_running" "schedule" 1 => |_| always(Status::Running),
        within(Submenu::StandIn), when(is_leaf), checked_if(|s| is_always(s, Status::Running));
    "stand_in_to_scenario" "playlist_add" 1 => |_| Action::Scenario(ScenarioAction::MoveStandIns),
        within(Submenu::StandIn), when(has_stand_in);
    "next_asking" "front_hand" [NONE Q] => |_| Action::Run(RunAction::NextAsking),
        menu(Menu::Run, 2), within(Submenu::Answer), when(has_asking_leaf);
    "answer_success" "check" [NONE Num1] => |_| answer(Status::Success),
        menu(Menu::Run, 2), within(Submenu::Answer), when(can_set_result);
    "answer_failure" "cancel" [NONE Num2] => |_| answer(Status::Failure),
        menu(Menu::Run, 2), within(Submenu::Answer), when(can_set_result);
    "answer_running" "schedule" [NONE Num3] => |_| answer(Status::Running),
        menu(Menu::Run, 2), within(Submenu::Answer), when(can_set_result);
}

/// The id of the command that answers a leaf with `status`.
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
