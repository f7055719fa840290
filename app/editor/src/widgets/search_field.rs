//! A search field with a button that clears it.

use egui::{Key, KeyboardShortcut, Modifiers, Response, TextEdit, Ui};

use super::{IconButton, placeholder};
use crate::icons;
use crate::theme::Theme;

/// The maximum length of a query, in characters, so that accidentally pasting a whole file does not start a slow search.
pub const MAX_QUERY_LENGTH: usize = 200;

/// Shows a field from which Enter leads on to what was found. `name` is its hint and its name for screen readers; `clear` is the name of the button
/// that empties it.
pub fn search_field(
    ui: &mut Ui,
    theme: &Theme,
    query: &mut String,
    name: &str,
    clear: &str,
) -> Response {
    // In a dialog, Enter would press its default button: the search is done already, and nobody who ends it so wants to leave.
    let in_dialog = ui.memory(egui::Memory::top_modal_layer) == Some(ui.layer_id());
    let enter = (!in_dialog).then_some(KeyboardShortcut::new(Modifiers::NONE, Key::Enter));
    field(ui, theme, (query, enter), name, clear)
}

/// Like [`search_field`], but keeps the keyboard after Enter: it only filters a list, so that what is typed next is still for it.
pub fn filter_field(
    ui: &mut Ui,
    theme: &Theme,
    query: &mut String,
    name: &str,
    clear: &str,
) -> Response {
    field(ui, theme, (query, None), name, clear)
}

/// Shows the field. `leaves` is the key with which it loses the keyboard.
fn field(
    ui: &mut Ui,
    theme: &Theme,
    (query, leaves): (&mut String, Option<KeyboardShortcut>),
    name: &str,
    clear: &str,
) -> Response {
    ui.horizontal(|ui| {
        let room = if query.is_empty() { 0.0 } else { 29.0 };
        let response = ui
            .add(
                TextEdit::singleline(query)
                    .char_limit(MAX_QUERY_LENGTH)
                    .return_key(leaves)
                    .prefix(icons::text("search").size(15.0).color(theme.muted))
                    .hint_text(placeholder(name))
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
