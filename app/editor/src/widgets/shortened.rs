//! One line of text that ends in an ellipsis where it would be too wide.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{Color32, Galley, TextStyle, Ui};

/// Lays out a text in one line, at most this wide.
pub fn shortened(
    ui: &Ui,
    text: &str,
    style: &TextStyle,
    color: Color32,
    max_width: f32,
) -> Arc<Galley> {
    let font = style.resolve(ui.style());
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(max_width);
    ui.painter().layout_job(job)
}
