//! Keys, text and the mouse, a frame for each thing that hands do.

use egui::accesskit::{Action, ActionRequest, NodeId, TreeId};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};

use super::Driven;

impl Driven {
    /// So many frames in which nobody does anything.
    pub fn wait(&mut self, frames: usize) {
        for _ in 0..frames {
            self.frame(Vec::new());
        }
    }

    /// Presses a key and lets it go.
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

    /// Types a text, as by a keyboard that is faster than frames.
    pub fn type_text(&mut self, text: &str) {
        self.frame(vec![Event::Text(text.to_owned())]);
        self.wait(1);
    }

    /// What a window makes of the keys for copying.
    pub fn copy(&mut self) {
        self.frame(vec![Event::Copy]);
    }

    /// What a window makes of the keys for cutting.
    pub fn cut(&mut self) {
        self.frame(vec![Event::Cut]);
    }

    /// What a window makes of the keys for pasting.
    pub fn paste(&mut self) {
        let text = self.clipboard().to_owned();
        self.frame(vec![Event::Paste(text)]);
    }

    /// Gives something the keyboard.
    pub fn focus(&mut self, thing: NodeId) {
        self.frame(vec![Event::AccessKitActionRequest(ActionRequest {
            action: Action::Focus,
            target_tree: TreeId::ROOT,
            target_node: thing,
            data: None,
        })]);
    }

    /// Moves the pointer.
    pub fn point(&mut self, at: Pos2) {
        self.pointer = at;
        self.frame(vec![Event::PointerMoved(at)]);
    }

    /// Presses or lets go of a button of the mouse.
    pub fn button(&mut self, button: PointerButton, pressed: bool, modifiers: Modifiers) {
        let pos = self.pointer;
        self.frame(vec![Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers,
        }]);
    }

    /// Clicks so often.
    pub fn click(&mut self, at: Pos2, times: usize, modifiers: Modifiers) {
        self.point(at);
        for _ in 0..times {
            self.button(PointerButton::Primary, true, modifiers);
            self.button(PointerButton::Primary, false, modifiers);
        }
    }

    /// Drags from one place to another, in so many steps.
    pub fn drag(&mut self, from: Pos2, to: Pos2, steps: usize, modifiers: Modifiers) {
        self.point(from);
        self.button(PointerButton::Primary, true, modifiers);
        for step in 1..=steps {
            self.point(from + (to - from) * (step as f32 / steps as f32));
        }
        self.button(PointerButton::Primary, false, modifiers);
    }

    /// Turns the wheel.
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
