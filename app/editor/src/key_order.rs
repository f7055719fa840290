//! Delays keys until what earlier keys asked for is there: typed text is applied before a key that leaves its field, and what is typed after a
//! key that opens a field goes into this field.
//!
//! If a frame takes long, the next one receives several keys at once. egui unfocuses a field at the beginning of a frame in which Escape was pressed,
//! so that text typed before it in the same frame would be lost, or be mistaken for shortcuts. And a field that a key opens has the keyboard
//! only two frames later; fast typing must neither be lost until then nor run the commands of its letters.

use std::collections::VecDeque;

use egui::{Context, Event, Key, Plugin, RawInput, Ui};

/// The most frames for which typing waits for what was asked for: one draws it and gives it the keyboard, the next one knows that. What closes
/// gives the keyboard back just as slowly, and until then arrow keys would move the focus.
const FRAMES: u8 = 2;

/// Holds back events for later frames.
#[derive(Debug, Default)]
pub struct KeyOrder {
    waiting: VecDeque<Event>,
    /// The number of frames for which typing still waits.
    held: u8,
    space: SpaceKey,
}

/// Makes what is typed next wait until the text field that was just asked for has the keyboard. Events that come too early in this frame go back.
pub fn wait_for_field(ctx: &Context, too_early: Vec<Event>) {
    ctx.with_plugin(|order: &mut KeyOrder| {
        order.held = FRAMES;
        for event in too_early.into_iter().rev() {
            order.waiting.push_front(event);
        }
    });
    ctx.request_repaint();
}

impl Plugin for KeyOrder {
    fn debug_name(&self) -> &'static str {
        "key order"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        for event in input.events.drain(..) {
            self.space.follow(event, &mut self.waiting);
        }
        if ctx.text_edit_focused() {
            self.held = 0;
        }
        let now = if self.held > 0 {
            self.held -= 1;
            let typing = |event: &Event| leaves_a_field(event).is_some();
            let first = self.waiting.iter().position(typing);
            first.unwrap_or(self.waiting.len())
        } else {
            events_of_a_frame(&self.waiting)
        };
        let ends = self.waiting.iter().take(now).any(ends_something);
        if ends {
            self.held = FRAMES;
        }
        input.events.extend(self.waiting.drain(..now));
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        if !self.waiting.is_empty() {
            ui.ctx().request_repaint();
        }
    }
}

/// The space bar acts when it is released, as it also pans. In fast typing, the next key is pressed before that: then it counts as released.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SpaceKey {
    #[default]
    Up,
    /// Nothing else has been pressed since.
    Down,
    /// Used with the mouse, or counted as released before another key. In the second case, its real release is ignored.
    Used { is_released: bool },
}

impl SpaceKey {
    /// Passes an event on, after the release of the space bar if that comes first.
    fn follow(&mut self, event: Event, to: &mut VecDeque<Event>) {
        match &event {
            Event::Key {
                key: Key::Space,
                pressed: true,
                repeat,
                ..
            } => {
                if *repeat && matches!(self, Self::Used { is_released: true }) {
                    return;
                }
                if !repeat {
                    *self = Self::Down;
                }
            }
            Event::Key {
                key: Key::Space, ..
            } => {
                if let Self::Used { is_released: true } = std::mem::take(self) {
                    return;
                }
            }
            Event::Key {
                pressed: true,
                modifiers,
                ..
            } if *self == Self::Down && modifiers.is_none() => {
                to.push_back(Event::Key {
                    key: Key::Space,
                    physical_key: None,
                    pressed: false,
                    repeat: false,
                    modifiers: *modifiers,
                });
                *self = Self::Used { is_released: true };
            }
            Event::PointerButton { .. } if *self == Self::Down => {
                *self = Self::Used { is_released: false };
            }
            _ => {}
        }
        to.push_back(event);
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

/// Whether an event may close what has the keyboard, which then goes elsewhere.
fn ends_something(event: &Event) -> bool {
    matches!(
        event,
        Event::Key {
            key: Key::Enter | Key::Escape,
            pressed: true,
            ..
        }
    )
}

/// Whether an event comes from the keyboard.
pub fn is_of_keyboard(event: &Event) -> bool {
    matches!(
        event,
        Event::Key { .. }
            | Event::Text(_)
            | Event::Paste(_)
            | Event::Copy
            | Event::Cut
            | Event::Ime(_)
    )
}

/// Whether an event leaves a text field, or may open one; `None` if it is not typing.
fn leaves_a_field(event: &Event) -> Option<bool> {
    match event {
        Event::Key {
            key: Key::Space,
            pressed: false,
            ..
        } => Some(true),
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
        // Whatever Escape closes gives the keyboard back meanwhile.
        frame(vec![Event::PointerGone]);
        frame(Vec::new());
        frame(vec![Event::PointerGone]);
        frame(vec![Event::PointerGone]);
        let gone = [Event::PointerGone];
        let last = [&typed[..], &gone[..], &gone[..]].concat();
        let none = Vec::new();
        assert_eq!(
            frames,
            [&typed[..], &escape[..], &none, &none, &last[..], &gone[..]]
        );
    }

    #[test]
    fn the_space_bar_counts_as_released_when_the_next_key_goes_down() {
        let mut waiting = VecDeque::new();
        let mut space = SpaceKey::default();
        let typed = [
            key(Key::Space, true),
            key(Key::S, true),
            key(Key::Space, false),
            key(Key::S, false),
            key(Key::Space, true),
            key(Key::Space, false),
        ];
        for event in typed {
            space.follow(event, &mut waiting);
        }
        let passed = [
            key(Key::Space, true),
            key(Key::Space, false),
            key(Key::S, true),
            key(Key::S, false),
            key(Key::Space, true),
            key(Key::Space, false),
        ];
        assert_eq!(waiting, passed);
        assert_eq!(
            events_of_a_frame(&waiting),
            1,
            "the release may open a field"
        );
    }
}
