//! The observers of the running tree: the watched conditionals in the order of their checks, with scope, abort type and last result, and
//! why each may or may not fire now. Below them, conditionals that would be watched but were not checked yet.

use egui::{Label, RichText, Ui};
use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;
use treewright_core::runtime::Status;
use treewright_session::memo::Memo;
use treewright_session::workspace::run_view::{
    NodeState, ObserverView, ObserversView, RunView, ShownNode,
};

use super::{Moment, PanelContext, no_run_hint};
use crate::action::{Action, ActionSink, ViewAction};
use crate::theme::{space, status_icon, text_size};
use crate::widgets::{Row, caption, empty_hint, panel_scroll, row_pressed};

/// State kept between frames.
#[derive(Default)]
pub struct ObserversState {
    /// The observers of the shown moment.
    view: Memo<Moment, ObserversView>,
    /// Why conditionals that were in view are not watched, by moment and language.
    reasons: Memo<(Moment, &'static str), FxHashMap<NodeId, String>>,
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ObserversState, sink: &mut ActionSink) {
    let Some(run) = cx.run else {
        state.view = Memo::default();
        return no_run_hint::show(ui, cx, ("visibility", "observers.no_run"), sink);
    };
    let view = state.view.of(cx.moment(run), |_| run.observers());
    if view.observers.is_empty() && view.idle.is_empty() {
        let key = if run.is_told() && run.status().is_none() {
            "observers.not_known"
        } else {
            "observers.empty"
        };
        empty_hint(ui, cx.theme, "visibility", &cx.texts.tr(key));
        return;
    }
    let count = view.observers.len() + view.idle.len() + usize::from(!view.idle.is_empty());
    ui.spacing_mut().item_spacing.y = 0.0;
    if run.inside().is_some() {
        caption(ui, cx.theme, &cx.texts.tr("observers.inside"));
    }
    let now = (cx.moment(run), cx.texts.language());
    state.reasons.of(now, |_| FxHashMap::default());
    let reasons = state.reasons.at(now);
    let area = panel_scroll();
    area.show_rows(ui, height(), count, |ui, range| {
        for index in range {
            ui.push_id(index, |ui| {
                ui.set_min_height(height());
                if let Some(observer) = view.observers.get(index) {
                    row(ui, cx, index, observer, sink);
                } else if index == view.observers.len() {
                    ui.add_space(space::M);
                    caption(ui, cx.theme, &cx.texts.tr("observers.idle"));
                } else {
                    let node = &view.idle[index - view.observers.len() - 1];
                    let why = reasons.entry(node.own_id().clone());
                    let why = why.or_insert_with(|| why_not_watched(cx, run, node.own_id()));
                    idle_row(ui, cx, (node, why), sink);
                }
            });
        }
    });
}

/// The height of a row with two lines.
fn height() -> f32 {
    crate::widgets::ROW_HEIGHT + 20.0
}

fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    index: usize,
    observer: &ObserverView,
    sink: &mut ActionSink,
) {
    let title = title(cx, &observer.conditional);
    let prospect = observer.prospect.named(|node| cx.title_of_shown(node));
    let why = cx.texts.prospect(&prospect);
    let answer = match observer.answer {
        Status::Success => "observers.true",
        _ => "observers.false",
    };
    let answer = cx.texts.tr(answer).into_owned();
    let kind = cx
        .texts
        .tr(&format!("abort.{}", observer.kind.name()))
        .into_owned();
    let scope = match &observer.scope {
        Some(scope) => cx
            .texts
            .tr_with("observers.in", &[("scope", &cx.title_of_shown(scope))]),
        None => cx.texts.tr("observers.dormant").into_owned(),
    };
    let detail = format!("{kind} · {scope} · {answer}");
    let may_fire = observer.prospect.may_fire();
    let number = (index + 1).to_string();
    let text = format!("{number}. {title}");
    let name = format!("{title} {detail} {why}");
    let chosen = cx.front.selection().primary();
    let concerns = chosen.is_some_and(|node| observer.concerns(node));
    let (icon, color) = if may_fire {
        ("flash_on", cx.theme.interrupted)
    } else if observer.scope.is_none() {
        ("visibility_off", cx.theme.muted)
    } else {
        ("visibility", cx.theme.muted)
    };
    let response = Row::new(&text)
        .icon(icon, color)
        .detail(&detail)
        .selected(concerns)
        .name(&name)
        .show(ui, cx.theme);
    if row_pressed(ui, &response) {
        reveal(&observer.conditional.id, sink);
    }
    let color = if may_fire {
        cx.theme.text
    } else {
        cx.theme.muted
    };
    ui.horizontal(|ui| {
        ui.add_space(28.0);
        let why = RichText::new(&why).size(text_size::SMALL).color(color);
        ui.add(Label::new(why).truncate());
    });
    response.on_hover_text(why);
}

/// What a conditional asks, or its title if it is in another file.
fn title(cx: &PanelContext<'_>, node: &ShownNode) -> String {
    cx.texts
        .argument(&node.named(|id| cx.question_or_title(id)))
}

/// Why a conditional is not watched: it was not reached, or its composite let it go.
fn why_not_watched(cx: &PanelContext<'_>, run: &dyn RunView, node: &NodeId) -> String {
    let reason = run.why_no_abort(node, &|id| cx.title_of(id));
    reason.map_or_else(
        || cx.texts.tr("observers.not_watched").into_owned(),
        |reason| cx.texts.sentence(&reason.sentence),
    )
}

fn idle_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (node, why): (&ShownNode, &str),
    sink: &mut ActionSink,
) {
    let title = title(cx, node);
    let response = Row::new(&title)
        .icon(status_icon(NodeState::Idle), cx.theme.muted)
        .color(cx.theme.muted)
        .show(ui, cx.theme);
    if row_pressed(ui, &response) {
        reveal(&node.id, sink);
    }
    ui.horizontal(|ui| {
        ui.add_space(28.0);
        let text = RichText::new(why)
            .size(text_size::SMALL)
            .color(cx.theme.muted);
        ui.add(Label::new(text).truncate());
    });
    response.on_hover_text(why);
}

fn reveal(node: &NodeId, sink: &mut ActionSink) {
    sink.push(Action::View(ViewAction::Reveal(node.clone())));
}
