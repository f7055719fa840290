//! Test support for edits: a test editor (a document with its history), random commands, and invariants.
#![allow(clippy::unwrap_used, reason = "only tests and fuzzing use it")]
#![cfg_attr(
    not(test),
    allow(
        dead_code,
        unused_imports,
        reason = "tests use more of it than fuzzing"
    )
)]

pub(crate) mod dice;
#[cfg_attr(
    not(test),
    allow(dead_code, reason = "only tests of single commands compare drawings")
)]
pub(crate) mod editor;
pub(crate) mod laws;
