//! Cost of stepping back in a run: 10,000 frames of a tree with 1,001 nodes in which a hundred branches change in every frame, of a tree that fails
//! and restarts, and of a calm one. Measures CPU time to record a frame, to show a frame while scrubbing, and for one step back, and the memory of
//! the run history.

use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_insight::recording::{DEFAULT_LIMIT, Recording, RunInput};

use crate::measure::{at, median_of, seconds};
use crate::parts::Rows;
use crate::report::{Row, Target};
use crate::trees;

const FRAMES: u64 = 10_000;

/// One frame of the window, at 60 per second.
const MUST_REACH_MS: f64 = 16.7;

pub fn measure(rows: &mut Rows) {
    of_tree(rows, "busy", &trees::waiting(100, 9, 0.1), 0.1);
    of_tree(rows, "starting over", &trees::stacked(100, 9), 0.1);
    of_tree(rows, "calm", &trees::waiting(100, 9, 0.1), 0.001);
    of_agents(rows);
    bounded(rows);
}

/// Measures frames of 1,000 agents of 61 nodes, and what remains of them with the usual memory limit.
fn of_agents(rows: &mut Rows) {
    let names = ["a frame", "dragging to any frame", "1,000 frames"];
    let names = names.map(|doing| format!("recording 1,000 agents: {doing}"));
    if !names.iter().any(|what| rows.wants(what)) {
        return;
    }
    let mut recording = recording_of(&trees::waiting(6, 9, 0.15));
    for seed in 1..1_000 {
        let program = recording.program_number();
        let added = recording.apply(RunInput::Add { seed, program });
        added.expect("the agents share no variables");
    }
    let (recorded, ()) = seconds(|| {
        for _ in 0..1_000 {
            recording.step(0.1);
        }
    });
    let megabytes = recording.bytes() as f64 / f64::from(1 << 20);
    let (first, last) = (recording.first_frame(), recording.last_frame());
    let mut frame = first;
    let drags = (0..50).map(|_| {
        frame = first + (frame - first + 617) % (last - first);
        seconds(|| recording.go_to(frame)).0 * 1e3
    });
    let drags: Vec<f64> = drags.collect();
    let (median, p95) = (at(drags.clone(), 0.5), at(drags, 0.95));
    let [record, drag, memory] = names;
    rows.add(&Row::new(record, "ms", recorded).must(Target::AtMost(MUST_REACH_MS)));
    rows.add(&Row::new(drag, "ms", median).p95(p95));
    let limit = Target::AtMost(DEFAULT_LIMIT as f64 / f64::from(1 << 20));
    rows.add(&Row::new(memory, "MB", megabytes).must(limit));
}

/// Measures what remains of a run that exceeds the memory limit of the run history. Then the same for many agents.
fn bounded(rows: &mut Rows) {
    const LIMIT: usize = 64 << 20;
    let what = "recording a busy tree: 10,000 frames with a limit of 64 MB";
    if !rows.wants(what) {
        return;
    }
    let mut recording = recording_of(&trees::waiting(100, 9, 0.1));
    recording.set_limit(LIMIT);
    let mut most = 0;
    for _ in 0..FRAMES {
        recording.step(0.1);
        most = most.max(recording.bytes());
    }
    let megabytes = |bytes: usize| bytes as f64 / f64::from(1 << 20);
    let limit = Target::AtMost(megabytes(LIMIT));
    rows.add(&Row::new(what, "MB", megabytes(most)).must(limit));
}

fn recording_of(document: &Document) -> Recording {
    let compiled = compile(document, &NodeLibrary::builtin(), &GameTasks::new());
    let program = compiled.program.expect("the tree can be run");
    Recording::new(program, 1)
}

fn of_tree(rows: &mut Rows, name: &str, document: &Document, dt: f64) {
    let what = |doing: &str| format!("recording a {name} tree: {doing}");
    let names = [
        "a frame",
        "dragging to any frame",
        "a step back",
        "10,000 frames",
    ]
    .map(what);
    if !names.iter().any(|what| rows.wants(what)) {
        return;
    }
    let mut recording = recording_of(document);
    recording.set_limit(usize::MAX);
    let (recorded, ()) = seconds(|| {
        for _ in 0..FRAMES {
            recording.step(dt);
        }
    });
    let bytes = recording.bytes();
    let mut frame = 0;
    let drags: Vec<f64> = (0..1_000)
        .map(|_| {
            // Steps that visit every part of the run in a scattered order.
            frame = (frame + 6_151) % FRAMES;
            seconds(|| recording.go_to(frame)).0 * 1e3
        })
        .collect();
    recording.go_to(FRAMES);
    let back = median_of(1_000, || recording.go_to(recording.frame() - 1));
    let (median, p95) = (at(drags.clone(), 0.5), at(drags, 0.95));
    let shown = Target::AtMost(MUST_REACH_MS);
    let [record, drag, step, memory] = names;
    rows.add(&Row::new(record, "us", recorded * 1e6 / FRAMES as f64));
    rows.add(&Row::new(drag, "ms", median).p95(p95).must(shown));
    rows.add(&Row::new(step, "ms", back * 1e3).must(shown));
    rows.add(&Row::new(memory, "MB", bytes as f64 / f64::from(1 << 20)));
}
