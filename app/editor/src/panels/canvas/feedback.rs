//! Feedback during a gesture or drag from the palette: the target card or wire, the dragged wire, the selection box, the effect or the
//! reason for a refusal at the cursor, and the cursor itself.

use egui::{CursorIcon, Key, Painter, Pos2, Response, Ui};

use super::drop_places::{DropPlace, DropTarget, show_effect, show_reason};
use super::drops;
use super::gestures::{Gesture, Moving, Target, WireDrop, Wiring, snapping};
use super::node_card::{self, Emphasis};
use super::view::View;
use crate::panels::PaletteDrag;

/// What to show in this frame.
pub struct Feedback {
    /// Highlighted cards.
    pub emphasis: Emphasis,
    /// The card whose wire is not drawn, because it is being dragged.
    pub hidden_wire: Option<usize>,
    /// The card above which the dropped node would be inserted.
    pub marked_wire: Option<usize>,
    pointer: Option<Pos2>,
    drop: WireDrop,
    /// Where what is dragged becomes a child, and that as a text.
    place: Option<(DropPlace, String)>,
    refused: Option<String>,
    /// Between which nodes it would be inserted, as a text.
    between: Option<String>,
    /// What is dragged in from the palette.
    ghost: Option<PaletteDrag>,
}

impl Feedback {
    fn at(pointer: Option<Pos2>) -> Self {
        Self {
            emphasis: Emphasis::default(),
            hidden_wire: None,
            marked_wire: None,
            pointer,
            drop: WireDrop::Nothing,
            place: None,
            refused: None,
            between: None,
            ghost: None,
        }
    }

    /// Feedback on a read-only canvas: the card under the pointer.
    pub fn of_read_only(ui: &Ui, response: &Response, view: &View<'_>) -> Self {
        let mut feedback = Self::at(response.hover_pos());
        if response.dragged() {
            ui.set_cursor_icon(CursorIcon::Grabbing);
        } else {
            feedback.emphasis.hovered = feedback.pointer.and_then(|at| view.card_at(at));
        }
        feedback
    }

    /// Determines the effect of the pointer.
    pub fn of(ui: &Ui, response: &Response, view: &View<'_>, gesture: &Gesture) -> Self {
        let mut feedback = Self::at(response.interact_pointer_pos().or(response.hover_pos()));
        if let Some((dragged, at, drop)) = drops::hovering(response, view) {
            feedback.mark_wire(view, drop.wire());
            feedback.emphasis.target = drop.card();
            feedback.place = drop.place().map(|it| (it.clone(), it.label(view, &[])));
            feedback.refused = drop.refusal(view);
            feedback.pointer = Some(at);
            feedback.ghost = Some(dragged);
            return feedback;
        }
        let Some(pointer) = feedback.pointer else {
            return feedback;
        };
        match gesture {
            Gesture::Idle => feedback.hover(ui, response, view, pointer),
            Gesture::Panning(_) => ui.set_cursor_icon(CursorIcon::Grabbing),
            Gesture::BoxSelecting(_) => {}
            Gesture::Resizing(resizing) => ui.set_cursor_icon(resizing.grip().cursor()),
            Gesture::Moving(moving) => {
                feedback.move_nodes(view, moving, pointer);
                ui.set_cursor_icon(CursorIcon::Grabbing);
            }
            Gesture::Wiring(wiring) => {
                feedback.pull_wire(view, wiring, pointer);
                ui.set_cursor_icon(CursorIcon::Grabbing);
            }
        }
        feedback
    }

    /// Marks the wire above a card, and says what dropping there means.
    fn mark_wire(&mut self, view: &View<'_>, below: Option<usize>) {
        self.marked_wire = below;
        let name = |card: usize| {
            view.input
                .texts
                .title_of(view.input.document, &view.card(card).id)
        };
        self.between = below.and_then(|below| {
            let (parent, child) = (name(view.card(below).parent?), name(below));
            let names = [("parent", &*parent), ("child", &*child)];
            Some(view.input.texts.tr_with("drop.between", &names))
        });
    }

    fn move_nodes(&mut self, view: &View<'_>, moving: &Moving, pointer: Pos2) {
        if let Some(target) = moving.drop_target(view, pointer) {
            self.emphasis.target = target.card();
            if let Some(place) = target.place() {
                self.hidden_wire = moving.hides_wire_of(view, place);
                self.place = Some((place.clone(), place.label(view, moving.nodes())));
            }
            if let DropTarget::Refused(_, refusal) = &target {
                self.refused = Some(view.input.texts.refusal(refusal));
            }
            return;
        }
        self.mark_wire(view, moving.wire_below(view, pointer));
        let among = moving.place_among_siblings(view);
        self.place = among.map(|place| {
            let label = place.label(view, moving.nodes());
            (place, label)
        });
    }

    fn pull_wire(&mut self, view: &View<'_>, wiring: &Wiring, pointer: Pos2) {
        self.drop = wiring.drop_at(view, pointer);
        self.hidden_wire = wiring.hides_wire_of(view);
        self.emphasis.target = self.drop.card(view, &wiring.end);
        match &self.drop {
            WireDrop::Connects(child, place) => {
                let label = place.label(view, std::slice::from_ref(child));
                self.place = Some((place.clone(), label));
            }
            WireDrop::Refused(_, refusal) => {
                self.refused = Some(view.input.texts.refusal(refusal));
            }
            WireDrop::Nothing | WireDrop::Empty => {}
        }
    }

    fn hover(&mut self, ui: &Ui, response: &Response, view: &View<'_>, pointer: Pos2) {
        if !response.hovered() {
            return;
        }
        if response.has_focus() && ui.input(|i| i.key_down(Key::Space)) {
            ui.set_cursor_icon(CursorIcon::Grab);
            return;
        }
        let target = Target::at(view, pointer);
        self.emphasis.hovered = target.card();
        match target {
            Target::OutPort(_) | Target::InPort(_) => ui.set_cursor_icon(CursorIcon::Crosshair),
            Target::Annotation(_, grip) => ui.set_cursor_icon(grip.cursor()),
            Target::Card(_) | Target::Empty => {}
        }
    }

    /// Whether a card is dragged in from the palette.
    pub fn has_ghost(&self) -> bool {
        self.ghost.is_some()
    }

    /// Where a text about the effect begins: at the pointer, below a card that is dragged in.
    fn text_position(&self, view: &View<'_>, at: Pos2) -> Pos2 {
        match self.ghost {
            Some(_) => drops::ghost_rect(view, at).center_bottom(),
            None => at,
        }
    }

    /// Draws what is above the cards.
    pub fn paint(&self, ui: &Ui, view: &View<'_>, painter: &Painter, gesture: &Gesture) {
        let Some(at) = self.pointer else { return };
        if let Some(dragged) = &self.ghost {
            node_card::paint_ghost(view, painter, drops::ghost_rect(view, at), dragged);
        }
        match gesture {
            Gesture::BoxSelecting(it) => it.paint(view, painter, at),
            Gesture::Moving(it) => match &self.place {
                Some((place, _)) if place.bar.is_some() && self.hidden_wire.is_some() => {
                    it.paint_wires(view, painter, place);
                }
                // What moves to another parent does not stay where it lines up with something.
                Some(_) => {}
                None => snapping::paint(&view.moved.guides, view, painter),
            },
            Gesture::Wiring(it) => it.paint(view, painter, at, &self.drop),
            _ => {}
        }
        if let Some((place, label)) = &self.place {
            place.paint(view, painter);
            place.show_label(ui, view, label);
        }
        if let Some(reason) = &self.refused {
            show_reason(ui, view, self.text_position(view, at), reason);
        }
        if let Some(between) = &self.between {
            show_effect(ui, view, self.text_position(view, at), between);
        }
    }
}
