//! Small reusable widgets. They know the theme and the texts, but neither documents nor actions.

mod check_box;
mod dialog;
mod draft;
mod empty_hint;
mod escape;
mod first_focus;
mod focus_all;
pub mod focus_request;
mod focus_ring;
mod form;
mod hover_card;
mod icon_button;
mod keep_focus;
mod key_caps;
mod keyed;
mod list_in_popup;
mod menu_item;
mod option_rows;
mod panel_scroll;
mod placeholder;
mod right_end;
mod row;
mod row_menu;
mod search_field;
mod section;
mod shortened;
mod text_cursor;
mod text_width;
mod tool_window;
mod value_editor;

pub use check_box::{check_box, hollow_radio_buttons, mixed_check_box, radio_button};
pub use dialog::{
    Dialog, DialogButton, DialogPlace, dialog_body, dialog_buttons, is_keyboard_free,
    plain_dialog_buttons,
};
pub use draft::{draft, is_draft_changed, is_focused_draft_untouched};
pub use empty_hint::{empty_hint, empty_hint_with};
pub use escape::{closed_by_escape, takes_escape};
pub use focus_all::{focus_all, focus_all_at_first};
pub use focus_ring::focus_ring;
pub use form::{Form, RowLabel};
pub use hover_card::{hover_card, key_card, note_last_input};
pub use icon_button::{IconButton, caption};
pub use keep_focus::keep_focus;
pub use key_caps::key_caps;
pub use keyed::keyed;
pub use list_in_popup::{list_in_popup, list_in_room, scroll_to_focused};
pub use menu_item::{menu_item, submenu};
pub use option_rows::option_rows;
pub use panel_scroll::panel_scroll;
pub use placeholder::placeholder;
pub use right_end::RightEnd;
pub use row::{HEIGHT as ROW_HEIGHT, Row, row_pressed};
pub use row_menu::row_menu;
pub use search_field::{MAX_QUERY_LENGTH, filter_field, search_field};
pub use section::section_heading;
pub use shortened::shortened;
pub use text_cursor::limit_cursor_blinking;
pub use text_width::text_width;
pub use tool_window::{LIST_WINDOW, ToolWindow, height_below};
pub use value_editor::{ValueField, choice, explained_choice, value_editor};
