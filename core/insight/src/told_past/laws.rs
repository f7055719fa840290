//! The laws of told pasts, over random trees and runs: what a told past says equals what a recording of the same run says, and one
//! that begins later, or has forgotten its first frames, says the same or "not known", but nothing else.

use std::collections::BTreeSet;

use proptest::prelude::*;
use treewright_core::nodes::testing::random::{Dice, played, script};
use treewright_core::testing::cases;

use super::*;
use crate::history::{NodeRun, RunHistory};
use crate::recording::Recording;
use crate::recording::testing::{documents, scripted};
use crate::why::{
    AgentPast, AnswerSource, Fact, Frames, Heard, InterruptionReason, Moment, ReasonStep,
    ResultReason, Sender, StartReason, ValueOrigin, to_the_end, why, why_further, why_value,
};

const FRAMES: u64 = 20;

/// A run of an agent with random inputs.
fn run(seed: u64, size: usize) -> Recording {
    let document = documents(seed, size).remove(0);
    let mut recording = Recording::new(played(&document).unwrap(), seed);
    let agent = recording.first_agent();
    for frame in &script(seed, FRAMES as usize, 60, &document) {
        for happening in &frame.happenings {
            let program = recording.program().clone();
            if let Some(input) = scripted(happening, agent, &program) {
                let _ = recording.apply(input);
            }
        }
        recording.step(frame.dt);
    }
    recording
}

/// Tells the frames of a recording after this one.
fn tell(past: &mut ToldPast, recording: &Recording, after: u64) {
    let agent = recording.first_agent();
    for record in recording.records().filter(|record| record.frame > after) {
        let part = record.of(agent).unwrap().clone();
        past.push(
            agent,
            ToldFrame {
                dt: record.dt,
                time: record.time,
                inputs: record.inputs.clone(),
                status: part.status,
                events: part.events,
                writes: part.writes,
                data: part.data,
            },
        );
    }
}

fn told_from_the_start(recording: &Recording, limit: usize) -> ToldPast {
    let mut past = ToldPast::with_limit(limit);
    let program = past.add_program(recording.program().clone());
    let beginning = Beginning::of_start(recording.program());
    assert!(past.begin(recording.first_agent(), program, &beginning));
    tell(&mut past, recording, 0);
    past
}

/// Tells a run from the end of this frame on, of which some things are known at random.
fn told_later(recording: &mut Recording, after: u64, dice: &mut Dice) -> ToldPast {
    recording.go_to(after);
    let agent = recording.first_agent();
    let instance = recording.instance(agent).unwrap();
    let keyframe = Keyframe::of(instance, recording.globals());
    let mut beginning = Beginning::with_keyframe((after, recording.time()), &keyframe);
    let whole = told_from_the_start(recording, usize::MAX);
    let known = whole.stretch(agent, after).unwrap().at(after).unwrap();
    for running in &mut beginning.running {
        let since = known.runs.get(running.node).unwrap().since_frame;
        running.since = Some(since).filter(|_| dice.below(2) == 0);
    }
    let program = recording.program().clone();
    let idle = program
        .indices()
        .filter(|node| !known.runs.is_running(*node));
    let ended = idle.map(|node| (node, known.runs.get(node).unwrap().state));
    beginning.ended = ended.filter(|_| dice.below(2) == 0).collect();
    beginning.variables.retain(|_| dice.below(3) > 0);
    beginning.forced = program
        .indices()
        .filter(|node| known.is_forced(*node))
        .collect();
    recording.go_to(FRAMES);
    let mut past = ToldPast::default();
    let number = past.add_program(program);
    assert!(past.begin(agent, number, &beginning));
    tell(&mut past, recording, after);
    past
}

/// Returns the reasons of a node, their reasons, and so on.
fn all_reasons(
    program: &Program<()>,
    past: &(impl Frames + ?Sized),
    frame: u64,
    node: NodeIndex,
) -> Vec<ReasonStep> {
    let first = why(program, past, Moment::after(frame), node);
    to_the_end(first, |step| why_further(program, past, step), |step| step)
}

/// Returns whether a reason is one of the whole past, perhaps without the event that decided.
fn is_said(step: &ReasonStep, whole: &ReasonStep) -> bool {
    let is_place = step.place.is_none() || step.place == whole.place;
    is_place && step.node == whole.node && is_same_fact(&step.fact, &whole.fact)
}

/// Whether two facts are the same, but for the arrival of an event that nobody heard.
fn is_same_fact(step: &Fact, whole: &Fact) -> bool {
    match (step, whole) {
        (
            Fact::Source(AnswerSource::Event(step @ Heard { missed: None, .. })),
            Fact::Source(AnswerSource::Event(whole)),
        ) => {
            let whole = Heard {
                missed: None,
                ..whole.clone()
            };
            *step == whole
        }
        _ => step == whole,
    }
}

/// Returns whether a reason is that the tree ended, as it has. The whole past does not repeat that after other reasons.
fn has_ended(recording: &Recording, step: &ReasonStep) -> bool {
    let (Fact::TreeEnded(status), Some(place)) = (&step.fact, step.place) else {
        return false;
    };
    let record = recording.record(place.frame).unwrap();
    let events = &record.of(recording.first_agent()).unwrap().events;
    events[place.event] == TraceEvent::End(step.node, *status)
}

/// Returns whether a reason says that something is not known.
fn says_not_known(step: &ReasonStep) -> bool {
    match &step.fact {
        Fact::NotKnown
        | Fact::Runs(StartReason::BeforeTheRecord)
        | Fact::Ran(StartReason::BeforeTheRecord)
        | Fact::Interrupted(InterruptionReason::Unknown)
        | Fact::Ended(_, ResultReason::NotKnown)
        | Fact::Source(AnswerSource::Timer(None)) => true,
        Fact::Value(reading) | Fact::Since(reading) => {
            reading.source == ValueOrigin::BeforeTheRecord || reading.was.is_none()
        }
        Fact::Background(run) => run.started.is_none(),
        Fact::Source(AnswerSource::Event(heard)) => heard
            .arrived
            .as_ref()
            .is_some_and(|arrived| arrived.sender == Sender::Unknown || arrived.payload.is_none()),
        _ => false,
    }
}

/// Checks that a past says nothing but what the recording says.
fn check_later(recording: &mut Recording, past: &ToldPast) -> Result<(), TestCaseError> {
    let agent = recording.first_agent();
    let program = recording.program().clone();
    let (first, last) = past.frames().unwrap();
    prop_assert_eq!(last, FRAMES);
    for frame in first..=last {
        let stretch = past.stretch(agent, frame).unwrap();
        let known = stretch.at(frame).unwrap();
        recording.go_to(frame);
        prop_assert_eq!(stretch.stacks(&known), recording.stacks(agent));
        let runs = recording.node_runs(agent).unwrap();
        for node in program.indices() {
            let Some(run) = known.runs.get(node) else {
                prop_assert!(!runs.get(node).state.is_running(), "what runs is known");
                continue;
            };
            let whole = runs.get(node);
            prop_assert_eq!(run.state, whole.state);
            prop_assert!([0, whole.since_frame].contains(&run.since_frame));
            prop_assert!(run.visits <= whole.visits);
        }
        for (name, value) in known.variables() {
            prop_assert_eq!(Some(value), recording.variable(agent, name), "{}", name);
        }
    }
    recording.go_to(FRAMES);
    let whole = AgentPast::new(&*recording, agent, 0);
    for frame in first + 1..=last {
        let later = past.stretch(agent, frame).unwrap().past();
        for node in program.indices() {
            let full = all_reasons(&program, &whole, frame, node);
            for step in all_reasons(&program, &later, frame, node) {
                prop_assert!(
                    full.iter().any(|full| is_said(&step, full))
                        || says_not_known(&step)
                        || has_ended(recording, &step),
                    "{} in frame {}, told after {}: {:?}\nbut {:#?}",
                    node.0,
                    frame,
                    first,
                    step,
                    full
                );
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(150)))]

    #[test]
    fn what_was_told_from_the_start_equals_the_recording(seed: u64, size in 1_usize..30) {
        let mut recording = run(seed, size);
        let agent = recording.first_agent();
        let program = recording.program().clone();
        let past = told_from_the_start(&recording, usize::MAX);
        let stretch = past.stretch(agent, FRAMES).unwrap();
        let mut history = RunHistory::new(&program);
        for frame in 0..=FRAMES {
            recording.go_to(frame);
            let known = stretch.at(frame).unwrap();
            prop_assert_eq!(stretch.record(frame), recording.record(frame));
            prop_assert_eq!(stretch.stacks(&known), recording.stacks(agent));
            let states: Vec<Option<NodeRun>> = program.indices().map(|node| known.runs.get(node)).collect();
            let recorded: Vec<_> = recording.node_runs(agent).unwrap().iter().map(|run| Some(*run)).collect();
            prop_assert_eq!(states, recorded);
            prop_assert!((known.time - recording.time()).abs() < 1e-9);
            for (name, value) in known.variables() {
                prop_assert_eq!(Some(value), recording.variable(agent, name));
                prop_assert_eq!(stretch.written(name, frame), recording.written(agent, name));
            }
            if let Some(record) = recording.record(frame) {
                let part = record.of(agent).unwrap();
                history.note(&program, record.time, &part.events, &[]);
                for events in 0..part.events.len() {
                    recording.go_inside(frame, agent, events);
                    let known = stretch.at_event(frame, events).unwrap();
                    prop_assert_eq!(stretch.stacks(&known), recording.stacks(agent));
                    for (name, value) in known.variables() {
                        prop_assert_eq!(Some(value), recording.variable(agent, name));
                    }
                }
            }
        }
        recording.go_to(FRAMES);
        let recorded = AgentPast::new(&recording, agent, 0);
        for node in program.indices() {
            prop_assert_eq!(stretch.history().lane(node).map(|lane| &lane.spans), history.lane(node).map(|lane| &lane.spans));
            for frame in 0..=FRAMES {
                prop_assert_eq!(all_reasons(&program, &stretch.past(), frame, node), all_reasons(&program, &recorded, frame, node));
            }
        }
        for variable in program.tree_variables() {
            let value = |past: &dyn Frames| why_value(&*program, past, Moment::after(FRAMES), &variable.name);
            prop_assert_eq!(value(&stretch.past()), value(&recorded));
        }
    }

    #[test]
    fn what_was_told_later_is_the_same_or_not_known(seed: u64, size in 1_usize..30, after in 1..FRAMES) {
        let mut recording = run(seed, size);
        let past = told_later(&mut recording, after, &mut Dice::new(seed));
        check_later(&mut recording, &past)?;
    }

    #[test]
    fn what_was_forgotten_is_not_known(seed: u64, size in 1_usize..30, limit in 0_usize..30_000) {
        let mut recording = run(seed, size);
        let past = told_from_the_start(&recording, limit);
        let (first, last) = past.frames().unwrap();
        prop_assert_eq!(last, FRAMES);
        prop_assert!(first >= FRAMES - 4 || past.bytes() <= limit);
        check_later(&mut recording, &past)?;
    }
}

/// Guards against laws over cases that never occur.
#[test]
fn random_pasts_say_what_they_know_and_what_they_do_not() {
    let mut seen = BTreeSet::new();
    for seed in 0..100 {
        let mut recording = run(seed, 25);
        let past = told_later(&mut recording, 8, &mut Dice::new(seed));
        let agent = recording.first_agent();
        let later = past.stretch(agent, FRAMES).unwrap().past();
        let program = recording.program().clone();
        for node in program.indices() {
            for step in all_reasons(&program, &later, FRAMES, node) {
                seen.insert(step.told(&program, &|_| String::new()).code());
            }
        }
    }
    for code in [
        "not_known",
        "runs_before_the_record",
        "value_unknown",
        "ended_child",
        "not_reached_yet",
        "interrupted_when_true",
    ] {
        assert!(seen.contains(code), "{code}: {seen:?}");
    }
}
