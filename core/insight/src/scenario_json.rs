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
//! Nodes are named by id, or by a name that only one node has. An unknown field is an error: a test with a misspelled expectation
//! would always pass.

mod read;
mod revise;
mod shapes;
mod write;

pub use read::{ScenarioFault, read};
pub use revise::revise;
pub use write::{write, write_fact};

pub use crate::scenario::MAX_FRAMES;

/// The value of `format` in each file.
pub const FORMAT: &str = "treewright-scenario";

/// The version that is written, and the latest that can be read.
pub const VERSION: u64 = 1;

/// The maximum duration of a frame in seconds of game time.
pub const MAX_DT: f64 = 1e6;

/// Returns the JSON schema of these files, for text editors.
#[cfg(feature = "schema")]
pub(super) fn schema() -> serde_json::Value {
    treewright_core::format::schema::of::<shapes::File>("scenario")
}

#[cfg(test)]
mod tests;
