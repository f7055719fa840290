//! What a game notices of the errors of its tasks: in its log, in a tracer, and by the policy of the tree.

use std::sync::Arc;

use super::*;
use crate::category::Category;
use crate::compile::{GameTasks, compile};
use crate::library::NodeLibrary;
use crate::model::{Document, DocumentBuilder, NamedTree, Node, ParameterValue};
use crate::runtime::{AgentId, AgentSet, Status, TaskContext, TaskHooks, TreeState};
use crate::trace::FrameRecorder;
use crate::{Program, TreeInstance, TreeManager};

/// A log that tests can read: the lines of the calling thread.
mod test_log {
    use std::cell::RefCell;
    use std::sync::Once;

    thread_local! {
        static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    struct Lines;

    impl log::Log for Lines {
        fn enabled(&self, about: &log::Metadata<'_>) -> bool {
            about.target() == "treewright"
        }

        fn log(&self, record: &log::Record<'_>) {
            if self.enabled(record.metadata()) {
                let line = format!("{} {}", record.level(), record.args());
                LINES.with_borrow_mut(|lines| lines.push(line));
            }
        }

        fn flush(&self) {}
    }

    /// Returns the lines that `run` logs.
    pub fn of(run: impl FnOnce()) -> Vec<String> {
        static BEGUN: Once = Once::new();
        BEGUN.call_once(|| {
            log::set_logger(&Lines).unwrap();
            log::set_max_level(log::LevelFilter::Trace);
        });
        LINES.take();
        run();
        LINES.take()
    }
}

/// The world: what the task `Shoot` complains about, if anything.
type World = Option<String>;

fn program(document: &Document) -> Arc<Program<World>> {
    let mut tasks = GameTasks::new();
    tasks.action("Shoot", |_| {
        TaskHooks::new(|c: &mut TaskContext<World>| match c.world.clone() {
            Some(why) => c.fail(why),
            None => Status::Running,
        })
        .on_exit(|c, _| assert!(c.world.as_deref() != Some("exit"), "stuck"))
    });
    compile(document, &NodeLibrary::builtin(), &tasks)
        .program
        .unwrap()
}

/// A tree that shoots again and again, whatever happens.
fn gunner() -> Document {
    let mut builder = DocumentBuilder::new("Gunner");
    let forever = ParameterValue::literal(true);
    let root = Node::new("n1", "Repeater").with_parameter("forever", forever);
    let root = builder.root(root).unwrap();
    let mut shoot = Node::new("n2", "Shoot");
    "Open fire".clone_into(&mut shoot.name);
    builder.child(&root, shoot).unwrap();
    builder.finish()
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "the world of a task that complains"
)]
fn says(text: &str) -> World {
    Some(text.to_owned())
}

fn instance() -> (TreeInstance<World>, Globals) {
    let mut instance = TreeInstance::new(program(&gunner()), 0);
    instance.set_agent(7);
    (instance, Globals::default())
}

fn manager(trees: u64) -> TreeManager<World> {
    let (program, mut manager) = (program(&gunner()), TreeManager::new());
    for seed in 0..trees {
        manager.add(program.clone(), seed).unwrap();
    }
    manager
}

const LINE: &str = "ERROR tree `Gunner`, agent 7, node `n2` (Open fire): jammed";

#[test]
fn a_plain_tick_logs_where_and_why_a_task_failed() {
    let (mut tree, mut globals) = instance();
    let lines = test_log::of(|| {
        tree.tick(&mut says("jammed"), &mut globals, 0.1);
    });
    assert_eq!(lines, [LINE]);
}

#[test]
fn a_task_that_keeps_failing_in_many_trees_does_not_flood_the_log() {
    let mut trees = manager(100);
    let lines = test_log::of(|| {
        for _ in 0..20 {
            trees.tick(&mut says("jammed"), 0.1);
        }
    });
    let at = |agent, count| {
        format!(
            "ERROR tree `Gunner`, agent {agent}, node `n2` (Open fire): jammed (error {count} of this node)"
        )
    };
    let first = LINE.replace("agent 7", "agent 0");
    assert_eq!(lines, [first, at(9, 10), at(99, 100), at(99, 1_000)]);
}

#[test]
fn a_new_reason_is_logged_at_once_but_not_one_that_differs_each_time() {
    let (mut tree, mut globals) = instance();
    let mut lines = |texts: &[&str]| {
        test_log::of(|| {
            for text in texts {
                tree.tick(&mut says(text), &mut globals, 0.1);
            }
        })
    };
    let of = |lines: Vec<String>| lines.join("\n").matches("ERROR").count();
    assert_eq!(of(lines(&["jammed", "empty", "jammed", "empty"])), 2);
    let numbered: Vec<_> = (0..90).map(|n| format!("off by {n}")).collect();
    let numbered: Vec<_> = numbered.iter().map(String::as_str).collect();
    assert_eq!(of(lines(&numbered)), 3, "two new texts, and the 10th error");
}

#[test]
fn unknown_tasks_and_panics_are_logged_too() {
    let mut builder = DocumentBuilder::new("Typo");
    builder.root(Node::new("n1", "Shot")).unwrap();
    let mut tree = TreeInstance::new(program(&builder.finish()), 0);
    let lines = test_log::of(|| {
        tree.tick(&mut None, &mut Globals::default(), 0.1);
    });
    let expected = "ERROR tree `Typo`, agent 0, node `n1` (Shot): unknown node type `Shot`";
    assert_eq!(lines, [expected]);

    let (mut tree, mut globals) = instance();
    tree.tick(&mut None, &mut globals, 0.1);
    let lines = test_log::of(|| tree.disable(&mut says("exit"), &mut globals));
    assert_eq!(lines, [LINE.replace("jammed", "panicked: stuck")]);
}

#[test]
fn a_tracer_is_told_instead_of_the_log() {
    let (mut tree, mut globals) = instance();
    let mut recorder = FrameRecorder::default();
    let lines = test_log::of(|| {
        tree.tick_traced(&mut says("jammed"), &mut globals, 0.1, &mut recorder);
    });
    assert!(lines.is_empty(), "{lines:?}");
    let told: Vec<_> = recorder.take_events();
    let mut texts = told.iter().filter_map(|event| event.text());
    assert_eq!(texts.next(), Some("jammed"));
}

#[test]
fn the_log_says_the_same_whoever_is_watched() {
    let watched = |ids: &[u64]| {
        let mut trees = manager(3);
        let set: AgentSet = ids.iter().copied().map(AgentId).collect();
        test_log::of(|| {
            for _ in 0..5 {
                let mut recorder = FrameRecorder::default();
                trees.tick_watching(&mut says("jammed"), 0.1, &set, &mut recorder);
            }
        })
    };
    let nobody = watched(&[]);
    assert_eq!(nobody.len(), 2);
    assert_eq!(watched(&[0]), nobody);
    assert_eq!(watched(&[0, 1, 2]), nobody);
}

#[test]
fn an_error_tracer_collects_errors_and_nothing_else() {
    let mut errors = ErrorTracer::default();
    manager(2).tick_traced(&mut None, 0.1, &mut errors);
    assert_eq!(errors.count(), 0);
    let mut trees = manager(2);
    trees.tick_traced(&mut says("jammed"), 0.1, &mut errors);
    let agents: Vec<_> = errors.errors().iter().map(|error| error.agent).collect();
    assert_eq!(agents, [0, 1]);
    assert_eq!(errors.drain().len(), 2);
    for _ in 0..600 {
        trees.tick_traced(&mut says("jammed"), 0.1, &mut errors);
    }
    assert_eq!((errors.count(), errors.errors().len()), (1_200, 1_000));
}

/// A tree that starts `Beside`, which shoots.
fn with_background_tree() -> Document {
    let mut builder = DocumentBuilder::new("Duo");
    let root = builder.root(Node::new("n1", "Parallel")).unwrap();
    let name = ParameterValue::literal("Beside");
    let run = Node::new("n2", "RunTree").with_parameter("tree", name);
    builder.child(&root, run).unwrap();
    builder.child(&root, Node::new("n3", "Idle")).unwrap();
    let shoot = builder.loose(Node::new("n4", "Shoot")).unwrap();
    builder.settings(|document| {
        document.trees.push(NamedTree::new("Beside", shoot));
    });
    builder.finish()
}

#[test]
fn errors_of_background_trees_name_their_tree_and_count_for_the_policy() {
    let mut tree = TreeInstance::new(program(&with_background_tree()), 0);
    let (mut globals, mut errors) = (Globals::default(), ErrorTracer::default());
    tree.set_error_policy(ErrorPolicy::DisableTree);
    tree.tick_traced(&mut says("jammed"), &mut globals, 0.1, &mut errors);
    let told: Vec<_> = errors.drain().map(|error| error.to_string()).collect();
    assert_eq!(
        told,
        ["tree `Duo/Beside`, agent 0, node `n4` (Shoot): jammed"]
    );
    assert_eq!(tree.state(), TreeState::Disabled);
}

#[test]
fn a_tree_goes_on_after_an_error_unless_its_policy_disables_it() {
    let (mut tree, mut globals) = instance();
    let tick = |tree: &mut TreeInstance<World>, globals: &mut Globals| {
        tree.tick(&mut says("jammed"), globals, 0.1)
    };
    assert_eq!(tick(&mut tree, &mut globals), Some(Status::Running));
    tree.set_error_policy(ErrorPolicy::DisableTree);
    assert_eq!(tick(&mut tree, &mut globals), None);
    assert_eq!(tree.state(), TreeState::Disabled);
    assert_eq!(tree.stacks().count(), 0, "everything was interrupted");
    tree.enable();
    let calm = tree.tick(&mut None, &mut globals, 0.1);
    assert_eq!(calm, Some(Status::Running), "the error is forgotten");
}

#[test]
fn a_tree_that_ends_with_its_error_still_reports_how() {
    let mut builder = DocumentBuilder::new("Once");
    builder.settings(|document| document.restart_when_complete = true);
    builder.root(Node::new("n1", "Shoot")).unwrap();
    let mut tree = TreeInstance::new(program(&builder.finish()), 0);
    tree.set_error_policy(ErrorPolicy::DisableTree);
    let mut globals = Globals::default();
    let mut tick = || tree.tick(&mut says("jammed"), &mut globals, 0.1);
    assert_eq!([tick(), tick()], [Some(Status::Failure), None]);
}

#[test]
fn the_policy_of_a_manager_holds_for_all_its_trees_and_spares_the_others() {
    let mut trees = manager(1);
    trees.set_error_policy(ErrorPolicy::DisableTree);
    let shooter = trees.agents().next().unwrap();
    let added = trees.add(program(&gunner()), 0).unwrap();
    let mut builder = DocumentBuilder::new("Calm");
    builder.root(Node::new("n1", "Idle")).unwrap();
    let calm = trees.add(program(&builder.finish()), 0).unwrap();
    assert_eq!(trees.tick(&mut says("jammed"), 0.1), 1);
    let states = [shooter, added, calm].map(|id| trees.get(id).unwrap().state());
    let disabled = TreeState::Disabled;
    assert_eq!(states, [disabled, disabled, TreeState::Enabled]);
}

#[test]
fn a_swapped_program_keeps_the_policy_and_logs_anew() {
    let (mut tree, mut globals) = instance();
    tree.set_error_policy(ErrorPolicy::DisableTree);
    tree.swap_program(program(&gunner()), &mut None, &mut globals);
    assert_eq!(tree.error_policy(), ErrorPolicy::DisableTree);
    let lines = test_log::of(|| {
        tree.tick(&mut says("jammed"), &mut globals, 0.1);
    });
    assert_eq!(lines, [LINE]);
}

#[test]
#[cfg_attr(
    debug_assertions,
    should_panic(expected = "node `n2` (Open fire): jammed")
)]
fn debug_builds_can_panic_when_the_frame_is_over() {
    let (mut tree, mut globals) = instance();
    tree.set_error_policy(ErrorPolicy::PanicInDebug);
    let mut tick = |says: &mut World| tree.tick(says, &mut globals, 0.1);
    assert_eq!(tick(&mut None), Some(Status::Running));
    tick(&mut says("jammed"));
}

#[test]
fn after_such_a_panic_the_tree_is_intact() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let mut trees = manager(2);
    trees.set_error_policy(ErrorPolicy::PanicInDebug);
    let ended = catch_unwind(AssertUnwindSafe(|| {
        trees.tick(&mut says("jammed"), 0.1);
    }));
    assert_eq!(ended.is_err(), cfg!(debug_assertions));
    assert_eq!(trees.tick(&mut None, 0.1), 2);
}

#[test]
fn objects_that_cannot_be_made_fail_when_they_run() {
    use std::sync::atomic::{AtomicU32, Ordering};
    struct Stubborn;
    impl crate::runtime::Task<World> for Stubborn {
        fn update(&mut self, _: &mut TaskContext<'_, '_, World>) -> Status {
            Status::Running
        }
    }
    let mut tasks = GameTasks::new();
    let made = AtomicU32::new(0);
    tasks.object("Stubborn", Category::Action, move |_| {
        // The first one is only made to see whether it works.
        assert!(made.fetch_add(1, Ordering::Relaxed) != 1, "out of stock");
        Box::new(Stubborn)
    });
    let mut builder = DocumentBuilder::new("Shop");
    builder.root(Node::new("n1", "Stubborn")).unwrap();
    let compiled = compile(&builder.finish(), &NodeLibrary::builtin(), &tasks);
    assert_eq!(compiled.broken, []);
    let (program, mut trees) = (compiled.program.unwrap(), TreeManager::new());
    let [broken, whole] = [0, 1].map(|seed| trees.add(program.clone(), seed).unwrap());
    let mut errors = ErrorTracer::default();
    trees.tick_traced(&mut None, 0.1, &mut errors);
    let told: Vec<_> = errors.drain().map(|error| error.why.to_string()).collect();
    assert_eq!(told, ["could not be created: panicked: out of stock"]);
    let state = |id| trees.get(id).unwrap().state();
    assert_eq!(state(broken), TreeState::Finished(Status::Failure));
    assert_eq!(state(whole), TreeState::Enabled);
}
