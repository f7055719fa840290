//! The canvases of the documents: one for each, and a second one beside it while the view is split. Both show the same document with the
//! same selection, each from where it was moved to.

use std::collections::HashMap;

use egui::{Id, Rect, Ui, UiBuilder, pos2};
use treewright_session::workspace::open_document::DocumentId;

use crate::action::ActionSink;
use crate::panels::canvas::{self, CanvasInput, CanvasState};

/// Where the place of the canvas in front is kept, by which the egui context finds it.
pub(crate) const CANVAS_RECT: &str = "canvas rect";

/// What canvases keep between frames.
#[derive(Default)]
pub(crate) struct Canvases {
    first: HashMap<DocumentId, CanvasState>,
    second: HashMap<DocumentId, CanvasState>,
    /// Whether there is a second canvas beside the first.
    pub split: bool,
    /// Whether the second one was used last.
    in_second: bool,
    /// The document beside which another version is seen: it has one canvas, however the view is split.
    pub undivided: Option<DocumentId>,
}

impl Canvases {
    /// The canvas of a document that was used last, if it was shown.
    pub fn get(&self, document: DocumentId) -> Option<&CanvasState> {
        let canvases = if self.is_in_second(document) {
            &self.second
        } else {
            &self.first
        };
        canvases.get(&document)
    }

    /// The canvas of a document that was used last.
    pub fn of(&mut self, document: DocumentId) -> &mut CanvasState {
        let canvases = if self.is_in_second(document) {
            &mut self.second
        } else {
            &mut self.first
        };
        canvases.entry(document).or_default()
    }

    /// All canvases.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut CanvasState> {
        self.first.values_mut().chain(self.second.values_mut())
    }

    /// Those of a document that was closed go.
    pub fn remove(&mut self, document: DocumentId) {
        self.first.remove(&document);
        self.second.remove(&document);
    }

    fn is_in_second(&self, document: DocumentId) -> bool {
        self.split && self.in_second && self.undivided != Some(document)
    }

    /// Draws the canvas, or both of them side by side. `takes_keys` says whether the one used last takes the keyboard if nobody has it.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &CanvasInput<'_>,
        document: DocumentId,
        takes_keys: bool,
        sink: &mut ActionSink,
    ) {
        self.of(document).stand_alone();
        if !self.split {
            let state = self.first.entry(document).or_default();
            // One widget for all documents, so that it keeps the keyboard when another one comes to the front.
            one(ui, input, state, takes_keys, sink);
            return;
        }
        let rect = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(rect);
        let middle = rect.center().x.round();
        let left = Rect::from_min_max(rect.min, pos2(middle - 1.0, rect.max.y));
        let right = Rect::from_min_max(pos2(middle + 1.0, rect.min.y), rect.max);
        for (second, half) in [(false, left), (true, right)] {
            let builder = UiBuilder::new()
                .max_rect(half)
                .id_salt(("half of the view", second));
            let mut ui = ui.new_child(builder);
            let canvases = if second {
                &mut self.second
            } else {
                &mut self.first
            };
            let state = canvases.entry(document).or_default();
            let takes_keys = takes_keys && self.in_second == second;
            let id = one(&mut ui, input, state, takes_keys, sink);
            if ui.memory(|memory| memory.has_focus(id)) {
                self.in_second = second;
            }
        }
        // Between two canvases of one color a panel's separator would not be seen.
        let line = egui::Stroke::new(2.0, input.theme.card_outline);
        ui.painter().vline(middle, rect.y_range(), line);
    }
}

/// Draws one canvas, and says what it is called.
pub(crate) fn one(
    ui: &mut Ui,
    input: &CanvasInput<'_>,
    state: &mut CanvasState,
    takes_keys: bool,
    sink: &mut ActionSink,
) -> Id {
    let id = ui.make_persistent_id("canvas");
    if takes_keys {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    canvas::show(ui, input, state, sink);
    id
}
