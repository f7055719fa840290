//! Small reusable widgets. They know the theme and the texts, but neither documents nor actions.

mod draft;
mod empty_hint;
mod escape;
mod focus_all;
pub mod focus_request;
mod focus_ring;
mod hover_card;
mod icon_button;
mod key_caps;
mod menu_item;
mod row;
mod search_field;
mod text_cursor;
mod value_editor;

pub use draft::draft;
pub use empty_hint::{empty_hint, empty_hint_with};
pub use escape::{closed_by_escape, takes_escape};
pub use focus_all::focus_all;
pub use focus_ring::focus_ring;
pub use hover_card::{hover_card, note_last_input};
pub use icon_button::{IconButton, caption};
pub use key_caps::key_caps;
pub use menu_item::menu_item;
pub use row::{HEIGHT as ROW_HEIGHT, Row, row_pressed};
pub use search_field::{MAX_QUERY_LENGTH, search_field};
pub use text_cursor::limit_cursor_blinking;
pub use value_editor::{ValueField, choice, explained_choice, value_editor};
