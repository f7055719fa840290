//! Requests to focus a field that is edited by `draft` or a choice when it is drawn next, by the id of the field.

use egui::{Context, Id, Response};

const REQUESTED: &str = "field to focus";

/// Focuses the field with this id as soon as it is drawn.
pub fn request(ctx: &Context, id: Id) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(REQUESTED), id));
    ctx.request_repaint();
}

/// Focuses the field if that was requested. A field that is only measured cannot take the focus, so the request waits for the next drawing; so
/// it does in the frame of a click, which takes the focus away from everything else.
pub fn apply(ctx: &Context, id: Id, response: &Response) {
    let key = Id::unique(REQUESTED);
    if !response.enabled() || ctx.data(|data| data.get_temp::<Id>(key)) != Some(id) {
        return;
    }
    if ctx.input(|input| input.pointer.any_click()) {
        return ctx.request_repaint();
    }
    ctx.data_mut(|data| data.remove::<Id>(key));
    response.request_focus();
}
