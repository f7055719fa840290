//! Which outcomes are counted, by small trees, and which of them occur; and over random trees that nothing else occurs.

use proptest::prelude::*;
use treewright_core::category::Category;
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::nodes::testing::random::{document_with_trees, played_project, script};
use treewright_core::project::Project;
use treewright_core::runtime::{Outcome, Status};
use treewright_core::testing::cases;
use treewright_core::trace::TraceEvent;

use super::*;
use crate::recording::testing::scripted;
use crate::recording::{Recording, RunInput};
use crate::scenario::{RecordedAgent, Scenario};
use crate::scenario_json;

/// Runs scenarios on a tree: its nodes as JSON, root first, and the steps of each scenario as JSON.
fn coverage(nodes: &str, scenarios: &[&str]) -> Coverage {
    let variables = r#"[{"name": "seen", "type": "bool"}, {"name": "mode", "type": "int"}]"#;
    let tree = format!(
        r#"{{"format": "treewright", "version": 1, "root": "r", "variables": {variables}, "nodes": {nodes}}}"#
    );
    let document = native::read(tree.as_bytes()).unwrap().document;
    let mut coverage = Coverage::default();
    for steps in scenarios {
        let text = format!(
            r#"{{"format": "treewright-scenario", "version": 1, "frames": 4, "steps": {steps}}}"#
        );
        let scenario: Scenario = scenario_json::read(text.as_bytes()).unwrap();
        let mut run = ScenarioRun::new(&document, &NodeLibrary::builtin(), &scenario).unwrap();
        run.finish().unwrap();
        coverage.add(&run, |_| "tree".into());
    }
    coverage
}

/// The outcomes of each node in brief: those in brackets did not occur.
fn brief(coverage: &Coverage) -> String {
    let mut lines = Vec::new();
    for (id, covered) in coverage.nodes("tree") {
        let outcomes = covered.outcomes().map(|(outcome, seen)| {
            let text = match outcome {
                NodeOutcome::Returns(result) => Status::from(*result).letter().to_string(),
                NodeOutcome::Is(value) => value.to_string(),
                NodeOutcome::Aborts((_, scope)) => format!("!{scope}"),
                NodeOutcome::Switches { from, to } => format!("{}>{}", from.1, to.1),
            };
            if seen { text } else { format!("({text})") }
        });
        let outcomes: Vec<_> = outcomes.collect();
        lines.push(format!("{id}: {}", outcomes.join(" ")));
    }
    lines.join(", ")
}

fn counts(coverage: &Coverage) -> String {
    let counts = Measure::ALL.iter().map(|measure| {
        let mut sum = CoverageCount::default();
        for (_, covered) in coverage.nodes("tree") {
            sum += covered.count(*measure);
        }
        format!("{} {}/{}", measure.name(), sum.covered, sum.all)
    });
    counts.collect::<Vec<_>>().join(", ")
}

const GUARD: &str = r#"[
    {"id": "r", "task": "Selector", "children": ["chase", "walk"]},
    {"id": "chase", "task": "Sequence", "abort": "LowerPriority", "children": ["sees", "run"]},
    {"id": "sees", "task": "CompareBool", "parameters": {"left": {"var": "seen"}}},
    {"id": "run", "task": "StandIn"},
    {"id": "walk", "task": "Wait", "parameters": {"seconds": 9}}]"#;

const SEEN_IN_FRAME_2: &str = r#"[{"frame": 2, "set": {"seen": true}}]"#;

#[test]
fn results_conditions_and_aborts_are_counted_and_summed_over_runs() {
    let quiet = coverage(GUARD, &["[]"]);
    // A Wait never fails, so the root cannot fail either.
    assert_eq!(
        brief(&quiet),
        "r: (S), chase: (S) F, sees: (true) false (!r), run: (S) (F), walk: (S)"
    );
    assert_eq!(
        counts(&quiet),
        "nodes 4/5, results 1/6, conditions 1/2, aborts 0/1, switches 0/0, outcomes 2/9"
    );
    let both = coverage(GUARD, &["[]", SEEN_IN_FRAME_2]);
    assert_eq!(
        brief(&both),
        "r: S, chase: S F, sees: true false !r, run: S (F), walk: (S)"
    );
    assert_eq!(
        counts(&both),
        "nodes 5/5, results 4/6, conditions 2/2, aborts 1/1, switches 0/0, outcomes 7/9"
    );
    let mut merged = quiet.clone();
    merged.merge(&coverage(GUARD, &[SEEN_IN_FRAME_2]));
    assert_eq!(brief(&merged), brief(&both));
}

#[test]
fn an_abort_counts_only_if_something_can_be_running() {
    let instant = GUARD.replace(r#""Wait", "parameters": {"seconds": 9}"#, r#""Succeed""#);
    let missed = brief(&coverage(&instant, &["[]"]));
    assert!(missed.contains("sees: (true) false, run"), "{missed}");
    let both = GUARD.replace("LowerPriority", "Both");
    let missed = brief(&coverage(&both, &["[]"]));
    assert!(missed.contains("(!chase) (!r)"), "{missed}");
}

#[test]
fn each_change_of_a_switch_between_its_running_children_counts() {
    let switch = r#"[
        {"id": "r", "task": "Switch", "parameters": {"variable": {"var": "mode"}, "case_1": 1, "case_2": 2},
            "children": ["a", "b", "c"]},
        {"id": "a", "task": "Idle"},
        {"id": "b", "task": "Wait", "parameters": {"seconds": 9}},
        {"id": "c", "task": "Succeed"}]"#;
    let one_to_two = r#"[{"frame": 1, "set": {"mode": 1}}, {"frame": 2, "set": {"mode": 2}}]"#;
    // The third child ends at once, so nothing changes from it.
    assert_eq!(
        brief(&coverage(switch, &[one_to_two])),
        "r: (S) a>b (a>c) (b>a) (b>c), a: , b: (S), c: (S)"
    );
    let all = r#"[{"frame": 1, "set": {"mode": 1}}, {"frame": 2, "set": {"mode": 2}},
        {"frame": 3, "set": {"mode": 1}}, {"frame": 4, "set": {"mode": 0}}]"#;
    let covered = coverage(switch, &[all]);
    assert_eq!(brief(&covered), "r: S a>b a>c b>a (b>c), a: , b: (S), c: S");
    let fixed = switch.replace(r#"{"var": "mode"}"#, "2");
    assert_eq!(
        brief(&coverage(&fixed, &["[]"])),
        "r: (S), a: , b: (S), c: (S)"
    );
}

#[test]
fn outcomes_that_a_node_type_excludes_are_not_counted() {
    // The node types, each over the next.
    let chain = |tasks: &[&str]| {
        let nodes = tasks.iter().enumerate().map(|(place, task)| {
            let id = if place == 0 { "r".to_owned() } else { place.to_string() };
            let (task, parameters) = task.split_once(' ').unwrap_or((task, "{}"));
            let children = if place + 1 < tasks.len() {
                format!(r#""{}""#, place + 1)
            } else {
                String::new()
            };
            format!(r#"{{"id": "{id}", "task": "{task}", "parameters": {parameters}, "children": [{children}]}}"#)
        });
        let nodes: Vec<_> = nodes.collect();
        brief(&coverage(&format!("[{}]", nodes.join(",")), &["[]"]))
    };
    assert_eq!(chain(&["Inverter", "Succeed"]), "r: F, 1: S");
    assert_eq!(chain(&["ReturnSuccess", "StandIn"]), "r: S, 1: S (F)");
    assert_eq!(
        chain(&[r#"Repeater {"forever": true}"#, "StandIn"]),
        "r: , 1: S (F)"
    );
    assert_eq!(chain(&["TimeLimit", "Succeed"]), "r: S, 1: S");
    assert_eq!(chain(&["TimeLimit", "Wait"]), "r: (S) (F), 1: (S)");
    assert_eq!(
        chain(&[r#"CompareInt {"left": 2, "right": 3}"#]),
        "r: false"
    );
    assert_eq!(chain(&[r#"Expression {"expression": "1 < 2"}"#]), "r: true");
    assert_eq!(
        chain(&[r#"Expression {"expression": "seen"}"#]),
        "r: (true) false"
    );
    assert_eq!(chain(&[r#"RandomChance {"probability": 1.0}"#]), "r: true");
    assert_eq!(
        chain(&[r#"Guard {"expression": "!seen"}"#, "Succeed"]),
        "r: S (F) true (false), 1: S"
    );
}

/// Runs a random tree until an error occurs, and returns what occurred though it counts as impossible.
fn unexpected(seed: u64, size: usize) -> Vec<String> {
    let document = document_with_trees(seed, size, &[]);
    let project = Project::alone(&document);
    let compiled = played_project(&project);
    let Some(program) = compiled.program else {
        return Vec::new();
    };
    let mut recording = Recording::without_past(program.clone(), seed);
    let agent = recording.first_agent();
    let mut observed = ObservedOutcomes::new(program.len());
    'frames: for frame in script(seed, 60, 50, &document) {
        for happening in &frame.happenings {
            match scripted(happening, agent, &program) {
                // What is forced need not be possible.
                Some(RunInput::Force { .. }) | None => {}
                Some(input) => drop(recording.apply(input)),
            }
        }
        let record = recording.step(frame.dt);
        let events = &record.of(agent).unwrap().events;
        if events.iter().any(|e| matches!(e, TraceEvent::Error(..))) {
            break 'frames;
        }
        observed.note(&program, events);
    }
    let run = RecordedAgent {
        recording: &recording,
        agent,
        project,
        origins: &compiled.origins,
    };
    let possible = PossibleOutcomes::of(&run);
    let mut unexpected = Vec::new();
    for node in program.indices() {
        let mut counted = Vec::new();
        possible.of_node(node, &mut usize::MAX.clone(), |outcome| {
            counted.push(outcome);
        });
        let results = [Outcome::Success, Outcome::Failure].map(NodeOutcome::Returns);
        let children: Vec<_> = program.children(node).collect();
        let pairs = children.iter().flat_map(|from| {
            let to = children.iter();
            to.map(|to| NodeOutcome::Switches {
                from: *from,
                to: *to,
            })
        });
        let task = run.document_node(node).map_or("", |node| &node.task);
        let conditions = [true, false].map(NodeOutcome::Is);
        let all = match program.category(node) {
            Category::Conditional => Vec::from(conditions),
            _ if task == "Switch" => results.into_iter().chain(pairs).collect(),
            _ => Vec::from(results),
        };
        for outcome in all {
            if observed.has(node, outcome) && !counted.contains(&outcome) {
                unexpected.push(format!("{task} {}: {outcome:?}", program.id(node)));
            }
        }
    }
    unexpected
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(500)))]

    #[test]
    fn only_outcomes_that_count_as_possible_occur(seed: u64, size in 1_usize..30) {
        prop_assert_eq!(unexpected(seed, size), Vec::<String>::new());
    }
}
