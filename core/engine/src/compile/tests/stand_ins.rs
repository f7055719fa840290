//! Leaves that run as the stand-ins of their document, without their game.

use super::*;
use crate::library::{TaskDeclaration, TaskLibrary};
use crate::model::{ActsLike, Delay, StandIn};
use crate::runtime::{NodeIndex, SwapOutcome, TaskHooks};
use crate::trace::FrameRecorder;

fn with_stand_ins(document: &Document, tasks: &mut GameTasks<()>) -> Compiled<()> {
    tasks.use_stand_ins(&NodeLibrary::builtin());
    compile(document, &NodeLibrary::builtin(), tasks)
}

/// The letters of `frames` results of a restarting tree, with frames of 0.5 seconds.
fn letters(document: &mut Document, frames: usize, seed: u64) -> String {
    document.restart_when_complete = true;
    let compiled = with_stand_ins(document, &mut GameTasks::new());
    assert_eq!(compiled.broken, []);
    let mut instance = TreeInstance::new(compiled.program.unwrap(), seed);
    let mut globals = Globals::default();
    let frame = |_| {
        instance
            .tick(&mut (), &mut globals, 0.5)
            .map(Status::letter)
    };
    (0..frames).filter_map(frame).collect()
}

/// The letters of the results of a leaf of this task with this stand-in.
fn leaf_results(task: &str, stand_in: StandIn, frames: usize) -> String {
    let leaf = Node::new("leaf", task).with_stand_in(stand_in);
    letters(&mut tree("Sequence", vec![leaf]), frames, 1)
}

fn sequence(letters: &str, again: bool) -> StandIn {
    let results = StandIn::results_of(letters).unwrap();
    StandIn::Sequence { results, again }
}

#[test]
fn every_stand_in_form_returns_its_results() {
    let after = |delay| StandIn::After(delay, Status::Failure);
    let frames = [(2, Status::Success), (4, Status::Failure)];
    for (stand_in, expected) in [
        (StandIn::Always(Status::Failure), "FFF"),
        (after(Delay::Frames(0)), "FFF"),
        (after(Delay::Frames(1)), "FFF"),
        (after(Delay::Frames(3)), "RRFRRFRR"),
        (after(Delay::Seconds(1.0)), "RFRFRF"),
        (sequence("RFS", false), "RFSSS"),
        (sequence("RFS", true), "RFSRFSR"),
        (sequence("", false), "RRR"),
        (StandIn::Frames(frames.into()), "RSSFF"),
        (StandIn::Chance(1.0), "SSS"),
        (StandIn::Chance(0.0), "FFF"),
        (StandIn::Expression("!ready".into()), "SSS"),
        (StandIn::Expression("ready".into()), "FFF"),
        (StandIn::Ask, "RRR"),
    ] {
        let results = leaf_results("Log", stand_in.clone(), expected.len());
        assert_eq!(results, expected, "{stand_in}");
    }
}

#[test]
fn a_conditional_stand_in_returns_at_once_and_counts_from_the_start_of_the_run() {
    let after = |delay| StandIn::After(delay, Status::Success);
    for (stand_in, expected) in [
        (after(Delay::Frames(3)), "FFSSS"),
        (after(Delay::Seconds(1.0)), "FSSS"),
        (sequence("RSF", true), "FSFFSF"),
        (StandIn::Always(Status::Running), "FF"),
        (StandIn::Ask, "FF"),
    ] {
        let results = leaf_results("CompareInt", stand_in.clone(), expected.len());
        assert_eq!(results, expected, "{stand_in}");
    }
}

#[test]
fn an_asking_leaf_gets_its_result_from_outside() {
    let leaf = Node::new("leaf", "Wait").with_stand_in(StandIn::Ask);
    let compiled = with_stand_ins(&tree("Sequence", vec![leaf]), &mut GameTasks::new());
    let mut instance = TreeInstance::new(compiled.program.unwrap(), 0);
    let leaf = NodeIndex(1);
    assert!(instance.is_asking(leaf));
    let tick = |instance: &mut TreeInstance<()>| {
        instance
            .tick(&mut (), &mut Globals::default(), 9.0)
            .unwrap()
    };
    assert_eq!(tick(&mut instance), Status::Running);
    instance.force(leaf, Status::Failure).unwrap();
    assert_eq!(tick(&mut instance), Status::Failure);
}

#[test]
fn equal_seeds_give_equal_random_results() {
    let leaf = Node::new("leaf", "Log").with_stand_in(StandIn::Chance(0.5));
    let mut document = tree("Sequence", vec![leaf]);
    let drawn = letters(&mut document, 40, 3);
    assert!(drawn.contains('S') && drawn.contains('F'));
    assert_eq!(drawn, letters(&mut document, 40, 3));
    assert_ne!(drawn, letters(&mut document, 40, 4));
}

#[test]
fn games_ignore_stand_ins() {
    let leaves = || {
        let asking = |id, task| Node::new(id, task).with_stand_in(StandIn::Ask);
        tree("Sequence", vec![asking("a", "Succeed"), asking("b", "Own")])
    };
    let mut tasks = GameTasks::<()>::new();
    tasks.action("Own", |_| TaskHooks::new(|_| Status::Success));
    let compiled = compile(&leaves(), &NodeLibrary::builtin(), &tasks);
    assert_eq!(first_status(&compiled), Status::Success);
    let alone = with_stand_ins(&leaves(), &mut tasks);
    let instance = TreeInstance::new(alone.program.unwrap(), 0);
    let asking = [1, 2].map(|leaf| instance.is_asking(NodeIndex(leaf)));
    assert_eq!(asking, [true, false], "registered tasks run their own code");
}

#[test]
fn an_unknown_task_can_have_a_stand_in_and_needs_no_parameters() {
    let leaf = |task| Node::new("leaf", task).with_stand_in(StandIn::Always(Status::Success));
    for task in ["Mystery", "Compute"] {
        let compiled = with_stand_ins(&tree("Sequence", vec![leaf(task)]), &mut GameTasks::new());
        assert_eq!(compiled.broken, []);
        assert_eq!(first_status(&compiled), Status::Success);
    }
}

#[test]
fn a_parent_never_uses_a_leaf_stand_in() {
    let mut builder = DocumentBuilder::new("test");
    let said = || StandIn::Always(Status::Success);
    let root = builder.root(Node::new("root", "Sequence").with_stand_in(said()));
    let leaf = Node::new("leaf", "Fail");
    builder.child(&root.unwrap(), leaf).unwrap();
    let compiled = with_stand_ins(&builder.finish(), &mut GameTasks::new());
    assert_eq!(first_status(&compiled), Status::Failure);
    let empty = Node::new("empty", "Selector").with_stand_in(said());
    let compiled = with_stand_ins(&tree("Sequence", vec![empty]), &mut GameTasks::new());
    assert_eq!(
        compiled.broken[0].1.english(),
        "expected at least 1 child, found none"
    );
}

#[test]
fn a_subtree_can_have_a_stand_in_and_leaves_inside_have_theirs_in_every_use() {
    let mut builder = DocumentBuilder::new("test");
    let root = builder.root(Node::new("root", "Sequence")).unwrap();
    let runner =
        |id| Node::new(id, "Subtree").with_parameter("tree", ParameterValue::literal("Side"));
    for id in ["first", "second"] {
        builder.child(&root, runner(id)).unwrap();
    }
    let top = Node::new("top", "Fail").with_stand_in(StandIn::Always(Status::Success));
    let top = builder.loose(top).unwrap();
    builder.settings(|document| document.trees.push(NamedTree::new("Side", top)));
    let document = builder.finish();
    let compiled = with_stand_ins(&document, &mut GameTasks::new());
    assert_eq!(first_status(&compiled), Status::Success);
    let mut tasks = GameTasks::new();
    tasks.set_stand_in("second/top".into(), StandIn::Always(Status::Failure));
    let compiled = with_stand_ins(&document, &mut tasks);
    assert_eq!(first_status(&compiled), Status::Failure);
    let mut tasks = GameTasks::new();
    tasks.set_stand_in("second".into(), StandIn::Always(Status::Running));
    let compiled = with_stand_ins(&document, &mut tasks);
    assert_eq!(first_status(&compiled), Status::Running);
    assert!(
        compiled
            .program
            .unwrap()
            .index(&"second/top".into())
            .is_none()
    );
}

#[test]
fn an_unusable_stand_in_fails_with_the_reason() {
    for (stand_in, why) in [
        (
            StandIn::Expression("ready + 1".into()),
            "stand-in expression, column 7: `+` does not support bool and int",
        ),
        (
            StandIn::Unknown("{\"later\":1}".into()),
            "unknown stand-in `{\"later\":1}`",
        ),
    ] {
        let leaf = Node::new("leaf", "Log").with_stand_in(stand_in);
        let compiled = with_stand_ins(&tree("Sequence", vec![leaf]), &mut GameTasks::new());
        assert_eq!(broken_of(&compiled), [("leaf".into(), why.to_owned())]);
    }
}

/// Snapshots contain the state of stand-ins.
#[test]
fn a_run_restored_after_any_frame_continues_identically_with_every_stand_in() {
    let after = |delay| StandIn::After(delay, Status::Success);
    for stand_in in [
        StandIn::Ask,
        after(Delay::Frames(3)),
        after(Delay::Seconds(1.5)),
        sequence("RRSF", false),
        sequence("RFS", true),
        StandIn::Frames([(2, Status::Success), (5, Status::Failure)].into()),
        StandIn::Chance(0.5),
        StandIn::Expression("ready".into()),
    ] {
        let leaves = ["Log", "CompareInt"].map(|task| {
            let leaf = Node::new(task, task);
            leaf.with_stand_in(stand_in.clone())
        });
        let mut document = tree("ParallelSelector", leaves.to_vec());
        document.restart_when_complete = true;
        let program = with_stand_ins(&document, &mut GameTasks::new())
            .program
            .unwrap();
        let mut globals = Globals::default();
        let mut whole = TreeInstance::new(program.clone(), 5);
        for frame in 0..12 {
            if frame == 6 {
                let ready = Value::Bool(true);
                whole.set_variable(&mut globals, "ready", ready).unwrap();
                whole.force(NodeIndex(1), Status::Failure).unwrap();
            }
            let snapshot = whole.snapshot();
            let (mut again, outcome) =
                TreeInstance::restore(program.clone(), &snapshot, &mut globals).unwrap();
            assert_eq!(outcome, SwapOutcome::Kept);
            let mut traces = [&mut whole, &mut again].map(|instance| {
                let mut recorder = crate::trace::FrameRecorder::default();
                let status = instance.tick_traced(&mut (), &mut globals, 0.5, &mut recorder);
                (recorder.take_events(), status)
            });
            let [first, second] = &mut traces;
            assert_eq!(first, second, "{stand_in} after frame {frame}");
            assert_eq!(whole.snapshot(), again.snapshot());
        }
    }
}

/// The letters of a few frames of a parent of this task over leaves that always return these results, and the broken
/// nodes.
fn parent_results(
    library: &NodeLibrary,
    parent: Node,
    children: &[Status],
) -> (String, Vec<String>, Vec<Arc<str>>) {
    let mut builder = crate::model::DocumentBuilder::new("test");
    let root = builder.root(parent).unwrap();
    for (place, status) in children.iter().enumerate() {
        let leaf = Node::new(place.to_string(), "Log").with_stand_in(StandIn::Always(*status));
        builder.child(&root, leaf).unwrap();
    }
    let mut document = builder.finish();
    document.restart_when_complete = true;
    let mut tasks = GameTasks::<()>::new();
    tasks.use_stand_ins(library);
    let compiled = compile(&document, library, &tasks);
    let mut instance = TreeInstance::new(compiled.program.unwrap(), 1);
    let mut globals = Globals::default();
    let ticked = (0..2).filter_map(|_| instance.tick(&mut (), &mut globals, 0.5));
    let broken = compiled.broken.into_iter().map(|(_, why)| why.to_string());
    (
        ticked.map(Status::letter).collect(),
        broken.collect(),
        compiled.stand_ins,
    )
}

#[test]
fn a_parent_without_code_acts_like_its_nodes_or_its_librarys_stand_in() {
    use Status::{Failure as F, Success as S};
    let mut game = TaskLibrary::new("game");
    game.tasks = vec![
        TaskDeclaration::of(Category::Composite, "Vote", "").acts_like_builtin(ActsLike::Sequence),
        TaskDeclaration::of(Category::Decorator, "Slow", "")
            .acts_like_builtin(ActsLike::PassThrough),
        TaskDeclaration::of(Category::Composite, "Riot", ""),
    ];
    let mut library = NodeLibrary::builtin();
    library.add_library("game", &game);
    let run = |task: &str, like: Option<ActsLike>, children: &[Status]| {
        let mut parent = Node::new("root", task);
        parent.stand_in = like.map(|like| Box::new(StandIn::ActsLike(like)));
        parent_results(&library, parent, children)
    };
    let fine = |letters: &str, stood_in: &[&str]| {
        let stood_in = stood_in.iter().map(|task| Arc::from(*task)).collect();
        (letters.to_owned(), Vec::new(), stood_in)
    };
    assert_eq!(run("Vote", None, &[S, F]), fine("FF", &["Vote"]));
    assert_eq!(run("Slow", None, &[F]), fine("FF", &["Slow"]));
    let selector = Some(ActsLike::Selector);
    assert_eq!(run("Vote", selector, &[F, S]), fine("SS", &[]));
    assert_eq!(run("Riot", selector, &[F, S]), fine("SS", &[]));
    assert_eq!(run("Nobody", selector, &[F, S]), fine("SS", &[]));
    let through = Some(ActsLike::PassThrough);
    assert_eq!(run("Nobody", through, &[F]), fine("FF", &[]));
    let several = run("Riot", through, &[S, F]);
    assert_eq!(several.1, ["expected exactly 1 child, found 2"]);
    let (_, broken, _) = run("Riot", None, &[S]);
    assert!(
        broken[0].contains("choose what its stand-in acts like"),
        "{broken:?}"
    );
    // A built-in node type keeps its own behavior.
    assert_eq!(run("Sequence", selector, &[F, S]), fine("FF", &[]));
}

/// The data that a leaf with this text attaches to each frame, over some frames.
fn attached(text: &str, frames: usize) -> Vec<String> {
    let mut leaf = Node::new("leaf", "Log").with_stand_in(StandIn::Always(Status::Success));
    leaf.data = text.to_owned();
    let mut document = tree("Sequence", vec![leaf]);
    document.restart_when_complete = true;
    document.variables.push(Variable::new("n", ValueType::Int));
    let compiled = with_stand_ins(&document, &mut GameTasks::new());
    assert_eq!(compiled.broken, []);
    let mut instance = TreeInstance::new(compiled.program.unwrap(), 0);
    let (mut globals, mut recorder) = (Globals::default(), FrameRecorder::default());
    let frame = |number| {
        let _ = instance.set(&mut globals, "n", number as i64);
        instance.tick_traced(&mut (), &mut globals, 0.1, &mut recorder);
        let data = recorder.take_data().remove(0).1;
        recorder.take_events();
        let data = data.list.iter().map(ToString::to_string);
        data.collect::<Vec<_>>().join("; ")
    };
    (1..=frames).map(frame).collect()
}

#[test]
fn a_stand_in_attaches_the_values_of_its_expressions() {
    let text = "double = n * 2\nplace = vec2(n, 0)\nn";
    let expected = [
        "double = 2; place = (1, 0); n = 1",
        "double = 4; place = (2, 0); n = 2",
    ];
    assert_eq!(attached(text, 2), expected);
    let without_value = attached("half = 6 / (n - 2)", 3);
    assert_eq!(without_value[0], "half = -6");
    assert!(without_value[1].contains("zero"), "{without_value:?}");
    assert_eq!(without_value[2], "half = 6");
}

#[test]
fn an_error_in_attached_data_is_attached_and_changes_no_result() {
    let data = attached("a = 1\nb = none", 2);
    assert!(data[1].starts_with("a = 1; b = "), "{data:?}");
    assert!(data[1].contains("none"), "{data:?}");
    assert_eq!(data[0], data[1], "told once in the log");
}
