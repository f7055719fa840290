//! Delays keys that leave a field by a frame, so that earlier typed text is applied before them and later typed text after them.
//!
//! If a frame takes long, the next one receives several keys at once. egui unfocuses a field at the beginning of a frame in which Escape was pressed,
//! so that text typed before it in the same frame would be lost, or be mistaken for shortcuts.

use std::collections::VecDeque;

use egui::{Context, Event, Key, Plugin, RawInput, Ui};

/// Holds back events for later frames.
#[derive(Debug, Default)]
pub struct KeyOrder {
    waiting: VecDeque<Event>,
}

impl Plugin for KeyOrder {
    fn debug_name(&self) -> &'static str {
        "key order"
    }

    fn input_hook(&mut self, _ctx: &Context, input: &mut RawInput) {
        self.waiting.extend(input.events.drain(..));
        let now = events_of_a_frame(&self.waiting);
        input.events.extend(self.waiting.drain(..now));
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        if !self.waiting.is_empty() {
            ui.ctx().request_repaint();
        }
    }
}

/// How many of these events, from the start, fit into one frame.
fn events_of_a_frame(events: &VecDeque<Event>) -> usize {
    let mut pressed = events.iter().enumerate().filter_map(|(at, event)| {
        let leaves = leaves_a_field(event)?;
        Some((at, leaves))
    });
    let Some((_, mut leaves_before)) = pressed.next() else {
        return events.len();
    };
    for (at, leaves) in pressed {
        if leaves || leaves_before {
            return at;
        }
        leaves_before = leaves;
    }
    events.len()
}

/// Whether an event leaves a text field; `None` if it is not typing.
fn leaves_a_field(event: &Event) -> Option<bool> {
    match event {
        Event::Key { key, pressed, .. } => {
            pressed.then_some(matches!(key, Key::Escape | Key::Tab | Key::Enter))
        }
        Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Ime(_) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use egui::Modifiers;

    use super::*;

    fn key(key: Key, pressed: bool) -> Event {
        Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        }
    }

    #[test]
    fn a_key_that_leaves_a_field_gets_its_own_frame() {
        let mut order = KeyOrder::default();
        let typed = [
            key(Key::A, true),
            Event::Text("a".into()),
            key(Key::A, false),
        ];
        let escape = [key(Key::Escape, true), key(Key::Escape, false)];
        let mut frames = Vec::new();
        let mut frame = |events: Vec<Event>| {
            let mut input = RawInput {
                events,
                ..RawInput::default()
            };
            order.input_hook(&Context::default(), &mut input);
            frames.push(input.events);
        };
        frame([&typed[..], &escape[..], &typed[..]].concat());
        frame(Vec::new());
        frame(vec![Event::PointerGone]);
        frame(vec![Event::PointerGone]);
        let last = [&typed[..], &[Event::PointerGone]].concat();
        assert_eq!(
            frames,
            [&typed[..], &escape[..], &last[..], &[Event::PointerGone]]
        );
    }
}
