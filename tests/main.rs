//! The test binary for everything that involves several packages: a list of its modules.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test stops at once when a fact that it relies on does not hold"
)]

mod conformance;
mod formats;
mod gui;
mod guide;
mod hostile;
mod linked;
mod pages;
mod pictures;
mod robot;
mod tidy;
mod why;
