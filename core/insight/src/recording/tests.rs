//! Single aspects of recordings: agents, moments inside a frame, rejected inputs.

mod several_trees;

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::model::{DocumentBuilder, Node, ParameterValue, Scope, Variable};
use treewright_core::runtime::{AgentId, Event, NodeIndex, Status};
use treewright_core::trace::TraceEvent;
use treewright_core::value::{Value, ValueType};

use super::{FrameRecord, MAX_WAYS, Recording, RunInput, RunInputError};
use crate::history::NodeState;

/// Waits for three seconds, then writes `done` and `all_done`; `all_done` is shared.
fn program() -> Arc<Program<()>> {
    let mut builder = DocumentBuilder::new("Waiter");
    for (name, scope) in [("done", Scope::Tree), ("all_done", Scope::Global)] {
        let mut variable = Variable::new(name, ValueType::Bool);
        variable.scope = scope;
        builder.settings(|document| document.variables.push(variable));
    }
    let root = builder.root(Node::new("root", "Sequence")).unwrap();
    let wait = Node::new("wait", "Wait").with_parameter("seconds", ParameterValue::literal(3.0));
    builder.child(&root, wait).unwrap();
    for name in ["done", "all_done"] {
        let set = Node::new(name, "SetVariable")
            .with_parameter("variable", ParameterValue::variable(name))
            .with_parameter("value", ParameterValue::literal(true));
        builder.child(&root, set).unwrap();
    }
    let tasks = GameTasks::new();
    let compiled = compile(&builder.finish(), &NodeLibrary::builtin(), &tasks);
    assert_eq!(compiled.broken, []);
    compiled.program.unwrap()
}

fn node(recording: &Recording, id: &str) -> NodeIndex {
    recording.program().index(&id.into()).unwrap()
}

pub(super) fn run(frames: usize) -> (Recording, AgentId) {
    let mut recording = Recording::new(program(), 1);
    for _ in 0..frames {
        recording.step(1.0);
    }
    let agent = recording.first_agent();
    (recording, agent)
}

#[test]
fn a_run_without_past_continues_but_keeps_no_frames() {
    let mut with = Recording::new(program(), 1);
    let mut without = Recording::without_past(program(), 1);
    let empty = without.bytes();
    for _ in 0..10 {
        assert_eq!(with.step(0.5), without.step(0.5));
        assert_eq!((without.bytes(), without.records().count()), (empty, 0));
    }
    without.go_to(3);
    assert!(!without.is_in_the_past() && !without.go_inside(10, AgentId(0), 1));
    assert_eq!((without.first_frame(), without.frame()), (10, 10));
    assert_eq!((without.last_frame(), without.time()), (10, 5.0));
    without.swap(0, program()).unwrap();
    let second = RunInput::Add {
        seed: 2,
        program: 1,
    };
    without.apply(second).unwrap();
    let programs: Vec<usize> = without.step(0.5).agents.iter().map(|a| a.program).collect();
    assert_eq!((programs, without.keeps_program(1)), (vec![1, 1], true));
    assert!(!without.restore_discarded() && without.discarded_frames().is_none());
}

#[test]
fn frames_keep_their_length_while_time_counts_whole_nanoseconds() {
    let mut recording = Recording::new(program(), 1);
    for _ in 0..30 {
        assert!(!recording.is_finished());
        recording.step(0.1);
    }
    assert!(recording.is_finished());
    assert_eq!((recording.frame(), recording.time()), (30, 3.0));
    recording.go_to(7);
    assert_eq!((recording.frame(), recording.time()), (7, 0.7));
    let third = recording.step(1.0 / 3.0);
    assert_eq!((third.dt, third.time), (1.0 / 3.0, 1.033_333_333));
}

#[test]
fn agents_have_their_own_variables_and_share_the_global_ones() {
    let (mut recording, first) = run(2);
    recording.add(program(), 5).unwrap();
    recording.step(1.0);
    let second = recording.agents().nth(1).unwrap();
    let holds = |recording: &Recording, agent, name| recording.variable(agent, name).cloned();
    let yes = Some(Value::Bool(true));
    assert_eq!(holds(&recording, first, "done"), yes);
    assert_eq!(holds(&recording, second, "done"), Some(Value::Bool(false)));
    assert_eq!(holds(&recording, second, "all_done"), yes);
    assert_eq!(recording.written(first, "done"), Some(3));
    assert_eq!(recording.written(second, "done"), None);
    assert_eq!(recording.written(second, "all_done"), Some(3));
    recording.go_to(2);
    assert_eq!(recording.agents().len(), 1, "the second one came later");
    assert_eq!(recording.written(first, "done"), None);
}

#[test]
fn it_is_finished_at_the_last_frame_when_all_agents_are() {
    let (mut recording, _) = run(2);
    recording.add(program(), 5).unwrap();
    recording.step(1.0);
    assert!(!recording.is_finished(), "the second one has just begun");
    recording.step(2.0);
    assert!(recording.is_finished());
    recording.go_to(3);
    assert!(!recording.is_finished());
}

#[test]
fn inside_a_frame_variables_have_the_values_written_so_far() {
    let (mut recording, agent) = run(3);
    let record = recording.record(3).unwrap().of(agent).unwrap().clone();
    let (done, all_done) = (node(&recording, "done"), node(&recording, "all_done"));
    let place = |event| record.events.iter().position(|e| *e == event).unwrap();
    let answered = place(TraceEvent::Update(done, Status::Success));
    assert!(recording.go_inside(3, agent, answered));
    assert_eq!(recording.variable(agent, "done"), Some(&Value::Bool(false)));
    assert_eq!(
        recording.node_runs(agent).unwrap().get(done).state,
        NodeState::Running
    );
    assert_eq!(recording.stacks(agent), [[node(&recording, "root"), done]]);
    assert!(recording.go_inside(3, agent, answered + 1));
    assert_eq!(recording.variable(agent, "done"), Some(&Value::Bool(true)));
    assert_eq!(
        recording.variable(agent, "all_done"),
        Some(&Value::Bool(false))
    );
    assert!(recording.go_inside(3, agent, place(TraceEvent::Start(all_done))));
    assert_eq!(
        recording.node_runs(agent).unwrap().get(done).state,
        NodeState::Success
    );
}

#[test]
fn inputs_inside_a_frame_are_applied_before_it_and_it_reruns() {
    let (mut recording, agent) = run(1);
    recording
        .apply(set(agent, "done", Value::Bool(true)))
        .unwrap();
    recording.step(1.0);
    assert!(recording.go_inside(2, agent, 1));
    recording
        .apply(set(agent, "all_done", Value::Bool(true)))
        .unwrap();
    assert_eq!((recording.frame(), recording.last_frame()), (1, 1));
    assert_eq!(
        recording.pending().len(),
        2,
        "what was done before stays done"
    );
    recording.step(1.0);
    assert_eq!(recording.record(2).unwrap().inputs.len(), 2);
}

fn set(agent: AgentId, name: &str, value: Value) -> RunInput {
    let name = name.into();
    RunInput::Set { agent, name, value }
}

#[test]
fn rejected_inputs_change_nothing_even_in_the_past() {
    let (mut recording, agent) = run(3);
    recording.go_to(1);
    let wrong = [
        set(agent, "nonesuch", Value::Bool(true)),
        set(agent, "done", Value::Int(3)),
        set(agent, "all_done", Value::Int(3)),
    ];
    for happening in wrong {
        let refused = recording.apply(happening);
        assert!(
            matches!(refused, Err(RunInputError::Variable(_))),
            "{refused:?}"
        );
    }
    let event = Event {
        name: "boo".into(),
        payload: None,
    };
    let nobody = RunInput::Send {
        agent: Some(AgentId(9)),
        event,
    };
    assert_eq!(recording.apply(nobody), Err(RunInputError::UnknownAgent));
    assert!(!recording.go_inside(9, agent, 0));
    assert!(!recording.go_inside(2, AgentId(9), 0));
    assert_eq!((recording.frame(), recording.last_frame()), (1, 3));
    assert_eq!(recording.discarded_frames(), None);
    assert!(!recording.restore_discarded());
}

#[test]
fn inside_a_frame_an_agent_sees_shared_writes_of_earlier_agents() {
    let (mut recording, _) = run(2);
    recording.add(program(), 5).unwrap();
    recording.step(1.0);
    let second = recording.agents().nth(1).unwrap();
    assert!(recording.go_inside(3, second, 0));
    assert_eq!(
        recording.variable(second, "all_done"),
        Some(&Value::Bool(true))
    );
    assert_eq!(
        recording.variable(second, "done"),
        Some(&Value::Bool(false))
    );
}

#[test]
fn a_node_that_restarts_because_it_was_changed_is_interrupted_first() {
    let with = |leaf: &str| {
        let mut builder = DocumentBuilder::new("Two");
        let root = builder.root(Node::new("root", "Parallel")).unwrap();
        builder.child(&root, Node::new("stays", "Idle")).unwrap();
        builder.child(&root, Node::new("changes", leaf)).unwrap();
        let tasks = GameTasks::new();
        let compiled = compile(&builder.finish(), &NodeLibrary::builtin(), &tasks);
        compiled.program.unwrap()
    };
    let mut recording = Recording::new(with("Idle"), 1);
    recording.step(1.0);
    let agent = recording.first_agent();
    let state = |recording: &Recording, id| {
        let run = recording.node_runs(agent).unwrap().get(node(recording, id));
        (run.state, run.since_frame)
    };
    let outcome = recording
        .swap(recording.program_number(), with("Wait"))
        .unwrap();
    assert_eq!(outcome.reasons().len(), 1, "{outcome}");
    assert_eq!(state(&recording, "root"), (NodeState::Running, 1));
    assert_eq!(state(&recording, "stays"), (NodeState::Running, 1));
    assert_eq!(state(&recording, "changes"), (NodeState::Interrupted, 1));
    recording.step(0.1);
    assert_eq!(state(&recording, "stays"), (NodeState::Running, 1));
    assert_eq!(state(&recording, "changes"), (NodeState::Running, 2));
    recording.go_to(1);
    assert_eq!(state(&recording, "changes"), (NodeState::Running, 1));
}

#[test]
fn a_program_that_is_changed_and_changed_back_leaves_the_run_as_it_was() {
    let (mut recording, agent) = run(2);
    let state = |recording: &Recording| recording.node_runs(agent).cloned();
    let before = state(&recording);
    let mut other = DocumentBuilder::new("Waiter");
    other.root(Node::new("root", "Sequence")).unwrap();
    other
        .child(&"root".into(), Node::new("idle", "Idle"))
        .unwrap();
    let other = compile(&other.finish(), &NodeLibrary::builtin(), &GameTasks::new());
    recording
        .swap(recording.program_number(), other.program.unwrap())
        .unwrap();
    assert_ne!(state(&recording), before);
    assert!(recording.take_back_swap());
    recording
        .swap(recording.program_number(), program())
        .unwrap();
    assert_eq!(state(&recording), before);
    assert_eq!(recording.pending().len(), 1);
    let (mut unchanged, _) = run(2);
    for _ in 0..3 {
        let (as_before, now) = (unchanged.step(1.0), recording.step(1.0));
        let events = |record: &FrameRecord| record.of(agent).map(|frame| frame.events.clone());
        assert_eq!(events(&as_before), events(&now));
    }
    assert!(!recording.take_back_swap(), "a frame ran since");
    // Not across an input, which belongs to the program that ran then.
    let mut with_input = run(2).0;
    let set = RunInput::Set {
        agent,
        name: "done".into(),
        value: Value::Bool(true),
    };
    with_input
        .swap(with_input.program_number(), program())
        .unwrap();
    with_input.apply(set).unwrap();
    assert!(!with_input.take_back_swap());
    assert_eq!(with_input.pending().len(), 2);
    assert_eq!(with_input.variable(agent, "done"), Some(&Value::Bool(true)));
}

#[test]
fn only_the_result_of_a_leaf_can_be_forced() {
    let (mut recording, agent) = run(1);
    let force = |node| RunInput::Force {
        agent,
        node,
        status: Status::Success,
    };
    let root = node(&recording, "root");
    let refused = recording.apply(force(root));
    assert!(
        matches!(refused, Err(RunInputError::Force(_))),
        "{refused:?}"
    );
    let refused = recording.apply(force(NodeIndex(99)));
    assert_eq!(refused, Err(RunInputError::UnknownNode));
    assert_eq!(recording.pending(), []);
    let wait = node(&recording, "wait");
    recording.apply(force(wait)).unwrap();
}

fn kept_programs(recording: &Recording) -> usize {
    let mut kept: Vec<_> = recording.programs().iter().map(Arc::as_ptr).collect();
    kept.sort_unstable();
    kept.dedup();
    kept.len()
}

#[test]
fn programs_are_forgotten_with_the_frames_that_ran_them() {
    let (mut recording, _) = run(1);
    recording.set_limit(64 << 10);
    for _ in 0..1_000 {
        recording
            .swap(recording.program_number(), program())
            .unwrap();
        recording.step(0.001);
        assert!(recording.bytes() <= recording.limit());
    }
    assert!(kept_programs(&recording) * program().memory() <= recording.limit());
    assert_eq!(recording.last_frame(), 1_001);
    assert!(recording.first_frame() < 1_000, "some past is left");
    for frame in (recording.first_frame()..=1_001).rev() {
        recording.go_to(frame);
        assert_eq!(recording.frame(), frame);
    }
}

#[test]
fn program_changes_during_a_pause_stay_within_the_limit() {
    let (mut recording, agent) = run(2);
    recording.set_limit(64 << 10);
    for _ in 0..1_000 {
        recording
            .swap(recording.program_number(), program())
            .unwrap();
        assert!(recording.bytes() <= recording.limit());
    }
    assert!(kept_programs(&recording) * program().memory() <= recording.limit());
    assert_eq!(recording.frame(), 2);
    assert!(recording.is_on_stack(agent, node(&recording, "wait")));
    recording.step(1.0);
    assert!(!recording.is_on_stack(agent, node(&recording, "wait")));
}

#[test]
fn memory_of_the_caller_counts() {
    let (mut recording, _) = run(1);
    for _ in 0..1_000 {
        recording.step(0.001);
    }
    let limit = recording.bytes();
    recording.set_limit(limit);
    assert_eq!(recording.first_frame(), 0);
    recording.set_caller_bytes(limit / 2);
    assert!(recording.bytes() <= limit / 2 + 1);
    assert!(recording.first_frame() > 0);
}

#[test]
fn the_memory_estimate_is_right_after_any_branches() {
    let (mut recording, _) = run(1);
    let check = |recording: &Recording| {
        let sum = |frames: &mut dyn Iterator<Item = usize>| frames.sum::<usize>();
        let frames = sum(&mut recording.frames.iter().map(|f| f.bytes()));
        let keyframes = sum(&mut recording.keyframes.iter().map(|k| k.bytes()));
        assert_eq!(recording.bytes, frames + keyframes);
        for way in recording.ways() {
            assert_eq!(way.bytes(), way.counted());
        }
    };
    for (steps, turn) in [(30, 13), (2, 15), (40, 16), (9, 3)] {
        for _ in 0..steps {
            recording.step(0.1);
        }
        check(&recording);
        recording.go_to(turn);
        recording.discard_later_frames();
        check(&recording);
        recording.step(0.1);
        assert!(recording.restore_discarded());
        check(&recording);
    }
    recording.set_limit(recording.bytes() / 2);
    check(&recording);
    assert!(recording.first_frame() > 0);
}

#[test]
fn discarded_frames_are_freed_by_the_given_function() {
    thread_local! {
        static FREED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
    }
    let (mut recording, _) = run(9);
    recording.set_disposer(|_| FREED.set(FREED.get() + 1));
    for _ in 1..MAX_WAYS {
        recording.go_to(5);
        recording.step(0.1);
        assert_eq!(FREED.get(), 0, "each one can be taken back");
    }
    recording.go_to(5);
    recording.step(0.1);
    assert_eq!((recording.ways().len(), FREED.get()), (MAX_WAYS - 1, 1));
    recording.set_limit(0);
    assert_eq!(FREED.get(), MAX_WAYS as u32);
}

#[test]
fn inputs_that_happen_again_find_their_nodes_after_the_frames_were_forgotten() {
    let mut alone = DocumentBuilder::new("Alone");
    alone.root(Node::new("root", "Idle")).unwrap();
    let small = compile(&alone.finish(), &NodeLibrary::builtin(), &GameTasks::new());
    let small = small.program.unwrap();
    let mut recording = Recording::new(small.clone(), 1);
    recording.step(1.0);
    recording
        .swap(recording.program_number(), program())
        .unwrap();
    let (agent, last) = (recording.first_agent(), node(&recording, "all_done"));
    for _ in 0..8 {
        recording.step(1.0);
    }
    let force = RunInput::Force {
        agent,
        node: last,
        status: Status::Success,
    };
    recording.apply(force).unwrap();
    recording.step(1.0);
    recording.go_to(2);
    recording.discard_later_frames();
    recording.swap(recording.program_number(), small).unwrap();
    recording.set_limit(0);
    let mut refused = 0;
    while let Some(frame) = recording.repeat_inputs(&[], |_, name| name.clone()) {
        refused += frame.unfit.len();
        recording.step(frame.seconds);
    }
    assert_eq!(
        (recording.last_frame(), refused),
        (10, 1),
        "the tree has no such leaf now"
    );
    assert!(recording.first_frame() > 2, "the frames were forgotten");
}

#[test]
fn random_choices_begin_anew_with_a_seed() {
    let tree = "loop:Repeater(forever=true)[dice:RandomChance]";
    let compiled = compile(&draw(tree), &NodeLibrary::builtin(), &GameTasks::new());
    let program = compiled.program.unwrap();
    let rolled = |recording: &mut Recording| {
        let dice = node(recording, "dice");
        let frames = (0..20).map(|_| recording.step(0.1).agents[0].events.clone());
        let of_dice = frames.flatten().filter_map(|event| match event {
            TraceEvent::Update(of, status) if of == dice => Some(status.letter()),
            _ => None,
        });
        of_dice.collect::<String>()
    };
    let mut fresh = Recording::new(program.clone(), 5);
    let mut later = Recording::new(program, 1);
    later.step(0.1);
    let agent = later.first_agent();
    let seed = RunInput::Seed { agent, seed: 5 };
    assert_eq!(later.apply(seed.clone()), Ok(()));
    assert_eq!(rolled(&mut later), rolled(&mut fresh));
    // It is an input like others: recorded, and repeated when the run goes back.
    assert_eq!(later.record(2).unwrap().inputs, [seed]);
    let unknown = RunInput::Seed {
        agent: AgentId(9),
        seed: 5,
    };
    assert_eq!(later.apply(unknown), Err(RunInputError::UnknownAgent));
}
