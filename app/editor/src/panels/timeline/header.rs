//! The controls beside the ruler: the search for lanes, and the buttons for zoom, following and collapsing; of a run that goes on elsewhere, also the way
//! back to its newest frame.

use egui::{Button, RichText, Stroke, Ui, UiBuilder, vec2};
use treewright_session::workspace::run_view::RunView;

use super::ruler::{ZOOM_STEP, go_to};
use super::{TimelineLayout, TimelineState};
use crate::action::{Action, ActionSink, RunAction};
use crate::icons;
use crate::panels::PanelContext;
use crate::panels::live_words::LiveWords;
use crate::theme::text_size;
use crate::widgets::{IconButton, RightEnd, filter_field};

/// The number of buttons, and the width of each.
const BUTTONS: f32 = 7.0;
const BUTTON: f32 = 25.0;

/// The width of the button that shows the newest frame, and where it shares a line with the ruler.
const LIVE: f32 = 140.0;
const SHORT_LIVE: f32 = 84.0;

/// The width of all buttons.
pub fn width(run: &dyn RunView, is_low: bool) -> f32 {
    let live = match run.follows_newest() {
        Some(_) => live_width(is_low),
        None => 0.0,
    };
    BUTTONS * BUTTON + 4.0 + live
}

fn live_width(is_low: bool) -> f32 {
    if is_low { SHORT_LIVE } else { LIVE }
}

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    state: &mut TimelineState,
    areas: &TimelineLayout,
    sink: &mut ActionSink,
) {
    ui.scope_builder(UiBuilder::new().max_rect(areas.search), |ui| {
        let (name, clear) = (cx.texts.tr("timeline.search"), cx.texts.tr("search.clear"));
        let field = filter_field(ui, cx.theme, &mut state.query, &name, &clear);
        if std::mem::take(&mut state.focus_search) {
            field.request_focus();
        }
    });
    let mut covered = areas.buttons;
    if areas.is_low {
        // Nothing of the ruler reaches under the buttons or close to them.
        covered.min.x = areas.ruler.right();
    }
    ui.painter().rect_filled(covered, 0.0, cx.theme.panel);
    if areas.is_low {
        let line = Stroke::new(1.0, cx.theme.separator);
        let (x, y) = (covered.left(), covered.y_range().shrink(4.0));
        ui.painter().vline(x, y, line);
    }
    let end = RightEnd::of(ui, areas.buttons);
    end.show(ui, |ui| buttons(ui, cx, run, state, areas.is_low, sink));
}

fn buttons(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    state: &mut TimelineState,
    is_low: bool,
    sink: &mut ActionSink,
) {
    ui.spacing_mut().item_spacing.x = 1.0;
    if button(ui, cx, "remove", "timeline.zoom_out", None) {
        zoom(state, 1.0 / ZOOM_STEP);
    }
    if button(ui, cx, "add", "timeline.zoom_in", None) {
        zoom(state, ZOOM_STEP);
    }
    if button(ui, cx, "fit_screen", "timeline.all", None) {
        state.follow = false;
        state.scale.show_all();
    }
    if button(ui, cx, "last_page", "timeline.follow", Some(state.follow)) {
        state.follow = !state.follow;
        if state.follow {
            go_to(run.history().last_frame(), run, sink);
        }
    }
    let is_finding = state.finder.is_shown(cx);
    let name = "command.find_in_time";
    if button(ui, cx, "manage_search", name, Some(is_finding)) {
        state.finder.toggle(cx, sink);
    }
    collapse_buttons(ui, cx, run, state);
    if let Some(follows) = run.follows_newest() {
        live_button(ui, cx, (run, follows), is_low, state, sink);
    }
}

/// Shows the newest frame of a run that goes on elsewhere, and those that come; says how far behind the shown one is.
fn live_button(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (run, follows): (&dyn RunView, bool),
    is_low: bool,
    state: &mut TimelineState,
    sink: &mut ActionSink,
) {
    let newest = run.frames().1;
    let behind = newest.saturating_sub(run.frame());
    let seconds = format!("{:.1}", (run.time_of(newest) - run.time()).max(0.0));
    let arguments = [("seconds", &*seconds)];
    let count = usize::try_from(behind).unwrap_or(usize::MAX);
    let words = LiveWords::of(cx).filter(|_| follows);
    let (text, name, color) = if let Some(words) = words {
        (words.text, words.hint, words.color)
    } else if follows || behind == 0 {
        let name = cx.texts.tr("timeline.live").into_owned();
        (cx.texts.tr("run.live").into_owned(), name, cx.theme.muted)
    } else {
        let text = if is_low {
            cx.texts.tr_with("timeline.behind_in_short", &arguments)
        } else {
            cx.texts.tr_count_with("timeline.behind", count, &arguments)
        };
        let name = cx
            .texts
            .tr_count_with("timeline.go_live", count, &arguments);
        (text, name, cx.theme.warning)
    };
    let text = RichText::new(text).size(text_size::SMALL).color(color);
    let icon = icons::text("sensors").size(14.0).color(color);
    let size = vec2(live_width(is_low) - 8.0, ui.available_height().min(BUTTON));
    let button = Button::new((icon, text)).truncate().min_size(size);
    let button = ui.add_enabled(!follows, button).accessible_name(&name);
    let button = button.on_hover_text(&name).on_disabled_hover_text(name);
    if button.clicked() {
        state.follow = true;
        sink.push(Action::Run(RunAction::FollowNewest));
    }
}

/// Zooms around the center of the view; if the newest frame is followed, it stays in view.
fn zoom(state: &mut TimelineState, factor: f32) {
    let middle = state.scale.center();
    state.scale.zoom(factor, middle);
}

fn collapse_buttons(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    state: &mut TimelineState,
) {
    if button(ui, cx, "unfold_less", "timeline.collapse_all", None) {
        // The topmost lanes stay expanded, otherwise only they would remain.
        let lanes = run.lanes().iter().enumerate();
        let parents = lanes.filter(|(place, lane)| lane.depth > 0 && lane.end > place + 1);
        let parents = parents.map(|(_, lane)| lane.id.clone());
        state.collapsed.set(parents);
    }
    if button(ui, cx, "unfold_more", "timeline.expand_all", None) {
        state.collapsed.set(std::iter::empty());
    }
}

/// A button; with `on`, a switch that is on or off.
fn button(ui: &mut Ui, cx: &PanelContext<'_>, icon: &str, key: &str, on: Option<bool>) -> bool {
    let name = cx.texts.tr(key);
    let mut button = IconButton::new(icon, &name).small();
    if let Some(on) = on {
        button = button.selected(on);
    }
    button.show(ui).clicked()
}
