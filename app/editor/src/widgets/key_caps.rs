//! Keys drawn as key caps: each combination in a small frame.

use egui::{CornerRadius, Frame, Margin, RichText, Stroke, Ui};

use crate::theme::{Theme, text_size};

/// Shows key combinations, formatted by egui for this system.
pub fn key_caps(ui: &mut Ui, theme: &Theme, keys: &str) {
    Frame::new()
        .fill(theme.field)
        .stroke(Stroke::new(1.0, theme.card_outline))
        .corner_radius(CornerRadius::same(4))
        .inner_margin(Margin::symmetric(6, 1))
        .show(ui, |ui| {
            let text = RichText::new(keys).size(text_size::SMALL);
            ui.label(text.color(theme.text));
        });
}
