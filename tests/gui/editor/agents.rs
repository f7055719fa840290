//! Several agents in one run: the table of agents, adding many, the log, breakpoints and finding over all of them, and two of them on the timeline.

use egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use treewright_core::value::Value;
use treewright_session::examples::EXAMPLES;
use treewright_session::workspace::run_view::{NodeState, RunView as _};

use super::running::guard;
use super::studio::Studio;
use super::subtrees;
use super::time_travel::{frames, steps, variable};

/// A guard whose second agent fights since frame 2, and is shown.
fn two_guards() -> Studio {
    let mut studio = guard();
    steps(&mut studio, 1);
    studio.menu("Run > Agents > Add agent");
    studio.click("Current value of sees_enemy");
    steps(&mut studio, 1);
    studio.keys("Shift+F7");
    studio
}

fn shown_agent(studio: &Studio) -> u64 {
    studio.front(|front| front.run.as_ref().unwrap().agent())
}

fn agent_count(studio: &Studio) -> usize {
    studio.front(|front| front.run.as_ref().unwrap().agent_count())
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

#[test]
fn the_table_says_what_each_agent_does_and_shows_the_one_that_is_clicked() {
    let mut studio = two_guards();
    let [first, second] = ["Agent 1, Rest, running", "Agent 2, Attack, running"];
    assert_eq!(rows(&studio), [first, second]);
    studio.must_show(&["2 agents"]);
    assert_eq!(shown_agent(&studio), 1);
    studio.click(first);
    assert_eq!(shown_agent(&studio), 0);
    assert_eq!(studio.state("Rest"), NodeState::Running);
    studio.focus(first);
    studio.keys("ArrowDown");
    studio.steps(2);
    assert_eq!(shown_agent(&studio), 0, "arrows move only the focus");
    studio.keys("Enter");
    studio.steps(2);
    assert_eq!(shown_agent(&studio), 1);
    assert_eq!(studio.state("Attack"), NodeState::Running);
}

#[test]
fn columns_of_variables_are_chosen_and_sort_the_table() {
    let mut studio = two_guards();
    studio.click("Columns of variables > sees_enemy");
    studio.key(Key::Escape);
    studio.steps(2);
    let first = "Agent 1, Rest, running, sees_enemy: false";
    let second = "Agent 2, Attack, running, sees_enemy: true";
    assert_eq!(rows(&studio), [first, second]);
    studio.click("Sort by Current leaf");
    assert_eq!(rows(&studio), [second, first]);
    studio.click("Sort by sees_enemy");
    assert_eq!(rows(&studio), [first, second]);
    studio.click("sees_enemy, ascending");
    assert_eq!(rows(&studio), [second, first]);
    studio.must_show(&["sees_enemy, descending"]);
}

#[test]
fn the_table_is_filtered_by_any_running_node_and_from_the_menu_of_a_node() {
    let mut studio = two_guards();
    let second = "Agent 2, Attack, running";
    studio.search("Agent or running node", "fight");
    assert_eq!(rows(&studio), [second], "Fight is above its leaf");
    studio.must_show(&["1 of 2"]);
    studio.fill("Agent or running node", "nobody");
    studio.must_show(&["No agents match."]);
    studio.click("Clear search");
    let label = studio.labels_that_begin("Attack (Idle)").remove(0);
    assert!(label.contains("1 agent runs this now"), "{label}");
    studio.get(&label).click_secondary();
    studio.steps(3);
    studio.click("Agents that run this (1)");
    studio.steps(2);
    assert_eq!(rows(&studio), [second]);
    studio.must_show(&["Running “Attack”"]);
    studio.click("Show all agents");
    assert_eq!(rows(&studio).len(), 2);
}

const CALM: &str = r#"{"format": "treewright", "version": 1, "root": "r", "nodes": [{"id": "r", "task": "Idle", "name": "Breathe"}]}"#;

const MAIN: &str = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
    {"id": "n1", "task": "Sequence", "children": ["n2"]}, {"id": "n2", "task": "Subtree", "name": "Calm", "parameters": {"file": "calm.bt.json"}}]}"#;

#[test]
fn the_leaf_of_an_agent_is_found_in_another_file() {
    let first = Studio::empty();
    first.write("calm.bt.json", CALM);
    let main = first.write("main.bt.json", MAIN);
    let mut studio = first.started_again(&[main]);
    steps(&mut studio, 1);
    studio.menu("Run > Agents > Add agent");
    steps(&mut studio, 1);
    studio.keys("Ctrl+Shift+P `show panel: agents` Enter");
    studio.search("Agent or running node", "breathe");
    studio.must_show(&["2 agents"]);
    studio.fill("Agent or running node", "nobody");
    studio.must_show(&["No agents match."]);
}

#[test]
fn many_agents_are_added_at_once_with_different_values() {
    let mut studio = guard();
    studio.click("+ Add variable > int");
    studio.fill("Name of variable int_1", "ammo");
    steps(&mut studio, 1);
    studio.menu("Run > Agents > Add several agents…");
    studio.fill_in("Number of agents", "101");
    studio.switch("ammo");
    studio.fill_in("ammo of the last agent", "200");
    studio.click("Add");
    studio.must_say_just("Added 101 agents");
    assert_eq!(agent_count(&studio), 102);
    steps(&mut studio, 1);
    studio.must_show(&["102 agents"]);
    assert!(rows(&studio).len() < 50, "only rows in sight are drawn");
    let ammo = |agent| {
        studio.front(|front| {
            let run = front.run.as_ref().unwrap();
            run.agent_variable(agent, "ammo").cloned()
        })
    };
    let values = [1, 2, 101].map(ammo);
    assert_eq!(values, [0, 2, 200].map(|ammo| Some(Value::Int(ammo))));
    studio.focus("Agent 1, Rest, running");
    studio.keys("End");
    studio.steps(4);
    studio.keys("Enter");
    studio.steps(2);
    assert_eq!(shown_agent(&studio), 101);
    assert_eq!(variable(&studio, "ammo"), Some(Value::Int(200)));
}

#[test]
fn log_lines_name_their_agents_and_show_them() {
    let mut studio = two_guards();
    studio.keys("F7");
    studio.click("Current value of sees_enemy");
    steps(&mut studio, 1);
    studio.keys("F7");
    assert_eq!(shown_agent(&studio), 1);
    studio.show_panel("Log");
    let told = "“sees_enemy” became true (sees_enemy from false to true, set by you before frame 3): “Fight” (Both) aborted “Rest” and continued at “Fight”.";
    let line = format!("Agent 1: {told}");
    studio.must_show(&[&line]);
    studio.click(&line);
    assert_eq!((shown_agent(&studio), frames(&studio).0), (0, 3));
    studio.keys("Alt+Home");
    studio.steps(2);
    studio.must_show(&[&format!("Later: {line}")]);
    studio.keys("Alt+End");
    studio.steps(2);
    studio.click("Only entries of the shown agent");
    studio.must_show(&[&line]);
    studio.keys("F7");
    studio.steps(2);
    assert!(!studio.shows(&line));
}

#[test]
fn breakpoints_stop_for_any_agent_or_only_for_the_shown_one() {
    let stops = |only_shown: bool| {
        let mut studio = guard();
        steps(&mut studio, 1);
        studio.menu("Run > Agents > Add agent");
        studio.click("Current value of sees_enemy");
        studio.keys("F7");
        assert_eq!(shown_agent(&studio), 0);
        studio.click("Attack (Idle)");
        studio.keys("F9");
        studio.show_panel("Breakpoints");
        if only_shown {
            studio.click("Only the shown agent");
        }
        steps(&mut studio, 1);
        let is_inside = studio.front(|front| front.run.as_ref().unwrap().inside().is_some());
        (is_inside, shown_agent(&studio))
    };
    assert_eq!(stops(false), (true, 1));
    assert_eq!(stops(true), (false, 0));
}

#[test]
fn something_is_found_for_all_agents_and_shows_the_agent() {
    let mut studio = two_guards();
    studio.keys("F7");
    studio.menu("Run > Frames > Find in time…");
    studio.steps(2);
    let attack = studio.id("Attack").to_string();
    studio.front_select(&attack);
    studio.steps(2);
    studio.click("What to find in time > “Attack” started");
    studio.steps(2);
    studio.must_show(&["Not found"]);
    studio.click("All agents");
    studio.steps(2);
    studio.must_show(&["1 match"]);
    studio.keys("Alt+OpenBracket");
    studio.must_say_just("No earlier frame: “Attack” started");
    studio.keys("Alt+Home Alt+CloseBracket");
    assert_eq!((shown_agent(&studio), frames(&studio).0), (1, 2));
    studio.must_say_just("Frame 2 (1 of 1): Agent 2: “Attack” started");
}

#[test]
fn a_second_agent_is_beneath_the_shown_one_on_the_timeline() {
    let mut studio = two_guards();
    studio.click("Agent 1, Rest, running");
    studio.menu("Run > Agents > Compare with agent…");
    studio.steps(3);
    let [own, other] = ["Lane of Rest, running", "Agent 2: Lane of Rest, idle"];
    studio.search("Search lanes", "rest");
    studio.must_show(&[own, other]);
    let [own, other] = [own, other].map(|lane| studio.get(lane).rect());
    assert!(own.bottom() <= other.top());
    assert!((own.left() - other.left()).abs() < 1.0);
    studio.click("Show this agent");
    studio.steps(2);
    assert_eq!(shown_agent(&studio), 1);
    studio.must_show(&["Lane of Rest, idle", "Agent 1: Lane of Rest, running"]);
    studio.click("End comparison");
    studio.steps(2);
    assert!(!studio.shows_part("Agent 1: Lane"));
}

#[test]
fn the_log_says_of_each_agent_that_its_tree_has_finished() {
    let mut studio = Studio::with("Wait");
    studio.click("Wait");
    steps(&mut studio, 2);
    studio.menu("Run > Agents > Add agent");
    steps(&mut studio, 20);
    studio.show_panel("Log");
    studio.must_show(&[
        "Agent 1: The tree ended with Success.",
        "Agent 2: The tree ended with Success.",
    ]);
}

#[test]
fn in_a_document_with_several_trees_the_table_names_the_tree_that_runs() {
    let mut studio = subtrees::studio(true);
    steps(&mut studio, 1);
    studio.keys("Shift+F7");
    studio.steps(2);
    assert_eq!(rows(&studio), ["Agent 1, Shout, Breathe, running"]);
    studio.must_show(&["Sort by Tree"]);
}

#[test]
fn columns_order_and_filter_of_a_document_are_remembered_between_starts() {
    let studio = Studio::empty();
    let file = studio.write("guard.bt.json", EXAMPLES[0].documents[0].json);
    let mut studio = studio.started_again(&[file]);
    steps(&mut studio, 1);
    studio.menu("Run > Agents > Add agent");
    studio.keys("Shift+F7");
    studio.click("Columns of variables > on_duty");
    studio.key(Key::Escape);
    studio.click("Sort by on_duty");
    studio.click("on_duty, ascending");
    studio.search("Agent or running node", "agent 1");
    studio.end();
    let mut again = studio.started_again(&[]);
    steps(&mut again, 1);
    again.menu("Run > Agents > Add agent");
    again.show_panel("Agents");
    again.must_show(&["1 of 2", "on_duty, descending"]);
    assert_eq!(
        rows(&again),
        ["Agent 1, To the gate, running, on_duty: true"]
    );
}

#[test]
fn agents_that_were_added_are_offered_to_the_next_run() {
    let mut studio = guard();
    studio.click("+ Add variable > int");
    studio.fill("Name of variable int_1", "ammo");
    steps(&mut studio, 1);
    studio.menu("Run > Agents > Add several agents…");
    studio.fill_in("Number of agents", "4");
    studio.switch("ammo");
    studio.fill_in("ammo of the last agent", "30");
    studio.click("Add");
    steps(&mut studio, 2);
    studio.menu("Run > Agents > Remove agent");
    assert_eq!(agent_count(&studio), 4);
    steps(&mut studio, 1);
    studio.keys("Ctrl+Shift+F5");
    assert_eq!(agent_count(&studio), 1);
    studio.click("Add the 4 earlier agents again");
    studio.must_say_just("Added 4 agents");
    assert!(!studio.shows_part("earlier agents again"));
    assert_eq!(agent_count(&studio), 5);
    steps(&mut studio, 1);
    let ammo = |agent| {
        studio.front(|front| {
            let run = front.run.as_ref().unwrap();
            run.agent_variable(agent, "ammo").cloned()
        })
    };
    let values = [1, 2, 3, 4].map(ammo);
    assert_eq!(values, [0, 10, 20, 30].map(|ammo| Some(Value::Int(ammo))));
    studio.keys("Shift+F5 F10");
    studio.menu("Run > Agents > Add earlier agents again");
    assert_eq!(agent_count(&studio), 5);
}
