//! Scenarios in the editor: run in the background, marked on tabs, opened at the frame of a failure, created from runs, and node coverage.

use std::fs;

use egui_kittest::kittest::Queryable as _;
use treewright_core::model::StandIn;
use treewright_insight::scenario::{Fact, NodeState, Scenario};
use treewright_insight::scenario_json;
use treewright_session::workspace::run_view::RunView;

use super::studio::Studio;

const GUARD: &str = include_str!("../../../assets/examples/guard.bt.json");
pub(super) const CHASE: &str = include_str!("../../../assets/examples/guard.scenario.json");
const OFF_DUTY: &str = include_str!("../../../assets/examples/guard-off-duty.scenario.json");

/// An editor on the guard in its own folder, with these scenarios.
pub(super) fn guard(scenarios: &[(&str, &str)]) -> Studio {
    let made = Studio::empty();
    let folder = made.path("game");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("guard.bt.json"), GUARD).unwrap();
    for (name, text) in scenarios {
        fs::write(folder.join(name), text).unwrap();
    }
    let mut studio = made.started_again(&[folder.join("guard.bt.json")]);
    show(&mut studio);
    studio
}

/// The panel's title includes the number of failures, so a shortcut opens it.
fn show(studio: &mut Studio) {
    studio.keys("Ctrl+Shift+F4");
}

pub(super) fn wrong() -> String {
    CHASE.replace("[\"Run there\"]", "[\"Strike\"]")
}

pub(super) const CHASED: &str = "An enemy is chased, fought and lost";

fn run_frame(studio: &Studio) -> Option<u64> {
    studio.front(|front| front.run.as_ref().map(RunView::frame))
}

/// Returns the only scenario file next to the guard.
pub(super) fn saved(studio: &Studio) -> Scenario {
    let folder = fs::read_dir(studio.path("game")).unwrap();
    let mut files = folder.map(|entry| entry.unwrap().path());
    let file = files.find(|path| path.to_string_lossy().ends_with(".scenario.json"));
    scenario_json::read(&fs::read(file.unwrap()).unwrap()).unwrap()
}

#[test]
fn the_scenarios_of_the_project_run_by_themselves_and_a_failure_marks_the_tab() {
    let wrong = wrong();
    let files = [
        ("guard.scenario.json", &*wrong),
        ("guard.off.scenario.json", OFF_DUTY),
    ];
    let mut studio = guard(&files);
    studio.wait_for(&format!("{CHASED}: failed"));
    studio.wait_for("Going off duty ends the round, and an enemy ends the rest: passed");
    assert!(studio.shows("2 scenarios: 1 passed, 1 failed"));
    assert!(
        studio.shows("Frame 5: “Strike” (n5): expected to run, found running: “Run there” (n9)")
    );
    assert!(studio.shows("1 scenario of this tree fails"));
}

#[test]
fn a_difference_leads_to_its_frame_with_the_node_selected() {
    let mut studio = guard(&[("guard.scenario.json", &wrong())]);
    let difference = "Frame 5: “Strike” (n5): expected to run, found running: “Run there” (n9)";
    studio.wait_for(difference);
    studio.click(difference);
    assert_eq!(run_frame(&studio), Some(5));
    assert_eq!(studio.selected(), "n5");
    let sees = studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        run.variable("sees_enemy").cloned()
    });
    assert_eq!(sees, Some(true.into()), "as the scenario set it");
}

#[test]
fn a_frame_of_a_scenario_sets_the_own_run_aside_and_says_how_to_come_back() {
    let mut studio = guard(&[("guard.scenario.json", &wrong())]);
    let difference = "Frame 5: “Strike” (n5): expected to run, found running: “Run there” (n9)";
    studio.wait_for(difference);
    studio.keys("F10 F10");
    studio.click(difference);
    assert_eq!(run_frame(&studio), Some(5));
    studio.must_say_just(&format!(
        "The scenario “{CHASED}” is shown now. Your own run is kept: Stop (Shift+F5) shows it again."
    ));
    studio.click(difference);
    studio.keys("Shift+F5");
    assert!(!studio.has_run());
    studio.menu("Run > Restart > Reopen last run");
    assert_eq!(run_frame(&studio), Some(2));
}

#[test]
fn changing_a_tree_reruns_its_scenarios() {
    let mut studio = guard(&[("guard.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    assert!(!studio.shows_part("of this tree fail"));
    studio.front_select("n9");
    studio.keys("F8");
    studio.wait_for(&format!("{CHASED}: cannot be run"));
    studio.keys("Ctrl+Z");
    studio.wait_for(&format!("{CHASED}: passed"));
}

#[test]
fn a_scenario_that_changes_on_disk_is_rerun() {
    let mut studio = guard(&[("guard.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.write("game/guard.scenario.json", wrong());
    studio.wait_for(&format!("{CHASED}: failed"));
}

#[test]
fn a_run_is_saved_as_a_scenario_that_expects_its_results() {
    let mut studio = guard(&[]);
    studio.wait_for("Project");
    studio.keys("F10 F10");
    studio.click("Current value of sees_enemy");
    studio.keys("F10 F10 Shift+F4 `Seen at last`");
    studio.click("Save scenario");
    studio.wait_for("Seen at last: no expectations yet");
    let scenario = saved(&studio);
    assert_eq!(scenario.frames, 4);
    assert_eq!(scenario.steps[&3].set[0].0.as_ref(), "sees_enemy");
    let card = studio.harness.query_all_by_label_contains("Run there (");
    card.last().unwrap().click_secondary();
    studio.steps(3);
    studio.click("Expect in frame 4 > Run there: Running");
    studio.wait_for("Frame 4: Run there: Running");
    let facts: Vec<_> = saved(&studio).facts().collect();
    assert_eq!(
        facts,
        [(4, Fact::Node("Run there".into(), NodeState::Running))]
    );
    studio.click("Expect… > Exactly the nodes that run now");
    studio.keys("Escape");
    studio.wait_for("Frame 4: running exactly: Run there");
    studio.click("More options for sees_enemy > Expect this value in frame 4");
    studio.wait_for("Frame 4: sees_enemy = true");
    studio.click("Frame 4: Run there: Running");
    studio.keys("Delete");
    assert_eq!(saved(&studio).facts().count(), 2);
    studio.click("Expect… > Add expectation");
    studio.wait_for("Frames 4 to 4: no aborts");
}

#[test]
fn saving_a_scenario_never_overwrites_another() {
    let mut studio = guard(&[("guard.first.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.keys("F10 Shift+F4 `First`");
    studio.click("Save scenario");
    studio.wait_for("First: no expectations yet");
    let first = studio.read("game/guard.first.scenario.json");
    assert_eq!(first, CHASE);
    assert!(studio.path("game/guard.first-2.scenario.json").exists());
}

#[test]
fn an_example_has_scenarios_and_nodes_without_coverage_are_marked() {
    let mut studio = Studio::started();
    studio.show_panel("Scenarios");
    studio.wait_for("2 scenarios: 2 passed, 0 failed");
    studio.click("16 of 18 nodes reached");
    assert!(studio.shows_part("2 nodes without scenario coverage"));
    studio.click("16 of 18 nodes reached");
    studio.steps(2);
    assert!(!studio.shows_part("without scenario coverage"));
}

#[test]
fn what_no_scenario_covers_is_listed_by_kind_and_leads_to_its_node() {
    let mut studio = guard(&[("guard.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.click("Show coverage");
    studio.must_show_part(&["Conditions: 7 of 8 (87.5 %)", "All outcomes: 14 of 33"]);
    // Everything is listed, the most telling first.
    assert!(studio.shows("On duty?: never false"));
    studio.click("Never true (0)");
    assert!(studio.shows("Nothing is missing here."));
    assert!(!studio.shows("On duty?: never false"));
    studio.click("Aborts that never fired (3)");
    studio.must_show(&[
        "In reach?: never aborted anything in Attack",
        "On duty?: never aborted anything in Patrol",
    ]);
    studio.click("In reach?: never aborted anything in Attack");
    assert_eq!(studio.selected(), "n4");
    // The same by keyboard.
    studio.click("Never false (1)");
    studio.focus("On duty?: never false");
    studio.key(egui::Key::Enter);
    assert_eq!(studio.selected(), "n11");
    // A scenario in which the guard goes off duty covers it.
    studio.write("game/guard-off-duty.scenario.json", OFF_DUTY);
    studio.wait_for("Never false (0)");
    studio.must_show_part(&["Conditions: 8 of 8 (100 %)"]);
}

#[test]
fn outcomes_that_never_occurred_are_marked_on_their_cards() {
    let mut studio = guard(&[("guard.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.menu("Run > Scenarios > Coverage");
    assert!(!studio.shows_part("never false, never aborted"));
    studio.click("Highlight missing coverage");
    studio.must_show_part(&[
        "On duty? (Compare bool), never false, never aborted",
        "Strike (Stand-in), never ended",
        "Rest (Idle), not reached by any scenario",
        "3 nodes without scenario coverage. 19 outcomes that never occurred",
    ]);
    studio.click("Highlight missing coverage");
    assert!(!studio.shows_part("never false, never aborted"));
}

#[test]
fn in_a_low_panel_coverage_has_a_list_of_kinds_and_whole_percentages() {
    let mut studio = guard(&[("guard.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.harness.set_size(egui::vec2(900.0, 720.0));
    studio.menu("Run > Scenarios > Coverage");
    studio.steps(3);
    let painted = studio.texts_in(studio.harness.ctx.content_rect());
    let percentages = painted.iter().find(|text| text.starts_with("Nodes "));
    let percentages = percentages.unwrap_or_else(|| panic!("{painted:?}"));
    assert!(percentages.contains("Conditions 87.5 %"), "{percentages}");
    studio.must_show_part(&["Conditions: 7 of 8 (87.5 %)"]);
    studio.click("What is listed > Never true (0)");
    studio.must_show(&["Nothing is missing here."]);
    studio.click("What is listed > Never false (1)");
    studio.steps(2);
    studio.must_show(&["On duty?: never false"]);
    assert!(!studio.shows("Rest: not reached by any scenario"));
}

#[test]
fn coverage_says_how_it_comes_about_and_speaks_chinese() {
    let mut studio = guard(&[]);
    studio.menu("Run > Scenarios > Coverage");
    studio.must_show(&["Coverage appears here once scenarios of this tree have run."]);
    assert!(studio.shows("New scenario"));
    studio.write("game/guard.scenario.json", CHASE);
    studio.wait_for("On duty?: never false");
    studio.speak_chinese();
    studio.click("从未触发的中断（3）");
    studio.must_show(&["从未为假（1）", "In reach?：从未在“Attack”内触发中断"]);
}

#[test]
fn an_empty_scenario_panel_says_how_to_create_the_first_one() {
    let mut studio = guard(&[]);
    assert!(studio.shows_part("Scenarios test a tree"));
    studio.keys("F10");
    show(&mut studio);
    assert!(studio.shows_part("Save this run as a scenario"));
    studio.click("Save run as scenario…");
    assert!(studio.shows("Scenario name"));
}

#[test]
fn stand_ins_are_stored_in_the_scenario_instead_of_the_document() {
    let mut studio = guard(&[("guard.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    let document = studio.document();
    let leaf = document
        .nodes()
        .find(|node| node.id().as_str() == "n9")
        .unwrap();
    let id = leaf.id().clone();
    studio.front_select(id.as_str());
    studio.keys("Shift+Q");
    studio.menu("Node > Stand-in > Move stand-in to scenario");
    let kept = saved(&studio).leaves;
    let of_leaf = |name: &str| name == id.as_str() || name == leaf.title();
    let kept = kept.iter().find(|(name, _)| of_leaf(name));
    assert_eq!(kept.map(|(_, stand_in)| stand_in), Some(&StandIn::Ask));
    assert_eq!(studio.document().node(&id).unwrap().stand_in, None);
}

#[test]
fn renaming_a_node_renames_it_in_the_scenarios_of_its_tree() {
    let mut studio = guard(&[("guard.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.front_select("n3");
    assert_eq!(
        studio.front(|front| front.document().node(&"n3".into()).unwrap().name.clone()),
        "Sees enemy?"
    );
    studio.fill("Name", "Foe seen");
    studio.keys("Ctrl+S");
    studio.must_say("guard.scenario.json");
    let written = studio.read("game/guard.scenario.json");
    assert!(written.contains("\"Foe seen\"") && !written.contains("Sees enemy?"));
    studio.steps(30);
    studio.wait_for(&format!("{CHASED}: passed"));
    // A name that another node has as well no longer tells which one is meant.
    studio.fill("Name", "In sight?");
    studio.keys("Ctrl+S");
    let written = studio.read("game/guard.scenario.json");
    assert!(written.contains("\"n3\"") && !written.contains("Foe seen"));
    studio.wait_for(&format!("{CHASED}: passed"));
}

#[test]
fn scenarios_of_other_trees_are_folded_unless_they_fail() {
    let other = OFF_DUTY.replace("guard.bt.json", "other.bt.json");
    let mut studio = guard(&[
        ("guard.scenario.json", CHASE),
        ("other.scenario.json", &other),
    ]);
    studio.write("game/other.bt.json", GUARD);
    studio.wait_for(&format!("{CHASED}: passed"));
    let off_duty = "Going off duty ends the round, and an enemy ends the rest";
    assert!(studio.shows("1 scenario of another tree") && !studio.shows_part(off_duty));
    assert!(studio.shows("1 scenario: 1 passed, 0 failed"));
    studio.click("1 scenario of another tree");
    assert!(studio.shows_part(off_duty));
    studio.click("1 scenario of another tree");
    studio.write(
        "game/other.scenario.json",
        other
            .replace("guard.bt.json", "gone.bt.json")
            .replace("other.bt.json", "gone.bt.json"),
    );
    studio.click("Run all");
    studio.wait_until(|studio| studio.shows_part(off_duty));
}

#[test]
fn scenarios_and_breakpoints_survive_extracting_and_inlining() {
    let mut studio = guard(&[("guard.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.front_select("n9");
    studio.keys("F9");
    let chase = studio.id("Chase");
    studio.front_select(chase.as_str());
    studio.keys("E");
    studio.steps(3);
    studio.keys("Shift+E");
    studio.steps(60);
    studio.wait_for(&format!("{CHASED}: passed"));
    assert_eq!(studio.id("Chase"), chase);
    let stops = studio.front(|front| front.breakpoints.has(&"n9".into()));
    assert!(stops);
}
