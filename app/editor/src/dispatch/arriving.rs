//! How what was worked out beside the window's thread comes in: not while the user is in the middle of something that it would cover or change.

use std::time::Duration;

use egui::{Context, Event};

use crate::app::{EditorApp, Host};

/// After what time it is looked again whether the user is done.
const LATER: Duration = Duration::from_millis(100);

/// Where the window keeps what it waits for.
pub type List<W> = fn(&mut Host) -> &mut Vec<W>;

/// Looks what the user is doing. Called once in each frame, before anything comes in.
pub fn look(app: &mut EditorApp, ctx: &Context) {
    app.was_busy = app.is_busy;
    app.is_busy = is_busy(app, ctx);
}

/// The first of these that is there, which is taken out of the list; none while the user is in the middle of something.
pub fn next<W, T>(
    app: &mut EditorApp,
    ctx: &Context,
    list: List<W>,
    mut take: impl FnMut(&mut W) -> Option<T>,
) -> Option<(W, T)> {
    // What came in just now may ask something.
    let is_busy = app.is_busy || is_busy(app, ctx);
    // What is handed in when a field is left or a drag ends comes a frame later.
    let waits = is_busy || app.was_busy;
    let list = list(&mut app.host);
    if waits {
        if !list.is_empty() {
            look_again(ctx, is_busy);
        }
        return None;
    }
    let mut all = list.iter_mut().enumerate();
    let (at, told) = all.find_map(|(at, one)| Some((at, take(one)?)))?;
    Some((list.remove(at), told))
}

/// Sees to it that what waits for the user is looked at again.
pub fn look_again(ctx: &Context, is_busy: bool) {
    let after = if is_busy { LATER } else { Duration::ZERO };
    ctx.request_repaint_after(after);
}

/// Whether another document in front would get in the way: of a question or a window, of what is typed, dragged or chosen from a menu.
fn is_busy(app: &EditorApp, ctx: &Context) -> bool {
    let is_in_front = app.question.is_some() || app.dialog.is_some() || app.is_covered();
    let has_hands_full = ctx.input(|input| {
        let pointer = &input.pointer;
        let mut events = input.events.iter();
        pointer.any_down()
            || pointer.any_released()
            || events.any(|event| matches!(event, Event::Key { .. } | Event::Text(_)))
    });
    is_in_front
        || has_hands_full
        || app.views.command_palette.is_some()
        || ctx.text_edit_focused()
        || egui::Popup::is_any_open(ctx)
}
