//! The number of random cases that property tests try. Knows nothing about the cases.

use std::ops::{Add, Div, Mul};

/// Scales a number of cases to the percentage in the environment variable `TREEWRIGHT_CASES`, rounded up. Without it to
/// 20 %, so that local test runs are quick. A test that counts what its cases contain must not scale them: few cases
/// contain too little.
pub fn cases<N>(all: N) -> N
where
    N: Add<Output = N> + Div<Output = N> + From<u16> + Mul<Output = N>,
{
    let told = std::env::var("TREEWRIGHT_CASES").ok();
    let percent = told.and_then(|text| text.parse().ok()).unwrap_or(20_u16);
    (all * percent.into() + 99.into()) / 100.into()
}
