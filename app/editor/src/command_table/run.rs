//! Commands for runs and scenarios.

use treewright_session::canvas_options::CanvasSwitch;

use super::obstacle::{
    can_add_earlier_agents, can_explore_further, can_follow, can_measure, can_run, can_run_to_one,
    can_send, can_step, can_step_back, can_swap, can_toggle, explores, has_agents, has_last_run,
    has_later_inputs, has_nodes, has_own_agents, has_own_run, has_own_run_to_read, has_record,
    has_recorded_ahead, has_run, has_run_to_search, has_scenarios, has_sought, has_ways,
    is_explored, is_in_past,
};
use super::{ALT, ALT_SHIFT, CTRL, CTRL_SHIFT, NONE, SHIFT, Submenu};
use crate::action::{
    Action, AgentAction, ExploreAction, LiveAction, NewScenario, PreferAction, RunAction,
    ScenarioAction, ViewAction, Walk, WayAction,
};

rows! { Run:
    "run" "play_arrow" 0 over_text [NONE F5] => |_| Action::Run(RunAction::Toggle),
        toolbar(4), when(can_toggle);
    "stop" "stop" 0 over_text [SHIFT F5] => |_| Action::Run(RunAction::Stop), toolbar(4), when(has_run);
    "attach" "sensors" 0 [CTRL_SHIFT R] => |_| Action::Live(LiveAction::OpenWindow);
    "restart" "restart_alt" 0 over_text [CTRL_SHIFT F5] =>
        |_| Action::Run(RunAction::Restart { other_seed: false }), within(Submenu::Restart), when(has_own_run);
    "restart_other_seed" "casino" 0 => |_| Action::Run(RunAction::Restart { other_seed: true }),
        within(Submenu::Restart), when(has_own_run);
    "restart_with_inputs" "replay" 0 over_text [ALT_SHIFT F5] => |_| Action::Run(RunAction::RestartWithInputs),
        within(Submenu::Restart), when(has_own_run_to_read);
    "reopen_run" "history" 0 => |_| Action::Run(RunAction::Reopen),
        within(Submenu::Restart), when(has_last_run);
    "step_back" "skip_previous" 1 over_text [SHIFT F10] =>
        |_| Action::Run(RunAction::Walk(Walk::StepBack)), within(Submenu::Frames), toolbar(4), when(can_step_back);
    "step" "skip_next" 1 over_text [NONE F10] => |_| Action::Run(RunAction::Walk(Walk::Step)),
        toolbar(4), when(can_step);
    "step_event_back" "step_out" 1 over_text [SHIFT F11] =>
        |_| Action::Run(RunAction::Walk(Walk::StepEventBack)), within(Submenu::Inside), when(can_step_back);
    "step_event" "step_into" 1 over_text [NONE F11] => |_| Action::Run(RunAction::Walk(Walk::StepEvent)),
        within(Submenu::Inside), toolbar(4), when(can_step);
    "step_over" "step_over" 1 over_text [CTRL F11] => |_| Action::Run(RunAction::Walk(Walk::StepOver)),
        within(Submenu::Inside), when(can_run);
    "step_out" "keyboard_return" 1 over_text [CTRL_SHIFT F11] => |_| Action::Run(RunAction::Walk(Walk::StepOut)),
        within(Submenu::Inside), when(has_own_run);
    "run_to_node" "line_end_circle" 1 over_text [CTRL F10] =>
        |_| Action::Run(RunAction::Walk(Walk::RunToNode)), within(Submenu::Frames), when(can_run_to_one);
    "run_to_frame" "pin" 1 over_text [CTRL_SHIFT F10] => |_| Action::Run(RunAction::FocusFrameField),
        within(Submenu::Frames), when(has_run);
    "first_frame" "first_page" 1 over_text [ALT Home] => |_| Action::Run(RunAction::Walk(Walk::GoTo(0))),
        within(Submenu::Frames), when(can_step_back);
    "last_frame" "last_page" 1 over_text [ALT End] =>
        |_| Action::Run(RunAction::Walk(Walk::GoTo(u64::MAX))), within(Submenu::Frames), when(is_in_past);
    "follow_live" "sensors" 1 over_text [ALT_SHIFT End] => |_| Action::Run(RunAction::FollowNewest),
        within(Submenu::Frames), when(can_follow);
    "find_in_time" "manage_search" 1 => |_| Action::Run(RunAction::ChooseSought),
        within(Submenu::Frames), when(has_run_to_search);
    "previous_found" "arrow_back" 1 over_text [ALT OpenBracket] =>
        |_| Action::Run(RunAction::Walk(Walk::Found { forward: false })), within(Submenu::Frames), when(has_sought);
    "next_found" "arrow_forward" 1 over_text [ALT CloseBracket] =>
        |_| Action::Run(RunAction::Walk(Walk::Found { forward: true })), within(Submenu::Frames), when(has_sought);
    "repeat_recorded" "replay" 1 over_text [ALT F10] => |_| Action::Run(RunAction::Walk(Walk::RepeatRecorded)),
        within(Submenu::Frames), when(has_later_inputs);
    "drop_recorded" "block" 1 => |_| Action::Run(RunAction::Walk(Walk::DropRecorded)),
        within(Submenu::Frames), when(has_recorded_ahead);
    "take_back" "history" 1 over_text [ALT Backslash] => |_| Action::Run(RunAction::Walk(Walk::RestoreDiscarded)),
        within(Submenu::Frames), when(has_ways);
    "compare_ways" "compare_arrows" 1 over_text [ALT_SHIFT W] => |_| Action::Run(RunAction::Way(WayAction::Compare(None))),
        within(Submenu::Frames), when(has_ways);
    "send_event" "campaign" 2 => |_| Action::Run(RunAction::FocusEvents),
        within(Submenu::Agents), when(can_send);
    "show_agents" "groups" over_text [SHIFT F7] => |_| Action::View(ViewAction::ShowPanel("agents"));
    "add_agent" "person_add" 2 => |_| agents(AgentAction::Add), within(Submenu::Agents), when(has_own_run);
    "add_agents" "playlist_add" 2 => |_| agents(AgentAction::AskForMany), within(Submenu::Agents), when(has_own_run);
    "add_earlier_agents" "history" 2 => |_| agents(AgentAction::AddEarlier),
        within(Submenu::Agents), when(can_add_earlier_agents);
    "next_agent" "group" 2 over_text [NONE F7] => |_| Action::Run(RunAction::Walk(Walk::NextAgent)),
        within(Submenu::Agents), when(has_agents);
    "compare_agents" "compare_arrows" 2 => |_| agents(AgentAction::Compare(None)),
        within(Submenu::Agents), when(has_own_agents);
    "remove_agent" "person_remove" 2 => |_| agents(AgentAction::RemoveShown),
        within(Submenu::Agents), when(has_own_agents);
    "swap_tree" "swap_horiz" 2 over_text [ALT_SHIFT F10] => |_| Action::Live(LiveAction::SwapTree),
        within(Submenu::Agents), when(can_swap);
    "save_live" "save" 2 => |_| Action::Live(LiveAction::SaveRecord), within(Submenu::Agents), when(has_record);
    "save_live_scenario" "movie" 2 => |_| Action::Live(LiveAction::SaveScenario),
        within(Submenu::Agents), when(has_record);
    "heat_map" "local_fire_department" 2 [NONE H] => |_| turn(CanvasSwitch::Heat),
        within(Submenu::OnCanvas), checked_if(|s| s.canvas.heat);
    "run_counts" "timer" 2 [SHIFT H] => |_| turn(CanvasSwitch::Counts),
        within(Submenu::OnCanvas), checked_if(|s| s.canvas.counts);
    "profile" "speed" 2 [ALT H] => |_| turn(CanvasSwitch::Profile),
        within(Submenu::OnCanvas), when(can_measure), checked_if(|s| s.canvas.profile);
    "unreached" "visibility_off" 2 [NONE U] => |_| turn(CanvasSwitch::Unreached),
        within(Submenu::OnCanvas), checked_if(|s| s.canvas.unreached);
    "missed_by_scenarios" "rule" 2 [SHIFT U] => |_| turn(CanvasSwitch::MissedByScenarios),
        within(Submenu::Scenarios), checked_if(|s| s.canvas.missed_by_scenarios);
    "run_scenarios" "movie" 2 over_text [NONE F4] => |_| Action::Scenario(ScenarioAction::RunAll),
        within(Submenu::Scenarios), when(has_scenarios);
    "new_scenario" "add" 2 => |_| Action::Scenario(ScenarioAction::AskForName(NewScenario::Empty)),
        within(Submenu::Scenarios), when(has_nodes);
    "save_scenario" "save" 2 over_text [SHIFT F4] => |_| Action::Scenario(ScenarioAction::AskForName(NewScenario::OfRun)),
        within(Submenu::Scenarios), when(has_own_run);
    "explore" "explore" 2 over_text [CTRL_SHIFT X] => |_| explore(ExploreAction::Begin), within(Submenu::Explore), when(has_nodes);
    "stop_exploring" "stop" 2 => |_| explore(ExploreAction::Stop), within(Submenu::Explore), when(explores);
    "explore_further" "fast_forward" 2 => |_| explore(ExploreAction::GoOn), within(Submenu::Explore), when(can_explore_further);
    "cover_explored" "movie" 2 => |_| explore(ExploreAction::MakeScenarios), within(Submenu::Explore), when(is_explored);
    "explore_after_edits" "autorenew" 2 => |s| explore(ExploreAction::RunAfterEdits(!s.explores_after_edits)),
        within(Submenu::Explore), when(has_nodes), checked_if(|s| s.explores_after_edits);
    "add_claim" "add" 2 => |_| explore(ExploreAction::BeginClaim), within(Submenu::Explore), when(has_nodes);
    "mark_explored" "rule" 2 [ALT_SHIFT X] => |_| turn(CanvasSwitch::Explored),
        within(Submenu::Explore), checked_if(|s| s.canvas.explored);
}

fn explore(action: ExploreAction) -> Action {
    Action::Explore(action)
}

fn agents(action: AgentAction) -> Action {
    Action::Run(RunAction::Agents(action))
}

fn turn(switch: CanvasSwitch) -> Action {
    Action::Prefer(PreferAction::ToggleCanvas(switch))
}
