//! Rules of the executor that no single node type shows: life cycle, external input, managers, deep trees.

mod reach;

use std::sync::{Arc, Mutex};

use super::*;
use crate::abort::AbortType;
use crate::category::Category;
use crate::nodes::testing::{TestRun, TestTree};
use crate::nodes::{Arguments, Builtin};
use crate::trace::TraceEvent;
use crate::value::Value;

type CallLog = Arc<Mutex<Vec<String>>>;

/// Records its callbacks, runs for one frame, then succeeds.
struct Recorder {
    name: &'static str,
    log: CallLog,
    updates: u32,
}

impl Recorder {
    fn write(&self, what: &str) {
        self.log
            .lock()
            .unwrap()
            .push(format!("{} {what}", self.name));
    }
}

impl Task<()> for Recorder {
    fn awake(&mut self, _: &mut TaskContext<'_, '_, ()>) {
        self.write("awake");
    }
    fn start(&mut self, _: &mut TaskContext<'_, '_, ()>) {
        self.updates = 0;
        self.write("start");
    }
    fn update(&mut self, _: &mut TaskContext<'_, '_, ()>) -> Status {
        self.updates += 1;
        self.write("update");
        if self.updates < 2 {
            Status::Running
        } else {
            Status::Success
        }
    }
    fn end(&mut self, _: &mut TaskContext<'_, '_, ()>, status: EndStatus) {
        self.write(&format!("end {status}"));
    }
    fn pause(&mut self, paused: bool) {
        self.write(&format!("pause {paused}"));
    }
}

fn recorder(name: &'static str, log: &CallLog) -> Operation<(), Builtin> {
    let log = Arc::clone(log);
    Operation::Factory(Arc::new(move || {
        Box::new(Recorder {
            name,
            log: Arc::clone(&log),
            updates: 0,
        })
    }))
}

fn two_recorders() -> (TestRun, CallLog) {
    let log = CallLog::default();
    let mut tree = TestTree::new();
    tree.open("Sequence", &Arguments::default());
    tree.custom(Category::Action, recorder("a", &log));
    tree.custom(Category::Action, recorder("b", &log));
    tree.close();
    (tree.run(), log)
}

fn take_calls(log: &CallLog) -> Vec<String> {
    std::mem::take(&mut *log.lock().unwrap())
}

#[test]
fn a_task_gets_awake_once_start_update_each_frame_and_end() {
    let (mut run, log) = two_recorders();
    assert_eq!(run.letters(3), "RRS");
    let expected = [
        "a awake",
        "b awake",
        "a start",
        "a update",
        "a update",
        "a end Success",
        "b start",
        "b update",
        "b update",
        "b end Success",
    ];
    assert_eq!(take_calls(&log), expected);
    run.instance.enable();
    run.letters(1);
    assert_eq!(
        take_calls(&log),
        ["a start", "a update"],
        "awake is not called again"
    );
}

#[test]
fn pausing_notifies_every_task_and_keeps_the_run_state() {
    let (mut run, log) = two_recorders();
    run.letters(1);
    take_calls(&log);
    run.instance.pause();
    assert_eq!(run.instance.tick(&mut (), &mut run.globals, 1.0), None);
    run.instance.resume();
    run.letters(1);
    let expected = [
        "a pause true",
        "b pause true",
        "a pause false",
        "b pause false",
        "a update",
        "a end Success",
        "b start",
        "b update",
    ];
    assert_eq!(take_calls(&log), expected);
}

#[test]
fn disabling_interrupts_deepest_first_and_enabling_starts_at_the_root() {
    let (mut run, log) = two_recorders();
    run.letters(2);
    take_calls(&log);
    run.instance.disable(&mut (), &mut run.globals);
    assert_eq!(take_calls(&log), ["b end Inactive"]);
    assert_eq!(run.instance.state(), TreeState::Disabled);
    assert_eq!(run.instance.tick(&mut (), &mut run.globals, 1.0), None);
    assert_eq!(run.instance.stacks().count(), 0);
    run.instance.enable();
    run.letters(1);
    assert_eq!(take_calls(&log), ["a start", "a update"]);
}

#[test]
fn closures_are_called_on_entering_updating_and_leaving() {
    let log = CallLog::default();
    let write = |what: &'static str| {
        let log = Arc::clone(&log);
        move || log.lock().unwrap().push(what.to_owned())
    };
    let (enter, update, leave) = (write("enter"), write("update"), write("leave"));
    let hooks = TaskHooks::<()>::new(move |_| {
        update();
        Status::Success
    })
    .on_enter(move |_| enter())
    .on_exit(move |_, _| leave());
    let mut tree = TestTree::new();
    tree.custom(Category::Action, Operation::Hooks(Arc::new(hooks)));
    assert_eq!(tree.run().letters(1), "S");
    assert_eq!(take_calls(&log), ["enter", "update", "leave"]);
}

#[test]
fn a_task_that_cannot_do_its_work_fails_with_the_reason() {
    let mut tree = TestTree::new();
    let hooks = TaskHooks::<()>::new(|context| context.fail("no target"));
    tree.custom(Category::Action, Operation::Hooks(Arc::new(hooks)));
    let mut run = tree.run();
    let frame = run.frame();
    assert_eq!(frame.status, Status::Failure);
    assert!(
        frame
            .events
            .contains(&TraceEvent::Error(run.index("0"), "no target".into()))
    );
}

#[test]
fn a_conditional_cannot_return_running() {
    let mut tree = TestTree::new();
    let hooks = TaskHooks::<()>::new(|_| Status::Running);
    tree.custom(Category::Conditional, Operation::Hooks(Arc::new(hooks)));
    assert_eq!(tree.run().letters(1), "F");
}

#[test]
fn a_conditional_cannot_be_forced_to_run() {
    let mut tree = TestTree::new();
    tree.leaf("CompareBool", &Arguments::default());
    let mut run = tree.run();
    run.instance.force(run.index("0"), Status::Running).unwrap();
    assert_eq!(run.letters(1), "F");
}

#[test]
fn a_forced_result_is_used_for_one_update() {
    let mut tree = TestTree::new();
    tree.open("Repeater", &Arguments::default().with("forever", true));
    tree.leaf("Idle", &Arguments::default()).close();
    let mut run = tree.run();
    run.frame();
    run.instance.force(run.index("1"), Status::Failure).unwrap();
    let frame = run.frame();
    let node = run.index("1");
    let ends: Vec<_> = frame
        .events
        .iter()
        .filter(|e| matches!(e, TraceEvent::End(..)))
        .collect();
    assert_eq!(ends, [&TraceEvent::End(node, EndStatus::Failure)]);
    assert_eq!(
        frame.stacks[0].last(),
        Some(&node),
        "the next round runs in the same frame"
    );
}

#[test]
fn restart_when_complete_takes_effect_in_the_next_frame() {
    let mut builder = ProgramBuilder::<(), Builtin>::default();
    builder.open(NodeSpec {
        id: "only".into(),
        category: Category::Action,
        abort: AbortType::None,
        operation: Operation::Builtin(Builtin::make("Succeed", &Arguments::default()).unwrap()),
    });
    builder.close().unwrap();
    builder.restart_when_complete(true);
    let mut run = TestRun::of(Arc::new(builder.finish().unwrap()));
    assert_eq!(run.letters(3), "SSS");
}

#[test]
fn events_are_visible_for_one_frame() {
    let hears = TaskHooks::<()>::when(|c| c.tick.events().iter().any(|e| &*e.name == "alarm"));
    let mut tree = TestTree::new();
    tree.open("Repeater", &Arguments::default().with("forever", true));
    tree.custom(Category::Conditional, Operation::Hooks(Arc::new(hears)))
        .close();
    let mut run = tree.run();
    let mut hears = |send: bool| {
        if send {
            run.instance.send(Event {
                name: "alarm".into(),
                payload: None,
            });
        }
        let node = run.index("1");
        run.frame()
            .events
            .contains(&TraceEvent::Update(node, Status::Success))
    };
    assert_eq!(
        [hears(false), hears(true), hears(false)],
        [false, true, false]
    );
}

#[test]
fn a_write_of_the_wrong_type_or_to_an_unknown_variable_is_an_error() {
    let mut tree = TestTree::new();
    tree.variable("health", 3_i64);
    tree.leaf("Idle", &Arguments::default());
    let mut run = tree.run();
    let wrong = run
        .instance
        .set_variable(&mut run.globals, "health", Value::Bool(true));
    assert_eq!(
        wrong.unwrap_err().to_string(),
        "variable `health`: expected int, found bool"
    );
    let absent = run
        .instance
        .set_variable(&mut run.globals, "mana", Value::Int(1));
    assert_eq!(
        absent.unwrap_err(),
        VariableError::Undeclared("mana".into())
    );
    assert_eq!(run.get("health"), Value::Int(3));
}

/// A tree that counts a global variable down to 0 and then succeeds.
fn counting_program() -> Arc<Program<(), Builtin>> {
    let mut builder = ProgramBuilder::<(), Builtin>::default();
    let slot = builder.global_variable(ProgramVariable {
        name: "left".into(),
        value_type: crate::value::ValueType::Int,
        initial: Value::Int(3),
    });
    let hooks = TaskHooks::new(move |context: &mut TaskContext<'_, '_, ()>| {
        let left = context.tick.get(slot).as_int().unwrap();
        context.tick.set(slot, Value::Int(left - 1));
        if left > 1 {
            Status::Running
        } else {
            Status::Success
        }
    });
    builder.open(NodeSpec {
        id: "count".into(),
        category: Category::Action,
        abort: AbortType::None,
        operation: Operation::Hooks(Arc::new(hooks)),
    });
    builder.close().unwrap();
    Arc::new(builder.finish().unwrap())
}

#[test]
fn trees_of_a_manager_share_global_variables_and_run_in_the_order_added() {
    let mut manager = TreeManager::new();
    let first = manager.add(counting_program(), 1);
    let second = manager.add(counting_program(), 1);
    assert_eq!(manager.tick(&mut (), 1.0), 2);
    assert_eq!(manager.globals().get("left"), Some(&Value::Int(1)));
    assert_eq!(manager.tick(&mut (), 1.0), 0);
    let state = |id| manager.get(id).unwrap().state();
    assert_eq!(state(first), TreeState::Finished(Status::Success));
    assert_eq!(state(second), TreeState::Finished(Status::Success));
    assert!(manager.remove(first, &mut ()).is_some());
    assert!(manager.remove(first, &mut ()).is_none());
    assert_eq!(manager.agents().collect::<Vec<_>>(), [second]);
}

fn patrol(second_child: &str) -> Arc<Program<(), Builtin>> {
    let mut tree = TestTree::new();
    tree.open("Sequence", &Arguments::default());
    tree.script("RRS");
    tree.leaf(second_child, &Arguments::default());
    tree.close();
    tree.program()
}

#[test]
fn a_run_continues_with_a_changed_program() {
    let mut run = TestRun::of(patrol("Succeed"));
    run.letters(2);
    let outcome = run
        .instance
        .swap_program(patrol("Fail"), &mut (), &mut run.globals);
    assert_eq!(outcome, SwapOutcome::Kept);
    assert_eq!(
        run.letters(1),
        "F",
        "the third answer of the first child, then the new second child"
    );
}

#[test]
fn a_parallel_that_is_idle_can_become_a_sequence_while_another_branch_runs() {
    let with_idle = |task: &str| {
        let mut tree = TestTree::new();
        tree.open("Selector", &Arguments::default());
        tree.open(task, &Arguments::default());
        tree.script("F").script("F").close();
        tree.script("RRS").close();
        tree.program()
    };
    let mut run = TestRun::of(with_idle("Parallel"));
    assert_eq!(run.letters(1), "R");
    let changed = with_idle("Sequence");
    let outcome = run
        .instance
        .swap_program(changed, &mut (), &mut run.globals);
    assert_eq!(outcome, SwapOutcome::Kept);
    assert_eq!(run.letters(2), "RS");
}

#[test]
fn a_program_without_the_running_task_restarts_and_keeps_variables() {
    let with_leaf = |name: &str| {
        let mut tree = TestTree::new();
        tree.variable("health", 3_i64);
        tree.open(name, &Arguments::default())
            .leaf("Idle", &Arguments::default())
            .close();
        tree.program()
    };
    let mut run = TestRun::of(with_leaf("Inverter"));
    run.letters(1);
    run.set("health", 9_i64);
    let outcome = run
        .instance
        .swap_program(with_leaf("Sequence"), &mut (), &mut run.globals);
    assert_eq!(
        outcome.to_string(),
        "restarted: node `0` restarts: it was `Inverter` and is `Sequence`"
    );
    assert_eq!(run.get("health"), Value::Int(9));
    assert_eq!(run.letters(1), "R");
}

#[test]
fn a_program_change_does_not_start_a_stopped_tree() {
    let swapped = |mut run: TestRun| {
        let outcome = run
            .instance
            .swap_program(patrol("Fail"), &mut (), &mut run.globals);
        (outcome, run.instance.state())
    };
    let mut finished = TestRun::of(patrol("Succeed"));
    finished.letters(3);
    let state = TreeState::Finished(Status::Success);
    assert_eq!(swapped(finished), (SwapOutcome::Kept, state));
    let mut disabled = TestRun::of(patrol("Succeed"));
    disabled.instance.disable(&mut (), &mut disabled.globals);
    assert_eq!(swapped(disabled), (SwapOutcome::Kept, TreeState::Disabled));
    let mut paused = TestRun::of(patrol("Succeed"));
    paused.letters(1);
    paused.instance.pause();
    assert_eq!(swapped(paused), (SwapOutcome::Kept, TreeState::Paused));
    let mut elsewhere = TestRun::of(counting_program());
    elsewhere.letters(1);
    elsewhere.instance.pause();
    assert_eq!(
        swapped(elsewhere),
        (
            SwapOutcome::Restarted(vec![SwapReason::OtherRoot]),
            TreeState::Paused
        )
    );
}

#[test]
fn an_object_of_unknown_arguments_is_ended_and_a_new_one_starts() {
    let (mut run, log) = two_recorders();
    run.letters(1);
    take_calls(&log);
    let (other, new_diary) = two_recorders();
    let program = other.instance.program().clone();
    let outcome = run
        .instance
        .swap_program(program, &mut (), &mut run.globals);
    let node = "1".into();
    assert_eq!(
        outcome,
        SwapOutcome::Partly(vec![SwapReason::NotSaved { node }])
    );
    assert_eq!(take_calls(&log), ["a end Inactive"]);
    run.letters(1);
    assert_eq!(
        take_calls(&new_diary),
        ["a awake", "b awake", "a start", "a update"]
    );
}

#[test]
fn ten_thousand_levels_run_and_are_interrupted_without_exhausting_the_call_stack() {
    let mut tree = TestTree::new();
    for level in 0..10_000 {
        let kind = ["Sequence", "Inverter", "Parallel", "Selector"][level % 4];
        tree.open(kind, &Arguments::default());
    }
    tree.script("RRS");
    for _ in 0..10_000 {
        tree.close();
    }
    let program = tree.program();
    let mut run = TestRun::of(Arc::clone(&program));
    run.letters(2);
    run.instance.disable(&mut (), &mut run.globals);
    assert_eq!(run.instance.tops().count(), 0);
    let mut run = TestRun::of(program);
    assert!(run.letters(3).starts_with("RR"));
    assert_eq!(run.instance.stacks().count(), 0);
}

#[test]
fn a_hundred_thousand_children_run() {
    let mut tree = TestTree::new();
    tree.open("Parallel", &Arguments::default());
    for _ in 0..100_000 {
        tree.custom(
            Category::Action,
            Operation::Builtin(Builtin::make("Idle", &Arguments::default()).unwrap()),
        );
    }
    tree.close();
    let mut run = tree.run();
    assert_eq!(run.letters(2), "RR");
    assert_eq!(run.instance.tops().count(), 100_001);
}
