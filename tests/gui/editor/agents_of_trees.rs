//! Agents of several documents' trees in one run: the view follows the shown agent to the document of its tree, and edits, breakpoints, the log,
//! finding in time, reasons and recordings work for each tree. The nodes of both trees have the same ids.

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use treewright_core::value::Value;
use treewright_session::workspace::run_view::{NodeState, RunState, RunView as _};

use super::studio::Studio;
use super::time_travel::{frames, steps};

const GUARD: &str = r#"{"format": "treewright", "version": 1, "name": "Guard", "root": "n1",
"variables": [{"name": "sees_enemy", "type": "bool"}],
"nodes": [
{"id": "n1", "task": "Selector", "children": ["n2", "n5"]},
{"id": "n2", "task": "Sequence", "name": "Fight", "abort": "Both", "children": ["n3", "n4"], "y": 100},
{"id": "n3", "task": "CompareBool", "parameters": {"left": {"var": "sees_enemy"}}, "y": 200},
{"id": "n4", "task": "Idle", "name": "Attack", "x": 200, "y": 200},
{"id": "n5", "task": "Wait", "name": "Rest", "parameters": {"seconds": 100.0}, "x": 400, "y": 100}]}"#;

const WOLF: &str = r#"{"format": "treewright", "version": 1, "name": "Wolf", "root": "n1",
"variables": [{"name": "hunger", "type": "int", "initial": 3}, {"name": "sees_prey", "type": "bool"}],
"nodes": [
{"id": "n1", "task": "Selector", "children": ["n2", "n5"]},
{"id": "n2", "task": "Sequence", "name": "Hunt", "abort": "Both", "children": ["n3", "n4"], "y": 100},
{"id": "n3", "task": "CompareBool", "parameters": {"left": {"var": "sees_prey"}}, "y": 200},
{"id": "n4", "task": "Idle", "name": "Flank", "x": 200, "y": 200},
{"id": "n5", "task": "Wait", "name": "Howl", "parameters": {"seconds": 100.0}, "x": 400, "y": 100}]}"#;

/// Both documents, of which that of the guard is active.
pub(super) fn both() -> Studio {
    let made = Studio::empty();
    let files = [("guard.bt.json", GUARD), ("wolf.bt.json", WOLF)];
    let files = files.map(|(name, text)| made.write(name, text));
    let mut studio = made.started_again(&files);
    studio.click("Document guard");
    studio
}

pub(super) fn title(studio: &Studio) -> String {
    let name = studio.front(|front| front.document().name.clone());
    name.to_lowercase()
}

fn shown_agent(studio: &Studio) -> u64 {
    studio.front(|front| front.run.as_ref().unwrap().agent())
}

/// Adds agents of the wolf's tree to the active run.
pub(super) fn add_wolves(studio: &mut Studio, count: usize) {
    studio.menu("Run > Agents > Add several agents…");
    studio.fill_in("Number of agents", &count.to_string());
    studio.click("Tree > wolf > Add");
    studio.steps(2);
}

/// A run of a guard in frame 1, with two wolves and the table of agents.
pub(super) fn guard_and_wolves() -> Studio {
    let mut studio = both();
    steps(&mut studio, 1);
    add_wolves(&mut studio, 2);
    studio.must_say_just("Added 2 agents");
    studio
}

/// The rows of the table, from the top.
fn rows(studio: &Studio) -> Vec<String> {
    let mut rows: Vec<_> = studio
        .harness
        .query_all_by_role(egui::accesskit::Role::ListItem)
        .filter_map(|row| Some((row.rect().top(), row.accesskit_node().label()?)))
        .filter(|(_, name)| name.starts_with("Agent "))
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.into_iter().map(|(_, name)| name).collect()
}

pub(super) fn log(studio: &Studio) -> Vec<String> {
    studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        let texts = treewright_session::i18n::Texts::new("en");
        let lines = run.log().iter();
        lines.map(|line| texts.message(&line.text)).collect()
    })
}

#[test]
fn the_view_follows_the_shown_agent_to_the_document_of_its_tree() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 1);
    let [guard, wolf, other] = [
        "Agent 1, guard, Rest, running",
        "Agent 2, wolf, Howl, running",
        "Agent 3, wolf, Howl, running",
    ];
    assert_eq!(rows(&studio), [guard, wolf, other]);
    assert_eq!(title(&studio), "guard");
    studio.click(wolf);
    studio.steps(2);
    assert_eq!((title(&studio).as_str(), shown_agent(&studio)), ("wolf", 1));
    assert_eq!(studio.state("Howl"), NodeState::Running);
    assert_eq!(rows(&studio), [guard, wolf, other]);
    studio.keys("Alt+ArrowLeft");
    studio.steps(2);
    assert_eq!(
        (title(&studio).as_str(), shown_agent(&studio)),
        ("guard", 0)
    );
    studio.keys("Alt+ArrowRight");
    studio.steps(2);
    assert_eq!((title(&studio).as_str(), shown_agent(&studio)), ("wolf", 1));
    studio.must_show_part(&["Howl (Wait), running, 2 agents run this now"]);
    studio.keys("F7 F7");
    assert_eq!(
        (title(&studio).as_str(), shown_agent(&studio)),
        ("guard", 0)
    );
    assert_eq!(studio.state("Rest"), NodeState::Running);
    studio.click("Document wolf");
    studio.steps(2);
    assert_eq!(
        shown_agent(&studio),
        2,
        "the agent of that tree that was shown last"
    );
    steps(&mut studio, 1);
    assert_eq!((frames(&studio), title(&studio).as_str()), ((3, 3), "wolf"));
    studio.click("Document guard");
    studio.steps(2);
    assert_eq!((frames(&studio), shown_agent(&studio)), ((3, 3), 0));
}

#[test]
fn the_table_is_sorted_and_filtered_by_tree_and_has_variables_of_all() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 1);
    studio.click("Sort by Tree > Tree, ascending");
    let [guard, wolf, other] = [
        "Agent 1, guard, Rest, running",
        "Agent 2, wolf, Howl, running",
        "Agent 3, wolf, Howl, running",
    ];
    assert_eq!(rows(&studio), [other, wolf, guard]);
    studio.click(wolf);
    studio.steps(2);
    assert_eq!(
        rows(&studio),
        [other, wolf, guard],
        "the order is that of the run"
    );
    studio.search("Agent, tree or running node", "wolf");
    assert_eq!(rows(&studio), [other, wolf]);
    studio.fill("Agent, tree or running node", "rest");
    assert_eq!(rows(&studio), [guard]);
    studio.click("Clear search");
    studio.click("Columns of variables > hunger");
    studio.key(egui::Key::Escape);
    studio.steps(2);
    let all = rows(&studio);
    assert!(all[0].ends_with("hunger: 3") && all[2] == guard, "{all:?}");
    let label = studio.labels_that_begin("Howl (Wait)").remove(0);
    studio.get(&label).click_secondary();
    studio.steps(3);
    studio.click("Agents that run this (2)");
    studio.steps(2);
    assert_eq!(rows(&studio).len(), 2);
    studio.must_show(&["Running “Howl”"]);
}

#[test]
fn a_breakpoint_in_another_tree_stops_the_run_and_shows_its_document() {
    let mut studio = both();
    studio.click("Document wolf > Flank (Idle)");
    studio.keys("F9");
    studio.click("Document guard");
    steps(&mut studio, 1);
    add_wolves(&mut studio, 1);
    studio.keys("F7");
    studio.steps(1);
    studio.click("Current value of sees_prey");
    studio.keys("F7");
    studio.steps(1);
    assert_eq!(title(&studio), "guard");
    studio.keys("F5");
    studio.wait_until(|studio| title(studio) == "wolf");
    studio.steps(2);
    let at = studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        (run.state(), run.agent(), run.inside().is_some())
    });
    assert_eq!(at, (RunState::Paused, 1, true));
    studio.must_show_part(&["Paused at the breakpoint of “Flank”"]);
    assert_eq!(studio.state("Flank"), NodeState::Idle);
    // Looking at the other document does not leave the moment.
    studio.click("Document guard");
    studio.steps(2);
    let inside = studio.front(|front| front.run.as_ref().unwrap().inside().is_some());
    assert!(inside);
    studio.keys("F11");
    studio.steps(2);
    assert_eq!(title(&studio), "wolf", "the steps are those of the wolf");
    assert_eq!(studio.state("Flank"), NodeState::Running);
}

#[test]
fn a_changed_tree_is_adopted_by_its_own_agents_only() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 1);
    studio.click("Agent 2, wolf, Howl, running");
    studio.steps(2);
    studio.click("Howl (Wait), running, 2 agents run this now");
    studio.keys("F2 `Sing` Enter");
    studio.reach("Flank (Idle)");
    studio.keys("Delete");
    studio.steps(3);
    let programs = studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        let recording = run.recording();
        let agents = recording
            .agents()
            .map(|of| recording.program_of(of).unwrap().len());
        agents.collect::<Vec<_>>()
    });
    assert_eq!(programs, [5, 4, 4]);
    assert!(log(&studio).contains(&"Change applied to the running tree.".to_owned()));
    studio.show_panel("Log");
    studio.must_show(&["wolf: Change applied to the running tree."]);
    studio.show_panel("Agents");
    assert_eq!(
        rows(&studio),
        [
            "Agent 1, guard, Rest, running",
            "Agent 2, wolf, Sing, running",
            "Agent 3, wolf, Sing, running",
        ]
    );
    steps(&mut studio, 1);
    studio.keys("F7 F7");
    assert_eq!(title(&studio), "guard");
    assert_eq!(studio.state("Rest"), NodeState::Running);
}

#[test]
fn agents_of_a_disabled_tree_go_on_with_the_version_before() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 1);
    studio.keys("F7");
    studio.steps(2);
    assert_eq!(title(&studio), "wolf");
    studio.front_select("n1");
    studio.focus_canvas();
    studio.keys("F8");
    studio.steps(3);
    studio.show_panel("Log");
    studio.must_show(&[
        "wolf: The changed tree has nothing to run: its agents go on with the version before.",
    ]);
    steps(&mut studio, 1);
    studio.keys("Ctrl+Z");
    studio.steps(3);
    steps(&mut studio, 1);
    assert_eq!((title(&studio).as_str(), frames(&studio)), ("wolf", (4, 4)));
    assert_eq!(studio.state("Howl"), NodeState::Running);
}

#[test]
fn a_stopped_run_is_shown_in_the_documents_of_all_its_trees() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 1);
    studio.keys("F7");
    studio.steps(2);
    studio.keys("Shift+F5");
    studio.steps(2);
    let has_last_run = |studio: &Studio| studio.front(|front| front.readable_last_run().is_some());
    assert_eq!(
        (title(&studio).as_str(), has_last_run(&studio)),
        ("wolf", true)
    );
    studio.click("Document guard");
    studio.steps(2);
    assert_eq!(
        (title(&studio).as_str(), has_last_run(&studio)),
        ("guard", true)
    );
    studio.click("Document wolf");
    studio.steps(2);
    assert!(has_last_run(&studio));
}

#[test]
fn log_lines_reasons_and_what_is_found_are_those_of_each_agents_tree() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 1);
    studio.keys("F7");
    studio.steps(1);
    studio.click("Current value of sees_prey");
    steps(&mut studio, 1);
    studio.show_panel("Log");
    assert_eq!(title(&studio), "wolf");
    steps(&mut studio, 1);
    let told = "Agent 2: “sees_prey” became true (sees_prey from false to true, set by you before frame 3): “Hunt” (Both) aborted “Howl” and continued at “Hunt”.";
    studio.must_show(&[told, "guard: Run started."]);
    // From the document of the guard, the line leads to the wolf's.
    studio.keys("F7 F7");
    assert_eq!(title(&studio), "guard");
    studio.click(told);
    studio.steps(2);
    let shown = (title(&studio), shown_agent(&studio), frames(&studio).0);
    assert_eq!(shown, ("wolf".into(), 1, 3));
    let flank = studio.id("Flank").to_string();
    studio.front_select(&flank);
    studio.keys("Y");
    studio.steps(3);
    let why = "“Flank” is running: “Compare bool (sees_prey)” returned Success, so “Hunt” moved on";
    studio.must_show(&[why]);
    studio.key(egui::Key::Escape);
    studio.menu("Run > Frames > Find in time…");
    studio.steps(2);
    studio.click("What to find in time > “Flank” started");
    studio.steps(2);
    studio.click("All agents");
    studio.steps(2);
    studio.must_show(&["1 of 1"]);
    // What is looked for stays while another tree is shown.
    studio.keys("F7 F7");
    studio.steps(2);
    assert_eq!(title(&studio), "guard");
    studio.must_show(&["1 match"]);
    let choice = studio.get("What to find in time").accesskit_node().value();
    assert_eq!(choice, Some("“Flank” started (wolf)".into()));
    studio.keys("Alt+Home Alt+CloseBracket");
    studio.steps(2);
    studio.must_say_just("Frame 3 (1 of 1): Agent 2: “Flank” started");
    assert_eq!(
        (title(&studio).as_str(), studio.selected()),
        ("wolf", "n4".into())
    );
}

#[test]
fn a_recording_with_several_trees_opens_a_document_for_each() {
    let mut studio = guard_and_wolves();
    studio.keys("F7");
    studio.steps(1);
    studio.click("Current value of sees_prey");
    steps(&mut studio, 2);
    assert_eq!(title(&studio), "wolf");
    let path = studio.path("hunt.trace.jsonl");
    studio.menu_to("File > Recordings > Save run…", &path);
    studio.must_say_first("Run saved to ");
    let mut other = Studio::with_files(&[path]);
    other.steps(3);
    assert_eq!(frames(&other), (3, 3));
    assert_eq!(title(&other), "guard");
    other.keys("Shift+F7");
    other.steps(2);
    let recorded = rows(&other);
    let agents = [
        "Agent 1, guard, Rest, running",
        "Agent 2, wolf, Flank, running",
        "Agent 3, wolf, Howl, running",
    ];
    assert_eq!(recorded, agents);
    other.click(agents[1]);
    other.steps(2);
    assert_eq!(title(&other), "wolf");
    assert_eq!(other.state("Flank"), NodeState::Running);
    other.keys("F10");
    assert_eq!(frames(&other), (4, 4));
    let path = other.path("again.trace.jsonl");
    other.menu_to("File > Recordings > Save run…", &path);
    let third = Studio::with_files(&[path]);
    assert_eq!((frames(&third), title(&third).as_str()), ((4, 4), "guard"));
}

#[test]
fn two_agents_of_different_trees_are_compared_on_the_timeline() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 1);
    studio.menu("Run > Agents > Compare with agent…");
    studio.steps(3);
    studio.must_show(&["Agent 1 (guard)"]);
    studio.search("Search lanes", "rest");
    studio.must_show(&["Lane of Rest, running"]);
    studio.fill("Search lanes", "howl");
    studio.must_show(&["Agent 2: Lane of Howl, running"]);
    studio.click("Agent 2: Lane of Howl, running");
    studio.steps(3);
    assert_eq!(
        (title(&studio).as_str(), studio.selected()),
        ("wolf", "n5".into())
    );
    studio.must_show(&["Lane of Howl, running", "Agent 2 (wolf)"]);
}

#[test]
fn earlier_agents_of_all_trees_are_added_to_the_next_run_of_the_first() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 1);
    studio.keys("F7");
    studio.steps(1);
    assert_eq!(title(&studio), "wolf");
    studio.keys("Ctrl+Shift+F5");
    studio.steps(2);
    assert_eq!(
        title(&studio),
        "guard",
        "the run begins with its first tree"
    );
    studio.click("Add the 2 earlier agents again");
    studio.must_say_just("Added 2 agents");
    steps(&mut studio, 1);
    assert_eq!(rows(&studio)[2], "Agent 3, wolf, Howl, running");
}

#[test]
fn a_way_that_was_left_is_compared_in_each_agents_tree_and_inputs_happen_again_in_all() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 3);
    studio.keys("Shift+F10 Shift+F10 F7");
    studio.steps(2);
    assert_eq!((title(&studio).as_str(), frames(&studio)), ("wolf", (2, 4)));
    studio.click("Current value of sees_prey");
    steps(&mut studio, 2);
    studio.menu("Run > Frames > Compare with the way before");
    studio.steps(4);
    studio.must_show(&["Flank", "sees_prey"]);
    studio.key(egui::Key::Escape);
    studio.click("Document guard");
    studio.keys("Alt+Shift+F5");
    studio.wait_until(|studio| frames(studio) == (4, 4));
    studio.steps(2);
    assert_eq!(title(&studio), "guard");
    let again = [
        "Agent 1, guard, Rest, running",
        "Agent 2, wolf, Flank, running",
        "Agent 3, wolf, Howl, running",
    ];
    studio.show_panel("Agents");
    assert_eq!(rows(&studio), again);
}

#[test]
fn closing_a_document_ends_the_run_in_which_its_tree_has_agents() {
    let mut studio = guard_and_wolves();
    steps(&mut studio, 1);
    assert!(studio.has_run());
    studio.click("Close wolf");
    studio.steps(2);
    assert!(studio.has_run(), "it asks first");
    studio.must_show_part(&[
        "The run of “guard” will end and be lost, although documents that stay open share it",
    ]);
    studio.click("Close anyway");
    studio.steps(2);
    assert!(!studio.has_run());
    studio.must_say("Closed “wolf” and ended the run, in which agents ran its tree");
}

/// Both documents with a global variable, which the wolf declares with this type.
fn with_alarm(wolf: &str) -> Studio {
    let made = Studio::empty();
    let files = [
        ("guard.bt.json", GUARD, "bool"),
        ("wolf.bt.json", WOLF, wolf),
    ];
    let files = files.map(|(name, text, kind)| {
        let alarm =
            format!(r#""variables": [{{"name": "alarm", "type": "{kind}", "scope": "global"}}, "#);
        made.write(name, text.replace(r#""variables": ["#, &alarm))
    });
    let mut studio = made.started_again(&files);
    studio.click("Document guard");
    steps(&mut studio, 1);
    add_wolves(&mut studio, 1);
    studio
}

#[test]
fn agents_of_all_trees_share_global_variables_which_have_one_type() {
    let mut studio = with_alarm("bool");
    studio.must_say_just("Added 1 agent");
    studio.keys("F7");
    studio.steps(2);
    studio.click("Current value of alarm");
    steps(&mut studio, 1);
    studio.keys("F7");
    studio.steps(2);
    assert_eq!(title(&studio), "guard");
    let alarm = studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        run.variable("alarm").cloned()
    });
    assert_eq!(alarm, Some(Value::Bool(true)));
    let refused = with_alarm("int");
    refused.must_say("alarm");
    let agents = refused.front(|front| front.run.as_ref().unwrap().agent_count());
    assert_eq!(agents, 1);
}

#[test]
fn a_tree_of_the_project_is_opened_for_its_agents() {
    let made = Studio::empty();
    let guard = made.write("guard.bt.json", GUARD);
    made.write("wolf.bt.json", WOLF);
    let mut studio = made.started_again(&[guard]);
    steps(&mut studio, 1);
    studio.wait_until(|studio| {
        studio.app(|app| app.workspace().documents().len() == 1) && studio.has_run()
    });
    add_wolves(&mut studio, 1);
    studio.must_say_just("Added 1 agent");
    assert_eq!(title(&studio), "guard");
    steps(&mut studio, 1);
    studio.keys("F7");
    studio.steps(2);
    assert_eq!(title(&studio), "wolf");
    let hunger = studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        run.variable("hunger").cloned()
    });
    assert_eq!(hunger, Some(Value::Int(3)));
}

#[test]
fn a_value_that_an_agent_of_another_tree_wrote_leads_to_that_agent() {
    let made = Studio::empty();
    let alarm = r#""variables": [{"name": "alarm", "type": "bool", "scope": "global"}, "#;
    let guard = GUARD.replace(r#"{"var": "sees_enemy"}"#, r#"{"var": "alarm"}"#);
    let cry =
        r#""task": "SetVariable", "parameters": {"variable": {"var": "alarm"}, "value": true}"#;
    let wolf = WOLF.replace(r#""task": "Idle""#, cry);
    let files = [("guard.bt.json", guard), ("wolf.bt.json", wolf)];
    let files =
        files.map(|(name, text)| made.write(name, text.replace(r#""variables": ["#, alarm)));
    let mut studio = made.started_again(&files);
    studio.click("Document guard");
    steps(&mut studio, 1);
    add_wolves(&mut studio, 1);
    studio.keys("F7");
    studio.steps(2);
    studio.click("Current value of sees_prey");
    steps(&mut studio, 2);
    studio.keys("F7");
    studio.steps(2);
    assert_eq!(title(&studio), "guard");
    studio.front_select("n5");
    studio.keys("Y");
    studio.steps(3);
    let written =
        "“alarm” changed from false to true: “Flank” of agent 2 (wolf.bt.json) wrote it in frame 2";
    studio.must_show(&[written]);
    studio.click(&format!("And why? {written}"));
    studio.steps(2);
    let ran = "Agent 2: “Flank” ran: “Compare bool” returned Success, so “Hunt” moved on";
    studio.must_show(&[ran]);
    studio.click(&format!("And why? {ran}"));
    studio.steps(2);
    studio
        .must_show(&["Agent 2: “sees_prey” changed from false to true: you set it before frame 2"]);
    // The frame of the write leads to the agent that wrote, and its node is explained there.
    studio.click(&format!("Go to Frame 2: {ran}"));
    studio.steps(3);
    let shown = (title(&studio), shown_agent(&studio), frames(&studio).0);
    assert_eq!(shown, ("wolf".into(), 1, 2));
    studio.must_show_part(&["“Flank” returned Success"]);
    // The history of the variable names the agent, too.
    studio.keys("F7");
    studio.steps(2);
    studio.click("alarm just changed. Recent values");
    studio.steps(2);
    studio.must_show_part(&["Agent 2 (wolf)"]);
}
