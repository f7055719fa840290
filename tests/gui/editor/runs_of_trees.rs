//! What runs with agents of several documents' trees share: breakpoints on shared variables, the exported log, what differs between ways, the map,
//! coverage, and what happens to other runs.

use treewright_core::value::Value;
use treewright_session::workspace::run_view::{RunState, RunView as _};

use super::agents_of_trees::{add_wolves, both, guard_and_wolves, log, title};
use super::studio::Studio;
use super::time_travel::{frames, steps};

/// A tree that only waits, with a shared variable.
const SENTRY: &str = r#"{"format": "treewright", "version": 1, "name": "Sentry", "root": "n1",
"variables": [{"name": "alarm", "type": "bool", "scope": "global"}, {"name": "calls", "type": "int", "initial": 0}],
"nodes": [{"id": "n1", "task": "Idle", "name": "Watch"}]}"#;

/// A tree that writes the shared variable in its third frame.
const HOWLER: &str = r#"{"format": "treewright", "version": 1, "name": "Howler", "root": "n1",
"variables": [{"name": "alarm", "type": "bool", "scope": "global"}],
"nodes": [
{"id": "n1", "task": "Sequence", "children": ["n2", "n3", "n4"]},
{"id": "n2", "task": "Wait", "name": "Lurk", "parameters": {"seconds": 0.25}, "y": 100},
{"id": "n3", "task": "SetVariable", "name": "Wake all", "parameters": {"variable": {"var": "alarm"}, "value": true}, "x": 150, "y": 100},
{"id": "n4", "task": "Idle", "name": "Howl", "x": 300, "y": 100}]}"#;

/// A tree that counts how often the shared variable became true.
const COUNTER: &str = r#"{"format": "treewright", "version": 1, "name": "NAME", "root": "n1",
"variables": [{"name": "alarm", "type": "bool", "scope": "global"}, {"name": "calls", "type": "int"}],
"nodes": [
{"id": "n1", "task": "Selector", "children": ["n2", "n6"]},
{"id": "n2", "task": "Sequence", "name": "Count", "abort": "Both", "children": ["n3", "n4", "n5"], "y": 100},
{"id": "n3", "task": "CompareBool", "parameters": {"left": {"var": "alarm"}}, "y": 200},
{"id": "n4", "task": "Compute", "parameters": {"variable": {"var": "calls"}, "expression": "calls + 1"}, "x": 150, "y": 200},
{"id": "n5", "task": "Idle", "name": "Stare", "x": 300, "y": 200},
{"id": "n6", "task": "Idle", "name": "Doze", "x": 450, "y": 100}]}"#;

/// A tree whose task attaches a position and sets a mark in its first frame.
const BEACON: &str = r#"{"format": "treewright", "version": 1, "name": "NAME", "root": "n1",
"nodes": [
{"id": "n1", "task": "Sequence", "children": ["n2", "n3"]},
{"id": "n2", "task": "Trace", "name": "Sign", "parameters": {"text": "NAME lit"}, "y": 100},
{"id": "n3", "task": "StandIn", "name": "Stand", "parameters": {"mode": "Frames", "frames": 100}, "data": "spot = vec2(AT, 2.0)", "x": 150, "y": 100}]}"#;

/// Both documents, of which the first is active.
fn opened(first: (&str, &str), second: (&str, &str)) -> Studio {
    let made = Studio::empty();
    let files = [first, second].map(|(name, text)| made.write(&format!("{name}.bt.json"), text));
    let mut studio = made.started_again(&files);
    studio.click(&format!("Document {}", first.0));
    studio
}

/// Adds an agent of another tree to the active run.
fn add_one_of(studio: &mut Studio, tree: &str) {
    studio.menu("Run > Agents > Add several agents…");
    studio.fill_in("Number of agents", "1");
    studio.click(&format!("Tree > {tree} > Add"));
    studio.steps(2);
}

#[test]
fn a_breakpoint_on_a_shared_variable_sees_writes_by_agents_of_other_trees() {
    for stop in ["Break on write", "Break on value"] {
        let mut studio = opened(("sentry", SENTRY), ("howler", HOWLER));
        studio.click(&format!("More options for alarm > {stop}"));
        steps(&mut studio, 1);
        add_one_of(&mut studio, "howler");
        studio.keys("F5");
        studio.wait_until(|studio| {
            studio.front(|front| front.run.as_ref().unwrap().state() == RunState::Paused)
        });
        studio.steps(2);
        let at = studio.front(|front| {
            let run = front.run.as_ref().unwrap();
            (run.agent(), run.stop().is_some())
        });
        assert_eq!(
            (title(&studio).as_str(), at),
            ("howler", (1, true)),
            "{stop}"
        );
        studio.must_show_part(&["Paused at breakpoint: "]);
        let pauses = log(&studio);
        let pauses = pauses
            .iter()
            .filter(|line| line.starts_with("Paused at breakpoint"));
        assert_eq!(pauses.count(), 1, "{stop}");
    }
}

#[test]
fn each_line_of_the_exported_log_names_its_tree() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 1);
    studio.keys("F7");
    studio.steps(1);
    studio.click("Current value of sees_prey");
    steps(&mut studio, 1);
    let mut export = |format: &str, name: &str| {
        let path = studio.path(name);
        studio.dialog_gives(&path);
        studio.show_panel("Log");
        studio.click("Export shown entries");
        studio.click(format);
        studio.must_say_first("Exported to ");
        studio.read(name)
    };
    let csv = export("CSV…", "a.csv");
    assert!(
        csv.starts_with("frame,kind,node,text,agent,tree\r\n"),
        "{csv}"
    );
    let abort = csv.lines().find(|line| line.contains(",abort,"));
    assert!(abort.is_some_and(|line| line.ends_with(",2,wolf")), "{csv}");
    assert!(csv.lines().any(|line| line.ends_with(",guard")), "{csv}");
    let json = export("JSON Lines…", "a.jsonl");
    let abort = json.lines().find(|line| line.contains("\"abort\""));
    assert!(abort.unwrap().contains("\"tree\":\"wolf\""), "{json}");
}

#[test]
fn what_differs_names_every_agent() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 3);
    studio.keys("Shift+F10 Shift+F10");
    studio.click("Current value of sees_enemy");
    steps(&mut studio, 2);
    studio.menu("Run > Frames > Compare with the way before");
    studio.steps(4);
    studio.must_show_part(&["Agent 1: "]);
}

#[test]
fn what_differs_tells_variables_of_the_same_name_apart_by_their_trees() {
    let [one, two] = ["one", "two"].map(|name| COUNTER.replace("NAME", name));
    let mut studio = opened(("one", &one), ("two", &two));
    steps(&mut studio, 1);
    add_one_of(&mut studio, "two");
    steps(&mut studio, 3);
    studio.keys("Shift+F10 Shift+F10");
    studio.click("Current value of alarm");
    steps(&mut studio, 2);
    studio.menu("Run > Frames > Compare with the way before");
    studio.steps(4);
    studio.must_show(&["calls (one)", "calls (two)"]);
}

#[test]
fn an_own_run_that_is_stopped_for_the_agent_of_another_one_is_reported() {
    let mut studio = both();
    studio.click("Document wolf");
    steps(&mut studio, 2);
    studio.click("Document guard");
    steps(&mut studio, 1);
    add_wolves(&mut studio, 1);
    studio.keys("F7");
    studio.steps(2);
    assert_eq!(title(&studio), "wolf");
    studio.must_say("Stopped the run of “wolf”");
}

#[test]
fn an_edit_that_was_undone_changes_no_run() {
    let mut studio = both();
    steps(&mut studio, 5);
    studio.keys("Shift+F10 Shift+F10");
    let card = studio.card("Attack").center();
    studio.press_at(card, 1);
    studio.keys("Delete Ctrl+Z");
    studio.click("Current value of sees_enemy");
    steps(&mut studio, 1);
    assert_eq!(frames(&studio), (4, 4));
    assert!(
        !studio.notice().contains("Change applied"),
        "{}",
        studio.notice()
    );
    let log = log(&studio);
    assert!(
        !log.iter().any(|line| line.contains("Change applied")),
        "{log:?}"
    );
}

#[test]
fn a_deleted_node_keeps_its_name_in_its_lane_also_in_a_recording() {
    let mut studio = both();
    steps(&mut studio, 2);
    let path = studio.path("r.trace.jsonl");
    studio.menu_to("File > Recordings > Save run…", &path);
    for mut studio in [Studio::with_files(&[path]), studio] {
        // While an earlier frame is shown, the run goes on with the tree as it was.
        studio.keys("Shift+F10");
        let card = studio.card("Rest").center();
        studio.press_at(card, 1);
        studio.keys("Delete");
        assert!(studio.front(|front| front.document().node(&"n5".into()).is_none()));
        studio.show_panel("Timeline");
        studio.must_show(&["Lane of Rest, running"]);
        studio.keys("Shift+F5");
        studio.steps(2);
        let lanes = studio.labels_that_begin("Lane of");
        assert!(
            lanes.contains(&"Lane of Rest, running".to_owned()),
            "{lanes:?}"
        );
    }
}

#[test]
fn the_question_where_to_save_a_run_says_so() {
    let mut studio = both();
    steps(&mut studio, 1);
    studio.dialog_fails();
    studio.menu("File > Recordings > Save run…");
    studio.steps(3);
    studio.must_show(&["Save run", "Path of the recording (NAME.trace.jsonl):"]);
}

#[test]
fn trees_of_the_same_name_are_told_apart_and_listed_by_name() {
    let made = Studio::empty();
    let guard = made.write("guard.bt.json", SENTRY);
    for name in ["wolf.bt.json", "forest/wolf.bt.json", "sea/crab.bt.json"] {
        made.write(name, HOWLER);
    }
    let mut studio = made.started_again(&[guard]);
    steps(&mut studio, 1);
    let listed = |studio: &Studio| studio.app(|app| app.workspace().documents().len() == 1);
    studio.wait_until(listed);
    studio.menu("Run > Agents > Add several agents…");
    studio.steps(2);
    studio.click("Tree");
    studio.steps(2);
    let of = |beginning: &str| {
        let labels = studio.labels_that_begin(beginning);
        let top = |label: &String| studio.get(label).rect().top();
        labels
            .iter()
            .map(|label| (label.clone(), top(label)))
            .collect::<Vec<_>>()
    };
    let (wolves, crabs) = (of("wolf – "), of("crab"));
    assert_eq!((wolves.len(), crabs.len()), (2, 1), "{wolves:?} {crabs:?}");
    assert!(
        wolves.iter().any(|(name, _)| name == "wolf – forest"),
        "{wolves:?}"
    );
    assert!(wolves.iter().all(|(_, top)| *top > crabs[0].1), "by name");
}

#[test]
fn agents_of_a_file_that_is_not_open_differ_in_its_variables() {
    let made = Studio::empty();
    let guard = made.write("guard.bt.json", HOWLER);
    made.write("sentry.bt.json", SENTRY);
    let mut studio = made.started_again(&[guard]);
    steps(&mut studio, 1);
    studio.menu("Run > Agents > Add several agents…");
    studio.fill_in("Number of agents", "2");
    studio.click("Tree > sentry");
    studio.wait_for("calls");
    studio.click("calls");
    studio.fill_in("calls of the last agent", "7");
    studio.click("Add");
    studio.steps(2);
    let calls = studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        [1, 2].map(|agent| run.agent_variable(agent, "calls").cloned())
    });
    assert_eq!(calls, [Some(Value::Int(0)), Some(Value::Int(7))]);
}

#[test]
fn the_map_has_points_of_agents_of_all_trees_and_the_log_marks_of_the_first_frame() {
    let tree = |name: &str, at: &str| BEACON.replace("NAME", name).replace("AT", at);
    let (north, south) = (tree("north", "1.0"), tree("south", "5.0"));
    let mut studio = opened(("north", &north), ("south", &south));
    steps(&mut studio, 1);
    add_one_of(&mut studio, "south");
    steps(&mut studio, 1);
    studio.menu("Run > Agents > Map");
    studio.steps(8);
    studio.must_show_part(&["Agent 1: spot", "Agent 2: spot"]);
    let marks = studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        let lines = run
            .log()
            .iter()
            .filter(|line| line.text.english().ends_with(" lit"));
        lines
            .map(|line| (line.frame, line.tree, line.text.english().to_owned()))
            .collect::<Vec<_>>()
    });
    assert_eq!(
        marks,
        [
            (1, 0, "north lit".to_owned()),
            (2, 1, "south lit".to_owned())
        ]
    );
    let south = studio.labels_that_begin("Agent 2: spot").remove(0);
    studio.reach(&south);
    studio.keys("Enter");
    studio.steps(2);
    assert_eq!(title(&studio), "south");
}

#[test]
fn unreached_nodes_are_those_of_the_shown_agents_tree() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 1);
    studio.keys("U");
    studio.must_show_part(&["Attack (Idle), never reached"]);
    studio.keys("F7");
    studio.steps(2);
    assert_eq!(title(&studio), "wolf");
    studio.must_show_part(&["Flank (Idle), never reached"]);
    studio.click("Current value of sees_prey");
    steps(&mut studio, 1);
    assert!(!studio.shows_part("Flank (Idle), never reached"));
    assert!(studio.shows_part("Flank (Idle), running"));
    studio.keys("F7 F7");
    studio.steps(2);
    studio.must_show_part(&["Attack (Idle), never reached"]);
}
