//! Files: texts to documents and back. A reader gives the document with what is wrong in it, and fails only for what is no
//! document at all; a writer is deterministic.
//!
//! **Invariant:** in this crate, serde and JSON are named only here. No file is opened here: texts come in, texts go out.

pub mod behaviac;
pub mod behavior3;
pub mod behavior3_original;
pub mod breakpoints_json;
pub mod btcpp;
mod checked;
mod content;
mod distinct;
mod dot;
mod drawn;
mod error;
pub mod exchange;
mod flattened;
mod foreign;
mod game_config;
mod json_text;
mod json_writer;
mod literal;
mod lua;
mod markdown;
mod mermaid;
pub mod native;
pub mod recording_json;
mod rust_code;
pub mod save_json;
pub mod scenario_json;
#[cfg(feature = "schema")]
pub mod schema;
mod shape;
pub mod snapshot_json;
mod stand_in_json;
pub mod substitution_json;
pub mod tasks_json;
mod words;
pub mod xml;

pub use content::FileContent;
pub use error::{FormatError, FormatErrorKind, WriteError};
