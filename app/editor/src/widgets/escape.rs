//! For whom Escape is.

use egui::{Context, Key, Modifiers, Popup};

/// Whether Escape is for what lies among the panels: nothing else has the keyboard, such as a field, a menu or a window in front.
pub fn takes_escape(ctx: &Context) -> bool {
    let in_front = ctx.memory(|memory| memory.top_modal_layer().is_some());
    !in_front && !ctx.text_edit_focused() && !Popup::is_any_open(ctx)
}

/// Whether a window among the panels is closed by Escape in this frame. Whoever drags or writes leaves that by Escape, not the window: by now that is over, so
/// it counts how it was before, which `was_free` keeps.
pub fn closed_by_escape(ctx: &Context, was_free: &mut bool, is_busy: bool) -> bool {
    let is_free = !is_busy && takes_escape(ctx);
    let was_free = std::mem::replace(was_free, is_free);
    was_free && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}
