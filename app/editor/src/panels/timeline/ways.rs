//! The ways of the run above its lanes: a line for each, from the frame in which it began to its end, with the first frame in which it differs; and what
//! was recorded and is still to happen again. Shows nothing while the run has one way.

use egui::{
    Align, Context, CornerRadius, Id, Key, Layout, Rect, Response, RichText, Sense, Stroke,
    TextEdit, Ui, UiBuilder, pos2, vec2,
};
use treewright_insight::recording::WayId;
use treewright_session::workspace::run_view::{RunView, WayView};

use super::scale::Scale;
use super::{LANE, RULER, width_of_names};
use crate::action::{Action, ActionSink, RunAction, Walk, WayAction};
use crate::command_table;
use crate::panels::PanelContext;
use crate::panels::ways_window::name_of;
use crate::popup_keyboard::is_popup_open;
use crate::theme::space;
use crate::widgets::{
    IconButton, ROW_HEIGHT, Row, focus_all, focus_request, panel_scroll, row_menu, row_pressed,
};

/// How many ways are seen at once at most in less than twice their height; the others are scrolled to.
const MOST_SEEN: usize = 5;
/// The height that ruler and lanes need at least.
const LANES: f32 = RULER + LANE + space::XS;
/// The height of the bar of a way.
const BAR: f32 = 10.0;
/// The width of the mark at the first frame that differs.
const MARK: f32 = 3.0;

/// The key of the memory of the line that had the keyboard last.
const LINE: &str = "way with the keyboard";

/// Whether the line of a way has the keyboard, so that its keys concern the way.
pub fn has_keyboard(ctx: &Context) -> bool {
    let line = ctx.data(|data| data.get_temp::<Id>(Id::unique(LINE)));
    line.is_some() && line == ctx.memory(egui::Memory::focused)
}

/// State kept between frames.
#[derive(Debug, Default)]
pub struct WaysStrip {
    naming: Option<Naming>,
}

/// The name that is being typed, in a field in place of the line of a way.
#[derive(Debug)]
struct Naming {
    way: WayId,
    line: Id,
    text: String,
    /// The field was not shown yet.
    is_new: bool,
}

impl Naming {
    fn new(way: WayId, line: &Response, name: &str) -> Self {
        Self {
            way,
            line: line.id,
            text: name.to_owned(),
            is_new: true,
        }
    }
}

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    (strip, scale): (&mut WaysStrip, &Scale),
    sink: &mut ActionSink,
) {
    if let Some((last, inputs)) = run.recorded_ahead() {
        recorded_ahead(ui, cx, (last, inputs), sink);
    }
    let mut ways = run.ways();
    if ways.is_empty() {
        return;
    }
    // It is in sight, however many there are.
    ways.sort_by_key(|way| !way.is_current);
    let rows = |height: f32| (height / ROW_HEIGHT).max(1.0) as usize;
    let room = rows(ui.available_height() - LANES);
    let most = rows(ui.available_height() / 2.0).max(MOST_SEEN);
    let seen = ways.len().min(most).min(room);
    let names = width_of_names(ui.available_width());
    let bar = ui.spacing().scroll.bar_width + ui.spacing().scroll.bar_inner_margin;
    ui.push_id("ways", |ui| {
        let area = panel_scroll().max_height(seen as f32 * ROW_HEIGHT);
        area.show_rows(ui, ROW_HEIGHT, ways.len(), |ui, range| {
            for way in &ways[range] {
                let size = vec2(ui.available_width(), ROW_HEIGHT);
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                let (left, right) = rect.split_left_right_at_x(rect.left() + names);
                ui.push_id(way.id.number(), |ui| {
                    let builder = UiBuilder::new()
                        .max_rect(left.with_max_x(left.right() - 4.0))
                        .layout(Layout::right_to_left(Align::Center));
                    ui.scope_builder(builder, |ui| name(ui, cx, run, (way, strip), sink));
                    time(
                        ui,
                        cx,
                        way,
                        scale,
                        right.with_max_x(right.right() - bar),
                        sink,
                    );
                });
            }
        });
    });
    ui.add_space(space::XS);
}

/// What was recorded on the way before, and whether it is to happen again.
fn recorded_ahead(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (last, inputs): (u64, usize),
    sink: &mut ActionSink,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let frame = last.to_string();
        let text = cx
            .texts
            .tr_count_with("ways.ahead", inputs, &[("frame", &frame)]);
        ui.label(RichText::new(text).color(cx.theme.muted));
        for (id, walk) in [
            ("repeat_recorded", Walk::RepeatRecorded),
            ("drop_recorded", Walk::DropRecorded),
        ] {
            let Some(command) = command_table::find(id) else {
                continue;
            };
            let text = command.text(cx.texts, cx.situation);
            let keys = command.shortcut_text(ui.ctx());
            let mut button = ui.small_button(text.clone());
            if !keys.is_empty() {
                button = button.on_hover_text(cx.texts.with_note(&text, &keys));
            }
            if button.clicked() {
                sink.push(Action::Run(RunAction::Walk(walk)));
            }
        }
    });
    ui.add_space(space::XS);
}

/// The name, with the button that makes the way the current one.
fn name(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    (way, strip): (&WayView, &mut WaysStrip),
    sink: &mut ActionSink,
) {
    let own = name_of(cx.texts, way);
    if let Some(naming) = strip.naming.take_if(|naming| naming.way == way.id) {
        strip.naming = name_field(ui, cx, &own, naming, sink);
        return;
    }
    let arguments = [("way", &*own)];
    if !way.is_current {
        let switch = cx.texts.tr_with("ways.switch", &arguments);
        let button = IconButton::new("swap_horiz", &switch).small();
        if button.show(ui).clicked() {
            sink.push(Action::Run(RunAction::Way(WayAction::Switch(way.id))));
        }
    }
    let key = if way.is_current {
        "ways.current"
    } else {
        "ways.left"
    };
    let told = cx.texts.tr_with(key, &arguments);
    let icon = if way.is_current {
        "radio_button_checked"
    } else {
        "alt_route"
    };
    let color = if way.is_current {
        cx.theme.accent
    } else {
        cx.theme.muted
    };
    let row = Row::new(&own)
        .icon(icon, color)
        .selected(way.is_current)
        .name(&told);
    let response = ui
        .with_layout(Layout::left_to_right(Align::Center), |ui| {
            row.show(ui, cx.theme)
        })
        .inner;
    let response = response.on_hover_text(hint(cx, run, way));
    if response.clicked() || response.secondary_clicked() {
        response.request_focus();
    }
    if row_pressed(ui, &response) && !way.is_current {
        sink.push(Action::Run(RunAction::Way(WayAction::Compare(Some(
            way.id,
        )))));
    }
    if response.has_focus() && !is_popup_open(ui.ctx()) {
        ui.data_mut(|data| data.insert_temp(Id::unique(LINE), response.id));
        if ui.input(|input| input.key_pressed(Key::F2)) {
            strip.naming = Some(Naming::new(way.id, &response, &own));
        }
        if !way.is_current && ui.input(|input| input.key_pressed(Key::Delete)) {
            sink.push(Action::Run(RunAction::Way(WayAction::Forget(way.id))));
        }
    }
    focus_request::apply(ui.ctx(), response.id, &response);
    row_menu(&response, |ui| {
        if menu(ui, cx, (way, &own), sink) {
            strip.naming = Some(Naming::new(way.id, &response, &own));
        }
    });
}

/// Which frames it has, and from where it differs.
fn hint(cx: &PanelContext<'_>, run: &dyn RunView, way: &WayView) -> String {
    let first = if way.is_current {
        run.frames().0
    } else {
        way.shared_until
    };
    let (from, to) = ((first + 1).to_string(), way.last_frame.to_string());
    let frames = cx
        .texts
        .tr_with("ways.frames", &[("from", &from), ("to", &to)]);
    match way.first_difference {
        Some(frame) => {
            let differs = cx
                .texts
                .tr_with("ways.differs", &[("frame", &frame.to_string())]);
            format!("{frames}\n{differs}")
        }
        None => frames,
    }
}

/// Shows the field. Returns what is still being typed.
fn name_field(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    own: &str,
    mut naming: Naming,
    sink: &mut ActionSink,
) -> Option<Naming> {
    let label = cx.texts.tr_with("ways.name_of", &[("way", own)]);
    let size = vec2(ui.available_width(), ROW_HEIGHT - 2.0);
    let field = ui
        .add_sized(size, TextEdit::singleline(&mut naming.text))
        .accessible_name(label);
    if std::mem::take(&mut naming.is_new) {
        focus_all(ui, &field, &naming.text);
    }
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    let is_given_up = pressed(Key::Escape);
    if !is_given_up && !field.lost_focus() {
        return Some(naming);
    }
    if is_given_up || pressed(Key::Enter) {
        // The line is not there yet, so the keyboard cannot go back like that of a window.
        focus_request::request(ui.ctx(), naming.line);
    }
    if !is_given_up {
        let name = WayAction::Name(naming.way, naming.text);
        sink.push(Action::Run(RunAction::Way(name)));
    }
    None
}

/// Shows the entries of the menu. Returns whether the way is to get another name.
fn menu(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (way, own): (&WayView, &str),
    sink: &mut ActionSink,
) -> bool {
    let arguments = [("way", own)];
    let mut entry = |ui: &mut Ui, key: &str, action: RunAction| {
        if ui.button(cx.texts.tr_with(key, &arguments)).clicked() {
            sink.push(Action::Run(action));
        }
    };
    if !way.is_current {
        entry(ui, "ways.switch", RunAction::Way(WayAction::Switch(way.id)));
        entry(
            ui,
            "ways.compare",
            RunAction::Way(WayAction::Compare(Some(way.id))),
        );
        if let Some(frame) = way.first_difference {
            entry(
                ui,
                "ways.go_to_difference",
                RunAction::Walk(Walk::GoTo(frame)),
            );
        }
    }
    let is_renamed = ui.button(cx.texts.tr("ways.rename").into_owned()).clicked();
    ui.separator();
    let keep_only = WayAction::KeepOnly(way.id);
    entry(ui, "ways.keep_only", RunAction::Way(keep_only));
    if !way.is_current {
        entry(ui, "ways.forget", RunAction::Way(WayAction::Forget(way.id)));
    }
    is_renamed
}

/// The frames of a way. A click goes to one.
fn time(
    ui: &Ui,
    cx: &PanelContext<'_>,
    way: &WayView,
    scale: &Scale,
    rect: Rect,
    sink: &mut ActionSink,
) {
    let response = ui.interact(rect, ui.scope_id().with("time"), Sense::CLICK);
    if let (true, Some(at)) = (response.clicked(), response.interact_pointer_pos()) {
        sink.push(Action::Run(RunAction::Walk(Walk::GoTo(
            scale.frame_at(at.x),
        ))));
    }
    let painter = ui.painter_at(rect);
    let x = |frame: u64| scale.x(frame as f64).clamp(rect.left(), rect.right());
    let color = if way.is_current {
        cx.theme.accent
    } else {
        cx.theme.muted
    };
    let (start, fork, end) = (x(0), x(way.shared_until + 1), x(way.last_frame + 1));
    let y = rect.center().y;
    if !way.is_current {
        painter.hline(start..=fork, y, Stroke::new(1.0, cx.theme.separator));
    }
    let own = if way.is_current { start } else { fork };
    let bar = Rect::from_min_max(
        pos2(own, y - BAR / 2.0),
        pos2(end.max(own + 2.0), y + BAR / 2.0),
    );
    painter.rect_filled(bar, CornerRadius::same(2), color.gamma_multiply(0.6));
    let difference = way.first_difference.filter(|frame| {
        let (from, to) = (scale.x(*frame as f64), scale.x((frame + 1) as f64));
        from <= rect.right() && to >= rect.left()
    });
    if let Some(frame) = difference {
        // All of the mark is seen, also in the first frame.
        let x = scale.x(frame as f64);
        let x = x.clamp(rect.left() + MARK / 2.0, rect.right() - MARK / 2.0);
        let mark = Rect::from_center_size(pos2(x, y), vec2(MARK, ROW_HEIGHT - 6.0));
        painter.rect_filled(mark, CornerRadius::ZERO, cx.theme.warning);
    }
}
