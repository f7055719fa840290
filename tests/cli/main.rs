//! Tests of the built program: its output and exit codes.
#![allow(
    clippy::unwrap_used,
    reason = "a test stops at once when a fact that it relies on does not hold"
)]

mod bad_disks;
mod bounded;
mod broken_saves;
mod check;
#[cfg(feature = "gui")]
mod desktop;
mod examples;
mod exchange;
mod explore;
mod explored_imports;
mod files;
mod fmt;
mod foreign_versions;
mod git;
mod harness;
mod hostile;
mod imported_together;
mod languages;
mod left_out;
mod live;
mod locales;
mod nodes;
mod outputs;
#[cfg(feature = "gui")]
mod pages;
// A build for users does not panic on purpose.
#[cfg(all(feature = "panic-on-purpose", debug_assertions))]
mod panicking;
mod recordings;
#[cfg(unix)]
mod references;
mod renames;
#[cfg(feature = "gui")]
mod render;
mod rights;
mod robots;
mod run;
mod scenarios;
mod size;
mod start;
mod subtrees;
mod terminal;
mod test_reports;
mod transferred;
mod unreadable;
mod versions;
