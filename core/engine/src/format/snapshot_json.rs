//! Snapshots as JSON on one line, which a game can store in its saved games. Made for machines: nodes are identified by
//! their positions in a list of those that have any state, with their ids, so that a run can be restored after its tree
//! was changed. In a manager's file, trees of the same program share one list. Whether a snapshot fits a program is
//! checked when it is restored, not when it is read.
//!
//! Files of version 1, which list no nodes, can be read: they can be restored only in the program that was saved.
//!
//! ```
//! use treewright_core::format::snapshot_json;
//! use treewright_core::runtime::ManagerSnapshot;
//!
//! let saved = ManagerSnapshot::default();
//! let text = snapshot_json::write_manager(&saved);
//! assert_eq!(snapshot_json::read_manager(text.as_bytes()).unwrap(), saved);
//! ```

mod manager;
mod values;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::json_text::{decode, parse, read_head};
use super::{FormatError, json};
use crate::runtime::{GlobalsSnapshot, ManagerSnapshot, Snapshot};
use manager::{SavedManager, SavedManager1};
#[doc(hidden)]
pub use values::Value as ExactValue;

/// The value of the field `format` in each file.
pub const FORMAT: &str = "treewright-snapshot";

/// The version that is written, and the latest that can be read. Version 1 has times in seconds.
pub const VERSION: u64 = 2;

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
    write_file(&snapshot.shortened())
}

/// Reads the state of a tree.
///
/// # Errors
/// Returns what is wrong, with the position.
pub fn read(bytes: &[u8]) -> Result<Snapshot, FormatError> {
    let (text, _) = checked(bytes)?;
    saved(text)
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
    let (text, _) = checked(bytes)?;
    saved(text)
}

/// Returns the text of a file with the state of a manager and all its trees.
pub fn write_manager(snapshot: &ManagerSnapshot) -> String {
    write_file(&SavedManager::of(snapshot))
}

/// Reads the state of a manager with all its trees.
///
/// # Errors
/// Returns what is wrong, with the position.
pub fn read_manager(bytes: &[u8]) -> Result<ManagerSnapshot, FormatError> {
    let (text, version) = checked(bytes)?;
    if version == 1 {
        return saved::<SavedManager1>(text).map(ManagerSnapshot::from);
    }
    saved::<SavedManager>(text).map(ManagerSnapshot::from)
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

/// Checks the head of a file. Returns its text and its version.
fn checked(bytes: &[u8]) -> Result<(&str, u64), FormatError> {
    let text = decode(bytes)?;
    let version = read_head(text, FORMAT, VERSION)?;
    Ok((text, version))
}

fn saved<T: DeserializeOwned>(text: &str) -> Result<T, FormatError> {
    let file: File<T> = parse(text)?;
    debug_assert!(file.version <= VERSION);
    Ok(file.saved)
}

#[cfg(test)]
mod tests;
