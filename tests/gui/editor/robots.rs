//! Robots with BehaviorTree.CPP: attached over a real connection, looked at while they run, stopped at breakpoints, lost and found again, and left.

use std::path::PathBuf;

use treewright_robot::NodeStatus;
use treewright_robot::groot2::{PolledStatus, Reply};
use treewright_session::workspace::run_view::{NodeState, RunState};
use treewright_tests::fake_robot::{FakeRobot, nothing_there};

use super::studio::Studio;
use crate::robot::sessions::replies;

const TREE: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Patrol" _fullpath="">
    <Fallback name="day and night" _uid="1"><IsDark name="is it dark?" _uid="2" below="{light}"/>
    <WalkTo name="go home" _uid="3"/></Fallback></BehaviorTree>
    <TreeNodesModel><Condition ID="IsDark"><input_port name="below" type="double"/></Condition><Action ID="WalkTo"/>
    </TreeNodesModel></root>"#;

const OTHER_TREE: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Charge" _fullpath="">
    <Sequence name="charge" _uid="1"><WalkTo name="to the dock" _uid="2"/></Sequence></BehaviorTree>
    <TreeNodesModel><Action ID="WalkTo"/></TreeNodesModel></root>"#;

const IDLE: u8 = 0;
const RUNNING: u8 = 1;
const SUCCESS: u8 = 2;
const FAILURE: u8 = 3;

/// A robot that looks whether it is dark, then walks.
fn robot() -> FakeRobot {
    FakeRobot::start(TREE, 1..=3)
}

/// The first tick of its tree.
const SETS_OUT: [(u16, u8); 4] = [(1, RUNNING), (2, FAILURE), (2, IDLE), (3, RUNNING)];

fn attach(studio: &mut Studio, robot: &FakeRobot) {
    studio.menu("Run > Attach…");
    studio.fill_in("Port", &robot.port().to_string());
    studio.click("Attach");
    let address = robot.address();
    studio.wait_until(|studio| studio.notice().contains(&format!("Attached to {address}")));
}

fn attached(robot: &FakeRobot) -> Studio {
    let mut studio = Studio::started();
    attach(&mut studio, robot);
    studio
}

#[track_caller]
fn wait_for_state(studio: &mut Studio, title: &str, state: NodeState) {
    studio.wait_until(|studio| studio.state(title) == state);
}

fn frames(studio: &Studio) -> (u64, u64) {
    studio.front(|front| {
        let run = front.shown_run().unwrap();
        (run.frame(), run.frames().1)
    })
}

/// Waits until the robot was asked something.
fn wait_for_letter(studio: &mut Studio, robot: &FakeRobot, letter: char) {
    studio.wait_until(|_| robot.state().asked.contains(letter));
}

fn set_out(studio: &mut Studio, robot: &FakeRobot) {
    wait_for_letter(studio, robot, 't');
    robot.tick(&SETS_OUT);
    wait_for_state(studio, "go home", NodeState::Running);
}

#[test]
fn a_robot_is_attached_and_its_states_are_shown_as_they_come() {
    let robot = robot();
    let mut studio = attached(&robot);
    assert!(studio.outline().starts_with("day and night\n  is it dark?"));
    assert!(studio.shows_part("Patrol") && !studio.all("Live").is_empty());
    set_out(&mut studio, &robot);
    assert_eq!(studio.state("is it dark?"), NodeState::Failure);
    robot.tick(&[(3, SUCCESS), (3, IDLE), (1, SUCCESS), (1, IDLE)]);
    wait_for_state(&mut studio, "go home", NodeState::Success);
    let light = studio.labels_that_begin(&robot.address()).remove(0);
    assert!(light.contains("Attached"), "{light}");
    studio.click(&light);
    assert!(studio.shows("Attach to a running program"));
    studio.click(&format!("Detach {}", robot.address()));
    studio.steps(3);
    assert!(studio.labels_that_begin(&robot.address()).is_empty());
    assert_eq!(
        studio.state("go home"),
        NodeState::Success,
        "what was told stays"
    );
    assert!(studio.shows("Recorded run"));
    assert!(
        !robot.state().asked.contains('A'),
        "no breakpoints were set"
    );
}

#[test]
fn one_looks_back_while_the_robot_goes_on_and_follows_again() {
    let robot = robot();
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    studio.keys("Alt+Home");
    assert_eq!(frames(&studio).0, 0);
    let before = frames(&studio).1;
    robot.tick(&[(3, SUCCESS)]);
    studio.wait_until(|studio| frames(studio).1 > before);
    assert_eq!(frames(&studio).0, 0, "the shown frame stays");
    studio.keys("F10");
    assert_eq!(frames(&studio).0, 1);
    studio.click("Live");
    let (shown, last) = frames(&studio);
    assert_eq!(shown, last);
    assert_eq!(studio.state("go home"), NodeState::Success);
    studio.keys("Alt+Home Alt+Shift+End");
    assert_eq!(frames(&studio), (last, last));
    robot.tick(&[(3, IDLE), (1, SUCCESS)]);
    studio.wait_until(|studio| frames(studio).0 > last);
}

#[test]
fn what_a_robot_cannot_do_is_refused_with_the_reason() {
    let robot = robot();
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    studio.keys("F5");
    studio.must_say("A robot cannot be paused at once");
    studio.keys("F10");
    studio.must_say("A robot runs its frames itself");
    studio.keys("Ctrl+Shift+F5");
    studio.must_say("This is what a robot does");
    studio.keys("Alt+H");
    studio.must_say("A robot does not measure");
    studio.must_show_part(&["This tree is that of ", ", read-only"]);
    studio.front_select("n2");
    studio.focus_canvas();
    studio.keys("Delete");
    studio.must_say("save it with Save as to edit it");
    assert!(!studio.has_run());
    let state = studio.front(|front| front.shown_run().unwrap().state());
    assert_eq!(state, RunState::Running);
}

/// A robot with a breakpoint on its walk, at which it waits.
fn stopped(studio: &mut Studio, robot: &FakeRobot) {
    let card = studio.labels_that_begin("go home (").remove(0);
    studio.click(&card);
    studio.keys("F9");
    assert!(robot.state().hooks.is_empty(), "the user was not asked");
    studio.must_show(&["Set breakpoints on this robot?"]);
    studio.click("Set breakpoints");
    studio.wait_until(|_| !robot.state().hooks.is_empty());
    robot.reach(3);
    studio.wait_until(|studio| studio.shows_part("The robot waits before “go home”"));
}

#[test]
fn a_robot_waits_at_a_breakpoint_after_the_user_has_agreed() {
    let robot = robot();
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    stopped(&mut studio, &robot);
    let hook = robot.state().hooks[0].clone();
    assert_eq!((&hook["uid"], &hook["mode"]), (&3.into(), &0.into()));
    studio.keys("F5");
    wait_for_letter(&mut studio, &robot, 'U');
    let unlock = robot.state().unlocked.take().unwrap();
    assert_eq!(unlock["desired_status"], "SKIPPED");
    robot.reach(3);
    studio.wait_until(|studio| studio.shows_part("The robot waits before “go home”"));
    studio.keys("1");
    studio.wait_until(|_| robot.state().unlocked.is_some());
    let unlock = robot.state().unlocked.take().unwrap();
    assert_eq!(unlock["desired_status"], "SUCCESS");
    studio.keys("F9");
    studio.wait_until(|_| robot.state().hooks.is_empty());
}

#[test]
fn the_result_of_a_node_with_children_is_replaced_where_the_robot_waits() {
    let robot = robot();
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    let card = studio.labels_that_begin("day and night (").remove(0);
    studio.click(&card);
    studio.keys("F9");
    studio.click("Set breakpoints");
    studio.wait_until(|_| !robot.state().hooks.is_empty());
    robot.reach(1);
    studio.wait_until(|studio| studio.shows_part("The robot waits before “day and night”"));
    studio.keys("2");
    studio.wait_until(|_| robot.state().unlocked.is_some());
    let unlock = robot.state().unlocked.take().unwrap();
    assert_eq!(
        (&unlock["uid"], &unlock["desired_status"]),
        (&1.into(), &"FAILURE".into())
    );
    // The next result of one at which it does not wait is replaced as well.
    robot.state().hooks.clear();
    studio.keys("1");
    studio.wait_until(|_| robot.state().hooks.iter().any(|hook| hook["mode"] == 1));
}

#[test]
fn programs_that_are_not_reached_are_not_counted_as_attached() {
    let robots = [robot(), robot()];
    let mut studio = attached(&robots[0]);
    attach(&mut studio, &robots[1]);
    studio.steps(2);
    let says = |studio: &Studio, text: &str| {
        let painted = studio.texts_in(egui::Rect::EVERYTHING);
        painted.iter().any(|words| words.contains(text))
    };
    assert!(says(&studio, "2 attached"));
    let [first, _second] = robots;
    drop(first);
    studio.wait_until(|studio| says(studio, "1 of 2 reached"));
}

#[test]
fn detaching_leaves_what_is_above_the_list_in_its_place() {
    let robots = [robot(), robot(), robot(), robot()];
    let mut studio = attached(&robots[0]);
    for robot in &robots[1..] {
        attach(&mut studio, robot);
    }
    studio.menu("Run > Attach…");
    studio.steps(4);
    let buttons: Vec<String> = studio.labels_that_begin("Detach 127.");
    assert_eq!(buttons.len(), 4, "all have room");
    let place = |studio: &Studio, button: &String| studio.get(button).rect();
    let second = place(&studio, &buttons[1]);
    let first = place(&studio, &buttons[0]);
    studio.click(&buttons[0]);
    studio.steps(4);
    assert_eq!(place(&studio, &buttons[1]), first, "{second}");
    studio.must_show(&["Recent"]);
}

#[test]
fn breakpoints_are_removed_on_leaving_and_at_the_end_of_the_editor() {
    let robot = robot();
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    stopped(&mut studio, &robot);
    studio.keys("Shift+F5");
    studio.wait_until(|_| robot.state().hooks.is_empty());
    assert!(robot.state().asked.ends_with('A'));
    attach(&mut studio, &robot);
    studio.click("Set breakpoints");
    studio.wait_until(|_| !robot.state().hooks.is_empty());
    studio.end();
    assert!(robot.state().hooks.is_empty());
}

#[test]
fn breakpoints_that_others_have_set_are_told() {
    let robot = robot();
    let hook = serde_json::json!({
        "enabled": true, "uid": 3, "mode": 0, "once": false, "desired_status": "SKIPPED", "position": 0
    });
    robot.state().hooks.push(hook);
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    studio.show_panel("Log");
    studio.must_show_part(&["that were not set here: 1"]);
}

#[test]
fn a_user_who_declines_sets_no_breakpoint() {
    let robot = robot();
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    let card = studio.labels_that_begin("go home (").remove(0);
    studio.click(&card);
    studio.keys("F9");
    studio.click("Not now");
    studio.steps(5);
    assert!(!studio.shows("Set breakpoints on this robot?"));
    assert!(!robot.state().asked.contains('I'));
}

#[test]
fn the_next_result_of_a_node_is_forced() {
    let robot = robot();
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    let card = studio.labels_that_begin("is it dark? (").remove(0);
    studio.click(&card);
    studio.keys("2");
    studio.wait_until(|_| !robot.state().hooks.is_empty());
    let hook = robot.state().hooks[0].clone();
    assert_eq!((&hook["uid"], &hook["mode"]), (&2.into(), &1.into()));
    assert_eq!(
        (&hook["desired_status"], &hook["once"]),
        (&"FAILURE".into(), &true.into())
    );
}

#[test]
fn a_robot_that_is_started_again_is_attached_again() {
    let mut robot = robot();
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    let before = frames(&studio).1;
    robot.kill();
    studio.wait_until(|studio| {
        let light = studio.labels_that_begin(&robot.address());
        light.iter().any(|light| light.contains("Trying again"))
    });
    assert_eq!(
        studio.state("go home"),
        NodeState::Running,
        "it stays shown"
    );
    studio.must_show(&["Not reached"]);
    assert!(!studio.shows("Paused") && !studio.shows("Live"));
    robot.start_again();
    let asked = robot.state().asked.len();
    studio.wait_until(|_| robot.state().asked[asked..].contains('t'));
    robot.tick(&[(1, RUNNING), (2, SUCCESS)]);
    wait_for_state(&mut studio, "is it dark?", NodeState::Success);
    assert!(frames(&studio).1 > before + 1, "a gap is between both");
    studio.show_panel("Log");
    studio.must_show_part(&["Connection lost"]);
}

#[test]
fn the_window_does_not_wait_for_a_robot_that_never_answers() {
    let robot = robot();
    robot.state().is_silent = true;
    let mut studio = Studio::started();
    studio.menu("Run > Attach…");
    studio.fill("Port", &robot.port().to_string());
    studio.wait_until(|studio| studio.shows_part("No answer"));
    studio.keys("Escape");
    assert!(!studio.shows("Attach to a running program"));
    let light = studio.labels_that_begin(&robot.address()).remove(0);
    studio.click(&light);
    studio.click(&format!("Detach {}", robot.address()));
    studio.steps(3);
    assert!(studio.shows("Nothing is attached."));
    assert!(
        studio.shows(&format!("Attach to {}", robot.address())),
        "it is a recent address"
    );
}

#[test]
fn where_nothing_listens_is_told_and_tried_again() {
    let mut studio = Studio::started();
    studio.menu("Run > Attach…");
    studio.fill("Port", &nothing_there().port().to_string());
    studio.wait_until(|studio| studio.shows_part("Connection closed or refused"));
    studio.fill("Port", "0");
    studio.must_show_part(&["Enter a host name or IP address, and a port from 1 to 65534."]);
}

#[test]
fn an_open_tree_with_the_same_nodes_shows_the_states() {
    let first = robot();
    let mut studio = attached(&first);
    let file: PathBuf = studio.path("patrol.bt.json");
    studio.save_as(&file);
    studio.keys("Shift+F5");
    drop(first);
    let mut studio = studio.started_again(&[file]);
    let again = robot();
    attach(&mut studio, &again);
    set_out(&mut studio, &again);
    studio.front(|front| assert!(front.path().is_some(), "the file shows the states"));
}

#[test]
fn another_tree_of_the_robot_gets_a_tab_and_the_first_one_is_shown_again() {
    let robot = robot();
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    {
        let mut state = robot.state();
        (state.tree, state.identity) = (OTHER_TREE.to_owned(), 2);
    }
    studio.wait_until(|studio| studio.outline().starts_with("charge"));
    {
        let mut state = robot.state();
        (state.tree, state.identity) = (TREE.to_owned(), 3);
    }
    studio.wait_until(|studio| studio.outline().starts_with("day and night"));
    let asked = robot.state().asked.len();
    studio.wait_until(|_| robot.state().asked[asked..].contains('t'));
    robot.tick(&[(3, SUCCESS)]);
    wait_for_state(&mut studio, "go home", NodeState::Success);
}

#[test]
fn several_robots_are_attached_at_once() {
    let (first, second) = (robot(), FakeRobot::start(OTHER_TREE, 1..=2));
    let mut studio = attached(&first);
    attach(&mut studio, &second);
    assert!(studio.outline().starts_with("charge"));
    wait_for_letter(&mut studio, &second, 't');
    second.tick(&[(1, RUNNING), (2, RUNNING)]);
    wait_for_state(&mut studio, "to the dock", NodeState::Running);
    let light = studio.labels_that_begin(&first.address()).remove(0);
    studio.click(&light);
    studio.click(&format!("Show {}", first.address()));
    studio.steps(2);
    assert!(studio.outline().starts_with("day and night"));
    set_out(&mut studio, &first);
}

#[test]
fn what_a_robot_did_is_not_discarded_by_pressing_the_key_twice() {
    let robot = robot();
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    studio.keys("Shift+F5");
    studio.wait_until(|studio| studio.labels_that_begin(&robot.address()).is_empty());
    studio.keys("Shift+F5");
    studio.must_show(&["Discard what the robot did?"]);
    studio.key(egui::Key::Escape);
    studio.steps(2);
    assert!(frames(&studio).1 > 0, "it stays shown");
    studio.focus_canvas();
    studio.keys("Shift+F5");
    studio.click("Discard");
    studio.steps(2);
    studio.front(|front| assert!(front.shown_run().is_none()));
}

#[test]
fn closing_the_tab_of_a_robot_detaches_it() {
    let robot = robot();
    let mut studio = attached(&robot);
    studio.keys("Ctrl+W");
    studio.steps(3);
    assert!(studio.labels_that_begin(&robot.address()).is_empty());
}

#[test]
fn values_of_a_blackboard_are_shown_with_their_types() {
    let robot = robot();
    // {"Patrol": {"light": 0.5}}
    let values = b"\x81\xa6Patrol\x81\xa5light\xca\x3f\x00\x00\x00".to_vec();
    robot.state().blackboards = values;
    let mut studio = attached(&robot);
    set_out(&mut studio, &robot);
    let light = |studio: &Studio| {
        studio.front(|front| {
            let run = front.shown_run().unwrap();
            run.variable("light").map(ToString::to_string)
        })
    };
    studio.wait_until(|studio| light(studio).is_some());
    assert_eq!(light(&studio).unwrap(), "0.5");
}

#[test]
fn chinese_users_read_of_it_in_chinese() {
    let robot = robot();
    let mut studio = attached(&robot);
    studio.speak_chinese();
    studio.keys("F5");
    studio.must_say("不能立即暂停机器人");
    assert!(!studio.all("实时").is_empty());
}

/// Plays a recorded conversation: the tree with its first statuses, then what changed. Returns the editor and the robot.
fn replayed(session: &str) -> Option<(Studio, FakeRobot)> {
    let replies = replies(session)?;
    let tree = replies.values().find_map(|reply| match reply {
        Reply::FullTree(tree) => Some(tree),
        _ => None,
    });
    let statuses = replies.values().find_map(|reply| match reply {
        Reply::Status(all) => Some(all),
        _ => None,
    });
    let changes = replies.values().find_map(|reply| match reply {
        Reply::Transitions(changes) => Some(changes).filter(|changes| !changes.is_empty()),
        _ => None,
    });
    let robot = FakeRobot::start(tree.unwrap(), []);
    let number = |of: &PolledStatus| match (of.now, of.before) {
        (NodeStatus::Idle, Some(before)) => 10 + before as u8,
        (now, _) => now as u8,
    };
    let statuses = statuses.unwrap().iter();
    robot.state().statuses = statuses.map(|(uid, of)| (*uid, number(of))).collect();
    let samples = treewright_tests::samples()?;
    let values = samples.join("groot2/blackboard-lamplighter.msgpack");
    robot.state().blackboards = std::fs::read(values).unwrap();
    let mut studio = attached(&robot);
    wait_for_letter(&mut studio, &robot, 't');
    for change in changes.unwrap() {
        let status = change.status.map_or(0, |status| status as u8);
        robot.state().change(change.time, change.uid, status);
    }
    Some((studio, robot))
}

#[test]
fn a_recorded_robot_is_shown_with_all_that_it_told() {
    let Some((mut studio, _robot)) = replayed("session-basic.hex") else {
        return;
    };
    wait_for_state(&mut studio, "点灯", NodeState::Success);
    let nodes = studio.front(|front| front.shown_run().unwrap().lanes().len());
    assert_eq!(nodes, 14);
    assert_eq!(studio.state("is it dark?"), NodeState::Success);
    assert_eq!(studio.state("sleep"), NodeState::Interrupted);
    let oil = studio.front(|front| {
        let run = front.shown_run().unwrap();
        run.variable("oil").map(ToString::to_string)
    });
    assert_eq!(oil.as_deref(), Some("2"));
    studio.keys("Alt+Home");
    assert_eq!(studio.state("go home"), NodeState::Running);
}

#[test]
fn a_subtree_that_is_used_twice_has_two_states() {
    let Some((mut studio, _robot)) = replayed("session-twice.hex") else {
        return;
    };
    let states = |studio: &Studio, title: &str| {
        studio.front(|front| {
            let run = front.shown_run().unwrap();
            let id = studio.id(title);
            let lanes = run.lanes().iter().filter(|lane| lane.id == id);
            let states = lanes.map(|lane| run.node_at(lane.node).state);
            states.collect::<Vec<_>>()
        })
    };
    studio.keys("Alt+Home");
    // `borrow` ran in one of both sheds.
    let mut borrowed = states(&studio, "borrow");
    borrowed.sort_by_key(|state| *state != NodeState::Idle);
    assert_eq!(borrowed, [NodeState::Idle, NodeState::Success]);
    studio.keys("Alt+End");
    // Either one can be chosen, to see its variables.
    let used = |studio: &Studio| {
        studio.front(|front| {
            let run = front.shown_run().unwrap();
            let chosen = run.is_use_chosen();
            chosen.then(|| run.shown_use().unwrap().id.clone())
        })
    };
    let uses = studio.front(|front| front.shown_run().unwrap().uses());
    assert!(uses.len() > 1);
    assert_eq!(used(&studio), None);
    studio.click("Subtree whose values are shown");
    // That in the second shed, where something was borrowed, is called after both Subtree nodes.
    let inner = studio.names_from("Refill");
    let inner = inner.iter().rfind(|entry| entry.contains('›'));
    studio.click(inner.unwrap());
    let chosen = used(&studio);
    assert!(uses.iter().any(|used| Some(&used.id) == chosen.as_ref()));
    studio.click("Subtree whose values are shown");
    studio.click("Follow selection and run");
    assert_eq!(used(&studio), None);
}
