//! Making trees: every change of a document with undo, what is wrong in it and how to mend it, where cards lie, finding and replacing, and
//! what changed between versions. Knows how documents are built and compiled ([`treewright_core`]), but no files, no runs and no window.
//!
//! - [`edit`]: every change of a document, with undo. [`validate`]: what is wrong, and how to mend it.
//! - [`explain`]: what a kind does after each result of a child. [`layout`]: where cards lie. [`search`]: finding and replacing.
//! - [`diff`], [`merge`](mod@merge): what changed between two documents, and two changed versions made one.
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
