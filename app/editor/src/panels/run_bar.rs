//! The state of the run: its frame, with a slider over all frames in the history, the position inside a frame, the agent, and the memory
//! used by the history.

use egui::{
    Align, Button, Color32, Context, DragValue, Id, Label, Layout, RichText, Sense, Slider, Ui,
    vec2,
};
use treewright_core::trace::TraceEvent;
use treewright_session::workspace::run_view::{InsideView, RunView};

use super::live_words::LiveWords;
use super::{PanelContext, agent_choice, last_run};
use crate::action::{Action, ActionSink, RunAction, SelectAction, Walk};
use crate::icons;
use crate::theme::{space, text_size};
use crate::widgets::{caption, focus_all};

/// The highest frame number that can be entered.
const MAX_FRAME: u64 = 1_000_000;

/// The panel width above which the right part does not grow any further.
const MAX_MEASURED_WIDTH: f32 = 1000.0;

/// Focuses the field for the frame number.
pub fn focus_frame_field(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(focus_request_id(), true));
}

fn focus_request_id() -> Id {
    Id::unique("run bar frame is wanted")
}

/// The height of the bar, with and without a run.
const HEIGHT: f32 = 24.0;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        ui.set_min_height(HEIGHT);
        ui.spacing_mut().item_spacing.x = space::S;
        let Some(run) = cx.run else {
            return without_run(ui, cx, sink);
        };
        frame_number(ui, cx, run, sink);
        if run.agent_count() > 1 {
            agent(ui, cx, run, sink);
        }
        let words = LiveWords::of(cx);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // A constant width, so that the slider does not move under the pointer.
            let size = vec2(
                ui.available_width().min(MAX_MEASURED_WIDTH) * 0.35,
                ui.available_height(),
            );
            let layout = Layout::right_to_left(Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(size.x);
                memory(ui, cx, run);
                if let Some(inside) = run.inside() {
                    moment(ui, cx, (run, inside), sink);
                } else if let Some(words) = words.filter(|_| run.follows_newest() != Some(false)) {
                    words.show(ui);
                } else if let Some(follows) = run.follows_newest() {
                    live_button(ui, cx, follows, sink);
                } else if run.is_told() {
                    let words = ("run.told", "obstacle.told_run");
                    state_label(ui, cx, words, cx.theme.muted);
                } else if run.frame() < run.frames().1 {
                    let words = ("run.in_the_past", "run.in_the_past_hint");
                    state_label(ui, cx, words, cx.theme.warning);
                }
            });
            slider(ui, cx, run, sink);
        });
    });
}

/// The bar while nothing runs: it names the run that was stopped last.
fn without_run(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    match cx.last_run {
        Some(run) => last_run::show_title(ui, cx, run, sink),
        None => {
            caption(ui, cx.theme, &cx.texts.tr("run.none"));
        }
    }
}

fn frame_number(ui: &mut Ui, cx: &PanelContext<'_>, run: &dyn RunView, sink: &mut ActionSink) {
    let name = cx.texts.tr("run.frame");
    caption(ui, cx.theme, &name);
    let mut frame = run.frame();
    let field = DragValue::new(&mut frame).range(0..=MAX_FRAME).speed(0.2);
    let response = ui.add(field.update_while_editing(false));
    let response = response.on_hover_text(cx.texts.tr("run.frame_hint"));
    let requested = ui.data_mut(|data| data.remove_temp::<bool>(focus_request_id()));
    if requested.is_some() {
        focus_all(ui, &response, &run.frame().to_string());
    }
    if response.accessible_name(&*name).changed() && frame != run.frame() {
        sink.push(Action::Run(RunAction::Walk(Walk::RunToFrame(frame))));
    }
    let last = run.frames().1.to_string();
    let time = format!("{:.2}", run.time());
    let arguments = [("last", &*last), ("time", &*time)];
    caption(ui, cx.theme, &cx.texts.tr_with("run.of_frames", &arguments));
}

fn agent(ui: &mut Ui, cx: &PanelContext<'_>, run: &dyn RunView, sink: &mut ActionSink) {
    let name = cx.texts.tr("run.agent_shown");
    if let Some(chosen) = agent_choice::show(ui, cx, run, ("agent", &name), run.agent()) {
        sink.push(Action::Run(RunAction::Walk(Walk::ShowAgent(chosen))));
    }
}

fn slider(ui: &mut Ui, cx: &PanelContext<'_>, run: &dyn RunView, sink: &mut ActionSink) {
    let (first, last) = run.frames();
    let mut frame = run.frame();
    ui.spacing_mut().slider_width = ui.available_width();
    let name = cx.texts.tr("run.past");
    let slider = Slider::new(&mut frame, first..=last.max(first + 1)).show_value(false);
    let response = ui.add_enabled(last > first, slider);
    if response.accessible_name(&*name).changed() {
        sink.push(Action::Run(RunAction::Walk(Walk::GoTo(frame))));
    }
}

/// Says what kind of moment is shown, in a few words with a hint.
fn state_label(ui: &mut Ui, cx: &PanelContext<'_>, (key, hint): (&str, &str), color: Color32) {
    let text = RichText::new(&*cx.texts.tr(key));
    ui.label(text.size(text_size::SMALL).color(color))
        .on_hover_text(cx.texts.tr(hint));
    ui.label(icons::text("history").size(14.0).color(color));
}

/// Shows the newest frame of a run that goes on elsewhere, and those that come.
fn live_button(ui: &mut Ui, cx: &PanelContext<'_>, follows: bool, sink: &mut ActionSink) {
    let name = cx.texts.tr("run.live");
    let color = if follows {
        cx.theme.success
    } else {
        cx.theme.warning
    };
    let text = RichText::new(&*name).size(text_size::SMALL).color(color);
    let icon = icons::text("sensors").size(14.0).color(color);
    let button = Button::selectable(follows, (icon, text));
    let hint = cx.texts.tr(if follows {
        "run.live_hint"
    } else {
        "run.not_live_hint"
    });
    let response = ui.add(button).accessible_name(&*name);
    if response.on_hover_text(hint).clicked() && !follows {
        sink.push(Action::Run(RunAction::FollowNewest));
    }
}

/// How much of the frame has happened, and the next event.
fn moment(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (run, inside): (&dyn RunView, &InsideView),
    sink: &mut ActionSink,
) {
    let cx = &cx.of_tree(run, run.tree_of(inside.agent));
    let text = RichText::new(moment_text(cx, inside))
        .size(text_size::SMALL)
        .color(cx.theme.warning);
    let hint = cx.texts.tr("run.inside_hint");
    // Names may be long.
    let label = Label::new(text).truncate().sense(Sense::click());
    let response = ui.add(label).on_hover_text(hint);
    if let Some(node) = inside.node.as_ref().filter(|_| response.clicked()) {
        if cx.is_elsewhere() {
            cx.reveal(&node.id, sink);
        } else {
            sink.push(Action::Select(SelectAction::Set(vec![node.id.clone()])));
        }
    }
}

/// How much of the frame has happened, and the next event, in words. `cx` is that of the tree of the events.
pub fn moment_text(cx: &PanelContext<'_>, inside: &InsideView) -> String {
    let (happened, of) = (inside.happened.to_string(), inside.of.to_string());
    let next = inside
        .next
        .as_ref()
        .map(|event| next_event_text(cx, event, inside));
    let arguments = [
        ("happened", &*happened),
        ("of", &*of),
        ("next", next.as_deref().unwrap_or_default()),
    ];
    match next {
        Some(_) => cx.texts.tr_with("run.inside", &arguments),
        None => cx.texts.tr_with("run.inside_end", &arguments[..2]),
    }
}

fn next_event_text(cx: &PanelContext<'_>, event: &TraceEvent, inside: &InsideView) -> String {
    let node = inside.node.as_ref().map(|node| cx.title_of_shown(node));
    let (key, status) = match event {
        TraceEvent::Start(_) => ("start", None),
        TraceEvent::Update(_, status) => ("update", Some(cx.texts.choice(status.name()))),
        TraceEvent::End(_, status) => ("end", Some(cx.texts.choice(status.name()))),
        TraceEvent::Check(_, status) => ("check", Some(cx.texts.truth(status.name()))),
        TraceEvent::Abort { .. } => ("abort", None),
        TraceEvent::Log(..) | TraceEvent::Mark(..) | TraceEvent::Error(..) => ("says", None),
        TraceEvent::Beside(_) => ("beside", None),
    };
    let arguments = [
        ("node", node.as_deref().unwrap_or_default()),
        ("status", status.as_deref().unwrap_or_default()),
    ];
    cx.texts.tr_with(&format!("run.next_{key}"), &arguments)
}

fn memory(ui: &mut Ui, cx: &PanelContext<'_>, run: &dyn RunView) {
    let (bytes, limit) = run.memory();
    let megabytes = |bytes: usize| format!("{:.1}", bytes as f64 / f64::from(1 << 20));
    let (bytes, limit) = (megabytes(bytes), megabytes(limit));
    let first = run.frames().0.to_string();
    let arguments = [("bytes", &*bytes), ("limit", &*limit), ("first", &*first)];
    let text = cx.texts.tr_with("run.memory", &arguments);
    caption(ui, cx.theme, &text).on_hover_text(cx.texts.tr_with("run.memory_hint", &arguments));
}
