//! The ruler: frame numbers, the shown frame, and going to any frame by pointer or keyboard.

use egui::{CornerRadius, FontId, Key, Rect, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use treewright_session::workspace::run_view::RunView;

use super::scale::Scale;
use super::{TimelineState, finder, sent_events, version_starts};
use crate::accessible_tree::set_range;
use crate::action::{Action, ActionSink, RunAction, Walk};
use crate::panels::PanelContext;
use crate::theme::{Theme, text_size};

/// The zoom factor of a button or key.
pub const ZOOM_STEP: f32 = 1.5;
/// The minimum distance of a number from the right end, in points.
const NUMBER_MARGIN: f32 = 4.0;
/// The minimum distance between two numbers, in points.
const MIN_DISTANCE: f32 = 64.0;

/// Goes to a frame.
pub fn go_to(frame: u64, run: &dyn RunView, sink: &mut ActionSink) {
    if frame != run.frame() {
        sink.push(Action::Run(RunAction::Walk(Walk::GoTo(frame))));
    }
}

pub fn show(
    ui: &Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    state: &mut TimelineState,
    rect: Rect,
    sink: &mut ActionSink,
) {
    let id = ui.scope_id().with("ruler");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let name = cx.texts.tr("timeline.ruler");
    response.widget_info(|| WidgetInfo::slider(true, run.frame() as f64, &name));
    let (first, last) = run.frames();
    set_range(&response, (first as f64, last as f64));
    if response.clicked() || response.drag_started() {
        response.request_focus();
    }
    if let Some(at) = response.interact_pointer_pos() {
        state.follow = false;
        go_to(state.scale.frame_at(at.x), run, sink);
    }
    if response.contains_pointer() {
        wheel(ui, state, true);
    }
    if response.has_focus() {
        keys(ui, run, state, id, sink);
    }
    paint(ui, cx.theme, &state.scale, rect, response.has_focus());
    sent_events::paint(ui, cx, run, &state.scale, rect);
    version_starts::paint(ui, cx, run, &state.scale, rect);
    if let Some(at) = response.hover_pos().filter(|_| !response.dragged()) {
        let frame = state.scale.frame_at(at.x);
        let mut text = super::tooltip::moment(cx, run, frame);
        for line in sent_events::texts_near(cx, run, &state.scale, at.x) {
            text = format!("{text}\n{line}");
        }
        let replaced = version_starts::text_near(cx, run, &state.scale, at.x);
        let found = finder::text_near(cx, run, &state.scale, at.x);
        for line in replaced.into_iter().chain(found) {
            text = format!("{text}\n{line}");
        }
        response.on_hover_text_at_pointer(text);
    }
}

/// The wheel scrolls through time, and zooms with Ctrl or where it has no other function.
pub fn wheel(ui: &Ui, state: &mut TimelineState, zooms: bool) {
    if turn_wheel(ui, &mut state.scale, zooms) {
        state.follow = false;
    }
}

/// Applies the wheel to a scale; returns whether it scrolled.
pub fn turn_wheel(ui: &Ui, scale: &mut Scale, zooms: bool) -> bool {
    let (scroll, zoom, pointer) = ui.input(|input| {
        let at = input.pointer.hover_pos();
        (input.smooth_scroll_delta(), input.zoom_delta(), at)
    });
    let x = pointer.map_or(scale.center(), |at| at.x);
    let turned = if zooms { (scroll.y / 200.0).exp() } else { 1.0 };
    let factor = zoom * turned;
    if (factor - 1.0).abs() > 0.001 {
        scale.zoom(factor, x);
    }
    if scroll.x != 0.0 {
        scale.pan(scroll.x);
    }
    scroll.x != 0.0
}

fn keys(
    ui: &Ui,
    run: &dyn RunView,
    state: &mut TimelineState,
    id: egui::Id,
    sink: &mut ActionSink,
) {
    // While the ruler has the keyboard focus, arrows move through time and do not move the focus.
    let filter = egui::EventFilter {
        horizontal_arrows: true,
        ..egui::EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let history = run.history();
    let (first, last) = (history.first_frame(), history.last_frame());
    let shown = run.frame();
    let page = state.scale.step(MIN_DISTANCE);
    let moves = [
        (Key::ArrowLeft, shown.saturating_sub(1)),
        (Key::ArrowRight, shown + 1),
        (Key::PageUp, shown.saturating_sub(page)),
        (Key::PageDown, shown + page),
        (Key::Home, first),
        (Key::End, last),
    ];
    for (key, frame) in moves {
        if ui.input(|input| input.key_pressed(key)) && last >= first {
            let frame = frame.clamp(first, last);
            state.follow = frame == last;
            state.scale.reveal(frame);
            go_to(frame, run, sink);
        }
    }
    for (key, factor) in [
        (Key::Plus, ZOOM_STEP),
        (Key::Equals, ZOOM_STEP),
        (Key::Minus, 1.0 / ZOOM_STEP),
    ] {
        if ui.input(|input| input.key_pressed(key)) {
            let x = state.scale.middle(shown);
            state.scale.zoom(factor, x);
        }
    }
}

/// Draws the frame numbers.
pub fn paint(ui: &Ui, theme: &Theme, scale: &Scale, rect: Rect, focused: bool) {
    let painter = ui.painter_at(rect);
    if focused {
        painter.rect_filled(rect, CornerRadius::same(4), theme.selection_fill);
    }
    let step = scale.step(MIN_DISTANCE);
    let (first, last) = scale.frames();
    let font = FontId::proportional(text_size::SMALL);
    let mut frame = u64::from(first) / step * step;
    while frame <= u64::from(last) {
        let x = scale.middle(frame);
        if frame > 0 {
            let line = Stroke::new(1.0, theme.separator);
            painter.vline(x, rect.bottom() - 5.0..=rect.bottom(), line);
            let at = pos2(x, rect.top() + 3.0);
            let text = painter.layout_no_wrap(frame.to_string(), font.clone(), theme.muted);
            let half = text.size().x / 2.0;
            // A number that is cut at the end would be another number.
            if x + half <= rect.right() - NUMBER_MARGIN {
                painter.galley(at - vec2(half, 0.0), text, theme.muted);
            }
        }
        frame += step;
    }
}

/// Draws the line at the shown frame, over ruler and lanes; later frames are dimmed.
pub fn playhead(
    ui: &Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    state: &TimelineState,
    time: Rect,
) {
    let (theme, scale) = (cx.theme, &state.scale);
    let frame = run.frame();
    if frame == 0 {
        return;
    }
    let painter = ui.painter_at(time);
    let end = scale.x(frame as f64 + 1.0);
    if frame < run.history().last_frame() {
        let mut later = time;
        later.min.x = end.max(time.left());
        painter.rect_filled(later, 0.0, theme.panel.gamma_multiply(0.55));
    }
    let x = scale.middle(frame);
    painter.vline(x, time.y_range(), Stroke::new(1.5, theme.accent));
    let head = Rect::from_center_size(pos2(x, time.top() + 3.0), vec2(9.0, 6.0));
    painter.rect_filled(head, CornerRadius::same(2), theme.accent);
}
