//! A ring around the focused widget, the same for every control, so that keyboard users see where Tab leads.

use egui::{Context, Order, Stroke, StrokeKind, vec2};

use crate::popup_keyboard::is_popup_open;
use crate::theme::Theme;

/// Draws the ring, unless the focused widget is the canvas, whose rectangle is `canvas`.
pub fn focus_ring(ctx: &Context, theme: &Theme, canvas: Option<egui::Rect>) {
    let Some(focused) = ctx.memory(egui::Memory::focused) else {
        return;
    };
    let Some(response) = ctx.read_response(focused) else {
        return;
    };
    let rect = response.interact_rect;
    let is_canvas = canvas.is_some_and(|canvas| rect.contains_rect(canvas.shrink(2.0)));
    // Text fields draw a ring of their own, and a text cursor.
    if is_canvas || ctx.text_edit_focused() || !rect.is_positive() {
        return;
    }
    let painter = ctx.layer_painter(response.layer_id);
    let stroke = Stroke::new(2.0, theme.accent);
    // The entries of menus have hardly any margin.
    let is_entry = is_popup_open(ctx) && response.layer_id.order == Order::Foreground;
    let around = if is_entry {
        vec2(4.0, 1.0)
    } else {
        vec2(1.0, 1.0)
    };
    painter.rect_stroke(rect.expand2(around), 5.0, stroke, StrokeKind::Inside);
}
