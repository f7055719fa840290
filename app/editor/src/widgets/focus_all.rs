//! Putting the keyboard into a text field so that typing replaces what it holds.

use egui::text::{CCursor, CCursorRange};
use egui::{Response, TextEdit, Ui};

/// Gives a text field the keyboard and selects all of its text.
pub fn focus_all(ui: &Ui, field: &Response, text: &str) {
    field.request_focus();
    let mut state = TextEdit::load_state(ui.ctx(), field.id).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    let all = CCursorRange::two(CCursor::default(), end);
    state.cursor.set_char_range(Some(all));
    TextEdit::store_state(ui.ctx(), field.id, state);
}
