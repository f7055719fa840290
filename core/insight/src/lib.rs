//! Analysis of runs: what happened in each frame, why, where to break, and tests of trees without their game. Knows how trees run
//! ([`treewright_core`]), but not how they are edited, and no window. Works on texts; opens no files.
//!
//! - [`history`]: what a run did, by node and by variable. [`recording`]: a run that can go back in time; [`recording_json`]: its
//!   file.
//! - [`live`]: what an agent did in its game, as a recording.
//! - [`told_past`]: a run that is known only by its events, such as that of a robot.
//! - [`why`](mod@why): why a node ended or does not run.
//! - [`interrupters`]: what can interrupt a node. [`what_it_takes`]: the changes of inputs that let a node run.
//! - [`occurrence`]: the frames in which something happened.
//! - [`breakpoint`]: where a run breaks; [`breakpoints_json`]: their file.
//! - [`scenario`]: tests of a tree without its game; [`scenario_json`]: their files.
#![deny(missing_docs)]

pub mod breakpoint;
pub mod breakpoints_json;
#[doc(hidden)]
pub mod file_header;
pub mod history;
pub mod interrupters;
pub mod live;
pub mod occurrence;
pub mod recording;
pub mod recording_json;
pub mod scenario;
pub mod scenario_json;
#[cfg(feature = "schema")]
pub mod schema;
pub mod told_past;
pub mod what_it_takes;
pub mod why;

/// Compiles and runs the code blocks of pages for games as doc-tests of this crate: it knows everything that they use.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding.md")]
pub struct Embedding;
