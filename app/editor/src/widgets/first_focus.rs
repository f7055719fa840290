//! Gives the keyboard to a window or dialog that opens, unless its contents take it themselves, and gives it back when a window closes.

use egui::{Context, Id, Rect, Ui};

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

/// What had the keyboard before a window beside the panels opened.
#[derive(Clone, Copy)]
struct Lent {
    window: Id,
    to: Option<Id>,
    /// The pass in which the window was shown last.
    pass: u64,
}

/// The key of the memory of all [`Lent`] keyboards.
const LENT: &str = "keyboards that windows give back";

/// Remembers what has the keyboard when a window opens. Called in each frame in which the window is shown.
pub fn borrow_keyboard(ctx: &Context, window: Id) {
    let (pass, focused) = (ctx.cumulative_pass_nr(), ctx.memory(egui::Memory::focused));
    let is_known = |data: &egui::util::IdTypeMap| {
        let all: Option<Vec<Lent>> = data.get_temp(Id::unique(LENT));
        all.is_some_and(|all| all.iter().any(|lent| lent.window == window))
    };
    // A shortcut that opens a window takes the keyboard from a text field first.
    let focused = if ctx.data(is_known) {
        focused
    } else {
        focus_regions::take_left(ctx).or(focused)
    };
    ctx.data_mut(|data| {
        let all: &mut Vec<Lent> = data.get_temp_mut_or_default(Id::unique(LENT));
        match all.iter_mut().find(|lent| lent.window == window) {
            Some(lent) => lent.pass = pass,
            None => all.push(Lent {
                window,
                to: focused,
                pass,
            }),
        }
    });
}

/// Gives the keyboard of the windows that have closed back, unless something else has it. Called after all windows.
pub fn return_keyboards(ctx: &Context) {
    let pass = ctx.cumulative_pass_nr();
    let mut closed = Vec::new();
    ctx.data_mut(|data| {
        let all: &mut Vec<Lent> = data.get_temp_mut_or_default(Id::unique(LENT));
        closed.extend(all.extract_if(.., |lent| lent.pass < pass));
    });
    for lent in closed {
        let focused = ctx.memory(egui::Memory::focused);
        let focused = focused.and_then(|focused| ctx.read_response(focused));
        let is_free = focused.is_none_or(|focused| focused.layer_id.id == lent.window);
        let to = lent.to.filter(|to| ctx.read_response(*to).is_some());
        if let Some(to) = to.filter(|_| is_free) {
            ctx.memory_mut(|memory| memory.request_focus(to));
        }
    }
}
