//! The width of a text in one line.

use egui::{FontId, Ui};

/// The width of a text in one line, in points.
pub fn text_width(ui: &Ui, text: &str, font: FontId) -> f32 {
    let color = ui.visuals().text_color();
    let galley = ui.fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), font, color));
    galley.size().x
}
