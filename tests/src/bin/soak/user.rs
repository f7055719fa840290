//! A simulated user who edits, runs, looks around and undoes, driven by a seed. Knows the editor only by its shortcuts, screen and canvas.

mod gestures;

use std::path::PathBuf;

use egui::accesskit::NodeId;
use egui::{Key, Modifiers, Pos2};
use gestures::{GESTURES, Gesture, Size};
use oorandom::Rand64;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_view::{RunState, RunView as _};

use crate::driven::Driven;
use crate::driven::sight::Sight;

/// Below this number of nodes the tree may grow; above the other number it is cut.
const FEW: usize = 200;
const MANY: usize = 2_500;

/// A simulated user of the editor.
pub struct User {
    pub driven: Driven,
    dice: Rand64,
    canvas: Option<NodeId>,
    edits: u64,
    run_frames: u64,
    /// The active document, its revision and the last frame of its run, at the last count.
    counted: (u64, u64, u64),
}

impl User {
    pub fn new(driven: Driven, seed: u64) -> Self {
        let mut user = Self {
            driven,
            dice: Rand64::new(u128::from(seed)),
            canvas: None,
            edits: 0,
            run_frames: 0,
            counted: (0, 0, 0),
        };
        user.driven.wait(10);
        user.count();
        user
    }

    /// Returns the number of document changes, including undo and redo.
    pub fn edits(&self) -> u64 {
        self.edits
    }

    /// Returns the number of frames run.
    pub fn run_frames(&self) -> u64 {
        self.run_frames
    }

    /// Returns the number of nodes of the active document.
    pub fn nodes(&self) -> usize {
        self.front().document().node_count()
    }

    /// Performs one gesture and waits for a while. Returns its name.
    pub fn do_something(&mut self) -> String {
        self.turn_to_canvas();
        let nodes = self.nodes();
        let fits = |gesture: &&Gesture| match gesture.size {
            Size::Same => true,
            Size::Grows => nodes < MANY,
            Size::Shrinks => nodes > FEW,
        };
        let all: u64 = GESTURES
            .iter()
            .filter(fits)
            .map(|gesture| gesture.weight)
            .sum();
        let mut drawn = self.dice.rand_range(0..all);
        let chosen = GESTURES.iter().filter(fits).find(|gesture| {
            let is_it = drawn < gesture.weight;
            drawn = drawn.saturating_sub(gesture.weight);
            is_it
        });
        let gesture = chosen.unwrap_or(&GESTURES[0]);
        (gesture.act)(self);
        self.count();
        let watched = self.number(20) + 2;
        self.driven.wait(watched);
        self.count();
        gesture.name.to_owned()
    }

    /// Returns a random number below `below`.
    fn number(&mut self, below: usize) -> usize {
        self.dice.rand_range(0..below.max(1) as u64) as usize
    }

    /// Returns a random element, or `None` if the list is empty.
    fn one_of<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        let place = self.number(list.len());
        list.get(place).cloned()
    }

    fn front(&self) -> &OpenDocument {
        self.driven.app().workspace().front()
    }

    fn path(&self) -> Option<PathBuf> {
        self.front().path().map(Into::into)
    }

    fn runs(&self) -> bool {
        let run = self.front().run.as_ref();
        run.is_some_and(|run| run.state() == RunState::Running)
    }

    fn look(&mut self) -> Sight {
        let sight = self.driven.look();
        if let Some(canvas) = sight.canvas() {
            self.canvas = Some(canvas.id);
        }
        sight
    }

    /// Closes what covers the panels, and gives the canvas the focus.
    fn turn_to_canvas(&mut self) {
        for _ in 0..2 {
            self.driven.press(Modifiers::NONE, Key::Escape);
        }
        if self.canvas.is_none() {
            self.look();
        }
        if let Some(canvas) = self.canvas {
            self.driven.focus(canvas);
        }
    }

    /// Returns the center of a random visible card.
    fn some_card(&mut self) -> Option<Pos2> {
        let cards = self.look().cards();
        self.one_of(&cards).map(|card| card.center())
    }

    /// Counts changes and frames since the last call.
    fn count(&mut self) {
        let front = self.front();
        let run = front.run.as_ref().map_or(0, |run| run.frames().1);
        let now = (front.id().0, front.revision(), run);
        let before = std::mem::replace(&mut self.counted, now);
        if before.0 == now.0 {
            self.edits += now.1.saturating_sub(before.1);
            // A restarted run has fewer frames.
            self.run_frames += if now.2 >= before.2 {
                now.2 - before.2
            } else {
                now.2
            };
        }
    }
}
