//! The short tour at the first start: a few steps, each with a frame around the panel that it describes. It covers everything and handles all keys.

use egui::{
    Align, Area, Button, Context, Id, Key, Layout, Order, Rect, RichText, Role, Sense, Stroke,
    StrokeKind, Ui, pos2, vec2,
};

use super::PanelContext;
use crate::accessible_tree::announce;
use crate::action::{Action, ActionSink, ViewAction};
use crate::theme::{space, text_size};

/// The steps: the text key, and the key of the panel that it points at.
const STEPS: [(&str, &str); 7] = [
    ("canvas", "canvas"),
    ("palette", "palette"),
    ("inspector", "inspector"),
    ("blackboard", "blackboard"),
    ("run", TOOLBAR),
    ("below", "problems"),
    ("help", MENU),
];

/// The key of the panel that a step points at, or of another rectangle.
pub fn place_of(step: usize) -> &'static str {
    STEPS[step.min(STEPS.len() - 1)].1
}

/// The key of the toolbar's rectangle.
pub const TOOLBAR: &str = "toolbar";
/// The key of the menu bar's rectangle.
pub const MENU: &str = "menu";

const WIDTH: f32 = 330.0;
/// The approximate height of the card.
const HEIGHT: f32 = 190.0;

/// Records the rectangle of a panel in this frame, for the tour to point at.
pub fn record_rect(ui: &Ui, key: &str, rect: Rect) {
    ui.data_mut(|data| data.insert_temp(rect_id(key), rect));
}

/// The last recorded rectangle of a panel.
pub fn recorded_rect(ctx: &Context, key: &str) -> Option<Rect> {
    ctx.data(|data| data.get_temp(rect_id(key)))
}

fn rect_id(key: &str) -> Id {
    Id::unique(("tour place", key))
}
pub fn show(ctx: &Context, cx: &PanelContext<'_>, step: usize, sink: &mut ActionSink) {
    let step = step.min(STEPS.len() - 1);
    let (text, place) = STEPS[step];
    let screen = ctx.content_rect();
    let target = recorded_rect(ctx, place);
    // Panels record what is inside of their margins.
    let target = target.unwrap_or(screen).expand(space::S).intersect(screen);
    dim_others(ctx, cx, screen, target);
    let title = cx.texts.tr(&format!("tour.{text}_title")).into_owned();
    let card = Area::new(Id::unique("tour"))
        .order(Order::Tooltip)
        .role(Role::Dialog)
        .accessible_name(&*title)
        .fixed_pos(corner(screen, target))
        .constrain_to(screen.shrink(space::M));
    // Tab stays in the tour, and no key reaches what is behind.
    ctx.memory_mut(|memory| memory.set_modal_layer(card.layer()));
    read_aloud(
        ctx,
        step,
        &format!("{title}. {}", cx.texts.tr(&format!("tour.{text}"))),
    );
    let pressed = card
        .show(ctx, |ui| {
            let frame = cx.theme.modal_frame();
            frame.show(ui, |ui| contents(ui, cx, step, text)).inner
        })
        .inner;
    if let Some(go) = pressed {
        sink.push(Action::View(ViewAction::Tour(go)));
    }
}

/// Lets screen readers say each step when it comes.
fn read_aloud(ctx: &Context, step: usize, text: &str) {
    let (key, pass) = (
        Id::unique("step of the tour that was read"),
        ctx.cumulative_pass_nr(),
    );
    let last: Option<(usize, u64)> = ctx.data(|data| data.get_temp(key));
    if last.is_none_or(|(read, shown)| read != step || shown + 1 < pass) {
        announce(ctx, text);
    }
    ctx.data_mut(|data| data.insert_temp(key, (step, pass)));
}

/// The next step; `None` ends the tour.
type NextStep = Option<usize>;

/// Handles the tour's keys before any panel sees them, whatever has the keyboard focus.
pub fn take_keys(ctx: &Context, step: usize, sink: &mut ActionSink) {
    let pressed = |key| ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
    let other_button = ctx.data(|data| data.get_temp(Id::unique(OTHER_BUTTON)));
    let go = if pressed(Key::Escape) {
        Some(None)
    } else if pressed(Key::ArrowRight) || other_button != Some(true) && pressed(Key::Enter) {
        Some(next_step(step))
    } else {
        (pressed(Key::ArrowLeft) && step > 0).then(|| Some(step - 1))
    };
    if let Some(go) = go {
        sink.push(Action::View(ViewAction::Tour(go)));
    }
}

/// Key in egui's memory: whether a button other than "Next" has the keyboard focus and handles Enter.
const OTHER_BUTTON: &str = "button of the tour with the keyboard";

fn next_step(step: usize) -> NextStep {
    (step + 1 < STEPS.len()).then_some(step + 1)
}

/// Dims everything except the target of the step, and blocks clicks.
fn dim_others(ctx: &Context, cx: &PanelContext<'_>, screen: Rect, target: Rect) {
    let area = Area::new(Id::unique("tour veil"))
        .order(Order::Foreground)
        .fixed_pos(screen.min);
    area.show(ctx, |ui| {
        ui.allocate_rect(screen, Sense::CLICK | Sense::DRAG);
        let around = [
            Rect::from_min_max(screen.min, pos2(screen.right(), target.top())),
            Rect::from_min_max(pos2(screen.left(), target.bottom()), screen.max),
            Rect::from_min_max(
                pos2(screen.left(), target.top()),
                pos2(target.left(), target.bottom()),
            ),
            Rect::from_min_max(
                pos2(target.right(), target.top()),
                pos2(screen.right(), target.bottom()),
            ),
        ];
        let shade = cx.theme.background.gamma_multiply(0.6);
        for part in around.into_iter().filter(Rect::is_positive) {
            ui.painter().rect_filled(part, 0.0, shade);
        }
        let stroke = Stroke::new(2.0, cx.theme.accent);
        let frame = target.shrink(1.0);
        ui.painter()
            .rect_stroke(frame, 4.0, stroke, StrokeKind::Inside);
    });
}

/// The position of the card: next to the target, on the side with the most space; inside the target if it covers nearly everything.
fn corner(screen: Rect, target: Rect) -> egui::Pos2 {
    let size = vec2(WIDTH + 40.0, HEIGHT);
    let gap = space::M;
    let middle = target.center() - size / 2.0;
    if target.left() - screen.left() > size.x + gap {
        pos2(target.left() - size.x - gap, middle.y)
    } else if screen.right() - target.right() > size.x + gap {
        pos2(target.right() + gap, middle.y)
    } else if target.top() - screen.top() > size.y + gap {
        pos2(middle.x, target.top() - size.y - gap)
    } else {
        pos2(middle.x, target.bottom() + gap)
    }
}

fn contents(ui: &mut Ui, cx: &PanelContext<'_>, step: usize, text: &str) -> Option<NextStep> {
    let tr = |key: &str| cx.texts.tr(key).into_owned();
    ui.set_width(WIDTH);
    let title = tr(&format!("tour.{text}_title"));
    ui.label(RichText::new(title).size(text_size::HEADING));
    ui.label(tr(&format!("tour.{text}")));
    ui.add_space(space::M);
    let mut go = None;
    ui.horizontal(|ui| {
        let last = step + 1 == STEPS.len();
        let count = format!("{} / {}", step + 1, STEPS.len());
        ui.label(RichText::new(count).color(cx.theme.muted));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let next = tr(if last { "tour.done" } else { "tour.next" });
            let next = ui.button(next);
            if ui.memory(|memory| memory.focused().is_none()) {
                next.request_focus();
            }
            if next.clicked() {
                go = Some(next_step(step));
            }
            let back = ui.add_enabled(step > 0, Button::new(tr("tour.back")));
            if back.clicked() {
                go = Some(step.checked_sub(1));
            }
            let mut other_button = back.has_focus();
            if !last {
                let skip = ui.button(tr("tour.skip"));
                other_button |= skip.has_focus();
                if skip.clicked() {
                    go = Some(None);
                }
            }
            ui.data_mut(|data| data.insert_temp(Id::unique(OTHER_BUTTON), other_button));
        });
    });
    go
}
