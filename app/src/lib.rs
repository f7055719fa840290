//! The Treewright editor and command line.

#[cfg(feature = "gui")]
pub mod action;
#[cfg(feature = "gui")]
pub mod workspace;
