//! Card-sized tooltips, beside what they explain. They are suppressed while the user works: after the keyboard was used, because the pointer
//! then rests where it was left; while something is dragged or a menu is open; and on what was pressed, until the pointer leaves it.

use egui::{Context, Event, Id, Popup, Pos2, RectAlign, Response, Tooltip, Ui};

/// Where a tooltip may be if it does not fit to the right.
const OTHER_PLACES: [RectAlign; 3] = [
    RectAlign::LEFT_START,
    RectAlign::BOTTOM_START,
    RectAlign::TOP_START,
];

/// Which input device was used last, and where the pointer was at that time.
#[derive(Clone, Copy, Default)]
struct LastInput {
    by_keys: bool,
    pointer: Option<Pos2>,
    /// Where the mouse was pressed, until the pointer is on something else.
    pressed: Option<Pos2>,
}

/// Records whether the keyboard or the pointer was used last. Must be called once per frame, before anything is drawn.
pub fn note_last_input(ctx: &Context) {
    let mut last_input = ctx.data(|data| {
        data.get_temp::<LastInput>(last_input_id())
            .unwrap_or_default()
    });
    ctx.input(|input| {
        for event in &input.events {
            match event {
                Event::Key { pressed: true, .. } | Event::Text(_) | Event::Ime(_) => {
                    last_input.by_keys = true;
                }
                // Some systems send pointer positions although the pointer did not move.
                Event::PointerMoved(at) if last_input.pointer != Some(*at) => {
                    last_input.by_keys = false;
                    last_input.pointer = Some(*at);
                }
                Event::PointerButton { pos, .. } => {
                    last_input.by_keys = false;
                    last_input.pressed = Some(*pos);
                }
                Event::MouseWheel { .. } => {
                    last_input.by_keys = false;
                }
                _ => {}
            }
        }
    });
    ctx.data_mut(|data| data.insert_temp(last_input_id(), last_input));
}

/// Shows a tooltip, unless the user is working.
pub fn hover_card(response: Response, show: impl FnOnce(&mut Ui)) -> Response {
    if (response.hovered() || response.is_tooltip_open()) && !is_working_on(&response) {
        let mut tooltip = Tooltip::for_enabled(&response);
        tooltip.popup = beside(tooltip.popup);
        tooltip.show(show);
    }
    response
}

/// Shows the same beside what the keyboard is on.
pub fn key_card(response: &Response, show: impl FnOnce(&mut Ui)) {
    let mut tooltip = Tooltip::for_widget(response);
    tooltip.popup = beside(tooltip.popup).open(true);
    tooltip.show(show);
}

fn beside(popup: Popup<'_>) -> Popup<'_> {
    popup
        .align(RectAlign::RIGHT_START)
        .align_alternatives(&OTHER_PLACES)
}

fn is_working_on(response: &Response) -> bool {
    let ctx = &response.ctx;
    let last_input = ctx.data(|data| data.get_temp::<LastInput>(last_input_id()));
    let last_input = last_input.unwrap_or_default();
    if last_input
        .pressed
        .is_some_and(|at| response.rect.contains(at))
    {
        return true;
    }
    let left = LastInput {
        pressed: None,
        ..last_input
    };
    ctx.data_mut(|data| data.insert_temp(last_input_id(), left));
    let holds = ctx.input(|input| input.pointer.any_down());
    last_input.by_keys || holds || Popup::is_any_open(ctx)
}

fn last_input_id() -> Id {
    Id::unique("keyboard used last")
}
