//! Looking into runs: what happened in each frame, why, where to stop, and tests of a tree without its game. Knows how trees run
//! ([`treewright_core`]), but nothing of how they are edited, and no window. Texts come in and go out; no file is opened here.
//!
//! - [`history`]: what a run did, by node and by variable. [`recording`]: a run that can be gone back in; [`recording_json`]: its file.
//! - [`why`](mod@why): why a node ended or does not run.
//! - [`breakpoint`]: where a run is to stop; [`breakpoints_json`]: their file.
//! - [`scenario`]: tests of a tree without its game; [`scenario_json`]: their files.
#![deny(missing_docs)]

pub mod breakpoint;
pub mod breakpoints_json;
mod headed;
pub mod history;
pub mod recording;
pub mod recording_json;
pub mod scenario;
pub mod scenario_json;
#[cfg(feature = "schema")]
pub mod schema;
pub mod why;
