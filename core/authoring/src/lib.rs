//! Authoring of trees: edits with undo, validation and fixes, layout, search and replace, and differences between versions. Knows
//! how documents are built and compiled ([`treewright_core`]), but no files, no runs and no window.
//!
//! - [`edit`]: all changes to a document, with undo. [`validate`]: problems and their fixes.
//! - [`explain`]: how a node type reacts to each result of a child. [`layout`]: positions of cards. [`search`]: finding and
//!   replacing.
//! - [`diff`], [`merge`](mod@merge): comparing two documents, and combining two versions.
#![deny(missing_docs)]

pub mod diff;
pub mod edit;
pub mod explain;
pub mod layout;
pub mod merge;
pub mod search;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod validate;
