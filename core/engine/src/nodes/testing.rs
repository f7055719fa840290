//! Helpers for tests of node types and of the executor: small trees in a compact notation, and random ones.
#![allow(clippy::unwrap_used, reason = "only tests and fuzzing use it")]
#![cfg_attr(
    not(test),
    allow(
        dead_code,
        unused_imports,
        reason = "tests use more of it than fuzzing"
    )
)]

pub mod random;
#[cfg(test)]
mod tree;

#[cfg(test)]
pub(crate) use tree::*;
