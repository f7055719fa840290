//! Other tools' files and drawings as text: what is read of them as documents, and what is written of documents for them. Knows documents
//! and how they are compiled, but no files and no folders: texts come in, texts go out.
//!
//! What formats build on stands in the folder `common`, and which there are in `formats.rs`.
#![deny(missing_docs)]

mod behaviac;
pub mod behavior3;
mod behavior3_original;
mod btcpp;
mod common;
mod dot;
mod drawn;
mod flattened;
mod foreign;
mod formats;
mod game_config;
mod lua;
mod markdown;
mod mermaid;
mod rust_code;
pub mod save_json;
pub mod substitution_json;
#[cfg(test)]
mod testing;
mod words;
pub mod xml;

pub use common::*;
pub use foreign::ForeignFault;
pub use formats::*;
