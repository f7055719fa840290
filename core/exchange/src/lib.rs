//! Other tools' files and drawings as text: reads them as documents, and writes documents for them. Knows documents and
//! how they are compiled, but no files and no folders: all input and output is text.
//!
//! The folder `common` contains what formats build on, `formats.rs` the list of formats.
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
mod web_page;
mod words;
pub mod xml;

pub use common::*;
pub use foreign::ForeignFault;
pub use formats::*;
