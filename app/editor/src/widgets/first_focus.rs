//! Gives the keyboard to a window or dialog that opens, unless its contents take it themselves. Does not know what gets it back.

use egui::{Id, Rect, Ui};

use super::is_keyboard_free;
use crate::focus_regions;

/// Whether a window that is shown has had the keyboard.
#[derive(Clone, Copy)]
struct Entered {
    /// The pass in which it was shown last.
    pass: u64,
    is_done: bool,
}

/// Focuses the first widget in this place, or else the first one of the window, if the window opens or is asked for again.
pub fn focus_first(ui: &Ui, window: Id, place: Rect, is_asked: bool) {
    let key = window.with("entered");
    let pass = ui.ctx().cumulative_pass_nr();
    let before: Option<Entered> = ui.data(|data| data.get_temp(key));
    let is_done = !is_asked && before.is_some_and(|it| it.is_done && it.pass + 1 >= pass);
    // What is only measured cannot take the focus, so the window takes it in its next frame.
    let is_done = is_done || !is_keyboard_free(ui) || focus_regions::enter(ui, place);
    ui.data_mut(|data| data.insert_temp(key, Entered { pass, is_done }));
}
