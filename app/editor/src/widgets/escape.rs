//! Decides whether Escape is meant for panels or for what is in front of them.

use egui::{Context, Key, Modifiers, Popup};

/// Whether the panels may handle Escape: no text field is focused and no modal or popup is open.
pub fn takes_escape(ctx: &Context) -> bool {
    let in_front = ctx.memory(|memory| memory.top_modal_layer().is_some());
    !in_front && !ctx.text_edit_focused() && !Popup::is_any_open(ctx)
}

/// Whether Escape closes a window that lies among the panels. Escape that ends a drag or text input must not also close the window. Because
/// that input has ended by now, the state of the previous frame decides; it is kept in `was_free`.
pub fn closed_by_escape(ctx: &Context, was_free: &mut bool, is_busy: bool) -> bool {
    let is_free = !is_busy && takes_escape(ctx);
    let was_free = std::mem::replace(was_free, is_free);
    was_free && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}
