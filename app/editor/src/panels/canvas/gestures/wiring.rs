//! Dragging a wire: from a parent's port to a child or the reverse; off a child; onto another parent; to empty canvas. A connection that
//! would be refused shows the reason during the drag.

use egui::{Painter, Pos2};
use treewright_authoring::edit::{Command, Refusal, can_hold_another};
use treewright_core::ids::NodeId;

use super::super::connect;
use super::super::quick_add::{InsertTarget, QuickAdd};
use super::super::view::View;
use super::super::wires::{WireStyle, paint_one};
use super::GestureOutput;

/// The fixed end of a dragged wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireEnd {
    /// A parent; the drag looks for a child.
    Parent(NodeId),
    /// A child; the drag looks for a parent.
    Child(NodeId),
}

/// A wire that is being dragged.
#[derive(Clone, Debug)]
pub struct Wiring {
    /// The fixed end.
    pub end: WireEnd,
    /// The parent from which the child's wire was pulled off.
    pulled_off: Option<NodeId>,
}

/// The effect of dropping the wire.
#[derive(Clone, Debug, PartialEq)]
pub enum WireDrop {
    Nothing,
    /// The wire ends on empty canvas.
    Empty,
    /// It connects to this card by this command.
    Connects(usize, Command),
    /// It cannot connect to this card.
    Refused(usize, Refusal),
}

impl Wiring {
    /// Starts a new wire from a parent.
    pub fn from_parent(view: &View<'_>, index: usize) -> Self {
        Self {
            end: WireEnd::Parent(view.card(index).id.clone()),
            pulled_off: None,
        }
    }

    /// Starts a wire from an unconnected top-level node, or pulls the wire of a child off its parent.
    pub fn from_child(view: &View<'_>, index: usize) -> Self {
        let card = view.card(index);
        Self {
            end: WireEnd::Child(card.id.clone()),
            pulled_off: card.parent.map(|p| view.card(p).id.clone()),
        }
    }

    /// The child whose wire is not drawn during the drag.
    pub fn hides_wire_of(&self, view: &View<'_>) -> Option<usize> {
        match (&self.end, &self.pulled_off) {
            (WireEnd::Child(child), Some(_)) => view.scene.index(child),
            _ => None,
        }
    }

    /// The effect of dropping the wire at a screen point.
    pub fn drop_at(&self, view: &View<'_>, at: Pos2) -> WireDrop {
        let Some(index) = view.card_near(at) else {
            return WireDrop::Empty;
        };
        let over = &view.card(index).id;
        let (parent, child) = match &self.end {
            WireEnd::Parent(parent) => (parent, over),
            WireEnd::Child(child) => (over, child),
        };
        if parent == child || self.pulled_off.as_ref() == Some(parent) {
            return WireDrop::Nothing;
        }
        let document = view.input.document;
        let library = view.input.library;
        let pulled = self.pulled_off.is_some();
        match connect::refusal(document, library, parent, child, pulled) {
            Some(refusal) => WireDrop::Refused(index, refusal),
            None => WireDrop::Connects(index, self.connection(view, parent, child)),
        }
    }

    fn connection(&self, view: &View<'_>, parent: &NodeId, child: &NodeId) -> Command {
        let connect = Command::Connect {
            parent: parent.clone(),
            child: child.clone(),
            index: connect::index_for_card(view, parent, child),
        };
        if self.pulled_off.is_some() {
            let detach = Command::Detach(vec![child.clone()]);
            return Command::Batch(vec![detach, connect]);
        }
        connect
    }

    /// Draws the wire with its free end at a screen point.
    pub fn paint(&self, view: &View<'_>, painter: &Painter, free: Pos2, drop: &WireDrop) {
        let theme = view.input.theme;
        let color = match drop {
            WireDrop::Refused(..) => theme.error,
            _ => theme.accent,
        };
        let style = WireStyle { color, width: 2.5 };
        let ends = match &self.end {
            WireEnd::Parent(id) => view.scene.index(id).map(|i| {
                let to = match drop {
                    WireDrop::Connects(over, _) => view.in_port(*over),
                    _ => free,
                };
                [view.out_port(i), to]
            }),
            WireEnd::Child(id) => view.scene.index(id).map(|i| {
                let from = match drop {
                    WireDrop::Connects(over, _) => view.out_port(*over),
                    _ => free,
                };
                [from, view.in_port(i)]
            }),
        };
        if let Some(ends) = ends {
            paint_one(painter, ends, view.flow, style);
            painter.circle_filled(free, 4.0, color);
        }
    }

    /// Connects, disconnects, or opens the search for a node at the free end.
    pub fn finish(self, view: &View<'_>, at: Pos2, output: &mut GestureOutput<'_>) {
        match self.drop_at(view, at) {
            WireDrop::Nothing | WireDrop::Refused(..) => {}
            WireDrop::Connects(_, command) => output.actions.edit(command),
            WireDrop::Empty => self.dropped_on_empty(view, at, output),
        }
    }

    fn dropped_on_empty(self, view: &View<'_>, at: Pos2, output: &mut GestureOutput<'_>) {
        let canvas = view.projection.canvas_from_screen(at);
        let (document, library) = (view.input.document, view.input.library);
        match (self.end, self.pulled_off) {
            (WireEnd::Child(child), Some(_)) => {
                output.actions.edit(Command::Detach(vec![child]));
            }
            (WireEnd::Child(child), None) => {
                let place = InsertTarget::Above(child);
                *output.quick_add = Some(QuickAdd::new(at, canvas, place));
            }
            (WireEnd::Parent(parent), _)
                if can_hold_another(document, library, &parent).is_ok() =>
            {
                let index = connect::index_at(view, &parent, canvas);
                let place = InsertTarget::Child { parent, index };
                *output.quick_add = Some(QuickAdd::new(at, canvas, place));
            }
            (WireEnd::Parent(_), _) => {}
        }
    }
}
