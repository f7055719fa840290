//! Test support for edits: a desk (a document with its history), random commands, and invariants.
#![allow(clippy::unwrap_used, reason = "only tests and fuzzing use it")]
#![cfg_attr(
    not(test),
    allow(
        dead_code,
        unused_imports,
        reason = "tests use more of it than fuzzing"
    )
)]

#[cfg_attr(
    not(test),
    allow(
        dead_code,
        reason = "tests of single commands draw and compare pictures, too"
    )
)]
pub(crate) mod desk;
pub(crate) mod dice;
pub(crate) mod laws;
