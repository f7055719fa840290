//! The mouse gesture as one explicit state: a drag starts depending on what is under the pointer, shows a preview, and ends in at most one
//! command. Escape cancels it without any effect.

mod making_room;
mod moving;
mod resizing;
mod selecting;
pub mod snapping;
mod wiring;

use egui::{Key, PointerButton, Pos2, Rect, Response, Ui, Vec2};
pub use moving::{GroupContent, Moving, nodes_with_hidden};
pub use resizing::Resizing;
pub use selecting::BoxSelect;
pub use snapping::Guide;
use treewright_core::model::Annotation;
use treewright_session::canvas_options::CanvasOptions;
pub use wiring::{WireDrop, Wiring};

use super::annotations::{self, Grip};
use super::badges;
use super::camera::Camera;
use super::quick_add::{InsertTarget, QuickAdd};
use super::view::{DragPreview, View};
use crate::action::{Action, ActionSink, SelectAction, ViewAction};
use crate::scene::Scene;
use crate::scene::flow::Flow;

/// The distance from the edge, in screen points, within which dragging scrolls the view.
const EDGE: f32 = 24.0;
/// The scroll speed when the pointer is on the edge, in screen points per second.
const EDGE_SPEED: f32 = 220.0;

/// The current mouse gesture.
#[derive(Clone, Debug, Default)]
pub enum Gesture {
    /// No gesture.
    #[default]
    Idle,
    /// Panning; holds the canvas point that stays under the pointer.
    Panning(Pos2),
    BoxSelecting(BoxSelect),
    /// Dragging nodes, notes and groups.
    Moving(Moving),
    /// Dragging an edge of a note or group.
    Resizing(Resizing),
    /// Dragging a wire.
    Wiring(Wiring),
}

/// What is under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Empty,
    Card(usize),
    /// The port where wires leave a card.
    OutPort(usize),
    /// The port where the wire arrives at a card.
    InPort(usize),
    /// A note or group, and the edges at the pointer.
    Annotation(Annotation, Grip),
}

impl Target {
    /// Finds what is at a screen point. Ports have priority over cards, because they extend beyond the edge.
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

    /// The card itself, or the card of the port.
    pub fn card(self) -> Option<usize> {
        match self {
            Self::Empty | Self::Annotation(..) => None,
            Self::Card(index) | Self::OutPort(index) | Self::InPort(index) => Some(index),
        }
    }
}

impl Gesture {
    /// Whether a gesture is in progress.
    pub fn is_active(&self) -> bool {
        !matches!(self, Self::Idle)
    }

    /// Scrolls the view while something is dragged near its edge, unless the pointer is on a card, which must not move away from under it.
    /// Requests a repaint while it scrolls.
    pub fn pan_at_edges(
        &self,
        ui: &Ui,
        response: &Response,
        (scene, moved): (&Scene, &DragPreview),
        camera: &mut Camera,
    ) {
        if matches!(self, Self::Idle | Self::Panning(_)) {
            return;
        }
        let Some(pointer) = response.interact_pointer_pos() else {
            return;
        };
        let at = camera.projection(response.rect).canvas_from_screen(pointer);
        let mut under = scene.cards_in(Rect::from_min_size(at, Vec2::ZERO));
        let is_dragged = |card: usize| moved.cards.get(card).copied().unwrap_or(false);
        if response.rect.contains(pointer) && under.any(|card| !is_dragged(card)) {
            return;
        }
        let inside = response.rect.shrink(EDGE);
        let beyond = pointer - inside.clamp(pointer);
        if beyond != Vec2::ZERO {
            let seconds = ui.input(|i| i.stable_dt).min(0.1);
            let speed = (beyond / EDGE).clamp(-Vec2::splat(2.0), Vec2::splat(2.0));
            camera.pan(-speed * EDGE_SPEED * seconds);
            ui.ctx().request_repaint();
        }
    }

    /// Follows the pointer before the frame is laid out, so that dragged elements do not lag behind.
    pub fn follow(
        &self,
        ui: &Ui,
        response: &Response,
        (scene, options, flow): (&Scene, CanvasOptions, Flow),
        camera: &mut Camera,
        moved: &mut DragPreview,
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
                moving.follow(ui, (scene, options, flow), projection, pointer, moved);
            }
            Self::Resizing(resizing) => {
                let projection = camera.projection(response.rect);
                let on_grid = options.snap_to_grid != ui.input(|i| i.modifiers.command);
                moved.resized = Some(resizing.resized(projection, pointer, on_grid));
            }
            _ => {}
        }
    }

    /// Starts, ends or cancels the gesture, depending on this frame's input.
    pub fn update(
        &mut self,
        ui: &Ui,
        response: &Response,
        view: &View<'_>,
        output: &mut GestureOutput<'_>,
    ) {
        if self.is_active() && ui.input(|i| i.key_pressed(Key::Escape)) {
            self.cancel(output);
            return;
        }
        if response.drag_started()
            && let Some(origin) = ui.input(|i| i.pointer.press_origin())
        {
            *self = Self::begin(ui, response, view, origin, output);
        }
        if response.drag_stopped() {
            let pointer = response.interact_pointer_pos();
            match (std::mem::take(self), pointer) {
                (Self::BoxSelecting(it), Some(at)) => it.finish(view, at, output.actions),
                (Self::Moving(it), Some(at)) => it.finish(view, at, output.actions),
                (Self::Resizing(it), Some(_)) => it.finish(view.moved.resized, output.actions),
                (Self::Wiring(it), Some(at)) => it.finish(view, at, output),
                _ => {}
            }
        } else if self.is_active() && !ui.input(|i| i.pointer.any_down()) {
            // The release was not seen, for instance because it was outside the window.
            self.cancel(output);
        }
    }

    /// Ends the gesture without any effect.
    fn cancel(&mut self, output: &mut GestureOutput<'_>) {
        *self = Self::Idle;
        *output.started_moving = None;
    }

    fn begin(
        ui: &Ui,
        response: &Response,
        view: &View<'_>,
        origin: Pos2,
        output: &mut GestureOutput<'_>,
    ) -> Self {
        let space = ui.input(|i| i.key_down(Key::Space));
        if response.drag_started_by(PointerButton::Middle) || space {
            *output.space_used = space;
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
                    output.actions.push(Action::Select(action));
                }
                let (moving, moved) = Moving::begin(view, index, origin, modifiers.alt);
                *output.started_moving = Some(moved);
                Self::Moving(moving)
            }
            Target::Annotation(which, grip) if grip.is_whole() => {
                let is_selected = view.input.selection.contains_annotation(which);
                if !is_selected {
                    let action = selecting::click_annotation(which, modifiers);
                    output.actions.push(Action::Select(action));
                }
                let (moving, moved) = Moving::annotations(view, which, origin);
                *output.started_moving = Some(moved);
                Self::Moving(moving)
            }
            Target::Annotation(which, grip) => {
                let rect = view.annotation_rect(which).unwrap_or(Rect::NOTHING);
                let from = view.projection.canvas_from_screen(origin);
                Self::Resizing(Resizing::new(which, grip, rect, from))
            }
            Target::Empty => {
                let from = view.projection.canvas_from_screen(origin);
                Self::BoxSelecting(BoxSelect::new(from, modifiers))
            }
        }
    }
}

/// What a gesture can access besides the scene.
pub struct GestureOutput<'a> {
    pub actions: &'a mut ActionSink,
    /// The search that opens when a wire is dropped on empty canvas.
    pub quick_add: &'a mut Option<QuickAdd>,
    /// Set to the moved cards when dragging nodes starts.
    pub started_moving: &'a mut Option<DragPreview>,
    /// Set to the note or group to be edited.
    pub write_on: &'a mut Option<Annotation>,
    /// Set when the space bar was used for panning, so that releasing it opens nothing.
    pub space_used: &'a mut bool,
}

/// Handles clicks: select, open the search, expand a collapsed branch.
pub fn clicks(ui: &Ui, response: &Response, view: &View<'_>, output: &mut GestureOutput<'_>) {
    let Some(at) = response.interact_pointer_pos() else {
        return;
    };
    let modifiers = ui.input(|i| i.modifiers);
    let target = Target::at(view, at);
    if response.double_clicked_by(PointerButton::Primary) {
        double_click(view, target, at, output);
    } else if response.clicked_by(PointerButton::Primary) {
        click(view, target, modifiers, output);
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
        output.actions.push(Action::Select(only));
    }
}

fn click(
    view: &View<'_>,
    target: Target,
    modifiers: egui::Modifiers,
    output: &mut GestureOutput<'_>,
) {
    if let Target::OutPort(index) = target
        && view.card(index).hidden > 0
    {
        let id = view.card(index).id.clone();
        output
            .actions
            .edit(treewright_authoring::edit::Command::SetCollapsed(
                vec![id],
                false,
            ));
        return;
    }
    if let Target::Annotation(which, _) = target {
        let select = selecting::click_annotation(which, modifiers);
        output.actions.push(Action::Select(select));
        return;
    }
    let select = match target.card() {
        Some(index) => selecting::click(&view.card(index).id, modifiers),
        None if modifiers.shift || modifiers.command => return,
        None => SelectAction::Set(Vec::new()),
    };
    output.actions.push(Action::Select(select));
}

fn double_click(view: &View<'_>, target: Target, at: Pos2, output: &mut GestureOutput<'_>) {
    match target {
        Target::Empty => {
            let canvas = view.projection.canvas_from_screen(at);
            *output.quick_add = Some(QuickAdd::new(at, canvas, InsertTarget::Loose));
        }
        Target::Annotation(which, _) => *output.write_on = Some(which),
        Target::OutPort(index) => {
            let place = InsertTarget::last_child(view, index);
            let canvas = InsertTarget::next_middle(view, index);
            *output.quick_add = Some(QuickAdd::new(at, canvas, place));
        }
        Target::Card(index) | Target::InPort(index) => {
            // In a slow frame, no click has selected it before.
            let id = view.card(index).id.clone();
            output
                .actions
                .push(Action::Select(SelectAction::Set(vec![id])));
            let enters = runs_tree(view, index);
            output.actions.push(Action::View(if enters {
                ViewAction::GoToTree
            } else {
                ViewAction::Rename
            }));
        }
    }
}

fn runs_tree(view: &View<'_>, index: usize) -> bool {
    let node = view.input.document.node(&view.card(index).id);
    node.is_some_and(|node| &*node.task == treewright_core::model::SUBTREE)
}
