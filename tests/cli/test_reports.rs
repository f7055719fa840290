//! The options of `treewright test`: differences, XML for build servers, coverage, updating expectations, and running again after changes.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::harness::{Folder, assert_holds};
use super::run::SEEN;

/// A scenario that fails in two frames, with unusual formatting.
const WRONG: &str = r#"{"format": "treewright-scenario", "version": 1, "$schema": "mine.json",
  "name": "Somebody comes",   "frames": 4,
  "steps": [
    {"frame": 1, "expect": {"running": [ "Patrol" ], "nodes": {"Chase":   "Running"}}},
    {"frame": 3, "set": {"seen": true},
     "expect": {"running": ["Chase"],
        "aborts": [], "variables": {"seen" : false}}}
  ]}
"#;

fn wrong() -> Folder {
    Folder::with_guard().with("guard.wrong.scenario.json", WRONG)
}

#[test]
fn every_difference_is_reported_with_expected_and_found() {
    let ended = wrong().finds("test .");
    ended.out_holds("Frame 1: `Chase` (n4): expected Running, has not run yet");
    ended.out_holds("expected  \"nodes\": {\"Chase\": \"Running\"}");
    ended.out_holds("found     \"nodes\": {\"Chase\": \"Idle\"}");
    ended.out_holds("Frame 3: `seen`: expected false, found true");
    ended.out_holds("found     \"aborts\": [{\"conditional\": \"Sees somebody?\", \"scope\": ");
    ended.out_holds("Why? + “Chase” was not reached");
    let json = wrong().json(1, "test .");
    let why = &json["scenarios"][0]["why"];
    assert!(
        why[0]["text"]
            .as_str()
            .unwrap()
            .contains("“Chase” was not reached"),
        "{why}"
    );
    let differences = &json["scenarios"][0]["differences"];
    assert_eq!(differences.as_array().unwrap().len(), 3, "{differences}");
    assert_eq!(differences[1]["frame"], 3);
    assert_eq!(
        differences[1]["expected"],
        "\"variables\": {\"seen\": false}"
    );
}

#[test]
fn each_difference_has_its_reason_also_an_abort_that_did_not_fire() {
    let json = wrong().json(1, "test .");
    let differences = json["scenarios"][0]["differences"].as_array().unwrap();
    for difference in differences {
        assert!(difference["why"][0]["text"].is_string(), "{difference}");
    }
    let text = differences[1]["why"][0]["text"].as_str().unwrap();
    assert!(text.contains("set from outside before frame 3"), "{text}");
    let missed = r#"{"format": "treewright-scenario", "version": 1, "name": "Nobody comes", "frames": 3,
        "steps": [{"frame": 1, "expect": {"running": ["Chase"]}},
            {"frame": 3, "expect": {"aborts": [{"conditional": "Sees somebody?"}]}}]}"#;
    let folder = Folder::with_guard().with("guard.missed.scenario.json", missed);
    let stayed = "“Sees somebody?” is watched, but has stayed false";
    let ended = folder.finds("test --junit out.xml .");
    ended.out_holds("Frame 1: ");
    ended.out_holds("Frame 3: ");
    ended.out_holds(stayed);
    assert_holds(&folder.read("out.xml"), &[stayed]);
}

#[test]
fn only_the_first_of_very_many_differences_are_explained() {
    let steps: Vec<String> = (1..=3_000)
        .map(|frame| format!(r#"{{"frame": {frame}, "expect": {{"running": ["Chase"]}}}}"#))
        .collect();
    let scenario = format!(
        r#"{{"format": "treewright-scenario", "version": 1, "frames": 3000, "steps": [{}]}}"#,
        steps.join(", ")
    );
    let folder = Folder::with_guard().with("guard.many.scenario.json", scenario);
    let json = folder.json(1, "test .");
    let differences = json["scenarios"][0]["differences"].as_array().unwrap();
    let is_explained = |difference: &&serde_json::Value| difference["why"].is_array();
    assert_eq!(differences.iter().filter(is_explained).count(), 50);
    assert_eq!(differences.len(), 1_000, "more are not listed");
}

#[test]
fn a_wrong_entry_of_a_scenario_is_told_in_plain_words() {
    let scenario = r#"{"format": "treewright-scenario", "version": 1, "frames": 1,
        "steps": [{"frame": 1, "events": ["ring"]}]}"#;
    let folder = Folder::with_guard().with("guard.wrong.scenario.json", scenario);
    folder.refuses("test . => steps[0].events[0]");
    folder.refuses("test . => expected an object with the fields");
}

#[test]
fn an_update_changes_the_values_that_differ_and_no_other_byte() {
    let folder = wrong().with("guard.right.scenario.json", SEEN);
    let ended = folder.works("test --update .");
    ended.out_holds("updated ./guard.wrong.scenario.json + was  \"variables\": {\"seen\": false}");
    ended.out_holds("now  \"variables\": {\"seen\": true} + passed ./guard.right.scenario.json");
    ended.out_holds("2 scenarios: 2 passed, 0 failed, 0 unusable, 1 of them updated");
    let aborts = r#"[{"conditional": "Sees somebody?", "scope": "n1"}]"#;
    let wanted = WRONG
        .replace(r#""Chase":   "Running""#, r#""Chase":   "Idle""#)
        .replace("\"aborts\": []", &format!("\"aborts\": {aborts}"))
        .replace("\"seen\" : false", "\"seen\" : true");
    assert_eq!(folder.read("guard.wrong.scenario.json"), wanted);
    assert_eq!(folder.read("guard.right.scenario.json"), SEEN);
    let again = folder.works("test --update .");
    assert!(!again.out.contains("updated"), "{}", again.out);
}

#[test]
fn scenarios_that_cannot_run_are_not_updated() {
    let misspelt = SEEN.replace("[\"Chase\"]", "[\"Chaes\"]");
    let folder = Folder::with_guard().with("m.scenario.json", &misspelt);
    folder.refuses("test --update m.scenario.json");
    assert_eq!(folder.read("m.scenario.json"), misspelt);
}

#[test]
fn junit_has_a_case_per_scenario() {
    let hostile = SEEN.replace("Somebody comes", r#"<a b=\"1\"> & ]]> \u0007\u001b[31m 狗"#);
    let folder = wrong()
        .with("guard.hostile.scenario.json", hostile)
        .with("lost.scenario.json", SEEN.replace("guard.bt", "no.bt"));
    folder.refuses("test --junit out.xml . no-such-place");
    let xml = folder.read("out.xml");
    let report = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    assert_eq!(
        (report.tests, report.failures, report.errors),
        (4, 1, 2),
        "{xml}"
    );
    let cases: Vec<_> = report
        .test_suites
        .iter()
        .flat_map(|s| &s.test_cases)
        .collect();
    assert_eq!(cases[0].name.as_str(), "<a b=\"1\"> & ]]>  狗");
    assert_holds(
        &xml,
        &[
            "message=\"Frame 1: `Chase` (n4): expected Running, has not run yet\"",
            "expected  &quot;nodes&quot;: {&quot;Chase&quot;: &quot;Running&quot;}",
            "no.bt.json does not exist",
        ],
    );
    let nowhere = folder.refuses("test --junit no/such/folder.xml guard.wrong.scenario.json");
    assert_holds(&nowhere.err, &["cannot write the results"]);
}

#[test]
fn unreached_nodes_are_listed() {
    let quiet = SEEN.replace("\"seen\": true", "\"seen\": false");
    let quiet = quiet.replace("[\"Chase\"]", "[\"Patrol\"]");
    let quiet = quiet.replace("[{\"conditional\": \"Sees somebody?\"}]", "[]");
    let folder = Folder::with_guard().with("guard.quiet.scenario.json", quiet);
    let ended = folder.works("test --coverage guard.bt.json");
    ended.out_holds("coverage guard.bt.json: 4 of 5 nodes reached (80 %)");
    ended.out_holds("not reached: `Chase` (n4)");
    folder.finds("test --min-coverage 80.5 . => but 80.5 % required + 1 passed, 0 failed");
    folder.works("test --min-coverage 80 .");
    folder.refuses("test --min-coverage 101 .");
    let json = folder.json(0, "test --coverage .");
    assert_eq!(json["coverage"]["percent"], 80.0);
    assert_eq!(json["coverage"]["trees"][0]["never_reached"][0]["id"], "n4");
    let other = SEEN.replace("guard.bt", "../guard.bt");
    let both = folder
        .with("treewright.project.json", "")
        .with("deep/seen.scenario.json", other);
    both.works("test --coverage . => coverage guard.bt.json: 5 of 5 nodes reached (100 %)");
}

#[test]
fn outcomes_are_counted_by_measure() {
    let quiet = SEEN.replace("\"seen\": true", "\"seen\": false");
    let quiet = quiet.replace("[\"Chase\"]", "[\"Patrol\"]");
    let quiet = quiet.replace("[{\"conditional\": \"Sees somebody?\"}]", "[]");
    let folder = Folder::with_guard().with("guard.quiet.scenario.json", quiet);
    let ended = folder.works("test --coverage guard.bt.json");
    ended.out_holds("`Sees somebody?` (n3): never true");
    ended.out_holds("never aborted anything in `Selector` (n1)");
    assert!(!ended.out.contains("never false"), "{}", ended.out);
    // The results of a node that was not reached are clear.
    assert!(!ended.out.contains("`Chase` (n4): "), "{}", ended.out);
    ended.out_holds("Nodes + Results + Conditions + Aborts + Switches + All outcomes");
    let row = ended.out.lines().find(|line| line.starts_with("guard.bt"));
    let cells: Vec<_> = row.unwrap().split_whitespace().collect();
    let cells = cells[cells.len() - 6..].join(" ");
    assert_eq!(cells, "4/5 1/8 1/2 0/1 – 2/11");
    let only = folder.works("test --coverage --measure conditions .");
    only.out_holds("coverage guard.bt.json: Conditions: 1 of 2 covered (50 %)");
    only.out_holds("never true");
    assert!(!only.out.contains("never returned"), "{}", only.out);
    folder.finds("test --min-coverage 51 --measure conditions . => but 51 % required");
    folder.works("test --min-coverage 50 --measure conditions .");
    folder.works("test --min-coverage 80 --measure nodes .");
    folder.refuses("test --measure lines .");
    let json = folder.json(0, "test --coverage .");
    let (all, tree) = (&json["coverage"], &json["coverage"]["trees"][0]);
    assert_eq!(all["measures"]["outcomes"]["all"], 11);
    assert_eq!(tree["measures"]["conditions"]["percent"], 50.0);
    let missing = tree["missing"].as_array().unwrap();
    let of_condition = |entry: &&serde_json::Value| entry["id"] == "n3";
    let found: Vec<_> = missing.iter().filter(of_condition).collect();
    assert_eq!(found[0]["outcome"], "true");
    assert_eq!(found[1]["outcome"], "abort");
    assert_eq!(found[1]["scope"], "n1");
    // Another scenario covers the rest of the condition.
    let both = folder.with("guard.seen.scenario.json", SEEN);
    both.works("test --min-coverage 100 --measure conditions .");
    both.works("test --min-coverage 100 --measure aborts .");
}

#[test]
fn coverage_is_written_for_build_servers() {
    let folder = Folder::with_guard().with("guard.seen.scenario.json", SEEN);
    folder.works("test --coverage-out out.xml .");
    let condition =
        "<line number=\"21\" hits=\"2\" branch=\"true\" condition-coverage=\"100% (3/3)\">";
    assert_holds(
        &folder.read("out.xml"),
        &[
            "lines-covered=\"5\" lines-valid=\"5\" branches-covered=\"4\" branches-valid=\"11\"",
            "filename=\"guard.bt.json\"",
            condition,
            "condition-coverage=\"50% (1/2)\"",
        ],
    );
    folder.works("test --coverage-out out.info .");
    let lcov = folder.read("out.info");
    let records = [
        "TN:treewright",
        "SF:guard.bt.json",
        "DA:21,2",
        "LF:5",
        "LH:5",
    ];
    assert_holds(&lcov, &records);
    assert_holds(
        &lcov,
        &["BRDA:16,0,0,0", "BRDA:16,0,1,1", "BRF:11", "BRH:4"],
    );
    assert!(lcov.ends_with("end_of_record\n"), "{lcov}");
    let nowhere = folder.refuses("test --coverage-out no/such/folder.xml .");
    assert_holds(&nowhere.err, &["cannot write the coverage"]);
}

/// A program that ends with the test, and its lines.
struct Running {
    child: Child,
    lines: Receiver<String>,
}

impl Running {
    fn start(folder: &Folder, arguments: &str) -> Self {
        let mut child = folder
            .command(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Self { child, lines }
    }

    /// Waits for a run whose lines contain all of these.
    fn until_it_says(&self, parts: &[&str]) {
        let mut run = String::new();
        loop {
            // Far longer than needed, so that a failure ends the test instead of blocking it.
            let line = self.lines.recv_timeout(Duration::from_mins(2));
            let line = line.unwrap_or_else(|_| panic!("no {parts:?} in the last run:\n{run}"));
            // Writing a file may cause two changes, and therefore two runs.
            if line.starts_with("Watching") {
                if parts.iter().all(|part| run.contains(part)) {
                    return;
                }
                run.clear();
            }
            run += &line;
            run.push('\n');
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn scenarios_run_again_when_a_tree_or_a_scenario_changes() {
    let folder = Folder::with_guard().with("guard.seen.scenario.json", SEEN);
    let running = Running::start(&folder, "test --watch .");
    running.until_it_says(&["1 passed, 0 failed"]);
    let folder = folder.with(
        "guard.seen.scenario.json",
        SEEN.replace("[\"Chase\"]", "[\"Patrol\"]"),
    );
    running.until_it_says(&["Changed: guard.seen.scenario.json", "0 passed, 1 failed"]);
    let other = folder
        .read("guard.bt.json")
        .replace("\"Patrol\"", "\"Stroll\"");
    let folder = folder.with("guard.bt.json", other);
    running.until_it_says(&["Changed: guard.bt.json", "0 failed, 1 unusable"]);
    let _folder = folder.with("new.scenario.json", SEEN.replace("comes", "came"));
    running.until_it_says(&["Changed: new.scenario.json", "2 scenarios"]);
}
