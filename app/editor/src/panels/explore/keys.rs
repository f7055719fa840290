//! Undo and redo of claims by keys, while something in the panel has the keyboard.

use egui::{Context, Id, Key, Modifiers, Popup, Rect, Ui};
use treewright_session::workspace::edit_history::Direction;

use super::push;
use crate::action::{ActionSink, ExploreAction};
use crate::panels::canvas;
use crate::widgets::is_focused_draft_untouched;

const PANEL: &str = "panel of exploring";

/// What was known of the panel when it was drawn last.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    /// When that was.
    pass: u64,
    rect: Rect,
    /// Whether the pointer was last pressed in the panel.
    is_pressed: bool,
}

fn drawn(ctx: &Context) -> Option<Drawn> {
    ctx.data(|data| data.get_temp(Id::unique(PANEL)))
}

/// Whether undo and redo concern the claims: something in the panel has the keyboard, other than a field in which something was typed, or
/// nothing but the canvas has it, and the panel was pressed last.
pub fn has_keyboard(ctx: &Context) -> bool {
    let last_pass = ctx.cumulative_pass_nr().saturating_sub(1);
    let Some(panel) = drawn(ctx).filter(|panel| panel.pass >= last_pass) else {
        return false;
    };
    // The canvas gets the keyboard when nothing else has it.
    let Some(focused) = ctx
        .memory(egui::Memory::focused)
        .filter(|_| !canvas::keyboard::has_keyboard(ctx))
    else {
        return panel.is_pressed;
    };
    // Asking for its response would take the focus from a field already when something else is pressed, such as a completion.
    let rect = ctx.viewport(|it| it.prev_pass.widgets.get(focused).map(|widget| widget.rect));
    let is_inside = rect.is_some_and(|rect| panel.rect.contains(rect.center()));
    is_inside && (!ctx.text_edit_focused() || is_focused_draft_untouched(ctx))
}

/// Remembers where the panel is, and reads its keys.
pub fn read(ui: &Ui, sink: &mut ActionSink) {
    let has_keyboard = has_keyboard(ui.ctx());
    remember(ui);
    if !has_keyboard {
        return;
    }
    let pressed =
        |modifiers: Modifiers, key: Key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let redo = pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)
        || pressed(Modifiers::COMMAND, Key::Y);
    if redo {
        push(sink, ExploreAction::StepLatest(Direction::Redo));
    } else if pressed(Modifiers::COMMAND, Key::Z) {
        push(sink, ExploreAction::StepLatest(Direction::Undo));
    }
}

fn remember(ui: &Ui) {
    let ctx = ui.ctx();
    let was_pressed = drawn(ctx).is_some_and(|panel| panel.is_pressed);
    let is_pressed = ui.input(|input| input.pointer.any_pressed());
    let drawn = Drawn {
        pass: ctx.cumulative_pass_nr(),
        rect: ui.max_rect(),
        // A list that was opened from the panel belongs to it.
        is_pressed: if is_pressed && !Popup::is_any_open(ctx) {
            ui.rect_contains_pointer(ui.max_rect())
        } else {
            was_pressed
        },
    };
    ui.data_mut(|data| data.insert_temp(Id::unique(PANEL), drawn));
}
