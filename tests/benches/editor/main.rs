//! What a frame of the editor costs in CPU time: laying out and tessellating, without a GPU. Prints a table with the
//! median and the 95th percentile of each situation beside what it must reach.

mod canvas_frames;
mod trees;

use canvas_frames::{Frames, Situation};

/// Frames that are not counted: fonts are rasterised and memory is laid out in them.
const WARM_UP: usize = 40;
const MEASURED: usize = 200;

fn main() {
    println!("CPU ms a frame, canvas alone, 1600x900    median    p95    must reach");
    for situation in Situation::ALL {
        let mut frames = Frames::of(situation);
        for _ in 0..WARM_UP {
            frames.next();
        }
        let mut times: Vec<f64> = (0..MEASURED).map(|_| frames.next()).collect();
        times.sort_by(f64::total_cmp);
        let (median, p95) = (times[MEASURED / 2], times[MEASURED * 95 / 100]);
        let target = situation
            .target_ms()
            .map_or_else(|| "-".to_owned(), |ms| format!("{ms:.1}"));
        println!(
            "{:<40} {median:>7.2} {p95:>7.2} {target:>10}",
            situation.name()
        );
    }
}
