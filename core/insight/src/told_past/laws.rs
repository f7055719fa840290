//! The laws of told pasts, over random trees and runs: what a told past says equals what a recording of the same run says, and one
//! that begins later, or has forgotten its first frames, says the same or "not known", but nothing else.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use treewright_core::nodes::testing::random::{Dice, played, script};
use treewright_core::runtime::ObserverView;
use treewright_core::testing::cases;
use treewright_core::trace::{FlightFrame, FlightTree};

use super::*;
use crate::history::{NodeRun, RunHistory, ValueSource};
use crate::recording::Recording;
use crate::recording::testing::{documents, scripted};
use crate::why::{
    AgentPast, AnswerSource, Fact, Frames, Heard, InterruptionReason, MAX_STEPS, Moment,
    NodeSetting, ReasonStep, ResultReason, Sender, StartReason, ValueOrigin, to_the_end, why,
    why_further, why_value,
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
                learned: Vec::new(),
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

/// The same, without the reasons of what is not fully known: of a write of which it is not known whether it changed anything.
fn known_reasons(
    program: &Program<()>,
    past: &(impl Frames + ?Sized),
    frame: u64,
    node: NodeIndex,
) -> Vec<ReasonStep> {
    let first = why(program, past, Moment::after(frame), node);
    let further = |step: &ReasonStep| {
        if says_not_known(step) {
            Vec::new()
        } else {
            why_further(program, past, step)
        }
    };
    to_the_end(first, further, |step| step)
}

/// Returns whether a reason is one of the whole past, perhaps without the event that decided.
fn is_said(step: &ReasonStep, whole: &ReasonStep) -> bool {
    let is_place = step.place.is_none() || step.place == whole.place;
    is_place && step.node == whole.node && is_same_fact(&step.fact, &whole.fact)
}

/// Whether two facts are the same, but for the arrival of an event that nobody heard, and for values of settings that are not known.
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
        (Fact::Settings(step), Fact::Settings(whole)) => {
            let is_same = |(step, whole): (&NodeSetting, &NodeSetting)| {
                let value = step.value.clone().or_else(|| whole.value.clone());
                let known = NodeSetting {
                    value,
                    ..step.clone()
                };
                known == *whole
            };
            step.len() == whole.len() && step.iter().zip(whole).all(is_same)
        }
        // It is not known that it had run before.
        (Fact::Runs(StartReason::ByItsParent), Fact::Runs(StartReason::Again(_)))
        | (Fact::Ran(StartReason::ByItsParent), Fact::Ran(StartReason::Again(_))) => true,
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

/// Returns whether a reason is that a node ran, and the node did start there. A past that knows other values may name other nodes.
fn has_started(recording: &Recording, step: &ReasonStep) -> bool {
    let (Fact::Ran(_), Some(place)) = (&step.fact, step.place) else {
        return false;
    };
    let record = recording.record(place.frame).unwrap();
    let events = &record.of(recording.first_agent()).unwrap().events;
    events[place.event] == TraceEvent::Start(step.node)
}

/// Returns whether a reason says that something is not known.
fn says_not_known(step: &ReasonStep) -> bool {
    match &step.fact {
        Fact::NotKnown
        | Fact::Runs(StartReason::BeforeTheRecord)
        | Fact::Ran(StartReason::BeforeTheRecord)
        | Fact::Interrupted(InterruptionReason::Unknown)
        | Fact::Ended(_, ResultReason::NotKnown)
        | Fact::Source(AnswerSource::Timer(None) | AnswerSource::Count(None)) => true,
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

/// Returns what is said of observers, without their order.
fn sorted<'o>(observers: impl Iterator<Item = &'o ObserverView>) -> Vec<String> {
    let mut all: Vec<String> = observers.map(|observer| format!("{observer:?}")).collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(150)))]

    #[test]
    fn the_observers_are_those_of_the_recording(seed: u64, size in 1_usize..30) {
        let mut recording = run(seed, size);
        let agent = recording.first_agent();
        let past = told_from_the_start(&recording, usize::MAX);
        let stretch = past.stretch(agent, FRAMES).unwrap();
        for frame in 0..=FRAMES {
            recording.go_to(frame);
            let instance = recording.instance(agent).unwrap();
            if instance.state() != TreeState::Enabled {
                continue;
            }
            let known = stretch.at(frame).unwrap();
            let (observers, idle) = stretch.observers(&known);
            let whole: Vec<ObserverView> = instance.observed().collect();
            prop_assert_eq!(sorted(observers.iter()), sorted(whole.iter()), "frame {}", frame);
            prop_assert_eq!(idle, instance.unobserved().collect::<Vec<_>>());
        }
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
            if full.len() >= MAX_STEPS {
                // The others were left out.
                continue;
            }
            for step in known_reasons(&program, &later, frame, node) {
                prop_assert!(
                    full.iter().any(|full| is_said(&step, full))
                        || says_not_known(&step)
                        || has_ended(recording, &step)
                        || has_started(recording, &step),
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
                for input in &record.inputs {
                    if let RunInput::Set { name, value, .. } = input {
                        history.note_outside(name, value.clone(), ValueSource::Outside);
                    }
                }
                history.note(&program, record.time, &part.events, &part.writes);
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
            prop_assert_eq!(stretch.history().lane(node), history.lane(node));
            for frame in 0..=FRAMES {
                prop_assert_eq!(all_reasons(&program, &stretch.past(), frame, node), all_reasons(&program, &recorded, frame, node));
            }
        }
        for variable in program.tree_variables() {
            prop_assert_eq!(stretch.history().changes(&variable.name), history.changes(&variable.name));
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

/// The values of variables, by name.
type Values = Vec<(Arc<str>, Value)>;

/// A run of several agents of several trees, some of which share variables.
fn run_of_many(seed: u64, size: usize) -> Recording {
    let documents = documents(seed, size);
    let mut recording = Recording::new(played(&documents[0]).unwrap(), seed);
    recording.add(recording.program().clone(), 3).unwrap();
    for document in &documents[1..] {
        recording.add(played(document).unwrap(), 4).unwrap();
    }
    let mut dice = Dice::new(seed);
    for frame in &script(seed, FRAMES as usize, 60, &documents[0]) {
        let agents: Vec<AgentId> = recording.agents().collect();
        for happening in &frame.happenings {
            let agent = dice.of(&agents);
            let program = recording.program_of(agent).unwrap().clone();
            if let Some(input) = scripted(happening, agent, &program) {
                let _ = recording.apply(input);
            }
        }
        recording.step(frame.dt);
    }
    recording
}

/// Returns the values of an agent's variables inside a frame, after these events of it.
fn values(recording: &mut Recording, agent: AgentId, moment: (u64, usize)) -> Values {
    recording.go_inside(moment.0, agent, moment.1);
    let program = recording.program_of(agent).unwrap().clone();
    let declared = program
        .tree_variables()
        .iter()
        .chain(program.global_variables());
    let value = |name: &Arc<str>| Some((name.clone(), recording.variable(agent, name)?.clone()));
    declared
        .filter_map(|variable| value(&variable.name))
        .collect()
}

/// Returns what a flight recorder records of a frame: trees in which nothing happened sleep at random, parts are lost at random. `ended` are
/// the values of variables after the last part of each agent.
fn flight(
    recording: &mut Recording,
    frame: u64,
    ended: &mut BTreeMap<AgentId, Values>,
    dice: &mut Dice,
) -> FlightFrame {
    let record = recording.record(frame).unwrap().clone();
    let mut flown = FlightFrame {
        frame,
        dt: record.dt,
        is_cut: dice.below(8) == 0,
        ..FlightFrame::default()
    };
    for part in &record.agents {
        let agent = part.agent;
        if frame > 1 && dice.below(5) == 0 {
            recording.go_to(frame - 1);
            let instance = recording.instance(agent).unwrap();
            let keyframe = Keyframe::of(instance, recording.globals());
            flown.keyframes.push((agent, keyframe));
        }
        let mut outside = values(recording, agent, (frame, 0));
        let known = ended.insert(agent, values(recording, agent, (frame, usize::MAX)));
        let known = known.unwrap_or_default();
        outside.retain(|value| !known.contains(value));
        let sleeps = part.events.is_empty() && part.writes.is_empty() && outside.is_empty();
        if sleeps && dice.below(2) == 0 || flown.is_cut && dice.below(2) == 0 {
            continue;
        }
        flown.trees.push(FlightTree {
            agent,
            outside,
            events: part.events.clone(),
            writes: part.writes.clone(),
            data: part.data.clone(),
        });
    }
    flown
}

/// Returns the past that a flight recorder tells of a run.
fn flown(recording: &mut Recording, seed: u64) -> ToldPast {
    let (mut dice, mut ended) = (Dice::new(seed), BTreeMap::new());
    let mut past = ToldPast::default();
    for program in recording.programs() {
        past.add_program(program.clone());
    }
    let programs: BTreeMap<AgentId, usize> = recording.agent_programs().iter().collect();
    let mut follower = FlightFollower::default();
    for frame in 1..=FRAMES {
        let flown = flight(recording, frame, &mut ended, &mut dice);
        follower.tell(&mut past, flown, &|agent| programs.get(&agent).copied());
    }
    past
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(150)))]

    #[test]
    fn what_a_flight_recorder_tells_of_many_agents_is_what_they_did(seed: u64, size in 1_usize..30) {
        let mut recording = run_of_many(seed, size);
        let past = flown(&mut recording, seed);
        for agent in past.agents().collect::<Vec<_>>() {
            let frames: Vec<u64> = past.stretches(agent).flat_map(|it| it.first_frame() + 1..=it.last_frame()).collect();
            prop_assert!(frames.is_sorted_by(|one, other| one < other));
            for frame in frames {
                let stretch = past.stretch(agent, frame).unwrap();
                let known = stretch.at(frame).unwrap();
                let told = values(&mut recording, agent, (frame, usize::MAX));
                for (name, value) in told {
                    prop_assert!(known.variable(&name).is_none_or(|known| *known == value), "{} of {:?} in {}", name, agent, frame);
                }
                recording.go_to(frame);
                prop_assert_eq!(stretch.stacks(&known), recording.stacks(agent));
                let part = recording.record(frame).unwrap().of(agent).unwrap();
                let record = stretch.record(frame).unwrap().of(agent).unwrap();
                prop_assert_eq!(&record.events, &part.events);
                prop_assert_eq!(record.status, part.status);
                for node in stretch.program().indices() {
                    let run = recording.node_runs(agent).unwrap().get(node);
                    prop_assert!(known.runs.get(node).is_none_or(|known| known.state == run.state));
                }
            }
        }
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

/// Guards against flights of which nothing is known, and against those without gaps.
#[test]
fn random_flights_have_frames_and_gaps() {
    let (mut frames, mut gaps) = (0, 0);
    for seed in 0..30 {
        let mut recording = run_of_many(seed, 10);
        let past = flown(&mut recording, seed);
        for agent in past.agents() {
            let stretches = past.stretches(agent);
            let known = stretches.map(|stretch| stretch.last_frame() - stretch.first_frame());
            frames += known.sum::<u64>();
            gaps += past.stretches(agent).skip(1).count();
        }
    }
    assert!(frames > 300 && gaps > 30, "{frames} frames, {gaps} gaps");
}

/// A random run in which a timer succeeds while it is only watched, which starts and ends no node.
#[test]
fn what_a_watched_condition_answered_is_known() {
    let mut recording = run(8_933_919_254_889_095_487, 18);
    let past = told_from_the_start(&recording, 24_104);
    check_later(&mut recording, &past).unwrap();
}
