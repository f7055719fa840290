//! Keyboard, text and mouse input; each action takes one frame.

use egui::accesskit::{Action, ActionRequest, NodeId, TreeId};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};

use super::Driven;

impl Driven {
    /// Draws `frames` frames without input.
    pub fn wait(&mut self, frames: usize) {
        for _ in 0..frames {
            self.frame(Vec::new());
        }
    }

    /// Presses and releases a key.
    pub fn press(&mut self, modifiers: Modifiers, key: Key) {
        for pressed in [true, false] {
            self.frame(vec![Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers,
            }]);
        }
    }

    /// Types a text all in one frame, as a keyboard faster than the frame rate would.
    pub fn type_text(&mut self, text: &str) {
        self.frame(vec![Event::Text(text.to_owned())]);
        self.wait(1);
    }

    /// Sends the event that a window creates for the copy shortcut.
    pub fn copy(&mut self) {
        self.frame(vec![Event::Copy]);
    }

    /// Sends the event that a window creates for the cut shortcut.
    pub fn cut(&mut self) {
        self.frame(vec![Event::Cut]);
    }

    /// Sends the event that a window creates for the paste shortcut.
    pub fn paste(&mut self) {
        let text = self.clipboard().to_owned();
        self.frame(vec![Event::Paste(text)]);
    }

    /// Gives the keyboard focus to a widget.
    pub fn focus(&mut self, thing: NodeId) {
        self.frame(vec![Event::AccessKitActionRequest(ActionRequest {
            action: Action::Focus,
            target_tree: TreeId::ROOT,
            target_node: thing,
            data: None,
        })]);
    }

    pub fn point(&mut self, at: Pos2) {
        self.pointer = at;
        self.frame(vec![Event::PointerMoved(at)]);
    }

    /// Presses or releases a mouse button.
    pub fn button(&mut self, button: PointerButton, pressed: bool, modifiers: Modifiers) {
        let pos = self.pointer;
        self.frame(vec![Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers,
        }]);
    }

    /// Clicks `times` times.
    pub fn click(&mut self, at: Pos2, times: usize, modifiers: Modifiers) {
        self.point(at);
        for _ in 0..times {
            self.button(PointerButton::Primary, true, modifiers);
            self.button(PointerButton::Primary, false, modifiers);
        }
    }

    /// Drags from one point to another in `steps` steps.
    pub fn drag(&mut self, from: Pos2, to: Pos2, steps: usize, modifiers: Modifiers) {
        self.point(from);
        self.button(PointerButton::Primary, true, modifiers);
        for step in 1..=steps {
            self.point(from + (to - from) * (step as f32 / steps as f32));
        }
        self.button(PointerButton::Primary, false, modifiers);
    }

    /// Turns the mouse wheel.
    pub fn scroll(&mut self, delta: Vec2, modifiers: Modifiers) {
        self.frame(vec![Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta,
            source: egui::MouseWheelSource::Wheel,
            phase: egui::TouchPhase::Move,
            modifiers,
        }]);
    }

    /// Zooms by this factor at the pointer.
    pub fn zoom(&mut self, factor: f32) {
        self.frame(vec![Event::Zoom(factor)]);
    }
}
