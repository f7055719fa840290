//! Composites and decorators of a game: registered in code, declared in its library, or unknown.

use super::{broken_of, first_status, tree};
use crate::TreeInstance;
use crate::category::Category;
use crate::compile::{Compiled, GameTasks, compile};
use crate::library::{NodeLibrary, TaskDeclaration};
use crate::model::{ActsLike, Document, Node, ParameterDeclaration, ParameterValue, StandIn};
use crate::runtime::{
    Children, Globals, Next, Outcome, ParentTask, Status, Tally, TaskContext, TaskHooks,
    TickContext,
};
use crate::value::{Value, ValueType};

/// Succeeds if at least `wanted` of its children do.
struct AtLeast {
    wanted: i64,
    succeeded: i64,
}

impl ParentTask<()> for AtLeast {
    fn start(&mut self, _: &mut TaskContext<'_, '_, ()>, _: Children) -> Next<usize> {
        self.succeeded = 0;
        Next::Run(0)
    }

    fn child_ended(
        &mut self,
        _: &mut TaskContext<'_, '_, ()>,
        children: Children,
        outcome: Outcome,
    ) -> Next<usize> {
        self.succeeded += i64::from(outcome.is_success());
        let end = Next::End(Outcome::of(self.succeeded >= self.wanted));
        children.next_sibling().map_or(end, Next::Run)
    }
}

fn declaration() -> TaskDeclaration {
    TaskDeclaration::composite("AtLeast", "Succeeds if enough children do.").parameter(
        ParameterDeclaration::optional("count", ValueType::Int, 2_i64, "How many."),
    )
}

fn registered() -> GameTasks<()> {
    let mut tasks = GameTasks::new();
    tasks.declare_parent(declaration(), |arguments| {
        let wanted = arguments.get("count").and_then(|count| match count {
            crate::runtime::Operand::Literal(Value::Int(count)) => Some(*count),
            _ => None,
        });
        Box::new(AtLeast {
            wanted: wanted.unwrap(),
            succeeded: 0,
        })
    });
    tasks.decorator("Once", |_| {
        Box::new(AtLeast {
            wanted: 1,
            succeeded: 0,
        })
    });
    tasks
}

fn compiled(document: &Document, tasks: &GameTasks<()>) -> Compiled<()> {
    compile(document, &NodeLibrary::builtin(), tasks)
}

fn leaves(tasks: &[&str]) -> Vec<Node> {
    let leaf = |(place, task): (usize, &&str)| Node::new(format!("n{place}"), *task);
    tasks.iter().enumerate().map(leaf).collect()
}

#[test]
fn a_declared_composite_gets_its_arguments_and_is_in_the_library() {
    let tasks = registered();
    let two = tree("AtLeast", leaves(&["Succeed", "Fail", "Succeed"]));
    let program = compiled(&two, &tasks);
    assert_eq!(program.broken, []);
    assert_eq!(first_status(&program), Status::Success);
    let mut three = two.clone();
    crate::model::Surgery::node_mut(&mut three, &"root".into())
        .unwrap()
        .parameters
        .insert("count".into(), ParameterValue::literal(3_i64));
    assert_eq!(first_status(&compiled(&three, &tasks)), Status::Failure);
    assert_eq!(tasks.library("game").tasks, [declaration()]);
}

#[test]
fn a_wrong_number_of_children_is_told() {
    let tasks = registered();
    let why = |root: &str, children: &[&str]| {
        broken_of(&compiled(&tree(root, leaves(children)), &tasks))[0]
            .1
            .clone()
    };
    let none = "expected at least 1 child, found none";
    assert_eq!(why("AtLeast", &[]), none);
    assert_eq!(why("Once", &[]), "expected exactly 1 child, found 0");
    let two = "expected exactly 1 child, found 2";
    assert_eq!(why("Once", &["Succeed", "Succeed"]), two);
    let once = compiled(&tree("Once", leaves(&["Succeed"])), &tasks);
    assert_eq!(first_status(&once), Status::Success);
}

#[test]
fn code_that_does_not_fit_its_declaration_is_told() {
    let mut tasks = GameTasks::<()>::new();
    tasks.declare_parent(TaskDeclaration::action("Leaf", ""), |_| {
        Box::new(AtLeast {
            wanted: 0,
            succeeded: 0,
        })
    });
    tasks.declare(TaskDeclaration::composite("Parent", ""), |_| {
        TaskHooks::new(|_| Status::Success)
    });
    tasks.declare_parallel(TaskDeclaration::decorator("Parallel", ""), |_| {
        |_: Tally, _: &TickContext<'_>| None
    });
    for (task, children) in [
        ("Leaf", &[][..]),
        ("Parent", &["Succeed"]),
        ("Parallel", &["Succeed"]),
    ] {
        let compiled = compiled(&tree(task, leaves(children)), &tasks);
        let why = &broken_of(&compiled)[0].1;
        let expected = format!(
            "no code for {}`{task}`",
            if task == "Leaf" { "task " } else { "" }
        );
        assert!(why.starts_with(&expected), "{why}");
        assert_eq!(first_status(&compiled), Status::Failure);
    }
}

#[test]
fn a_parallel_of_the_game_runs_its_children_at_the_same_time() {
    let mut tasks = GameTasks::<()>::new();
    tasks.parallel("FirstFailure", |_| {
        |tally: Tally, _: &TickContext<'_>| match tally.failed {
            0 => None,
            _ => Some(Outcome::Failure),
        }
    });
    let document = tree("FirstFailure", leaves(&["Idle", "Fail", "Idle"]));
    let program = compiled(&document, &tasks).program.unwrap();
    assert!(program.is_parallel(crate::runtime::NodeIndex(0)));
    let mut instance = TreeInstance::new(program, 0);
    let status = instance.tick(&mut (), &mut Globals::default(), 1.0);
    assert_eq!(status, Some(Status::Failure));
}

#[test]
fn a_tool_says_what_an_unknown_parent_acts_like() {
    let run = |tasks: &GameTasks<()>, root: &str, children: &[&str]| {
        let compiled = compiled(&tree(root, leaves(children)), tasks);
        let broken = broken_of(&compiled).into_iter().map(|(_, why)| why);
        (first_status(&compiled), broken.collect::<Vec<_>>())
    };
    let both = ["Fail", "Succeed"];
    let unknown = "unknown node type `Vote`".to_owned();
    let mut tasks = registered();
    assert_eq!(run(&tasks, "Vote", &both), (Status::Failure, vec![unknown]));
    tasks.set_parent_stand_in("Vote", ActsLike::Selector);
    assert_eq!(run(&tasks, "Vote", &both), (Status::Success, vec![]));
    tasks.set_parent_stand_in("Vote", ActsLike::Sequence);
    assert_eq!(run(&tasks, "Vote", &both), (Status::Failure, vec![]));
    tasks.set_parent_stand_in("Vote", ActsLike::PassThrough);
    assert_eq!(run(&tasks, "Vote", &["Succeed"]), (Status::Success, vec![]));
    let several = "expected exactly 1 child, found 2".to_owned();
    assert_eq!(run(&tasks, "Vote", &both), (Status::Failure, vec![several]));
    // What is registered runs its own code.
    tasks.set_parent_stand_in("AtLeast", ActsLike::Selector);
    assert_eq!(run(&tasks, "AtLeast", &both).0, Status::Failure);
    assert_eq!(run(&tasks, "Sequence", &both).0, Status::Failure);
}

#[test]
fn the_stand_in_of_a_node_precedes_that_of_its_task() {
    let mut document = tree("Vote", leaves(&["Fail", "Succeed"]));
    let root = crate::model::Surgery::node_mut(&mut document, &"root".into()).unwrap();
    root.stand_in = Some(Box::new(StandIn::ActsLike(ActsLike::Selector)));
    let mut tasks = GameTasks::<()>::new();
    tasks.set_parent_stand_in("Vote", ActsLike::Sequence);
    // A game ignores the stand-ins of documents.
    assert_eq!(first_status(&compiled(&document, &tasks)), Status::Failure);
    tasks.use_stand_ins(&NodeLibrary::builtin());
    assert_eq!(first_status(&compiled(&document, &tasks)), Status::Success);
}

#[test]
fn composites_of_the_game_are_composites_to_the_program() {
    let tasks = registered();
    let program = compiled(&tree("AtLeast", leaves(&["Succeed"])), &tasks).program;
    let program = program.unwrap();
    let category = program.category(crate::runtime::NodeIndex(0));
    assert_eq!(category, Category::Composite);
    assert!(!program.runs_in_order(crate::runtime::NodeIndex(0)));
}
