//! Limits how long text cursors blink, as other desktops do: each blink redraws the whole window.

use egui::{Context, Id};

/// Seconds after the last keyboard or mouse input.
const BLINK_SECONDS: f64 = 10.0;

/// State kept between frames.
#[derive(Clone, Copy)]
struct BlinkState {
    last_input: f64,
    blinks: bool,
}

/// Lets text cursors blink only for a while after the last input.
pub fn let_cursor_rest(ctx: &Context) {
    let (now, is_used) = ctx.input(|input| (input.time, !input.raw.events.is_empty()));
    let state_id = Id::unique("blinking of the text cursor");
    let before = ctx.data(|data| data.get_temp::<BlinkState>(state_id));
    let last_input = match before {
        Some(before) if !is_used => before.last_input,
        _ => now,
    };
    let blinks = now - last_input < BLINK_SECONDS;
    if before.is_none_or(|before| before.blinks != blinks) {
        ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = blinks);
    }
    let after = BlinkState { last_input, blinks };
    ctx.data_mut(|data| data.insert_temp(state_id, after));
}
