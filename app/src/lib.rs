//! The Treewright editor and command line.

rust_i18n::i18n!("../assets/lang", fallback = "en");

pub mod cli;
pub mod file_names;
pub mod host;
pub mod i18n;
pub mod node_help;

#[cfg(feature = "gui")]
pub mod action;
#[cfg(feature = "gui")]
pub mod app;
#[cfg(feature = "gui")]
pub mod command_table;
#[cfg(feature = "gui")]
mod dispatch;
#[cfg(feature = "gui")]
pub mod docking;
#[cfg(feature = "gui")]
pub mod examples;
#[cfg(feature = "gui")]
pub mod icons;
#[cfg(feature = "gui")]
mod key_order;
#[cfg(feature = "gui")]
pub mod keymap;
#[cfg(feature = "gui")]
pub mod node_search;
#[cfg(feature = "gui")]
pub mod notice;
#[cfg(feature = "gui")]
pub mod panels;
#[cfg(feature = "gui")]
pub mod picture;
#[cfg(feature = "gui")]
pub mod settings;
#[cfg(feature = "gui")]
pub mod stand_in_words;
#[cfg(feature = "gui")]
pub mod templates;
#[cfg(feature = "gui")]
pub mod theme;
#[cfg(feature = "gui")]
pub mod widgets;
#[cfg(feature = "gui")]
pub mod window;
#[cfg(feature = "gui")]
pub mod workspace;
