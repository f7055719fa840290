//! Runs all engines through all workloads, alternating between engines. Checks their results before timing them.

use super::behaviortree_rs::BehaviortreeRs;
use super::bonsai::Bonsai;
use super::engine::{Engine, Tally};
use super::lite::Lite;
use super::ours::Ours;
use super::shape::{self, Agent, Outcome, Shape, World};
use super::yardstick::Yardstick;
use crate::measure::{REPETITIONS, Repetition, in_turn, median, median_of, repetition, seconds};
use crate::parts::Rows;
use crate::report::{Row, Target};

const CROWD: u32 = 10_000;
const NANO: f64 = 1e9;

/// Calls a function for each engine: the yardstick, ours, then the others.
macro_rules! each_engine {
    ($call:ident($($argument:expr),*)) => {
        [
            $call::<Yardstick>($($argument),*),
            $call::<Ours>($($argument),*),
            $call::<Lite>($($argument),*),
            $call::<Bonsai>($($argument),*),
            $call::<BehaviortreeRs>($($argument),*),
        ]
    };
}

/// Name of the row, its unit, factor from seconds to this unit, and our target.
struct Column(&'static str, &'static str, f64, Target);

pub fn measure(rows: &mut Rows) {
    // Runs first, while the heap is as unfragmented as in a program that has just started.
    loads(rows);
    singles(rows);
    let column = Column(
        "W5 a condition turns true and aborts",
        "ns",
        NANO,
        Target::AtMost(150.0),
    );
    if rows.wants(column.0) {
        let told = [abort::<Yardstick>(), abort::<Ours>()];
        add(rows, &column, &told);
    }
    crowds(rows);
}

fn add(rows: &mut Rows, column: &Column, seconds: &[f64]) {
    let Column(what, unit, factor, target) = *column;
    let [yardstick, ours, peers @ ..] = seconds else {
        unreachable!("the yardstick and ours come first");
    };
    let mut row = Row::new(what, unit, ours * factor)
        .compared_to(yardstick * factor)
        .must(target);
    for (name, figure) in [Lite::NAME, Bonsai::NAME, BehaviortreeRs::NAME]
        .iter()
        .zip(peers)
    {
        row = row.other(name, figure * factor);
    }
    rows.add(&row);
}

/// Measures ticks after the first ones.
fn singles(rows: &mut Rows) {
    type Workload = fn() -> (Shape, World);
    let all: [(Workload, Outcome, Column); 5] = [
        (
            shape::w1,
            Outcome::Success,
            Column(
                "W1 Sequence of 100 conditions",
                "ns a leaf",
                NANO / 100.0,
                Target::Times(1.2),
            ),
        ),
        (
            shape::w2,
            Outcome::Failure,
            Column(
                "W2 50 nested decorators and Sequences",
                "ns a node",
                NANO / 51.0,
                Target::Times(0.3),
            ),
        ),
        (
            shape::w3,
            Outcome::Running,
            Column(
                "W3 one running leaf of 1,023 nodes",
                "ns a tick",
                NANO,
                Target::Times(2.0),
            ),
        ),
        (
            shape::w4,
            Outcome::Running,
            Column(
                "W4 Parallel of 100 branches",
                "ns a tick",
                NANO,
                Target::Times(2.0),
            ),
        ),
        (
            shape::w5,
            Outcome::Running,
            Column(
                "W5 99 watched conditions",
                "ns a tick",
                NANO,
                Target::Times(0.8),
            ),
        ),
    ];
    for (workload, expected, column) in all {
        if rows.wants(column.0) {
            let mut engines = each_engine!(single(workload(), expected));
            add(rows, &column, &in_turn(&mut engines));
        }
    }
}

fn single<E: Engine>((shape, world): (Shape, World), expected: Outcome) -> Repetition<'static> {
    let program = E::program(shape);
    let mut single = E::single(&program, world);
    for _ in 0..3 {
        assert_eq!(E::tick(&mut single), expected, "{}", E::NAME);
    }
    repetition(move || E::tick(&mut single))
}

/// Returns the seconds of the tick in which the first watched condition becomes true.
fn abort<E: Engine>() -> f64 {
    const INSTANCES: usize = 64;
    let (shape, world) = shape::w5();
    let program = E::program(shape);
    let repetition = || {
        let mut singles: Vec<_> = (0..INSTANCES)
            .map(|_| {
                let mut single = E::single(&program, world.clone());
                for _ in 0..3 {
                    assert_eq!(E::tick(&mut single), Outcome::Running);
                }
                E::set_condition(&mut single, 0, true);
                single
            })
            .collect();
        let (time, ()) = seconds(|| {
            for single in &mut singles {
                std::hint::black_box(E::tick(single));
            }
        });
        time / INSTANCES as f64
    };
    crate::measure::median((0..REPETITIONS).map(|_| repetition()).collect())
}

/// Measures a frame of 10,000 agents, the bytes per agent, and the time to create one.
fn crowds(rows: &mut Rows) {
    let frame = Column("W6 10,000 agents", "ms a frame", 1e3, Target::Times(1.6));
    let bytes = Column("W6 memory", "B an agent", 1.0, Target::AtMost(160.0));
    let create = Column("W6 making one", "us an agent", 1e6, Target::AtMost(0.5));
    if ![&frame, &bytes, &create].iter().any(|c| rows.wants(c.0)) {
        return;
    }
    let agents = Agent::crowd(CROWD);
    let made = each_engine!(crowd(&agents));
    let (mut frames, memory): (Vec<_>, Vec<_>) = made.into_iter().unzip();
    let frames = in_turn(&mut frames);
    let creations = each_engine!(creation(&agents[..2_000]));
    add(rows, &frame, &frames);
    add(rows, &bytes, &memory);
    add(rows, &create, &creations);
}

/// Checks all results, then returns a repeatable frame and the bytes per instance.
fn crowd<E: Engine>(agents: &[Agent]) -> (Repetition<'static>, f64) {
    let program = E::program(shape::w6());
    let mut made = None;
    let memory = allocation_counter::measure(|| made = Some(E::crowd(&program, agents)));
    let Some(mut crowd) = made else {
        unreachable!("the crowd exists");
    };
    let mut tally = Tally::default();
    for _ in 0..16 {
        E::frame(&mut crowd, &mut tally);
    }
    assert_eq!(tally, Tally::OF_16_FRAMES, "{}", E::NAME);
    let bytes = memory.bytes_current as f64 / f64::from(CROWD);
    (repetition(move || E::frame(&mut crowd, &mut tally)), bytes)
}

/// Returns the seconds to create one instance.
fn creation<E: Engine>(agents: &[Agent]) -> f64 {
    let program = E::program(shape::w6());
    median_of(REPETITIONS, || E::crowd(&program, agents)) / agents.len() as f64
}

/// Measures loading W7, in turn, so that other load on the machine affects all alike. What was loaded is freed outside of
/// the measurement.
fn loads(rows: &mut Rows) {
    let compact = "W7 load 10,001 nodes from the compact form";
    let json = "W7 load 10,001 nodes from our JSON";
    if !rows.wants(compact) && !rows.wants(json) {
        return;
    }
    let shape = shape::w7();
    assert_eq!(shape.node_count(), 10_001);
    let file = Ours::compact_file(&shape);
    let mut engines: [Box<dyn FnMut() -> f64>; 6] = [
        Box::new(move || seconds(|| Ours::load_compact(&file)).0),
        load::<Yardstick>(&shape),
        load::<Ours>(&shape),
        load::<Lite>(&shape),
        load::<Bonsai>(&shape),
        load::<BehaviortreeRs>(&shape),
    ];
    let samples: [Vec<f64>; 6] = std::array::from_fn(|_| Vec::new());
    let samples = (0..REPETITIONS).fold(samples, |mut samples, _| {
        for (samples, load) in samples.iter_mut().zip(&mut engines) {
            samples.push(load());
        }
        samples
    });
    let [compact_form, yardstick, own, peers @ ..] = samples.map(median);
    let fastest = peers.into_iter().fold(f64::INFINITY, f64::min);
    let [lite, bonsai, rs] = peers;
    let columns = [
        (compact, compact_form, fastest, Target::Times(1.0)),
        (json, own, yardstick, Target::AtMost(3.3)),
    ];
    for (what, ours, compared, target) in columns {
        if rows.wants(what) {
            add(
                rows,
                &Column(what, "ms", 1e3, target),
                &[compared, ours, lite, bonsai, rs],
            );
        }
    }
}

/// Returns a call that loads W7's file and returns the seconds.
fn load<E: Engine>(shape: &Shape) -> Box<dyn FnMut() -> f64> {
    let file = E::file(shape);
    Box::new(move || seconds(|| E::load(&file)).0)
}
