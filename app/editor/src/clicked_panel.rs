//! The panel whose tab was clicked last, as long as nothing else was clicked and no other key was pressed. A click on a tab leaves the keyboard to the
//! canvas, so that its keys go on working. Does not know what F1 shows of a panel.

use egui::{Context, Event, Id, Key};

use crate::docking::Panel;

const CLICKED: &str = "clicked panel";

/// Notes that the tab of a panel was clicked.
pub fn note(ctx: &Context, panel: Panel) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(CLICKED), panel));
}

/// Returns the panel.
pub fn get(ctx: &Context) -> Option<Panel> {
    ctx.data(|data| data.get_temp(Id::unique(CLICKED)))
}

/// Forgets the panel after a press of a mouse button or of another key than F1. Called once a frame, before panels are drawn.
pub fn forget_after_presses(ctx: &Context) {
    let ends = |event: &Event| match event {
        Event::PointerButton { pressed, .. } => *pressed,
        Event::Key { key, pressed, .. } => *pressed && *key != Key::F1,
        _ => false,
    };
    if ctx.input(|input| input.events.iter().any(ends)) {
        ctx.data_mut(|data| data.remove::<Panel>(Id::unique(CLICKED)));
    }
}
