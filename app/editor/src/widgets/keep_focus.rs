//! Keeps the keyboard in the one field of a window.

use egui::Response;

/// Focuses a field unless it has the keyboard: each request ends the composition of an input method.
pub fn keep_focus(field: &Response) {
    if !field.has_focus() {
        field.request_focus();
    }
}
