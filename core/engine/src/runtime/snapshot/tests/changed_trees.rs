//! Saved runs whose trees were changed before they are restored.

use std::sync::Arc;

use crate::category::Category;
use crate::compile::{GameTasks, compile};
use crate::format::snapshot_json;
use crate::library::NodeLibrary;
use crate::model::testing::draw;
use crate::nodes::testing::TestRun;
use crate::runtime::{
    AgentId, Globals, ManagerSnapshot, RestoreReport, Snapshot, SnapshotError, Status, SwapOutcome,
    SwapReason, Task, TaskContext, TreeManager,
};
use crate::value::{Value, ValueType};
use crate::{Program, TreeInstance};

/// Runs for five frames.
struct Five(i64);

impl Task<()> for Five {
    fn start(&mut self, _: &mut TaskContext<'_, '_, ()>) {
        self.0 = 0;
    }

    fn update(&mut self, _: &mut TaskContext<'_, '_, ()>) -> Status {
        self.0 += 1;
        match self.0 {
            5 => Status::Success,
            _ => Status::Running,
        }
    }

    fn save(&self) -> Option<Value> {
        Some(Value::Int(self.0))
    }

    fn restore(&mut self, saved: &Value) {
        self.0 = saved.as_int().unwrap();
    }
}

fn program(drawing: &str) -> Arc<Program<()>> {
    let mut tasks = GameTasks::<()>::new();
    tasks.object("Five", Category::Action, |_| Box::new(Five(0)));
    let compiled = compile(&draw(drawing), &NodeLibrary::builtin(), &tasks);
    assert_eq!(compiled.broken, []);
    compiled.program.unwrap()
}

/// Runs a tree for some frames of a second, and restores it from a file in another tree.
fn restored(before: &str, frames: usize, after: &str) -> (TestRun, String) {
    let mut run = TestRun::of(program(before));
    run.letters(frames);
    let file = snapshot_json::write(&run.instance.snapshot());
    let saved = snapshot_json::read(file.as_bytes()).unwrap();
    let (instance, outcome) =
        TreeInstance::restore(program(after), &saved, &mut run.globals).unwrap();
    run.instance = instance;
    (run, outcome.to_string())
}

const GUARD: &str = "n1:Selector[n2:Sequence[n3:Wait(seconds=3.0) n4:Five]]";

#[test]
fn a_run_continues_in_a_tree_to_which_nodes_were_added() {
    let added = "n1:Selector[n9:Fail n2:Sequence[n8:Log(text=hi) n3:Wait(seconds=3.0) n7:Succeed n4:Five n6:Idle] n5:Idle]";
    let (mut run, outcome) = restored(GUARD, 2, added);
    assert_eq!(outcome, "kept");
    assert_eq!(run.story(), "n3=S n3.S +n7 n7=S n7.S +n4 n4=R");
    let (mut run, outcome) = restored(GUARD, 5, added);
    assert_eq!(outcome, "kept");
    assert_eq!(run.story(), "n4=R", "the fourth frame of the task object");
    assert_eq!(run.story(), "n4=S n4.S +n6 n6=R");
}

#[test]
fn only_what_was_changed_restarts() {
    let changed = "n1:Selector[n2:Sequence[n3:Wait(seconds=3.0) n4:Idle]]";
    let (mut run, outcome) = restored(GUARD, 4, changed);
    assert_eq!(
        outcome,
        "partly kept: node `n4` restarts: it was `Five` and is `Idle`"
    );
    assert_eq!(run.story(), "+n4 n4=R");
    let (mut run, outcome) = restored(GUARD, 4, "n1:Selector[n2:Sequence[n3:Wait(seconds=3.0)]]");
    assert_eq!(
        outcome,
        "partly kept: node `n2` restarts: node `n4`, which was running below it, no longer exists"
    );
    assert_eq!(run.story(), "+n2 +n3 n3=R");
    let (mut run, outcome) = restored(GUARD, 4, "n9:Selector[n2:Sequence[n4:Five]]");
    assert_eq!(outcome, "restarted: the tree has another root");
    assert_eq!(run.story(), "+n9 +n2 +n4 n4=R");
}

#[test]
fn one_branch_of_a_parallel_restarts_and_the_others_continue() {
    let with = |leaf: &str| {
        format!("n1:Parallel[n2:Wait(seconds=3.0) n3:Sequence[n4:Succeed n5:{leaf}] n6:Five]")
    };
    let (mut run, outcome) = restored(&with("Idle"), 2, &with("Succeed"));
    assert!(outcome.starts_with("partly kept: node `n5`"), "{outcome}");
    assert_eq!(run.story(), "n2=S n2.S +n5 n5=S n5.S n3.S n6=R");
    assert_eq!(run.letters(2), "RS");
}

#[test]
fn what_a_node_remembers_follows_it_by_its_id() {
    let cooldown = "n1:Repeater(forever=true)[n2:Selector[n3:Cooldown(seconds=9.0)[n4:Succeed] n5:Wait(seconds=1.0)]]";
    let moved = "n1:Repeater(forever=true)[n2:Selector[n6:Fail n7:Sequence[n3:Cooldown(seconds=9.0)[n4:Succeed]] n5:Wait(seconds=1.0)]]";
    let (mut run, outcome) = restored(cooldown, 2, moved);
    assert_eq!(outcome, "kept");
    let story = run.story();
    assert!(story.contains("+n3 n3.F"), "it still cools down: {story}");
}

#[test]
fn a_slot_of_a_semaphore_is_released_if_the_node_does_not_continue() {
    let gate = |node: &str| format!("n1:Sequence[n2:Succeed {node}]");
    let before = gate("n3:Semaphore(name=gate)[n4:Idle]");
    for (after, taken) in [
        (gate("n3:Semaphore(name=gate)[n4:Idle] n5:Succeed"), 1),
        (gate("n3:Semaphore(name=gate)[n4:Wait]"), 1),
        (gate("n3:Semaphore(name=gate)[n5:Idle]"), 0),
        (gate("n3:Semaphore(name=door)[n4:Idle]"), 0),
        (gate("n3:Inverter[n4:Idle]"), 0),
        (gate("n6:Idle"), 0),
        ("n9:Idle".to_owned(), 0),
    ] {
        let (mut run, outcome) = restored(&before, 1, &after);
        let slots = |run: &TestRun| run.globals.snapshot().semaphores;
        let expected: &[_] = if taken == 1 {
            &[("gate".into(), 1)]
        } else {
            &[]
        };
        assert_eq!(slots(&run), expected, "{after}: {outcome}");
        run.letters(1);
        run.instance.disable(&mut (), &mut run.globals);
        assert_eq!(slots(&run), [], "{after}");
    }
}

#[test]
fn variables_are_found_by_name_and_type() {
    let mut run = TestRun::of(program("hp:int=3 mp:int=4 names:[string]; n1:Idle"));
    run.letters(1);
    run.set("hp", 9_i64);
    run.set("mp", 9_i64);
    run.set("names", Value::List([Value::from("Ada")].into()));
    let saved = run.instance.snapshot();
    let changed = program("new:bool names:[string] mp:float=0.5 hp:int=1; n1:Idle");
    let (instance, outcome) = TreeInstance::restore(changed, &saved, &mut run.globals).unwrap();
    let reason = SwapReason::OtherType {
        name: "mp".into(),
        before: ValueType::Int,
        after: ValueType::Float,
    };
    assert_eq!(outcome, SwapOutcome::Partly(vec![reason]));
    let value = |name| instance.variable(&run.globals, name).unwrap().clone();
    assert_eq!(value("hp"), Value::Int(9));
    assert_eq!(value("mp"), Value::Float(0.5));
    assert_eq!(value("names"), Value::List([Value::from("Ada")].into()));
    assert_eq!(value("new"), Value::Bool(false));
}

/// A manager with a tree of each program, after two frames.
fn saved(drawings: &[&str]) -> ManagerSnapshot {
    let mut manager = TreeManager::new();
    for drawing in drawings {
        manager.add(program(drawing), 0).unwrap();
    }
    manager.tick(&mut (), 1.0);
    manager.tick(&mut (), 1.0);
    let file = snapshot_json::write_manager(&manager.snapshot());
    snapshot_json::read_manager(file.as_bytes()).unwrap()
}

fn restore_all(
    saved: &ManagerSnapshot,
    drawings: &[Option<&str>],
) -> (TreeManager<(), crate::nodes::Builtin>, RestoreReport) {
    let programs: Vec<_> = drawings
        .iter()
        .map(|drawing| drawing.map(program))
        .collect();
    TreeManager::restore(saved, |number, _| programs[number as usize].clone()).unwrap()
}

#[test]
fn each_tree_of_a_manager_has_its_own_outcome_and_harms_no_other() {
    let mut saved = saved(&[GUARD, GUARD, GUARD, "n1:Semaphore(name=gate)[n2:Idle]"]);
    saved.trees[2].tree.memory.push(3);
    let other = "n1:Selector[n2:Sequence[n3:Idle]]";
    let (mut manager, report) = restore_all(&saved, &[Some(GUARD), Some(other), Some(GUARD), None]);
    assert!(!report.is_kept());
    let outcomes = report.trees.iter().map(|(id, outcome)| {
        (
            id.number(),
            outcome
                .as_ref()
                .map_or_else(ToString::to_string, ToString::to_string),
        )
    });
    let outcomes = outcomes.collect::<Vec<_>>();
    assert_eq!(
        outcomes,
        [
            (0, "kept".to_owned()),
            (
                1,
                "partly kept: node `n3` restarts: it was `Wait` and is `Idle`".to_owned()
            ),
            (
                2,
                "the snapshot is damaged: the memory of its nodes has the wrong size".to_owned()
            ),
            (3, "there is no program for this tree".to_owned()),
        ]
    );
    assert_eq!(report.trees[3].1, Err(SnapshotError::NoProgram));
    assert!(manager.agents().eq([AgentId(0), AgentId(1)]));
    assert_eq!(
        manager.globals().snapshot().semaphores,
        [],
        "nobody holds the slot"
    );
    assert_eq!(manager.tick(&mut (), 1.0), 2);
    assert_eq!(manager.get(AgentId(0)).unwrap().frame(), 3);
    assert_eq!(
        manager.add(program(GUARD), 0).unwrap(),
        AgentId(4),
        "no id is given out again"
    );
}

#[test]
fn global_variables_of_other_types_have_their_initial_values() {
    let counts = "alarms:int@global=2 calm:int@global=3; n1:Idle";
    let mut snapshot = saved(&[counts, counts]);
    for global in &mut snapshot.globals.variables {
        global.slot.value = Value::Int(7);
    }
    let measures = "calm:int@global=3 alarms:float@global=0.5; n1:Idle";
    let (manager, report) = restore_all(&snapshot, &[Some(measures), Some(measures)]);
    let reason = SwapReason::OtherType {
        name: "alarms".into(),
        before: ValueType::Int,
        after: ValueType::Float,
    };
    assert_eq!(report.globals, [reason]);
    assert_eq!(manager.globals().get("alarms"), Some(&Value::Float(0.5)));
    assert_eq!(manager.globals().get("calm"), Some(&Value::Int(7)));
    let kept = report
        .trees
        .iter()
        .all(|(_, outcome)| *outcome == Ok(SwapOutcome::Kept));
    assert!(kept && !report.is_kept());
}

#[test]
fn which_trees_may_sleep_is_saved() {
    let mut manager = TreeManager::new();
    let ids = [0, 1].map(|seed| manager.add(program("n1:Idle"), seed).unwrap());
    manager.set_sleeps(ids[1], true);
    manager.set_added_sleep(true);
    manager.tick(&mut (), 1.0);
    let file = snapshot_json::write_manager(&manager.snapshot());
    let saved = snapshot_json::read_manager(file.as_bytes()).unwrap();
    let (mut restored, _) = TreeManager::restore(&saved, |_, _| Some(program("n1:Idle"))).unwrap();
    let third = restored.add(program("n1:Idle"), 2).unwrap();
    restored.tick(&mut (), 1.0);
    let asleep = [ids[0], ids[1], third].map(|id| restored.is_asleep(id));
    assert_eq!(asleep, [false, true, true]);
    assert_eq!(restored.get(ids[1]).unwrap().frame(), 2);
}

#[test]
fn a_background_tree_that_is_gone_stops() {
    let with_side = "n1:Sequence[n2:RunTree(tree=side) n3:Idle] | side=n4:Wait(seconds=3.0)";
    let (run, outcome) = restored(with_side, 2, "n1:Sequence[n2:Succeed n3:Idle]");
    assert_eq!(
        outcome,
        "partly kept: background tree `side` no longer exists"
    );
    assert_eq!(run.instance.background_trees().count(), 0);
    let changed = "n1:Sequence[n2:RunTree(tree=side) n3:Idle n5:Idle] | side=n6:Idle";
    let (run, outcome) = restored(with_side, 2, changed);
    assert_eq!(
        outcome,
        "partly kept: background tree `side`: the tree has another root"
    );
    assert_eq!(run.instance.background_trees().count(), 1);
}

/// A snapshot as version 1 stored it.
fn without_nodes(mut snapshot: Snapshot) -> Snapshot {
    snapshot.nodes = None;
    snapshot
}

#[test]
fn without_ids_a_run_continues_only_in_the_program_that_was_saved() {
    let mut run = TestRun::of(program(
        "hp:int; n1:Sequence[n2:Succeed n3:Wait(seconds=3.0)]",
    ));
    run.letters(2);
    run.set("hp", 5_i64);
    let saved = without_nodes(run.instance.snapshot());
    let same = program("hp:int; n1:Sequence[n2:Succeed n3:Wait(seconds=9.0)]");
    let (instance, outcome) = TreeInstance::restore(same, &saved, &mut run.globals).unwrap();
    assert_eq!(outcome, SwapOutcome::Kept);
    assert_eq!(instance.stacks().count(), 1);
    let other = program("hp:int; n1:Sequence[n2:Idle n3:Wait(seconds=3.0)]");
    let (instance, outcome) = TreeInstance::restore(other, &saved, &mut run.globals).unwrap();
    assert_eq!(
        outcome.to_string(),
        "restarted: the saved run does not contain the ids of its nodes"
    );
    assert_eq!(
        instance.variable(&Globals::default(), "hp"),
        Some(&Value::Int(5))
    );
    run.instance = instance;
    assert_eq!(run.starts(), "n1 n2");
}

#[test]
fn a_list_that_names_a_node_twice_or_out_of_order_is_refused() {
    let mut run = TestRun::of(program(GUARD));
    run.letters(1);
    let refused = |change: fn(&mut Vec<crate::runtime::NodeSnapshot>)| {
        let mut snapshot = run.instance.snapshot();
        let mut nodes = snapshot.nodes.unwrap().to_vec();
        change(&mut nodes);
        snapshot.nodes = Some(nodes.into());
        let restored = TreeInstance::restore(program(GUARD), &snapshot, &mut Globals::default());
        restored.err().unwrap().to_string()
    };
    assert_eq!(
        refused(|nodes| nodes[2].id = nodes[1].id.clone()),
        "the snapshot is damaged: node `n2` is listed twice"
    );
    assert_eq!(
        refused(|nodes| nodes[1].parent = Some(crate::runtime::NodeIndex(1))),
        "the snapshot is damaged: node `n2` is listed before its parent"
    );
    assert_eq!(
        refused(|nodes| nodes[2].memory = 7),
        "the snapshot is damaged: the memory of its nodes has the wrong size"
    );
    assert_eq!(
        refused(|nodes| nodes.truncate(2)),
        "the snapshot is damaged: the memory of its nodes has the wrong size"
    );
}
