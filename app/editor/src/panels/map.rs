//! A map of the run: vectors of the blackboard and of frame data as points, for all agents, with their paths over the last
//! frames. What is drawn is read from the run histories; a picked point shows its agent.

mod points;
mod projection;

use egui::{
    Align2, CursorIcon, DragValue, FontId, Key, Painter, Pos2, Rect, Role, Sense, Shape, Stroke,
    Ui, WidgetInfo, pos2, vec2,
};
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_view::RunView;

use self::points::{MapPoint, points};
use self::projection::{Plane, Projection, nice_step};
use super::{Moment, PanelContext, no_run_hint};
use crate::action::{Action, ActionSink, RunAction, Walk};
use crate::theme::{Theme, space, text_size};
use crate::widgets::{IconButton, empty_hint};

/// The radius of a point, in points of the screen.
const RADIUS: f32 = 4.0;

/// The most points that the keyboard reaches.
const MAX_REACHABLE: usize = 300;

/// The most labels.
const MAX_LABELS: usize = 200;

/// The most frames of a path.
const MAX_PATH: u32 = 100_000;

/// By how much a step of the keyboard zooms.
const ZOOM_STEP: f64 = 1.25;

/// By how many points an arrow key pans.
const PAN_STEP: f32 = 40.0;

/// State kept between frames.
#[derive(Debug)]
pub struct MapState {
    plane: Plane,
    /// Whether larger second coordinates are further down.
    is_y_down: bool,
    /// Over how many frames paths go back.
    path: u32,
    has_labels: bool,
    /// Whether the shown agent stays in the middle.
    follows: bool,
    /// What is visible; `None` to show everything.
    projection: Option<Projection>,
    points: Memo<PointsKey, Vec<MapPoint>>,
}

/// What the points depend on.
#[derive(Debug, PartialEq)]
struct PointsKey {
    document: DocumentId,
    moment: Moment,
    agent: u64,
    plane: Plane,
    path: u32,
    language: &'static str,
}

impl Default for MapState {
    fn default() -> Self {
        Self {
            plane: Plane::default(),
            is_y_down: false,
            path: 60,
            has_labels: true,
            follows: false,
            projection: None,
            points: Memo::default(),
        }
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut MapState, sink: &mut ActionSink) {
    let Some(run) = cx.run else {
        return no_run_hint::show(ui, cx, ("map", "map.no_run"), sink);
    };
    let mut memo = std::mem::take(&mut state.points);
    let key = PointsKey {
        document: cx.front.id(),
        moment: cx.moment(run),
        agent: run.agent(),
        plane: state.plane,
        path: state.path,
        language: cx.texts.language(),
    };
    let points = memo.of(key, |key| points(cx, run, key.plane, key.path));
    if points.is_empty() {
        empty_hint(ui, cx.theme, "map", &cx.texts.tr("map.empty"));
    } else {
        toolbar(ui, cx, state);
        area(ui, cx, run, points, state, sink);
    }
    state.points = memo;
}

fn toolbar(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut MapState) {
    let texts = cx.texts;
    ui.horizontal_wrapped(|ui| {
        let fit = texts.tr("map.fit");
        let button = IconButton::new("fit_screen", &fit).hint("F");
        if button.show(ui).clicked() {
            state.projection = None;
        }
        let switches = [
            ("my_location", "map.follow", &mut state.follows),
            ("label", "map.labels", &mut state.has_labels),
            ("arrow_downward", "map.y_down", &mut state.is_y_down),
        ];
        for (icon, key, is_on) in switches {
            let name = texts.tr(key);
            let button = IconButton::new(icon, &name).selected(*is_on);
            if button.show(ui).clicked() {
                *is_on = !*is_on;
            }
        }
        let name = texts.tr_with("map.plane", &[("plane", state.plane.name())]);
        let button = ui.button(state.plane.name()).accessible_name(&*name);
        if button.on_hover_text(&*name).clicked() {
            state.plane = state.plane.other();
            state.projection = None;
        }
        let name = texts.tr("map.path");
        let suffix = texts.tr("map.path_unit");
        let drag = DragValue::new(&mut state.path).range(0..=MAX_PATH);
        let drag = ui.add(drag.suffix(&*suffix));
        drag.accessible_name(&*name).on_hover_text(&*name);
    });
}

/// The map itself.
fn area(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    points: &[MapPoint],
    state: &mut MapState,
    sink: &mut ActionSink,
) {
    let size = ui.available_size().max(vec2(24.0, 24.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let view = state.projection.filter(Projection::is_usable);
    let mut view = view.unwrap_or_else(|| fitting(points, rect));
    view.is_y_down = state.is_y_down;
    let before = view;
    if state.follows
        && let Some(shown) = points.iter().find(|point| point.agent == run.agent())
    {
        view.center = shown.at;
    }
    if response.dragged() {
        view.pan(response.drag_delta());
        state.follows = false;
    }
    if let Some(pointer) = response.hover_pos() {
        let wheel = ui.input(|input| input.smooth_scroll_delta.y + input.zoom_delta().ln() * 200.0);
        view.zoom_around(rect, pointer, f64::from(wheel / 200.0).exp());
    }
    if response.clicked() || response.dragged() {
        response.request_focus();
    }
    let mut fits = false;
    if response.has_focus() {
        fits = keys(ui, response.id, rect, &mut view);
    }
    if fits {
        state.projection = None;
    } else if view != before || state.projection.is_some() {
        state.projection = Some(view);
    }
    let name = cx.texts.tr_count("map.name", points.len());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let response = response.on_hover_cursor(CursorIcon::Grab);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 2.0, cx.theme.background);
    grid(&painter, cx.theme, rect, &view);
    for point in points {
        draw_path(&painter, cx.theme, rect, &view, point, run.agent());
    }
    let places = points.iter().enumerate();
    let places = places.map(|(index, point)| (index, view.to_screen(rect, point.at), point));
    let visible = places.filter(|(_, at, _)| rect.expand(RADIUS).contains(*at));
    let visible: Vec<_> = visible.collect();
    // The last ones are above the others; those of the shown agent are among them.
    let covered = visible.len().saturating_sub(MAX_REACHABLE);
    for (place, (index, at, point)) in visible.into_iter().enumerate() {
        draw_point(&painter, cx.theme, (at, point), run.agent());
        if place >= covered {
            pick(ui, cx, (response.id.with(index), at, rect), point, sink);
        }
    }
    if state.has_labels {
        labels(&painter, cx.theme, rect, &view, points);
    }
    scale_bar(&painter, cx.theme, rect, &view);
}

/// Shows all points and their paths.
fn fitting(points: &[MapPoint], rect: Rect) -> Projection {
    Projection::fitting(points.iter().flat_map(MapPoint::places), rect)
}

/// Handles the keys of the focused map. Returns whether everything is to be shown.
fn keys(ui: &Ui, id: egui::Id, rect: Rect, view: &mut Projection) -> bool {
    // While the map has the keyboard focus, arrows pan and do not move the focus.
    let filter = egui::EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        ..egui::EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    let pans = [
        (Key::ArrowLeft, vec2(PAN_STEP, 0.0)),
        (Key::ArrowRight, vec2(-PAN_STEP, 0.0)),
        (Key::ArrowUp, vec2(0.0, PAN_STEP)),
        (Key::ArrowDown, vec2(0.0, -PAN_STEP)),
    ];
    for (key, by) in pans {
        if pressed(key) {
            view.pan(by);
        }
    }
    if pressed(Key::Plus) || pressed(Key::Equals) {
        view.zoom_around(rect, rect.center(), ZOOM_STEP);
    }
    if pressed(Key::Minus) {
        view.zoom_around(rect, rect.center(), 1.0 / ZOOM_STEP);
    }
    pressed(Key::F)
}

/// Lines at round numbers.
fn grid(painter: &Painter, theme: &Theme, rect: Rect, view: &Projection) {
    let step = nice_step(80.0 / view.scale);
    let [low, high] = view.visible(rect);
    let stroke = Stroke::new(1.0, theme.grid);
    for axis in 0..2 {
        let first = (low[axis] / step).ceil();
        let count = ((high[axis] - low[axis]) / step).clamp(0.0, 200.0) as u32;
        for line in 0..=count {
            let mut at = view.center;
            at[axis] = (first + f64::from(line)) * step;
            let at = view.to_screen(rect, at);
            if axis == 0 {
                painter.vline(at.x, rect.y_range(), stroke);
            } else {
                painter.hline(rect.x_range(), at.y, stroke);
            }
        }
    }
}

fn draw_path(
    painter: &Painter,
    theme: &Theme,
    rect: Rect,
    view: &Projection,
    point: &MapPoint,
    shown: u64,
) {
    let line: Vec<Pos2> = point
        .path
        .iter()
        .map(|at| view.to_screen(rect, *at))
        .collect();
    if line.len() < 2 || !Rect::from_points(&line).intersects(rect) {
        return;
    }
    let strength = if point.agent == shown { 0.7 } else { 0.35 };
    let color = color_of(theme, point).gamma_multiply(strength);
    painter.add(Shape::line(line, Stroke::new(1.5, color)));
}

fn color_of(theme: &Theme, point: &MapPoint) -> egui::Color32 {
    let colors = theme.series();
    colors[point.series % colors.len()]
}

fn draw_point(painter: &Painter, theme: &Theme, (at, point): (Pos2, &MapPoint), shown: u64) {
    let color = color_of(theme, point);
    if point.is_current {
        painter.circle_filled(at, RADIUS, color);
    } else {
        painter.circle_stroke(at, RADIUS - 1.0, Stroke::new(1.5, color));
    }
    if point.agent == shown {
        painter.circle_stroke(at, RADIUS + 2.0, Stroke::new(1.5, theme.accent));
    }
}

/// The names of the visible points, without those that would cover another one. The shown agent's come first.
fn labels(painter: &Painter, theme: &Theme, rect: Rect, view: &Projection, points: &[MapPoint]) {
    let mut taken: Vec<Rect> = Vec::new();
    for point in points.iter().rev() {
        let at = view.to_screen(rect, point.at);
        if !rect.contains(at) || taken.len() == MAX_LABELS {
            continue;
        }
        let font = FontId::proportional(text_size::SMALL);
        let text = painter.layout_no_wrap(point.label.clone(), font, theme.text);
        let beside = vec2(RADIUS + 4.0, 0.0);
        let mut place = Align2::LEFT_CENTER.anchor_size(at + beside, text.size());
        if place.right() > rect.right() {
            place = Align2::RIGHT_CENTER.anchor_size(at - beside, text.size());
        }
        if taken.iter().all(|other| !other.intersects(place)) {
            taken.push(place);
            painter.galley(place.min, text, theme.text);
        }
    }
}

/// Lets the user choose the agent of a point.
fn pick(
    ui: &Ui,
    cx: &PanelContext<'_>,
    (id, at, within): (egui::Id, Pos2, Rect),
    point: &MapPoint,
    sink: &mut ActionSink,
) {
    let rect = Rect::from_center_size(at, vec2(16.0, 16.0)).intersect(within);
    let response = ui.interact(rect, id, Sense::click());
    let value = format!("({}, {})", point.at[0], point.at[1]);
    let arguments = [("label", &*point.label), ("value", &*value)];
    let mut name = cx.texts.tr_with("map.point", &arguments);
    if !point.is_current {
        name = cx.texts.tr_with("map.point_before", &[("point", &name)]);
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if response.clicked() {
        sink.push(Action::Run(RunAction::Walk(Walk::ShowAgent(point.agent))));
    }
    response.on_hover_text(name);
}

/// A line of a round length at the bottom.
fn scale_bar(painter: &Painter, theme: &Theme, rect: Rect, view: &Projection) {
    let step = nice_step(60.0 / view.scale);
    let length = (step * view.scale) as f32;
    let start = pos2(rect.left() + space::S, rect.bottom() - space::S);
    let stroke = Stroke::new(2.0, theme.muted);
    painter.line_segment([start, start + vec2(length, 0.0)], stroke);
    for end in [0.0, length] {
        let end = start + vec2(end, 0.0);
        painter.line_segment([end, end - vec2(0.0, 4.0)], stroke);
    }
    let font = FontId::proportional(text_size::SMALL);
    let place = start + vec2(length + 6.0, 2.0);
    let text = step.to_string();
    painter.text(place, Align2::LEFT_BOTTOM, text, font, theme.muted);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_fit_with_their_points() {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(300.0, 200.0));
        let point = |agent: u64, path: &[[f64; 2]]| MapPoint {
            agent,
            label: String::new(),
            series: 0,
            at: path[path.len() - 1],
            is_current: true,
            path: path.to_vec(),
        };
        let points = [
            point(0, &[[-900.0, 0.0], [1.0, 2.0]]),
            point(1, &[[3.0, 700.0], [0.0, 0.0]]),
        ];
        let view = fitting(&points, rect);
        for at in points.iter().flat_map(MapPoint::places) {
            assert!(rect.contains(view.to_screen(rect, at)), "{at:?}");
        }
    }
}
