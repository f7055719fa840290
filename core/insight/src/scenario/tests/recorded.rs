//! A scenario made from a run has the same inputs and results as that run. Over random trees, scripts and observations.

use proptest::prelude::*;
use treewright_core::compile::{Compiled, GameTasks, compile_project};
use treewright_core::format::literal::{push_value, read_literal};
use treewright_core::nodes::testing::random;
use treewright_core::nodes::testing::random::{Dice, document_with_trees, game_library, script};
use treewright_core::project::Project;
use treewright_core::testing::cases;

use super::super::{ConversionError, Fact, FrameRange, RecordedAgent};
use super::*;
use crate::history::aborts;
use crate::recording::testing::scripted;
use crate::recording::{Recording, RunInput};
use crate::scenario_json;

const FRAMES: usize = 20;

fn compiled(document: &Document, library: &NodeLibrary) -> Compiled<()> {
    let mut tasks = GameTasks::new();
    tasks.use_stand_ins(library);
    compile_project(&Project::alone(document), library, &tasks)
}

/// Returns whether a scenario file can hold the value: its numbers are finite, and the items of a list have one type.
fn can_be_written(value: &Value) -> bool {
    let mut text = String::new();
    push_value(value, &mut text);
    read_literal(&text).is_ok_and(|literal| literal.value == *value)
}

/// Applies an input of a random script, if it can be part of a scenario.
fn happens(recording: &mut Recording, happening: &random::ScriptEvent) {
    let value = match happening {
        random::ScriptEvent::Write(_, value) => Some(value),
        random::ScriptEvent::Event(_, payload) => payload.as_ref(),
        _ => None,
    };
    let agent = recording.first_agent();
    if value.is_none_or(can_be_written)
        && let Some(happening) = scripted(happening, agent, recording.program())
    {
        // A value of another type is refused.
        let _ = recording.apply(happening);
    }
}

/// Some observable facts at the current frame.
fn observe(seen: &RecordedAgent<'_>, dice: &mut Dice) -> Vec<Fact> {
    let program = seen.recording.program();
    let node = dice.of(&program.indices().collect::<Vec<_>>());
    let names = program.tree_variables().iter();
    let names: Vec<_> = names.map(|variable| variable.name.clone()).collect();
    let facts = [
        seen.node(node),
        seen.ended(node),
        Some(seen.running()),
        seen.status(),
        seen.variable(&dice.of(&names)),
        seen.variable("int_g"),
        seen.aborts(),
    ];
    facts.into_iter().flatten().collect()
}

/// The longest range of frames from this one on without aborts.
fn quiet(recording: &Recording, from: u64) -> Option<FrameRange> {
    let is_quiet = |frame: &u64| {
        let record = recording.record(*frame).unwrap();
        aborts(recording.program(), &record.agents[0].events).is_empty()
    };
    let to = (from..=recording.last_frame())
        .take_while(is_quiet)
        .last()?;
    Some(FrameRange { from, to })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn a_recorded_scenario_passes_when_run_again(seed: u64, size in 1_usize..30) {
        let document = document_with_trees(seed, size, &[]);
        let library = game_library();
        let Compiled { program, origins, .. } = compiled(&document, &library);
        let mut recording = Recording::new(program.unwrap(), seed);
        for frame in script(seed, FRAMES, 50, &document) {
            frame.happenings.iter().for_each(|done| happens(&mut recording, done));
            recording.step(frame.dt);
        }
        let project = Project::alone(&document);
        let mut dice = Dice::new(seed);
        let mut expected = Vec::new();
        for _ in 0..8 {
            let frame = 1 + dice.below(FRAMES) as u64;
            recording.go_to(frame);
            let agent = recording.first_agent();
            let seen = RecordedAgent { recording: &recording, agent, project, origins: &origins };
            expected.extend(observe(&seen, &mut dice).into_iter().map(|fact| (frame, fact)));
            expected.extend(quiet(&recording, frame).map(|frames| (frame, Fact::NoAborts(frames))));
        }
        let agent = recording.first_agent();
        let seen = RecordedAgent { recording: &recording, agent, project, origins: &origins };
        let mut scenario = seen.scenario().unwrap();
        scenario.seed = Some(seed);
        for (frame, fact) in expected {
            scenario.expect(frame, fact);
        }
        let text = scenario_json::write(&scenario);
        let read = scenario_json::read(text.as_bytes()).unwrap();
        let mut run = ScenarioRun::new(&document, &library, &read).unwrap();
        let mut again = Recording::new(run.recording().program().clone(), run.seed());
        for frame in 1..=read.frames {
            for happening in run.done_before(frame) {
                again.apply(happening).unwrap();
            }
            again.step(run.dt(frame));
            let (one, other) = (again.record(frame).unwrap(), recording.record(frame).unwrap());
            prop_assert_eq!(&one.agents, &other.agents);
        }
        prop_assert_eq!(run.finish().unwrap(), []);
    }
}

#[test]
fn a_recording_with_a_value_that_files_cannot_contain_is_refused() {
    let mixed = Value::List([Value::Int(1), Value::String("a".into())].into());
    for (payload, is_refused) in [
        (Value::Float(f64::INFINITY), true),
        (Value::Vec2([0.0, f64::NAN]), true),
        (mixed, true),
        (Value::Float(1e300), false),
    ] {
        let document = guard();
        let Compiled {
            program, origins, ..
        } = compiled(&document, &NodeLibrary::builtin());
        let mut recording = Recording::new(program.unwrap(), 1);
        recording.step(0.5);
        let event = Event {
            name: "found".into(),
            payload: Some(payload.clone()),
        };
        let send = RunInput::Send { agent: None, event };
        recording.apply(send).unwrap();
        recording.step(0.5);
        let seen = RecordedAgent {
            recording: &recording,
            agent: recording.first_agent(),
            project: Project::alone(&document),
            origins: &origins,
        };
        match seen.scenario() {
            Err(error) => {
                let (frame, name) = (2, "found".into());
                assert_eq!(error, ConversionError::UnwritableValue { frame, name });
                assert!(is_refused, "{payload}");
            }
            Ok(scenario) => {
                assert!(!is_refused, "{payload}");
                let text = scenario_json::write(&scenario);
                assert_eq!(scenario_json::read(text.as_bytes()), Ok(scenario));
            }
        }
    }
}

#[test]
fn recordings_that_cannot_be_repeated_are_refused() {
    let document = guard();
    let Compiled {
        program, origins, ..
    } = compiled(&document, &NodeLibrary::builtin());
    let mut recording = Recording::new(program.unwrap(), 1);
    let project = Project::alone(&document);
    let made = |recording: &Recording| {
        let agent = recording.first_agent();
        let seen = RecordedAgent {
            recording,
            agent,
            project,
            origins: &origins,
        };
        seen.scenario()
    };
    assert_eq!(made(&recording), Err(ConversionError::NothingHappened));
    recording.step(0.5);
    recording.step(0.25);
    recording.step(0.5);
    let scenario = made(&recording).unwrap();
    assert_eq!((scenario.frames, scenario.dt), (3, 0.5));
    assert_eq!(scenario.steps[&2].dt, Some(0.25));
    recording.add(recording.program().clone(), 2).unwrap();
    recording.step(0.5);
    assert_eq!(made(&recording), Err(ConversionError::SeveralAgents));
}
