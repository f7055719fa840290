//! Snapshots as JSON: one line per tree, which a game can store in its saved games. Made for machines: nodes are
//! identified by index. Whether a snapshot fits a program is checked when it is restored, not when it is read.
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
use super::json;
use super::json_text::{decode, read_headed};
use crate::runtime::{GlobalsSnapshot, ManagerSnapshot, Snapshot};
#[doc(hidden)]
pub use values::Value as ExactValue;

/// The value of the field `format` in each file.
pub const FORMAT: &str = "treewright-snapshot";

/// The version that is written, and the latest that can be read.
pub const VERSION: u64 = 1;

/// A file: its head, followed by the fields of what it stores.
#[derive(Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File<T> {
    format: String,
    version: u64,
    saved: T,
}

/// Returns the text of a file with the state of a tree.
pub fn write(snapshot: &Snapshot) -> String {
    write_file(snapshot)
}

/// Reads the state of a tree.
///
/// # Errors
/// Returns what is wrong, with the position.
pub fn read(bytes: &[u8]) -> Result<Snapshot, FormatError> {
    read_file(bytes)
}

/// Returns the text of a file with the values of global variables.
pub fn write_globals(snapshot: &GlobalsSnapshot) -> String {
    write_file(snapshot)
}

/// Reads the values of global variables.
///
/// # Errors
/// Returns what is wrong, with the position.
pub fn read_globals(bytes: &[u8]) -> Result<GlobalsSnapshot, FormatError> {
    read_file(bytes)
}

/// Returns the text of a file with the state of a manager and all its trees.
pub fn write_manager(snapshot: &ManagerSnapshot) -> String {
    write_file(snapshot)
}

/// Reads the state of a manager with all its trees.
///
/// # Errors
/// Returns what is wrong, with the position.
pub fn read_manager(bytes: &[u8]) -> Result<ManagerSnapshot, FormatError> {
    read_file(bytes)
}

fn write_file<T: Serialize>(saved: &T) -> String {
    let file = File {
        format: FORMAT.into(),
        version: VERSION,
        saved,
    };
    // Serializing texts, whole numbers and floats as text cannot fail.
    json::to_string(&file).unwrap_or_default()
}

fn read_file<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FormatError> {
    let text = decode(bytes)?;
    let file: File<T> = read_headed(text, FORMAT, VERSION)?;
    debug_assert!(file.version <= VERSION);
    Ok(file.saved)
}

#[cfg(test)]
mod tests;
