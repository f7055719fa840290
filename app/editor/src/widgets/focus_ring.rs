//! A ring around whatever has the keyboard, the same for every control, so that it is seen where Tab leads.

use egui::{Context, Stroke, StrokeKind};

use crate::theme::Theme;

/// Draws the ring, if something else than the canvas at this place has the keyboard.
pub fn focus_ring(ctx: &Context, theme: &Theme, canvas: Option<egui::Rect>) {
    let Some(focused) = ctx.memory(egui::Memory::focused) else {
        return;
    };
    let Some(response) = ctx.read_response(focused) else {
        return;
    };
    let rect = response.interact_rect;
    let is_canvas = canvas.is_some_and(|canvas| rect.contains_rect(canvas.shrink(2.0)));
    // Text fields show a ring of their own, and the mark where letters go.
    if is_canvas || ctx.text_edit_focused() || !rect.is_positive() {
        return;
    }
    let painter = ctx.layer_painter(response.layer_id);
    let stroke = Stroke::new(2.0, theme.accent);
    painter.rect_stroke(rect.expand(1.0), 5.0, stroke, StrokeKind::Inside);
}
