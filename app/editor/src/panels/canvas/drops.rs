//! Drags from the palette and the project panel: nodes, templates and trees dropped onto empty canvas, a wire or a card.

use std::sync::Arc;

use egui::{Pos2, Rect, Response};
use treewright_authoring::edit::{Command, Refusal, can_insert_above};
use treewright_core::model::SUBTREE;
use treewright_session::templates::TemplateId;
use treewright_session::workspace::project_listing::ProjectTree;

use super::drop_places::{self, DropPlace, DropTarget};
use super::quick_add::{InsertTarget, add_command};
use super::view::View;
use super::wires::wire_under;
use crate::action::{Action, ActionSink, EditAction, NodeSetup};
use crate::panels::PaletteDrag;
use crate::scene::placement::{NEW_CARD, corner_around};

/// The effect of dropping something from the palette at a point.
pub enum PaletteDrop {
    /// It becomes an unconnected node, or the root.
    Loose,
    /// It is inserted into the wire above this card.
    Wire(usize),
    /// It becomes a child at this place.
    Child(DropPlace),
    /// This card cannot take it.
    Refused(usize, Refusal),
}

impl PaletteDrop {
    fn at(view: &View<'_>, dragged: &PaletteDrag, at: Pos2) -> Self {
        let document = view.input.document;
        let library = view.input.library;
        match DropTarget::at(view, at, &[]) {
            Some(DropTarget::Place(place)) => return Self::Child(place),
            Some(DropTarget::Refused(card, refusal)) => return Self::Refused(card, refusal),
            None => {}
        }
        // Zoomed out, cards have no edges.
        if let Some(card) = view.card_at(at) {
            return match DropTarget::onto(view, card, &[]) {
                DropTarget::Place(place) => Self::Child(place),
                DropTarget::Refused(card, refusal) => Self::Refused(card, refusal),
            };
        }
        let Some(below) = wire_under(view, ghost_rect(view, at), at) else {
            return Self::Loose;
        };
        let child = &view.card(below).id;
        match dragged {
            PaletteDrag::Task(task) if can_insert_above(document, library, child, task).is_ok() => {
                Self::Wire(below)
            }
            // What has no children becomes a sibling, and so does a template.
            _ => drop_places::before(view, below).map_or(Self::Loose, Self::Child),
        }
    }

    /// The card above which it would be inserted.
    pub fn wire(&self) -> Option<usize> {
        match self {
            Self::Wire(index) => Some(*index),
            _ => None,
        }
    }

    /// The card under the pointer, and whether it can take the node.
    pub fn card(&self) -> Option<(usize, bool)> {
        match self {
            Self::Child(place) => place.bar.is_none().then_some((place.parent, true)),
            Self::Refused(index, _) => Some((*index, false)),
            Self::Loose | Self::Wire(_) => None,
        }
    }

    /// The place at which it becomes a child.
    pub fn place(&self) -> Option<&DropPlace> {
        match self {
            Self::Child(place) => Some(place),
            Self::Loose | Self::Wire(_) | Self::Refused(..) => None,
        }
    }

    /// The reason for a refusal.
    pub fn refusal(&self, view: &View<'_>) -> Option<String> {
        match self {
            Self::Refused(_, refusal) => Some(view.input.texts.refusal(refusal)),
            _ => None,
        }
    }
}

/// The screen rectangle of the preview card under the pointer.
pub fn ghost_rect(view: &View<'_>, pointer: Pos2) -> Rect {
    Rect::from_center_size(pointer, NEW_CARD * view.projection.zoom)
}

/// What is dragged over the canvas, its position, and the effect of dropping it there.
pub fn hovering(response: &Response, view: &View<'_>) -> Option<(PaletteDrag, Pos2, PaletteDrop)> {
    let dragged = response.dnd_hover_payload::<PaletteDrag>();
    let dragged = dragged.filter(|dragged| dragged.is_for_canvas())?;
    // egui reports no hovering during a drag.
    let pointer = response.ctx.pointer_latest_pos()?;
    let drop = PaletteDrop::at(view, &dragged, pointer);
    Some(((*dragged).clone(), pointer, drop))
}

/// Adds what was dropped in this frame.
pub fn receive(response: &Response, view: &View<'_>, actions: &mut ActionSink) {
    let dropped = response.dnd_release_payload::<PaletteDrag>();
    let Some(dropped) = dropped.filter(|dropped| dropped.is_for_canvas()) else {
        return;
    };
    // Not to the search of the palette: keys now concern what was dropped.
    response.request_focus();
    let Some(at) = response.ctx.pointer_interact_pos() else {
        return;
    };
    let canvas = view.projection.canvas_from_screen(at);
    let task = match &*dropped {
        PaletteDrag::Task(task) => task.clone(),
        PaletteDrag::Template(template) => {
            let drop = PaletteDrop::at(view, &dropped, at);
            return receive_template(view, template, &drop, canvas, actions);
        }
        PaletteDrag::Tree(_) | PaletteDrag::Project { .. } => Arc::from(SUBTREE),
    };
    let document = view.input.document;
    let command = match PaletteDrop::at(view, &dropped, at) {
        PaletteDrop::Refused(..) => return,
        PaletteDrop::Loose => add_command(
            document,
            view.flow,
            &InsertTarget::Loose,
            task,
            corner_around(canvas),
        ),
        PaletteDrop::Wire(index) => Command::InsertAbove {
            child: view.card(index).id.clone(),
            task,
            position: corner_around(canvas),
        },
        PaletteDrop::Child(place) => {
            let middle = place.middle_for_new(view, canvas);
            let target = InsertTarget::Child {
                parent: view.card(place.parent).id.clone(),
                index: place.index,
            };
            add_command(document, view.flow, &target, task, corner_around(middle))
        }
    };
    let tree = match &*dropped {
        PaletteDrag::Tree(tree) => tree.clone(),
        PaletteDrag::Project { path, .. } => ProjectTree {
            file: path.clone(),
            tree: None,
        },
        PaletteDrag::Task(_) | PaletteDrag::Template(_) => return actions.edit(command),
    };
    actions.push(Action::Edit(EditAction::AddAndSetUp {
        add: command,
        setup: NodeSetup::Subtree(tree),
    }));
}

/// Inserts a dropped template.
fn receive_template(
    view: &View<'_>,
    template: &TemplateId,
    drop: &PaletteDrop,
    canvas: Pos2,
    actions: &mut ActionSink,
) {
    let (below, middle) = match drop {
        PaletteDrop::Refused(..) => return,
        PaletteDrop::Loose | PaletteDrop::Wire(_) => (None, canvas),
        PaletteDrop::Child(place) => {
            let parent = view.card(place.parent).id.clone();
            let middle = place.middle_for_new(view, canvas);
            (Some((parent, place.index)), middle)
        }
    };
    actions.push(Action::Edit(EditAction::InsertTemplate {
        template: template.clone(),
        below,
        at: corner_around(middle),
    }));
}
