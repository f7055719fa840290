//! Background trees as seen by the tasks that start and stop them.

use std::sync::Arc;

use super::*;
use crate::category::Category;
use crate::nodes::Builtin;
use crate::nodes::testing::{TestRun, TestTree};
use crate::runtime::{NodeSpec, Operation, ProgramBuilder, TaskContext, TaskHooks};

type Tick = fn(&mut TaskContext<'_, '_, ()>) -> Status;

fn leaf(update: Tick) -> Operation<(), Builtin> {
    Operation::Hooks(Arc::new(TaskHooks::new(update)))
}

/// A tree of one leaf.
fn tree_of(update: Tick) -> Arc<Program<(), Builtin>> {
    let mut tree = TestTree::new();
    tree.custom(Category::Action, leaf(update));
    tree.program()
}

/// A tree of one leaf, with these background trees.
fn run(update: Tick, trees: &[(&str, Tick)]) -> TestRun {
    let mut builder = ProgramBuilder::default();
    for (name, update) in trees {
        builder.tree(*name, tree_of(*update));
    }
    builder.open(NodeSpec {
        id: "0".into(),
        category: Category::Action,
        abort: crate::abort::AbortType::None,
        operation: leaf(update),
    });
    builder.close().unwrap();
    TestRun::of(Arc::new(builder.finish().unwrap()))
}

fn start_beside(context: &mut TaskContext<'_, '_, ()>) -> Status {
    if context.tick.frame() == 1 {
        context.tick.start_background_tree(&"B".into());
    }
    Status::Running
}

#[test]
fn a_background_tree_runs_in_its_start_frame_and_ends_by_itself() {
    let mut run = run(
        start_beside,
        &[("B", |context| {
            context
                .tick
                .say(format!("frame {}", context.tick.frame()).into());
            if context.tick.frame() == 2 {
                Status::Success
            } else {
                Status::Running
            }
        })],
    );
    assert_eq!(run.story(), "+0 0=R +B B:frame 1");
    assert_eq!(run.story(), "0=R B:frame 2 B.Success");
    assert_eq!(run.story(), "0=R");
}

#[test]
fn a_running_background_tree_is_not_started_again() {
    let mut run = run(
        |context| {
            context.tick.start_background_tree(&"B".into());
            Status::Running
        },
        &[("B", |_| Status::Running)],
    );
    assert_eq!(run.story(), "+0 0=R +B");
    assert_eq!(run.story(), "0=R");
}

#[test]
fn tasks_can_read_the_state_of_a_background_tree_and_stop_it() {
    let mut run = run(
        |context| {
            let before = context.tick.background_tree_state("B");
            context.tick.say(format!("{before:?}").into());
            match context.tick.frame() {
                1 => context.tick.start_background_tree(&"B".into()),
                2 => context.tick.stop_background_tree(&"B".into()),
                _ => {}
            }
            Status::Running
        },
        &[("B", |_| Status::Running)],
    );
    assert_eq!(run.story(), "+0 0:Idle 0=R +B");
    assert_eq!(run.story(), "0:Running 0=R B.Inactive");
    assert_eq!(run.story(), "0:Idle 0=R");
}

#[test]
fn a_background_tree_ends_with_the_tree_that_started_it() {
    let mut run = run(
        |context| {
            context.tick.start_background_tree(&"B".into());
            if context.tick.frame() == 1 {
                Status::Running
            } else {
                Status::Success
            }
        },
        &[("B", |_| Status::Running)],
    );
    assert_eq!(run.story(), "+0 0=R +B");
    assert_eq!(run.story(), "0=S 0.S B.Inactive");
    assert_eq!(run.instance.background_trees().count(), 0);
}

#[test]
fn trees_that_start_each_other_do_not_keep_a_frame_from_ending() {
    let mut run = run(
        start_beside,
        &[
            ("B", |context| {
                context.tick.stop_background_tree(&"C".into());
                context.tick.start_background_tree(&"C".into());
                Status::Running
            }),
            ("C", |context| {
                context.tick.stop_background_tree(&"B".into());
                context.tick.start_background_tree(&"B".into());
                Status::Running
            }),
        ],
    );
    assert_eq!(run.story(), "+0 0=R +B +C B.Inactive");
    assert_eq!(run.story(), "0=R +B C.Inactive");
}

#[test]
fn events_reach_background_trees() {
    let mut run = run(
        start_beside,
        &[("B", |context| {
            if context.tick.events().is_empty() {
                Status::Running
            } else {
                Status::Success
            }
        })],
    );
    assert_eq!(run.story(), "+0 0=R +B");
    run.instance.send(Event {
        name: "hello".into(),
        payload: None,
    });
    assert_eq!(run.story(), "0=R B.Success");
}

#[test]
fn a_panic_in_one_tree_leaves_the_other_running() {
    let mut run = run(start_beside, &[("B", |_| panic!("lost my way"))]);
    assert_eq!(run.story(), "+0 0=R +B B#panicked: lost my way B.Failure");
    assert_eq!(run.story(), "0=R");
}

#[test]
fn a_postponed_start_is_cancelled_by_a_stop() {
    let mut run = run(
        start_beside_both,
        &[
            ("B", |_| Status::Success),
            ("C", |context| {
                context.tick.start_background_tree(&"B".into());
                context.tick.stop_background_tree(&"B".into());
                Status::Success
            }),
        ],
    );
    assert_eq!(run.story(), "+0 0=R +B +C B.Success C.Success");
    assert_eq!(run.story(), "0=R");
}

#[test]
fn a_postponed_start_is_cancelled_when_the_tree_is_disabled() {
    let mut run = run(
        start_beside_both,
        &[
            ("B", |_| Status::Success),
            ("C", |context| {
                context.tick.start_background_tree(&"B".into());
                Status::Success
            }),
        ],
    );
    run.frame();
    run.instance.disable(&mut (), &mut run.globals);
    run.instance.enable();
    assert_eq!(run.story(), "+0 0=R");
}

/// Starts both trees once, however often the tree is enabled.
fn start_beside_both(context: &mut TaskContext<'_, '_, ()>) -> Status {
    if context.tick.frame() == 1 {
        context.tick.start_background_tree(&"B".into());
        context.tick.start_background_tree(&"C".into());
    }
    Status::Running
}
