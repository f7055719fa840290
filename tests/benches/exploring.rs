//! Speed and memory of exploring: the guard, a tree of 92 nodes with 15 inputs and 13 leaves of the game, and a million states.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use treewright_core::Program;
use treewright_core::abort::AbortType;
use treewright_core::compile::GameTasks;
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::tree::{self, Branch, Tree};
use treewright_explore::inputs::{ExploredInputs, InputVariable, Way};
use treewright_explore::program::ExploredTree;
use treewright_explore::search::{Limit, Limits, Search};

use crate::measure::{median, seconds};
use crate::parts::Rows;
use crate::report::{Row, Target};

const GUARD: &str = include_str!("../../assets/examples/guard.bt.json");
/// How often the small tree is searched for one figure.
const SEARCHES: usize = 100;
const REPEATED: usize = 7;

pub fn measure(rows: &mut Rows) {
    guard(rows);
    large(rows);
    million(rows);
}

/// Searches a tree completely. Returns the search.
fn explored(program: &Arc<Program<()>>, inputs: &ExploredInputs) -> Search {
    let search = Search::new(program.clone(), inputs, Vec::new(), 0.1);
    let mut search = search.expect("the inputs fit the tree");
    search.advance(&Limits::default(), |_| ControlFlow::Continue(()));
    search
}

fn pool(threads: usize) -> rayon::ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads can be started")
}

fn bool_inputs<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<InputVariable> {
    let names = names.into_iter();
    let inputs = names.map(|name| InputVariable {
        name: name.into(),
        values: vec![false.into(), true.into()],
        is_sampled: false,
        way: Way::Free,
    });
    inputs.collect()
}

fn guard(rows: &mut Rows) {
    let per_second = "exploring the guard: frames per second";
    let twice = "exploring with two threads";
    let complete = "exploring the guard completely";
    if ![per_second, twice, complete]
        .iter()
        .any(|what| rows.wants(what))
    {
        return;
    }
    let document = native::read(GUARD.as_bytes()).expect("an example").document;
    let project = Project::alone(&document);
    let tree = ExploredTree::new(&project, &NodeLibrary::builtin(), |_| false);
    let tree = tree.expect("the example runs");
    let program = tree.program().expect("it has a root");
    let mut inputs = ExploredInputs {
        variables: bool_inputs(["sees_enemy", "on_duty"]),
        ..ExploredInputs::default()
    };
    inputs.variables.push(InputVariable {
        name: "enemy_distance".into(),
        values: vec![10.0.into(), 1.0.into()],
        is_sampled: false,
        way: Way::Free,
    });
    let (one, two) = (pool(1), pool(2));
    let searches = || -> u64 {
        let searches = (0..SEARCHES).map(|_| explored(program, &inputs));
        searches.map(|search| search.progress().frames_run).sum()
    };
    let rates = (0..REPEATED).map(|_| {
        let (time, frames) = one.install(|| seconds(searches));
        frames as f64 / time
    });
    let rate = median(rates.collect());
    rows.add(&Row::new(per_second, "frames/s", rate).must(Target::AtLeast(500_000.0)));
    let (time, _) = one.install(|| seconds(|| explored(program, &inputs)));
    rows.add(&Row::new(complete, "s", time).must(Target::AtMost(2.0)));
    if rows.wants(twice) {
        let (program, inputs) = counting(300);
        let wall = |pool: &rayon::ThreadPool| {
            let times = (0..REPEATED).map(|_| {
                let begin = Instant::now();
                pool.install(|| explored(&program, &inputs));
                begin.elapsed().as_secs_f64()
            });
            median(times.collect())
        };
        let factor = wall(&one) / wall(&two);
        rows.add(&Row::new(twice, "x one thread", factor).must(Target::AtLeast(1.7)));
    }
}

/// A tree of 92 nodes: 13 branches, each behind conditions on inputs, with a leaf of the game.
fn large_tree() -> (Arc<Program<()>>, ExploredInputs) {
    let branch = |number: usize| -> Branch {
        let own = format!("seen_{number}");
        let act = tree::task("StandIn").with("mode", "Ask");
        let guarded = tree::guard("alert && !calm", tree::idle());
        let then = tree::selector([act, guarded]);
        let all = tree::sequence([tree::expression(own), then, tree::wait(0.3)]);
        all.aborts(AbortType::Both)
    };
    let mut tree = Tree::new("Large", tree::selector((0..13).map(branch))).restarts();
    let mut names: Vec<String> = (0..13).map(|number| format!("seen_{number}")).collect();
    names.extend(["alert".to_owned(), "calm".to_owned()]);
    for name in &names {
        tree = tree.variable(name.as_str(), false);
    }
    let program = tree
        .compile(&GameTasks::<()>::new())
        .expect("the tree is right");
    let inputs = ExploredInputs {
        variables: bool_inputs(names.iter().map(String::as_str)),
        ..ExploredInputs::default()
    };
    (program, inputs)
}

/// What can be seen of that tree: nothing was added to it in millions of frames.
const OUTCOMES: usize = 443;

fn large(rows: &mut Rows) {
    let what = "exploring 92 nodes, 15 inputs, 13 leaves";
    if !rows.wants(what) {
        return;
    }
    let (program, inputs) = large_tree();
    let time = pool(2).install(|| {
        let begin = Instant::now();
        let search = Search::new(program, &inputs, Vec::new(), 0.1);
        let mut search = search.expect("the inputs fit the tree");
        let limit = search.advance(&Limits::default(), |search| {
            if search.progress().seen < OUTCOMES {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert_eq!(limit, Some(Limit::Stopped), "all outcomes are found");
        begin.elapsed().as_secs_f64()
    });
    rows.add(&Row::new(what, "s", time).must(Target::AtMost(10.0)));
}

/// A tree that counts two numbers to `most`, so that it has as many states as there are pairs.
fn counting(most: usize) -> (Arc<Program<()>>, ExploredInputs) {
    let count = |name: &str| tree::compute(name.to_owned(), format!("({name} + 1) % {most}"));
    let root = tree::selector([
        tree::sequence([tree::expression("left"), count("x")]),
        count("y"),
    ]);
    let tree = Tree::new("Counting", tree::forever(root));
    let tree = tree
        .variable("left", false)
        .variable("x", 0)
        .variable("y", 0);
    let program = tree
        .compile(&GameTasks::<()>::new())
        .expect("the tree is right");
    let inputs = ExploredInputs {
        variables: bool_inputs(["left"]),
        ..ExploredInputs::default()
    };
    (program, inputs)
}

fn million(rows: &mut Rows) {
    let what = "memory of a million states";
    if !rows.wants(what) {
        return;
    }
    let (program, inputs) = counting(1_000);
    let search = pool(2).install(|| explored(&program, &inputs));
    let progress = search.progress();
    assert!(progress.states >= 1_000_000, "{progress:?}");
    let megabytes = progress.memory as f64 / f64::from(1 << 20);
    rows.add(&Row::new(what, "MB", megabytes).must(Target::AtMost(64.0)));
}
