//! The variables: declared here, and while the tree runs shown and edited with their current values. One line each, of which only the visible
//! ones are drawn. Below them are watches and, always in sight, the events that can be sent to the run.

mod columns;
mod events;
mod heard_events;
mod history;
mod lines;
mod menu;
mod row;
mod uses;
mod value;

use std::ops::Range;
use std::sync::Arc;

use egui::{Pos2, Rect, Ui, UiBuilder, pos2, vec2};

use self::columns::{Columns, LINE, NameColumn};
use self::events::EventsState;
use self::lines::{Line, Listing};
use super::plots::PlotsState;
use super::{PanelContext, watches};
use crate::action::ActionSink;
use crate::focus_regions;
use crate::keyboard_return::Loan;
use crate::theme::space;
use crate::widgets::{IconButton, empty_hint, filter_field, panel_scroll};

/// How many lines beyond the visible ones are drawn, so that the keyboard focus can move to them.
const MARGIN: usize = 2;
/// In less height than this, no line says which values are shown.
const LOW: f32 = 130.0;
/// In less width than this, the button that adds a variable has no text.
const NARROW: f32 = 230.0;
/// The height of the hint that there are no variables.
const EMPTY: f32 = 120.0;

/// State kept between frames.
#[derive(Default)]
pub struct BlackboardState {
    /// A variable whose name field gets the keyboard focus.
    pub focus: Option<Arc<str>>,
    /// That field while it has the focus, with what gets the keyboard back after it.
    named: Option<(egui::Id, Loan)>,
    /// Opens the menu of types, from which a variable is added.
    pub add: bool,
    /// A variable to scroll to in the next frame.
    pub reveal: Option<Arc<str>>,
    listing: Listing,
    names: NameColumn,
    pub events: EventsState,
    /// The variable that is being edited or dragged. Its line is drawn even out of view, or the unfinished input would be lost.
    busy: Option<Arc<str>>,
    /// Whether the pointer was over the list in the last frame.
    is_hovered: bool,
}

/// The last position of the field that is being edited or dragged.
fn edited_position(ui: &Ui) -> Option<Pos2> {
    let dragged = ui.ctx().dragged_id();
    let field = dragged.or_else(|| ui.memory(egui::Memory::focused))?;
    Some(ui.ctx().read_response(field)?.rect.center())
}

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut BlackboardState,
    plots: &PlotsState,
    sink: &mut ActionSink,
) {
    let whole = ui.available_rect_before_wrap();
    let split = whole.bottom() - state.events.height(ui, cx, whole.height());
    let above = Rect::from_min_max(whole.min, pos2(whole.right(), split));
    let below = Rect::from_min_max(pos2(whole.left(), split), whole.max);
    ui.scope_builder(
        UiBuilder::new().id_salt("variables").max_rect(above),
        |ui| {
            // In a low panel, even the header has no room.
            ui.shrink_clip_rect(above);
            variables(ui, cx, state, plots, sink);
        },
    );
    ui.scope_builder(UiBuilder::new().id_salt("events").max_rect(below), |ui| {
        events::show(ui, cx, &mut state.events, sink);
    });
}

fn variables(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut BlackboardState,
    plots: &PlotsState,
    sink: &mut ActionSink,
) {
    let is_low = ui.available_height() < LOW;
    header(ui, cx, state, sink);
    if !is_low || uses::can_be_chosen(cx) {
        uses::show(ui, cx, sink);
    }
    ui.add_space(space::XS);
    let is_held = state.is_hovered || state.busy.is_some() || egui::Popup::is_any_open(ui.ctx());
    state.listing.update(cx, is_held);
    // Even in a low panel it stays above the events.
    let area = panel_scroll();
    let area = area.show(ui, |ui| {
        if state.listing.lines().all.is_empty() {
            let is_filtered = !state.listing.query.is_empty();
            let key = if is_filtered {
                "blackboard.nothing"
            } else {
                "blackboard.empty"
            };
            let size = vec2(ui.available_width(), EMPTY);
            ui.allocate_ui(size, |ui| {
                empty_hint(ui, cx.theme, "memory", &cx.texts.tr(key));
            });
        } else {
            list(ui, cx, state, plots, sink);
        }
        watches::show(ui, cx, sink);
    });
    state.is_hovered = ui.rect_contains_pointer(area.inner_rect);
}

fn header(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut BlackboardState, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        let is_narrow = ui.available_width() < NARROW;
        menu::add(ui, cx, is_narrow, state, sink);
        let listing = &mut state.listing;
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let name = cx.texts.tr("blackboard.changed_first");
            let button = IconButton::new("low_priority", &name).small();
            if button.selected(listing.is_changed_first).show(ui).clicked() {
                listing.is_changed_first ^= true;
            }
            let name = cx.texts.tr("blackboard.groups");
            let button = IconButton::new("ad_group", &name).small();
            if button.selected(listing.is_grouped).show(ui).clicked() {
                listing.is_grouped ^= true;
            }
            ui.add_space(space::XS);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let (name, clear) = (
                    cx.texts.tr("blackboard.filter"),
                    cx.texts.tr("search.clear"),
                );
                filter_field(ui, cx.theme, &mut listing.query, &name, &clear);
            });
        });
    });
}

/// The lines: those in view, and the one that is being edited.
fn list(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut BlackboardState,
    plots: &PlotsState,
    sink: &mut ActionSink,
) {
    let variables = &cx.front.document().variables;
    let reveal = state.reveal.take();
    let wanted = reveal.and_then(|name| state.listing.place_of(cx, &name));
    let busy = state.busy.take();
    let listed = state.listing.lines().clone();
    let lines = &listed.all;
    let size = vec2(ui.available_width(), lines.len() as f32 * LINE);
    let (_, area) = ui.allocate_space(size);
    let end = state.names.end(ui, cx, area.x_range(), listed.depth);
    let seen = visible(ui, area, lines.len());
    let is_kept = |line: &Line| match line {
        Line::Variable { index, .. } => {
            let name = Some(&variables[*index].name);
            busy.as_ref() == name || state.focus.as_ref() == name
        }
        Line::Group { .. } => false,
    };
    let kept = (0..lines.len()).filter(|place| !seen.contains(place));
    let kept: Vec<usize> = if busy.is_none() && state.focus.is_none() {
        Vec::new()
    } else {
        kept.filter(|place| is_kept(&lines[*place])).collect()
    };
    for place in seen.clone().chain(kept) {
        let top = area.top() + place as f32 * LINE;
        let rect = Rect::from_min_size(pos2(area.left(), top), vec2(area.width(), LINE));
        match &lines[place] {
            Line::Group {
                group,
                count,
                is_collapsed,
            } => {
                if row::heading(ui, cx, (group, *count, *is_collapsed), rect) {
                    state.listing.toggle(group.clone());
                }
            }
            Line::Variable {
                index,
                depth,
                prefix,
            } => {
                let variable = &variables[*index];
                let id = ("variable", cx.front.id(), &*variable.name);
                // The same wherever the line is among the drawn ones, so that a field keeps the keyboard.
                let scope = ui.scope_id().with(id);
                let mut ui = ui.new_child(UiBuilder::new().scope_id(scope).max_rect(rect));
                let columns = Columns::of(rect, end, *depth);
                if cx.run.is_some() {
                    // While a tree runs, the user focuses this panel to change values.
                    focus_regions::start_at(&ui, columns.value);
                }
                row::show(
                    &mut ui,
                    cx,
                    (*index, variable, *prefix),
                    &columns,
                    (state, plots),
                    sink,
                );
                if edited_position(&ui).is_some_and(|at| rect.contains(at)) {
                    state.busy = Some(variable.name.clone());
                    if busy.as_ref() != Some(&variable.name) {
                        ui.scroll_to_rect(rect, None);
                    }
                }
            }
        }
        if wanted == Some(place) {
            ui.scroll_to_rect(rect, Some(egui::Align::Center));
        }
    }
    state
        .names
        .border(ui, cx, area.intersect(ui.clip_rect()), end);
}

/// The lines in view, and a few around them.
fn visible(ui: &Ui, area: Rect, count: usize) -> Range<usize> {
    let clip = ui.clip_rect();
    let line = |y: f32| ((y - area.top()) / LINE).floor().max(0.0) as usize;
    let first = line(clip.top()).saturating_sub(MARGIN).min(count);
    let end = (line(clip.bottom()) + 1 + MARGIN).min(count);
    first..end.max(first)
}
