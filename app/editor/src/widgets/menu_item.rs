//! An item of a context menu, and a submenu: icon and text. The icon is a glyph of an icon font, so screen readers get only the text.

use egui::{Button, Response, Ui, UiKind};

use crate::accessible_tree::{name_container, name_menu_button, name_menu_entry};
use crate::icons;
use crate::popup_keyboard::set_label;

/// Shows the item, with `keys` at its right end.
pub fn menu_item(ui: &mut Ui, icon: &str, text: &str, keys: &str) -> Response {
    let item = Button::new((icons::text(icon), text)).shortcut_text(keys);
    let item = ui.add(item);
    name_menu_entry(&item, text, keys);
    set_label(&item, text);
    item
}

/// Shows a submenu with the contents that `add` shows.
pub fn submenu(ui: &mut Ui, icon: &str, title: &str, add: impl FnOnce(&mut Ui)) {
    let menu = ui.menu_button((icons::text(icon), title), |ui| {
        name_container(ui, UiKind::Menu, title);
        add(ui);
    });
    set_label(&menu.response, title);
    name_menu_button(&menu.response, title, menu.inner.is_some());
}
