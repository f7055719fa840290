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
use super::{FormatError, FormatErrorKind, json};
use crate::runtime::{GlobalsSnapshot, ManagerSnapshot, Snapshot, StateError, TaskState};
use crate::value::Value;
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

/// What a game saves beside its trees.
#[derive(Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "struct OwnState")]
struct OwnState {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<Value>,
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

/// Returns the text of a file with a value of the game's own, such as what its world must remember beside the trees, for
/// games that have no other format for it. `#[derive(TaskState)]` makes a type one that can be saved (feature `derive`).
///
/// ```
/// use treewright_core::format::snapshot_json;
///
/// let health = vec![100.0, 12.5];
/// let text = snapshot_json::write_state(&health);
/// assert_eq!(snapshot_json::read_state(text.as_bytes()), Ok(health));
/// assert!(snapshot_json::read_state::<Vec<bool>>(text.as_bytes()).is_err());
/// ```
pub fn write_state<T: TaskState>(state: &T) -> String {
    write_file(&OwnState {
        state: state.save(),
    })
}

/// Reads a value of the game's own.
///
/// # Errors
/// Returns what is wrong, with the position; also if the value is of another type.
pub fn read_state<T: TaskState>(bytes: &[u8]) -> Result<T, FormatError> {
    let (text, _) = checked(bytes)?;
    let OwnState { state } = saved(text)?;
    let missing = || StateError::Missing {
        path: "state".to_owned(),
    };
    let restored = state.as_ref().ok_or_else(missing).and_then(T::try_restore);
    restored.map_err(|error| {
        let why = error.message();
        FormatError::new(FormatErrorKind::OtherState { why })
    })
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
