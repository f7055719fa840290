//! A list in a popup that may be longer than the window: it scrolls, and the entry that a key focuses comes into sight.

use egui::{Id, ScrollArea, Ui};

/// The part of the window's height that a list takes at most.
const PART_OF_WINDOW: f32 = 0.85;

/// Shows the entries in a scroll area.
pub fn list_in_popup(ui: &mut Ui, entries: impl FnOnce(&mut Ui)) {
    let room = ui.ctx().content_rect().height() * PART_OF_WINDOW;
    list_in_room(ui, room, entries);
}

/// Shows the entries in a scroll area of at most this height.
pub fn list_in_room(ui: &mut Ui, room: f32, entries: impl FnOnce(&mut Ui)) {
    let area = ScrollArea::vertical().max_height(room);
    area.min_scrolled_height(room).show(ui, |ui| {
        entries(ui);
        scroll_to_focused(ui);
    });
}

/// Scrolls to the entry that was focused last. To be called within a scroll area, after its entries.
pub fn scroll_to_focused(ui: &Ui) {
    let Some(focused) = ui.memory(egui::Memory::focused) else {
        return;
    };
    let Some(entry) = ui.ctx().read_response(focused) else {
        return;
    };
    if entry.layer_id != ui.layer_id() || !ui.min_rect().contains(entry.rect.center()) {
        return;
    }
    // The pass in which the list was drawn last, and the entry that was focused then.
    let memory = ui.scope_id().with("scrolled to");
    let pass = ui.ctx().cumulative_pass_nr();
    let before: Option<(u64, Id)> = ui.data(|data| data.get_temp(memory));
    let is_same = before.is_some_and(|(last, id)| last + 1 >= pass && id == focused);
    ui.data_mut(|data| data.insert_temp(memory, (pass, focused)));
    if !is_same {
        ui.scroll_to_rect(entry.rect, None);
    }
}
