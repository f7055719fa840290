//! Scenario files, `NAME.scenario.json`:
//!
//! ```json
//! {
//!   "format": "treewright-scenario",
//!   "version": 1,
//!   "name": "An intruder is chased",
//!   "tree": "guard.bt.json",
//!   "dt": 0.5,
//!   "frames": 8,
//!   "leaves": {
//!     "Chase": {"frames": {"1": "Running", "6": "Success"}},
//!     "Patrol": {"updates": "RRS"}
//!   },
//!   "steps": [
//!     {
//!       "frame": 3,
//!       "set": {"sees_intruder": true},
//!       "expect": {
//!         "ended": {"Patrol": "Interrupted"},
//!         "running": ["Chase"],
//!         "aborts": [{"conditional": "Sees intruder?"}]
//!       }
//!     },
//!     {
//!       "frame": 7,
//!       "force": {"Chase": "Failure"},
//!       "interrupt": [{"key": "door", "result": "Success"}]
//!     }
//!   ],
//!   "no_aborts": [{"from": 4, "to": 8}]
//! }
//! ```
//!
//! Nodes are named by id, or by a name that only one node has. A field that is not known is an error: a test whose expectation is
//! misspelt would pass for ever.

mod read;
mod revise;
mod shapes;
mod write;

pub use read::{ScenarioFault, read};
pub use revise::revise;
pub use write::{write, write_fact};

pub use crate::scenario::MAX_FRAMES;

/// What `format` says in each file.
pub const FORMAT: &str = "treewright-scenario";

/// The version that is written, and the latest that is read.
pub const VERSION: u64 = 1;

/// The most seconds of game time that a frame can last.
pub const MAX_DT: f64 = 1e6;

/// What a text editor is told of these files.
#[cfg(feature = "schema")]
pub(super) fn schema() -> serde_json::Value {
    treewright_core::format::schema::of::<shapes::File>("scenario")
}

#[cfg(test)]
mod tests;
