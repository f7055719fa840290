//! The laws of explanations, over random trees and runs: every chain of causes ends in an input, a random choice, a timer, an answer or the start of the
//! tree, and every value named in it is the one that the recording holds.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use treewright_core::nodes::testing::random::{Dice, played, script};
use treewright_core::runtime::{AgentId, NodeIndex, Status};
use treewright_core::testing::cases;
use treewright_core::trace::TraceEvent;
use treewright_core::value::Value;
use treewright_core::{Argument, Message, Program};

use super::history::{EventPosition, History};
use super::{
    AgentPast, Fact, Moment, NoAbort, ReasonStep, Sender, TEXTS, ValueOrigin, why, why_further,
    why_no_abort, why_other,
};
use crate::recording::testing::{documents, scripted};
use crate::recording::{Recording, RunInput};

const FRAMES: usize = 20;

/// More steps than any chain of such a run has.
const ENDLESS: usize = 2_000;

/// A run of some agents of up to three trees with random inputs.
fn run(seed: u64, size: usize) -> Recording {
    let documents = documents(seed, size);
    let mut recording = Recording::new(played(&documents[0]).unwrap(), seed);
    if seed.is_multiple_of(2) {
        recording.add(recording.program().clone(), 3).unwrap();
    }
    for document in &documents[1..] {
        recording.add(played(document).unwrap(), 4).unwrap();
    }
    let mut dice = Dice::new(seed);
    for frame in &script(seed, FRAMES, 60, &documents[0]) {
        let agents: Vec<AgentId> = recording.agents().collect();
        for happening in &frame.happenings {
            let agent = dice.of(&agents);
            let program = recording.program_of(agent).unwrap();
            let input = scripted(happening, agent, program);
            if let Some(input) = input {
                let _ = recording.apply(input);
            }
        }
        recording.step(frame.dt);
    }
    recording
}

fn past_of(recording: &Recording, agent: AgentId) -> (&Arc<Program<()>>, AgentPast<'_>) {
    let number = recording.program_number_of(agent).unwrap();
    let past = AgentPast::new(recording, agent, number);
    (&recording.programs()[number], past)
}

fn no_title(_: NodeIndex) -> String {
    String::new()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn every_chain_ends_in_an_origin(seed: u64, size in 1_usize..30) {
        let recording = run(seed, size);
        let mut dice = Dice::new(seed);
        for agent in recording.agents() {
            let (program, past) = past_of(&recording, agent);
            let nodes: Vec<NodeIndex> = program.indices().collect();
            for _ in 0..20 {
                let (node, frame) = (dice.of(&nodes), dice.below(FRAMES) as u64 + 1);
                let mut chain = why(&**program, &past, Moment::after(frame), node);
                prop_assert!(!chain.is_empty());
                let (mut program, mut past) = past_of(&recording, agent);
                let mut told = Vec::new();
                loop {
                    told.extend(chain.iter().map(|step| step.told(program, &no_title).to_string()));
                    prop_assert!(told.len() < ENDLESS, "endless: {told:#?}");
                    let last = dice.of(&ends_of(&chain));
                    chain = if let Some(other) = last.other() {
                        program = &recording.programs()[other.program];
                        past = AgentPast::new(&recording, other.agent, other.program);
                        why_other(&**program, &past, other)
                    } else {
                        why_further(&**program, &past, &last)
                    };
                    if chain.is_empty() {
                        prop_assert!(last.is_origin(), "{} {:?} in {:#?}", program.task(last.node), last, told);
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn every_value_is_that_of_the_recording(seed: u64, size in 1_usize..30) {
        let mut recording = run(seed, size);
        let agents: Vec<AgentId> = recording.agents().collect();
        for frame in 1..=FRAMES as u64 {
            for agent in &agents {
                let events = recording.record(frame).unwrap().of(*agent).unwrap().events.clone();
                for (event, what) in events.iter().enumerate() {
                    let (TraceEvent::Update(node, _) | TraceEvent::Check(node, _)) = what else {
                        continue;
                    };
                    let steps = {
                        let (program, past) = past_of(&recording, *agent);
                        let moment = Moment::after(frame);
                        let history = History { program: &**program, frames: &past, moment };
                        history.sources(*node, EventPosition { frame, event })
                    };
                    prop_assert!(recording.go_inside(frame, *agent, event));
                    for step in steps {
                        if let Fact::Settings(said) = &step.fact {
                            for setting in said {
                                let held = setting.variable.as_ref().map(|name| recording.variable(*agent, name));
                                prop_assert!(held.is_none_or(|held| held == setting.value.as_ref()), "{:?} in frame {} at event {}", setting, frame, event);
                            }
                        }
                        let Fact::Value(reading) = step.fact else { continue };
                        let held = recording.variable(*agent, &reading.variable);
                        prop_assert_eq!(reading.value.as_ref(), held, "{} in frame {} at event {}", reading.variable, frame, event);
                        let place = EventPosition { frame, event };
                        if let Some(writes) = writes_before(&recording, (*agent, *node), &reading.variable, place) {
                            check_writer(&writes, &told_writer(&reading.source, *agent), reading.value.as_ref())?;
                        }
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    /// What is said to have let a condition go comes after it was read last; and unless it was never watched, it was watched until then.
    #[test]
    fn a_condition_is_watched_until_what_let_it_go(seed: u64, size in 1_usize..30) {
        let mut recording = run(seed, size);
        let agents: Vec<AgentId> = recording.agents().collect();
        for frame in 2..=FRAMES as u64 {
            for agent in &agents {
                let told = let_go(&mut recording, *agent, frame);
                for (node, place) in told {
                    let events = |frame: u64| recording.record(frame).unwrap().of(*agent).unwrap().events.clone();
                    for later in place.frame..=frame {
                        let from = if later == place.frame { place.event } else { 0 };
                        let is_read = |event: &TraceEvent| matches!(event, TraceEvent::Update(of, _) | TraceEvent::Check(of, _) if *of == node);
                        prop_assert!(!events(later)[from..].iter().any(is_read), "{:?} is read in frame {} after {:?}", node, later, place);
                    }
                    let was_read_then = events(place.frame).iter().any(|event| matches!(event, TraceEvent::Update(of, _) if *of == node));
                    if place.frame > 1 && !was_read_then {
                        recording.go_to(place.frame - 1);
                        let instance = recording.instance(*agent).unwrap();
                        let is_watched = instance.observed().any(|it| it.conditional == node);
                        prop_assert!(is_watched, "{:?} is not watched before {:?}", node, place);
                        recording.go_to(FRAMES as u64);
                    }
                }
            }
        }
    }
}

/// Returns the conditions that are not watched any more after a frame, each with the event that is given as the reason.
fn let_go(
    recording: &mut Recording,
    agent: AgentId,
    frame: u64,
) -> Vec<(NodeIndex, EventPosition)> {
    recording.go_to(frame);
    let told = {
        let (program, past) = past_of(recording, agent);
        let instance = recording.instance(agent).unwrap();
        let moment = Moment::after(frame);
        let steps = program.indices().filter_map(|node| {
            let step = why_no_abort(instance, program, &past, moment, node)?;
            let is_let_go = matches!(
                step.fact,
                Fact::NoAbort(
                    NoAbort::LetGo { .. } | NoAbort::Dropped { .. } | NoAbort::Restarted { .. }
                )
            );
            is_let_go.then_some((node, step.place?))
        });
        steps.collect()
    };
    recording.go_to(FRAMES as u64);
    told
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn every_event_that_was_heard_was_sent_as_it_is_said(seed: u64, size in 1_usize..30) {
        let recording = run(seed, size);
        for (frame, agent, place, node) in listeners(&recording) {
            let (program, past) = past_of(&recording, agent);
            let history = History { program: &**program, frames: &past, moment: Moment::after(frame) };
            let Some(heard) = history.heard(node, place) else { continue };
            let Some(arrived) = heard.arrived else { continue };
            match arrived.sender {
                Sender::Input(sent) => {
                    let inputs = &recording.record(sent).unwrap().inputs;
                    let is_it = |input: &RunInput| matches!(input, RunInput::Send { event, .. } if event.name == heard.name && event.payload == arrived.payload);
                    prop_assert!(sent <= frame && inputs.iter().any(is_it));
                }
                Sender::Node(sender, at) => {
                    prop_assert!(at.frame < frame && program.sends(sender).is_some());
                    let events = &recording.record(at.frame).unwrap().of(agent).unwrap().events;
                    prop_assert_eq!(&events[at.event], &TraceEvent::Update(sender, Status::Success));
                }
                Sender::Other(by) => {
                    prop_assert!(by.place.frame < frame && by.agent != agent);
                    let record = recording.record(by.place.frame).unwrap().of(by.agent).unwrap();
                    prop_assert!(recording.programs()[record.program].sends(by.node).is_some_and(|sends| sends.to_all));
                    prop_assert_eq!(&record.events[by.place.event], &TraceEvent::Update(by.node, Status::Success));
                }
                // Background trees and tasks of the game send events, too.
                Sender::Unknown => {}
            }
        }
    }
}

/// The answers of all nodes that hear events.
fn listeners(recording: &Recording) -> Vec<(u64, AgentId, EventPosition, NodeIndex)> {
    let mut all = Vec::new();
    for frame in 1..=FRAMES as u64 {
        for of in &recording.record(frame).unwrap().agents {
            for (event, what) in of.events.iter().enumerate() {
                if let TraceEvent::Update(node, _) | TraceEvent::Check(node, _) = what {
                    all.push((frame, of.agent, EventPosition { frame, event }, *node));
                }
            }
        }
    }
    all
}

/// The codes of a sentence and of the words in it.
fn codes(sentence: &Message) -> Vec<&'static str> {
    let inner = sentence.arguments().iter();
    let inner = inner.filter_map(|(_, argument)| match argument {
        Argument::Message(inner) => Some(inner.code()),
        _ => None,
    });
    std::iter::once(sentence.code()).chain(inner).collect()
}

/// Guards against laws over cases that never occur.
#[test]
fn random_runs_contain_every_kind_of_value() {
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let recording = run(seed, 25);
        for agent in recording.agents() {
            let (program, past) = past_of(&recording, agent);
            for node in program.indices() {
                for step in why(&**program, &past, Moment::after(FRAMES as u64), node) {
                    let further = why_further(&**program, &past, &step);
                    for step in std::iter::once(step).chain(further) {
                        seen.extend(codes(&step.told(program, &no_title)));
                    }
                }
            }
        }
    }
    // These are rare; they have tests of their own.
    let rare = [
        "value_unknown",
        "value_other_changed",
        "value_background_changed",
        "ran_before_the_record",
        "ran_after_abort",
        "by_case",
        "value_input",
        "value_node",
        "value_other",
        "by_memory",
        "by_position",
    ];
    let kinds = ["value", "ran_", "by_"];
    let codes = TEXTS.iter().map(|(code, _)| *code);
    let of_kinds = codes.filter(|code| kinds.iter().any(|kind| code.starts_with(kind)));
    let expected = of_kinds.filter(|code| !rare.contains(code));
    let named = [
        "source_forced",
        "event_none",
        "event_input",
        "event_input_with",
        "runs_chosen",
    ];
    let missing: Vec<&str> = expected
        .chain(named)
        .filter(|code| !seen.contains(code))
        .collect();
    assert!(missing.is_empty(), "{missing:?} of {seen:?}");
}

/// The steps with which a chain may go on: the values at its end, or the last step.
fn ends_of(chain: &[ReasonStep]) -> Vec<ReasonStep> {
    let last = chain.len().saturating_sub(1);
    let may_lead_on = |(at, step): &(usize, &ReasonStep)| {
        *at == last || matches!(step.fact, Fact::Value(_) | Fact::Since(_))
    };
    let ends = chain.iter().enumerate().filter(may_lead_on);
    ends.map(|(_, step)| step.clone()).collect()
}

/// Who wrote a value: an agent with its node, an input before a frame, or nobody.
#[derive(Debug, PartialEq)]
enum Writer {
    Nobody,
    Input(u64),
    Task(AgentId, Option<NodeIndex>, u64),
}

/// The writes of a variable before a node read it, found by visiting all; `None` if that node wrote it in the same frame.
fn writes_before(
    recording: &Recording,
    (agent, reader): (AgentId, NodeIndex),
    name: &str,
    place: EventPosition,
) -> Option<Vec<(Writer, Value)>> {
    let is_global = |of: AgentId| recording.program_of(of).unwrap().is_global(name);
    let is_seen = |by: AgentId| by == agent || is_global(by) && is_global(agent);
    let mut writes = Vec::new();
    for frame in 1..=place.frame {
        let record = recording.record(frame).unwrap();
        for input in &record.inputs {
            if let RunInput::Set {
                agent,
                name: set,
                value,
            } = input
                && **set == *name
                && is_seen(*agent)
            {
                writes.push((Writer::Input(frame), value.clone()));
            }
        }
        for of in &record.agents {
            let is_reader = frame == place.frame && of.agent == agent;
            for write in of.writes.iter().filter(|write| *write.variable == *name) {
                if is_reader && write.after <= place.event && write.node == Some(reader) {
                    // Whether it wrote before or after it read is not recorded.
                    return None;
                }
                if is_seen(of.agent) && (!is_reader || write.after <= place.event) {
                    let writer = Writer::Task(of.agent, write.node, frame);
                    writes.push((writer, write.value.clone()));
                }
            }
            if is_reader {
                break;
            }
        }
    }
    Some(writes)
}

/// Checks that a value comes from this write: later writes repeat the value, and the write before has another one.
fn check_writer(
    writes: &[(Writer, Value)],
    told: &Writer,
    value: Option<&Value>,
) -> Result<(), TestCaseError> {
    let is_same = |(_, written): &(Writer, Value)| Some(written) == value;
    let Some(place) = writes.iter().rposition(|(writer, _)| writer == told) else {
        prop_assert_eq!(told, &Writer::Nobody);
        prop_assert!(writes.iter().all(is_same), "{:?}", writes);
        return Ok(());
    };
    prop_assert!(
        writes[place..].iter().all(is_same),
        "{:?} of {:?}",
        told,
        writes
    );
    // A task may write several times in a frame.
    let before = writes[..place]
        .iter()
        .rev()
        .find(|(writer, _)| writer != told);
    prop_assert!(!before.is_some_and(is_same), "{:?} of {:?}", told, writes);
    Ok(())
}

fn told_writer(source: &ValueOrigin, agent: AgentId) -> Writer {
    match source {
        ValueOrigin::Initial | ValueOrigin::BeforeTheRecord => Writer::Nobody,
        ValueOrigin::Input(frame) => Writer::Input(*frame),
        ValueOrigin::Node(node, place) => Writer::Task(agent, Some(*node), place.frame),
        ValueOrigin::Other(by) => Writer::Task(by.agent, Some(by.node), by.place.frame),
        ValueOrigin::Background(frame) => Writer::Task(agent, None, *frame),
    }
}
