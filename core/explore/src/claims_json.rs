//! Files of claims, `NAME.claims.json`, beside the tree:
//!
//! ```json
//! {
//!   "format": "treewright-claims",
//!   "version": 1,
//!   "tree": "guard.bt.json",
//!   "dt": 0.1,
//!   "limits": {"frames": 200, "states": 100000, "seconds": 5.0},
//!   "inputs": {
//!     "health": "fixed",
//!     "ammo": {"changes_only_when": "running('Shoot') || running('Reload')", "values": [0, 1, 30]},
//!     "position": {"values": [{"vec2": [0, 0]}, {"vec2": [9, 9]}]}
//!   },
//!   "leaves": {
//!     "Shoot": {"results": ["Success", "Running"], "max_frames": 30},
//!     "Patrol": "stand_in"
//!   },
//!   "assumptions": [
//!     "ammo <= last.ammo || succeeded('Reload')"
//!   ],
//!   "claims": [
//!     {"name": "Never shoots while it reloads", "never": "running('Shoot') && running('Reload')"},
//!     {"name": "Reacts at once", "within": {"frames": 3, "after": "sees_enemy", "then": "running('Attack')"}}
//!   ]
//! }
//! ```
//!
//! Nodes are named by id, or by a name that only one node has. An unknown field is an error: a claim with a misspelled field would
//! always hold.

mod places;
mod read;
mod shapes;
mod write;

pub use places::place_of;
pub use read::{ClaimsFault, read};
pub use write::write;

/// The value of `format` in each file.
pub const FORMAT: &str = "treewright-claims";

/// The version that is written, and the latest that can be read.
pub const VERSION: u64 = 1;

/// How files of claims end, after the name of their tree.
pub const ENDING: &str = ".claims.json";

/// Returns the JSON schema of these files, for text editors.
#[cfg(feature = "schema")]
pub(super) fn schema() -> serde_json::Value {
    treewright_core::format::schema::of::<shapes::File>("claims")
}

#[cfg(test)]
mod tests;
