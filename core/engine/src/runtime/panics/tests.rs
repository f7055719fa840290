//! A panic in each callback of a game's tasks, as seen by the rest of the tree.

use std::sync::Arc;

use crate::abort::AbortType;
use crate::category::Category;
use crate::nodes::testing::{TestRun, TestTree};
use crate::nodes::{Arguments, Builtin};
use crate::runtime::{
    EndStatus, ForceError, NodeIndex, Operation, Program, Status, SwapOutcome, Task, TaskContext,
    TaskHooks, Tracer, TreeInstance, TreeManager, Wake,
};
use crate::time::Nanoseconds;
use crate::value::Value;

/// A task that panics in the callback that is selected.
struct PanickingTask {
    breaks_in: &'static str,
    /// Whether it runs for ever.
    waits: bool,
}

impl PanickingTask {
    fn reach(&self, place: &str) {
        assert!(self.breaks_in != place, "broke in {place}");
    }
}

impl Task<()> for PanickingTask {
    fn awake(&mut self, _context: &mut TaskContext<'_, '_, ()>) {
        self.reach("awake");
    }

    fn start(&mut self, _context: &mut TaskContext<'_, '_, ()>) {
        self.reach("start");
    }

    fn update(&mut self, _context: &mut TaskContext<'_, '_, ()>) -> Status {
        self.reach("update");
        if self.waits {
            Status::Running
        } else {
            Status::Success
        }
    }

    fn end(&mut self, _context: &mut TaskContext<'_, '_, ()>, _status: EndStatus) {
        self.reach("end");
    }

    fn pause(&mut self, _paused: bool) {
        self.reach("pause");
    }

    fn wake(&self) -> Wake {
        self.reach("wake");
        Wake::Inputs
    }

    fn pass(&mut self, _elapsed: Nanoseconds, _frames: u64) {
        self.reach("pass");
    }

    fn save(&self) -> Option<Value> {
        self.reach("save");
        Some(Value::Int(1))
    }

    fn restore(&mut self, _saved: &Value) {
        self.reach("restore");
    }
}

fn fragile(breaks_in: &'static str) -> Operation<(), Builtin> {
    Operation::Factory(Arc::new(move || {
        Box::new(PanickingTask {
            breaks_in,
            waits: false,
        })
    }))
}

/// A leaf that runs for ever.
fn fragile_and_waiting(breaks_in: &'static str) -> Operation<(), Builtin> {
    Operation::Factory(Arc::new(move || {
        Box::new(PanickingTask {
            breaks_in,
            waits: true,
        })
    }))
}

/// A Selector over the given task and one that waits.
fn selector_over(operation: Operation<(), Builtin>) -> TestRun {
    let mut tree = TestTree::new();
    tree.open("Selector", &Arguments::default())
        .custom(Category::Action, operation)
        .script("R")
        .close();
    tree.run()
}

#[test]
fn a_panic_in_an_update_makes_the_task_fail_with_its_text() {
    let mut run = selector_over(fragile("update"));
    assert_eq!(
        run.story(),
        "+0 +1 1#panicked: broke in update 1=F 1.F +2 2=R"
    );
    assert_eq!(run.story(), "2=R");
}

#[test]
fn a_task_whose_start_panics_is_not_updated_and_fails() {
    let mut run = selector_over(fragile("start"));
    assert_eq!(
        run.story(),
        "+0 +1 1#panicked: broke in start 1=F 1.F +2 2=R"
    );
}

#[test]
fn a_panic_in_an_end_does_not_change_the_result() {
    let mut run = selector_over(fragile("end"));
    assert_eq!(run.story(), "+0 +1 1=S 1.S 1#panicked: broke in end 0.S");
}

#[test]
fn panics_in_awake_and_pause_stop_nothing() {
    let mut run = selector_over(fragile("awake"));
    assert_eq!(run.story(), "1#panicked: broke in awake +0 +1 1=S 1.S 0.S");
    let mut run = selector_over(fragile("pause"));
    run.instance.pause();
    run.instance.resume();
    assert_eq!(run.status(), Status::Success);
}

/// Sequence[ Succeed, the task, which runs for ever, a task that was not reached ]
fn waiting(breaks_in: &'static str) -> Arc<Program<(), Builtin>> {
    let mut tree = TestTree::new();
    tree.open("Sequence", &Arguments::default())
        .script("S")
        .custom(Category::Action, fragile_and_waiting(breaks_in))
        .custom(Category::Action, fragile(breaks_in))
        .close();
    tree.program()
}

#[test]
fn an_object_that_cannot_be_saved_is_noted_in_the_snapshot_and_its_leaf_restarts() {
    let mut run = TestRun::of(waiting("save"));
    run.letters(1);
    let snapshot = run.instance.snapshot();
    let why = || "panicked: broke in save".to_owned();
    assert_eq!(
        snapshot.unsaved,
        [(run.index("2"), why()), (run.index("3"), why())]
    );
    let program = waiting("nothing");
    let restored = TreeInstance::restore(program, &snapshot, &mut run.globals).unwrap();
    let outcome = restored.1.to_string();
    let [running, idle] = [
        "node `2` restarts: the state of its task is lost: panicked: broke in save",
        "the state of the task of node `3` is lost: panicked: broke in save",
    ];
    assert_eq!(outcome, format!("partly kept: {running}; {idle}"));
    run.instance = restored.0;
    assert_eq!(run.story(), "+2 2=R");
}

#[test]
fn an_object_that_cannot_be_restored_begins_anew() {
    let mut run = TestRun::of(waiting("nothing"));
    run.letters(1);
    let snapshot = run.instance.snapshot();
    let restored = TreeInstance::restore(waiting("restore"), &snapshot, &mut run.globals);
    let (instance, outcome) = restored.unwrap();
    assert!(
        matches!(&outcome, SwapOutcome::Partly(why) if why.len() == 2),
        "{outcome}"
    );
    run.instance = instance;
    assert_eq!(run.story(), "+2 2=R");
}

#[test]
fn panics_while_a_program_is_replaced_restart_the_leaf() {
    for (before, after, place) in [
        ("save", "nothing", "save"),
        ("nothing", "restore", "restore"),
    ] {
        let mut run = TestRun::of(waiting(before));
        run.letters(1);
        let outcome = run
            .instance
            .swap_program(waiting(after), &mut (), &mut run.globals);
        let reason = outcome.reasons()[0].to_string();
        let why = format!("panicked: broke in {place}");
        assert_eq!(
            reason,
            format!("node `2` restarts: the state of its task is lost: {why}")
        );
        assert_eq!(outcome.reasons().len(), 2, "{outcome}");
        assert_eq!(run.story(), "+2 2=R");
    }
}

#[test]
fn a_task_whose_object_cannot_be_made_fails_with_the_reason() {
    let broken: Operation<(), Builtin> = Operation::Factory(Arc::new(|| panic!("out of parts")));
    let mut tree = TestTree::new();
    tree.open("Repeater", &Arguments::default().with("forever", true))
        .custom(Category::Action, broken)
        .close();
    let program = tree.program();
    let mut run = TestRun::of(program.clone());
    let fails = "+1 1#could not be created: panicked: out of parts 1=F 1.F";
    assert_eq!(run.story(), format!("+0 {fails}"));
    assert_eq!(run.story(), fails);
    let snapshot = run.instance.snapshot();
    let (instance, outcome) =
        TreeInstance::restore(program.clone(), &snapshot, &mut run.globals).unwrap();
    assert_eq!(outcome, SwapOutcome::Kept);
    run.instance = instance;
    assert_eq!(run.story(), fails);
    let outcome = run
        .instance
        .swap_program(program, &mut (), &mut run.globals);
    assert_eq!(outcome, SwapOutcome::Kept);
    assert_eq!(run.story(), fails);
}

#[test]
fn panics_about_sleep_keep_the_tree_awake() {
    for place in ["wake", "pass"] {
        let mut manager = TreeManager::new();
        manager.set_added_sleep(true);
        let id = manager.add(waiting(place), 0).unwrap();
        manager.tick(&mut (), 1.0);
        assert_eq!(manager.is_asleep(id), place == "pass");
        manager.tick(&mut (), 1.0);
        manager.wake(id);
        assert_eq!(manager.tick(&mut (), 1.0), 1, "{place}");
        assert_eq!(manager.get(id).unwrap().frame(), 3, "{place}");
    }
}

#[test]
fn only_the_result_of_a_leaf_can_be_forced() {
    let mut run = selector_over(fragile("update"));
    let refused = run.instance.force(run.index("0"), Status::Success);
    let node = "0".into();
    assert_eq!(refused, Err(ForceError::NotALeaf { node }));
    let unknown = run.instance.force(NodeIndex(9), Status::Success);
    assert_eq!(unknown, Err(ForceError::UnknownNode { index: 9 }));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "node `0` is not a leaf; only the result of a leaf can be forced"
    );
    assert_eq!(run.instance.snapshot().forced, []);
    run.instance.force(run.index("1"), Status::Success).unwrap();
    assert_eq!(run.status(), Status::Success);
}

#[test]
fn panics_are_handled_the_same_without_a_tracer() {
    for place in ["awake", "start", "update", "end"] {
        let expected = selector_over(fragile(place)).status();
        let mut run = selector_over(fragile(place));
        let status = run.instance.tick(&mut (), &mut run.globals, 1.0);
        assert_eq!(status, Some(expected), "{place}");
    }
}

/// Returns Running, and panics in the third frame.
fn breaks_late() -> Operation<(), Builtin> {
    Operation::Hooks(Arc::new(TaskHooks::new(
        |context: &mut TaskContext<'_, '_, ()>| {
            assert!(context.tick.frame() < 3, "tired");
            Status::Running
        },
    )))
}

#[test]
fn a_leaf_that_has_been_running_for_frames_can_panic_too() {
    for traced in [true, false] {
        let mut tree = TestTree::new();
        tree.custom(Category::Action, breaks_late());
        let mut run = tree.run();
        let mut statuses = Vec::new();
        for _ in 0..3 {
            statuses.push(if traced {
                run.status()
            } else {
                run.instance.tick(&mut (), &mut run.globals, 1.0).unwrap()
            });
        }
        assert_eq!(
            statuses,
            [Status::Running, Status::Running, Status::Failure]
        );
    }
}

#[test]
fn the_other_branches_of_a_parallel_still_run() {
    let mut tree = TestTree::new();
    tree.open("ParallelSelector", &Arguments::default())
        .script("R")
        .custom(Category::Action, breaks_late())
        .script("R")
        .close();
    let mut run = tree.run();
    run.frame();
    run.frame();
    assert_eq!(run.story(), "1=R 2#panicked: tired 2=F 2.F 3=R");
    assert_eq!(run.story(), "1=R 3=R");
}

#[test]
fn a_watched_conditional_that_panics_fails_and_checking_continues() {
    let breaks_when_checked = || {
        Operation::Hooks(Arc::new(TaskHooks::when(
            |context: &mut TaskContext<'_, '_, ()>| {
                assert!(context.tick.frame() == 1, "checked again");
                false
            },
        )))
    };
    let turns_true = || {
        Operation::Hooks(Arc::new(TaskHooks::when(
            |context: &mut TaskContext<'_, '_, ()>| context.tick.frame() > 1,
        )))
    };
    let mut tree = TestTree::new();
    tree.open("Selector", &Arguments::default());
    for operation in [breaks_when_checked(), turns_true()] {
        tree.open_with("Sequence", &Arguments::default(), AbortType::LowerPriority)
            .custom(Category::Conditional, operation)
            .script("R")
            .close();
    }
    tree.script("R").close();
    let mut run = tree.run();
    run.frame();
    let story = run.story();
    assert!(
        story.starts_with("2#panicked: checked again 2?F 5?S 5!0 7.X"),
        "{story}"
    );
}

#[test]
fn the_other_trees_of_a_manager_continue() {
    let program = |operation| {
        let mut tree = TestTree::new();
        tree.custom(Category::Action, operation);
        tree.program()
    };
    let mut manager = TreeManager::new();
    let breaks = manager.add(program(fragile("update")), 0).unwrap();
    let waits = manager.add(program(breaks_late()), 0).unwrap();
    assert_eq!(manager.tick(&mut (), 1.0), 1);
    let state = |id| manager.get(id).unwrap().state();
    assert_eq!(
        state(breaks),
        crate::runtime::TreeState::Finished(Status::Failure)
    );
    assert_eq!(state(waits), crate::runtime::TreeState::Enabled);
}

/// A tracer that panics when the root ends.
struct PanickingTracer;

impl Tracer for PanickingTracer {
    fn end(&mut self, node: NodeIndex, status: EndStatus) {
        assert_ne!(node.get(), 0, "who watches faints at {status}");
    }
}

#[test]
#[should_panic(expected = "who watches faints at")]
fn a_panic_outside_of_tasks_reaches_the_caller() {
    let mut tree = TestTree::new();
    tree.open("Inverter", &Arguments::default());
    tree.custom(Category::Action, fragile("update")).close();
    let mut run = tree.run();
    let (instance, globals) = (&mut run.instance, &mut run.globals);
    instance.tick_traced(&mut (), globals, 1.0, &mut PanickingTracer);
}

#[test]
fn a_conditional_that_logs_and_returns_running_fails_as_without_the_log() {
    for says in [false, true] {
        let mut tree = TestTree::new();
        let update = move |context: &mut TaskContext<'_, '_, ()>| {
            if says {
                context.tick.say("thinking".into());
            }
            Status::Running
        };
        tree.custom(
            Category::Conditional,
            Operation::Hooks(Arc::new(TaskHooks::new(update))),
        );
        assert_eq!(tree.run().letters(1), "F", "says: {says}");
    }
}
