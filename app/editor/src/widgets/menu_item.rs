//! An item of a context menu: icon and text. The icon is a glyph of an icon font, so screen readers get only the text.

use egui::{Button, Response, Ui};

use crate::icons;
use crate::popup_keyboard::set_label;

/// Shows the item, with `keys` at its right end.
pub fn menu_item(ui: &mut Ui, icon: &str, text: &str, keys: &str) -> Response {
    let item = Button::new((icons::text(icon), text)).shortcut_text(keys);
    let item = ui.add(item).accessible_name(text);
    set_label(&item, text);
    item
}
