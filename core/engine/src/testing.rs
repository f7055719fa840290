//! How many random cases a law tries. Knows nothing of what they are.

use std::ops::{Add, Div, Mul};

/// Of so many cases, or of what so many should show at least, what is tried now: as much in a hundred as `TREEWRIGHT_CASES` says. It is a
/// fifth where that says nothing, since whoever changes something waits for it; all of them are tried by `.ci/run`.
pub fn cases<N>(all: N) -> N
where
    N: Add<Output = N> + Div<Output = N> + From<u16> + Mul<Output = N>,
{
    let told = std::env::var("TREEWRIGHT_CASES").ok();
    let percent = told.and_then(|text| text.parse().ok()).unwrap_or(20_u16);
    (all * percent.into() + 99.into()) / 100.into()
}
