//! Thread CPU time, medians, and engines in turn. Knows nothing of trees.
//!
//! Allocations are counted only where that is asked for, so that an engine which allocates does not pay for it.

use std::hint::black_box;

use cpu_time::ThreadTime;

pub const REPETITIONS: usize = 33;

/// How much time one repetition takes at least, so that reading the clock does not count.
const REPETITION_SECONDS: f64 = 0.001;

/// The sample at this part of all samples: 0.5 is the median.
pub fn at(mut samples: Vec<f64>, part: f64) -> f64 {
    samples.sort_by(f64::total_cmp);
    let place = (samples.len().saturating_sub(1) as f64 * part).round() as usize;
    samples.get(place).copied().unwrap_or(f64::NAN)
}

pub fn median(samples: Vec<f64>) -> f64 {
    at(samples, 0.5)
}

/// The seconds of CPU that this takes.
pub fn seconds<R>(work: impl FnOnce() -> R) -> (f64, R) {
    let mut taken = None;
    allocation_counter::opt_out(|| {
        let start = ThreadTime::now();
        let result = black_box(work());
        taken = Some((start.elapsed().as_secs_f64(), result));
    });
    match taken {
        Some(taken) => taken,
        None => unreachable!("it was just done"),
    }
}

/// The median seconds of doing this so many times.
pub fn median_of<R>(times: usize, mut work: impl FnMut() -> R) -> f64 {
    median((0..times).map(|_| seconds(&mut work).0).collect())
}

/// Something that can be repeated as often as one likes; gives the seconds of one call.
pub type Repetition<'a> = Box<dyn FnMut() -> f64 + 'a>;

/// Calls this as often in a row as the clock needs to see it.
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

/// The median seconds of one call.
pub fn per_call<R>(call: impl FnMut() -> R) -> f64 {
    let mut repetition = repetition(call);
    median((0..REPETITIONS).map(|_| repetition()).collect())
}

/// The median of each. They take turns, so that what else the machine does in the meantime falls on all of them alike.
pub fn in_turn(all: &mut [Repetition<'_>]) -> Vec<f64> {
    let mut samples = vec![Vec::with_capacity(REPETITIONS); all.len()];
    for _ in 0..REPETITIONS {
        for (samples, repetition) in samples.iter_mut().zip(all.iter_mut()) {
            samples.push(repetition());
        }
    }
    samples.into_iter().map(median).collect()
}
