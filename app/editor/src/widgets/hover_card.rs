//! Card-sized tooltips. They are suppressed while the keyboard is used: the pointer then rests where it was left, and a tooltip must not
//! cover what was just edited with the keyboard.

use egui::{Context, Event, Id, Pos2, Response, Ui};

/// Which input device was used last, and where the pointer was at that time.
#[derive(Clone, Copy, Default)]
struct LastInput {
    by_keys: bool,
    pointer: Option<Pos2>,
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
                    last_input = LastInput {
                        by_keys: false,
                        pointer: Some(*at),
                    };
                }
                Event::PointerButton { .. } | Event::MouseWheel { .. } => {
                    last_input.by_keys = false;
                }
                _ => {}
            }
        }
    });
    ctx.data_mut(|data| data.insert_temp(last_input_id(), last_input));
}

/// Shows a tooltip, unless the keyboard was used after the pointer got here.
pub fn hover_card(response: Response, show: impl FnOnce(&mut Ui)) -> Response {
    let last_input = response
        .ctx
        .data(|data| data.get_temp::<LastInput>(last_input_id()));
    if last_input.is_some_and(|last_input| last_input.by_keys) {
        return response;
    }
    response.on_hover_ui(show)
}

fn last_input_id() -> Id {
    Id::unique("keyboard used last")
}
