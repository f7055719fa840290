//! The run over time: a lane for each node with its spans of running, its messages, aborts and writes; and a ruler to go to any frame.
//! Reads the run history, which is stored per node, so that the cost of drawing depends only on what is visible.

mod compared;
mod finder;
mod header;
mod lanes;
mod marks;
mod rows;
pub mod ruler;
pub mod scale;
mod sent_events;
pub mod spans;
mod tooltip;
mod version_starts;
pub mod ways;

use compared::ComparedAgent;
use egui::{Rect, Ui, pos2, vec2};
use finder::Finder;
use rows::{Collapsed, Rows};
use scale::Scale;

use super::{PanelContext, no_run_hint};
use crate::action::ActionSink;
use crate::widgets::{empty_hint, panel_scroll};
const LANE: f32 = 20.0;
const RULER: f32 = 26.0;
/// In less height than this, the buttons share a line with the ruler.
const LOW_HEIGHT: f32 = 170.0;
/// The space between the ruler and buttons in its line.
const BEFORE_BUTTONS: f32 = 16.0;
/// The maximum width of the names, and their maximum share of a narrow panel.
const NAMES: f32 = 210.0;
const NAMES_PART: f32 = 0.35;

/// State kept between frames.
#[derive(Debug)]
pub struct TimelineState {
    /// The lane query.
    query: String,
    /// The search field takes the keyboard focus in the next frame.
    pub focus_search: bool,
    /// Nodes whose descendants have no lanes of their own.
    collapsed: Collapsed,
    rows: Rows,
    pub finder: Finder,
    /// A second agent, whose lanes are beneath the others.
    pub compared: ComparedAgent,
    ways: ways::WaysStrip,
    scale: Scale,
    /// Whether the newest frame is kept in view.
    follow: bool,
    /// The frame that was shown last.
    shown: u64,
}

impl Default for TimelineState {
    fn default() -> Self {
        Self {
            query: String::new(),
            focus_search: false,
            collapsed: Collapsed::default(),
            rows: Rows::default(),
            finder: Finder::default(),
            compared: ComparedAgent::default(),
            ways: ways::WaysStrip::default(),
            scale: Scale::default(),
            follow: true,
            shown: 0,
        }
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut TimelineState, sink: &mut ActionSink) {
    let Some(run) = cx.run else {
        return no_run_hint::show(ui, cx, ("timeline", "timeline.no_run"), sink);
    };
    ui.spacing_mut().item_spacing.y = 0.0;
    if state.finder.is_shown(cx) {
        finder::show(ui, cx, run, &mut state.finder, sink);
    }
    ways::show(ui, cx, run, (&mut state.ways, &state.scale), sink);
    let limit = finder::limit(run, &state.finder);
    state
        .rows
        .update(cx, run, &state.query, &state.collapsed, limit);
    let is_low = ui.available_rect_before_wrap().height() < LOW_HEIGHT;
    let buttons = header::width(run, is_low);
    let areas = TimelineLayout::of(ui, buttons, is_low);
    let ahead = if areas.is_low { buttons } else { 0.0 };
    // Do not follow while an older frame is shown.
    let follow = state.follow && run.frame() >= run.history().last_frame();
    // Where nothing is known of the shown agent, the frames of the whole run are shown.
    let history = run.history();
    let known = (history.first_frame(), history.last_frame());
    let frames = if known.1 == 0 { run.frames() } else { known };
    state.scale.fit_frames(areas.time, frames, follow, ahead);
    if std::mem::replace(&mut state.shown, run.frame()) != run.frame() {
        state.scale.reveal(run.frame());
    }
    ruler::show(ui, cx, run, state, areas.ruler, sink);
    let builder = egui::UiBuilder::new().max_rect(areas.lanes);
    ui.scope_builder(builder, |ui| {
        if let Some(other) = state.compared.choose(run) {
            return compared::show(
                ui,
                cx,
                (run, &other),
                state,
                (areas.lanes, areas.time),
                sink,
            );
        }
        if state.rows.is_empty() {
            let key = match limit {
                Some(found) if found.frames().is_empty() => "find_in_time.nothing",
                Some(_) => "find_in_time.only_nothing",
                None => "outline.nothing",
            };
            empty_hint(ui, cx.theme, "timeline", &cx.texts.tr(key));
            return;
        }
        let area = panel_scroll();
        area.show_rows(ui, LANE, state.rows.len(), |ui, range| {
            let size = vec2(ui.available_width(), range.len() as f32 * LANE);
            let (_, rect) = ui.allocate_space(size);
            lanes::show(ui, cx, run, state, (rect, areas.time), range, sink);
        });
    });
    if let Some(found) = run.found() {
        let rects = (areas.ruler, areas.time);
        finder::paint_on_ruler(ui, cx.theme, found, &state.scale, rects);
    }
    ruler::playhead(ui, cx, run, state, areas.time);
    header::show(ui, cx, run, state, &areas, sink);
}

/// How wide the names are in a panel of this width.
fn width_of_names(whole: f32) -> f32 {
    NAMES.min(whole * NAMES_PART)
}

/// The layout of the panel.
struct TimelineLayout {
    search: Rect,
    buttons: Rect,
    ruler: Rect,
    /// All rows, with names and time.
    lanes: Rect,
    /// The horizontal extent of frames, from the ruler down.
    time: Rect,
    /// Whether the buttons share a line with the ruler.
    is_low: bool,
}

impl TimelineLayout {
    fn of(ui: &Ui, width: f32, is_low: bool) -> Self {
        let whole = ui.available_rect_before_wrap();
        let names = width_of_names(whole.width());
        let top = if is_low {
            whole.top()
        } else {
            whole.top() + RULER
        };
        let bar = ui.spacing().scroll.bar_width + ui.spacing().scroll.bar_inner_margin;
        let time = Rect::from_min_max(pos2(whole.left() + names, top), whole.max - vec2(bar, 0.0));
        let line = |left: f32, right: f32, top: f32| {
            Rect::from_min_max(pos2(left, top), pos2(right, top + RULER))
        };
        let buttons = line(whole.right() - width, whole.right(), whole.top());
        let end = if is_low {
            buttons.left() - BEFORE_BUTTONS
        } else {
            time.right()
        };
        Self {
            search: line(whole.left(), time.left() - 8.0, whole.top()),
            buttons,
            ruler: line(time.left(), end, top),
            lanes: Rect::from_min_max(pos2(whole.left(), top + RULER), whole.max),
            time,
            is_low,
        }
    }
}
