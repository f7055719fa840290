//! Thread CPU time and medians. Knows nothing of trees.

use std::hint::black_box;

use cpu_time::ThreadTime;

pub const REPETITIONS: usize = 33;

/// How much time one repetition takes at least, so that reading the clock does not count.
const REPETITION_SECONDS: f64 = 0.001;

pub fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The seconds that this takes.
pub fn seconds<R>(work: impl FnOnce() -> R) -> (f64, R) {
    let start = ThreadTime::now();
    let result = black_box(work());
    (start.elapsed().as_secs_f64(), result)
}

/// The median seconds of one call, called often enough in each repetition to be seen by the clock.
pub fn per_call<R>(mut call: impl FnMut() -> R) -> f64 {
    let mut calls = 1_u32;
    let mut run = |calls: u32| {
        let (time, ()) = seconds(|| {
            for _ in 0..calls {
                black_box(call());
            }
        });
        time
    };
    while run(calls) < REPETITION_SECONDS {
        calls *= 2;
    }
    median(
        (0..REPETITIONS)
            .map(|_| run(calls) / f64::from(calls))
            .collect(),
    )
}
