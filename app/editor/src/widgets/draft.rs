//! Edits a value that is owned elsewhere. Unfinished text and drags stay here until the user is done, so that one edit is one change of the
//! document.

use egui::{Context, Id, Key, Response, Ui};

use super::focus_request;

/// The key in egui's memory for the draft that has the focus, and whether anything was changed in it since it got it.
const FOCUSED: &str = "focused draft";

/// Whether the focused field is a draft in which nothing was changed yet: undo then concerns the document.
pub fn is_focused_draft_untouched(ctx: &Context) -> bool {
    let field: Option<(Id, bool)> = ctx.data(|data| data.get_temp(Id::unique(FOCUSED)));
    let focused = ctx.memory(egui::Memory::focused);
    field.is_some_and(|(field, is_touched)| !is_touched && focused == Some(field))
}

/// Whether the field with this id has the focus and holds another value than it had.
pub fn is_draft_changed<T: Clone + Send + Sync + 'static>(ui: &Ui, id: Id) -> bool {
    ui.data(|data| data.get_temp::<T>(id)).is_some()
}

fn note_touch(ui: &Ui, response: &Response) {
    if !response.has_focus() {
        return;
    }
    let memory = Id::unique(FOCUSED);
    let before: Option<(Id, bool)> = ui.data(|data| data.get_temp(memory));
    let was_touched = before.is_some_and(|(field, touched)| touched && field == response.id);
    let is_touched = response.changed() || was_touched && !response.gained_focus();
    ui.data_mut(|data| data.insert_temp(memory, (response.id, is_touched)));
}

/// Shows an editor for `current` and returns the new value once the user has finished editing it.
///
/// Text is committed by Enter or by leaving the field, and discarded by Escape; a drag is committed when the button is released; every
/// other change at once. `id` must be unique for each field of each edited object.
pub fn draft<T>(
    ui: &mut Ui,
    id: Id,
    current: &T,
    add: impl FnOnce(&mut Ui, &mut T) -> Response,
) -> Option<T>
where
    T: Clone + PartialEq + Send + Sync + 'static,
{
    let kept: Option<T> = ui.data(|data| data.get_temp(id));
    let mut value = kept.clone().unwrap_or_else(|| current.clone());
    let response = add(ui, &mut value);
    focus_request::apply(ui.ctx(), id, &response);
    let busy = response.has_focus() || response.dragged();
    let finished = response.changed() || response.lost_focus() || response.drag_stopped();
    let given_up = is_given_up(ui, id, busy || response.lost_focus());
    note_touch(ui, &response);
    if busy && !given_up {
        if value == *current {
            ui.data_mut(|data| data.remove::<T>(id));
        } else {
            ui.data_mut(|data| data.insert_temp(id, value));
        }
        return None;
    }
    if kept.is_some() {
        ui.data_mut(|data| data.remove::<T>(id));
    }
    (finished && !given_up && value != *current).then_some(value)
}

/// Whether Escape ends the editing of this field. It counts in the next frame, too, in which a number field would still apply its text.
fn is_given_up(ui: &Ui, id: Id, is_edited: bool) -> bool {
    let (mark, pass) = (id.with("given up"), ui.ctx().cumulative_pass_nr());
    if is_edited && ui.input(|input| input.key_pressed(Key::Escape)) {
        ui.data_mut(|data| data.insert_temp(mark, pass));
        ui.ctx().request_repaint();
        return true;
    }
    let since: Option<u64> = ui.data(|data| data.get_temp(mark));
    since.is_some_and(|since| pass <= since + 1)
}
