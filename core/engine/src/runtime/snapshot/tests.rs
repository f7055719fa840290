//! Tests of snapshots of managers, of the errors of those that do not fit, and of runs that are restored after their tree
//! was changed.

mod changed_trees;

use std::sync::Arc;

use crate::abort::AbortType;
use crate::category::Category;
use crate::nodes::testing::{TestRun, TestTree};
use crate::nodes::{Arguments, Builtin};
use crate::runtime::{
    AgentId, Globals, NodeIndex, NodeSpec, Operation, Program, ProgramBuilder, Snapshot,
    SnapshotError, Status, SwapOutcome, TaskContext, TaskHooks, TreeInstance, TreeManager,
    TreeState,
};
use crate::value::Value;

type Tree = Arc<Program<(), Builtin>>;

/// Selector[ Sequence(both)[ flag, wait ], Parallel[ wait, wait ] ]
fn guard() -> Tree {
    let mut tree = TestTree::new();
    let flag = tree.variable("flag", false);
    let none = Arguments::default();
    let mut left = Arguments::default();
    left.set("left", crate::runtime::Operand::Variable(flag));
    let long = Arguments::default().with("seconds", 9.0);
    tree.open("Selector", &none);
    tree.open_with("Sequence", &none, AbortType::Both);
    tree.leaf("CompareBool", &left).leaf("Wait", &long).close();
    tree.open("Parallel", &none);
    tree.leaf("Wait", &long).leaf("Wait", &long).close();
    tree.close();
    tree.program()
}

fn running() -> (Tree, Snapshot) {
    let program = guard();
    let mut run = TestRun::of(program.clone());
    run.letters(2);
    (program, run.instance.snapshot())
}

/// Returns the error of restoring a running tree's snapshot after a change to it.
fn refused(change: impl FnOnce(&mut Snapshot)) -> String {
    let (program, mut snapshot) = running();
    change(&mut snapshot);
    let restored = TreeInstance::restore(program, &snapshot, &mut Globals::default());
    match restored.err() {
        Some(SnapshotError::Damaged(what)) => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_snapshot_that_does_not_fit_is_refused_with_the_reason() {
    let node = NodeIndex;
    assert_eq!(
        refused(|s| s.tops = vec![node(2)]),
        "node `2` is a conditional and is running"
    );
    assert_eq!(
        refused(|s| s.tops = vec![node(99)]),
        "the node at index 99 is running"
    );
    assert_eq!(
        refused(|s| s.tops = vec![node(3), node(5)]),
        "node `5` is running but was never started"
    );
    assert_eq!(
        refused(|s| s.tops.truncate(2)),
        "node `4` has a wrong count of its children"
    );
    assert_eq!(
        refused(|s| s.tops.reverse()),
        "node `6` is running but was never started"
    );
    assert_eq!(
        refused(|s| s.watched[0].scope = Some(node(4))),
        "node `2` cannot abort inside node `4`"
    );
    assert_eq!(
        refused(|s| s.watched[0].conditional = node(3)),
        "node `3` cannot be watched"
    );
    assert_eq!(
        refused(|s| s.watched.push(s.watched[0])),
        "node `2` is watched twice"
    );
    assert_eq!(
        refused(|s| s.variables[0].1.value = Value::Int(3)),
        "variable `flag`: expected bool, found int"
    );
    assert_eq!(
        refused(|s| s.state = TreeState::Disabled),
        "a node is running in a tree that is not"
    );
    assert_eq!(
        refused(|s| s.frame = u64::MAX),
        "its frame number is out of range"
    );
    assert_eq!(
        refused(|s| s.forced.push((node(1), Status::Success))),
        "node `1` has a forced result but is not a leaf"
    );
    assert_eq!(
        refused(|s| s.memory.truncate(1)),
        "the memory of its nodes has the wrong size"
    );
}

#[test]
fn a_restored_manager_continues_with_its_trees_ids_and_globals() {
    let program = guard();
    let mut manager = TreeManager::new();
    let first = manager.add(program.clone(), 1).unwrap();
    let second = manager.add(program.clone(), 2).unwrap();
    manager.remove(first, &mut ());
    manager.tick(&mut (), 1.0);
    let snapshot = manager.snapshot();
    let (mut restored, report) =
        TreeManager::restore(&snapshot, |_, _| Some(program.clone())).unwrap();
    assert!(report.is_kept());
    assert_eq!(restored.snapshot(), snapshot);
    assert_eq!(restored.agents().collect::<Vec<_>>(), [second]);
    let third = restored.add(program, 3).unwrap();
    assert!(third > second, "no id is given out again");
    assert_eq!(restored.tick(&mut (), 1.0), 2);
}

#[test]
fn a_manager_whose_trees_are_out_of_order_is_refused() {
    let program = guard();
    let mut manager = TreeManager::new();
    manager.add(program.clone(), 1).unwrap();
    manager.add(program.clone(), 1).unwrap();
    let snapshot = manager.snapshot();
    let mut swapped = snapshot.clone();
    swapped.trees.swap(0, 1);
    let swapped = TreeManager::restore(&swapped, |_, _| Some(program.clone()));
    assert_eq!(
        swapped.err().unwrap().to_string(),
        "the snapshot is damaged: tree 0 is out of order"
    );
    let _: AgentId = manager.add(program, 1).unwrap();
}

/// A tree that starts a background tree and waits for nothing.
fn with_companion() -> Tree {
    let mut beside = TestTree::new();
    let long = Arguments::default().with("seconds", 3.0);
    beside.leaf("Wait", &long);
    let mut builder = ProgramBuilder::<(), Builtin>::default();
    builder.tree("Beside", beside.program());
    let hooks = TaskHooks::new(|context: &mut TaskContext<'_, '_, ()>| {
        if context.tick.frame() == 1 {
            context.tick.start_background_tree(&"Beside".into());
        }
        Status::Running
    });
    builder.open(NodeSpec {
        id: "0".into(),
        category: Category::Action,
        abort: AbortType::None,
        operation: Operation::Hooks(Arc::new(hooks)),
    });
    builder.close().unwrap();
    Arc::new(builder.finish().unwrap())
}

#[test]
fn background_trees_are_saved_and_restored_with_their_tree() {
    let program = with_companion();
    let mut run = TestRun::of(program.clone());
    run.letters(2);
    let snapshot = run.instance.snapshot();
    assert_eq!(snapshot.companions.len(), 1);
    let (restored, outcome) = TreeInstance::restore(program, &snapshot, &mut run.globals).unwrap();
    assert_eq!(outcome, SwapOutcome::Kept);
    assert_eq!(restored.snapshot(), snapshot);
    run.instance = restored;
    assert_eq!(run.instance.background_trees().count(), 1);
    run.letters(1);
    assert_eq!(
        run.instance.background_trees().count(),
        0,
        "it waited 3 s in all"
    );
}

#[test]
fn an_unknown_background_tree_is_refused() {
    let program = with_companion();
    let mut run = TestRun::of(program.clone());
    run.letters(2);
    let snapshot = run.instance.snapshot();
    let mut refused = |change: fn(&mut Snapshot)| {
        let mut snapshot = snapshot.clone();
        change(&mut snapshot);
        let restored = TreeInstance::restore(program.clone(), &snapshot, &mut run.globals);
        restored.err().unwrap().to_string()
    };
    assert_eq!(
        refused(|s| s.companions[0].0 = "Nowhere".into()),
        "the snapshot is damaged: there is no tree named `Nowhere`"
    );
    assert_eq!(
        refused(|s| s.companions.push(s.companions[0].clone())),
        "the snapshot is damaged: tree `Beside` cannot run in the background"
    );
    assert_eq!(
        refused(|s| {
            let inner = s.companions.clone();
            s.companions[0].1.companions = inner;
        }),
        "the snapshot is damaged: tree `Beside` cannot run in the background"
    );
}
