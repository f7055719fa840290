//! Nodes and templates dragged from the palette: onto empty canvas, onto a wire, onto a card.

use egui::{Pos2, Rect, Response};
use treewright_authoring::edit::{Command, Refusal, can_hold_another, can_insert_above};
use treewright_core::ids::NodeId;
use treewright_session::templates::TemplateId;

use super::quick_add::{QuickPlace, add_command};
use super::view::View;
use super::wires::wire_under;
use crate::action::{Action, ActionSink, EditAction};
use crate::panels::PaletteDrag;
use crate::scene::placement::{NEW_CARD, corner_around};

/// What would become of a node from the palette at a place.
pub enum Drop {
    /// It lies loose, or becomes the root.
    Loose,
    /// It goes into the wire above this card.
    Wire(usize),
    /// It becomes a child of this card.
    Child(usize),
    /// This card does not take it.
    Refused(usize, Refusal),
}

impl Drop {
    fn at(view: &View<'_>, dragged: &PaletteDrag, at: Pos2) -> Self {
        let document = view.input.document;
        let library = view.input.library;
        if let Some(index) = view.card_at(at) {
            let parent = &view.card(index).id;
            return match can_hold_another(document, library, parent) {
                Err(refusal) => Self::Refused(index, refusal),
                Ok(()) => Self::Child(index),
            };
        }
        let takes_in = |index: &usize| {
            let below = &view.card(*index).id;
            match dragged {
                PaletteDrag::Task(task) => can_insert_above(document, library, below, task).is_ok(),
                // It goes beside what the wire leads to.
                PaletteDrag::Template(_) => room_beside(view, *index).is_some(),
            }
        };
        wire_under(view, ghost_rect(view, at), at)
            .filter(takes_in)
            .map_or(Self::Loose, Self::Wire)
    }

    /// The card whose wire would take it in.
    pub fn wire(&self) -> Option<usize> {
        match self {
            Self::Wire(index) => Some(*index),
            _ => None,
        }
    }

    /// The card that it is over, and whether that takes it.
    pub fn card(&self) -> Option<(usize, bool)> {
        match self {
            Self::Child(index) => Some((*index, true)),
            Self::Refused(index, _) => Some((*index, false)),
            Self::Loose | Self::Wire(_) => None,
        }
    }

    /// Why not.
    pub fn refusal(&self, view: &View<'_>) -> Option<String> {
        match self {
            Self::Refused(_, refusal) => Some(view.input.texts.refusal(refusal)),
            _ => None,
        }
    }
}

/// Where the card to be is shown on the screen while it is held at the pointer.
pub fn ghost_rect(view: &View<'_>, pointer: Pos2) -> Rect {
    Rect::from_center_size(pointer, NEW_CARD * view.projection.zoom)
}

/// What is dragged over the canvas, where, and what would become of it now.
pub fn hovering(response: &Response, view: &View<'_>) -> Option<(PaletteDrag, Pos2, Drop)> {
    let dragged = response.dnd_hover_payload::<PaletteDrag>()?;
    // Nothing else is hovered while something is dragged.
    let pointer = response.ctx.pointer_latest_pos()?;
    let drop = Drop::at(view, &dragged, pointer);
    Some(((*dragged).clone(), pointer, drop))
}

/// Adds what was dropped in this frame.
pub fn receive(response: &Response, view: &View<'_>, actions: &mut ActionSink) {
    let Some(dropped) = response.dnd_release_payload::<PaletteDrag>() else {
        return;
    };
    let Some(at) = response.ctx.pointer_interact_pos() else {
        return;
    };
    let canvas = view.projection.canvas_from_screen(at);
    let task = match &*dropped {
        PaletteDrag::Task(task) => task.clone(),
        PaletteDrag::Template(template) => {
            let drop = Drop::at(view, &dropped, at);
            return receive_template(view, template, &drop, canvas, actions);
        }
    };
    let document = view.input.document;
    let command = match Drop::at(view, &dropped, at) {
        Drop::Refused(..) => return,
        Drop::Loose => add_command(
            document,
            view.flow,
            &QuickPlace::Loose,
            task,
            corner_around(canvas),
        ),
        Drop::Wire(index) => Command::InsertAbove {
            child: view.card(index).id.clone(),
            task,
            position: corner_around(canvas),
        },
        Drop::Child(index) => {
            // On the card itself the pointer says nothing about the order: it goes last.
            let place = QuickPlace::last_child(view, index);
            let middle = QuickPlace::next_middle(view, index);
            add_command(document, view.flow, &place, task, corner_around(middle))
        }
    };
    actions.edit(command);
}

/// Inserts a template that was dropped.
fn receive_template(
    view: &View<'_>,
    template: &TemplateId,
    drop: &Drop,
    canvas: Pos2,
    actions: &mut ActionSink,
) {
    let (below, middle) = match drop {
        Drop::Refused(..) => return,
        Drop::Loose => (None, canvas),
        Drop::Wire(index) => (room_beside(view, *index), canvas),
        Drop::Child(index) => {
            let parent = view.card(*index).id.clone();
            let middle = QuickPlace::next_middle(view, *index);
            (Some((parent, usize::MAX)), middle)
        }
    };
    actions.push(Action::Edit(EditAction::InsertTemplate {
        template: template.clone(),
        below,
        at: corner_around(middle),
    }));
}

/// The place before a card among its siblings, if its parent can hold another child.
fn room_beside(view: &View<'_>, index: usize) -> Option<(NodeId, usize)> {
    let card = view.card(index);
    let parent = &view.card(card.parent?).id;
    let (document, library) = (view.input.document, view.input.library);
    let has_room = can_hold_another(document, library, parent).is_ok();
    has_room.then(|| (parent.clone(), card.order.unwrap_or(1) - 1))
}
