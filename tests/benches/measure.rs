//! Thread CPU time, medians, and alternating between engines. Knows nothing of trees.
//!
//! Allocations are counted only on request, so that counting does not slow down engines that allocate.

use std::hint::black_box;

use cpu_time::ThreadTime;

pub const REPETITIONS: usize = 33;

/// The minimum duration of one repetition, so that reading the clock is negligible.
const REPETITION_SECONDS: f64 = 0.001;

/// Returns the quantile `part` of the samples: 0.5 is the median.
pub fn at(mut samples: Vec<f64>, part: f64) -> f64 {
    samples.sort_by(f64::total_cmp);
    let place = (samples.len().saturating_sub(1) as f64 * part).round() as usize;
    samples.get(place).copied().unwrap_or(f64::NAN)
}

pub fn median(samples: Vec<f64>) -> f64 {
    at(samples, 0.5)
}

/// Returns the CPU seconds of `work`, and its result.
pub fn seconds<R>(work: impl FnOnce() -> R) -> (f64, R) {
    let mut taken = None;
    allocation_counter::opt_out(|| {
        let start = ThreadTime::now();
        let result = black_box(work());
        taken = Some((start.elapsed().as_secs_f64(), result));
    });
    match taken {
        Some(taken) => taken,
        None => unreachable!("the measurement exists"),
    }
}

/// Returns the median seconds of `times` calls.
pub fn median_of<R>(times: usize, mut work: impl FnMut() -> R) -> f64 {
    median((0..times).map(|_| seconds(&mut work).0).collect())
}

/// A call that can be repeated any number of times; returns the seconds of one call.
pub type Repetition<'a> = Box<dyn FnMut() -> f64 + 'a>;

/// Repeats `call` often enough per measurement for the resolution of the clock.
pub fn repetition<'a, R>(mut call: impl FnMut() -> R + 'a) -> Repetition<'a> {
    let mut run = move |calls: u32| {
        let (time, ()) = seconds(|| {
            for _ in 0..calls {
                black_box(call());
            }
        });
        time
    };
    let mut calls = 1_u32;
    while run(calls) < REPETITION_SECONDS {
        calls *= 2;
    }
    Box::new(move || run(calls) / f64::from(calls))
}

/// Returns the median seconds of one call.
pub fn per_call<R>(call: impl FnMut() -> R) -> f64 {
    let mut repetition = repetition(call);
    median((0..REPETITIONS).map(|_| repetition()).collect())
}

/// Returns the median of each. The repetitions alternate, so that other load on the machine affects all of them alike.
pub fn in_turn(all: &mut [Repetition<'_>]) -> Vec<f64> {
    let mut samples = vec![Vec::with_capacity(REPETITIONS); all.len()];
    for _ in 0..REPETITIONS {
        for (samples, repetition) in samples.iter_mut().zip(all.iter_mut()) {
            samples.push(repetition());
        }
    }
    samples.into_iter().map(median).collect()
}
