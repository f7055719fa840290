//! 10,000 agents of W6 in one manager, compared to as many bare instances: with one world for all, with one world each, and on several threads. The
//! gain from threads is the best wall-clock time of many runs, since CPU time does not show it.

use std::sync::Arc;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};
use treewright_core::compile::GameTasks;
use treewright_core::runtime::TaskContext;
use treewright_core::{Program, TreeManager};

use super::engine::{Engine, Tally};
use super::ours::{self, Ours};
use super::shape::{self, Agent};
use crate::measure::{in_turn, repetition};
use crate::parts::Rows;
use crate::report::{Row, Target};

const FRAME: &str = "10,000 agents of W6 in one manager (yardstick: bare instances)";
const ONE_WORLD: &str = "... with one world for all";
const BYTES: &str = "10,000 agents of W6 in one manager, memory";
const THREADS: &str = "10,000 agents of W6, two threads instead of one";
const COUNT: u32 = 10_000;

/// The world of all agents; each leaf reads its own agent's part.
struct Whole {
    agents: Vec<Agent>,
}

pub fn measure(rows: &mut Rows) {
    let agents = Agent::crowd(COUNT);
    if [FRAME, ONE_WORLD].iter().any(|what| rows.wants(what)) {
        frames(rows, &agents);
    }
    if rows.wants(BYTES) {
        let program = Ours::program(shape::w6()).agent;
        let mut made = None;
        let counted = allocation_counter::measure(|| made = Some(manager_of(&program)));
        let bytes = counted.bytes_current as f64 / f64::from(COUNT);
        rows.add(&Row::new(BYTES, "B an agent", bytes).must(Target::AtMost(200.0)));
    }
    if rows.wants(THREADS) {
        threads(rows, &agents);
    }
}

fn manager() -> TreeManager<Agent> {
    let program = Ours::program(shape::w6()).agent;
    manager_of(&program)
}

fn manager_of<W: 'static>(program: &Arc<Program<W>>) -> TreeManager<W> {
    let mut manager = TreeManager::new();
    manager.reserve(COUNT as usize);
    for seed in 0..u64::from(COUNT) {
        let added = manager.add(program.clone(), seed);
        added.expect("trees of one program agree");
    }
    manager
}

/// Returns a manager whose trees find their agents in one world.
fn manager_of_one_world() -> TreeManager<Whole> {
    let document = ours::document(&shape::w6());
    let mut tasks = GameTasks::new();
    ours::declare(&mut tasks, |context: &mut TaskContext<Whole>| {
        let number = context.tick.agent() as usize;
        &mut context.world.agents[number]
    });
    manager_of(&ours::compiled(&document, &tasks))
}

fn frames(rows: &mut Rows, agents: &[Agent]) {
    let mut bare = Ours::crowd(&Ours::program(shape::w6()), agents);
    let mut tally = Tally::default();
    let (mut own, mut worlds) = (manager(), agents.to_vec());
    let mut shared = manager_of_one_world();
    let mut whole = Whole {
        agents: agents.to_vec(),
    };
    let running: usize = (0..16)
        .map(|_| {
            own.tick_each(&mut worlds, 0.1)
                .expect("each agent has a world")
        })
        .sum();
    assert_eq!(running, Tally::OF_16_FRAMES.running as usize);
    let running: usize = (0..16).map(|_| shared.tick(&mut whole, 0.1)).sum();
    assert_eq!(running, Tally::OF_16_FRAMES.running as usize);
    let figures = in_turn(&mut [
        repetition(move || Ours::frame(&mut bare, &mut tally)),
        repetition(move || own.tick_each(&mut worlds, 0.1)),
        repetition(move || shared.tick(&mut whole, 0.1)),
    ]);
    for (what, figure) in [(FRAME, figures[1]), (ONE_WORLD, figures[2])] {
        let row = Row::new(what, "ms a frame", figure * 1e3).compared_to(figures[0] * 1e3);
        rows.add(&row.must(Target::Times(1.5)));
    }
}

fn threads(rows: &mut Rows, agents: &[Agent]) {
    let pool = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool of threads")
    };
    let pools: [ThreadPool; 2] = [pool(1), pool(2)];
    let mut best = [f64::INFINITY; 2];
    let mut crowds = [(); 2].map(|()| (manager(), agents.to_vec()));
    // The two alternate, so that noise on the machine affects both alike.
    for _ in 0..300 {
        for ((pool, (manager, worlds)), best) in pools.iter().zip(&mut crowds).zip(&mut best) {
            let taken = pool.install(|| {
                let start = Instant::now();
                for _ in 0..4 {
                    manager
                        .tick_parallel(worlds, 0.1)
                        .expect("each agent has a world");
                }
                start.elapsed().as_secs_f64() / 4.0
            });
            *best = best.min(taken);
        }
    }
    let row = Row::new(THREADS, "times as fast", best[0] / best[1]).must(Target::AtLeast(1.6));
    rows.add(
        &row.other("one, ms", best[0] * 1e3)
            .other("two, ms", best[1] * 1e3),
    );
}
