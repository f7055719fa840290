//! What the game never does, and how far a search goes.

use egui::{Button, DragValue, Id, Ui};
use treewright_explore::claims::{ClaimLimits, ClaimPlace, MAX_SECONDS, MAX_STATES};
use treewright_insight::scenario::MAX_FRAMES;
use treewright_insight::scenario_json::MAX_DT;
use treewright_session::workspace::exploration::{ClaimsEdit, Exploration, SearchLimits};
use treewright_session::workspace::open_document::DocumentId;

use super::{edit, expression_field};
use crate::action::ActionSink;
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::{Form, IconButton, caption, draft, focus_request};

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    adds_to: &mut Option<DocumentId>,
    sink: &mut ActionSink,
) {
    let assumptions = &exploration.claims().assumptions;
    caption(ui, cx.theme, &cx.texts.tr("explore.assumptions_hint"));
    for (index, text) in assumptions.iter().enumerate() {
        let at = Some(ClaimPlace::Assumption(index));
        match row(ui, cx, exploration, (index, text), at.as_ref()) {
            None => {}
            Some(Change::Removed) => edit(sink, ClaimsEdit::RemoveAssumption(index)),
            Some(Change::Written(text)) => edit(sink, ClaimsEdit::Assumption(index, text)),
        }
    }
    let new = assumptions.len();
    if *adds_to == Some(cx.front.id())
        && let Some(change) = row(ui, cx, exploration, (new, ""), None)
    {
        *adds_to = None;
        if let Change::Written(text) = change {
            edit(sink, ClaimsEdit::AddAssumption(text));
        }
    }
    let text = cx.texts.tr("explore.add_assumption");
    let add = ui.add(Button::new((icons::text("add"), &*text)));
    if add.accessible_name(&*text).clicked() {
        *adds_to = Some(cx.front.id());
        focus_request::request(ui.ctx(), field_id(cx, new));
    }
    ui.add_space(space::S);
    limits(ui, cx, exploration, sink);
}

/// What the user did to an assumption.
enum Change {
    Written(String),
    Removed,
}

fn field_id(cx: &PanelContext<'_>, index: usize) -> Id {
    Id::unique(("assumption", cx.front.id(), index))
}

/// An assumption, at its place among the claims if it is one of them already.
fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    (index, text): (usize, &str),
    at: Option<&ClaimPlace>,
) -> Option<Change> {
    let number = (index + 1).to_string();
    let name = cx
        .texts
        .tr_with("explore.assumption", &[("number", &number)]);
    let remove = cx.texts.tr_with("explore.remove", &[("what", &name)]);
    ui.horizontal_top(|ui| {
        let remove = IconButton::new("close", &remove).small().show(ui);
        let field = (field_id(cx, index), &*name);
        let written = ui.vertical(|ui| expression_field(ui, cx, exploration, field, text, at));
        let removed = remove.clicked().then_some(Change::Removed);
        removed.or(written.inner.map(Change::Written))
    })
    .inner
}

/// The fields of the limits, and the duration of a frame.
fn limits(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration, sink: &mut ActionSink) {
    let claims = exploration.claims();
    let now = SearchLimits::of(claims);
    let keys = [
        "explore.frames",
        "explore.states",
        "explore.seconds",
        "explore.frame_duration",
    ];
    let labels = keys.map(|key| cx.texts.tr(key).into_owned());
    let id = Id::unique(("limits of exploring", cx.front.id()));
    let form = Form::new(ui, cx.theme, labels.iter().map(String::as_str));
    let [frames, states, seconds, duration] = &labels;
    let whole = |ui: &mut Ui, label: &str, value: u64, most: u64| {
        form.row(ui, label, |ui| {
            draft(ui, id.with(label), &value, |ui, value| {
                ui.add(DragValue::new(value).range(1..=most))
                    .accessible_name(label)
            })
        })
    };
    let mut changed = claims.limits;
    if let Some(frames) = whole(ui, frames, now.frames, MAX_FRAMES) {
        changed.frames = Some(frames);
    }
    if let Some(states) = whole(ui, states, now.states as u64, MAX_STATES) {
        changed.states = Some(states);
    }
    let decimal = |ui: &mut Ui, label: &str, value: f64, most: f64, speed: f64| {
        form.row(ui, label, |ui| {
            draft(ui, id.with(label), &value, |ui, value| {
                let field = DragValue::new(value).range(0.0..=most).speed(speed);
                ui.add(field).accessible_name(label)
            })
        })
    };
    if let Some(seconds) = decimal(ui, seconds, now.seconds, MAX_SECONDS, 0.1) {
        changed.seconds = Some(seconds);
    }
    if changed != claims.limits {
        edit(sink, ClaimsEdit::Limits(ClaimLimits { ..changed }));
    }
    if let Some(dt) = decimal(ui, duration, claims.dt, MAX_DT, 0.005) {
        edit(sink, ClaimsEdit::FrameDuration(dt));
    }
}
