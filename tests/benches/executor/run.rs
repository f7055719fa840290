//! Takes an engine through all workloads, checking what it answers before timing it.

use crate::engine::{Engine, Tally};
use crate::measure::{REPETITIONS, median, per_call, seconds};
use crate::shape::{self, Agent, Outcome, Shape, World};

/// What the table shows of an engine, in the table's units.
#[derive(Clone)]
pub struct Figures {
    pub name: &'static str,
    /// One for each of [`COLUMNS`]; none where the engine does not do it.
    pub values: [Option<f64>; COLUMNS.len()],
}

/// The columns, with their units.
pub const COLUMNS: [&str; 10] = [
    "W1 ns",
    "W2 ns",
    "W3 ns",
    "W4 ns",
    "W5 ns",
    "W5 abort",
    "W6 ms",
    "W6 B",
    "W6 new us",
    "W7 ms",
];

const CROWD: u32 = 10_000;
const NANO: f64 = 1e9;

/// All figures of one engine.
pub fn measure<E: Engine>() -> Figures {
    let single =
        |workload: fn() -> (Shape, World), expected| single::<E>(workload(), expected) * NANO;
    // First, while the heap is as whole as in a program that has just started.
    let loading = load::<E>();
    let (frame, bytes, create) = crowd::<E>();
    Figures {
        name: E::NAME,
        values: [
            Some(single(shape::w1, Outcome::Success) / 100.0),
            Some(single(shape::w2, Outcome::Failure) / 51.0),
            Some(single(shape::w3, Outcome::Running)),
            Some(single(shape::w4, Outcome::Running)),
            Some(single(shape::w5, Outcome::Running)),
            E::TELLS_INTERRUPTED.then(|| abort::<E>() * NANO),
            Some(frame * 1e3),
            Some(bytes),
            Some(create * 1e6),
            Some(loading * 1e3),
        ],
    }
}

/// Seconds of a tick after the first.
fn single<E: Engine>((shape, world): (Shape, World), expected: Outcome) -> f64 {
    let program = E::program(shape);
    let mut single = E::single(&program, world);
    for _ in 0..3 {
        assert_eq!(E::tick(&mut single), expected, "{}", E::NAME);
    }
    per_call(|| E::tick(&mut single))
}

/// Seconds of the tick on which the first watched condition turns true.
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
    median((0..REPETITIONS).map(|_| repetition()).collect())
}

/// Seconds of a frame, bytes of an instance, and seconds to create one.
fn crowd<E: Engine>() -> (f64, f64, f64) {
    let program = E::program(shape::w6());
    let agents = Agent::crowd(CROWD);
    let mut made = None;
    let memory = allocation_counter::measure(|| made = Some(E::crowd(&program, &agents)));
    let Some(mut crowd) = made else {
        unreachable!("the crowd was just made");
    };
    let mut tally = Tally::default();
    for _ in 0..16 {
        E::frame(&mut crowd, &mut tally);
    }
    let expected = Tally {
        success: 42_240,
        failure: 24_400,
        running: 93_360,
    };
    assert_eq!(tally, expected, "{}", E::NAME);
    let frames = (0..REPETITIONS)
        .map(|_| seconds(|| E::frame(&mut crowd, &mut tally)).0)
        .collect();
    drop(crowd);
    let few = &agents[..2_000];
    let creations = (0..REPETITIONS)
        .map(|_| seconds(|| E::crowd(&program, few)).0 / few.len() as f64)
        .collect();
    (
        median(frames),
        memory.bytes_current as f64 / f64::from(CROWD),
        median(creations),
    )
}

/// Seconds to load W7's file.
fn load<E: Engine>() -> f64 {
    let shape = shape::w7();
    assert_eq!(shape.node_count(), 10_001);
    let file = E::file(&shape);
    let repetition = || seconds(|| E::load(&file)).0;
    median((0..REPETITIONS).map(|_| repetition()).collect())
}
