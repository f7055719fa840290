//! Tests of what a tracer observes of variable writes: by which task, and when among the events.

use std::sync::Arc;

use crate::abort::AbortType;
use crate::category::Category;
use crate::nodes::decorators::subtree::Subtree;
use crate::nodes::testing::{TestRun, TestTree, event, no_arguments};
use crate::nodes::{Arguments, Builtin};
use crate::runtime::{
    NodeIndex, NodeSpec, Operand, Operation, ProgramBuilder, ProgramVariable, Status, TaskContext,
    TaskHooks, VariableSlot,
};
use crate::trace::{FrameRecorder, TraceEvent, Write};
use crate::value::{Value, ValueType};

/// `SetVariable` of this variable to this value.
fn set(slot: VariableSlot, value: impl Into<Value>) -> Arguments {
    let mut arguments = Arguments::default().with("value", value.into());
    arguments.set("variable", Operand::Variable(slot));
    arguments
}

/// Returns the writes of each frame: `2:hits=1@3` means that node 2 wrote 1 to `hits` after the third event of the
/// frame.
fn writes_of(run: &mut TestRun, frames: usize) -> Vec<String> {
    let frame = |_| {
        run.frame();
        let writes = run.take_writes();
        writes.iter().map(words).collect::<Vec<_>>().join(" ")
    };
    (0..frames).map(frame).collect()
}

fn words(write: &Write) -> String {
    let node = write.node.map_or("beside".to_owned(), |n| n.0.to_string());
    format!("{node}:{}={}@{}", write.variable, write.value, write.after)
}

#[test]
fn a_write_is_reported_between_the_start_of_its_task_and_the_consequences_of_its_result() {
    let mut tree = TestTree::new();
    let hits = tree.variable("hits", 0_i64);
    tree.open("Sequence", &no_arguments());
    tree.leaf("SetVariable", &set(hits, 4_i64)).script("r");
    tree.close();
    let mut run = tree.run();
    let frame = run.frame();
    assert_eq!(run.describe(&frame), "+0 +1 1=S 1.S +2 2=R");
    let writes = run.take_writes();
    assert_eq!(writes.iter().map(words).collect::<Vec<_>>(), ["1:hits=4@2"]);
    assert_eq!(writes_of(&mut run, 1), [""], "nothing more is written");
}

#[test]
fn a_write_of_the_same_value_is_reported_but_not_one_of_another_type() {
    let mut tree = TestTree::new();
    let hits = tree.variable("hits", 4_i64);
    tree.open("Repeater", &no_arguments().with("forever", true));
    tree.leaf("SetVariable", &set(hits, 4_i64)).close();
    assert_eq!(writes_of(&mut tree.run(), 2), ["1:hits=4@2", "1:hits=4@1"]);

    let mut tree = TestTree::new();
    let hits = tree.variable("hits", 4_i64);
    let update = move |context: &mut TaskContext<'_, '_, ()>| {
        context.tick.set(hits, Value::from("many"));
        Status::Running
    };
    tree.custom(
        Category::Action,
        Operation::Update(Arc::new(Box::new(update))),
    );
    assert_eq!(writes_of(&mut tree.run(), 1), [""]);
}

#[test]
fn each_node_type_that_writes_is_reported() {
    let mut tree = TestTree::new();
    let hits = tree.variable("hits", 4_i64);
    let mut compute = tree.expression("hits * 2");
    compute.set("variable", Operand::Variable(hits));
    tree.leaf("Compute", &compute);
    assert_eq!(writes_of(&mut tree.run(), 1), ["0:hits=8@1"]);

    for kind in ["WaitForEvent", "HasReceivedEvent"] {
        let mut tree = TestTree::new();
        let hits = tree.variable("hits", 0_i64);
        let mut ears = no_arguments().with("name", "hit");
        ears.set("payload", Operand::Variable(hits));
        tree.open("Parallel", &no_arguments()).script("r");
        tree.leaf(kind, &ears).close();
        let mut run = tree.run();
        run.instance.send(event("hit", Some(Value::from(9_i64))));
        assert_eq!(writes_of(&mut run, 1), ["2:hits=9@4"], "{kind}");
    }
}

#[test]
fn a_use_of_a_subtree_writes_its_own_variables_when_it_starts() {
    let mut builder = ProgramBuilder::default();
    let own = builder.tree_variable(number("n1/own"));
    let setting = Subtree::setting(vec![(own, Operand::Literal(Value::from(3_i64)))]);
    let idle = Builtin::make("Idle", &no_arguments()).unwrap();
    let of = |id: &str, category, kind| NodeSpec {
        id: id.into(),
        category,
        abort: AbortType::None,
        operation: Operation::builtin(kind),
    };
    builder.open(of("n1", Category::Decorator, Builtin::Subtree(setting)));
    builder.open(of("n1/n2", Category::Action, idle));
    builder.close().unwrap();
    builder.close().unwrap();
    let mut run = TestRun::of(Arc::new(builder.finish().unwrap()));
    assert_eq!(writes_of(&mut run, 2), ["0:n1/own=3@1", ""]);
}

#[test]
fn writes_of_parallel_branches_are_attributed_to_their_nodes() {
    let mut tree = TestTree::new();
    let hits = tree.variable("hits", 0_i64);
    tree.open("Parallel", &no_arguments());
    tree.leaf("SetVariable", &set(hits, 1_i64));
    tree.leaf("SetVariable", &set(hits, 2_i64)).close();
    assert_eq!(writes_of(&mut tree.run(), 1), ["1:hits=1@2 2:hits=2@5"]);
}

/// A game's action that writes in every callback, and panics in its third update.
fn writer(slot: VariableSlot) -> Operation<(), Builtin> {
    let write = move |context: &mut TaskContext<'_, '_, ()>, by: i64| {
        let old = context.tick.get(slot).as_int().unwrap();
        context.tick.set(slot, Value::from(old + by));
    };
    let mut hooks = TaskHooks::new(move |context: &mut TaskContext<'_, '_, ()>| {
        write(context, 1);
        assert!(context.tick.frame() < 3, "enough");
        Status::Running
    });
    hooks = hooks.on_enter(move |context| write(context, 10));
    hooks = hooks.on_exit(move |context, _| write(context, 100));
    Operation::Hooks(Arc::new(hooks))
}

#[test]
fn writes_in_start_end_or_a_panicking_update_are_attributed_to_the_task() {
    let mut tree = TestTree::new();
    let hits = tree.variable("hits", 0_i64);
    tree.custom(Category::Action, writer(hits));
    let mut run = tree.run();
    // In the third frame: its update, then the end caused by the panic.
    let third = "0:hits=13@0 0:hits=113@3";
    assert_eq!(
        writes_of(&mut run, 3),
        ["0:hits=10@1 0:hits=11@1", "0:hits=12@0", third]
    );
}

#[test]
fn a_write_of_a_watched_conditional_is_reported_before_its_status() {
    let mut tree = TestTree::new();
    let hits = tree.variable("hits", 0_i64);
    tree.open_with("Selector", &no_arguments(), AbortType::OwnBranch);
    let update = move |context: &mut TaskContext<'_, '_, ()>| {
        let frame = context.tick.frame() as i64;
        context.tick.set(hits, Value::from(frame));
        Status::Failure
    };
    tree.custom(
        Category::Conditional,
        Operation::Update(Arc::new(Box::new(update))),
    );
    tree.script("r").close();
    let mut run = tree.run();
    run.frame();
    let frame = run.frame();
    assert_eq!(run.describe(&frame), "1?F 2=R");
    let writes = run.take_writes();
    assert_eq!(writes.iter().map(words).collect::<Vec<_>>(), ["1:hits=2@0"]);
}

/// A tree of one action that increments a global variable.
fn sharing() -> ProgramBuilder<(), Builtin> {
    let mut builder = ProgramBuilder::default();
    let own = builder.tree_variable(number("own"));
    let alarm = builder.global_variable(number("alarm"));
    let update = move |context: &mut TaskContext<'_, '_, ()>| {
        for slot in [own, alarm] {
            let old = context.tick.get(slot).as_int().unwrap_or_default();
            context.tick.set(slot, Value::from(old + 1));
        }
        context.tick.start_background_tree(&"Beside".into());
        Status::Running
    };
    builder.open(NodeSpec {
        id: "0".into(),
        category: Category::Action,
        abort: AbortType::None,
        operation: Operation::Update(Arc::new(Box::new(update))),
    });
    builder.close().unwrap();
    builder
}

fn number(name: &str) -> ProgramVariable {
    ProgramVariable {
        name: name.into(),
        value_type: ValueType::Int,
        initial: Value::from(0_i64),
    }
}

#[test]
fn of_a_background_tree_only_global_writes_are_reported_without_a_node() {
    let beside = Arc::new(sharing().finish().unwrap());
    let mut builder = sharing();
    builder.tree("Beside", beside);
    let mut run = TestRun::of(Arc::new(builder.finish().unwrap()));
    // The third event is the start of the background tree.
    assert_eq!(
        writes_of(&mut run, 1),
        ["0:own=1@1 0:alarm=1@1 beside:alarm=2@3"]
    );
}

#[test]
fn without_a_tracer_no_writes_are_collected_for_the_next_one() {
    let mut tree = TestTree::new();
    let hits = tree.variable("hits", 0_i64);
    tree.open("Repeater", &no_arguments().with("forever", true));
    tree.leaf("SetVariable", &set(hits, 4_i64)).close();
    let mut run = tree.run();
    writes_of(&mut run, 1);
    for _ in 0..3 {
        run.instance.tick(&mut (), &mut run.globals, 1.0);
    }
    assert!(run.globals.writes.is_empty());
    assert_eq!(writes_of(&mut run, 1), ["1:hits=4@1"]);
}

#[test]
fn writes_can_be_taken_before_or_after_the_events_and_are_dropped_if_not_taken() {
    use crate::runtime::Tracer;
    let mut recorder = FrameRecorder::default();
    let name: Arc<str> = "hits".into();
    let slot = VariableSlot::Tree(0);
    let frame = |recorder: &mut FrameRecorder, value: i64| {
        recorder.start(NodeIndex(0));
        recorder.wrote(NodeIndex(0), slot, &name, &Value::from(value));
    };
    frame(&mut recorder, 1);
    recorder.take_events();
    frame(&mut recorder, 2);
    recorder.take_events();
    assert_eq!(words(&recorder.take_writes()[0]), "0:hits=2@1");
    frame(&mut recorder, 3);
    assert_eq!(words(&recorder.take_writes()[0]), "0:hits=3@1");
    recorder.take_events();
    assert!(recorder.take_writes().is_empty());
}

#[test]
fn an_event_is_no_larger_than_a_string() {
    assert!(size_of::<TraceEvent>() <= 24);
}

/// Runs a tree of one action that does this to a variable with the value `["a"]`, and returns its story and the value.
fn with_names(
    act: impl Fn(&mut TaskContext<'_, '_, ()>, VariableSlot) + Send + Sync + 'static,
) -> (String, String) {
    let mut tree = TestTree::new();
    let names = tree.variable("names", Value::List(["a".into()].into()));
    let update = move |context: &mut TaskContext<'_, '_, ()>| {
        act(context, names);
        Status::Running
    };
    tree.custom(
        Category::Action,
        Operation::Update(Arc::new(Box::new(update))),
    );
    let mut run = tree.run();
    (run.story(), run.get("names").to_string())
}

#[test]
fn a_task_that_writes_a_value_of_another_type_fails_with_the_reason() {
    let failed =
        |found: &str| format!("+0 0#variable `names`: expected [string], found {found} 0=F 0.F");
    let unchanged = "[\"a\"]".to_owned();
    for (value, found) in [
        (Value::Int(1), "int"),
        (Value::List([1_i64.into(), 2_i64.into()].into()), "[int]"),
        (Value::List(["b".into(), 2_i64.into()].into()), "[int]"),
    ] {
        let seen = with_names(move |context, names| context.tick.set(names, value.clone()));
        assert_eq!(seen, (failed(found), unchanged.clone()));
    }
    for items in [vec![Value::from("b")], vec![]] {
        let value = Value::List(items.into());
        let shown = value.to_string();
        let seen = with_names(move |context, names| context.tick.set(names, value.clone()));
        assert_eq!(seen, ("+0 0=R".to_owned(), shown));
    }
}

#[test]
fn a_typed_write_of_another_type_returns_false_and_writes_nothing() {
    let seen = with_names(|context, names| {
        assert!(!context.tick.set_as(names, vec![1_i64]));
        assert!(!context.tick.set_as(names, "b".to_owned()));
    });
    assert_eq!(seen, ("+0 0=R".to_owned(), "[\"a\"]".to_owned()));
    let seen = with_names(|context, names| {
        assert!(context.tick.set_as(names, vec!["b".to_owned()]));
    });
    assert_eq!(seen, ("+0 0=R".to_owned(), "[\"b\"]".to_owned()));
}
