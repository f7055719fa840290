//! The laws of explanations, over random trees and runs: every chain of causes ends in an input, a random choice, a timer, an answer or the start of the
//! tree, and every value named in it is the one that the recording holds.

use std::collections::BTreeSet;

use proptest::prelude::*;
use treewright_core::nodes::testing::random::{Dice, document_with_trees, played, script};
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_core::testing::cases;
use treewright_core::trace::TraceEvent;

use super::history::{EventPosition, History};
use super::{AgentPast, Fact, Moment, ReasonStep, TEXTS, why, why_further};
use crate::recording::Recording;
use crate::recording::testing::scripted;

const FRAMES: usize = 20;

/// More steps than any chain of such a run has.
const ENDLESS: usize = 2_000;

/// A run of one or two agents with random inputs.
fn run(seed: u64, size: usize) -> Recording {
    let document = document_with_trees(seed, size, &[]);
    let mut recording = Recording::new(played(&document).unwrap(), seed);
    if seed.is_multiple_of(2) {
        let second = crate::recording::RunInput::Add { seed: 3 };
        recording.apply(second).unwrap();
    }
    let mut dice = Dice::new(seed);
    for frame in &script(seed, FRAMES, 60, &document) {
        let agents: Vec<AgentId> = recording.agents().collect();
        for happening in &frame.happenings {
            let program = recording.program().clone();
            let input = scripted(happening, dice.of(&agents), &program);
            if let Some(input) = input {
                let _ = recording.apply(input);
            }
        }
        recording.step(frame.dt);
    }
    recording
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
            let (program, past) = (recording.program(), AgentPast::new(&recording, agent, 0));
            let nodes: Vec<NodeIndex> = program.indices().collect();
            for _ in 0..20 {
                let (node, frame) = (dice.of(&nodes), dice.below(FRAMES) as u64 + 1);
                let mut chain = why(&**program, &past, Moment::after(frame), node);
                prop_assert!(!chain.is_empty());
                while let Some(last) = next_of(&chain) {
                    let further = why_further(&**program, &past, last);
                    let told: Vec<String> = chain.iter().map(|step| step.told(program, &no_title).to_string()).collect();
                    if further.is_empty() {
                        prop_assert!(last.is_origin(), "{:?} in {:#?}", last, told);
                        break;
                    }
                    prop_assert!(chain.len() < ENDLESS, "endless: {:#?}", told);
                    chain.extend(further);
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
                    let program = recording.program().clone();
                    let steps = {
                        let past = AgentPast::new(&recording, *agent, 0);
                        let moment = Moment::after(frame);
                        let history = History { program: &*program, frames: &past, moment };
                        history.sources(*node, EventPosition { frame, event })
                    };
                    prop_assert!(recording.go_inside(frame, *agent, event));
                    for step in steps {
                        let Fact::Value(reading) = step.fact else { continue };
                        let held = recording.variable(*agent, &reading.variable);
                        prop_assert_eq!(reading.value.as_ref(), held, "{} in frame {} at event {}", reading.variable, frame, event);
                    }
                }
            }
        }
    }
}

/// Guards against laws over cases that never occur.
#[test]
fn random_runs_contain_every_kind_of_value() {
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let recording = run(seed, 25);
        let program = recording.program();
        for agent in recording.agents() {
            let past = AgentPast::new(&recording, agent, 0);
            for node in program.indices() {
                for step in why(&**program, &past, Moment::after(FRAMES as u64), node) {
                    seen.insert(step.told(program, &no_title).code());
                }
            }
        }
    }
    for (code, _) in TEXTS {
        let is_of_value = code.starts_with("value") && code != "value_unknown";
        assert!(!is_of_value || seen.contains(code), "{code}: {seen:?}");
    }
    assert!(seen.contains("source_forced"));
}

/// The step with which a chain goes on: of several values the first one, which was written last.
fn next_of(chain: &[ReasonStep]) -> Option<&ReasonStep> {
    let values = chain
        .iter()
        .rev()
        .take_while(|step| matches!(step.fact, Fact::Value(_)));
    values.last().or(chain.last())
}
