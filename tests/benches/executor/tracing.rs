//! Cost of tracing: ticks that record every event, compared to the same ticks without recording, and frames of many trees of which one is watched.
//! Also checks that untraced ticks allocate nothing once warm.

use treewright_core::TreeManager;
use treewright_core::runtime::{AgentId, AgentSet, Tracer};
use treewright_core::trace::{FlightRecorder, FrameRecorder};

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
        let what = format!("recording {name}, more than without");
        if rows.wants(&what) {
            single(rows, &what, workload);
        }
    }
    if rows.wants(RECORDED) || rows.wants(FLIGHT) {
        crowd(rows);
    }
    if rows.wants(WATCHED) {
        watched(rows);
    }
    let what = "allocations in 100 warm ticks of W1 to W6";
    if rows.wants(what) {
        let row = Row::new(what, "", allocations() as f64);
        rows.add(&row.must(Target::AtMost(0.0)));
    }
}

const RECORDED: &str = "recording W6, frame by frame (yardstick: without)";
const FLIGHT: &str = "recording W6, the last minutes (yardstick: without)";
const WATCHED: &str = "one of 10,000 agents of W6 watched (yardstick: none)";

fn single(rows: &mut Rows, what: &str, workload: fn() -> (Shape, World)) {
    let (shape, world) = workload();
    let program = Ours::program(shape);
    let mut quiet = Ours::single(&program, world.clone());
    let (mut instance, mut world, mut globals) = Ours::single(&program, world);
    let mut recorder = FrameRecorder::default();
    let mut traced = move || {
        instance.tick_traced(&mut world, &mut globals, 0.1, &mut recorder);
        recorder.drain_events().count()
    };
    traced();
    let events = traced() as f64;
    let figures = in_turn(&mut [
        repetition(move || Ours::tick(&mut quiet)),
        repetition(traced),
    ]);
    let more = (figures[1] - figures[0]) / events;
    let row = Row::new(what, "ns an event", more * NANO);
    rows.add(&row.must(Target::AtMost(10.0)));
}

fn crowd(rows: &mut Rows) {
    let program = Ours::program(shape::w6());
    let agents = Agent::crowd(10_000);
    let mut quiet = Ours::crowd(&program, &agents);
    let mut tally = Tally::default();
    let untraced = move || Ours::frame(&mut quiet, &mut tally);
    let (mut globals, mut crowd) = Ours::crowd(&program, &agents);
    let mut recorder = FrameRecorder::default();
    let recorded = move || {
        for (instance, agent) in &mut crowd {
            instance.tick_traced(agent, &mut globals, 0.1, &mut recorder);
        }
        recorder.drain_events().for_each(drop);
    };
    let (mut globals, mut crowd) = Ours::crowd(&program, &agents);
    let (mut recorder, mut frame) = (FlightRecorder::new(16 << 20), 0);
    let flown = move || {
        frame += 1;
        recorder.begin_frame(frame, 0.1);
        for ((instance, agent), number) in crowd.iter_mut().zip(0..) {
            recorder.tree(AgentId(number));
            instance.tick_traced(agent, &mut globals, 0.1, &mut recorder);
        }
    };
    let mut all = [
        repetition(untraced),
        repetition(recorded),
        repetition(flown),
    ];
    let figures = in_turn(&mut all);
    for (what, figure) in [(RECORDED, figures[1]), (FLIGHT, figures[2])] {
        let row = Row::new(what, "ms a frame", figure * 1e3).compared_to(figures[0] * 1e3);
        rows.add(&row.must(Target::Times(2.5)));
    }
}

fn watched(rows: &mut Rows) {
    let program = Ours::program(shape::w6()).agent;
    let agents = Agent::crowd(10_000);
    let crowd = || {
        let mut manager = TreeManager::new();
        for _ in &agents {
            let added = manager.add(program.clone(), 0);
            added.expect("the trees declare no shared variables");
        }
        (manager, agents.clone())
    };
    let (mut quiet, mut quiet_worlds) = crowd();
    let (mut manager, mut worlds) = crowd();
    let one: AgentSet = manager.agents().skip(5_000).take(1).collect();
    let (mut recorder, mut frame) = (FlightRecorder::new(16 << 20), 0);
    let watching = move || {
        frame += 1;
        recorder.begin_frame(frame, 0.1);
        let ready = manager.frame(0.1).watching(&one, &mut recorder);
        ready.run_each(&mut worlds)
    };
    let figures = in_turn(&mut [
        repetition(move || quiet.tick_each(&mut quiet_worlds, 0.1)),
        repetition(watching),
    ]);
    let row = Row::new(WATCHED, "ms a frame", figures[1] * 1e3).compared_to(figures[0] * 1e3);
    rows.add(&row.must(Target::Times(1.03)));
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
