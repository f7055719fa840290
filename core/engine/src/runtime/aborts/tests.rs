//! Tests of when watched conditionals are checked again, and when their statuses are known without a check.

use crate::abort::AbortType;
use crate::nodes::Arguments;
use crate::nodes::testing::{TestRun, TestTree, event, no_arguments};
use crate::runtime::World;
use crate::runtime::{Operand, Tasks, TreeInstance};
use crate::value::Value;

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Makes the next frame check all watched conditionals, as if nothing were known of their statuses.
    pub(in crate::runtime) fn invalidate_checks(&mut self) {
        if let Some(observers) = &mut self.run.observers {
            observers.valid_at = None;
        }
    }

    fn checks(&self) -> u64 {
        self.run.observers.as_ref().map_or(0, |list| list.checks)
    }
}

/// A Selector with aborts: three watched Sequences (a comparison, an expression, a check whether a variable is set)
/// before a running action.
fn watching() -> TestRun {
    let mut tree = TestTree::new();
    let ammo = tree.variable("ammo", 3_i64);
    let target = tree.variable("target", Value::Vec2([0.0, 0.0]));
    tree.variable("health", 80_i64);
    tree.variable("unread", 0_i64);
    let wounded = tree.expression("health < 30");
    let mut empty = Arguments::default()
        .with("operator", "==")
        .with("right", 0_i64);
    empty.set("left", Operand::Variable(ammo));
    let mut aims = Arguments::default();
    aims.set("variable", Operand::Variable(target));
    tree.open_with("Selector", &no_arguments(), AbortType::LowerPriority);
    for (task, arguments) in [
        ("CompareInt", &empty),
        ("Expression", &wounded),
        ("IsVariableSet", &aims),
    ] {
        tree.open_with("Sequence", &no_arguments(), AbortType::LowerPriority);
        tree.leaf(task, arguments).script("R").close();
    }
    tree.script("R").close();
    tree.run()
}

#[test]
fn conditionals_are_not_checked_while_their_variables_are_unchanged() {
    let mut run = watching();
    run.letters(2);
    let checks = run.instance.checks();
    assert_eq!(run.letters(100), "R".repeat(100));
    assert_eq!(run.instance.checks(), checks);
    // Neither a write to a variable that no conditional reads nor a write of the same value counts as a change.
    run.set("unread", 7_i64);
    run.set("health", 80_i64);
    run.letters(1);
    assert_eq!(run.instance.checks(), checks);
    run.set("health", 70_i64);
    run.letters(1);
    assert_eq!(run.instance.checks(), checks + 3);
    run.letters(10);
    assert_eq!(run.instance.checks(), checks + 3);
}

#[test]
fn a_change_after_many_quiet_frames_aborts_at_once() {
    let mut run = watching();
    run.letters(50);
    run.set("ammo", 0_i64);
    let story = run.story();
    assert!(story.contains("2!0"), "{story}");
}

#[test]
fn a_conditional_without_a_value_reports_an_error_in_each_frame() {
    let mut tree = TestTree::new();
    tree.variable("n", 1_i64);
    let expression = tree.expression("1 / n > 5");
    tree.open("Selector", &no_arguments());
    tree.open_with("Sequence", &no_arguments(), AbortType::LowerPriority);
    tree.leaf("Expression", &expression).script("R").close();
    tree.script("R").close();
    let mut run = tree.run();
    run.letters(3);
    run.set("n", 0_i64);
    for _ in 0..3 {
        let story = run.story();
        assert!(story.contains("2#division by zero"), "{story}");
    }
}

#[test]
fn a_change_while_dormant_is_noticed_when_the_observer_becomes_active() {
    let mut tree = TestTree::new();
    tree.variable("health", 20_i64);
    let wounded = tree.expression("health < 30");
    tree.open("Selector", &no_arguments());
    tree.open_with("Sequence", &no_arguments(), AbortType::LowerPriority);
    tree.leaf("Expression", &wounded).script("RRRF").close();
    tree.script("R").close();
    let mut run = tree.run();
    run.letters(1);
    // While it is dormant inside its own composite, it is not checked.
    run.set("health", 90_i64);
    assert_eq!(run.letters(3), "RRR");
    let story = run.story();
    assert!(story.starts_with("2?F 2!0"), "{story}");
}

#[test]
fn what_a_check_writes_counts_for_the_conditionals_after_it() {
    let mut tree = TestTree::new();
    let loud = tree.variable("loud", 0_i64);
    let mut hears = no_arguments().with("name", "ring");
    hears.set("payload", Operand::Variable(loud));
    let mut is_loud = no_arguments().with("operator", "==").with("right", 5_i64);
    is_loud.set("left", Operand::Variable(loud));
    tree.open_with("Parallel", &no_arguments(), AbortType::OwnBranch);
    tree.open_with("Selector", &no_arguments(), AbortType::OwnBranch);
    tree.leaf("HasReceivedEvent", &hears).script("S").close();
    tree.open_with("Selector", &no_arguments(), AbortType::OwnBranch);
    tree.leaf("CompareInt", &is_loud).script("R").close();
    tree.close();
    let mut run = tree.run();
    assert_eq!(run.letters(2), "RR");
    run.instance.send(event("ring", Some(Value::Int(5))));
    assert_eq!(run.story(), "2?S 5?S 5!4 6.X +5 5=S 5.S 4.S 0.S");
}
