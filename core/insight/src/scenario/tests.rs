//! Scenarios from an author's view: which pass, and the sentences for those that fail.

mod accepting;
mod marks;
mod recorded;

use treewright_core::abort::AbortType;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue, Variable};
use treewright_core::value::ValueType;

use super::*;

fn updates(results: Vec<Status>) -> StandIn {
    StandIn::Sequence {
        results,
        again: false,
    }
}

/// `Selector[ Sequence "Chase" (LowerPriority)[ CompareBool "Sees", StandIn "Run" ], StandIn "Patrol" ]`.
fn guard() -> Document {
    let mut builder = DocumentBuilder::new("Guard");
    builder.variable(Variable::new("seen", ValueType::Bool));
    builder.variable(Variable::new("distance", ValueType::Float));
    let root = builder.root(Node::new("n1", "Selector")).unwrap();
    let chase = builder.child(
        &root,
        named("n2", "Sequence", "Chase", AbortType::LowerPriority),
    );
    let sees = named("n3", "CompareBool", "Sees", AbortType::None)
        .with_parameter("left", ParameterValue::variable("seen"));
    let chase = chase.unwrap();
    builder.child(&chase, sees).unwrap();
    for (parent, id, name) in [(&chase, "n4", "Run"), (&root, "n5", "Patrol")] {
        let ask = ParameterValue::literal("Ask");
        let leaf = named(id, "StandIn", name, AbortType::None).with_parameter("mode", ask);
        builder.child(parent, leaf).unwrap();
    }
    builder.finish()
}

fn named(id: &str, task: &str, name: &str, abort: AbortType) -> Node {
    let mut node = Node::new(id, task);
    node.name = name.into();
    node.abort = abort;
    node
}

fn scenario(frames: u64, steps: impl IntoIterator<Item = (u64, ScenarioStep)>) -> Scenario {
    Scenario {
        frames,
        steps: steps.into_iter().collect(),
        ..Scenario::default()
    }
}

fn set(name: &str, value: impl Into<Value>) -> ScenarioStep {
    ScenarioStep {
        set: vec![(name.into(), value.into())],
        ..ScenarioStep::default()
    }
}

fn expect(expect: Expectation) -> ScenarioStep {
    ScenarioStep {
        expect,
        ..ScenarioStep::default()
    }
}

fn sentence(scenario: &Scenario) -> String {
    let document = guard();
    let mut run = match ScenarioRun::new(&document, &NodeLibrary::builtin(), scenario) {
        Ok(run) => run,
        Err(error) => return error.to_string(),
    };
    match run.finish() {
        Ok([]) => "passed".into(),
        Ok(differences) => {
            let all: Vec<_> = differences.iter().map(ToString::to_string).collect();
            all.join("; ")
        }
        Err(error) => error.to_string(),
    }
}

fn abort(conditional: &str, scope: Option<&str>) -> ExpectedAbort {
    ExpectedAbort {
        conditional: conditional.into(),
        scope: scope.map(Into::into),
    }
}

#[test]
fn a_scenario_names_the_variables_that_it_sets_and_expects() {
    let mut scenario = Scenario::default();
    let mut sets = ScenarioStep::default();
    sets.set.push(("health".into(), Value::from(1.0)));
    let mut expects = ScenarioStep::default();
    let expected = &mut expects.expect.variables;
    expected.push(("health".into(), Value::from(2.0)));
    scenario.steps.insert(3, sets);
    scenario.steps.insert(5, expects);
    scenario.steps.insert(7, ScenarioStep::default());
    assert_eq!(scenario.frames_naming("health"), [3, 5]);
}

#[test]
fn a_stand_in_keeps_the_name_under_which_it_is_stored() {
    let mut leaf = Node::new("n7", "Wait");
    let mut scenario = Scenario::default();
    scenario.set_stand_in(&leaf, StandIn::Ask);
    assert_eq!(scenario.leaves, [("n7".into(), StandIn::Ask)]);
    leaf.name = "Patrol".to_owned();
    scenario.leaves = vec![("Patrol".into(), StandIn::Ask)];
    scenario.set_stand_in(&leaf, StandIn::Chance(0.5));
    assert_eq!(scenario.leaves, [("Patrol".into(), StandIn::Chance(0.5))]);
}

#[test]
fn a_scenario_that_matches_the_run_passes() {
    let patrols = expect(Expectation {
        status: Some(Status::Running),
        running: Some(vec!["Patrol".into()]),
        nodes: vec![("Chase".into(), NodeState::Failure)],
        aborts: Some(vec![]),
        ..Expectation::default()
    });
    let chases = ScenarioStep {
        expect: Expectation {
            running: Some(vec!["n4".into()]),
            nodes: vec![("Patrol".into(), NodeState::Interrupted)],
            variables: vec![("seen".into(), true.into())],
            aborts: Some(vec![abort("Sees", Some("n1"))]),
            ..Expectation::default()
        },
        ..set("seen", true)
    };
    let done = expect(Expectation {
        status: Some(Status::Success),
        running: Some(vec![]),
        ..Expectation::default()
    });
    let mut scenario = scenario(5, [(1, patrols), (2, chases), (5, done)]);
    let runs = [(1, Status::Running), (4, Status::Success)];
    scenario.leaves = vec![("Run".into(), StandIn::Frames(runs.into()))];
    assert_eq!(sentence(&scenario), "passed");
}

#[test]
fn scripted_results_are_counted_by_update() {
    let both = vec![Status::Running, Status::Failure];
    let failed = expect(Expectation {
        status: Some(Status::Failure),
        ..Expectation::default()
    });
    let mut scenario = scenario(2, [(2, failed)]);
    scenario.leaves = vec![("Patrol".into(), updates(both))];
    assert_eq!(sentence(&scenario), "passed");
}

#[test]
fn a_conditional_can_be_scripted_too() {
    let answers = StandIn::Frames([(3, Status::Success)].into());
    let chases = expect(Expectation {
        aborts: Some(vec![abort("n3", None)]),
        ..Expectation::default()
    });
    let mut scenario = scenario(3, [(3, chases)]);
    scenario.leaves = vec![("Sees".into(), answers)];
    assert_eq!(sentence(&scenario), "passed");
}

#[test]
fn each_difference_has_a_sentence() {
    let say = |frame, expectation| sentence(&scenario(2, [(frame, expect(expectation))]));
    let nothing = Expectation::default;
    assert_eq!(
        say(
            1,
            Expectation {
                status: Some(Status::Success),
                ..nothing()
            }
        ),
        "frame 1: tree: expected Success, found Running"
    );
    assert_eq!(
        say(
            2,
            Expectation {
                nodes: vec![("Run".into(), NodeState::Running)],
                ..nothing()
            }
        ),
        "frame 2: `Run` (n4): expected Running, found Idle; it has not run yet"
    );
    assert_eq!(
        say(
            2,
            Expectation {
                nodes: vec![("Chase".into(), NodeState::Running)],
                ..nothing()
            }
        ),
        "frame 2: `Chase` (n2): expected Running, found Failure since frame 1"
    );
    assert_eq!(
        say(
            1,
            Expectation {
                running: Some(vec!["Run".into()]),
                ..nothing()
            }
        ),
        "frame 1: `Run` (n4): expected to be running, found `Patrol` (n5)"
    );
    assert_eq!(
        say(
            1,
            Expectation {
                running: Some(vec![]),
                ..nothing()
            }
        ),
        "frame 1: `Patrol` (n5): expected not to be running"
    );
    assert_eq!(
        say(
            1,
            Expectation {
                variables: vec![("seen".into(), true.into())],
                ..nothing()
            }
        ),
        "frame 1: variable `seen`: expected true, found false"
    );
    assert_eq!(
        say(
            2,
            Expectation {
                aborts: Some(vec![abort("Sees", None)]),
                ..nothing()
            }
        ),
        "frame 2: `Sees` (n3): expected an abort, stayed Failure"
    );
    assert_eq!(
        say(
            1,
            Expectation {
                aborts: Some(vec![abort("Sees", None)]),
                ..nothing()
            }
        ),
        "frame 1: `Sees` (n3): expected an abort, but it was not watched"
    );
}

#[test]
fn unexpected_aborts_are_reported() {
    let quiet = |aborts| ScenarioStep {
        expect: Expectation {
            aborts: Some(aborts),
            ..Expectation::default()
        },
        ..set("seen", true)
    };
    assert_eq!(
        sentence(&scenario(2, [(2, quiet(vec![]))])),
        "frame 2: `Sees` (n3): unexpected abort in `Selector` (n1)"
    );
    assert_eq!(
        sentence(&scenario(2, [(2, quiet(vec![abort("n3", Some("Chase"))]))])),
        "frame 2: `Sees` (n3): expected an abort in `Chase` (n2), found one in `Selector` (n1)"
    );
}

#[test]
fn whole_numbers_are_accepted_for_floats() {
    let step = ScenarioStep {
        expect: Expectation {
            variables: vec![("distance".into(), Value::Int(3))],
            ..Expectation::default()
        },
        ..set("distance", 3)
    };
    assert_eq!(sentence(&scenario(1, [(1, step)])), "passed");
}

#[test]
fn mismatches_with_the_tree_are_reported_before_the_first_frame() {
    let say = |step| sentence(&scenario(1, [(1, step)]));
    assert_eq!(
        say(set("sene", true)),
        "variable `sene` is not declared in the tree"
    );
    assert_eq!(
        say(set("seen", 1)),
        "frame 1: variable `seen`: expected bool, found int"
    );
    let runs = |name: &str| Expectation {
        running: Some(vec![name.into()]),
        ..Expectation::default()
    };
    assert_eq!(
        say(expect(runs("Flee"))),
        "no node has the id or name `Flee`"
    );
    assert_eq!(
        sentence(&scenario(1, [(2, ScenarioStep::default())])),
        "there is a step in frame 2, but the scenario ends after frame 1"
    );
    let mut scripted = scenario(1, []);
    scripted.leaves = vec![("Chase".into(), updates(vec![]))];
    assert_eq!(
        sentence(&scripted),
        "node `Chase` has children: only leaves can have scripted or forced results"
    );
}

#[test]
fn a_tree_that_ended_stays_ended() {
    let mut scenario = scenario(3, []);
    scenario.leaves = vec![("Patrol".into(), updates(vec![Status::Success]))];
    let document = guard();
    let mut run = ScenarioRun::new(&document, &NodeLibrary::builtin(), &scenario).unwrap();
    let mut seen = Vec::new();
    while let Some(record) = run.step().unwrap() {
        let tree = &record.agents[0];
        seen.push((record.frame, tree.status, tree.events.is_empty()));
    }
    let ended = Status::Success;
    assert_eq!(
        seen,
        [(1, ended, false), (2, ended, true), (3, ended, true)]
    );
}

/// Runs a scenario with these fields on a tree that runs the tree Shout twice, each time after a condition of its own.
fn of_subtrees(fields: &str) -> Result<Option<String>, String> {
    let tree = r#"{"format": "treewright", "version": 1, "root": "r",
        "variables": [{"name": "loud", "type": "bool", "scope": "subtree"}],
        "trees": [{"name": "Shout", "root": "s"}],
        "nodes": [
            {"id": "r", "task": "Selector", "children": ["a", "b"]},
            {"id": "a", "task": "Subtree", "parameters": {"tree": "Shout"}},
            {"id": "b", "task": "Subtree", "parameters": {"tree": "Shout", "loud": true}},
            {"id": "s", "task": "Sequence", "children": ["c", "v"]},
            {"id": "c", "task": "CompareBool", "parameters": {"left": {"var": "loud"}}},
            {"id": "v", "task": "Idle", "name": "Voice"}
        ], "loose": ["s"]}"#;
    let document = treewright_core::format::native::read(tree.as_bytes())
        .unwrap()
        .document;
    let text = format!(r#"{{"format": "treewright-scenario", "version": 1, {fields}}}"#);
    let scenario = crate::scenario_json::read(text.as_bytes()).unwrap();
    let run = ScenarioRun::new(&document, &NodeLibrary::builtin(), &scenario);
    let mut run = run.map_err(|error| error.to_string())?;
    let differences = run.finish().map_err(|error| error.to_string())?;
    Ok(differences.first().map(ToString::to_string))
}

#[test]
fn nodes_and_variables_inside_subtrees_are_prefixed_with_their_use() {
    let expect = |what: &str| {
        of_subtrees(&format!(
            r#""frames": 1, "steps": [{{"frame": 1, "expect": {what}}}]"#
        ))
    };
    assert_eq!(
        expect(
            r#"{"running": ["b/v"], "nodes": {"a/c": "Failure", "b/c": "Success"}, "variables": {"b/loud": true, "loud": false}}"#
        ),
        Ok(None)
    );
    let difference = expect(r#"{"nodes": {"b/v": "Success"}}"#).unwrap().unwrap();
    assert!(difference.contains("`Voice` (b/v)"), "{difference}");
    assert_eq!(
        expect(r#"{"running": ["v"]}"#).unwrap_err(),
        "`v` is in a subtree that runs 2 times: put the id of the Subtree node before its own, as in n7/n2"
    );
    assert_eq!(
        expect(r#"{"running": ["b/x"]}"#).unwrap_err(),
        "no node has the id or name `b/x`"
    );
    assert_eq!(
        expect(r#"{"variables": {"b/quiet": true}}"#).unwrap_err(),
        "variable `b/quiet` is not declared in the tree"
    );
}

#[test]
fn a_script_for_a_leaf_of_a_subtree_applies_to_every_use_unless_it_names_one() {
    let status = |leaves: &str, status: &str| {
        of_subtrees(&format!(
            r#""frames": 1, "leaves": {leaves}, "steps": [{{"frame": 1, "expect": {{"status": "{status}"}}}}]"#
        ))
    };
    let script = |answer: &str| format!(r#"{{"updates": "{answer}"}}"#);
    let all = |name: &str, answer: &str| format!(r#"{{"{name}": {}}}"#, script(answer));
    assert_eq!(status(&all("c", "F"), "Failure"), Ok(None));
    assert_eq!(status(&all("Voice", "S"), "Success"), Ok(None));
    assert_eq!(status(&all("a/c", "S"), "Running"), Ok(None));
    assert_eq!(status(&all("b/v", "F"), "Failure"), Ok(None));
}
