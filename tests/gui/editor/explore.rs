//! Exploring all runs of a tree: findings, claims, inputs, marks on cards, and runs that show what was found.

use std::fs;

use egui::{Rect, vec2};
use egui_kittest::kittest::NodeT as _;
use image::RgbaImage;
use image::imageops::crop_imm;
use treewright_explore::claims::{Changes, Says};
use treewright_explore::claims_json;
use treewright_session::workspace::run_view::{NodeState, RunView as _};

use super::studio::Studio;

const GUARD: &str = include_str!("../../../assets/examples/guard.bt.json");

/// An editor on the guard in its own folder, with these claims, if any.
fn guard(claims: Option<&str>) -> Studio {
    let made = Studio::empty();
    let folder = made.path("game");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("guard.bt.json"), GUARD).unwrap();
    if let Some(claims) = claims {
        fs::write(folder.join("guard.claims.json"), claims).unwrap();
    }
    made.started_again(&[folder.join("guard.bt.json")])
}

/// A file with this list of claims.
fn file_of(claims: &str) -> String {
    format!(
        r#"{{"format": "treewright-claims", "version": 1, "tree": "guard.bt.json", "claims": [{claims}]}}"#
    )
}

/// Explores the active document, and waits for the end.
fn explore(studio: &mut Studio) {
    studio.keys("Ctrl+Shift+X");
    studio.wait_for("Explore all runs");
    studio.wait_until(|studio| !studio.shows("Stop exploring"));
}

fn delete(studio: &mut Studio, title: &str) {
    let node = studio.id(title);
    studio.front_select(node.as_str());
    studio.focus_canvas();
    studio.key(egui::Key::Delete);
    studio.steps(2);
}

fn saved_claims(studio: &Studio) -> treewright_explore::claims::Claims {
    claims_json::read(studio.read("game/guard.claims.json").as_bytes()).unwrap()
}

const DOCK: &str = r#"<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main"><Fallback name="Choose">
    <SubTree ID="Charge" name="First try"/><AlwaysSuccess name="Give up"/><Action ID="CallForHelp"/>
  </Fallback></BehaviorTree>
  <BehaviorTree ID="Charge"><Sequence><Condition ID="AtDock"/><Action ID="PlugIn" _skipIf="full"/></Sequence></BehaviorTree>
</root>"#;

#[test]
fn a_tree_of_another_tool_is_explored_and_says_what_it_keeps() {
    let mut studio = Studio::empty();
    let file = studio.write("dock.xml", DOCK);
    studio.open(&file);
    studio.wait_until(|studio| studio.shows_part("Choose"));
    explore(&mut studio);
    studio.must_show_part(&[
        "Not proved: ",
        "“Plug in” in “First try”: “_skipIf=\"full\"” is kept",
    ]);
    studio.must_show_part(&[
        "“Call for help” can never run: “Give up” before it was not seen to fail",
    ]);
}

#[test]
fn a_branch_that_can_never_run_is_found_with_the_reason_and_marked() {
    let mut studio = Studio::with("Selector Succeed");
    studio.click("Selector");
    studio.add("Wait");
    explore(&mut studio);
    assert!(studio.shows_part("Proved: "));
    let found = "“Wait” can never run: “Succeed” before it never fails (proved)";
    assert!(studio.shows(found), "{:?}", studio.labels_that_begin("“"));
    studio.must_show_part(&["1 node that can never run"]);
    studio.click(found);
    assert_eq!(studio.front(|front| front.selection().len()), 1);
    studio.click("Selected node");
    assert!(studio.shows("Wait: can never run"));
    studio.click("Succeed");
    assert!(studio.shows("Succeed: succeed"));
}

#[test]
fn a_false_claim_is_a_problem_and_its_run_is_opened() {
    let claims = file_of(r#"{"name": "Never fights", "never": "running('Strike')"}"#);
    let mut studio = guard(Some(&claims));
    explore(&mut studio);
    studio.click("Claims (1)");
    assert!(studio.shows("Never fights: broken"));
    studio.click("Show the run: Never fights: broken");
    assert!(studio.has_run());
    assert_eq!(studio.state("Strike"), NodeState::Running);
    let frames = studio.front(|front| front.run.as_ref().map(|run| run.frames().1));
    assert!(frames.is_some_and(|frames| frames > 0));
    studio.click("Problems (1)");
    assert!(studio.shows("Broken claim: Never fights"));
    studio.click("Broken claim: Never fights");
    studio.fill("Condition", "running('Strike') && !sees_enemy");
    studio.wait_until(|studio| !studio.shows_part("broken"));
    assert!(studio.shows("Problems"));
    let Says::Never(text) = &saved_claims(&studio).claims[0].says else {
        panic!("another form");
    };
    assert_eq!(text, "running('Strike') && !sees_enemy");
}

#[test]
fn a_claim_is_written_with_its_errors_at_the_place_and_undone() {
    let mut studio = guard(None);
    explore(&mut studio);
    studio.click("Claims > Add claim");
    studio.fill("Claim name", "Strikes only what it sees");
    studio.fill("Condition", "running('Strik')");
    assert!(studio.shows("Strikes only what it sees: has an error"));
    assert!(studio.shows_part("Strike"), "what was probably meant");
    studio.fill("Condition", "running('Strike') && !running('Attack')");
    studio.wait_for("Strikes only what it sees: holds (proved)");
    assert_eq!(saved_claims(&studio).claims.len(), 1);
    studio.reach("Remove Strikes only what it sees");
    assert!(saved_claims(&studio).claims.is_empty());
    studio.click("Undo change of claims");
    assert_eq!(saved_claims(&studio).claims.len(), 1);
    studio.wait_for("Strikes only what it sees: holds (proved)");
}

#[test]
fn a_rule_for_an_input_changes_what_can_happen() {
    let mut studio = guard(None);
    explore(&mut studio);
    studio.click("Inputs");
    studio.click("When the game writes sees_enemy > Never");
    let claims = saved_claims(&studio);
    assert_eq!(claims.inputs[0].1.changes, Changes::Initial);
    studio.wait_until(|studio| {
        let title = studio.labels_that_begin("Findings (").into_iter().next();
        title.is_some_and(|title| title != "Findings (1)")
    });
    let title = studio.labels_that_begin("Findings (")[0].clone();
    studio.click(&title);
    studio.must_show_part(&["“In reach?” can never run: “Sees enemy?” before it never succeeds"]);
}

#[test]
fn the_search_is_stopped_and_goes_on() {
    let mut studio = guard(Some(
        &file_of("").replace(r#""claims""#, r#""limits": {"states": 2}, "claims""#),
    ));
    studio.conditions.background_gate.shut(true);
    studio.keys("Ctrl+Shift+X");
    studio.wait_for("Stop exploring");
    studio.must_show_part(&["Exploring: "]);
    studio.click("Stop exploring");
    studio.conditions.background_gate.release();
    studio.wait_for("Explore all runs");
    studio.must_show_part(&["Not proved: "]);
    // Each time with four times as many states, until all 41 were seen.
    for _ in 0..3 {
        studio.click("Explore further");
        studio.wait_for("Explore all runs");
    }
    studio.must_show_part(&["Proved: "]);
}

#[test]
fn scenarios_that_show_everything_are_written_and_pass() {
    let mut studio = guard(None);
    explore(&mut studio);
    studio.dialog_gives(&studio.path("game"));
    studio.click("Make scenarios of all outcomes…");
    studio.wait_until(|studio| studio.notice().starts_with("Wrote "));
    let folder = fs::read_dir(studio.path("game")).unwrap();
    let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let written = names
        .filter(|name| name.ends_with(".scenario.json"))
        .count();
    assert!(written > 1, "{written}");
    studio.keys("Ctrl+Shift+F4");
    studio.wait_until(|studio| {
        studio.shows(&format!("{written} scenarios: {written} passed, 0 failed"))
    });
}

#[test]
fn a_panel_in_chinese_names_everything() {
    let claims = file_of(r#"{"name": "不会打斗", "never": "running('Strike')"}"#);
    let mut studio = guard(Some(&claims));
    studio.speak_chinese();
    studio.keys("Ctrl+Shift+X");
    studio.wait_for("断言（1）");
    studio.wait_until(|studio| studio.shows_part("已证明："));
    studio.must_show_part(&["永远不会中断任何节点"]);
}

#[test]
fn an_example_has_claims_that_are_saved_beside_its_tree() {
    let mut studio = Studio::started();
    studio.menu("File > Examples > Warehouse robot: node types of BehaviorTree.CPP");
    explore(&mut studio);
    studio.wait_for("Claims (1)");
    studio.save_as(&studio.path("robot.bt.json"));
    studio.steps(4);
    let claims = claims_json::read(studio.read("robot.claims.json").as_bytes()).unwrap();
    assert_eq!(claims.claims[0].name, "Never works with an empty battery");
}

#[test]
fn a_claim_is_added_once_its_condition_is_written() {
    let mut studio = guard(None);
    explore(&mut studio);
    studio.click("Claims > Add claim");
    studio.type_text("Strikes only what it sees");
    studio.key(egui::Key::Enter);
    let new = "Strikes only what it sees: needs a condition";
    studio.wait_for(new);
    assert!(!studio.path("game/guard.claims.json").exists());
    assert!(studio.shows("Problems"), "nothing is wrong yet");
    studio.steps(2);
    studio.type_text("running('Strike') && !running('Attack')");
    studio.key(egui::Key::Enter);
    studio.wait_for("Strikes only what it sees: holds (proved)");
    assert_eq!(saved_claims(&studio).claims.len(), 1);
    studio.click("Claims (1)");
    studio.click("Add claim");
    studio.click("Remove New claim");
    studio.steps(2);
    assert!(!studio.shows_part("needs a condition"));
    assert_eq!(saved_claims(&studio).claims.len(), 1);
}

#[test]
fn a_new_assumption_gets_the_keys() {
    let mut studio = guard(None);
    let tree = studio.document();
    explore(&mut studio);
    studio.click("Assumptions > Add assumption");
    studio.steps(2);
    studio.type_text("!sees_enemy");
    assert!(!studio.path("game/guard.claims.json").exists());
    studio.key(egui::Key::Enter);
    studio.steps(2);
    assert_eq!(saved_claims(&studio).assumptions, ["!sees_enemy"]);
    assert_eq!(studio.document(), tree);
}

#[test]
fn undo_in_the_panel_is_of_the_claims_also_after_a_click() {
    let mut studio = guard(Some(&file_of(
        r#"{"name": "Calm", "never": "running('Strike')"}, {"name": "Quick", "can": "true"}"#,
    )));
    let tree = studio.document();
    delete(&mut studio, "Shout");
    explore(&mut studio);
    studio.click("Claims (2)");
    studio.reach("Remove Calm");
    studio.steps(2);
    assert_eq!(saved_claims(&studio).claims.len(), 1);
    studio.keys("Ctrl+Z");
    assert_eq!(saved_claims(&studio).claims.len(), 2);
    assert_ne!(studio.document(), tree, "the tree is as it was edited");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), tree);
}

#[test]
fn an_error_of_a_condition_is_not_shown_while_it_is_corrected() {
    let mut studio = guard(Some(&file_of(r#"{"name": "Calm", "never": "sees_enmy"}"#)));
    explore(&mut studio);
    studio.click("Claims (1)");
    let row = studio.labels_that_begin("Calm: ").remove(0);
    studio.click(&row);
    assert!(
        studio.shows_part("“sees_enmy”"),
        "{:?}",
        studio.names_from("Claim name")
    );
    studio.focus("Condition");
    studio.type_text(" ");
    studio.steps(2);
    assert!(!studio.shows_part("“sees_enmy”"));
}

#[test]
fn what_was_found_before_an_edit_is_not_shown_as_known() {
    let claims = file_of(r#"{"name": "Never fights", "never": "running('Strike')"}"#);
    let mut studio = guard(Some(&claims));
    explore(&mut studio);
    assert!(studio.shows_part("can never abort anything"));
    assert!(studio.shows_part("(proved)") || studio.shows_part(": proved"));
    studio.click("Problems (1)");
    assert!(!studio.labels_that_begin("Show the run").is_empty());
    delete(&mut studio, "Shout");
    studio.steps(2);
    studio.must_show(&["Broken claim: Never fights"]);
    assert_eq!(studio.labels_that_begin("Show the run"), [""; 0]);
    studio.show_panel("Explore");
    studio.must_show_part(&["have changed since", "before the last change"]);
    assert_eq!(studio.labels_that_begin("Show the run"), [""; 0]);
    // Nor while it is explored anew.
    studio.conditions.background_gate.shut(true);
    studio.keys("Ctrl+Shift+X");
    studio.wait_for("Stop exploring");
    studio.must_show_part(&["before the last change"]);
    studio.conditions.background_gate.release();
    studio.wait_until(|studio| !studio.shows_part("before the last change"));
}

#[test]
fn a_shown_run_is_saved_as_a_scenario_by_one_click() {
    let claims = file_of(r#"{"name": "Never fights", "never": "running('Strike')"}"#);
    let mut studio = guard(Some(&claims));
    explore(&mut studio);
    studio.click("Claims (1)");
    studio.click("Save the run as a scenario: Never fights: broken");
    let file = "guard.shows-that-never-fights-is-broken.scenario.json";
    studio.must_say(file);
    let written = studio.read(&format!("game/{file}"));
    assert!(written.contains("“Never fights”"), "{written}");
    assert_eq!(studio.state("Strike"), NodeState::Running);
    // The same by hand, with its name proposed.
    studio.show_panel("Explore");
    studio.click("Show the run: Never fights: broken");
    studio.show_panel("Scenarios");
    studio.click("Save run…");
    studio.steps(2);
    studio.click("Save scenario");
    studio.must_say("guard.shows-that-never-fights-is-broken-2.scenario.json");
}

#[test]
fn a_card_is_marked_only_with_what_holds_in_every_use_of_its_tree() {
    let mut studio = Studio::started();
    studio.menu("File > Examples > Post robot: one subtree used twice");
    explore(&mut studio);
    studio.must_show_part(&["“Path clear?” in “Bring” is always true"]);
    assert!(!studio.shows_part("never false"), "it can be in “Fetch”");
}

#[test]
fn a_saved_run_of_an_outcome_expects_it() {
    let mut studio = guard(None);
    explore(&mut studio);
    let strike = studio.id("Strike");
    studio.front_select(strike.as_str());
    studio.click("Selected node");
    let saves = "Save the run as a scenario: Strike: succeed";
    // One is in the panel, and one in the inspector.
    let at = studio.all(saves)[0].rect().center();
    studio.press_at(at, 1);
    let written = studio.read("game/guard.strike-succeed.scenario.json");
    assert!(written.contains(r#""Strike": "Success""#), "{written}");
}

#[test]
fn undo_in_the_panel_follows_a_choice_from_a_list() {
    let mut studio = guard(None);
    delete(&mut studio, "Shout");
    let tree = studio.document();
    explore(&mut studio);
    studio.click("Inputs");
    studio.click("When the game writes sees_enemy > Never");
    assert_eq!(saved_claims(&studio).inputs.len(), 1);
    studio.keys("Ctrl+Z");
    studio.steps(2);
    assert!(saved_claims(&studio).inputs.is_empty());
    assert_eq!(studio.document(), tree);
}

#[test]
fn a_broken_claim_stays_a_problem_when_its_node_is_renamed() {
    let claims = file_of(r#"{"name": "Never fights", "never": "running('Strike')"}"#);
    let mut studio = guard(Some(&claims));
    explore(&mut studio);
    studio.must_show(&["Problems (1)"]);
    let strike = studio.id("Strike");
    studio.front_select(strike.as_str());
    studio.fill("Name", "Hit");
    studio.steps(2);
    studio.must_show(&["Problems (1)"]);
}

#[test]
fn a_search_goes_on_only_in_the_tree_that_it_began_with() {
    let mut studio = guard(Some(
        &file_of("").replace(r#""claims""#, r#""limits": {"states": 2}, "claims""#),
    ));
    explore(&mut studio);
    let is_enabled =
        |studio: &Studio| !studio.get("Explore further").accesskit_node().is_disabled();
    assert!(is_enabled(&studio));
    delete(&mut studio, "Shout");
    assert!(!is_enabled(&studio));
}

/// The tree of which not everything can be tried: with `sin` of an input, only samples.
const COMPASS: &str = r#"{"format": "treewright", "version": 1, "root": "n1", "restart_when_complete": true,
    "variables": [{"name": "angle", "type": "float"}],
    "nodes": [{"id": "n1", "task": "Selector", "name": "Choose", "children": ["n2", "n3", "n4"]},
        {"id": "n2", "task": "Expression", "name": "Turned?", "parameters": {"expression": "sin(angle) > 5.0"}},
        {"id": "n3", "task": "Succeed", "name": "Give up"},
        {"id": "n4", "task": "Wait", "name": "Late"}]}"#;

/// An editor on the compass, which was explored.
fn explored_compass() -> Studio {
    let made = Studio::empty();
    let claim = r#"{"name": "Calm", "never": "running('Late')"}"#;
    let claims = file_of(claim).replace("guard.bt.json", "compass.bt.json");
    made.write("compass.claims.json", &claims);
    let file = made.write("compass.bt.json", COMPASS);
    let mut studio = made.started_again(&[file]);
    explore(&mut studio);
    studio.must_show_part(&["Not proved: "]);
    studio
}

#[test]
fn what_is_only_not_seen_is_marked_in_other_words_than_what_is_proved() {
    let mut studio = explored_compass();
    // The legend, the cards, the panel, and the tooltip with the reason.
    assert!(studio.shows("1 node not seen to run"));
    studio.must_show_part(&[
        "Late (Wait), was not seen to run",
        "Turned? (Expression), not seen true",
    ]);
    studio.click("Selected node");
    let card = studio.card("Late");
    studio.press_at(card.center(), 1);
    assert!(studio.shows("Late: was not seen to run"));
    let card = studio.card("Give up");
    studio.harness.hover_at(card.center());
    studio.steps(20);
    studio.must_show_part(&["Was not seen to fail"]);
    studio
        .must_show_part(&["(as far as tried)\nNot proved: only some values of “angle” were tried"]);
}

#[test]
fn a_claim_that_holds_as_far_as_tried_has_another_word_than_a_proved_one() {
    let mut studio = explored_compass();
    studio.click("Claims (1)");
    studio.must_show(&["Calm: not broken (as far as tried)"]);
}

#[test]
fn a_saved_run_of_a_broken_claim_passes_as_long_as_the_fault_can_be_shown() {
    let claims = file_of(r#"{"name": "Never fights", "never": "running('Strike')"}"#);
    let mut studio = guard(Some(&claims));
    explore(&mut studio);
    studio.click("Claims (1)");
    studio.click("Save the run as a scenario: Never fights: broken");
    studio.must_say("guard.shows-that-never-fights-is-broken.scenario.json");
    let written = studio.read("game/guard.shows-that-never-fights-is-broken.scenario.json");
    assert!(
        written.contains("\"Shows that “Never fights” is broken\""),
        "{written}"
    );
    assert!(written.contains(r#""Strike": "Running""#), "{written}");
    studio.keys("Ctrl+Shift+F4");
    studio.wait_until(|studio| studio.shows("1 scenario: 1 passed, 0 failed"));
    // The guard no longer fights.
    let mended = GUARD.replace(r#"["n3", "n4", "n5"]"#, r#"["n3", "n0", "n4", "n5"]"#);
    let mended = mended.replace(
        r#""nodes": ["#,
        r#""nodes": [{"id": "n0", "task": "Fail"},"#,
    );
    let file = studio.write("game/guard.bt.json", mended);
    let mut studio = studio.started_again(&[file]);
    studio.keys("Ctrl+Shift+F4");
    studio.wait_until(|studio| studio.shows("1 scenario: 0 passed, 1 failed"));
}

#[test]
fn a_saved_run_of_a_claim_on_variables_expects_their_values_and_what_runs() {
    let claims = file_of(r#"{"name": "Blind", "never": "sees_enemy"}"#);
    let mut studio = guard(Some(&claims));
    explore(&mut studio);
    studio.click("Claims (1)");
    studio.click("Save the run as a scenario: Blind: broken");
    let written = studio.read("game/guard.shows-that-blind-is-broken.scenario.json");
    let (_, expected) = written.split_once("\"expect\"").expect("expectations");
    assert!(expected.contains(r#""sees_enemy": true"#), "{written}");
    assert!(expected.contains(r#""running": ["#), "{written}");
}

#[test]
fn an_edit_while_it_searches_is_said_at_once_and_undo_takes_it_back() {
    let mut studio = guard(None);
    studio.conditions.background_gate.shut(true);
    studio.keys("Ctrl+Shift+X");
    studio.wait_for("Stop exploring");
    let outdated = "of the tree before your edit";
    assert!(!studio.shows_part(outdated));
    delete(&mut studio, "Shout");
    studio.must_show_part(&["Exploring: ", outdated]);
    studio.keys("Ctrl+Z");
    studio.steps(2);
    assert!(!studio.shows_part(outdated));
    studio.conditions.background_gate.release();
    studio.wait_for("Explore all runs");
    studio.must_show_part(&["Proved: "]);
}

#[test]
fn results_count_again_once_undo_has_restored_the_tree() {
    let mut studio = guard(None);
    explore(&mut studio);
    // Where a card is does not matter.
    let strike = studio.id("Strike");
    studio.front_select(strike.as_str());
    studio.focus_canvas();
    studio.keys("Alt+Shift+ArrowRight");
    delete(&mut studio, "Shout");
    studio.must_show_part(&["have changed since"]);
    studio.keys("Ctrl+Z");
    studio.steps(2);
    assert!(!studio.shows_part("have changed since"));
    studio.must_show_part(&["Proved: "]);
    studio.keys("Ctrl+Shift+Z");
    studio.steps(2);
    studio.must_show_part(&["have changed since"]);
}

/// The pixels of the window in this part.
fn pixels(studio: &mut Studio, part: Rect) -> RgbaImage {
    studio.harness.remove_cursor();
    studio.steps(8);
    let picture = studio.harness.render().unwrap();
    let [x, y, width, height] = [part.min.x, part.min.y, part.width(), part.height()];
    let [x, y, width, height] = [x, y, width, height].map(|length| length.round() as u32);
    crop_imm(&picture, x, y, width, height).to_image()
}

#[test]
fn the_frame_of_a_node_that_never_runs_leaves_its_number_legible() {
    // Rest never ends, and is to the left of Patrol.
    let tree = GUARD.replace(r#""n10", "n18"]"#, r#""n18", "n10"]"#);
    let made = Studio::empty();
    let file = made.write("guard.bt.json", tree);
    let mut studio = made.started_again(&[file]);
    explore(&mut studio);
    let card = studio.card("Patrol");
    let number = Rect::from_center_size(card.center_top(), vec2(8.0, 10.0));
    let corner = Rect::from_center_size(card.left_top(), vec2(20.0, 20.0));
    let marked = [number, corner].map(|part| pixels(&mut studio, part));
    studio.click("Highlight impossible outcomes");
    let plain = [number, corner].map(|part| pixels(&mut studio, part));
    assert!(marked[0] == plain[0], "the frame is over the number");
    assert!(marked[1] != plain[1], "there is no frame");
}

#[test]
fn a_frame_of_what_is_not_proved_has_other_lines() {
    // Rest never ends, and is to the left of Patrol.
    let tree = GUARD.replace(r#""n10", "n18"]"#, r#""n18", "n10"]"#);
    let looks = ["1000", "1"].map(|frames| {
        let made = Studio::empty();
        let limits = format!(r#""limits": {{"frames": {frames}}}, "claims""#);
        made.write(
            "guard.claims.json",
            file_of("").replace(r#""claims""#, &limits),
        );
        let file = made.write("guard.bt.json", &tree);
        let mut studio = made.started_again(&[file]);
        explore(&mut studio);
        studio.must_show_part(&[match frames {
            "1000" => "Patrol (Sequence), can never run",
            _ => "Patrol (Sequence), was not seen to run",
        }]);
        let card = studio.card("Patrol");
        let edge = Rect::from_min_max(card.left_bottom(), card.center_bottom());
        pixels(&mut studio, edge.expand2(vec2(0.0, 2.0)))
    });
    assert!(looks[0] != looks[1], "both look the same");
}
