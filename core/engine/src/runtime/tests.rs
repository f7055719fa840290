//! Rules of the executor that no single node type shows: life cycle, external input, managers, deep trees.

mod reach;

use std::sync::{Arc, Mutex};

use super::*;
use crate::abort::AbortType;
use crate::category::Category;
use crate::nodes::testing::{TestRun, TestTree};
use crate::nodes::{Arguments, Builtin};
use crate::trace::TraceEvent;
use crate::value::{Value, ValueType};

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
        operation: Operation::builtin(Builtin::make("Succeed", &Arguments::default()).unwrap()),
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
    let first = manager.add(counting_program(), 1).unwrap();
    let second = manager.add(counting_program(), 1).unwrap();
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
            Operation::builtin(Builtin::make("Idle", &Arguments::default()).unwrap()),
        );
    }
    tree.close();
    let mut run = tree.run();
    assert_eq!(run.letters(2), "RR");
    assert_eq!(run.instance.tops().count(), 100_001);
}

fn declared(name: &str, initial: impl Into<Value>) -> ProgramVariable {
    let initial = initial.into();
    ProgramVariable {
        name: name.into(),
        value_type: initial.value_type(),
        initial,
    }
}

fn idle() -> Operation<(), Builtin> {
    Operation::builtin(Builtin::make("Idle", &Arguments::default()).unwrap())
}

/// Adds an action with the id `act` as the root.
fn finish_with(
    mut builder: ProgramBuilder<(), Builtin>,
    operation: Operation<(), Builtin>,
) -> Result<Program<(), Builtin>, ProgramError> {
    builder.open(NodeSpec {
        id: "act".into(),
        category: Category::Action,
        abort: AbortType::None,
        operation,
    });
    builder.close().unwrap();
    builder.finish()
}

/// A tree of this name that declares the global variable `alarm` with this initial value and leaves it alone.
fn sharing_program(name: &str, alarm: impl Into<Value>) -> Arc<Program<(), Builtin>> {
    let mut builder = ProgramBuilder::default();
    builder.name(name);
    builder.global_variable(declared("alarm", alarm));
    Arc::new(finish_with(builder, idle()).unwrap())
}

const CONFLICT: &str = "global variable `alarm` is int in tree `Boss`, but bool in `Guard`: use one type, or rename one of them";

#[test]
fn a_tree_that_declares_a_global_variable_with_another_type_is_not_added() {
    let mut manager = TreeManager::new();
    let guard = manager.add(sharing_program("Guard", true), 1).unwrap();
    let refused = manager.add(sharing_program("Boss", 3_i64), 1);
    assert_eq!(refused.unwrap_err().to_string(), CONFLICT);
    assert_eq!(manager.agents().collect::<Vec<_>>(), [guard]);
    let agreeing = manager.add(sharing_program("Twin", false), 1).unwrap();
    assert_eq!(agreeing.number(), guard.number() + 1, "no number is lost");
    assert_eq!(
        manager.globals().get("alarm"),
        Some(&Value::Bool(true)),
        "the first declaration counts"
    );
}

#[test]
fn after_a_restore_the_type_of_a_global_variable_still_counts() {
    let mut manager = TreeManager::new();
    let program = sharing_program("Guard", true);
    manager.add(program.clone(), 1).unwrap();
    let saved = manager.snapshot();
    let (mut restored, _) = TreeManager::restore(&saved, |_, _| Some(program.clone())).unwrap();
    let refused = restored.add(sharing_program("Boss", 3_i64), 1);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "global variable `alarm` is int in tree `Boss`, but exists already as bool: use one type, or rename one of them"
    );
}

#[test]
fn the_globals_of_a_tree_can_be_written_before_its_first_frame() {
    let mut manager = TreeManager::new();
    let id = manager.add(counting_program(), 1).unwrap();
    assert_eq!(manager.globals().get_as("left"), Ok(3_i64));
    manager.globals_mut().set_as("left", 1_i64).unwrap();
    manager.tick(&mut (), 1.0);
    let state = manager.get(id).unwrap().state();
    assert_eq!(state, TreeState::Finished(Status::Success));
}

#[test]
fn a_tree_on_its_own_reports_globals_of_another_type_and_leaves_them_alone() {
    let mut run = TestRun::of(sharing_program("Boss", 3_i64));
    run.globals
        .declare(&*sharing_program("Guard", true))
        .unwrap();
    assert!(run.globals.check(&**run.instance.program()).is_err());
    assert_eq!(run.story(), format!("act#{CONFLICT} +act act=R"));
    assert_eq!(run.story(), "act=R", "once");
    assert_eq!(run.globals.get("alarm"), Some(&Value::Bool(true)));
    let write = run.instance.set(&mut run.globals, "alarm", 4_i64);
    assert_eq!(
        write.unwrap_err().to_string(),
        "variable `alarm`: expected bool, found int"
    );
}

#[test]
fn a_task_that_writes_a_global_of_another_type_fails_with_the_reason() {
    let mut builder = ProgramBuilder::default();
    builder.name("Boss");
    let alarm = builder.global_variable(declared("alarm", 3_i64));
    let write = TaskHooks::new(move |context: &mut TaskContext<'_, '_, ()>| {
        context.tick.set(alarm, Value::Int(4));
        Status::Success
    });
    let writes = finish_with(builder, Operation::Hooks(Arc::new(write)));
    let mut run = TestRun::of(Arc::new(writes.unwrap()));
    run.globals
        .declare(&*sharing_program("Guard", true))
        .unwrap();
    assert_eq!(
        run.story(),
        format!("act#{CONFLICT} +act act#variable `alarm`: expected bool, found int act=F act.F")
    );
}

#[test]
fn a_changed_program_can_give_a_global_variable_another_type() {
    let mut manager = TreeManager::new();
    let ids = [1, 2].map(|seed| manager.add(sharing_program("Guard", true), seed).unwrap());
    manager.tick(&mut (), 1.0);
    let changed = sharing_program("Guard", 3_i64);
    for id in ids {
        let (tree, globals) = manager.get_mut(id).unwrap();
        let outcome = tree.swap_program(changed.clone(), &mut (), globals);
        assert_eq!(outcome, SwapOutcome::Kept);
    }
    assert_eq!(manager.globals().get_as("alarm"), Ok(3_i64));
    manager.globals_mut().set_as("alarm", 4_i64).unwrap();
    assert_eq!(manager.tick(&mut (), 1.0), 2);
    let (tree, globals) = manager.get_mut(ids[0]).unwrap();
    assert_eq!(tree.get(globals, "alarm"), Ok(4_i64));
    assert!(manager.add(changed, 3).is_ok());
    assert!(manager.add(sharing_program("Boss", true), 3).is_err());
}

#[test]
fn a_variable_needs_a_type_that_exists_and_an_initial_value_of_it() {
    let of = |name: &str| ValueType::from_name(name).unwrap();
    let refusal = |value_type: ValueType, initial: Value| {
        let mut builder = ProgramBuilder::default();
        builder.tree_variable(ProgramVariable {
            value_type,
            ..declared("x", initial)
        });
        finish_with(builder, idle())
            .err()
            .map(|error| error.to_string())
    };
    let list = Value::List([Value::Int(1)].into());
    assert_eq!(refusal(of("[int]"), list.clone()), None);
    assert_eq!(
        refusal(of("[string]"), list).unwrap(),
        "initial value of variable `x`: expected [string], found [int]"
    );
    let lists = ValueType::List(Box::new(of("[int]")));
    assert_eq!(
        refusal(lists, Value::List([].into())).unwrap(),
        "variable `x` is a list of lists, but only lists of simple types exist"
    );
}

#[test]
fn a_tree_and_its_background_trees_agree_on_their_globals() {
    let mut builder = ProgramBuilder::default();
    builder.name("Guard");
    builder.global_variable(declared("alarm", true));
    builder.tree("Boss", sharing_program("Boss", 3_i64));
    let refused = finish_with(builder, idle()).unwrap_err();
    assert_eq!(refused.to_string(), CONFLICT);
}

#[test]
fn what_a_task_reports_at_its_end_is_its_own() {
    let hooks = TaskHooks::<()>::new(|_| Status::Success).on_exit(|context, _| {
        context.tick.fail("it got stuck");
        context.tick.say("bye".into());
    });
    let mut tree = TestTree::new();
    tree.open("Sequence", &Arguments::default());
    tree.custom(Category::Action, Operation::Hooks(Arc::new(hooks)));
    tree.script("S").close();
    let story = tree.run().story();
    assert_eq!(story, "+0 +1 1=S 1.S 1:bye 1#it got stuck +2 2=S 2.S 0.S");
}

/// Says so when it is awakened.
struct Early;

impl Task<()> for Early {
    fn awake(&mut self, context: &mut TaskContext<'_, '_, ()>) {
        context.tick.say("awake".into());
    }
    fn update(&mut self, _: &mut TaskContext<'_, '_, ()>) -> Status {
        Status::Success
    }
}

#[test]
fn what_a_task_reports_when_it_awakes_is_heard() {
    let mut tree = TestTree::new();
    tree.custom(
        Category::Action,
        Operation::Factory(Arc::new(|| Box::new(Early))),
    );
    assert_eq!(tree.run().story(), "0:awake +0 0=S 0.S");
}

#[test]
fn only_leaves_can_be_forced() {
    let mut run = TestRun::of(patrol("Idle"));
    run.frame();
    let root = run.index("0");
    assert!(run.instance.force(root, Status::Failure).is_err());
    assert_eq!(run.instance.forced(root), None);
    let leaf = run.index("1");
    run.instance.force(leaf, Status::Failure).unwrap();
    // The forced leaf becomes a parent.
    let mut changed = TestTree::new();
    changed.open("Sequence", &Arguments::default());
    changed.open("Inverter", &Arguments::default());
    changed.script("R").close().close();
    let changed = changed.program();
    run.instance
        .swap_program(changed.clone(), &mut (), &mut run.globals);
    let saved = run.instance.snapshot();
    assert_eq!(saved.forced, []);
    let restored = TreeInstance::restore(changed, &saved, &mut run.globals);
    assert!(restored.is_ok(), "{:?}", restored.err());
}

#[test]
fn the_longest_frames_leave_a_time_that_can_be_saved() {
    let mut run = TestRun::of(patrol("Idle"));
    for _ in 0..4 {
        run.frame_of(f64::MAX);
    }
    let (saved, program) = (run.instance.snapshot(), run.instance.program().clone());
    let restored = TreeInstance::restore(program, &saved, &mut run.globals);
    assert_eq!(restored.unwrap().0.snapshot(), saved);
}

#[test]
fn a_node_fits_into_a_cache_line_and_an_instance_is_small() {
    assert_eq!(size_of::<program::ProgramNode<(), Builtin>>(), 64);
    assert!(size_of::<TreeInstance<(), Builtin>>() <= 152);
}
