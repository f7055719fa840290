//! Small icons in the lanes for what nodes did besides running: aborts, messages, marks, errors, writes.

use egui::{Align2, Color32, Rect, Stroke, Ui, pos2};
use treewright_insight::history::{NodeHistory, NoteKind};

use super::scale::Scale;
use crate::icons;
use crate::theme::Theme;

/// The minimum distance between icons; of those nearer to each other, only the first is drawn.
const MIN_DISTANCE: f32 = 9.0;

/// Draws the visible icons of a lane.
pub fn paint(ui: &Ui, theme: &Theme, lane: &NodeHistory, scale: &Scale, strip: Rect) {
    let (from, to) = scale.frames();
    let mut rest = lane.notes_between(from, to);
    let painter = ui.painter_at(strip);
    while let Some(note) = rest.first() {
        let x = scale.middle(u64::from(note.frame));
        let (icon, color) = appearance(theme, &note.kind);
        painter.vline(x, strip.y_range().shrink(2.0), Stroke::new(1.0, color));
        let at = pos2(x, strip.center().y);
        painter.circle_filled(at, 5.5, theme.panel);
        let glyph = icons::glyph(icon);
        painter.text(at, Align2::CENTER_CENTER, glyph, icons::font(11.0), color);
        let hidden = rest.partition_point(|next| {
            scale.middle(u64::from(next.frame)) < x + MIN_DISTANCE && next.frame >= note.frame
        });
        rest = rest.after(hidden.max(1));
    }
}

/// The icon and color of a mark.
pub fn appearance(theme: &Theme, kind: &NoteKind) -> (&'static str, Color32) {
    match kind {
        NoteKind::Abort => ("flash_on", theme.interrupted),
        NoteKind::Log(_) => ("chat", theme.text),
        NoteKind::Mark(_) => ("flag", theme.accent),
        NoteKind::Error(_) => ("error", theme.error),
        NoteKind::Change(_) => ("edit", theme.accent),
        NoteKind::BackgroundTree { .. } => ("play_circle", theme.accent),
    }
}
