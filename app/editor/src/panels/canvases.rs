//! The canvases of the documents: one each, and a second one beside it while the view is split. Both show the same document and selection,
//! each with its own camera.

use std::collections::HashMap;

use egui::{Id, Rect, Ui, UiBuilder, pos2};
use treewright_session::workspace::open_document::DocumentId;

use crate::action::ActionSink;
use crate::keyboard_return;
use crate::panels::canvas::{self, CanvasInput, CanvasState};

/// The key in egui's memory for the rectangle of the active canvas.
pub(crate) const CANVAS_RECT: &str = "canvas rect";

/// State kept between frames.
#[derive(Default)]
pub(crate) struct Canvases {
    first: HashMap<DocumentId, CanvasState>,
    second: HashMap<DocumentId, CanvasState>,
    /// Whether the view is split.
    pub split: bool,
    /// Whether the second canvas was used last.
    in_second: bool,
    /// The document that is compared with another version: it has one canvas even if the view is split.
    pub compared_document: Option<DocumentId>,
}

impl Canvases {
    /// The canvas of a document that was used last, if it was shown before.
    pub fn get(&self, document: DocumentId) -> Option<&CanvasState> {
        let canvases = if self.is_in_second(document) {
            &self.second
        } else {
            &self.first
        };
        canvases.get(&document)
    }

    /// The canvas of a document that was used last, created if necessary.
    pub fn of(&mut self, document: DocumentId) -> &mut CanvasState {
        let canvases = if self.is_in_second(document) {
            &mut self.second
        } else {
            &mut self.first
        };
        canvases.entry(document).or_default()
    }

    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut CanvasState> {
        self.first.values_mut().chain(self.second.values_mut())
    }

    /// Removes the canvases of a closed document.
    pub fn remove(&mut self, document: DocumentId) {
        self.first.remove(&document);
        self.second.remove(&document);
    }

    fn is_in_second(&self, document: DocumentId) -> bool {
        self.split && self.in_second && self.compared_document != Some(document)
    }

    /// Draws the canvas, or both side by side. If `takes_keys`, the one used last takes the keyboard focus when nothing has it.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &CanvasInput<'_>,
        document: DocumentId,
        takes_keys: bool,
        sink: &mut ActionSink,
    ) {
        self.of(document).clear_linked_bounds();
        if !self.split {
            let state = self.first.entry(document).or_default();
            // The same widget id for all documents, so that the canvas keeps the keyboard focus when another document becomes active.
            show_canvas(ui, input, state, takes_keys, sink);
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
            let id = show_canvas(&mut ui, input, state, takes_keys, sink);
            if ui.memory(|memory| memory.has_focus(id)) {
                self.in_second = second;
            }
        }
        // A panel separator would not be visible between two canvases of the same color.
        let line = egui::Stroke::new(2.0, input.theme.card_outline);
        ui.painter().vline(middle, rect.y_range(), line);
    }
}

/// Draws one canvas and sets its accessible name.
pub(crate) fn show_canvas(
    ui: &mut Ui,
    input: &CanvasInput<'_>,
    state: &mut CanvasState,
    takes_keys: bool,
    sink: &mut ActionSink,
) -> Id {
    let id = ui.make_persistent_id("canvas");
    if takes_keys {
        keyboard_return::fall_to(ui.ctx(), id);
        // Only a frame that begins with the focus can claim the arrows and Tab.
        ui.ctx().request_repaint();
    }
    canvas::show(ui, input, state, sink);
    id
}
