//! Changes that are found lead to what is wanted, and no smaller ones do, over random trees; and some by hand.

use std::sync::Arc;

use proptest::prelude::*;
use treewright_core::Program;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::nodes::testing::random::{Dice, document_with_trees, played, script};
use treewright_core::testing::cases;

use super::*;
use crate::recording::testing::scripted;

fn program(drawing: &str) -> Arc<Program<()>> {
    let compiled = compile(&draw(drawing), &NodeLibrary::builtin(), &GameTasks::new());
    assert_eq!(compiled.broken, []);
    compiled.program.unwrap()
}

/// The guard needs to see an enemy that is near.
const GUARD: &str = concat!(
    "sees:bool far:int=9; top:Selector[",
    "attack:Sequence(.abort=Both)[seen:CompareBool(left={sees}) ",
    "near:CompareInt(left={far},operator=<,right=3) strike:Idle] rest:Idle]"
);

fn set(recording: &Recording, name: &str, value: Value) -> RunInput {
    let (agent, name) = (recording.first_agent(), name.into());
    RunInput::Set { agent, name, value }
}

fn all(search: &mut ChangeSearch) -> Vec<Vec<(u64, RunInput)>> {
    while !search.is_over() {
        search.advance(|| false);
    }
    let inputs = |change: &FoundChange| {
        let inputs = change
            .iter()
            .map(|tried| (tried.frame, tried.input.clone()));
        inputs.collect::<Vec<_>>()
    };
    search.found().iter().map(inputs).collect()
}

#[test]
fn the_smallest_and_latest_change_is_found() {
    let mut recording = Recording::new(program(GUARD), 1);
    for _ in 0..10 {
        recording.step(0.1);
    }
    recording.go_to(4);
    let agent = recording.first_agent();
    let strike = recording.program().index(&"strike".into()).unwrap();
    let (sees, near) = (
        set(&recording, "sees", Value::Bool(true)),
        set(&recording, "far", Value::Int(2)),
    );
    let inputs = vec![
        near.clone(),
        set(&recording, "far", Value::Int(3)),
        sees.clone(),
    ];
    let wanted = Wanted::Runs(strike);
    let mut search = ChangeSearch::new(&mut recording, (2, 10), agent, wanted, inputs.clone());
    assert_eq!(
        all(&mut search)[0],
        [(10, near.clone()), (10, sees.clone())]
    );
    assert!(!search.gave_up());
    assert_eq!(
        (recording.frame(), recording.last_frame()),
        (4, 10),
        "nothing was changed"
    );
    // One of them happened already.
    recording.apply(sees.clone()).unwrap();
    recording.step(0.1);
    let wanted = Wanted::Runs(strike);
    let mut search = ChangeSearch::new(&mut recording, (1, 5), agent, wanted, inputs);
    assert_eq!(all(&mut search), [[(5, near)]]);
}

#[test]
fn what_no_input_leads_to_is_not_found() {
    let mut recording = Recording::new(program(GUARD), 1);
    for _ in 0..5 {
        recording.step(0.1);
    }
    let agent = recording.first_agent();
    let strike = recording.program().index(&"strike".into()).unwrap();
    let inputs = vec![set(&recording, "sees", Value::Bool(true))];
    let wanted = Wanted::Runs(strike);
    let mut search = ChangeSearch::new(&mut recording, (1, 5), agent, wanted, inputs);
    assert!(all(&mut search).is_empty());
    // Five frames alone, and ten pairs of frames.
    assert_eq!(search.tried(), 5 + 10);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn changes_that_are_found_lead_to_what_is_wanted_in_the_run_itself(seed: u64, size in 2_usize..20) {
        const FRAMES: u64 = 6;
        let document = document_with_trees(seed, size, &[]);
        let program = played(&document).unwrap();
        let mut recording = Recording::new(program.clone(), seed);
        let mut dice = Dice::new(seed);
        let agent = recording.first_agent();
        let frames = script(seed, FRAMES as usize, 50, &document);
        let mut inputs = Vec::new();
        for frame in &frames {
            let happening = frame.happenings.iter();
            inputs.extend(happening.filter_map(|event| scripted(event, agent, &program)));
            recording.step(frame.dt);
        }
        inputs.truncate(4);
        let nodes: Vec<_> = program.indices().collect();
        let node = dice.of(&nodes);
        let visits = recording.node_runs(agent).unwrap().get(node).visits;
        let mut search = ChangeSearch::new(&mut recording, (2, FRAMES), agent, Wanted::Runs(node), inputs);
        let found = all(&mut search);
        let sizes: Vec<usize> = found.iter().map(Vec::len).collect();
        prop_assert!(sizes.iter().all(|size| *size == sizes[0]), "{:?}", sizes);
        for change in found {
            recording.go_to(change[0].0 - 1);
            recording.discard_later_frames();
            for frame in change[0].0..=FRAMES {
                let own: Vec<RunInput> = change.iter().filter(|own| own.0 == frame).map(|own| own.1.clone()).collect();
                let repeated = recording.repeat_inputs(&own, |_, name| name.clone()).unwrap();
                for input in own {
                    recording.apply(input).unwrap();
                }
                recording.step(repeated.seconds);
            }
            let run = recording.node_runs(agent).unwrap().get(node);
            prop_assert!(run.state.is_running() || run.visits > visits, "{:?}", change);
            recording.restore_discarded();
        }
    }
}
