//! An entry of a context menu: an icon and words. The icon is a letter of a font, which nobody wants to hear read out.

use egui::{Button, Response, Ui};

use crate::icons;

/// Shows the entry; `keys` stand at its right end.
pub fn menu_item(ui: &mut Ui, icon: &str, text: &str, keys: &str) -> Response {
    let item = Button::new((icons::text(icon), text)).shortcut_text(keys);
    ui.add(item).accessible_name(text)
}
