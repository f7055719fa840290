//! Focuses a text field so that typing replaces its content.

use egui::text::{CCursor, CCursorRange};
use egui::{Response, TextEdit, Ui};

/// Focuses a text field and selects all of its text.
pub fn focus_all(ui: &Ui, field: &Response, text: &str) {
    field.request_focus();
    field.scroll_to_me(None);
    let mut state = TextEdit::load_state(ui.ctx(), field.id).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    let all = CCursorRange::two(CCursor::default(), end);
    state.cursor.set_char_range(Some(all));
    TextEdit::store_state(ui.ctx(), field.id, state);
}

/// Does so once, when a window with the field opens. `shown_before` is kept by the window.
pub fn focus_all_at_first(ui: &Ui, field: &Response, text: &str, shown_before: &mut bool) {
    if !*shown_before {
        focus_all(ui, field, text);
        // Text can be selected only after the field was drawn once.
        *shown_before = TextEdit::load_state(ui.ctx(), field.id).is_some();
    }
}
