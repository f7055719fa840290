//! What a frame of the editor costs in CPU time: laying out and tessellating 1600x900 points, without a GPU. Prints a table with the
//! median and the 95th percentile of each situation beside what it must reach. An argument picks the situations whose names hold it.

#![allow(
    clippy::expect_used,
    reason = "a benchmark stops when it cannot set up what it measures"
)]

mod app_frames;
mod canvas_frames;
mod trees;

use app_frames::{AppFrames, AppSituation};
use canvas_frames::{Frames, Situation};

/// Frames that are not counted: fonts are rasterised and memory is laid out in them.
const WARM_UP: usize = 40;
const MEASURED: usize = 200;

fn main() {
    head("canvas alone");
    for situation in Situation::ALL.into_iter().filter(|s| is_wanted(s.name())) {
        let mut frames = Frames::of(situation);
        row(situation.name(), situation.target_ms(), || frames.next());
    }
    head("whole editor");
    for situation in AppSituation::ALL
        .into_iter()
        .filter(|s| is_wanted(s.name()))
    {
        let mut frames = AppFrames::of(situation);
        let target = Some(situation.target_ms());
        row(situation.name(), target, || frames.next());
    }
}

fn head(what: &str) {
    let title = format!("{what}, CPU ms a frame");
    println!(
        "{title:<40} {:>7} {:>7} {:>10}",
        "median", "p95", "must reach"
    );
}

/// Whether the command line asks for a situation, or for none in particular.
fn is_wanted(name: &str) -> bool {
    let mut asked = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let first = asked.next();
    first.is_none_or(|first| name.contains(&first) || asked.any(|a| name.contains(&a)))
}

fn row(name: &str, target: Option<f64>, mut frame: impl FnMut() -> f64) {
    for _ in 0..WARM_UP {
        frame();
    }
    let mut times: Vec<f64> = (0..MEASURED).map(|_| frame()).collect();
    times.sort_by(f64::total_cmp);
    let (median, p95) = (times[MEASURED / 2], times[MEASURED * 95 / 100]);
    let target = target.map_or_else(|| "-".to_owned(), |ms| format!("{ms:.1}"));
    println!("{name:<40} {median:>7.2} {p95:>7.2} {target:>10}");
}
