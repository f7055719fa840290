//! File formats: reading texts into documents and writing them.
//!
//! A reader returns the document together with its problems; it fails only if the text is no document at all. A
//! writer is deterministic: the same document gives the same text.
//!
//! **Invariant:** in this crate, JSON appears only in this module. Plain data that is stored unchanged, such as
//! [`crate::runtime::Snapshot`], derives serde where it is defined. No file is opened here: functions take and return
//! texts.

pub mod compact;
mod content;
pub mod error;
pub mod native;
#[cfg(feature = "schema")]
pub mod schema;
pub mod snapshot_json;
#[allow(missing_docs, dead_code, unused)]
pub mod tasks_json;

// Helpers for JSON, for the crates of this program that have file formats of their own. Games need none of them.
#[doc(hidden)]
pub mod checked;
#[doc(hidden)]
pub mod distinct;
#[doc(hidden)]
pub mod field_error;
#[doc(hidden)]
pub mod json;
#[doc(hidden)]
pub mod json_text;
#[doc(hidden)]
pub mod json_writer;
#[doc(hidden)]
pub mod literal;
#[doc(hidden)]
pub mod shape;
#[doc(hidden)]
pub mod stand_in_json;

pub use content::FileContent;
pub use error::{FormatError, FormatErrorKind, WriteError};
