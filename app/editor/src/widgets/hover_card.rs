//! Tooltips that are as large as cards. They stay away while the keyboard is used: the pointer then rests where it was left, and what it
//! happens to lie on must not cover what the keys have just made.

use egui::{Context, Event, Id, Pos2, Response, Ui};

/// What was used last, and where the pointer was when it was.
#[derive(Clone, Copy, Default)]
struct Hands {
    by_keys: bool,
    pointer: Option<Pos2>,
}

/// Notes whether the keyboard or the pointer was used last; to be asked once in each frame, before anything is drawn.
pub fn note_hands(ctx: &Context) {
    let mut hands = ctx.data(|data| data.get_temp::<Hands>(note()).unwrap_or_default());
    ctx.input(|input| {
        for event in &input.events {
            match event {
                Event::Key { pressed: true, .. } | Event::Text(_) | Event::Ime(_) => {
                    hands.by_keys = true;
                }
                // Some systems tell where the pointer is although nobody moved it.
                Event::PointerMoved(at) if hands.pointer != Some(*at) => {
                    hands = Hands {
                        by_keys: false,
                        pointer: Some(*at),
                    };
                }
                Event::PointerButton { .. } | Event::MouseWheel { .. } => hands.by_keys = false,
                _ => {}
            }
        }
    });
    ctx.data_mut(|data| data.insert_temp(note(), hands));
}

/// Shows this beside what the pointer rests on, unless the keyboard was used since it came there.
pub fn hover_card(response: Response, show: impl FnOnce(&mut Ui)) -> Response {
    let hands = response.ctx.data(|data| data.get_temp::<Hands>(note()));
    if hands.is_some_and(|hands| hands.by_keys) {
        return response;
    }
    response.on_hover_ui(show)
}

fn note() -> Id {
    Id::unique("keyboard used last")
}
