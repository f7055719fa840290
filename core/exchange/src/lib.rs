//! Other tools' files and drawings as text: what is read of them as documents, and what is written of documents for them. Knows documents
//! and how they are compiled, but no files and no folders: texts come in, texts go out.
//!
//! What the formats have in common stands in the folder `common`, and which there are in `common/formats.rs`.
#![deny(missing_docs)]

pub mod behaviac;
pub mod behavior3;
pub mod behavior3_original;
pub mod btcpp;
mod common;
mod dot;
mod drawn;
mod flattened;
mod foreign;
mod game_config;
mod lua;
mod markdown;
mod mermaid;
mod rust_code;
pub mod save_json;
pub mod substitution_json;
mod words;
pub mod xml;

pub use common::*;
