//! The breakpoints of a project, kept beside its documents and not in them, `.treewright/breakpoints.json`:
//!
//! ```json
//! {
//!   "format": "treewright-breakpoints",
//!   "version": 1,
//!   "documents": {
//!     "guard.bt.json": [
//!       {"node": "n7", "on": "start"},
//!       {"node": "n7", "on": "end", "status": "Failure", "from_hit": 3},
//!       {"node": "n4", "on": "abort", "enabled": false},
//!       {"variable": "health", "on": "becomes", "value": 3},
//!       {"variable": "health", "on": "written", "log": "health is {health}"},
//!       {"expression": "health < 10"}
//!     ]
//!   }
//! }
//! ```
//!
//! Documents are named by their paths below the project folder, with `/` between folders.

mod read;
mod write;

use std::collections::BTreeMap;

pub use read::read;
#[cfg(feature = "schema")]
pub(super) use read::schema;
use treewright_core::model::Extra;
pub use write::write;

use crate::breakpoint::Breakpoint;

/// What `format` says in each file.
pub const FORMAT: &str = "treewright-breakpoints";

/// The version that is written, and the latest that is read.
pub const VERSION: u64 = 1;

/// The most documents that a file can name.
pub const MAX_DOCUMENTS: usize = treewright_core::limits::FIELDS;

/// The breakpoints of all documents of a project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProjectBreakpoints {
    /// By the document's path below the project folder. Reading and writing leave out documents without any.
    pub documents: BTreeMap<String, Vec<Breakpoint>>,
    /// Fields that this version does not know.
    pub extra: Extra,
}

#[cfg(test)]
mod tests;
