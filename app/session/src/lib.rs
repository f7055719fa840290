//! The state and behavior of an open editor, without a window: open documents with their histories, runs, background jobs, files and changes of them
//! by others, recovery, settings, and the texts of the interface. Uses no GUI crate.

pub mod canvas_options;
pub mod card_rows;
pub mod examples;
pub mod file_names;
pub mod game_reach;
pub mod host;
pub mod i18n;
pub mod memo;
pub mod node_help;
pub mod notice;
pub mod page;
pub mod refactoring;
pub mod robot_address;
pub mod schemas;
pub mod settings;
pub use i18n::stand_in_words;
pub mod templates;
pub mod tree_shape;
pub mod workspace;
