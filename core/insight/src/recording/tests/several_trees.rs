//! Runs with agents of several trees.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::runtime::{AgentId, Status, SwapOutcome};
use treewright_core::value::Value;

use super::super::{LastWrite, Recording, RunInput, RunInputError, Unfit};
use super::kept_programs;
use crate::history::NodeState;

fn tree(drawn: &str) -> Arc<Program<()>> {
    let tasks = GameTasks::new();
    let compiled = compile(&draw(drawn), &NodeLibrary::builtin(), &tasks);
    assert_eq!(compiled.broken, []);
    compiled.program.unwrap()
}

/// Raises `count`, which is shared, and then rests.
fn guard() -> Arc<Program<()>> {
    tree(
        "count:int@global=0 own:int=0; n1:Sequence[n2:SetVariable(variable={count}, value=1) n3:Wait(seconds=100)]",
    )
}

/// Has a `count` for itself, and shares `own`.
fn cook() -> Arc<Program<()>> {
    tree(
        "count:int=0 own:int@global=7; n1:Parallel[n2:Idle n3:SetVariable(variable={count}, value=2)]",
    )
}

fn set(agent: AgentId, name: &str, value: i64) -> RunInput {
    RunInput::Set {
        agent,
        name: name.into(),
        value: Value::Int(value),
    }
}

/// A guard, a cook and a second guard, after a frame.
fn three() -> (Recording, [AgentId; 3]) {
    let mut recording = Recording::new(guard(), 1);
    let first = recording.first_agent();
    let cook = recording.add(cook(), 2).unwrap();
    let second = recording.add(recording.program().clone(), 3).unwrap();
    recording.step(0.1);
    (recording, [first, cook, second])
}

#[test]
fn an_agent_of_a_program_that_runs_already_shares_it() {
    let (recording, agents) = three();
    let numbers = agents.map(|agent| recording.program_number_of(agent).unwrap());
    assert_eq!((numbers, recording.programs().len()), ([0, 1, 0], 2));
    let record = recording.record(1).unwrap();
    let ran: Vec<usize> = record.agents.iter().map(|frame| frame.program).collect();
    assert_eq!(ran, numbers);
    assert!(!recording.are_versions(0, 1));
    assert!(recording.program_of(AgentId(9)).is_none());
}

#[test]
fn a_change_of_a_program_concerns_only_the_agents_that_run_it() {
    let (mut recording, [first, cook, second]) = three();
    let state = |recording: &Recording, agent, id: &str| {
        let node = recording.program_of(agent).unwrap().index(&id.into());
        let run = recording.node_runs(agent).unwrap().get(node.unwrap());
        (run.state, run.since_frame)
    };
    let before = recording.node_runs(cook).cloned();
    let changed = tree(
        "count:int@global=0 own:int=0; n1:Sequence[n2:SetVariable(variable={count}, value=1) n3:Idle]",
    );
    let outcome = recording.swap(0, changed).unwrap();
    assert!(matches!(outcome, SwapOutcome::Partly(_)), "{outcome}");
    for agent in [first, second] {
        assert_eq!(recording.program_number_of(agent), Some(2));
        assert_eq!(state(&recording, agent, "n3"), (NodeState::Interrupted, 1));
    }
    assert_eq!(recording.node_runs(cook).cloned(), before);
    recording.step(0.1);
    assert_eq!(recording.first_frame_of_program(first, 2), 2);
    assert_eq!(recording.first_frame_of_program(cook, 1), 1);
    assert_eq!(
        recording.first_frame_of_program(cook, 2),
        3,
        "it never does"
    );
    assert!(recording.are_versions(0, 2) && !recording.are_versions(1, 2));
    recording.go_to(1);
    assert_eq!(recording.program_number_of(first), Some(0));
    assert_eq!(state(&recording, first, "n3"), (NodeState::Running, 1));
}

#[test]
fn programs_that_do_not_fit_together_are_refused() {
    let (mut recording, [first, ..]) = three();
    let other_type = || tree("count:bool@global; n1:Idle");
    let refused = recording.add(other_type(), 1);
    assert!(matches!(refused, Err(RunInputError::Globals(_))));
    let refused = recording.swap(1, other_type());
    assert!(matches!(refused, Err(RunInputError::Globals(_))));
    assert_eq!(
        recording.swap(5, cook()),
        Err(RunInputError::UnknownProgram)
    );
    let add = RunInput::Add {
        seed: 1,
        program: 5,
    };
    assert_eq!(recording.apply(add), Err(RunInputError::UnknownProgram));
    assert_eq!(
        (recording.pending(), recording.programs().len()),
        (&[][..], 2)
    );
    // Nobody shares it with the guards.
    recording.swap(0, other_type()).unwrap();
    let held = recording.variable(first, "count");
    assert_eq!(held, Some(&Value::Bool(false)));
}

#[test]
fn a_variable_that_one_tree_shares_is_not_that_of_another_tree() {
    let (mut recording, [first, cook, second]) = three();
    let count = |recording: &Recording, agent| recording.variable(agent, "count").cloned();
    assert_eq!(count(&recording, second), Some(Value::Int(1)));
    assert_eq!(count(&recording, cook), Some(Value::Int(2)));
    assert!(recording.go_inside(1, cook, usize::MAX));
    assert_eq!(count(&recording, first), Some(Value::Int(1)));
    assert_eq!(count(&recording, cook), Some(Value::Int(2)));
    recording.go_to(1);
    recording.apply(set(cook, "count", 5)).unwrap();
    assert_eq!(recording.written(first, "count"), Some(1));
    assert_eq!(recording.written(cook, "count"), Some(2));
    recording.step(0.1);
    let writer =
        |recording: &Recording, agent| match recording
            .last_write(agent, "count", (2, 0), |_, _| true)
        {
            LastWrite::Task { frame, agent, .. } => Some((frame, agent)),
            _ => None,
        };
    assert_eq!(writer(&recording, first), Some((1, second)));
    let own = recording.last_write(cook, "count", (2, 0), |_, _| true);
    assert!(matches!(own, LastWrite::Input { frame: 2, .. }));
}

/// What the run goes on with happens to the same agents, though they have other numbers.
#[test]
fn inputs_that_happen_again_reach_the_agents_for_which_they_were_recorded() {
    let mut recording = Recording::new(guard(), 1);
    recording.step(0.1);
    recording.step(0.1);
    let added = recording.add(cook(), 2).unwrap();
    recording.step(0.1);
    recording.apply(set(added, "count", 5)).unwrap();
    recording.step(0.1);
    recording.step(0.1);
    recording.apply(RunInput::Remove { agent: added }).unwrap();
    recording.step(0.1);

    let repeat = |recording: &mut Recording, frames| {
        let mut unfit = Vec::new();
        for _ in 0..frames {
            let frame = recording
                .repeat_inputs(&[], |_, name| name.clone())
                .unwrap();
            unfit.extend(frame.unfit);
            recording.step(frame.seconds);
        }
        unfit
    };
    // An agent that joins earlier gets the number of the cook.
    recording.go_to(1);
    let guest = recording.add(guard(), 3).unwrap();
    assert_eq!(guest, added);
    assert_eq!(repeat(&mut recording, 3), []);
    let again = recording.agents().last().unwrap();
    assert!(again > guest);
    assert_eq!(recording.program_number_of(again), Some(1));
    assert_eq!(recording.variable(again, "count"), Some(&Value::Int(5)));
    assert_eq!(recording.variable(guest, "count"), Some(&Value::Int(1)));

    // And again from there, while the last frames are still ahead.
    recording.go_to(2);
    recording.add(guard(), 4).unwrap();
    assert_eq!(repeat(&mut recording, 3), []);
    let third = recording.agents().last().unwrap();
    assert_eq!(recording.agents().len(), 4);
    assert_eq!(recording.variable(third, "count"), Some(&Value::Int(5)));
    assert_eq!(repeat(&mut recording, 1), []);
    assert!(!recording.agents().any(|agent| agent == third));
    assert!(recording.agents().any(|agent| agent == guest));
    assert_eq!(recording.recorded_ahead(), None);
}

#[test]
fn inputs_for_an_agent_that_is_not_added_again_reach_nobody() {
    let mut recording = Recording::new(guard(), 1);
    recording.step(0.1);
    let seed = RunInput::Add {
        seed: 2,
        program: 0,
    };
    recording.apply(seed.clone()).unwrap();
    recording.step(0.1);
    recording.apply(set(AgentId(1), "own", 5)).unwrap();
    recording.step(0.1);
    recording.go_to(0);
    let guest = recording.add(guard(), 3).unwrap();
    recording.leave_out_input(2, &seed);
    let mut unfit = Vec::new();
    while let Some(frame) = recording.repeat_inputs(&[], |_, name| name.clone()) {
        unfit.extend(frame.unfit.into_iter().map(|(_, why)| why));
        recording.step(frame.seconds);
    }
    assert_eq!(unfit, [Unfit::Refused(RunInputError::UnknownAgent)]);
    assert_eq!(recording.variable(guest, "own"), Some(&Value::Int(0)));
}

#[test]
fn agents_that_are_added_again_run_the_newest_version_of_their_tree() {
    let mut recording = Recording::new(guard(), 1);
    recording.step(0.1);
    let added = recording.add(cook(), 2).unwrap();
    recording.step(0.1);
    let force = |recording: &Recording, id: &str| RunInput::Force {
        agent: added,
        node: recording
            .program_of(added)
            .unwrap()
            .index(&id.into())
            .unwrap(),
        status: Status::Success,
    };
    recording.apply(force(&recording, "n2")).unwrap();
    recording.step(0.1);
    // The nodes have other indices.
    let changed = tree("count:int=0 own:int@global=7; n1:Parallel[n4:Idle n2:Idle]");
    recording.swap(1, changed).unwrap();
    recording.step(0.1);
    recording.go_to(1);
    recording.discard_later_frames();
    recording.set_limit(0);
    while let Some(frame) = recording.repeat_inputs(&[], |_, name| name.clone()) {
        assert_eq!(frame.unfit, []);
        recording.step(frame.seconds);
    }
    assert_eq!(recording.program_number_of(added), Some(2));
    let node = |id: &str| {
        recording
            .program_of(added)
            .unwrap()
            .index(&id.into())
            .unwrap()
    };
    let state = |id| recording.node_runs(added).unwrap().get(node(id)).state;
    assert_eq!(
        (state("n2"), state("n4")),
        (NodeState::Success, NodeState::Running)
    );
}

#[test]
fn a_program_that_runs_on_is_kept_while_others_are_forgotten() {
    let (mut recording, [first, cook_agent, _]) = three();
    recording.set_limit(64 << 10);
    for _ in 0..1_000 {
        let from = recording.program_number_of(cook_agent).unwrap();
        recording.swap(from, cook()).unwrap();
        recording.step(0.001);
        assert!(recording.bytes() <= recording.limit());
    }
    assert!(kept_programs(&recording) * cook().memory() <= recording.limit());
    assert!(recording.first_frame() > 0 && recording.first_frame() < 1_000);
    assert_eq!(recording.program_number_of(first), Some(0));
    // And the other way around.
    let cooks = recording.program_number_of(cook_agent).unwrap();
    for _ in 0..1_000 {
        let from = recording.program_number_of(first).unwrap();
        recording.swap(from, guard()).unwrap();
        recording.step(0.001);
    }
    assert!(recording.keeps_program(cooks) && recording.needed_programs().contains(&cooks));
    assert!(kept_programs(&recording) * guard().memory() <= recording.limit());
    for frame in (recording.first_frame()..=recording.last_frame()).rev() {
        recording.go_to(frame);
        assert!(recording.stacks(cook_agent).len() == 2, "it goes on");
    }
}

#[test]
fn trials_are_of_the_frames_in_which_the_agent_ran_one_program() {
    let (mut recording, [first, cook_agent, _]) = three();
    recording.step(0.1);
    recording.swap(0, guard()).unwrap();
    recording.step(0.1);
    recording.step(0.1);
    assert_eq!(recording.trials(first, 1, 4).frames(), Some((4, 4)));
    let trials = recording.trials(cook_agent, 1, 4);
    assert_eq!(trials.frames(), Some((1, 4)), "it joined in the first one");
    let program = trials.program().unwrap();
    assert!(Arc::ptr_eq(
        program,
        recording.program_of(cook_agent).unwrap()
    ));
    let force = super::super::TriedInput {
        frame: 3,
        input: RunInput::Force {
            agent: cook_agent,
            node: program.index(&"n2".into()).unwrap(),
            status: Status::Failure,
        },
        is_left_out: false,
    };
    let ended = trials.run(&[force], |moment| moment.tree(cook_agent));
    assert_ne!(ended, trials.run(&[], |moment| moment.tree(cook_agent)));
}
