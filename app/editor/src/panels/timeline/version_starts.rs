//! Marks on the ruler for the frames in which the tree was replaced, and their texts.

use egui::{Align2, Rect, Ui, pos2};
use treewright_session::workspace::run_view::RunView;

use super::scale::Scale;
use crate::icons;
use crate::panels::PanelContext;

/// The width of a mark, in points.
const MARK: f32 = 11.0;

/// Says that the tree was replaced in the frame whose mark is at a coordinate.
pub fn text_near(
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    scale: &Scale,
    x: f32,
) -> Option<String> {
    let near = scale.frame_at(x - MARK / 2.0)..=scale.frame_at(x + MARK / 2.0);
    let starts = run.version_starts().into_iter();
    let frame = starts.rev().find(|frame| near.contains(frame))?.to_string();
    Some(cx.texts.tr_with("timeline.replaced", &[("frame", &frame)]))
}

/// Draws a mark at each frame in which the tree was replaced.
pub fn paint(ui: &Ui, cx: &PanelContext<'_>, run: &dyn RunView, scale: &Scale, rect: Rect) {
    let painter = ui.painter_at(rect);
    for frame in run.version_starts() {
        let at = pos2(scale.middle(frame), rect.bottom() - 6.0);
        painter.circle_filled(at, 6.5, cx.theme.panel);
        let (center, glyph) = (Align2::CENTER_CENTER, icons::glyph("swap_horiz"));
        painter.text(at, center, glyph, icons::font(12.0), cx.theme.accent);
    }
}
