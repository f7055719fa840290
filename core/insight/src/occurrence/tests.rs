//! The frames that are found equal those of a scan of all recorded events and writes, over random trees and scripts, in any part of the
//! run, and after frames were forgotten or discarded.

use std::collections::BTreeSet;

use proptest::prelude::*;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::nodes::testing::random::{
    Dice, document_with_trees, played, script, with_own_parents,
};
use treewright_core::testing::cases;
use treewright_core::trace::{BesideEvent, TraceEvent};
use treewright_core::value::Value;

use super::*;
use crate::recording::testing::scripted;
use crate::recording::{Recording, RunInput};

const FRAMES: usize = 40;

/// A run with its history.
struct Run {
    recording: Recording,
    history: RunHistory,
}

impl Run {
    fn new(program: Arc<Program<()>>, seed: u64) -> Self {
        Self {
            history: RunHistory::new(&program),
            recording: Recording::new(program, seed),
        }
    }

    /// A random run in which variables are written and results are forced.
    fn random(seed: u64, size: usize) -> Self {
        let mut document = document_with_trees(seed, size, &[]);
        document.restart_when_complete = true;
        if seed.is_multiple_of(3) {
            document = with_own_parents(&document, seed);
        }
        let mut run = Self::new(played(&document).unwrap(), seed);
        for frame in script(seed, FRAMES, 40, &document) {
            for happening in &frame.happenings {
                let agent = run.recording.first_agent();
                let input = scripted(happening, agent, run.recording.program());
                if let Some(input) = input {
                    let _ = run.recording.apply(input);
                }
            }
            run.step(frame.dt);
        }
        run
    }

    fn step(&mut self, dt: f64) {
        let record = self.recording.step(dt);
        for input in &record.inputs {
            if let RunInput::Set { name, value, .. } = input {
                self.history
                    .note_outside(name, value.clone(), ValueSource::Outside);
            }
        }
        let of = &record.agents[0];
        self.history.note(
            self.recording.program(),
            record.time,
            &of.events,
            &of.writes,
        );
    }

    fn found(&self, sought: &Sought, frames: RangeInclusive<u64>) -> Vec<Occurrence> {
        let program = self.recording.program();
        let places = |id: &NodeId| program.index(id).into_iter().collect();
        let search = Search::new(sought, program, &places, &|name| name.into()).unwrap();
        search.occurrences(&**program, &self.history, frames)
    }

    /// The same by looking at each recorded event and write.
    fn scanned(&self, sought: &Sought, frames: RangeInclusive<u64>) -> Vec<Occurrence> {
        let program = self.recording.program();
        let variables = program
            .tree_variables()
            .iter()
            .chain(program.global_variables());
        let mut values: Vec<(Arc<str>, Value)> = variables
            .map(|v| (v.name.clone(), v.initial.clone()))
            .collect();
        let mut found = BTreeSet::new();
        let mut held = sought_holds(sought, program, &values);
        for record in self.recording.records() {
            let (frame, of) = (record.frame as u32, &record.agents[0]);
            let mut last_writer = None;
            let set = record.inputs.iter().filter_map(|input| match input {
                RunInput::Set { name, value, .. } => Some((None, name, value)),
                _ => None,
            });
            let writes = of.writes.iter().map(|w| (w.node, &w.variable, &w.value));
            for (node, name, value) in set.chain(writes) {
                let known = values.iter_mut().find(|(known, _)| known == name).unwrap();
                if known.1 == *value {
                    continue;
                }
                known.1 = value.clone();
                if *sought == Sought::Change(name.clone()) {
                    found.insert(Occurrence { frame, node });
                }
                if reads(sought, name) {
                    last_writer = node.or(last_writer);
                }
            }
            let holds = sought_holds(sought, program, &values);
            if holds && !held {
                found.insert(Occurrence {
                    frame,
                    node: last_writer,
                });
            }
            held = holds;
            let sought = of
                .events
                .iter()
                .filter(|event| is_sought(program, sought, event));
            found.extend(sought.map(|event| Occurrence {
                frame,
                node: event.node(),
            }));
        }
        found.retain(|at| frames.contains(&u64::from(at.frame)));
        found.into_iter().collect()
    }
}

fn reads(sought: &Sought, name: &str) -> bool {
    matches!(sought, Sought::Expression(text) if expression::names(text).iter().any(|n| n == name))
}

fn sought_holds(sought: &Sought, program: &Program<()>, values: &[(Arc<str>, Value)]) -> bool {
    let Sought::Expression(text) = sought else {
        return false;
    };
    let resolve = |name: &str| {
        let place = values.iter().position(|(known, _)| **known == *name)?;
        Some((place, type_of(program, name)?))
    };
    let expression = Expression::compile(text, &resolve, Some(&ValueType::Bool)).unwrap();
    expression.holds(&|place| &values[place].1) == Ok(true)
}

/// Whether an event is sought.
fn is_sought(program: &Program<()>, sought: &Sought, event: &TraceEvent) -> bool {
    let is = |node: NodeIndex, id: &NodeId| program.id(node) == id;
    match (sought, event) {
        (Sought::Node(id, NodeEvent::Start), TraceEvent::Start(node)) => is(*node, id),
        (Sought::Node(id, NodeEvent::End(wanted)), TraceEvent::End(node, status)) => {
            is(*node, id) && wanted.is_none_or(|wanted| wanted == *status)
        }
        (Sought::Node(id, NodeEvent::Abort), TraceEvent::Abort { conditional, .. }) => {
            let by = program.nearest_composite(*conditional);
            is(*conditional, id) || by.is_some_and(|by| is(by, id))
        }
        (Sought::Error, TraceEvent::Error(..)) => true,
        (Sought::Error, TraceEvent::Beside(report)) => matches!(report.1, BesideEvent::Error(_)),
        _ => false,
    }
}

/// Everything that can be sought in a run of this program.
fn all_sought(program: &Program<()>) -> Vec<Sought> {
    let of_node = |node| Sought::of_node(program.id(node));
    let mut all: Vec<Sought> = program.indices().flat_map(of_node).collect();
    let variables = || {
        program
            .tree_variables()
            .iter()
            .chain(program.global_variables())
    };
    all.extend(variables().map(|v| Sought::Change(v.name.clone())));
    let number = |v: &&treewright_core::runtime::ProgramVariable| v.value_type == ValueType::Int;
    let name = |name: &str| expression::written(name).into_owned();
    let numbers: Vec<String> = variables().filter(number).map(|v| name(&v.name)).collect();
    for number in &numbers {
        all.push(Sought::Expression(format!("{number} > 1").into()));
    }
    if let [first, .., last] = &*numbers {
        all.push(Sought::Expression(
            format!("{first} > {last} || {first} % 2 == 1").into(),
        ));
    }
    all.push(Sought::Error);
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(150)))]

    #[test]
    fn what_is_found_equals_a_scan_of_all_events(seed: u64, size in 1_usize..30) {
        let run = Run::random(seed, size);
        let mut dice = Dice::new(seed);
        for sought in all_sought(run.recording.program()) {
            let all = 1..=FRAMES as u64;
            let found = run.found(&sought, all.clone());
            prop_assert_eq!(&found, &run.scanned(&sought, all), "{:?}", &sought);
            // Found piece by piece, as while the run goes on.
            let middle = dice.below(FRAMES) as u64;
            let mut parts = run.found(&sought, 0..=middle);
            parts.extend(run.found(&sought, middle + 1..=u64::MAX));
            prop_assert_eq!(found, parts, "{:?} in two parts", &sought);
        }
    }

    #[test]
    fn forgotten_and_discarded_frames_are_not_found(seed: u64, size in 1_usize..30) {
        let mut run = Run::random(seed, size);
        let mut dice = Dice::new(seed);
        let (first, last) = (1 + dice.below(20) as u64, 20 + dice.below(20) as u64);
        run.history.cut(last);
        run.history.forget(first - 1);
        for sought in all_sought(run.recording.program()) {
            let found = run.found(&sought, 0..=u64::MAX);
            prop_assert_eq!(found, run.scanned(&sought, first..=last), "{:?}", &sought);
        }
    }
}

#[test]
fn random_runs_have_everything_that_is_sought() {
    let mut missing = [true; 9];
    for seed in 0..60 {
        let run = Run::random(seed, 25);
        for sought in all_sought(run.recording.program()) {
            let kind = match &sought {
                Sought::Node(_, NodeEvent::Start) => 0,
                Sought::Node(_, NodeEvent::Abort) => 1,
                Sought::Node(_, NodeEvent::End(None)) => 2,
                Sought::Node(_, NodeEvent::End(Some(status))) => 3 + *status as usize,
                Sought::Change(_) => 6,
                Sought::Expression(_) => 7,
                Sought::Error => 8,
            };
            missing[kind] &= run.found(&sought, 0..=u64::MAX).is_empty();
        }
    }
    assert_eq!(missing, [false; 9]);
}

fn run_of(line: &str, dts: &[f64]) -> Run {
    let compiled = compile(&draw(line), &NodeLibrary::builtin(), &GameTasks::new());
    let mut run = Run::new(compiled.program.unwrap(), 1);
    for dt in dts {
        run.step(*dt);
    }
    run
}

#[test]
fn an_expression_is_found_only_where_it_becomes_true() {
    let mut run = run_of("hp:int=9; n1:Wait(seconds=90)", &[1.0]);
    for hp in [9, 2, 1, 9, 3] {
        let agent = run.recording.first_agent();
        let (name, value) = ("hp".into(), Value::from(hp));
        run.recording
            .apply(RunInput::Set { agent, name, value })
            .unwrap();
        run.step(1.0);
    }
    let frames = |text: &str| {
        let found = run.found(&Sought::Expression(text.into()), 0..=u64::MAX);
        found.iter().map(|at| at.frame).collect::<Vec<_>>()
    };
    assert_eq!(frames("hp < 5"), [3, 6]);
    assert_eq!(frames("hp >= 5"), [5], "true from the start is no change");
    assert_eq!(frames("true"), [0; 0]);
}

#[test]
fn a_wrong_expression_is_refused() {
    let run = run_of("hp:int=9; n1:Wait(seconds=90)", &[]);
    for text in ["hp +", "hp + 1", "mana > 3"] {
        let sought = Sought::Expression(text.into());
        let search = Search::new(&sought, run.recording.program(), &|_| Vec::new(), &|n| {
            n.into()
        });
        assert!(search.is_err(), "{text}");
    }
}

#[test]
fn a_renamed_variable_is_sought_by_its_new_name() {
    let mut sought = Sought::Expression("hp < 5 && hp > mana".into());
    sought.rename_variable("hp", "health");
    assert_eq!(
        sought,
        Sought::Expression("health < 5 && health > mana".into())
    );
    let mut sought = Sought::Change("hp".into());
    sought.rename_variable("hp", "health");
    assert_eq!(sought, Sought::Change("health".into()));
}
