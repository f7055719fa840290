//! One line of text that has an ellipsis at its end or in its middle where it would be too wide.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{Color32, Galley, TextStyle, Ui};

use super::text_width::text_width;
use crate::drawn_line::drawn_line;

/// Lays out a text in one line, at most this wide.
pub fn shortened(
    ui: &Ui,
    text: &str,
    style: &TextStyle,
    color: Color32,
    max_width: f32,
) -> Arc<Galley> {
    let font = style.resolve(ui.style());
    let text = drawn_line(text).into_owned();
    let mut job = LayoutJob::simple_singleline(text, font, color);
    job.wrap = TextWrapping::truncate_at_width(max_width);
    ui.painter().layout_job(job)
}

/// A text without its middle where it would be wider than this in one line: names often differ in their ends.
pub fn cut_in_the_middle(ui: &Ui, text: &str, style: &TextStyle, max_width: f32) -> String {
    let font = style.resolve(ui.style());
    let fits = |text: &str| text_width(ui, text, font.clone()) <= max_width;
    if fits(text) {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let cut = |kept: usize| {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        let head = letters[..head].iter();
        let tail = letters[letters.len() - tail..].iter();
        let ellipsis = std::iter::once(&'…');
        head.chain(ellipsis).chain(tail).collect::<String>()
    };
    let counts: Vec<usize> = (0..letters.len()).collect();
    let most = counts.partition_point(|kept| fits(&cut(*kept)));
    cut(most.saturating_sub(1))
}
