//! Selecting by clicks and by a box: plain replaces, Shift adds, Ctrl toggles.

use egui::{Modifiers, Painter, Pos2, Rect, Stroke, StrokeKind};
use treewright_core::ids::NodeId;

use super::super::view::View;
use crate::action::{Action, ActionSink, SelectAction};

/// A box that is being drawn.
#[derive(Clone, Copy, Debug)]
pub struct BoxSelect {
    /// The corner where it began, on the canvas.
    from: Pos2,
    modifiers: Modifiers,
}

impl BoxSelect {
    /// Begins at a canvas point.
    pub fn new(from: Pos2, modifiers: Modifiers) -> Self {
        Self { from, modifiers }
    }

    /// The box on the screen, with the pointer at its other corner.
    pub fn screen_rect(&self, view: &View<'_>, pointer: Pos2) -> Rect {
        Rect::from_two_pos(view.projection.screen_from_canvas(self.from), pointer)
    }

    /// Draws the box.
    pub fn paint(&self, view: &View<'_>, painter: &Painter, corner: Pos2) {
        let theme = view.input.theme;
        painter.rect(
            self.screen_rect(view, corner),
            2.0,
            theme.selection.gamma_multiply(0.12),
            Stroke::new(1.0, theme.selection),
            StrokeKind::Inside,
        );
    }

    /// Selects what the box touches.
    pub fn finish(self, view: &View<'_>, pointer: Pos2, actions: &mut ActionSink) {
        let corner = view.projection.canvas_from_screen(pointer);
        let area = Rect::from_two_pos(self.from, corner);
        let touched: Vec<NodeId> = view
            .scene
            .cards_in(area)
            .map(|index| view.card(index).id.clone())
            .collect();
        let action = if self.modifiers.command {
            SelectAction::Toggle(touched)
        } else if self.modifiers.shift {
            SelectAction::Add(touched)
        } else {
            SelectAction::Set(touched)
        };
        actions.push(Action::Select(action));
    }
}

/// What a click on a node does to the selection.
pub fn click(id: &NodeId, modifiers: Modifiers) -> SelectAction {
    let node = vec![id.clone()];
    if modifiers.command {
        SelectAction::Toggle(node)
    } else if modifiers.shift {
        SelectAction::Add(node)
    } else {
        SelectAction::Set(node)
    }
}
