//! Snapshots of random trees read back unchanged; other texts give errors with positions.

use proptest::prelude::*;

use super::*;
use crate::compile::{GameTasks, compile};
use crate::format::native;
use crate::library::NodeLibrary;
use crate::nodes::Arguments;
use crate::nodes::testing::{TestRun, TestTree};
use crate::runtime::{
    AgentId, EndStatus, Globals, Slot, Snapshot, SnapshotTime, TreeInstance, TreeManager,
};
use crate::testing::cases;
use crate::time::Nanoseconds;
use crate::trace::{FrameRecorder, TraceEvent};
use crate::value::{Value, ValueType};

fn snapshot() -> Snapshot {
    let mut tree = TestTree::new();
    tree.variable("place", 1.5);
    tree.leaf("Wait", &Arguments::default().with("seconds", 9.0));
    let mut run = tree.run();
    run.letters(1);
    run.instance.snapshot()
}

fn error_of(text: &str) -> String {
    let error = read(text.as_bytes()).unwrap_err();
    let place = error.position.unwrap();
    format!("{}:{}: {error}", place.line, place.column)
}

#[test]
fn a_tree_is_written_on_one_line_with_its_head_first() {
    let text = write(&snapshot());
    assert!(text.starts_with(r#"{"format":"treewright-snapshot","version":2,"saved":{"program":"#));
    assert!(text.contains(r#""nodes":[{"id":"0","task":"Wait","memory":1}],"#));
    assert!(
        text.contains(
            r#""variables":[["place",{"value":{"float":"1.5"},"written":0,"changes":0}]]"#
        )
    );
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn all_floats_and_empty_lists_round_trip() {
    let list = ValueType::List(Box::new(ValueType::Vec3));
    let values = [
        Value::Float(f64::INFINITY),
        Value::Float(-0.0),
        Value::Float(0.1 + 0.2),
        Value::Float(5e-324),
        Value::Color([0.1, f32::MAX, 0.0, 1.0]),
        list.default_value(),
        Value::String("\u{1F333} \"\n".into()),
        Value::Int(i64::MIN),
    ];
    let mut saved = snapshot();
    saved.variables = values
        .into_iter()
        .map(|value| ("x".into(), Slot::new(value)))
        .collect();
    let again = read(write(&saved).as_bytes()).unwrap();
    assert_eq!(format!("{again:?}"), format!("{:?}", saved.shortened()));
}

#[test]
fn invalid_snapshots_have_errors_with_positions() {
    let good = write(&snapshot());
    assert_eq!(
        error_of(&good.replace(r#""float":"1.5""#, r#""float":"abc""#))
            .split_once(": ")
            .unwrap()
            .1,
        "saved.variables[0][1].value.float: `abc` is not a number"
    );
    for time in ["soon", "1.5ns", "-1ns", "ns", ""] {
        let text = good.replace("1000000000ns", time);
        let error = error_of(&text);
        assert!(
            error.ends_with(&format!("saved.time: `{time}` is not a number")),
            "{error}"
        );
    }
    assert!(error_of(&good.replace(r#""awake":true"#, r#""awake":3"#)).contains("saved.awake: "));
    assert!(error_of(&good.replace("\"agent\":0,", "")).contains("missing field `agent`"));
    assert!(
        error_of(&good.replace("\"agent\":0,", "\"agent\":0,\"more\":0,"))
            .contains("unknown field `more`")
    );
    assert!(error_of(&good.replace("\"version\":2", "\"version\":3")).contains("version 3"));
    let other = read(b"{\"format\": \"treewright\", \"version\": 1}").unwrap_err();
    assert_eq!(other.code(), "other_format");
    assert_eq!(
        read(&good.as_bytes()[..good.len() - 9]).unwrap_err().code(),
        "truncated"
    );
}

#[test]
fn deeply_nested_lists_are_refused() {
    let good = write(&snapshot());
    let deep = format!("{}{}", "{\"list\":[".repeat(100_000), "]}".repeat(100_000));
    let text = good.replace(r#"{"float":"1.5"}"#, &deep);
    assert_eq!(read(text.as_bytes()).unwrap_err().code(), "too_deep");
}

/// All node types that count time, most of them a second.
const CLOCKS: &str = r#"{
  "format": "treewright", "version": 1, "name": "Clocks", "root": "all", "nodes": [
    {"id": "all", "task": "Parallel", "parameters": {"failure_threshold": 9},
     "children": ["wait", "random", "delay", "limit", "repeat", "until", "pipeline", "played"]},
    {"id": "wait", "task": "Wait", "parameters": {"seconds": 1.0}},
    {"id": "random", "task": "RandomWait", "parameters": {"min": 1.0, "max": 1.0}},
    {"id": "delay", "task": "Delay", "parameters": {"seconds": 1.0}, "children": ["delayed"]},
    {"id": "delayed", "task": "Succeed"},
    {"id": "limit", "task": "TimeLimit", "parameters": {"seconds": 1.0}, "children": ["limited"]},
    {"id": "limited", "task": "Idle"},
    {"id": "repeat", "task": "Repeater", "parameters": {"forever": true}, "children": ["cooldown"]},
    {"id": "cooldown", "task": "Cooldown", "parameters": {"seconds": 0.9}, "children": ["cooled"]},
    {"id": "cooled", "task": "Succeed"},
    {"id": "until", "task": "UntilSuccess", "children": ["timer"]},
    {"id": "timer", "task": "Timer", "parameters": {"seconds": 1.0}},
    {"id": "pipeline", "task": "PipelineSequence", "children": ["rate", "idle"]},
    {"id": "rate", "task": "RateController", "parameters": {"hz": 1.25}, "children": ["rated"]},
    {"id": "rated", "task": "Succeed"},
    {"id": "idle", "task": "Idle"},
    {"id": "played", "task": "Idle", "stand_in": {"after_seconds": 1.0, "then": "Success"}}
  ]
}"#;

/// [`CLOCKS`] after eight frames of 0.1 s, written before times were whole nanoseconds.
const VERSION_1: &str = concat!(
    r#"{"format":"treewright-snapshot","version":1,"saved":{"next":1,"globals":{"variables":[]},"trees":[[0,{"program"#,
    r#"":14856723264639965791,"state":"Enabled","awake":true,"frame":8,"time":"0.7999999999999999","agent":0,"random""#,
    r#":[15076830552121667752,2885390081777926815],"memory":[0,4605380978949069209,4607182418800017408,46053809789490"#,
    r#"69209,4605380978949069209,4605380978949069209,8,8,1,4591870180066957722,8,0,0,1,0,1,2,4591870180066957722,4605"#,
    r#"380978949069209],"tops":[0,1,2,3,6,7,10,12,13,15,16]}]]}}"#,
);

#[test]
fn a_snapshot_of_version_1_continues_in_whole_nanoseconds() {
    let snapshot = read_manager(VERSION_1.as_bytes()).unwrap();
    let again = read_manager(write_manager(&snapshot).as_bytes()).unwrap();
    assert_eq!(again, snapshot, "it can be written without being restored");
    let document = native::read(CLOCKS.as_bytes()).unwrap().document;
    let library = NodeLibrary::builtin();
    let mut tasks = GameTasks::<()>::new();
    tasks.use_stand_ins(&library);
    let program = compile(&document, &library, &tasks).program.unwrap();
    let mut globals = Globals::default();
    let saved = &snapshot.trees[0].tree;
    let (mut tree, _) = TreeInstance::restore(program.clone(), saved, &mut globals).unwrap();
    let mut recorder = FrameRecorder::default();
    let mut succeeded_or_failed = || {
        tree.tick_traced(&mut (), &mut globals, 0.1, &mut recorder);
        let ended = recorder.take_events().into_iter().filter_map(|event| {
            let TraceEvent::End(node, status) = event else {
                return None;
            };
            (status != EndStatus::Inactive).then(|| program.id(node).to_string())
        });
        ended.collect::<Vec<_>>()
    };
    // The Cooldown fails and the UntilSuccess tries again, in each frame.
    assert_eq!(
        succeeded_or_failed(),
        ["cooldown", "timer", "rated", "rate"]
    );
    let tenth = succeeded_or_failed();
    assert_eq!(
        tenth,
        [
            "wait", "random", "delayed", "delay", "limit", "cooled", "cooldown", "timer", "until",
            "played"
        ]
    );
    let time = SnapshotTime::Nanoseconds(Nanoseconds(1_000_000_000));
    assert_eq!(tree.snapshot().time, time);
}

/// Sequence[ Wait, Wait, Inverter[ Wait ] ], in its second frame.
fn three_waits() -> TestRun {
    let mut tree = TestTree::new();
    let wait = |seconds: f64| Arguments::default().with("seconds", seconds);
    tree.open("Sequence", &Arguments::default())
        .leaf("Wait", &wait(1.0))
        .leaf("Wait", &wait(9.0))
        .open("Inverter", &Arguments::default())
        .leaf("Wait", &wait(9.0))
        .close()
        .close();
    let mut run = tree.run();
    run.letters(2);
    run
}

#[test]
fn only_nodes_with_state_are_listed() {
    let saved = three_waits().instance.snapshot();
    assert_eq!(saved.nodes.as_ref().map(|nodes| nodes.len()), Some(5));
    let again = read(write(&saved).as_bytes()).unwrap();
    let ids = again.nodes.iter().flat_map(|nodes| nodes.iter());
    let ids: Vec<_> = ids.map(|node| node.id.as_str()).collect();
    assert_eq!(ids, ["0", "1", "2"], "the first wait remembers its time");
    assert_eq!(again, saved.shortened());
    assert_eq!(again.shortened(), again);
}

#[test]
fn trees_of_one_program_share_its_list_of_nodes() {
    let program = three_waits().instance.program().clone();
    let mut manager = TreeManager::new();
    for seed in 0..100 {
        manager.add(program.clone(), seed).unwrap();
    }
    for _ in 0..2 {
        manager.tick(&mut (), 1.0);
    }
    let saved = manager.snapshot();
    let text = write_manager(&saved);
    assert_eq!(text.matches("\"task\":\"Wait\"").count(), 2);
    let again = read_manager(text.as_bytes()).unwrap();
    assert_eq!(write_manager(&again), text);
    let (mut restored, report) =
        TreeManager::restore(&again, |_, _| Some(program.clone())).unwrap();
    assert!(report.is_kept());
    assert_eq!(restored.snapshot(), saved);
}

/// The same run, as version 1 wrote it.
#[test]
fn version_1_is_read() {
    let run = three_waits();
    let saved = run.instance.snapshot();
    let fingerprint = saved.program;
    let ((a, b), memory) = (saved.random, [1.0_f64, 2.0, 0.0].map(f64::to_bits));
    let tree = format!(
        r#"{{"program":{fingerprint},"state":"Enabled","awake":true,"frame":2,"time":"2.0","agent":0,"random":[{a},{b}],"memory":{memory:?},"tops":[2]}}"#
    );
    let head = r#"{"format":"treewright-snapshot","version":1,"saved":"#;
    let old = read(format!("{head}{tree}}}").as_bytes()).unwrap();
    assert_eq!(old.nodes, None);
    let program = run.instance.program();
    let restored = TreeInstance::restore(program.clone(), &old, &mut Globals::default());
    assert_eq!(restored.unwrap().0.snapshot(), saved);
    let manager =
        format!(r#"{head}{{"next":3,"globals":{{"variables":[]}},"trees":[[2,{tree}]]}}}}"#);
    let old = read_manager(manager.as_bytes()).unwrap();
    assert_eq!((old.next, old.trees.len(), old.trees[0].id), (3, 1, 2));
    let again = read_manager(write_manager(&old).as_bytes()).unwrap();
    assert_eq!(again, old);
    let (restored, report) = TreeManager::restore(&again, |_, _| Some(program.clone())).unwrap();
    assert!(report.is_kept());
    let restored = restored.get(AgentId(2)).map(TreeInstance::snapshot);
    assert_eq!(restored, Some(saved));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(256)))]

    /// Reading a damaged file never panics.
    #[test]
    fn any_text_is_an_error_or_a_snapshot(at in 0_usize..400, length in 0_usize..20, by in ".{0,6}") {
        let good = write(&snapshot());
        let from = at.min(good.len());
        let to = (from + length).min(good.len());
        if good.is_char_boundary(from) && good.is_char_boundary(to) {
            let text = format!("{}{by}{}", &good[..from], &good[to..]);
            if let Ok(saved) = read(text.as_bytes()) {
                let again = read(write(&saved).as_bytes()).unwrap();
                prop_assert_eq!(format!("{again:?}"), format!("{:?}", saved.shortened()));
            }
        }
    }
}
