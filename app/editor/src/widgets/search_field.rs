//! A field to type a search into, with a way to clear it.

use egui::{Key, Response, TextEdit, Ui};

use super::IconButton;
use crate::icons;
use crate::theme::Theme;

/// The most characters that are searched for: whoever pastes a whole file by mistake waits for nothing.
pub const LONGEST_SEARCH: usize = 200;

/// Shows the field; `name` is its hint and its name for screen readers, `clear` the name of the button that empties it.
pub fn search_field(
    ui: &mut Ui,
    theme: &Theme,
    query: &mut String,
    name: &str,
    clear: &str,
) -> Response {
    ui.horizontal(|ui| {
        let room = if query.is_empty() { 0.0 } else { 29.0 };
        let response = ui
            .add(
                TextEdit::singleline(query)
                    .char_limit(LONGEST_SEARCH)
                    .prefix(icons::text("search").size(15.0).color(theme.muted))
                    .hint_text(egui::RichText::new(name).color(theme.muted))
                    .desired_width(ui.available_width() - room),
            )
            .accessible_name(name);
        if !query.is_empty() && IconButton::new("close", clear).small().show(ui).clicked() {
            query.clear();
        }
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            query.clear();
        }
        response
    })
    .inner
}
