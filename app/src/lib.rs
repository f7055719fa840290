//! The Treewright editor and command line.

#[cfg(feature = "gui")]
rust_i18n::i18n!("../assets/lang", fallback = "en");

#[cfg(feature = "gui")]
pub mod action;
#[cfg(feature = "gui")]
pub mod i18n;
#[cfg(feature = "gui")]
pub mod icons;
#[cfg(feature = "gui")]
pub mod panels;
#[cfg(feature = "gui")]
pub mod theme;
#[cfg(feature = "gui")]
pub mod workspace;
