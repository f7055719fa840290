//! A panic in each callback of a game's tasks, as seen by the rest of the tree.

use std::sync::Arc;

use crate::abort::AbortType;
use crate::category::Category;
use crate::nodes::testing::{TestRun, TestTree};
use crate::nodes::{Arguments, Builtin};
use crate::runtime::{
    EndStatus, NodeIndex, Operation, Status, Task, TaskContext, TaskHooks, Tracer,
};

/// A task that panics in the callback that is selected.
struct PanickingTask {
    breaks_in: &'static str,
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
        Status::Success
    }

    fn end(&mut self, _context: &mut TaskContext<'_, '_, ()>, _status: EndStatus) {
        self.reach("end");
    }

    fn pause(&mut self, _paused: bool) {
        self.reach("pause");
    }
}

fn fragile(breaks_in: &'static str) -> Operation<(), Builtin> {
    Operation::Factory(Arc::new(move || Box::new(PanickingTask { breaks_in })))
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
    Operation::Hooks(Box::new(TaskHooks::new(
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
        Operation::Hooks(Box::new(TaskHooks::when(
            |context: &mut TaskContext<'_, '_, ()>| {
                assert!(context.tick.frame() == 1, "checked again");
                false
            },
        )))
    };
    let turns_true = || {
        Operation::Hooks(Box::new(TaskHooks::when(
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
    use crate::runtime::TreeManager;
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
            Operation::Hooks(Box::new(TaskHooks::new(update))),
        );
        assert_eq!(tree.run().letters(1), "F", "says: {says}");
    }
}
