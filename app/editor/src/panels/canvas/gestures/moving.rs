//! Dragging nodes, notes and groups: branches follow unless Alt is held, and a group takes its content along. Siblings that pass each other
//! change their order; what is dropped on a card or between siblings moves to that parent; an unconnected node without children that is
//! dropped on a wire is inserted there.

use std::collections::BTreeSet;

use egui::{Painter, Pos2, Rect, Ui, Vec2};
use treewright_authoring::edit::{Command, can_move_above};
use treewright_core::ids::NodeId;
use treewright_core::model::{Annotation, Document};
use treewright_session::canvas_options::CanvasOptions;

use super::super::annotations;
use super::super::camera::Projection;
use super::super::drop_places::{DropPlace, DropTarget, middle_under};
use super::super::quick_add::InsertTarget;
use super::super::view::{DragPreview, View};
use super::super::wires::{WireStyle, paint_one, wire_under};
use super::{making_room, snapping};
use crate::action::{Action, ActionSink, EditAction};
use crate::scene::Scene;
use crate::scene::flow::Flow;
use crate::scene::siblings::Siblings;

/// A drag of nodes, notes and groups.
#[derive(Clone, Debug)]
pub struct Moving {
    /// The nodes named by the command.
    nodes: Vec<NodeId>,
    annotations: Vec<Annotation>,
    /// The canvas point at which the drag began.
    from: Pos2,
    with_descendants: bool,
    /// The unconnected node without children, if it alone is dragged, that can be inserted into a wire.
    insertable: Option<NodeId>,
    /// The original rectangle of the element under the pointer; it snaps to the grid and to guides.
    lead: Rect,
    /// The siblings that make room.
    family: Option<Siblings>,
}

impl Moving {
    /// Starts with the card at `index` under the pointer: alone, or with the whole selection if it is selected.
    pub fn begin(view: &View<'_>, index: usize, origin: Pos2, alone: bool) -> (Self, DragPreview) {
        let document = view.input.document;
        let id = &view.card(index).id;
        let nodes = match (view.selected[index], alone) {
            (false, _) => vec![id.clone()],
            (true, false) => view.input.selection.topmost(document),
            (true, true) => view.input.selection.iter().cloned().collect(),
        };
        let selected = view.input.selection.annotations();
        let annotations: Vec<_> = selected.filter(|_| view.selected[index]).collect();
        let (mut moving, moved) = Self::of(view, nodes, &annotations, origin, !alone);
        moving.lead = view.card(index).rect;
        if let ([only], false) = (&moving.nodes[..], alone)
            && annotations.is_empty()
            && only == id
        {
            moving.family = Siblings::of(view.scene, view.flow, index);
        }
        (moving, moved)
    }

    /// Starts with a note or group under the pointer: alone, or with the whole selection if it is selected.
    pub fn annotations(view: &View<'_>, which: Annotation, origin: Pos2) -> (Self, DragPreview) {
        let selection = view.input.selection;
        let (mut moving, moved) = if selection.contains_annotation(which) {
            let nodes = selection.topmost(view.input.document);
            let annotations: Vec<_> = selection.annotations().collect();
            Self::of(view, nodes, &annotations, origin, true)
        } else {
            Self::of(view, Vec::new(), &[which], origin, true)
        };
        moving.lead = view.annotation_rect(which).unwrap_or(moving.lead);
        (moving, moved)
    }

    fn of(
        view: &View<'_>,
        nodes: Vec<NodeId>,
        annotations: &[Annotation],
        origin: Pos2,
        with_descendants: bool,
    ) -> (Self, DragPreview) {
        let mut cards = vec![false; view.scene.cards.len()];
        for node in nodes.iter().filter_map(|node| view.scene.index(node)) {
            let end = if with_descendants {
                view.card(node).subtree_end
            } else {
                node + 1
            };
            cards[node..end].fill(true);
        }
        let insertable = insertable(view, &nodes);
        let mut moving = Self {
            insertable: insertable.filter(|_| annotations.is_empty()),
            nodes,
            annotations: Vec::new(),
            from: view.projection.canvas_from_screen(origin),
            with_descendants,
            lead: Rect::ZERO,
            family: None,
        };
        if !annotations.is_empty() {
            let content = GroupContent::by(view.input.document, view.scene, annotations);
            for index in content.cards {
                cards[index] = true;
            }
            let all = cards.iter().enumerate().filter(|(_, moves)| **moves);
            moving.nodes =
                nodes_with_hidden(view.input.document, view.scene, all.map(|(index, _)| index));
            moving.with_descendants = false;
            moving.annotations = content.annotations;
        }
        let moved = DragPreview {
            cards,
            annotations: moving.annotations.iter().copied().collect(),
            ..DragPreview::default()
        };
        (moving, moved)
    }

    /// Follows the pointer, in whole canvas units and with snapping. Siblings make room.
    pub fn follow(
        &self,
        ui: &Ui,
        (scene, options, flow): (&Scene, CanvasOptions, Flow),
        projection: Projection,
        pointer: Pos2,
        moved: &mut DragPreview,
    ) {
        let raw = (projection.canvas_from_screen(pointer) - self.from).round();
        let opposite = ui.input(|input| input.modifiers.command);
        let (offset, guides) = snapping::snap(
            scene,
            &moved.cards,
            projection.visible_canvas(),
            projection.zoom,
            (self.lead, raw),
            (options, opposite),
        );
        moved.offset = offset.round();
        moved.guides = guides;
        if let Some(family) = &self.family {
            let at = projection.canvas_from_screen(pointer);
            // What is dropped onto a sibling becomes its child, so nobody makes room.
            let offset = match middle_under(scene, flow, &moved.cards, at) {
                Some(_) => Vec2::ZERO,
                None => moved.offset,
            };
            let seen = (scene, projection.visible_canvas());
            making_room::make_room(family, offset, ui, seen, moved);
        }
    }

    /// The parent to which the nodes would move; `None` if they stay where they are in the tree.
    pub fn drop_target(&self, view: &View<'_>, pointer: Pos2) -> Option<DropTarget> {
        let is_branches = self.with_descendants && !self.nodes.is_empty();
        if !is_branches || !self.annotations.is_empty() {
            return None;
        }
        let target = DropTarget::at(view, pointer, &self.nodes)?;
        let document = view.input.document;
        let parent_of = |id: &NodeId| document.node(id)?.parent();
        let stays_below = |card: usize| {
            let parent = Some(&view.card(card).id);
            self.nodes.iter().all(|id| parent_of(id) == parent)
        };
        match &target {
            // Among its siblings, a node is reordered by its position.
            DropTarget::Place(place) if place.bar.is_some() && stays_below(place.parent) => None,
            DropTarget::Refused(card, _) if !view.card(*card).can_have_children() => {
                let is_sibling = view.card(*card).parent.is_some_and(stays_below);
                (!is_sibling).then_some(target)
            }
            _ => Some(target),
        }
    }

    /// The place among its siblings that the node would get.
    pub fn place_among_siblings(&self, view: &View<'_>) -> Option<DropPlace> {
        making_room::place(self.family.as_ref()?, view)
    }

    /// What is dragged.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// The card whose wire is not drawn, because it would get another one.
    pub fn hides_wire_of(&self, view: &View<'_>, place: &DropPlace) -> Option<usize> {
        let [node] = &self.nodes[..] else { return None };
        let index = view.scene.index(node)?;
        (view.card(index).parent != Some(place.parent)).then_some(index)
    }

    /// Draws the wires that the nodes would get.
    pub fn paint_wires(&self, view: &View<'_>, painter: &Painter, place: &DropPlace) {
        let color = view.input.theme.accent;
        let style = WireStyle { color, width: 2.5 };
        for index in self.nodes.iter().filter_map(|id| view.scene.index(id)) {
            let rect = view.screen_rect(index);
            let ends = [view.out_port(place.parent), view.flow.in_port(rect)];
            paint_one(painter, ends, view.flow, style);
        }
    }

    /// The child above which the dragged node would be inserted.
    pub fn wire_below(&self, view: &View<'_>, pointer: Pos2) -> Option<usize> {
        let node = self.insertable.as_ref()?;
        let (document, library) = (view.input.document, view.input.library);
        let card = view.screen_rect(view.scene.index(node)?);
        wire_under(view, card, pointer)
            .filter(|index| can_move_above(document, library, &view.card(*index).id, node).is_ok())
    }

    /// Moves what was dragged, as one command.
    pub fn finish(self, view: &View<'_>, pointer: Pos2, actions: &mut ActionSink) {
        match self.drop_target(view, pointer) {
            Some(DropTarget::Place(place)) => self.finish_below(view, &place, actions),
            Some(DropTarget::Refused(..)) => {}
            None => self.finish_beside(view, pointer, actions),
        }
    }

    /// Moves the nodes to another parent. Dropped onto its card, they go below it.
    fn finish_below(self, view: &View<'_>, place: &DropPlace, actions: &mut ActionSink) {
        let mut offset = view.moved.offset;
        if place.bar.is_none()
            && let Some(first) = self.nodes.first().and_then(|id| view.scene.index(id))
        {
            let middle = InsertTarget::next_middle(view, place.parent);
            offset = (middle - view.card(first).rect.center()).round();
        }
        actions.push(Action::Edit(EditAction::MoveBelow {
            parent: view.card(place.parent).id.clone(),
            index: place.index,
            by: Some((offset.x as i32, offset.y as i32)),
            nodes: self.nodes,
        }));
    }

    /// Moves the cards, and reorders siblings or inserts a node into a wire.
    fn finish_beside(self, view: &View<'_>, pointer: Pos2, actions: &mut ActionSink) {
        let offset = view.moved.offset;
        let reordered = self.family.clone();
        let reordered = reordered.and_then(|family| making_room::on_drop(family, view, offset));
        let offset = reordered.as_ref().map_or(offset, |it| it.offset);
        let (dx, dy) = (offset.x as i32, offset.y as i32);
        if (dx, dy) == (0, 0) && reordered.is_none() {
            return;
        }
        let wire = self.wire_below(view, pointer);
        let places = annotations::moved(view.input.document, &self.annotations, (dx, dy));
        let first = self.nodes.first().and_then(|id| view.scene.index(id));
        let stacked = first.is_some_and(|index| view.is_stacked(index));
        let mut parts = Vec::new();
        if !self.nodes.is_empty() {
            parts.push(Command::MoveBy {
                nodes: self.nodes,
                dx,
                dy,
                with_descendants: self.with_descendants,
                order_axis: match self.family {
                    // The order comes from the siblings instead.
                    Some(_) => None,
                    None => Some(view.flow.order_axis(stacked)),
                },
            });
        }
        parts.extend(reordered.into_iter().flat_map(|it| it.commands));
        if !places.is_empty() {
            parts.push(Command::PlaceAnnotations(places));
        }
        if let (Some(below), Some(node)) = (wire, self.insertable) {
            let child = view.card(below).id.clone();
            parts.push(Command::MoveAbove { child, node });
        }
        match <[Command; 1]>::try_from(parts) {
            Ok([only]) => actions.edit(only),
            Err(parts) => actions.edit(Command::Batch(parts)),
        }
    }
}

/// Notes and groups with the content of the groups: what has its center inside their frames.
pub struct GroupContent {
    /// The cards inside the groups.
    pub cards: Vec<usize>,
    /// The given notes and groups, and those inside the groups.
    pub annotations: Vec<Annotation>,
}

impl GroupContent {
    /// Finds the content of these groups.
    pub fn by(document: &Document, scene: &Scene, annotations: &[Annotation]) -> Self {
        let named: BTreeSet<_> = annotations.iter().copied().collect();
        let groups = annotations.iter().copied();
        let groups = groups.filter(|which| matches!(which, Annotation::Group(_)));
        let frames: Vec<_> = groups
            .filter_map(|which| annotations::rect_of(document, which))
            .collect();
        let inside = |rect: Rect| frames.iter().any(|frame| frame.contains(rect.center()));
        let cards = scene.cards.iter().enumerate();
        let others = annotations::all(document).filter(|which| {
            let rect = annotations::rect_of(document, *which);
            named.contains(which)
                || rect.is_some_and(|rect| match which {
                    Annotation::Note(_) => inside(rect),
                    // A group counts as inside only if it is so as a whole, so that overlapping groups do not contain each other.
                    Annotation::Group(_) => frames.iter().any(|frame| frame.contains_rect(rect)),
                })
        });
        Self {
            cards: cards
                .filter(|(_, card)| inside(card.rect))
                .map(|(index, _)| index)
                .collect(),
            annotations: others.collect(),
        }
    }
}

/// The nodes of cards, including nodes hidden in collapsed branches.
pub fn nodes_with_hidden(
    document: &Document,
    scene: &Scene,
    cards: impl Iterator<Item = usize>,
) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    for index in cards {
        let card = &scene.cards[index];
        nodes.push(card.id.clone());
        if card.hidden > 0 {
            let hidden = document.subtree(&card.id).skip(1);
            nodes.extend(hidden.map(|node| node.id().clone()));
        }
    }
    nodes
}

/// The only dragged node, if it is unconnected, has no children and can have one.
fn insertable(view: &View<'_>, nodes: &[NodeId]) -> Option<NodeId> {
    let [id] = nodes else { return None };
    let card = view.scene.card(id)?;
    let free = card.flags.unconnected && card.parent.is_none() && card.child_count == 0;
    (free && card.can_have_children()).then(|| id.clone())
}
