//! How long the cursor of a text field blinks: as on other desktops, not for ever, since each time the whole window is drawn again.

use egui::{Context, Id};

/// Seconds after the last key or movement of the mouse.
const BLINKS_FOR: f64 = 10.0;

/// What is remembered from frame to frame.
#[derive(Clone, Copy)]
struct Blinking {
    last_input: f64,
    blinks: bool,
}

/// Lets the cursor blink while somebody is there, and stand still afterwards.
pub fn let_cursor_rest(ctx: &Context) {
    let (now, is_used) = ctx.input(|input| (input.time, !input.raw.events.is_empty()));
    let memory = Id::unique("blinking of the text cursor");
    let before = ctx.data(|data| data.get_temp::<Blinking>(memory));
    let last_input = match before {
        Some(before) if !is_used => before.last_input,
        _ => now,
    };
    let blinks = now - last_input < BLINKS_FOR;
    if before.is_none_or(|before| before.blinks != blinks) {
        ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = blinks);
    }
    let after = Blinking { last_input, blinks };
    ctx.data_mut(|data| data.insert_temp(memory, after));
}
