//! Tests of what can interrupt what, as computed from a program before it runs.

use crate::abort::AbortType;
use crate::nodes::Arguments;
use crate::nodes::testing::{TestRun, TestTree};

/// Selector[ Sequence(abort)[ condition, work ], Sequence[ rest ] ] below another Selector with an idle task to its
/// right.
fn selectors(inner: AbortType, outer: AbortType) -> TestRun {
    let none = Arguments::default();
    let mut tree = TestTree::new();
    tree.open("Selector", &none);
    tree.open_with("Selector", &none, outer);
    tree.open_with("Sequence", &none, inner);
    tree.leaf("CompareBool", &none).leaf("Idle", &none).close();
    tree.open("Sequence", &none).leaf("Idle", &none).close();
    tree.close();
    tree.leaf("Idle", &none);
    tree.close();
    tree.run()
}

/// Returns what the node `of` can interrupt in [`selectors`].
fn reach(inner: AbortType, outer: AbortType, of: &str) -> Vec<String> {
    let run = selectors(inner, outer);
    let program = run.instance.program();
    let nodes = program.interruptible_by(run.index(of));
    nodes
        .into_iter()
        .map(|n| program.id(n).to_string())
        .collect()
}

#[test]
fn what_a_conditional_can_interrupt_is_known_before_the_run() {
    use AbortType::{Both, LowerPriority, None, OwnBranch};
    assert_eq!(reach(None, None, "3"), [""; 0]);
    assert_eq!(reach(OwnBranch, None, "3"), ["4"]);
    assert_eq!(reach(LowerPriority, None, "3"), ["5", "6"]);
    assert_eq!(reach(Both, None, "3"), ["4", "5", "6"]);
    assert_eq!(reach(LowerPriority, LowerPriority, "3"), ["5", "6", "7"]);
    assert_eq!(
        reach(Both, OwnBranch, "2"),
        ["4", "5", "6"],
        "a composite reaches what its conditionals do"
    );
    assert_eq!(
        reach(Both, Both, "4"),
        [""; 0],
        "an action interrupts nothing"
    );
}

#[test]
fn a_composite_can_interrupt_what_any_of_its_conditions_can() {
    let none = Arguments::default();
    for (inner, outer) in [
        (AbortType::Both, AbortType::Both),
        (AbortType::LowerPriority, AbortType::LowerPriority),
        (AbortType::OwnBranch, AbortType::Both),
    ] {
        let mut tree = TestTree::new();
        tree.open_with("Selector", &none, outer);
        tree.leaf("Idle", &none);
        tree.open_with("Selector", &none, inner);
        for _ in 0..3 {
            tree.leaf("CompareBool", &none).leaf("Idle", &none);
        }
        tree.close().leaf("Idle", &none).close();
        let run = tree.run();
        let program = run.instance.program();
        let all = program.interruptible_by(run.index("2"));
        let conditions = ["3", "5", "7"].map(|condition| run.index(condition));
        let mut each: Vec<_> = conditions
            .into_iter()
            .flat_map(|condition| program.interruptible_by(condition))
            .collect();
        each.sort_unstable();
        each.dedup();
        assert!(!all.is_empty());
        assert_eq!(all, each);
        let reach = program.reach_of(&conditions);
        let reached = program
            .indices()
            .filter(|node| program.is_reached(&reach, *node));
        assert!(reached.eq(all));
    }
}

/// Like [`reach`], by condition and scope: "condition in scope at branch: what is interrupted".
fn interruptions(inner: AbortType, outer: AbortType, of: &str) -> Vec<String> {
    let run = selectors(inner, outer);
    let program = run.instance.program();
    let id = |node| program.id(node).as_str();
    let mut left = usize::MAX;
    let found = program.interruptions_of(run.index(of), &mut left);
    let described = found.into_iter().map(|i| {
        let interrupted: Vec<_> = i.interrupted.iter().map(|n| id(*n)).collect();
        let (condition, scope, branch) = (id(i.condition), id(i.scope), id(i.branch));
        format!(
            "{condition} in {scope} at {branch}: {}",
            interrupted.join(" ")
        )
    });
    described.collect()
}

#[test]
fn interruptions_are_listed_by_scope_as_whole_branches() {
    use AbortType::{Both, LowerPriority, None, OwnBranch};
    assert_eq!(interruptions(None, None, "2"), [""; 0]);
    assert_eq!(interruptions(OwnBranch, None, "2"), ["3 in 2 at 3: 4"]);
    let all = ["3 in 2 at 3: 4", "3 in 1 at 2: 5", "3 in 0 at 1: 7"];
    assert_eq!(interruptions(Both, Both, "3"), all);
    assert_eq!(interruptions(Both, Both, "2"), all);
    assert_eq!(
        interruptions(LowerPriority, None, "2"),
        ["3 in 1 at 2: 5"],
        "a chain ends at a composite without an abort type"
    );
    assert_eq!(
        interruptions(Both, Both, "1"),
        [""; 0],
        "a composite speaks for the conditions that it is nearest to"
    );
}

#[test]
fn a_scope_shared_by_many_conditions_is_not_examined_for_each_of_them() {
    let none = Arguments::default();
    let mut tree = TestTree::new();
    tree.open_with("Selector", &none, AbortType::Both);
    for _ in 0..200 {
        tree.leaf("CompareBool", &none);
    }
    tree.close();
    let run = tree.run();
    let program = run.instance.program();
    let mut left = 1_000;
    let found = program.interruptions_of(run.index("0"), &mut left);
    assert!(found.is_empty());
    assert_eq!(
        left, 0,
        "200 times 200 tasks are more than may be looked at"
    );
}
