//! Snapshots as JSON: one line a tree, for a game to keep with its saved state. Made for machines: nodes are named by their places, and whether
//! a snapshot fits a program is found out when it is restored, not when it is read.
//!
//! ```
//! use treewright_core::format::snapshot_json;
//! use treewright_core::runtime::ManagerSnapshot;
//!
//! let saved = ManagerSnapshot::default();
//! let text = snapshot_json::write_manager(&saved);
//! assert_eq!(snapshot_json::read_manager(text.as_bytes()).unwrap(), saved);
//! ```

mod values;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::FormatError;
use super::json_text::{decode, headed};
use crate::runtime::{GlobalsSnapshot, ManagerSnapshot, Snapshot};
#[doc(hidden)]
pub use values::Value as ExactValue;

/// What `format` says in each file.
pub const FORMAT: &str = "treewright-snapshot";

/// The version that is written, and the latest that is read.
pub const VERSION: u64 = 1;

/// A file: its head, and one of what can be saved.
#[derive(Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File<T> {
    format: String,
    version: u64,
    saved: T,
}

/// The text of a file that holds a tree.
pub fn write(snapshot: &Snapshot) -> String {
    write_file(snapshot)
}

/// Reads a tree.
///
/// # Errors
/// Says what is wrong and where.
pub fn read(bytes: &[u8]) -> Result<Snapshot, FormatError> {
    read_file(bytes)
}

/// The text of a file that holds shared variables.
pub fn write_globals(snapshot: &GlobalsSnapshot) -> String {
    write_file(snapshot)
}

/// Reads shared variables.
///
/// # Errors
/// Says what is wrong and where.
pub fn read_globals(bytes: &[u8]) -> Result<GlobalsSnapshot, FormatError> {
    read_file(bytes)
}

/// The text of a file that holds a manager with all its trees.
pub fn write_manager(snapshot: &ManagerSnapshot) -> String {
    write_file(snapshot)
}

/// Reads a manager with all its trees.
///
/// # Errors
/// Says what is wrong and where.
pub fn read_manager(bytes: &[u8]) -> Result<ManagerSnapshot, FormatError> {
    read_file(bytes)
}

fn write_file<T: Serialize>(saved: &T) -> String {
    let file = File {
        format: FORMAT.into(),
        version: VERSION,
        saved,
    };
    // Texts, whole numbers and floats as texts can always be written.
    serde_json::to_string(&file).unwrap_or_default()
}

fn read_file<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FormatError> {
    let text = decode(bytes)?;
    let file: File<T> = headed(text, FORMAT, VERSION)?;
    debug_assert!(file.version <= VERSION);
    Ok(file.saved)
}

#[cfg(test)]
mod tests;
