//! The strip of frames on which a scenario is edited: inputs above, what runs in the middle, and what is expected below, each as marks in a
//! lane of its subject. Marks are dragged, typed, added and removed. Draws only what is visible.

mod adding;
mod bars;
mod details;
mod head;
mod keys;
mod lanes;
mod marks;

use std::path::PathBuf;

use egui::{Id, Rect, ScrollArea, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use treewright_insight::scenario::{FrameRange, Mark, MarkPlace, MarkSubject, Scenario};
use treewright_session::workspace::run_view::RunView;
use treewright_session::workspace::scenario_edits::ScenarioEdit;
use treewright_session::workspace::scenario_list::{ScenarioEntry, ScenarioOutcome};

use self::adding::AddWindow;
use self::lanes::{Lanes, StripRow};
use crate::action::{Action, ActionSink, RunAction, ScenarioAction, Walk};
use crate::panels::PanelContext;
use crate::panels::timeline::ruler;
use crate::panels::timeline::scale::Scale;
use crate::widgets::panel_scroll;

pub use self::keys::has_keyboard;

const LANE: f32 = 22.0;
const RULER: f32 = 22.0;
/// The height of the line above the strip.
const HEAD: f32 = 26.0;
/// In less height than this, the fields of the selected mark take the place of the head.
const LOW_HEIGHT: f32 = 230.0;
/// The height of the fields of the selected mark.
const DETAILS: f32 = 30.0;
/// The maximum width of the names, and their maximum share of a narrow strip.
const NAMES: f32 = 200.0;
const NAMES_PART: f32 = 0.35;
/// The room after the last frame for the texts of its marks, in points.
const LAST_MARK: f32 = 60.0;
/// The maximum width of a frame, in points.
const WIDEST: f64 = 110.0;

/// State kept between frames.
pub struct StripState {
    file: PathBuf,
    scale: Scale,
    lanes: Lanes,
    selected: Option<MarkPlace>,
    /// The frame of the cursor while no run of the scenario shows one.
    cursor: u64,
    /// The lane of the cursor.
    lane: Option<MarkSubject>,
    drag: Option<MarkDrag>,
    /// Scroll to the selected mark.
    reveal: bool,
    adding: Option<AddWindow>,
    /// The frames being chosen for an expectation without aborts.
    quiet: Option<FrameRange>,
    /// Focus the strip.
    focus: bool,
    /// Whether a field of the selected mark has the focus.
    has_typing: bool,
}

/// A mark that is being dragged.
struct MarkDrag {
    place: MarkPlace,
    /// The distance from the mark's left edge to the pointer.
    offset: f32,
    to: u64,
}

impl Default for StripState {
    fn default() -> Self {
        Self {
            file: PathBuf::new(),
            scale: Scale::of_all(WIDEST),
            lanes: Lanes::default(),
            selected: None,
            cursor: 1,
            lane: None,
            drag: None,
            reveal: false,
            adding: None,
            quiet: None,
            focus: false,
            has_typing: false,
        }
    }
}

impl StripState {
    /// Selects a mark and scrolls to it.
    pub fn select(&mut self, place: Option<MarkPlace>) {
        if let Some(place) = &place {
            self.cursor = place.frame;
            self.lane = Some(place.subject.clone());
            self.reveal = true;
        }
        self.selected = place;
    }

    pub fn selected(&self) -> Option<&MarkPlace> {
        self.selected.as_ref()
    }

    /// Gives the keyboard to the strip in the next frame.
    pub fn take_focus(&mut self) {
        self.focus = true;
    }

    /// Whether the window that adds marks is open.
    pub fn is_adding(&self) -> bool {
        self.adding.is_some()
    }
}

/// The scenario that the strip shows.
#[derive(Clone, Copy)]
struct Strip<'a> {
    cx: &'a PanelContext<'a>,
    entry: &'a ScenarioEntry,
    scenario: &'a Scenario,
    /// The run that replays the scenario.
    run: Option<&'a dyn RunView>,
    /// The id of the strip, which has the keyboard focus.
    id: Id,
    /// The frame of the cursor.
    cursor: u64,
}

impl Strip<'_> {
    /// Whether it is known if the scenario's expectations are met.
    fn is_judged(&self) -> bool {
        let outcome = self.entry.outcome.as_ref();
        outcome.is_some_and(|outcome| !matches!(outcome, ScenarioOutcome::Unusable(_)))
    }

    /// Whether the tree was edited since the shown run began, which the results do not show.
    fn shows_earlier_tree(&self) -> bool {
        let revision = self.cx.front.run_revision();
        self.run.is_some_and(|run| run.ran_earlier_tree(revision))
    }

    fn edit(&self, edit: ScenarioEdit, sink: &mut ActionSink) {
        let file = self.entry.file.clone();
        sink.push(Action::Scenario(ScenarioAction::Edit { file, edit }));
    }

    /// Puts the cursor on a frame: in the run of the scenario, if it is played.
    fn go_to(&self, frame: u64, state: &mut StripState, sink: &mut ActionSink) {
        state.cursor = frame;
        if let Some(run) = self.run
            && run.frame() != frame
        {
            sink.push(Action::Run(RunAction::Walk(Walk::GoTo(frame))));
        }
    }

    /// Plays the scenario up to a frame.
    fn play(&self, frame: u64, sink: &mut ActionSink) {
        sink.push(Action::Scenario(ScenarioAction::Show {
            file: self.entry.file.clone(),
            frame: Some(frame),
            node: None,
        }));
    }

    /// The titles of nodes that the scenario names.
    fn titles(&self) -> impl Fn(&str) -> String {
        |name| super::title_of(self.cx, self.cx.front.document(), name)
    }

    /// The sentence of a mark.
    fn name_of(&self, frame: u64, mark: &Mark) -> String {
        self.cx.texts.scenario_mark(frame, mark, &self.titles())
    }

    /// The difference of an expectation from the last run.
    fn difference(
        &self,
        place: &MarkPlace,
        mark: &Mark,
    ) -> Option<&treewright_insight::scenario::ScenarioDifference> {
        let Mark::Expect(fact) = mark else {
            return None;
        };
        let last = mark.last_frame(place.frame);
        let differences = self.entry.differences();
        // They are sorted by frame.
        let first = differences.partition_point(|difference| difference.frame < place.frame);
        let near = differences[first..].iter();
        let mut near = near.take_while(|difference| difference.frame <= last);
        near.find(|difference| difference.expected == *fact)
    }
}

/// Shows the strip of a scenario of the active document. `start` takes the place of its name.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    entry: &ScenarioEntry,
    state: &mut StripState,
    start: Option<&mut head::LeadingButtons<'_>>,
    sink: &mut ActionSink,
) {
    let Some(scenario) = &entry.scenario else {
        return;
    };
    if state.file != entry.file {
        *state = StripState {
            file: entry.file.clone(),
            focus: state.focus,
            ..StripState::default()
        };
    }
    let run = cx.run.filter(|run| {
        let played = run.scenario();
        played.is_some_and(|played| {
            std::sync::Arc::ptr_eq(played, scenario) || **played == **scenario
        })
    });
    let cursor = run.map_or(state.cursor, |run| run.frame().max(1));
    state.cursor = cursor;
    let strip = Strip {
        cx,
        entry,
        scenario,
        run,
        id: ui.scope_id().with("strip"),
        cursor,
    };
    if let Some(place) = &state.selected
        && scenario.mark(place).is_none()
    {
        state.selected = None;
    }
    // What the head asks for now is done in the next frame, in which no click takes the focus away again.
    let takes_focus = std::mem::take(&mut state.focus);
    let is_low = ui.available_height() < LOW_HEIGHT;
    let first_line = ui.available_rect_before_wrap();
    let first_line = first_line.with_max_y(first_line.top() + HEAD);
    // In little height, the fields of a mark take the place of the head.
    if is_low && state.selected.is_some() {
        ui.allocate_rect(first_line, Sense::hover());
    } else {
        head::show(ui, &strip, state, start, sink);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    state.lanes.update(&strip);
    let whole = ui.available_rect_before_wrap();
    let areas = StripLayout::of(ui, whole, if is_low { 0.0 } else { DETAILS });
    body(ui, &strip, state, &areas, takes_focus, sink);
    let details = if is_low { first_line } else { areas.details };
    if !is_low || state.selected.is_some() {
        ui.scope_builder(UiBuilder::new().max_rect(details), |ui| {
            details::show(ui, &strip, state, is_low, sink);
        });
    }
    // In a scroll area of its own, what is typed in the window scrolls nothing behind it.
    ScrollArea::neither().show(ui, |ui| adding::show(ui.ctx(), &strip, state, sink));
}

/// The layout below the head.
struct StripLayout {
    ruler: Rect,
    /// All rows, with names and time.
    lanes: Rect,
    /// The horizontal extent of frames, from the ruler down.
    time: Rect,
    details: Rect,
}

impl StripLayout {
    fn of(ui: &Ui, whole: Rect, details: f32) -> Self {
        let names = NAMES.min(whole.width() * NAMES_PART);
        let bar = ui.spacing().scroll.bar_width + ui.spacing().scroll.bar_inner_margin;
        let bottom = (whole.bottom() - details).max(whole.top() + RULER);
        let right = whole.right() - bar;
        let left = whole.left() + names;
        Self {
            ruler: Rect::from_min_max(
                whole.min + vec2(names, 0.0),
                pos2(right, whole.top() + RULER),
            ),
            lanes: Rect::from_min_max(
                pos2(whole.left(), whole.top() + RULER),
                pos2(whole.right(), bottom),
            ),
            time: Rect::from_min_max(pos2(left, whole.top()), pos2(right, bottom)),
            details: Rect::from_min_max(pos2(whole.left(), bottom + 2.0), whole.max),
        }
    }
}

fn body(
    ui: &mut Ui,
    strip: &Strip<'_>,
    state: &mut StripState,
    areas: &StripLayout,
    takes_focus: bool,
    sink: &mut ActionSink,
) {
    let frames = (1, strip.scenario.frames.max(1));
    let ahead = LAST_MARK.min(areas.time.width() * 0.2);
    state.scale.fit_frames(areas.time, frames, false, ahead);
    // Behind the marks, so that they are clicked first.
    let response = ui.interact(areas.lanes, strip.id, Sense::click_and_drag());
    let name = keys::name(strip, state);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Group, true, &name));
    if takes_focus {
        response.request_focus();
        // Only a frame with the focus can claim the arrows and Tab.
        ui.ctx().request_repaint();
    }
    keys::remember(ui.ctx(), strip.id);
    keys::leave_if_pressed_elsewhere(ui, strip.id);
    if response.has_focus() {
        keys::read(ui, strip, state, sink);
    }
    ruler_row(ui, strip, state, areas, sink);
    let builder = UiBuilder::new().max_rect(areas.lanes);
    ui.scope_builder(builder, |ui| {
        let mut area = panel_scroll();
        if state.reveal {
            area = reveal(area, state, areas);
        }
        let shown = area.show_rows(ui, LANE, state.lanes.rows().len(), |ui, range| {
            let size = vec2(ui.available_width(), range.len() as f32 * LANE);
            let (_, rect) = ui.allocate_space(size);
            marks::show(ui, strip, state, (rect, areas.time, &response), range, sink);
        });
        state.lanes.scrolled = shown.state.clamped_offset().y;
    });
    playhead(ui, strip, state, areas);
    if response.has_focus() {
        let line = Stroke::new(1.0, strip.cx.theme.accent);
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(areas.lanes, 3.0, line, inside);
    }
}

/// Scrolls to the lane and the frame of the selected mark.
fn reveal(area: ScrollArea, state: &mut StripState, areas: &StripLayout) -> ScrollArea {
    state.reveal = false;
    let Some(place) = &state.selected else {
        return area;
    };
    state.scale.reveal(place.frame);
    let is_lane =
        |row: &StripRow| matches!(row, StripRow::Lane(lane) if lane.subject == place.subject);
    let Some(row) = state.lanes.rows().iter().position(is_lane) else {
        return area;
    };
    let (top, height) = (row as f32 * LANE, areas.lanes.height());
    let offset = state.lanes.scrolled;
    if top >= offset && top + LANE <= offset + height {
        return area;
    }
    area.vertical_scroll_offset((top + LANE - height / 2.0).max(0.0))
}

fn ruler_row(
    ui: &Ui,
    strip: &Strip<'_>,
    state: &mut StripState,
    areas: &StripLayout,
    sink: &mut ActionSink,
) {
    let id = strip.id.with("ruler");
    let response = ui.interact(areas.ruler, id, Sense::CLICK | Sense::DRAG);
    let name = strip.cx.texts.tr("scenarios.ruler");
    response.widget_info(|| WidgetInfo::slider(true, strip.cursor as f64, &name));
    if let Some(at) = response.interact_pointer_pos() {
        let frame = state.scale.frame_at(at.x);
        strip.go_to(frame, state, sink);
        if response.clicked() {
            state.focus = true;
            if strip.run.is_none() {
                strip.play(frame, sink);
            }
        }
    }
    if response.contains_pointer() {
        ruler::turn_wheel(ui, &mut state.scale, true);
    }
    ruler::paint(ui, strip.cx.theme, &state.scale, areas.ruler, false);
    response.on_hover_text(name);
}

fn playhead(ui: &Ui, strip: &Strip<'_>, state: &StripState, areas: &StripLayout) {
    let painter = ui.painter_at(areas.time);
    let x = state.scale.x(strip.cursor as f64);
    let right = state.scale.x(strip.cursor as f64 + 1.0);
    let column = Rect::from_x_y_ranges(x..=right.max(x + 1.5), areas.time.y_range());
    let color = strip.cx.theme.accent;
    painter.rect_filled(column, 0.0, color.gamma_multiply(0.10));
    painter.vline(x, areas.time.y_range(), Stroke::new(1.0, color));
}

/// The maximum number of characters of a value on the strip.
const MAX_CHARACTERS: usize = 40;

/// Shortens a text for the strip.
fn short(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
