//! What continues, restarts and is called when the program of a running tree is replaced.

use std::sync::{Arc, Mutex};

use crate::Program;
use crate::compile::{GameTasks, compile};
use crate::library::NodeLibrary;
use crate::model::testing::draw;
use crate::nodes::Arguments;
use crate::nodes::testing::TestRun;
use crate::runtime::{
    EndStatus, Operand, Status, SwapOutcome, SwapReason, Task, TaskContext, TreeInstance,
    TreeManager, TreeState,
};
use crate::value::Value;

/// What was called, in order.
type Diary = Arc<Mutex<Vec<String>>>;

/// An action that runs until it has been updated `until` times since its start.
struct Steps {
    diary: Diary,
    updates: i64,
    until: Operand<i64>,
    saves: bool,
}

impl Steps {
    fn note(&self, what: &str) {
        let called = format!("{what} {}", self.updates);
        self.diary.lock().unwrap().push(called);
    }
}

impl Task<()> for Steps {
    fn awake(&mut self, _: &mut TaskContext<'_, '_, ()>) {
        self.note("awake");
    }

    fn start(&mut self, _: &mut TaskContext<'_, '_, ()>) {
        self.updates = 0;
        self.note("start");
    }

    fn update(&mut self, context: &mut TaskContext<'_, '_, ()>) -> Status {
        self.updates += 1;
        if self.updates >= self.until.get(&context.tick) {
            Status::Success
        } else {
            Status::Running
        }
    }

    fn end(&mut self, _: &mut TaskContext<'_, '_, ()>, status: EndStatus) {
        self.note(&format!("end {status}"));
    }

    fn save(&self) -> Option<Value> {
        self.saves.then_some(Value::Int(self.updates))
    }

    fn restore(&mut self, saved: &Value) {
        self.updates = saved.as_int().unwrap();
        self.note("restore");
    }
}

/// A tree whose task `Steps` keeps its state to itself, while `Saves` saves it.
struct Trees(Diary);

impl Trees {
    fn new() -> Self {
        Self(Diary::default())
    }

    fn program(&self, drawing: &str) -> Arc<Program<()>> {
        let mut tasks = GameTasks::<()>::new();
        for (name, saves) in [("Steps", false), ("Saves", true)] {
            let diary = self.0.clone();
            let make = move |arguments: &Arguments| -> Box<dyn Task<()>> {
                Box::new(Steps {
                    diary: diary.clone(),
                    updates: 0,
                    until: arguments.int("until"),
                    saves,
                })
            };
            tasks.object(name, crate::category::Category::Action, make);
        }
        let compiled = compile(&draw(drawing), &NodeLibrary::builtin(), &tasks);
        assert_eq!(compiled.broken, []);
        compiled.program.unwrap()
    }

    fn run(&self, drawing: &str) -> TestRun {
        TestRun::of(self.program(drawing))
    }

    /// Replaces the program, and returns the outcome as text.
    fn swap(&self, run: &mut TestRun, drawing: &str) -> String {
        let program = self.program(drawing);
        let outcome = run
            .instance
            .swap_program(program, &mut (), &mut run.globals);
        outcome.to_string()
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

#[test]
fn an_object_is_carried_over_where_node_task_and_arguments_are_the_same() {
    let trees = Trees::new();
    let mut run = trees.run("n1:Sequence[n2:Steps(until=3) n3:Wait]");
    run.letters(2);
    trees.take();
    assert_eq!(
        trees.swap(&mut run, "n1:Sequence[n2:Steps(until=3) n3:Fail]"),
        "kept"
    );
    assert_eq!(trees.take(), [""; 0], "nothing is called");
    assert_eq!(
        run.story(),
        "n2=S n2.S +n3 n3=F n3.F n1.F",
        "it goes on counting"
    );
    let idle = "n1:Sequence[n3:Idle n2:Steps(until=3)]";
    let mut run = trees.run(idle);
    run.letters(1);
    trees.take();
    assert_eq!(trees.swap(&mut run, idle), "kept");
    run.letters(1);
    assert_eq!(trees.take(), [""; 0], "nor if it does not run");
}

#[test]
fn an_object_with_other_arguments_restores_what_the_old_one_saved() {
    let trees = Trees::new();
    let mut run = trees.run("n1:Sequence[n2:Saves(until=9) n3:Saves(until=1)]");
    run.letters(2);
    trees.take();
    let changed = "n1:Sequence[n2:Saves(until=3) n3:Saves(until=2)]";
    assert_eq!(trees.swap(&mut run, changed), "kept");
    assert_eq!(trees.take(), ["restore 2", "restore 0"]);
    assert_eq!(run.story(), "n2=S n2.S +n3 n3=R");
    assert_eq!(
        trees.take(),
        ["end Success 3", "start 0"],
        "`awake` is not called again"
    );
}

#[test]
fn a_leaf_whose_object_saves_nothing_restarts_alone() {
    let trees = Trees::new();
    let mut run = trees.run("n1:Sequence[n4:Succeed n2:Steps(until=9)]");
    run.letters(2);
    trees.take();
    let changed = "n1:Sequence[n4:Succeed n2:Steps(until=2)]";
    assert_eq!(
        trees.swap(&mut run, changed),
        "partly kept: node `n2` restarts: its arguments were changed, and its task saves no state"
    );
    assert_eq!(trees.take(), ["end Inactive 2"]);
    assert_eq!(run.instance.stacks().count(), 1);
    assert_eq!(
        run.story(),
        "+n2 n2=R",
        "the rest of the tree does not restart"
    );
    assert_eq!(trees.take(), ["awake 0", "start 0"]);
    assert_eq!(run.story(), "n2=S n2.S n1.S");
}

/// The same slot belongs to another variable, so the object would read the wrong one.
#[test]
fn an_object_whose_variables_have_moved_is_not_carried_over() {
    let trees = Trees::new();
    let mut run = trees.run("a:int=9; n1:Steps(until={a})");
    run.letters(1);
    let outcome = trees.swap(&mut run, "b:int=1 a:int=9; n1:Steps(until={a})");
    assert!(outcome.starts_with("restarted: node `n1`"), "{outcome}");
    let mut run = trees.run("a:int=9 b:int=9; n1:Sequence[n2:Saves(until={a})]");
    run.letters(1);
    trees.take();
    let renamed = "c:int=2 b:int=9; n1:Sequence[n2:Saves(until={c})]";
    assert_eq!(trees.swap(&mut run, renamed), "kept");
    assert_eq!(trees.take(), ["restore 1"]);
    assert_eq!(run.letters(1), "S");
}

#[test]
fn only_the_changed_branch_of_a_parallel_restarts() {
    let trees = Trees::new();
    let with = |second: &str| {
        format!(
            "n1:Parallel[n2:Steps(until=3) n3:Sequence[n4:Succeed n5:{second}] n6:Wait(seconds=3.0)]"
        )
    };
    let mut run = trees.run(&with("Idle"));
    run.letters(2);
    trees.take();
    assert_eq!(
        trees.swap(&mut run, &with("Inverter[n7:Fail]")),
        "partly kept: node `n5` restarts: it was `Idle` and is `Inverter`"
    );
    assert_eq!(
        run.story(),
        "n2=S n2.S +n5 +n7 n7=F n7.F n5.S n3.S n6=S n6.S n1.S"
    );
    // The first task of a branch.
    let mut run = trees.run(&with("Idle"));
    run.letters(2);
    let changed = "n1:Parallel[n2:Steps(until=3) n3:Selector[n4:Succeed] n6:Wait(seconds=3.0)]";
    trees.swap(&mut run, changed);
    assert_eq!(
        run.instance.stacks().count(),
        3,
        "the third branch starts again"
    );
    assert_eq!(
        run.story(),
        "n2=S n2.S +n3 +n4 n4=S n4.S n3.S n6=S n6.S n1.S"
    );
}

#[test]
fn the_parent_of_a_node_that_is_gone_restarts() {
    let trees = Trees::new();
    let before = "n1:Sequence[n2:Wait(seconds=2.0) n3:Inverter[n4:Sequence[n5:Succeed n6:Idle]]]";
    let mut run = trees.run(before);
    run.letters(2);
    let gone = "n1:Sequence[n2:Wait(seconds=2.0) n3:Inverter[n4:Sequence[n5:Succeed n7:Succeed]]]";
    assert_eq!(
        trees.swap(&mut run, gone),
        "partly kept: node `n4` restarts: node `n6`, which was running below it, no longer exists"
    );
    assert_eq!(
        run.story(),
        "+n4 +n5 n5=S n5.S +n7 n7=S n7.S n4.S n3.F n1.F"
    );
    let mut run = trees.run(before);
    run.letters(2);
    let moved = "n1:Sequence[n2:Wait(seconds=2.0) n3:Inverter[n4:Sequence[n5:Succeed n8:Inverter[n6:Idle]]]]";
    assert_eq!(
        trees.swap(&mut run, moved),
        "partly kept: node `n4` restarts: node `n6`, which was running below it, was moved"
    );
    assert_eq!(run.starts(), "n4 n5 n8 n6");
    let mut run = trees.run(before);
    run.letters(2);
    let other_root = "n9:Sequence[n2:Wait(seconds=2.0)]";
    assert_eq!(
        trees.swap(&mut run, other_root),
        "restarted: the tree has another root"
    );
    assert_eq!(run.starts(), "n9 n2");
}

#[test]
fn composites_that_count_their_children_restart_when_these_change() {
    let trees = Trees::new();
    let with = |inside: &str| format!("n1:Sequence[n2:Succeed n3:{inside}]");
    for (task, why) in [
        ("Parallel", "node `n3` restarts: its children were changed"),
        (
            "RandomSequence",
            "node `n3` restarts: its children were changed",
        ),
        (
            "SequenceWithMemory",
            "node `n3` restarts: its children were changed",
        ),
    ] {
        let mut run = trees.run(&with(&format!("{task}[n4:Idle]")));
        run.letters(1);
        let outcome = trees.swap(&mut run, &with(&format!("{task}[n4:Idle n5:Succeed]")));
        assert_eq!(outcome, format!("partly kept: {why}"));
        assert!(run.starts().starts_with("n3 "), "{task}");
    }
    for task in ["Sequence", "Selector", "ReactiveSequence", "IfThenElse"] {
        let mut run = trees.run(&with(&format!("{task}[n4:Idle]")));
        run.letters(1);
        let outcome = trees.swap(&mut run, &with(&format!("{task}[n4:Idle n5:Succeed]")));
        assert_eq!(outcome, "kept", "{task}");
    }
}

#[test]
fn a_restart_below_any_composite_leads_back_to_the_node() {
    let trees = Trees::new();
    for task in [
        "Sequence",
        "Selector",
        "RandomSequence",
        "IfThenElse",
        "SequenceWithMemory",
        "RoundRobin",
        "UtilitySelector",
        "ReactiveSequence",
        "Parallel",
        "PipelineSequence",
    ] {
        let with = |leaf: &str| format!("n1:{task}[n5:{leaf}]");
        let mut run = trees.run(&with("Idle"));
        run.letters(1);
        let outcome = trees.swap(&mut run, &with("Steps(until=9)"));
        assert!(
            outcome.starts_with("partly kept: node `n5`"),
            "{task}: {outcome}"
        );
        assert_eq!(run.starts(), "n5", "{task}");
    }
}

#[test]
fn what_was_interrupted_is_saved_with_the_run() {
    let trees = Trees::new();
    let with = |second: &str| format!("n1:Parallel[n2:Steps(until=9) n3:{second}]");
    let mut run = trees.run(&with("Idle"));
    run.letters(1);
    trees.swap(&mut run, &with("Steps(until=2)"));
    let saved = run.instance.snapshot();
    let program = run.instance.program().clone();
    let (restored, outcome) = TreeInstance::restore(program, &saved, &mut run.globals).unwrap();
    assert_eq!(outcome, SwapOutcome::Kept);
    run.instance = restored;
    trees.take();
    assert_eq!(run.story(), "n2=R +n3 n3=R");
    assert_eq!(trees.take(), ["awake 0", "start 0"], "the object is new");
}

#[test]
fn observers_follow_changed_abort_types() {
    let trees = Trees::new();
    let with = |abort: &str| {
        format!(
            "near:bool; n1:Selector[n2:Sequence(.abort={abort})[n3:CompareBool(left={{near}}) n4:Idle] n5:Idle]"
        )
    };
    for (before, after, story) in [
        ("Both", "Both", "n3?S n3!n1 n5.X +n2 +n3 n3=S n3.S +n4 n4=R"),
        (
            "Both",
            "LowerPriority",
            "n3?S n3!n1 n5.X +n2 +n3 n3=S n3.S +n4 n4=R",
        ),
        ("LowerPriority", "Self", "n5=R"),
        ("Both", "None", "n5=R"),
    ] {
        let mut run = trees.run(&with(before));
        run.letters(1);
        assert_eq!(trees.swap(&mut run, &with(after)), "kept");
        run.set("near", true);
        assert_eq!(run.story(), story, "{before} to {after}");
    }
    // The conditional's own composite runs, and becomes one that is watched only after it has ended.
    let mut run = trees.run(&with("Self"));
    run.set("near", true);
    run.letters(1);
    trees.swap(&mut run, &with("LowerPriority"));
    run.set("near", false);
    assert_eq!(run.story(), "n4=R");
}

#[test]
fn a_changed_variable_that_no_longer_exists_is_told() {
    let trees = Trees::new();
    let mut run = trees.run("hp:int=3 mp:int=4 xp:int=5; n1:Idle");
    run.set("hp", 9_i64);
    run.set("xp", 5_i64);
    assert_eq!(
        trees.swap(&mut run, "mp:int=4 health:int=3; n1:Idle"),
        "partly kept: the value of variable `hp` is lost: the tree no longer has this variable",
        "`xp` had its initial value"
    );
}

#[test]
fn a_variable_of_another_type_has_its_initial_value() {
    let trees = Trees::new();
    let mut run = trees.run("hp:int=3 mp:int=4 xp:int=5; n1:Idle");
    run.letters(1);
    run.set("hp", 9_i64);
    run.set("mp", 9_i64);
    assert_eq!(
        trees.swap(&mut run, "mp:float=1.5 hp:int=7 xp:int=6; n1:Idle"),
        "partly kept: variable `mp` has its initial value: its type was int and is float"
    );
    assert_eq!(run.get("hp"), Value::Int(9));
    assert_eq!(run.get("mp"), Value::Float(1.5));
    assert_eq!(run.get("xp"), Value::Int(6), "it was never written");
    assert_eq!(run.letters(1), "R");
}

#[test]
fn background_trees_continue_in_their_own_programs() {
    let trees = Trees::new();
    let with = |leaf: &str| {
        format!(
            "n1:Sequence[n2:RunTree(tree=side) n3:Idle] | side=n4:Sequence[n5:Succeed n6:{leaf}]"
        )
    };
    let mut run = trees.run(&with("Idle"));
    run.letters(2);
    assert_eq!(
        trees.swap(&mut run, &with("Steps(until=1)")),
        "partly kept: background tree `side`: node `n6` restarts: it was `Idle` and is `Steps`"
    );
    assert_eq!(run.story(), "n3=R side.Success");
    let mut run = trees.run(&with("Idle"));
    run.letters(2);
    let gone = "n1:Sequence[n2:Succeed n3:Idle]";
    assert_eq!(
        trees.swap(&mut run, gone),
        "partly kept: background tree `side` no longer exists"
    );
    assert_eq!(run.instance.background_trees().count(), 0);
    assert_eq!(run.letters(1), "R");
}

#[test]
fn stopped_trees_have_nothing_that_could_restart() {
    let trees = Trees::new();
    let mut run = trees.run("n1:Succeed");
    run.letters(1);
    assert_eq!(trees.swap(&mut run, "n9:Idle"), "kept");
    let state = TreeState::Finished(Status::Success);
    assert_eq!(run.instance.state(), state);
    let mut run = trees.run("n1:Steps(until=9)");
    assert_eq!(
        trees.swap(&mut run, "n1:Steps(until=8)"),
        "kept",
        "before its first frame"
    );
    run.letters(1);
    assert_eq!(trees.take(), ["awake 0", "start 0"]);
}

#[test]
fn all_trees_of_one_program_are_swapped_at_once() {
    let trees = Trees::new();
    let [old, new, other] =
        ["n1:Idle", "n1:Wait(seconds=9.0)", "n1:Idle"].map(|d| trees.program(d));
    let mut manager = TreeManager::new();
    manager.set_added_sleep(true);
    let ids = [&old, &other, &old].map(|program| manager.add(program.clone(), 0).unwrap());
    manager.tick(&mut (), 1.0);
    assert!(manager.is_asleep(ids[0]));
    let outcomes = manager.swap_all(&old, &new, &mut ());
    let reason = SwapReason::OtherTask {
        node: "n1".into(),
        before: "Idle".into(),
        after: "Wait".into(),
    };
    let outcome = SwapOutcome::Restarted(vec![reason]);
    assert_eq!(outcomes, [(ids[0], outcome.clone()), (ids[2], outcome)]);
    assert!(!manager.is_asleep(ids[0]) && manager.is_asleep(ids[1]));
    manager.tick(&mut (), 1.0);
    let programs: Vec<_> = manager
        .iter()
        .map(|(_, tree)| tree.program().clone())
        .collect();
    let expected = [&new, &other, &new];
    assert!(
        programs
            .iter()
            .zip(expected)
            .all(|(a, b)| Arc::ptr_eq(a, b))
    );
    assert_eq!(manager.swap_all(&old, &new, &mut ()), []);
}

#[test]
fn ten_thousand_levels_are_carried_over_and_restarted() {
    let trees = Trees::new();
    let deep = |leaf: &str| {
        let mut tree = crate::nodes::testing::TestTree::new();
        for level in 0..10_000 {
            let kind = ["Sequence", "Inverter", "Parallel", "Selector"][level % 4];
            tree.open(kind, &Arguments::default());
        }
        tree.leaf(leaf, &Arguments::default());
        for _ in 0..10_000 {
            tree.close();
        }
        tree.program()
    };
    let mut run = TestRun::of(deep("Idle"));
    run.letters(1);
    let mut swap = |leaf| {
        let program = deep(leaf);
        run.instance
            .swap_program(program, &mut (), &mut run.globals)
    };
    assert_eq!(swap("Idle"), SwapOutcome::Kept);
    assert_eq!(swap("Wait").reasons().len(), 1);
    assert_eq!(run.starts(), "10000");
    assert!(trees.take().is_empty());
}
