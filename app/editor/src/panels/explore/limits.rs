//! How far a search goes, and how long a frame takes in it.

use egui::{DragValue, Id, Ui};
use treewright_explore::claims::{ClaimLimits, MAX_SECONDS, MAX_STATES};
use treewright_insight::scenario::MAX_FRAMES;
use treewright_insight::scenario_json::MAX_DT;
use treewright_session::workspace::exploration::{ClaimsEdit, Exploration, SearchLimits};

use super::edit;
use crate::action::ActionSink;
use crate::panels::PanelContext;
use crate::widgets::{Form, caption, draft};

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration, sink: &mut ActionSink) {
    caption(ui, cx.theme, &cx.texts.tr("explore.limits_hint"));
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
