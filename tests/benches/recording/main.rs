//! What going back in a run costs: 10,000 frames of a tree of 1,001 nodes in which a hundred branches move in every frame, of one that fails and starts again, and of a calm one.
//! Prints CPU time for recording a frame, for showing a frame that is dragged to, for one step back, and how much memory the past takes.

#![allow(
    clippy::expect_used,
    reason = "a benchmark stops when it cannot set up what it measures"
)]

#[path = "../editor/trees.rs"]
mod trees;

use cpu_time::ThreadTime;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::recording::Recording;

const FRAMES: u64 = 10_000;

/// One of the window, at sixty a second.
const MUST_REACH_MS: f64 = 16.7;

fn main() {
    println!(
        "{:<16} {:>12} {:>14} {:>10} {:>10} {:>14} {:>10}",
        "tree", "record us", "drag ms med", "p95", "max", "step back ms", "MB"
    );
    row("busy", &trees::waiting(100, 9), 0.1);
    row("starting over", &trees::stacked(100, 9), 0.1);
    row("calm", &trees::waiting(100, 9), 0.001);
    println!("must reach: {MUST_REACH_MS} ms for each frame that is shown");
}

fn row(name: &str, document: &Document, dt: f64) {
    let compiled = compile(document, &NodeLibrary::builtin(), &GameTasks::new());
    let program = compiled.program.expect("the tree can be run");
    let mut recording = Recording::new(program, 1);
    recording.set_limit(usize::MAX);
    let recorded = ms(|| {
        for _ in 0..FRAMES {
            recording.step(dt);
        }
    });
    let bytes = recording.bytes();
    let mut frame = 0;
    let mut drags = times(1_000, || {
        // Steps that reach every part of the run in no order.
        frame = (frame + 6_151) % FRAMES;
        recording.go_to(frame);
    });
    recording.go_to(FRAMES);
    let mut back = times(1_000, || recording.go_to(recording.frame() - 1));
    let (drag_p95, drag_max) = (at(&mut drags, 0.95), at(&mut drags, 1.0));
    println!(
        "{name:<16} {:>12.2} {:>14.3} {drag_p95:>10.3} {drag_max:>10.3} {:>14.3} {:>10.1}",
        recorded * 1000.0 / FRAMES as f64,
        at(&mut drags, 0.5),
        at(&mut back, 0.5),
        bytes as f64 / f64::from(1 << 20),
    );
}

fn ms(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64() * 1000.0
}

fn times(count: usize, mut work: impl FnMut()) -> Vec<f64> {
    (0..count).map(|_| ms(&mut work)).collect()
}

fn at(times: &mut [f64], part: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times[((times.len() - 1) as f64 * part) as usize]
}
