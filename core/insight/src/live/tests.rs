//! Agents of a small game are recorded, and what they did is repeated without the game.

use treewright_core::format::tasks_json;
use treewright_core::prelude::*;
use treewright_core::trace::FlightRecorder;

use super::*;
use crate::recording_json::RecordedFile;

/// A hunter who is hungry at times, and looks for food.
pub(super) const HUNTER: &str = r#"{
  "format": "treewright", "version": 1, "name": "Hunter", "root": "n1", "restart_when_complete": true,
  "libraries": ["game.tasks.json"],
  "variables": [{"name": "prey", "type": "int"}, {"name": "fog", "type": "bool"}, {"name": "alarm", "type": "bool"}],
  "nodes": [
    {"id": "n1", "task": "Selector", "children": ["n2", "n6"]},
    {"id": "n2", "task": "Sequence", "abort": "Both", "children": ["n3", "n4", "n5"]},
    {"id": "n3", "task": "IsHungry"},
    {"id": "n4", "task": "Look", "parameters": {"into": {"var": "prey"}}},
    {"id": "n5", "task": "Expression", "parameters": {"expression": "prey > 1 && !fog"}},
    {"id": "n6", "task": "Wait", "parameters": {"seconds": 0.25}}
  ]
}"#;

pub(super) fn tasks() -> GameTasks<u64> {
    let mut tasks = GameTasks::new();
    tasks.declare(TaskDeclaration::conditional("IsHungry", ""), |_| {
        TaskHooks::when(|context: &mut TaskContext<u64>| (*context.world / 4).is_multiple_of(2))
    });
    let into = ParameterDeclaration::required(
        "into",
        treewright_core::model::ParameterType::VariableName(Some(ValueType::Int)),
        "",
    );
    let look = TaskDeclaration::action("Look", "").parameter(into);
    tasks.declare(look, |arguments| {
        let into = arguments.var::<i64>("into");
        TaskHooks::new(move |context: &mut TaskContext<u64>| {
            let found = (*context.world % 3) as i64;
            into.set(&mut context.tick, found);
            match found {
                0 => context.fail("nothing to be seen"),
                found => Status::running_until(found > 1),
            }
        })
    });
    tasks
}

pub(super) fn sources() -> Sources {
    let library = tasks_json::write(&tasks().library("Game"));
    Sources {
        documents: vec![RecordedFile::new("hunter.bt.json", HUNTER)],
        libraries: vec![RecordedFile::new("game.tasks.json", library)],
    }
}

/// Runs two hunters for some frames, and returns what the second did.
fn recorded(
    bytes: usize,
    skipped: u64,
    frames: u64,
) -> (Result<String, LiveError>, Vec<FlightFrame>) {
    let program = Program::load(HUNTER.as_bytes(), &tasks()).unwrap();
    let mut trees = TreeManager::new();
    trees.add(program.clone(), 1).unwrap();
    let agent = trees.add(program.clone(), 2).unwrap();
    let mut recorder = FlightRecorder::new(bytes);
    for frame in 1..=frames {
        if frame.is_multiple_of(7) {
            let (tree, globals) = trees.get_mut(agent).unwrap();
            tree.set(globals, "fog", frame.is_multiple_of(2)).unwrap();
        }
        let mut world = frame * frame / 3;
        if frame <= skipped {
            trees.tick(&mut world, 0.1);
            continue;
        }
        recorder.begin_frame(frame, 0.1);
        trees.tick_traced(&mut world, 0.1, &mut recorder);
    }
    let live: Vec<_> = recorder.frames().collect();
    let text = recording(&program, sources(), 2, agent, recorder.frames());
    (text, live)
}

#[test]
fn what_an_agent_did_is_repeated_without_the_game() {
    let (text, live) = recorded(16 << 20, 0, 200);
    let text = text.unwrap();
    let opened = recording_json::read(text.as_bytes()).unwrap();
    assert_eq!(opened.recording.last_frame(), 200);
    let (mut ends, mut aborts) = (0, 0);
    for (record, live) in opened.recording.records().zip(&live) {
        let kinds = |events: &[TraceEvent]| {
            let told = events
                .iter()
                .filter(|e| !matches!(e, TraceEvent::Error(..)));
            told.cloned().collect::<Vec<_>>()
        };
        let (here, there) = (&record.agents[0].events, &live.trees[1].events);
        assert_eq!(kinds(here), kinds(there), "frame {}", record.frame);
        ends += here
            .iter()
            .filter(|e| matches!(e, TraceEvent::End(..)))
            .count();
        aborts += here
            .iter()
            .filter(|e| matches!(e, TraceEvent::Abort { .. }))
            .count();
    }
    assert!(ends > 50 && aborts > 5, "{ends} ends, {aborts} aborts");
    let writes = live.iter().flat_map(|frame| &frame.trees[1].writes);
    let last = writes.last().map(|write| &write.value);
    assert_eq!(opened.recording.variable(AgentId(0), "prey"), last);
}

#[test]
fn a_recording_that_began_late_or_was_overwritten_is_refused() {
    let (text, _) = recorded(16 << 20, 1, 40);
    assert!(matches!(text, Err(LiveError::OtherRun(1))), "{text:?}");
    let (text, _) = recorded(1, 0, 4000);
    assert!(matches!(text, Err(LiveError::OtherRun(1))), "{text:?}");
    let (text, _) = recorded(16 << 20, 40, 40);
    assert!(matches!(text, Err(LiveError::NoFrames(1))), "{text:?}");
}

#[test]
fn an_agent_that_slept_in_between_is_refused() {
    let napper = r#"{
      "format": "treewright", "version": 1, "name": "Napper", "root": "n1", "restart_when_complete": true,
      "nodes": [{"id": "n1", "task": "Wait", "parameters": {"seconds": 1.0}}]
    }"#;
    let program = Program::load(napper.as_bytes(), &GameTasks::<()>::new()).unwrap();
    let mut trees = TreeManager::new();
    let agent = trees.add(program.clone(), 1).unwrap();
    trees.set_sleeps(agent, true);
    let mut recorder = FlightRecorder::new(16 << 20);
    for frame in 1..=25 {
        recorder.begin_frame(frame, 0.1);
        trees.tick_traced(&mut (), 0.1, &mut recorder);
    }
    let sources = Sources {
        documents: vec![RecordedFile::new("napper.bt.json", napper)],
        libraries: Vec::new(),
    };
    let text = recording(&program, sources, 1, agent, recorder.frames());
    assert!(matches!(text, Err(LiveError::OtherRun(2..))), "{text:?}");
}
