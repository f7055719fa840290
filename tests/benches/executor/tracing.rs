//! Cost of tracing: ticks that record every event, compared to the same ticks without recording. Also checks that untraced ticks allocate nothing
//! once warm.

use treewright_core::runtime::Globals;
use treewright_core::trace::FrameRecorder;

use super::engine::{Engine, Tally};
use super::ours::Ours;
use super::shape::{self, Agent, Shape, World};
use crate::measure::{in_turn, repetition};
use crate::parts::Rows;
use crate::report::{Row, Target};

const NANO: f64 = 1e9;

type Workload = (&'static str, fn() -> (Shape, World));

const WORKLOADS: [Workload; 5] = [
    ("W1", shape::w1),
    ("W2", shape::w2),
    ("W3", shape::w3),
    ("W4", shape::w4),
    ("W5", shape::w5),
];

pub fn measure(rows: &mut Rows) {
    for (name, workload) in WORKLOADS {
        let what = format!("tracing {name} (yardstick: ours without)");
        if rows.wants(&what) {
            single(rows, &what, workload);
        }
    }
    let what = "tracing W6 (yardstick: ours without)";
    if rows.wants(what) {
        crowd(rows, what);
    }
    let what = "allocations in 100 warm ticks of W1 to W6";
    if rows.wants(what) {
        let row = Row::new(what, "", allocations() as f64);
        rows.add(&row.must(Target::AtMost(0.0)));
    }
}

fn single(rows: &mut Rows, what: &str, workload: fn() -> (Shape, World)) {
    let (shape, world) = workload();
    let program = Ours::program(shape);
    let mut quiet = Ours::single(&program, world.clone());
    let (mut instance, mut world, mut globals) = Ours::single(&program, world);
    let mut recorder = FrameRecorder::default();
    let traced = move || {
        let status = instance.tick_traced(&mut world, &mut globals, 0.1, &mut recorder);
        (status, recorder.drain_events().count())
    };
    let figures = in_turn(&mut [
        repetition(move || Ours::tick(&mut quiet)),
        repetition(traced),
    ]);
    let row = Row::new(what, "ns a tick", figures[1] * NANO).compared_to(figures[0] * NANO);
    rows.add(&row.must(Target::Times(3.0)));
}

fn crowd(rows: &mut Rows, what: &str) {
    let program = Ours::program(shape::w6());
    let agents = Agent::crowd(10_000);
    let mut quiet = Ours::crowd(&program, &agents);
    let (mut globals, mut crowd) = Ours::crowd(&program, &agents);
    let mut tally = Tally::default();
    let mut recorder = FrameRecorder::default();
    let traced = move || {
        let globals: &mut Globals = &mut globals;
        for (instance, agent) in &mut crowd {
            instance.tick_traced(agent, globals, 0.1, &mut recorder);
            recorder.drain_events().for_each(drop);
        }
    };
    let untraced = move || Ours::frame(&mut quiet, &mut tally);
    let figures = in_turn(&mut [repetition(untraced), repetition(traced)]);
    let row = Row::new(what, "ms a frame", figures[1] * 1e3).compared_to(figures[0] * 1e3);
    rows.add(&row.must(Target::Times(3.0)));
}

fn allocations() -> u64 {
    let mut all = 0;
    for (_, workload) in WORKLOADS {
        let (shape, world) = workload();
        let mut single = Ours::single(&Ours::program(shape), world);
        all += in_warm_ticks(|| {
            Ours::tick(&mut single);
        });
    }
    let mut crowd = Ours::crowd(&Ours::program(shape::w6()), &Agent::crowd(100));
    let mut tally = Tally::default();
    all + in_warm_ticks(|| Ours::frame(&mut crowd, &mut tally))
}

fn in_warm_ticks(mut tick: impl FnMut()) -> u64 {
    (0..100).for_each(|_| tick());
    let counted = allocation_counter::measure(|| (0..100).for_each(|_| tick()));
    counted.count_total
}
