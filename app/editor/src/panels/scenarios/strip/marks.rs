//! The visible rows: names on the left, marks on the right; and what the pointer does with them.

use std::ops::Range;

use egui::{
    Align2, Color32, FontId, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
};
use treewright_insight::history::NodeState;
use treewright_insight::scenario::{Fact, Mark, MarkPlace, MarkSubject};
use treewright_session::workspace::scenario_edits::ScenarioEdit;
use treewright_session::workspace::scenario_list::ScenarioOutcome;

use super::lanes::{StripLane, StripRow};
use super::{LANE, MarkDrag, Strip, StripState, adding, bars, details, short};
use crate::action::ActionSink;
use crate::icons;
use crate::panels::timeline::ruler;
use crate::panels::timeline::spans::SpanBars;
use crate::theme::{Theme, text_size};
use crate::widgets::{IconButton, row_menu};

/// The minimum width of a mark; of marks nearer to each other, only the first is drawn.
const MIN_WIDTH: f32 = 9.0;
/// The width of a mark with an icon but no text.
const ICON_WIDTH: f32 = 18.0;

/// Shows these rows in a rectangle; `time` is the horizontal extent of the frames. `whole` is the response of the strip itself, behind
/// all marks.
pub fn show(
    ui: &mut Ui,
    strip: &Strip<'_>,
    state: &mut StripState,
    (rect, time, whole): (Rect, Rect, &Response),
    range: Range<usize>,
    sink: &mut ActionSink,
) {
    if whole.contains_pointer() {
        ruler::turn_wheel(ui, &mut state.scale, false);
    }
    let lanes = std::mem::take(&mut state.lanes);
    let at = whole.interact_pointer_pos();
    for (place, row) in range.clone().enumerate() {
        let Some(shown) = lanes.rows().get(row) else {
            break;
        };
        let top = rect.top() + place as f32 * LANE;
        let line = Rect::from_min_max(pos2(rect.left(), top), pos2(time.right(), top + LANE));
        let name = line.with_max_x(time.left() - 4.0);
        let frames = line.with_min_x(time.left());
        match shown {
            StripRow::Inputs | StripRow::Run | StripRow::Expectations => {
                heading(ui, strip, state, shown, line, sink);
            }
            StripRow::Running(leaves) => {
                bars::running(ui, strip, leaves, &state.scale, frames);
            }
            StripRow::Lane(lane) => {
                lane_name(ui, strip, state, lane, name);
                lane_marks(ui, strip, state, lane, frames, sink);
            }
        }
        if let Some(at) = at.filter(|at| line.y_range().contains(at.y) && at.x >= time.left()) {
            empty_place(strip, state, (shown, at.x), whole, sink);
        }
    }
    state.lanes = lanes;
    if whole.dragged() {
        state.scale.pan(whole.drag_delta().x);
    }
    row_menu(whole, |ui| adding::menu(ui, strip, state));
}

/// Clicks beside the marks: they move the cursor, and two add a mark to the lane.
fn empty_place(
    strip: &Strip<'_>,
    state: &mut StripState,
    (row, x): (&StripRow, f32),
    whole: &Response,
    sink: &mut ActionSink,
) {
    if !whole.clicked() && !whole.secondary_clicked() && !whole.double_clicked() {
        return;
    }
    let frame = state.scale.frame_at(x);
    state.focus = true;
    state.selected = None;
    strip.go_to(frame, state, sink);
    state.lane = match row {
        StripRow::Lane(lane) => Some(lane.subject.clone()),
        _ => None,
    };
    if whole.double_clicked() {
        match row {
            StripRow::Lane(lane) => {
                if let Some(mark) = adding::next_in_lane(strip, &lane.subject, frame) {
                    strip.edit(ScenarioEdit::Put(frame, mark), sink);
                }
            }
            StripRow::Inputs => adding::open(state, adding::Kind::Input),
            StripRow::Expectations => adding::open(state, adding::Kind::Expectation),
            StripRow::Run | StripRow::Running(_) => {}
        }
    }
}

/// A heading with its button.
fn heading(
    ui: &mut Ui,
    strip: &Strip<'_>,
    state: &mut StripState,
    row: &StripRow,
    line: Rect,
    sink: &mut ActionSink,
) {
    let theme = strip.cx.theme;
    let (key, button, icon, shortcut) = match row {
        StripRow::Inputs => ("scenarios.inputs", "scenarios.add_input", "add", "I"),
        StripRow::Expectations => ("scenarios.expected", "scenarios.add_expected", "add", "E"),
        _ if strip.shows_earlier_tree() => {
            ("scenarios.happened", "scenarios.play", "play_arrow", "")
        }
        _ => ("scenarios.happens", "scenarios.play", "play_arrow", ""),
    };
    let fill = Theme::tint(theme.panel, theme.text, 0.04);
    ui.painter().rect_filled(line, 0.0, fill);
    let title = strip.cx.texts.tr(key);
    let font = FontId::proportional(text_size::SMALL);
    let at = pos2(line.left() + 4.0, line.center().y);
    let end = ui
        .painter()
        .text(at, Align2::LEFT_CENTER, &*title, font, theme.muted);
    if matches!(row, StripRow::Run) && strip.run.is_some() && !strip.shows_earlier_tree() {
        return;
    }
    let name = strip.cx.texts.tr(button);
    let place = Rect::from_min_max(pos2(end.right() + 4.0, line.top()), line.max);
    let builder = egui::UiBuilder::new().max_rect(place);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.scope_builder(builder.layout(layout), |ui| {
        ui.push_id(key, |ui| {
            let button = IconButton::new(icon, &name).small().hint(shortcut);
            if button.show(ui).clicked() {
                match row {
                    StripRow::Inputs => adding::open(state, adding::Kind::Input),
                    StripRow::Expectations => adding::open(state, adding::Kind::Expectation),
                    _ => strip.play(strip.cursor, sink),
                }
            }
        });
    });
}

fn lane_name(ui: &Ui, strip: &Strip<'_>, state: &StripState, lane: &StripLane, rect: Rect) {
    let theme = strip.cx.theme;
    if state.lane.as_ref() == Some(&lane.subject) {
        ui.painter().rect_filled(rect, 3.0, theme.selection_fill);
    }
    let icon = subject_icon(&lane.subject);
    let at = pos2(rect.left() + 12.0, rect.center().y);
    let painter = ui.painter_at(rect);
    let font = icons::font(13.0);
    painter.text(
        at,
        Align2::CENTER_CENTER,
        icons::glyph(icon),
        font,
        theme.muted,
    );
    let title = strip.cx.texts.mark_subject(&lane.subject, &strip.titles());
    let text = egui::RichText::new(&title).size(text_size::SMALL + 1.0);
    let room = (rect.right() - at.x - 10.0).max(0.0);
    let wrap = Some(egui::TextWrapMode::Truncate);
    let text = egui::WidgetText::from(text);
    let galley = text.into_galley(ui, wrap, room, egui::TextStyle::Body);
    let at = pos2(at.x + 10.0, rect.center().y - galley.size().y / 2.0);
    painter.galley(at, galley, theme.text);
}

/// The icon of a subject.
pub fn subject_icon(subject: &MarkSubject) -> &'static str {
    match subject {
        MarkSubject::Duration => "timer",
        MarkSubject::Seed => "casino",
        MarkSubject::Set(_) => "edit",
        MarkSubject::Event(_) => "campaign",
        MarkSubject::Answer(_) => "chat",
        MarkSubject::Force(_) => "front_hand",
        MarkSubject::Interrupt(_) => "block",
        MarkSubject::Status => "account_tree",
        MarkSubject::Running => "directions_run",
        MarkSubject::Node(_) => "flag",
        MarkSubject::Ended(_) => "last_page",
        MarkSubject::Variable(_) => "memory",
        MarkSubject::Aborts => "flash_on",
        MarkSubject::NoAborts => "lock",
    }
}

fn lane_marks(
    ui: &mut Ui,
    strip: &Strip<'_>,
    state: &mut StripState,
    lane: &StripLane,
    area: Rect,
    sink: &mut ActionSink,
) {
    let theme = strip.cx.theme;
    let line = Stroke::new(1.0, theme.separator);
    ui.painter_at(area)
        .hline(area.x_range(), area.bottom(), line);
    history(ui, strip, state, lane, area);
    let (first, last) = state.scale.frames();
    let (first, last) = (u64::from(first), u64::from(last));
    // A range begins before the visible frames, and a stand-in lasts for all.
    let begin = lane.marks.partition_point(|(place, mark)| {
        let whole = matches!(mark, Mark::StandIn(..));
        !whole && mark.last_frame(place.frame) < first
    });
    let begin = if lane.subject == MarkSubject::NoAborts {
        0
    } else {
        begin
    };
    let mut free_from = f32::NEG_INFINITY;
    for (index, (place, mark)) in lane.marks.iter().enumerate().skip(begin) {
        if place.frame > last {
            break;
        }
        let x = shown_x(state, place);
        let is_selected = state.selected.as_ref() == Some(place);
        if x < free_from && !is_selected {
            continue;
        }
        free_from = x + MIN_WIDTH;
        let next = lane
            .marks
            .get(index + 1)
            .map(|(next, _)| shown_x(state, next));
        let rect = mark_rect(ui, strip, state, (place, mark), next, area);
        show_mark(ui, strip, state, (place, mark), (rect, area), sink);
    }
}

/// The left edge of a mark, where it is dragged to.
fn shown_x(state: &StripState, place: &MarkPlace) -> f32 {
    let dragged = state.drag.as_ref().filter(|drag| drag.place == *place);
    let frame = dragged.map_or(place.frame, |drag| drag.to);
    state.scale.x(frame as f64)
}

/// What happened to the subject in the run, behind its marks.
fn history(ui: &Ui, strip: &Strip<'_>, state: &StripState, lane: &StripLane, area: Rect) {
    let Some(run) = strip.run else { return };
    let history = run.history();
    if let Some(lane) = lane.node.and_then(|node| history.lane(node)) {
        let mut bars = SpanBars::new(strip.cx.theme, area);
        bars.add(lane, &state.scale, area, history.last_frame());
        bars.paint(ui, area);
    }
    if let MarkSubject::Variable(name) = &lane.subject {
        bars::values(ui, strip, history, name, &state.scale, area);
    }
}

fn mark_rect(
    ui: &Ui,
    strip: &Strip<'_>,
    state: &StripState,
    (place, mark): (&MarkPlace, &Mark),
    next: Option<f32>,
    area: Rect,
) -> Rect {
    let left = shown_x(state, place);
    let rows = area.y_range().shrink(2.0);
    let right = match mark {
        Mark::StandIn(..) => state.scale.x(strip.scenario.frames as f64 + 1.0),
        Mark::Expect(Fact::NoAborts(range)) => {
            let frames = (range.to - range.from + 1) as f64;
            left + state.scale.x(frames) - state.scale.x(0.0)
        }
        _ => {
            let text = text_of(strip, place, mark);
            let font = FontId::proportional(text_size::SMALL);
            let color = strip.cx.theme.text;
            let galley = ui.painter().layout_no_wrap(text, font, color);
            let wanted = if galley.size().x > 0.0 {
                ICON_WIDTH + galley.size().x + 6.0
            } else {
                ICON_WIDTH
            };
            (left + wanted).min(next.unwrap_or(f32::INFINITY) - 1.0)
        }
    };
    Rect::from_x_y_ranges(left..=right.max(left + MIN_WIDTH - 1.0), rows)
}

/// The text on a mark: what it says, and what was found instead.
fn text_of(strip: &Strip<'_>, place: &MarkPlace, mark: &Mark) -> String {
    let text = short(&strip.cx.texts.mark_in_lane(mark, &strip.titles()));
    let Some(difference) = strip.difference(place, mark) else {
        return text;
    };
    let found = short(
        &strip
            .cx
            .texts
            .fact_in_lane(&difference.found, &strip.titles()),
    );
    let arguments = [("expected", &*text), ("found", &*found)];
    strip.cx.texts.tr_with("scenarios.mark.differs", &arguments)
}

/// The color of a mark.
fn color_of(strip: &Strip<'_>, place: &MarkPlace, mark: &Mark) -> Color32 {
    let theme = strip.cx.theme;
    match mark {
        Mark::Answer(_, status) | Mark::Force(_, status) => theme.status(NodeState::from(*status)),
        Mark::Expect(_) if strip.difference(place, mark).is_some() => theme.failure,
        Mark::Expect(_) if strip.is_judged() => theme.success,
        Mark::Expect(_) => theme.inactive,
        _ => theme.accent,
    }
}

fn show_mark(
    ui: &mut Ui,
    strip: &Strip<'_>,
    state: &mut StripState,
    (place, mark): (&MarkPlace, &Mark),
    (rect, area): (Rect, Rect),
    sink: &mut ActionSink,
) {
    let id = strip.id.with(place);
    let visible = rect.intersect(area);
    // Tab walks the marks in the order of time, not of rows, so the strip has the focus.
    let response = ui.interact(visible, id, Sense::CLICK | Sense::DRAG);
    let difference = strip.difference(place, mark);
    // A sentence is only made where it is read.
    let name = || {
        let name = strip.name_of(place.frame, mark);
        let Some(difference) = difference else {
            return name;
        };
        let found = strip
            .cx
            .texts
            .fact_in_lane(&difference.found, &strip.titles());
        let arguments = [("mark", &*name), ("found", &*found)];
        strip.cx.texts.tr_with("scenarios.mark_differs", &arguments)
    };
    let is_selected = state.selected.as_ref() == Some(place);
    response.widget_info(|| WidgetInfo::selected(egui::Role::ListItem, true, is_selected, name()));
    drag(strip, state, (place, mark), (rect, &response), sink);
    if response.clicked() || response.secondary_clicked() {
        state.select(Some(place.clone()));
        state.reveal = false;
        state.focus = true;
        strip.go_to(place.frame, state, sink);
    }
    if response.double_clicked() {
        // The field that is edited has the keyboard.
        state.focus = !details::focus(ui.ctx(), strip, place, mark, sink);
    }
    paint(
        ui,
        strip,
        (place, mark),
        (rect, area),
        is_selected || response.hovered(),
    );
    let theme = strip.cx.theme;
    if is_selected {
        let line = Stroke::new(1.5, theme.selection);
        ui.painter_at(area)
            .rect_stroke(rect, 4.0, line, StrokeKind::Outside);
    }
    let response = response.on_hover_ui_at_pointer(|ui| {
        ui.label(name());
        if let Some(difference) = difference {
            let texts = strip.cx.texts;
            let text = texts.as_sentence(&texts.scenario_difference(difference));
            ui.colored_label(theme.failure, text);
        }
        if let Some(ScenarioOutcome::Unusable(why)) = &strip.entry.outcome {
            ui.colored_label(theme.warning, strip.cx.texts.scenario_unusable(why));
        }
    });
    row_menu(&response, |ui| {
        mark_menu(ui, strip, state, (place, mark), sink);
    });
}

/// What can be done with a mark.
fn mark_menu(
    ui: &mut Ui,
    strip: &Strip<'_>,
    state: &mut StripState,
    (place, mark): (&MarkPlace, &Mark),
    sink: &mut ActionSink,
) {
    let texts = strip.cx.texts;
    if ui.button(texts.tr("scenarios.edit_mark")).clicked() {
        state.focus = !details::focus(ui.ctx(), strip, place, mark, sink);
        ui.close();
    }
    if !matches!(mark, Mark::StandIn(..))
        && ui.button(texts.tr("scenarios.duplicate_mark")).clicked()
    {
        strip.edit(ScenarioEdit::Duplicate(place.clone()), sink);
        state.focus = true;
        ui.close();
    }
    if let Some(difference) = strip.difference(place, mark)
        && ui.button(texts.tr("scenarios.accept_found")).clicked()
    {
        details::accept(strip, place, difference, sink);
        state.focus = true;
        ui.close();
    }
    if ui.button(texts.tr("scenarios.remove_mark")).clicked() {
        strip.edit(ScenarioEdit::Remove(place.clone()), sink);
        state.focus = true;
        ui.close();
    }
}

fn drag(
    strip: &Strip<'_>,
    state: &mut StripState,
    (place, mark): (&MarkPlace, &Mark),
    (rect, response): (Rect, &Response),
    sink: &mut ActionSink,
) {
    if matches!(mark, Mark::StandIn(..)) {
        return;
    }
    let pointer = response.interact_pointer_pos();
    // A drag starts only after the pointer has moved a little, and a fast one is far from the mark by then.
    let grabbed_at = response.ctx.input(|input| input.pointer.press_origin());
    if let Some(at) = grabbed_at.filter(|_| response.drag_started()) {
        state.select(Some(place.clone()));
        state.reveal = false;
        state.focus = true;
        state.drag = Some(MarkDrag {
            place: place.clone(),
            offset: at.x - rect.left(),
            to: place.frame,
        });
    }
    let scale = state.scale;
    let Some(drag) = state.drag.as_mut().filter(|drag| drag.place == *place) else {
        return;
    };
    if let Some(at) = pointer {
        // The mark is on the frame in which its left edge is, to the nearest.
        let half = (scale.x(1.0) - scale.x(0.0)) / 2.0;
        drag.to = scale.frame_at(at.x - drag.offset + half);
    }
    if response.drag_stopped() {
        let to = drag.to;
        state.drag = None;
        if to != place.frame {
            strip.edit(ScenarioEdit::Move(place.clone(), to), sink);
        }
    } else if !response.dragged() && !response.drag_started() {
        state.drag = None;
    }
}

fn paint(
    ui: &Ui,
    strip: &Strip<'_>,
    (place, mark): (&MarkPlace, &Mark),
    (rect, area): (Rect, Rect),
    is_strong: bool,
) {
    let theme = strip.cx.theme;
    let painter = ui.painter_at(area);
    let color = color_of(strip, place, mark);
    let differs = strip.difference(place, mark).is_some();
    let strength = if is_strong { 0.42 } else { 0.26 };
    painter.rect_filled(rect, 4.0, Theme::tint(theme.panel, color, strength));
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, color), StrokeKind::Inside);
    if rect.width() < ICON_WIDTH - 2.0 {
        return;
    }
    let left = rect.left().max(area.left());
    let icon = match mark {
        Mark::Expect(_) if differs => "cancel",
        Mark::Expect(_) if strip.is_judged() => "check",
        _ => subject_icon(&place.subject),
    };
    let painter = painter.with_clip_rect(rect.intersect(area).intersect(ui.clip_rect()));
    let at = pos2(left + 9.0, rect.center().y);
    painter.text(
        at,
        Align2::CENTER_CENTER,
        icons::glyph(icon),
        icons::font(12.0),
        color,
    );
    let text = text_of(strip, place, mark);
    let at = pos2(left + ICON_WIDTH, rect.center().y);
    let font = FontId::proportional(text_size::SMALL);
    painter.text(at, Align2::LEFT_CENTER, text, font, theme.text);
}
