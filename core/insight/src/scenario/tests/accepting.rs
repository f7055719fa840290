//! External inputs, ends of nodes, frames without aborts, accepting differences, and coverage.

use super::*;
use crate::scenario_json;

fn differences(scenario: &Scenario) -> Vec<ScenarioDifference> {
    let document = guard();
    let mut run = ScenarioRun::new(&document, &NodeLibrary::builtin(), scenario).unwrap();
    run.finish().unwrap().to_vec()
}

fn sentences(scenario: &Scenario) -> Vec<String> {
    let all = differences(scenario);
    all.iter().map(ToString::to_string).collect()
}

fn ended(node: &str, ending: Ending) -> Expectation {
    Expectation {
        ended: vec![(node.into(), ending)],
        ..Expectation::default()
    }
}

#[test]
fn a_forced_result_replaces_the_result_of_the_leaf() {
    let forced = ScenarioStep {
        force: vec![("Patrol".into(), Status::Failure)],
        expect: ended("Patrol", Ending::Failure),
        ..ScenarioStep::default()
    };
    assert_eq!(sentence(&scenario(2, [(2, forced.clone())])), "passed");
    let at_a_parent = ScenarioStep {
        force: vec![("Chase".into(), Status::Failure)],
        ..forced
    };
    let said = sentence(&scenario(2, [(2, at_a_parent)]));
    assert!(said.contains("only leaves"), "{said}");
}

#[test]
fn tasks_are_interrupted_by_their_key() {
    let tree = r#"{"format": "treewright", "version": 1, "root": "r", "nodes": [
        {"id": "r", "task": "Interruptible", "parameters": {"key": "door"}, "children": ["a"]},
        {"id": "a", "task": "Idle"}]}"#;
    let document = treewright_core::format::native::read(tree.as_bytes()).unwrap();
    let steps = r#""steps": [{"frame": 2, "interrupt": [{"key": "door", "result": "Success"}],
        "expect": {"status": "Success", "ended": {"a": "Interrupted"}}}]"#;
    let text = format!(r#"{{"format": "treewright-scenario", "version": 1, {steps}}}"#);
    let scenario = scenario_json::read(text.as_bytes()).unwrap();
    let library = NodeLibrary::builtin();
    let mut run = ScenarioRun::new(&document.document, &library, &scenario).unwrap();
    assert_eq!(run.finish().unwrap(), []);
    let again = scenario_json::write(&scenario);
    assert_eq!(scenario_json::read(again.as_bytes()).unwrap(), scenario);
}

#[test]
fn an_end_is_expected_in_one_frame() {
    let mut answers = scenario(3, [(2, expect(ended("Patrol", Ending::Success)))]);
    answers.leaves = vec![(
        "Patrol".into(),
        updates(vec![Status::Running, Status::Success]),
    )];
    assert_eq!(sentence(&answers), "passed");
    answers.steps = [(3, expect(ended("Patrol", Ending::Success)))].into();
    assert_eq!(
        sentence(&answers),
        "frame 3: `Patrol` (n5): expected to end with Success, but it did not end"
    );
    answers.steps = [(2, expect(ended("Patrol", Ending::None)))].into();
    assert_eq!(
        sentence(&answers),
        "frame 2: `Patrol` (n5): expected no end in this frame, but it ended with Success"
    );
}

#[test]
fn no_abort_fires_in_frames_without_aborts() {
    let mut quiet = scenario(9, [(6, set("seen", true))]);
    quiet.no_aborts = vec![FrameRange { from: 2, to: 5 }];
    assert_eq!(sentence(&quiet), "passed");
    quiet.no_aborts = vec![FrameRange { from: 5, to: 9 }];
    let said = "frame 6: `Sees` (n3): unexpected abort in `Selector` (n1)";
    assert_eq!(sentences(&quiet), [said]);
    quiet.accept(&differences(&quiet));
    let around = [FrameRange { from: 5, to: 5 }, FrameRange { from: 7, to: 9 }];
    assert_eq!(quiet.no_aborts, around);
    assert_eq!(sentence(&quiet), "passed");
    quiet.no_aborts = vec![FrameRange { from: 5, to: 10 }];
    assert!(sentence(&quiet).contains("ends after frame 9"));
}

/// A scenario with every kind of difference, in frames 1 and 3.
fn wrong() -> Scenario {
    let first = Expectation {
        status: Some(Status::Success),
        nodes: vec![
            ("Chase".into(), NodeState::Running),
            ("Patrol".into(), NodeState::Running),
        ],
        ended: vec![("n3".into(), Ending::Success)],
        running: Some(vec!["Run".into()]),
        variables: vec![
            ("distance".into(), Value::Int(2)),
            ("seen".into(), false.into()),
        ],
        aborts: Some(vec![abort("Sees", None)]),
    };
    let third = ScenarioStep {
        expect: Expectation {
            aborts: Some(vec![]),
            ..Expectation::default()
        },
        ..set("seen", true)
    };
    let mut scenario = scenario(4, [(1, expect(first)), (3, third)]);
    scenario.no_aborts = vec![FrameRange { from: 1, to: 4 }];
    scenario
}

#[test]
fn all_differences_are_reported_and_pass_once_accepted() {
    let mut wrong = wrong();
    let told = sentences(&wrong);
    assert_eq!(told.len(), 7, "{told:#?}");
    assert_eq!(
        told.iter().filter(|s| s.starts_with("frame 1: ")).count(),
        6
    );
    let found = differences(&wrong);
    wrong.accept(&found);
    assert_eq!(sentence(&wrong), "passed");
    let expected = &wrong.steps[&1].expect;
    assert_eq!(expected.running, Some(vec!["Patrol".into()]));
    assert_eq!(expected.nodes[1].1, NodeState::Running);
    assert_eq!(
        wrong.steps[&3].expect.aborts,
        Some(vec![abort("Sees", Some("n1"))])
    );
}

#[test]
fn accepting_changes_only_the_differing_text() {
    let text = r#"{ "format": "treewright-scenario", "version": 1, "$schema": "s.json",
  "frames": 3,   "no_aborts": [{"from": 1, "to": 3}],
  "steps": [ {"expect": {"nodes": {"Chase"  : "Running", "Patrol": "Running"},
        "running": [
            "Run"
        ], "variables": {"distance": 2, "seen": false}}, "frame": 1},
    {"frame": 2, "set": {"seen": true}, "expect": {"running": ["Run" ]}} ]
}"#;
    let scenario = scenario_json::read(text.as_bytes()).unwrap();
    let revised = scenario_json::revise(text.as_bytes(), &differences(&scenario)).unwrap();
    let wanted = text
        .replace(r#""Chase"  : "Running""#, r#""Chase"  : "Failure""#)
        .replace("[\n            \"Run\"\n        ]", r#"["Patrol"]"#)
        .replace(r#""distance": 2"#, r#""distance": 0.0"#)
        .replace(
            r#"[{"from": 1, "to": 3}]"#,
            r#"[{"from": 1, "to": 1}, {"from": 3, "to": 3}]"#,
        );
    assert_eq!(revised, wanted);
    let says = scenario_json::read(revised.as_bytes()).unwrap();
    assert_eq!(differences(&says), []);
    let same = scenario_json::revise(text.as_bytes(), &[]).unwrap();
    assert_eq!(same, text);
}

#[test]
fn facts_are_added_replaced_and_removed_one_by_one() {
    let mut scenario = scenario(2, [(1, set("seen", true))]);
    let fact = |state| Fact::Node("Run".into(), state);
    scenario.expect(5, fact(NodeState::Running));
    scenario.expect(5, fact(NodeState::Success));
    scenario.expect(1, Fact::Status(Status::Running));
    let quiet = Fact::NoAborts(FrameRange { from: 2, to: 7 });
    scenario.expect(2, quiet.clone());
    assert_eq!(scenario.frames, 7);
    let facts: Vec<_> = scenario.facts().collect();
    assert_eq!(
        facts,
        [
            (1, Fact::Status(Status::Running)),
            (5, fact(NodeState::Success)),
            (2, quiet),
        ]
    );
    for (frame, fact) in facts {
        scenario.forget(frame, &fact);
    }
    assert_eq!(scenario.facts().count(), 0);
    assert_eq!(scenario.steps.len(), 1, "what is done in frame 1 stays");
}

#[test]
fn coverage_is_summed_over_runs() {
    let document = guard();
    let library = NodeLibrary::builtin();
    let mut coverage = Coverage::default();
    let mut missed_after = |scenario: &Scenario| {
        let mut run = ScenarioRun::new(&document, &library, scenario).unwrap();
        run.finish().unwrap();
        coverage.add(&run, |_| "guard".into());
        let all = coverage.documents().flat_map(|(_, nodes)| nodes);
        let missed = all.filter(|(_, covered)| !covered.is_reached());
        let mut missed: Vec<_> = missed.map(|(node, _)| node.to_string()).collect();
        missed.sort();
        missed.join(" ")
    };
    assert_eq!(missed_after(&scenario(1, [])), "n4");
    assert_eq!(missed_after(&scenario(1, [(1, set("seen", true))])), "");
}
