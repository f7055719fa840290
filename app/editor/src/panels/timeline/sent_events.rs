//! Marks on the ruler for the events that were sent to the run from outside, and their texts.

use egui::{Align2, Rect, Ui, pos2};
use treewright_session::workspace::run_view::{RunView, SentEvent};

use super::scale::Scale;
use crate::icons;
use crate::panels::PanelContext;

/// The minimum distance between marks, in points.
const MARK_DISTANCE: f32 = 11.0;
/// The maximum number of events in a tooltip.
const MAX_NEAR: usize = 6;

/// The events that were sent from outside in a range of frames.
fn between(run: &dyn RunView, from: u64, to: u64) -> &[SentEvent] {
    let sent = run.sent_events();
    let first = sent.partition_point(|sent| sent.frame < from);
    let end = sent.partition_point(|sent| sent.frame <= to);
    &sent[first..end]
}

/// Describes the events whose marks are at a coordinate, in a line each.
pub fn texts_near(cx: &PanelContext<'_>, run: &dyn RunView, scale: &Scale, x: f32) -> Vec<String> {
    let from = scale.frame_at(x - MARK_DISTANCE / 2.0);
    let near = between(run, from, scale.frame_at(x + MARK_DISTANCE / 2.0));
    let shown = near.iter().take(MAX_NEAR);
    let mut texts: Vec<String> = shown.map(|sent| text(cx, sent)).collect();
    let more = near.len().saturating_sub(MAX_NEAR);
    if more > 0 {
        texts.push(cx.texts.tr_count("timeline.more", more));
    }
    texts
}

/// Describes an event.
fn text(cx: &PanelContext<'_>, sent: &SentEvent) -> String {
    let frame = sent.frame.to_string();
    let arguments = [("name", &*sent.name), ("frame", &*frame)];
    match &sent.payload {
        Some(payload) => {
            let payload = payload.to_string();
            let arguments = [arguments[0], arguments[1], ("payload", &payload)];
            cx.texts.tr_with("timeline.event_with_payload", &arguments)
        }
        None => cx.texts.tr_with("timeline.event", &arguments),
    }
}

/// Draws a mark at each frame that received an event from outside; of marks nearer to each other than their width, only the first.
pub fn paint(ui: &Ui, cx: &PanelContext<'_>, run: &dyn RunView, scale: &Scale, rect: Rect) {
    let (from, to) = scale.frames();
    let mut rest = between(run, u64::from(from), u64::from(to));
    let painter = ui.painter_at(rect);
    while let Some(sent) = rest.first() {
        let x = scale.middle(sent.frame);
        let at = pos2(x, rect.bottom() - 6.0);
        painter.circle_filled(at, 6.5, cx.theme.panel);
        let glyph = icons::glyph("campaign");
        let center = Align2::CENTER_CENTER;
        painter.text(at, center, glyph, icons::font(12.0), cx.theme.accent);
        let hidden = rest.partition_point(|next| scale.middle(next.frame) < x + MARK_DISTANCE);
        rest = &rest[hidden.max(1)..];
    }
}
