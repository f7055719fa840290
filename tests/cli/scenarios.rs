//! `treewright test`.

use super::harness::{Folder, MustHold as _, assert_holds};
use super::run::SEEN;

fn folder() -> Folder {
    Folder::with_guard().with("guard.seen.scenario.json", SEEN)
}

fn failing() -> String {
    SEEN.replace("\"seen\": true", "\"seen\": false")
}

#[test]
fn a_scenario_passes() {
    let ended = folder().works("test guard.seen.scenario.json");
    ended.out_holds("passed guard.seen.scenario.json: Somebody comes + 1 passed, 0 failed");
}

#[test]
fn a_scenario_fails_with_the_reason() {
    let folder = folder().with("guard.wrong.scenario.json", failing());
    let ended = folder.finds("test .");
    ended.out_holds("failed ./guard.wrong.scenario.json");
    ended.out_holds("Frame 3: `Chase` (n4): expected to run, found running: `Patrol` (n5)");
    ended.out_holds("2 scenarios: 1 passed, 1 failed");
    let json = folder.json(1, "test .");
    assert_eq!(json["passed"], 1);
    assert_eq!(json["scenarios"][1]["frame"], 3);
}

#[test]
fn a_tree_names_its_scenarios_and_a_folder_all_inside() {
    let other = SEEN.replace("guard.bt.json", "../guard.bt.json");
    let folder = folder()
        .with("treewright.project.json", "")
        .with("deep/er/other.scenario.json", other.replace("..", "../.."));
    folder
        .works("test guard.bt.json")
        .out
        .must_hold("1 scenario:");
    assert_holds(&folder.works("test .").out, &["2 scenarios:"]);
}

/// The guard with this stand-in for patrolling, and a scenario that expects `status` after its second frame.
fn played(stand_in: &str, leaves: &str, status: &str) -> Folder {
    let tree = include_str!("guard.bt.json");
    let at = "\"id\": \"n5\",";
    assert_eq!(tree.matches(at).count(), 1);
    let tree = tree.replace(at, &format!("{at} \"stand_in\": {stand_in},"));
    let scenario = format!(
        "{{\"format\": \"treewright-scenario\", \"version\": 1, \"tree\": \"played.bt.json\", \"leaves\": {leaves}, \"steps\": [{{\"frame\": 2, \"expect\": {{\"status\": \"{status}\"}}}}]}}"
    );
    let folder = Folder::with_guard().with("played.bt.json", tree);
    folder.with("played.scenario.json", scenario)
}

#[test]
fn scripts_of_the_scenario_override_stand_ins_of_the_document() {
    let after_two = "{\"after_frames\": 2, \"then\": \"Failure\"}";
    let folder = played(after_two, "{}", "Failure");
    folder.works("test played.scenario.json");
    folder.works("run played.bt.json --frames 3 => Failure");
    let folder = played(
        after_two,
        "{\"Patrol\": {\"always\": \"Success\"}}",
        "Success",
    );
    folder.works("test played.scenario.json");
}

#[test]
fn a_broken_stand_in_is_reported_with_its_position() {
    let broken = "{\"expression\": \"unheard > 1\"}";
    let folder = played(broken, "{}", "Running");
    folder.finds("check played.bt.json => stand-in expression, column 1 + `unheard`");
    let scripted = played("\"ask\"", &format!("{{\"n5\": {broken}}}"), "Running");
    scripted.refuses("test played.scenario.json => cannot run + stand-in expression, column 1");
}

#[test]
fn the_tree_is_found_by_name_when_none_is_named() {
    let unnamed = SEEN.replace("  \"tree\": \"guard.bt.json\",\n", "");
    let folder = Folder::with_guard().with("guard.seen.scenario.json", unnamed);
    folder.works("test guard.seen.scenario.json");
}

#[test]
fn scenarios_that_cannot_run_end_with_2() {
    let misspelt = SEEN.replace("\"running\"", "\"runs\"");
    let folder = folder().with("m.scenario.json", misspelt);
    folder.refuses("test m.scenario.json => m.scenario.json:13: + runs");
    let lost = folder.with("l.scenario.json", SEEN.replace("guard.bt", "no.bt"));
    lost.refuses("test l.scenario.json")
        .err
        .must_hold("no.bt.json does not exist");
    let unknown = lost.with("u.scenario.json", SEEN.replace("[\"Chase\"]", "[\"Flee\"]"));
    assert_holds(&unknown.refuses("test u.scenario.json").err, &["Flee"]);
    assert_holds(&unknown.finds("check u.scenario.json").out, &["Flee"]);
}

#[test]
fn no_scenarios_is_no_success() {
    let folder = Folder::with_guard();
    assert_holds(&folder.refuses("test .").err, &["no_scenarios"]);
    folder.refuses("test guard.bt.json");
    folder.refuses("test no-such-place");
}

#[test]
fn scenarios_have_a_canonical_form() {
    let folder = folder().with("s.scenario.json", SEEN.replace('\n', ""));
    folder.works("fmt --check guard.seen.scenario.json");
    folder.finds("fmt --check s.scenario.json");
    folder.works("fmt s.scenario.json");
    assert_eq!(folder.read("s.scenario.json"), SEEN);
}

#[test]
fn a_scenario_of_another_tree_is_a_problem_of_the_scenario() {
    let other = SEEN.replace("[\"Chase\"]", "[\"Flee\"]");
    let folder = Folder::with_guard().with("o.scenario.json", other);
    for command in [
        "run --scenario o.scenario.json guard.bt.json",
        "test o.scenario.json",
    ] {
        let ended = folder.refuses(command);
        ended.err_holds("unknown_node + o.scenario.json: does not match guard.bt.json + Flee");
        assert!(!ended.err.contains("treewright check"), "{}", ended.err);
    }
    let ended = folder.refuses("run --scenario none.scenario.json guard.bt.json");
    assert_holds(&ended.err, &["no such file", "the scenario"]);
    assert!(!ended.err.contains("treewright new"), "{}", ended.err);
}

#[test]
fn a_misspelled_node_gets_a_suggestion() {
    let misspelt = SEEN.replace("[\"Chase\"]", "[\"Chaes\"]");
    let folder = Folder::with_guard().with("m.scenario.json", misspelt);
    folder.refuses("test m.scenario.json => did you mean `Chase`?");
}

#[test]
fn a_scenario_has_an_end() {
    let long = SEEN.replace("\"frames\": 4", "\"frames\": 1000001");
    let folder = Folder::with_guard().with("l.scenario.json", long);
    folder.refuses("test l.scenario.json => l.scenario.json:7: + limit 1000000, found 1000001");
}
