//! Selecting by clicks and by a box: plain replaces, Shift adds, Ctrl toggles.

use egui::{Modifiers, Painter, Pos2, Rect, Stroke, StrokeKind};
use treewright_core::ids::NodeId;
use treewright_core::model::Annotation;

use super::super::annotations;
use super::super::view::View;
use crate::action::{Action, ActionSink, SelectAction};

/// A selection box that is being dragged.
#[derive(Clone, Copy, Debug)]
pub struct BoxSelect {
    /// The canvas point where it began.
    from: Pos2,
    modifiers: Modifiers,
}

impl BoxSelect {
    /// Starts at a canvas point.
    pub fn new(from: Pos2, modifiers: Modifiers) -> Self {
        Self { from, modifiers }
    }

    /// The box on the screen, with the pointer at its other corner.
    pub fn screen_rect(&self, view: &View<'_>, pointer: Pos2) -> Rect {
        Rect::from_two_pos(view.projection.screen_from_canvas(self.from), pointer)
    }

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
        // A group is selected if the box encloses it; a box inside of it selects its nodes.
        let enclosed: Vec<Annotation> = annotations::all(view.input.document)
            .filter(|annotation| {
                let rect = view.annotation_rect(*annotation);
                rect.is_some_and(|rect| match annotation {
                    Annotation::Group(_) => area.contains_rect(rect),
                    Annotation::Note(_) => area.intersects(rect),
                })
            })
            .collect();
        let (nodes, others) = if self.modifiers.command {
            let nodes = SelectAction::Toggle(touched);
            (nodes, SelectAction::ToggleAnnotations(enclosed))
        } else if self.modifiers.shift {
            let nodes = SelectAction::Add(touched);
            (nodes, SelectAction::AddAnnotations(enclosed))
        } else {
            let nodes = SelectAction::Set(touched);
            (nodes, SelectAction::AddAnnotations(enclosed))
        };
        actions.push(Action::Select(nodes));
        actions.push(Action::Select(others));
    }
}

/// The effect of a click on a note or group on the selection.
pub fn click_annotation(annotation: Annotation, modifiers: Modifiers) -> SelectAction {
    let one = vec![annotation];
    if modifiers.command {
        SelectAction::ToggleAnnotations(one)
    } else if modifiers.shift {
        SelectAction::AddAnnotations(one)
    } else {
        SelectAction::SetAnnotations(one)
    }
}

/// The effect of a click on a node on the selection.
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
