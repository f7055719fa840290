//! Undo and redo of claims by keys, while something in the panel has the keyboard.

use egui::{Context, Id, Key, Modifiers, Rect, Ui};
use treewright_session::workspace::edit_history::Direction;

use super::push;
use crate::action::{ActionSink, ExploreAction};
use crate::widgets::is_focused_draft_untouched;

const PANEL: &str = "panel of exploring";

/// Whether something in the panel has the keyboard, other than a field in which something was typed: then undo and redo concern the
/// claims.
pub fn has_keyboard(ctx: &Context) -> bool {
    let shown: Option<(u64, Rect)> = ctx.data(|data| data.get_temp(Id::unique(PANEL)));
    let last_pass = ctx.cumulative_pass_nr().saturating_sub(1);
    let panel = shown
        .filter(|(pass, _)| *pass >= last_pass)
        .map(|(_, rect)| rect);
    let focused = ctx.memory(egui::Memory::focused);
    let focused = focused.and_then(|id| ctx.read_response(id));
    let is_inside = match (panel, focused) {
        (Some(panel), Some(focused)) => panel.contains(focused.rect.center()),
        _ => false,
    };
    is_inside && (!ctx.text_edit_focused() || is_focused_draft_untouched(ctx))
}

/// Remembers where the panel is, and reads its keys.
pub fn read(ui: &Ui, sink: &mut ActionSink) {
    let now = (ui.ctx().cumulative_pass_nr(), ui.max_rect());
    let has_keyboard = has_keyboard(ui.ctx());
    ui.data_mut(|data| data.insert_temp(Id::unique(PANEL), now));
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
