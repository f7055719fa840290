//! For whom Escape is.

use egui::{Context, Popup};

/// Whether Escape is for what lies among the panels: nothing else has the keyboard, such as a field, a menu or a window in front.
pub fn takes_escape(ctx: &Context) -> bool {
    let in_front = ctx.memory(|memory| memory.top_modal_layer().is_some());
    !in_front && !ctx.text_edit_focused() && !Popup::is_any_open(ctx)
}
