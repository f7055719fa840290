//! What the mouse is doing, as one explicit state: a drag begins by what is under the pointer, previews, and ends in at
//! most one command. Escape leaves it without a trace.

mod making_room;
mod moving;
mod selecting;
mod shaping;
pub mod snapping;
mod wiring;

use egui::{Key, PointerButton, Pos2, Rect, Response, Ui, Vec2};
pub use moving::{Held, Moving, with_hidden};
pub use selecting::BoxSelect;
pub use shaping::Shaping;
pub use snapping::Guide;
use treewright_core::model::Annotation;
use treewright_session::canvas_options::CanvasOptions;
pub use wiring::{WireDrop, Wiring};

use super::annotations::{self, Grip};
use super::badges;
use super::camera::Camera;
use super::quick_add::{QuickAdd, QuickPlace};
use super::view::{Moved, View};
use crate::action::{Action, ActionSink, SelectAction};
use crate::scene::Scene;

/// How near to the edge, in screen points, the view begins to move while something is dragged.
const EDGE: f32 = 24.0;
/// How fast it moves when the pointer is on the edge, in screen points a second.
const EDGE_SPEED: f32 = 220.0;

/// What the mouse is doing.
#[derive(Clone, Debug, Default)]
pub enum Gesture {
    /// Nothing that lasts.
    #[default]
    Idle,
    /// The canvas is dragged; the canvas point that stays under the pointer.
    Panning(Pos2),
    /// A box is drawn around nodes.
    BoxSelecting(BoxSelect),
    /// Nodes are dragged.
    Moving(Moving),
    /// An edge of a note or group is dragged.
    Shaping(Shaping),
    /// A wire is pulled.
    Wiring(Wiring),
}

/// What lies under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Nothing.
    Empty,
    /// A card.
    Card(usize),
    /// The port where wires leave a card.
    OutPort(usize),
    /// The port where the wire arrives at a card.
    InPort(usize),
    /// A note or group, and which of its edges.
    Annotation(Annotation, Grip),
}

impl Target {
    /// What lies at a screen point. Ports go before cards, since they stand out over the edge.
    pub fn at(view: &View<'_>, at: Pos2) -> Self {
        if view.detail.has_ports() {
            for &index in view.visible.iter().rev() {
                if badges::on_out_port(view, index, at) {
                    return Self::OutPort(index);
                }
                if badges::on_in_port(view, index, at) {
                    return Self::InPort(index);
                }
            }
        }
        if let Some(index) = view.card_at(at) {
            return Self::Card(index);
        }
        let annotation = annotations::at(view, at);
        annotation.map_or(Self::Empty, |(which, grip)| Self::Annotation(which, grip))
    }

    /// The card that it is or belongs to.
    pub fn card(self) -> Option<usize> {
        match self {
            Self::Empty | Self::Annotation(..) => None,
            Self::Card(index) | Self::OutPort(index) | Self::InPort(index) => Some(index),
        }
    }
}

impl Gesture {
    /// Whether something is going on.
    pub fn is_active(&self) -> bool {
        !matches!(self, Self::Idle)
    }

    /// Moves the view on while something is held near its edge. Asks for the next frame as long as it does.
    pub fn pan_at_edges(&self, ui: &Ui, response: &Response, camera: &mut Camera) {
        if matches!(self, Self::Idle | Self::Panning(_)) {
            return;
        }
        let Some(pointer) = response.interact_pointer_pos() else {
            return;
        };
        let inside = response.rect.shrink(EDGE);
        let beyond = pointer - inside.clamp(pointer);
        if beyond != Vec2::ZERO {
            let seconds = ui.input(|i| i.stable_dt).min(0.1);
            let speed = (beyond / EDGE).clamp(-Vec2::splat(2.0), Vec2::splat(2.0));
            camera.pan(-speed * EDGE_SPEED * seconds);
            ui.ctx().request_repaint();
        }
    }

    /// Follows the pointer before the frame is laid out, so that what is dragged sticks to it.
    pub fn follow(
        &self,
        ui: &Ui,
        response: &Response,
        (scene, options): (&Scene, CanvasOptions),
        camera: &mut Camera,
        moved: &mut Moved,
    ) {
        let Some(pointer) = response.interact_pointer_pos() else {
            return;
        };
        match self {
            Self::Panning(held) => {
                let at = camera.projection(response.rect).screen_from_canvas(*held);
                camera.pan(pointer - at);
            }
            Self::Moving(moving) => {
                let projection = camera.projection(response.rect);
                moving.follow(ui, (scene, options), projection, pointer, moved);
            }
            Self::Shaping(shaping) => {
                let projection = camera.projection(response.rect);
                let on_grid = options.snap_to_grid != ui.input(|i| i.modifiers.command);
                moved.shaped = Some(shaping.shaped(projection, pointer, on_grid));
            }
            _ => {}
        }
    }

    /// Begins, ends or cancels by this frame's input.
    pub fn update(&mut self, ui: &Ui, response: &Response, view: &View<'_>, hands: &mut Hands<'_>) {
        if self.is_active() && ui.input(|i| i.key_pressed(Key::Escape)) {
            self.cancel(hands);
            return;
        }
        if response.drag_started()
            && let Some(origin) = ui.input(|i| i.pointer.press_origin())
        {
            *self = Self::begin(ui, response, view, origin, hands);
        }
        if response.drag_stopped() {
            let pointer = response.interact_pointer_pos();
            match (std::mem::take(self), pointer) {
                (Self::BoxSelecting(it), Some(at)) => it.finish(view, at, hands.actions),
                (Self::Moving(it), Some(at)) => it.finish(view, at, hands.actions),
                (Self::Shaping(it), Some(_)) => it.finish(view.moved.shaped, hands.actions),
                (Self::Wiring(it), Some(at)) => it.finish(view, at, hands),
                _ => {}
            }
        } else if self.is_active() && !ui.input(|i| i.pointer.any_down()) {
            // The button was released where it could not be seen, for instance outside the window.
            self.cancel(hands);
        }
    }

    /// Ends it without doing anything.
    fn cancel(&mut self, hands: &mut Hands<'_>) {
        *self = Self::Idle;
        *hands.started_moving = None;
    }

    fn begin(
        ui: &Ui,
        response: &Response,
        view: &View<'_>,
        origin: Pos2,
        hands: &mut Hands<'_>,
    ) -> Self {
        let space = ui.input(|i| i.key_down(Key::Space));
        if response.drag_started_by(PointerButton::Middle) || space {
            *hands.space_used = space;
            return Self::Panning(view.projection.canvas_from_screen(origin));
        }
        if !response.drag_started_by(PointerButton::Primary) {
            return Self::Idle;
        }
        let modifiers = ui.input(|i| i.modifiers);
        match Target::at(view, origin) {
            Target::OutPort(index) => Self::Wiring(Wiring::from_parent(view, index)),
            Target::InPort(index) => Self::Wiring(Wiring::from_child(view, index)),
            Target::Card(index) => {
                let id = &view.card(index).id;
                if !view.selected[index] {
                    let action = selecting::click(id, modifiers);
                    hands.actions.push(Action::Select(action));
                }
                let (moving, moved) = Moving::begin(view, index, origin, modifiers.alt);
                *hands.started_moving = Some(moved);
                Self::Moving(moving)
            }
            Target::Annotation(which, grip) if grip.is_whole() => {
                let is_selected = view.input.selection.contains_annotation(which);
                if !is_selected {
                    let action = selecting::click_annotation(which, modifiers);
                    hands.actions.push(Action::Select(action));
                }
                let (moving, moved) = Moving::annotations(view, which, origin);
                *hands.started_moving = Some(moved);
                Self::Moving(moving)
            }
            Target::Annotation(which, grip) => {
                let rect = view.annotation_rect(which).unwrap_or(Rect::NOTHING);
                let from = view.projection.canvas_from_screen(origin);
                Self::Shaping(Shaping::new(which, grip, rect, from))
            }
            Target::Empty => {
                let from = view.projection.canvas_from_screen(origin);
                Self::BoxSelecting(BoxSelect::new(from, modifiers))
            }
        }
    }
}

/// What a gesture may reach beside the scene.
pub struct Hands<'a> {
    /// Where wishes go.
    pub actions: &'a mut ActionSink,
    /// The search that opens when a wire is dropped on empty canvas.
    pub quick_add: &'a mut Option<QuickAdd>,
    /// Set to the cards that move when a drag of nodes begins.
    pub started_moving: &'a mut Option<Moved>,
    /// Set to the note or group whose text is to be written.
    pub write_on: &'a mut Option<Annotation>,
    /// Set when the space bar served to pan, so that its release opens nothing.
    pub space_used: &'a mut bool,
}

/// What clicks do: select, open the search, expand a collapsed branch.
pub fn clicks(ui: &Ui, response: &Response, view: &View<'_>, hands: &mut Hands<'_>) {
    let Some(at) = response.interact_pointer_pos() else {
        return;
    };
    let modifiers = ui.input(|i| i.modifiers);
    let target = Target::at(view, at);
    if response.double_clicked_by(PointerButton::Primary) {
        double_click(view, target, at, hands);
    } else if response.clicked_by(PointerButton::Primary) {
        click(view, target, modifiers, hands);
    } else if response.secondary_clicked() {
        let only = match target {
            Target::Annotation(which, _) if !view.input.selection.contains_annotation(which) => {
                SelectAction::SetAnnotations(vec![which])
            }
            _ => match target.card() {
                Some(index) if !view.selected[index] => {
                    SelectAction::Set(vec![view.card(index).id.clone()])
                }
                _ => return,
            },
        };
        hands.actions.push(Action::Select(only));
    }
}

fn click(view: &View<'_>, target: Target, modifiers: egui::Modifiers, hands: &mut Hands<'_>) {
    if let Target::OutPort(index) = target
        && view.card(index).hidden > 0
    {
        let id = view.card(index).id.clone();
        hands
            .actions
            .edit(treewright_authoring::edit::Command::SetCollapsed(
                vec![id],
                false,
            ));
        return;
    }
    if let Target::Annotation(which, _) = target {
        let select = selecting::click_annotation(which, modifiers);
        hands.actions.push(Action::Select(select));
        return;
    }
    let select = match target.card() {
        Some(index) => selecting::click(&view.card(index).id, modifiers),
        None if modifiers.shift || modifiers.command => return,
        None => SelectAction::Set(Vec::new()),
    };
    hands.actions.push(Action::Select(select));
}

fn double_click(view: &View<'_>, target: Target, at: Pos2, hands: &mut Hands<'_>) {
    match target {
        Target::Empty => {
            let canvas = view.projection.canvas_from_screen(at);
            *hands.quick_add = Some(QuickAdd::new(at, canvas, QuickPlace::Loose));
        }
        Target::Annotation(which, _) => *hands.write_on = Some(which),
        Target::OutPort(index) => {
            let place = QuickPlace::last_child(view, index);
            let canvas = QuickPlace::next_middle(view, index);
            *hands.quick_add = Some(QuickAdd::new(at, canvas, place));
        }
        Target::Card(index) | Target::InPort(index) if runs_tree(view, index) => {
            hands
                .actions
                .push(Action::View(crate::action::ViewAction::GoToTree));
        }
        Target::Card(_) | Target::InPort(_) => {
            hands
                .actions
                .push(Action::View(crate::action::ViewAction::Rename));
        }
    }
}

/// Whether the node of a card runs another tree.
fn runs_tree(view: &View<'_>, index: usize) -> bool {
    let node = view.input.document.node(&view.card(index).id);
    node.is_some_and(|node| &*node.task == treewright_core::model::SUBTREE)
}
