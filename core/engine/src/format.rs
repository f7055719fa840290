//! Files: texts to documents and back. A reader gives the document with what is wrong in it, and fails only for what is no
//! document at all; a writer is deterministic.
//!
//! **Invariant:** in this crate, JSON is named only here. Plain data that files hold as it is derives serde where it is
//! (as [`crate::runtime::Snapshot`]). No file is opened here: texts come in, texts go out.

mod content;
pub mod error;
pub mod native;
#[cfg(feature = "schema")]
pub mod schema;
pub mod snapshot_json;
#[allow(missing_docs, dead_code, unused)]
pub mod tasks_json;

// How JSON is read and written, for the crates of this program that have files of their own; games need none of it.
#[doc(hidden)]
pub mod checked;
#[doc(hidden)]
pub mod distinct;
#[doc(hidden)]
pub mod field_error;
#[doc(hidden)]
pub mod json_errors;
mod json_syntax;
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
