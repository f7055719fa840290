//! The keys of the strip: arrows move the selected mark or the cursor, Tab walks the marks, Enter edits, Delete removes.

use egui::{Context, EventFilter, FocusDirection, Id, Key, Modifiers, Ui};
use treewright_insight::scenario::{MAX_FRAMES, MarkPlace};
use treewright_session::workspace::scenario_edits::{Direction, ScenarioEdit};

use super::lanes::StripRow;
use super::{Strip, StripState, adding, details};
use crate::action::{Action, ActionSink, ScenarioAction};

const STRIP: &str = "strip of a scenario";
/// The zoom factor of a key.
const ZOOM_STEP: f32 = 1.5;

/// Remembers the strip, so that it can be asked whether it has the keyboard.
pub fn remember(ctx: &Context, id: Id) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(STRIP), id));
}

/// Whether the strip has the keyboard: then undo, redo and duplicate concern its scenario.
pub fn has_keyboard(ctx: &Context) -> bool {
    let strip = ctx.data(|data| data.get_temp::<Id>(Id::unique(STRIP)));
    strip.is_some() && strip == ctx.memory(egui::Memory::focused)
}

/// Gives the keyboard away when something outside of the panel is pressed, also if that is dragged and takes no focus: the keys after it
/// concern the tree.
pub fn leave_if_pressed_elsewhere(ui: &Ui, id: Id) {
    let panel = ui.clip_rect();
    let is_elsewhere = ui.input(|input| {
        let at = input.pointer.interact_pos();
        input.pointer.any_pressed() && at.is_some_and(|at| !panel.contains(at))
    });
    if is_elsewhere && !egui::Popup::is_any_open(ui.ctx()) {
        ui.memory_mut(|memory| memory.surrender_focus(id));
    }
}

/// The name of the strip for screen readers, with the selected mark.
pub fn name(strip: &Strip<'_>, state: &StripState) -> String {
    let texts = strip.cx.texts;
    let frame = strip.cursor.to_string();
    let selected = state.selected.as_ref();
    let selected = selected.and_then(|place| Some((place.frame, strip.scenario.mark(place)?)));
    match selected {
        Some((frame, mark)) => {
            let mark = strip.name_of(frame, &mark);
            texts.tr_with("scenarios.strip_selected", &[("mark", &mark)])
        }
        None => texts.tr_with("scenarios.strip", &[("frame", &frame)]),
    }
}

/// Reads the keys while the strip has the focus.
pub fn read(ui: &Ui, strip: &Strip<'_>, state: &mut StripState, sink: &mut ActionSink) {
    let filter = EventFilter {
        tab: true,
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: true,
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(strip.id, filter));
    let pressed =
        |modifiers: Modifiers, key: Key| ui.input_mut(|input| input.consume_key(modifiers, key));
    undo_keys(&pressed, strip, sink);
    if pressed(Modifiers::SHIFT, Key::Tab) {
        walk(ui, state, false);
    } else if pressed(Modifiers::NONE, Key::Tab) {
        walk(ui, state, true);
    }
    for (key, back) in [(Key::ArrowLeft, true), (Key::ArrowRight, false)] {
        if pressed(Modifiers::COMMAND, key) {
            move_cursor(strip, state, back, sink);
        } else if pressed(Modifiers::NONE, key) {
            match state.selected.clone() {
                Some(place) => move_mark(strip, place, back, sink),
                None => move_cursor(strip, state, back, sink),
            }
        }
    }
    for (key, frame) in [(Key::Home, 1), (Key::End, strip.scenario.frames)] {
        if pressed(Modifiers::NONE, key) {
            state.selected = None;
            strip.go_to(frame, state, sink);
            state.scale.reveal(frame);
        }
    }
    for (key, up) in [(Key::ArrowUp, true), (Key::ArrowDown, false)] {
        if pressed(Modifiers::NONE, key) {
            change_lane(strip, state, up);
        }
    }
    for (key, factor) in [
        (Key::Plus, ZOOM_STEP),
        (Key::Equals, ZOOM_STEP),
        (Key::Minus, 1.0 / ZOOM_STEP),
    ] {
        if pressed(Modifiers::NONE, key) {
            let x = state.scale.middle(strip.cursor);
            state.scale.zoom(factor, x);
        }
    }
    if pressed(Modifiers::NONE, Key::Insert) || pressed(Modifiers::NONE, Key::I) {
        adding::open(state, adding::Kind::Input);
    } else if pressed(Modifiers::NONE, Key::E) {
        adding::open(state, adding::Kind::Expectation);
    }
    of_selected(ui, &pressed, strip, state, sink);
}

/// Keys for the selected mark, or for the empty place of the cursor.
fn of_selected(
    ui: &Ui,
    pressed: &dyn Fn(Modifiers, Key) -> bool,
    strip: &Strip<'_>,
    state: &mut StripState,
    sink: &mut ActionSink,
) {
    let escape = pressed(Modifiers::NONE, Key::Escape);
    let enter = pressed(Modifiers::NONE, Key::Enter);
    let Some(place) = state.selected.clone() else {
        if escape {
            ui.memory_mut(|memory| memory.surrender_focus(strip.id));
        }
        let subject = state.lane.clone().filter(|_| enter);
        match subject.and_then(|lane| adding::next_in_lane(strip, &lane, strip.cursor)) {
            Some(mark) => strip.edit(ScenarioEdit::Put(strip.cursor, mark), sink),
            None if enter => adding::open(state, adding::Kind::Input),
            None => {}
        }
        return;
    };
    if escape {
        state.selected = None;
    }
    if let Some(mark) = strip.scenario.mark(&place).filter(|_| enter) {
        details::focus(ui.ctx(), strip, &place, &mark, sink);
    }
    if pressed(Modifiers::COMMAND, Key::D) {
        strip.edit(ScenarioEdit::Duplicate(place.clone()), sink);
    }
    let removed = [Key::Delete, Key::Backspace];
    if removed.into_iter().any(|key| pressed(Modifiers::NONE, key)) {
        strip.edit(ScenarioEdit::Remove(place), sink);
    }
}

fn undo_keys(pressed: &dyn Fn(Modifiers, Key) -> bool, strip: &Strip<'_>, sink: &mut ActionSink) {
    let redo = pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)
        || pressed(Modifiers::COMMAND, Key::Y);
    let direction = if redo {
        Direction::Redo
    } else if pressed(Modifiers::COMMAND, Key::Z) {
        Direction::Undo
    } else {
        return;
    };
    let file = strip.entry.file.clone();
    sink.push(Action::Scenario(ScenarioAction::StepLatest {
        file,
        direction,
    }));
}

/// Selects the next or previous mark; after the last one, the focus leaves the strip.
fn walk(ui: &Ui, state: &mut StripState, forward: bool) {
    let next = {
        let places = state.lanes.in_order();
        let selected = state.selected.as_ref();
        let at = selected.and_then(|place| places.iter().position(|other| *other == place));
        let next = match (at, forward) {
            (Some(at), true) => at.checked_add(1),
            (Some(at), false) => at.checked_sub(1),
            (None, true) => {
                let after = places.iter().position(|place| place.frame >= state.cursor);
                Some(after.unwrap_or(0))
            }
            (None, false) => None,
        };
        next.and_then(|next| places.get(next))
            .map(|place| (*place).clone())
    };
    if next.is_some() {
        return state.select(next);
    }
    state.selected = None;
    let direction = if forward {
        FocusDirection::Next
    } else {
        FocusDirection::Previous
    };
    ui.memory_mut(|memory| memory.move_focus(direction));
}

fn move_mark(strip: &Strip<'_>, place: MarkPlace, back: bool, sink: &mut ActionSink) {
    let to = if back {
        place.frame.saturating_sub(1)
    } else {
        (place.frame + 1).min(MAX_FRAMES)
    };
    if to > 0 {
        strip.edit(ScenarioEdit::Move(place, to), sink);
    }
}

fn move_cursor(strip: &Strip<'_>, state: &mut StripState, back: bool, sink: &mut ActionSink) {
    let frame = if back {
        strip.cursor.saturating_sub(1)
    } else {
        strip.cursor + 1
    };
    let frame = frame.clamp(1, strip.scenario.frames.max(1));
    state.selected = None;
    strip.go_to(frame, state, sink);
    state.scale.reveal(frame);
}

/// Goes to the next lane; a selected mark is replaced by the nearest of that lane.
fn change_lane(strip: &Strip<'_>, state: &mut StripState, up: bool) {
    let lanes = state.lanes.rows().iter().filter_map(|row| match row {
        StripRow::Lane(lane) => Some(lane),
        _ => None,
    });
    let lanes: Vec<_> = lanes.collect();
    let at = lanes
        .iter()
        .position(|lane| Some(&lane.subject) == state.lane.as_ref());
    let next = match (at, up) {
        (Some(at), true) => at.checked_sub(1),
        (Some(at), false) => Some(at + 1),
        (None, _) => Some(0),
    };
    let Some(lane) = next.and_then(|next| lanes.get(next)) else {
        return;
    };
    let nearest = lane.marks.iter().map(|(place, _)| place);
    let nearest = nearest
        .min_by_key(|place| place.frame.abs_diff(strip.cursor))
        .cloned();
    let subject = lane.subject.clone();
    if state.selected.is_some() {
        state.select(nearest);
    }
    state.lane = Some(subject);
}
