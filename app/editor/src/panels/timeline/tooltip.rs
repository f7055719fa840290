//! Texts of the timeline: tooltips, and the names of lanes for screen readers.

use std::borrow::Cow;

use egui::{RichText, Ui};
use treewright_core::runtime::EndStatus;
use treewright_insight::history::{NoteKind, Span};
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::{LaneView, RunView};

use super::marks;
use super::scale::Scale;
use crate::icons;
use crate::panels::PanelContext;
use crate::panels::canvas::status_key;
use crate::theme::status_icon;
use crate::widgets::caption;

/// The distance around the pointer within which marks are included, in points.
const MARK_REACH: f32 = 7.0;
/// The maximum number of marks included.
const MAX_MARKS: usize = 6;

/// A frame and its time, as text.
pub fn moment(cx: &PanelContext<'_>, run: &dyn RunView, frame: u64) -> String {
    let time = format!("{:.2}", run.history().time(frame));
    let arguments = [("frame", &*frame.to_string()), ("time", &*time)];
    cx.texts.tr_with("timeline.moment", &arguments)
}

/// The name of a lane for screen readers: its node, the node's state in the shown frame, and whether it is collapsed.
pub fn lane_name(
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    lane: &LaneView,
    title: &str,
    is_collapsed: bool,
) -> String {
    let state = cx.texts.tr(status_key(run.node(&lane.id).state));
    let arguments = [("title", title), ("state", &*state)];
    let key = if is_collapsed {
        "timeline.lane_collapsed"
    } else {
        "timeline.lane"
    };
    let name = cx.texts.tr_with(key, &arguments);
    // Only the lanes of a compared agent belong to another one than the shown one.
    if cx.run.is_some_and(|shown| shown.agent() != run.agent()) {
        cx.texts.of_agent(run.agent(), &name)
    } else {
        name
    }
}

/// Shows the tooltip for a position in a lane.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    lane: &LaneView,
    scale: &Scale,
    x: f32,
) {
    ui.set_max_width(320.0);
    ui.strong(cx.title_of(&lane.id));
    let frame = scale.frame_at(x);
    let Some(lane_history) = run.history().lane(lane.node) else {
        return;
    };
    let at = frame as u32;
    if let Some(span) = lane_history.between(at, at).last() {
        span_text(ui, cx, run, span);
    } else {
        let text = moment(cx, run, frame);
        ui.label(RichText::new(text).color(cx.theme.muted));
    }
    let (from, to) = (
        scale.frame_at(x - MARK_REACH),
        scale.frame_at(x + MARK_REACH),
    );
    let notes = lane_history.notes_between(from as u32, to as u32);
    for note in notes.iter().take(MAX_MARKS) {
        let (icon, color) = marks::appearance(cx.theme, &note.kind);
        ui.horizontal(|ui| {
            ui.label(icons::text(icon).size(13.0).color(color));
            let frame = note.frame.to_string();
            let text = cx.texts.tr_with(
                note_key(&note.kind),
                &[("frame", &frame), ("text", &*text_of(&note.kind, cx.texts))],
            );
            ui.label(text);
        });
    }
    let more = notes.len().saturating_sub(MAX_MARKS);
    if more > 0 {
        caption(ui, cx.theme, &cx.texts.tr_count("timeline.more", more));
    }
}

fn note_key(kind: &NoteKind) -> &'static str {
    match kind {
        NoteKind::Abort => "timeline.note_abort",
        NoteKind::Log(_) => "timeline.note_log",
        NoteKind::Mark(_) => "timeline.note_mark",
        NoteKind::Error(_) => "timeline.note_error",
        NoteKind::Change(_) => "timeline.note_change",
        NoteKind::BackgroundTree { .. } => "timeline.note_background",
    }
}

fn text_of<'k>(kind: &'k NoteKind, texts: &Texts) -> Cow<'k, str> {
    match kind {
        NoteKind::Abort => "".into(),
        NoteKind::Log(text) | NoteKind::Mark(text) | NoteKind::Change(text) => (&**text).into(),
        NoteKind::Error(why) => texts.sentence(why).into(),
        NoteKind::BackgroundTree { tree, ended } => {
            let key = match ended {
                None => "log.beside_started",
                Some(EndStatus::Success) => "log.beside_success",
                Some(EndStatus::Failure) => "log.beside_failure",
                Some(EndStatus::Inactive) => "log.beside_stopped",
            };
            texts.tr_with(key, &[("tree", &**tree)]).into()
        }
    }
}

/// The frames of a span, its duration in seconds, and its result.
fn span_text(ui: &mut Ui, cx: &PanelContext<'_>, run: &dyn RunView, span: &Span) {
    let history = run.history();
    let to = span.last(history.last_frame() as u32);
    let seconds =
        history.time(u64::from(to)) - history.time(u64::from(span.from).saturating_sub(1));
    let state = span.end;
    let is_series = span.is_series && span.from != to;
    let key = if is_series {
        "timeline.span_series"
    } else {
        "timeline.span"
    };
    let frames = to.abs_diff(span.from) as usize + 1;
    let (from, to, seconds) = (
        span.from.to_string(),
        to.to_string(),
        format!("{seconds:.2}"),
    );
    let arguments = [("from", &*from), ("to", &*to), ("seconds", &*seconds)];
    ui.label(cx.texts.tr_count_with(key, frames, &arguments));
    ui.horizontal(|ui| {
        let color = cx.theme.status(state);
        ui.label(icons::text(status_icon(state)).size(13.0).color(color));
        ui.label(RichText::new(cx.texts.tr(status_key(state))).color(color));
    });
}
