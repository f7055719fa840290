//! The context menu of a row in a list: by mouse, or by the menu key. When Escape closes it, the row has the keyboard, wherever that was before.

use egui::{Key, Response, Ui};

/// Shows the menu of a row while it is open.
pub fn row_menu(row: &Response, add: impl FnOnce(&mut Ui)) {
    let is_open = row.context_menu(add).is_some();
    if is_open && row.ctx.input(|input| input.key_pressed(Key::Escape)) {
        row.request_focus();
    }
}
