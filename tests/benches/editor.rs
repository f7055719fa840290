//! CPU time of one frame of the editor: layout and tessellation of 1600x900 points, without a GPU. Reports the median and the 95th percentile.

mod app_frames;
mod canvas_frames;

use crate::measure::at;
use crate::parts::Rows;
use crate::report::{Row, Target};
use app_frames::{AppFrames, AppSituation};
use canvas_frames::{Frames, Situation};

/// Uncounted first frames, which rasterize fonts and allocate memory.
const WARM_UP: usize = 40;
const MEASURED: usize = 200;

pub fn measure(rows: &mut Rows) {
    for situation in Situation::ALL {
        let what = format!("canvas alone: {}", situation.name());
        if rows.wants(&what) {
            let mut frames = Frames::of(situation);
            frame(rows, what, situation.target_ms(), || frames.next());
        }
    }
    for situation in AppSituation::ALL {
        let what = format!("whole editor: {}", situation.name());
        if rows.wants(&what) {
            let mut frames = AppFrames::of(situation);
            let target = Some(situation.target_ms());
            frame(rows, what, target, || frames.next());
        }
    }
}

fn frame(rows: &mut Rows, what: String, target: Option<f64>, mut frame: impl FnMut() -> f64) {
    for _ in 0..WARM_UP {
        frame();
    }
    let times: Vec<f64> = (0..MEASURED).map(|_| frame()).collect();
    let row = Row::new(what, "ms a frame", at(times.clone(), 0.5)).p95(at(times, 0.95));
    rows.add(&match target {
        Some(target) => row.must(Target::AtMost(target)),
        None => row,
    });
}
