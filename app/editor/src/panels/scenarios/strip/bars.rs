//! What happened in the run of the scenario: leaves that ran, as bars with their titles, and the values of variables.

use egui::{Align2, FontId, Rect, Ui, pos2};
use treewright_insight::history::RunHistory;

use super::lanes::RunningLeaf;
use super::{LANE, Strip};
use crate::icons;
use crate::panels::timeline::scale::Scale;
use crate::theme::{Theme, status_icon, text_size};

/// The color strength of a bar.
const BODY: f32 = 0.35;
/// The minimum width of a bar with an icon, and with a title.
const ROOM_FOR_ICON: f32 = 16.0;
const ROOM_FOR_TITLE: f32 = 40.0;
/// The minimum distance between two values of a variable.
const ROOM_FOR_VALUE: f32 = 30.0;

/// Draws the visible ones of a row of leaves.
pub fn running(ui: &Ui, strip: &Strip<'_>, leaves: &[RunningLeaf], scale: &Scale, area: Rect) {
    let painter = ui.painter_at(area);
    let theme = strip.cx.theme;
    let (first, last) = scale.frames();
    let begin = leaves.partition_point(|leaf| leaf.to < first);
    let mut drawn_to = area.left() - 1.0;
    for leaf in leaves[begin..].iter().take_while(|leaf| leaf.from <= last) {
        // The frame in which a leaf ends belongs to the next one.
        let end = if leaf.end.is_running() {
            leaf.to
        } else {
            leaf.to.saturating_sub(1)
        };
        let range = scale.range(leaf.from, end.max(leaf.from));
        if range.max - drawn_to < 1.0 {
            continue;
        }
        drawn_to = range.max;
        let rect = Rect::from_x_y_ranges(
            range.min..=(range.max - 1.0).max(range.min + 1.0),
            area.y_range(),
        );
        let rect = rect.shrink2(egui::vec2(0.0, 3.0));
        let color = theme.status(leaf.end);
        painter.rect_filled(rect, 3.0, Theme::tint(theme.panel, color, BODY));
        let visible = rect.intersect(area);
        if visible.width() < ROOM_FOR_ICON {
            continue;
        }
        let painter = painter.with_clip_rect(visible.intersect(ui.clip_rect()));
        let at = pos2(visible.left() + 9.0, rect.center().y);
        let icon = icons::glyph(status_icon(leaf.end));
        painter.text(at, Align2::CENTER_CENTER, icon, icons::font(12.0), color);
        if visible.width() >= ROOM_FOR_TITLE {
            let title = strip.cx.title_of(&leaf.id);
            let at = pos2(visible.left() + 18.0, rect.center().y);
            let font = FontId::proportional(text_size::SMALL);
            painter.text(at, Align2::LEFT_CENTER, title, font, theme.text);
        }
    }
}

/// Writes the values that a variable had into its lane.
pub fn values(
    ui: &Ui,
    strip: &Strip<'_>,
    history: &RunHistory,
    name: &str,
    scale: &Scale,
    area: Rect,
) {
    let painter = ui.painter_at(area);
    let (first, last) = scale.frames();
    let changes = history.changes(name);
    let begin = changes.partition_point(|change| change.frame < first);
    // The value from before is still there.
    let mut place = begin.saturating_sub(1);
    let mut free_from = area.left();
    while let Some(change) = changes.get(place).filter(|change| change.frame <= last) {
        place += 1;
        let x = scale.x(f64::from(change.frame.max(1))).max(area.left());
        if x < free_from {
            continue;
        }
        let at = pos2(x + 3.0, area.top() + LANE / 2.0);
        let font = FontId::proportional(text_size::SMALL);
        let value = super::short(&strip.cx.texts.value(&change.value));
        painter.text(at, Align2::LEFT_CENTER, value, font, strip.cx.theme.muted);
        free_from = x + ROOM_FOR_VALUE;
    }
}
