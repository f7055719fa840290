//! What an open editor knows and does without a window: open documents with their histories, runs, work beside the window, files and whoever
//! changes them, recovery, settings, and the words of the interface. Names no GUI crate.

pub mod canvas_options;
pub mod examples;
pub mod file_names;
pub mod host;
pub mod i18n;
pub mod memo;
pub mod node_help;
pub mod notice;
pub mod settings;
pub mod stand_in_words;
pub mod templates;
pub mod workspace;
