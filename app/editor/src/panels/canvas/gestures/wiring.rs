//! Dragging a wire: from a parent's port to a child or the reverse, or between siblings; off a child; to empty canvas. A child that has a
//! parent moves to the new one. A connection that would be refused shows the reason during the drag.

use egui::{Painter, Pos2};
use treewright_authoring::edit::{Command, Refusal, can_hold_another, can_move_below};
use treewright_core::ids::NodeId;

use super::super::connect;
use super::super::drop_places::{DropPlace, DropTarget};
use super::super::quick_add::{InsertTarget, QuickAdd};
use super::super::view::View;
use super::super::wires::{WireStyle, paint_one};
use super::GestureOutput;
use crate::action::{Action, EditAction};

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
    /// The child becomes one of this card, at this place.
    Connects(NodeId, DropPlace),
    /// It cannot connect to this card.
    Refused(usize, Refusal),
}

impl WireDrop {
    /// The card that it would connect to, and whether it can.
    pub fn card(&self, view: &View<'_>, end: &WireEnd) -> Option<(usize, bool)> {
        match (self, end) {
            (Self::Refused(card, _), _) => Some((*card, false)),
            (Self::Connects(child, _), WireEnd::Parent(_)) => {
                view.scene.index(child).map(|card| (card, true))
            }
            (Self::Connects(_, place), WireEnd::Child(_)) => {
                place.bar.is_none().then_some((place.parent, true))
            }
            (Self::Nothing | Self::Empty, _) => None,
        }
    }
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
        match &self.end {
            WireEnd::Parent(parent) => drop_parent_wire(view, at, parent),
            WireEnd::Child(child) => self.drop_child_wire(view, at, child),
        }
    }

    /// A wire from a child, dropped on a parent or between siblings.
    fn drop_child_wire(&self, view: &View<'_>, at: Pos2, child: &NodeId) -> WireDrop {
        let nodes = std::slice::from_ref(child);
        let target = match view.card_at(at) {
            Some(card) if view.card(card).id == *child => return WireDrop::Nothing,
            _ => DropTarget::at(view, at, nodes),
        };
        let near = || {
            view.card_near(at)
                .map(|card| DropTarget::onto(view, card, nodes))
        };
        match target.or_else(near) {
            None => WireDrop::Empty,
            Some(DropTarget::Refused(card, refusal)) => WireDrop::Refused(card, refusal),
            Some(DropTarget::Place(mut place)) => {
                let parent = &view.card(place.parent).id;
                if place.bar.is_none() {
                    if self.pulled_off.as_ref() == Some(parent) {
                        return WireDrop::Nothing;
                    }
                    place.index = connect::index_for_card(view, parent, child);
                }
                WireDrop::Connects(child.clone(), place)
            }
        }
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
                let child = match drop {
                    WireDrop::Connects(child, _) => view.scene.index(child),
                    _ => None,
                };
                let to = child.map_or(free, |child| view.in_port(child));
                [view.out_port(i), to]
            }),
            WireEnd::Child(id) => view.scene.index(id).map(|i| {
                let from = match drop {
                    WireDrop::Connects(_, place) => view.out_port(place.parent),
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
            WireDrop::Connects(child, place) => {
                output.actions.push(Action::Edit(EditAction::MoveBelow {
                    nodes: vec![child],
                    parent: view.card(place.parent).id.clone(),
                    index: place.index,
                    by: Some((0, 0)),
                }));
            }
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

/// A wire from a parent, dropped on a child.
fn drop_parent_wire(view: &View<'_>, at: Pos2, parent: &NodeId) -> WireDrop {
    let Some(card) = view.card_near(at) else {
        return WireDrop::Empty;
    };
    let child = &view.card(card).id;
    let (document, library) = (view.input.document, view.input.library);
    let has_it = |child: &NodeId| document.node(child).and_then(|it| it.parent()) == Some(parent);
    let Some(above) = view
        .scene
        .index(parent)
        .filter(|_| parent != child && !has_it(child))
    else {
        return WireDrop::Nothing;
    };
    match can_move_below(document, library, parent, std::slice::from_ref(child)) {
        Err(refusal) => WireDrop::Refused(card, refusal),
        Ok(()) => WireDrop::Connects(
            child.clone(),
            DropPlace {
                parent: above,
                index: connect::index_for_card(view, parent, child),
                bar: None,
            },
        ),
    }
}
