//! The visible rows: names with collapse buttons on the left, time on the right.

use std::ops::Range;

use egui::{
    Align2, FontId, Key, Rect, Role, Sense, TextStyle, TextWrapMode, Ui, WidgetInfo, WidgetText,
    pos2, vec2,
};
use treewright_session::workspace::run_view::{LaneView, RunView};

use super::{LANE, TimelineState, finder, marks, ruler, spans, tooltip};
use crate::action::{Action, ActionSink, RunAction, SelectAction, ViewAction, Walk};
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::{Theme, text_size};

/// The indentation per level, and the maximum number of indented levels.
const INDENT: f32 = 10.0;
const MAX_INDENTED: u32 = 10;

/// Shows these rows in a rectangle; `time` is the horizontal extent of the frames.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    state: &mut TimelineState,
    (rect, time): (Rect, Rect),
    range: Range<usize>,
    sink: &mut ActionSink,
) {
    let area = Rect::from_x_y_ranges(time.x_range(), rect.y_range());
    let id = ui.scope_id().with("lanes");
    let response = ui.interact(area, id, Sense::CLICK | Sense::DRAG);
    if response.dragged() {
        state.follow = false;
        state.scale.pan(response.drag_delta().x);
    }
    if response.contains_pointer() {
        ruler::wheel(ui, state, false);
    }
    let mut painted = spans::SpanBars::new(cx.theme, area);
    for (place, row) in range.clone().enumerate() {
        let Some(index) = state.rows.lane(row) else {
            break;
        };
        let top = rect.top() + place as f32 * LANE;
        let strip = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), LANE));
        let lane = &run.lanes()[index];
        ui.push_id(index, |ui| {
            let name = Rect::from_min_max(strip.min, pos2(time.left() - 4.0, strip.bottom()));
            show_name(ui, cx, run, state, (index, lane), name, sink);
        });
        let lane_time = Rect::from_x_y_ranges(time.x_range(), strip.y_range());
        if let Some(lane_history) = run.history().lane(lane.node) {
            painted.add(
                lane_history,
                &state.scale,
                lane_time,
                run.history().last_frame(),
            );
        }
    }
    painted.paint(ui, area);
    let is_limited = finder::limit(run, &state.finder).is_some();
    for (place, row) in range.clone().enumerate() {
        let lane = state.rows.lane(row).map(|index| &run.lanes()[index]);
        let lane_history = lane.and_then(|lane| run.history().lane(lane.node));
        let top = rect.top() + place as f32 * LANE;
        let strip = Rect::from_x_y_ranges(area.x_range(), top..=top + LANE);
        if let Some(lane_history) = lane_history.filter(|_| !is_limited) {
            marks::paint(ui, cx.theme, lane_history, &state.scale, strip);
        }
        let found = lane.and_then(|lane| run.found()?.of_node(run.agent(), lane.node));
        if let Some(frames) = found {
            finder::paint_in_lane(ui, cx.theme, frames, &state.scale, strip);
        }
    }
    let Some(at) = response.hover_pos().or(response.interact_pointer_pos()) else {
        return;
    };
    let row = range.start + ((at.y - rect.top()) / LANE).max(0.0) as usize;
    let Some(lane) = state.rows.lane(row).map(|index| &run.lanes()[index]) else {
        return;
    };
    if response.clicked() {
        select(cx, run, lane, sink);
    }
    if response.double_clicked() {
        state.follow = false;
        ruler::go_to(state.scale.frame_at(at.x), run, sink);
    }
    if !response.dragged() {
        response.on_hover_ui_at_pointer(|ui| tooltip::show(ui, cx, run, lane, &state.scale, at.x));
    }
}

/// Selects the node of a lane, in the document of its agent's tree.
fn select(cx: &PanelContext<'_>, run: &dyn RunView, lane: &LaneView, sink: &mut ActionSink) {
    if cx.is_elsewhere() {
        let show = Walk::ShowAgent(run.agent());
        sink.push(Action::Run(RunAction::Walk(show)));
    }
    sink.push(Action::Select(SelectAction::Set(vec![lane.id.clone()])));
    sink.push(Action::View(ViewAction::Reveal(lane.id.clone())));
}

fn show_name(
    ui: &Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    state: &mut TimelineState,
    (index, lane): (usize, &LaneView),
    rect: Rect,
    sink: &mut ActionSink,
) {
    let response = ui.interact(rect, ui.scope_id().with("name"), Sense::click());
    let title = cx.title_of(&lane.id);
    let is_parent = lane.end > index + 1 && state.query.is_empty();
    let is_collapsed = is_parent && state.collapsed.contains(&lane.id);
    let is_selected = cx.front.selection().contains(&lane.id);
    response.widget_info(|| {
        let accessible_name = tooltip::lane_name(cx, run, lane, &title, is_collapsed);
        WidgetInfo::selected(Role::TreeItem, true, is_selected, accessible_name)
    });
    let depth = if state.query.is_empty() {
        lane.depth.min(MAX_INDENTED)
    } else {
        0
    };
    let left = rect.left() + depth as f32 * INDENT;
    let arrow = Rect::from_min_size(pos2(left, rect.top()), vec2(16.0, LANE));
    let on_arrow = response
        .interact_pointer_pos()
        .is_some_and(|at| at.x < arrow.right());
    let by_key = response.has_focus() && collapse_key(ui, response.id, is_collapsed);
    if is_parent && (by_key || response.clicked() && on_arrow || response.double_clicked()) {
        state.collapsed.toggle(&lane.id);
    } else if crate::widgets::row_pressed(ui, &response) {
        select(cx, run, lane, sink);
    }
    let theme = cx.theme;
    let painter = ui.painter_at(rect);
    if is_selected {
        painter.rect_filled(rect, 3.0, theme.selection_fill);
    } else if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, 3.0, Theme::tint(theme.panel, theme.text, 0.07));
    }
    let center = Align2::CENTER_CENTER;
    if is_parent {
        let sign = if is_collapsed {
            "chevron_right"
        } else {
            "expand_more"
        };
        let font = icons::font(14.0);
        painter.text(
            arrow.center(),
            center,
            icons::glyph(sign),
            font,
            theme.muted,
        );
    }
    let at = pos2(arrow.right() + 8.0, rect.center().y);
    let icon = icons::glyph(cx.icon_of(&lane.id));
    painter.text(at, center, icon, icons::font(14.0), cx.color_of(&lane.id));
    let text_left = at.x + 11.0;
    let galley = WidgetText::from(
        egui::RichText::new(title).font(FontId::proportional(text_size::SMALL + 1.0)),
    )
    .into_galley(
        ui,
        Some(TextWrapMode::Truncate),
        (rect.right() - text_left).max(0.0),
        TextStyle::Body,
    );
    let at = pos2(text_left, rect.center().y - galley.size().y * 0.5);
    painter.galley(at, galley, theme.text);
}

/// Whether the keyboard expands a collapsed lane, or collapses an expanded one.
fn collapse_key(ui: &Ui, id: egui::Id, is_collapsed: bool) -> bool {
    let filter = egui::EventFilter {
        horizontal_arrows: true,
        ..egui::EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let key = if is_collapsed {
        Key::ArrowRight
    } else {
        Key::ArrowLeft
    };
    ui.input(|input| input.key_pressed(key))
}
