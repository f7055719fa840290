//! The view: what one frame of the canvas shows. It is the scene seen through the camera, with dragged elements moved. Used by all painting
//! and hit testing.

use std::collections::BTreeSet;

use egui::{Pos2, Rect, Vec2};
use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;
use treewright_core::model::Annotation;

use super::badges::PORT;
use super::camera::Projection;
use super::gestures::Guide;
use super::level_of_detail::LevelOfDetail;
use super::route::STACK_WIRE_GAP;
use super::{CanvasInput, annotations};
use crate::scene::flow::Flow;
use crate::scene::trunks::Trunk;
use crate::scene::{Card, DragDisplacement, Scene, StackPosition};

/// The minimum distance within which a port is hit, in screen points around a card.
const PORT_ZONE: f32 = 12.0;
/// The number of visible cards for which there is memory from the start.
const USUAL_VISIBLE: usize = 16_384;

/// The trunks of larger families do not follow gliding cards.
const MAX_GLIDING_FAMILY: usize = 500;

/// The displacement of cards and annotations during a drag, and of cards that glide.
#[derive(Clone, Debug, Default)]
pub struct DragPreview {
    /// For each card of the scene, whether it is dragged.
    pub cards: Vec<bool>,
    /// The dragged notes and groups.
    pub annotations: BTreeSet<Annotation>,
    /// The drag offset, in canvas units.
    pub offset: Vec2,
    /// For each card, the displacement that makes room for the dragged node; empty if there is none.
    pub aside: Vec<Vec2>,
    /// The maximum length of a displacement in `aside`.
    pub max_aside: f32,
    /// The alignment guides of the dragged elements.
    pub guides: Vec<Guide>,
    /// The note or group that is being resized, and its current rectangle.
    pub resized: Option<(Annotation, Rect)>,
    /// How far cards are from the places to which they glide.
    pub gliding: FxHashMap<usize, Vec2>,
}

impl DragPreview {
    /// Ends the drag: nothing is displaced by it any more.
    pub fn end_drag(&mut self) {
        self.cards.clear();
        self.annotations.clear();
        self.aside.clear();
        self.guides.clear();
    }

    /// The displacement of a card.
    pub fn offset_of(&self, index: usize) -> Vec2 {
        if self.cards.get(index).copied().unwrap_or(false) {
            return self.offset;
        }
        let aside = self.aside.get(index).copied().unwrap_or_default();
        match self.gliding.get(&index) {
            Some(gliding) => aside + *gliding,
            None => aside,
        }
    }

    /// The maximum displacement of cards.
    pub fn displacement(&self) -> DragDisplacement {
        let mut displacement = DragDisplacement::default();
        if !self.cards.is_empty() {
            displacement.offset = self.offset;
        }
        if !self.aside.is_empty() {
            displacement.aside = self.max_aside;
        }
        let gliding = self.gliding.values().map(|way| way.length());
        displacement.aside += gliding.fold(0.0, f32::max);
        displacement
    }
}

/// One frame.
pub struct View<'a> {
    pub input: &'a CanvasInput<'a>,
    pub scene: &'a Scene,
    pub projection: Projection,
    /// The direction in which the tree grows.
    pub flow: Flow,
    /// The displacement by a drag.
    pub moved: &'a DragPreview,
    /// The level of detail of cards.
    pub detail: LevelOfDetail,
    /// The visible cards, in painting order.
    pub visible: Vec<usize>,
    /// For each card of the scene, whether it is visible and selected.
    pub selected: Vec<bool>,
}

impl<'a> View<'a> {
    /// Determines what is visible.
    pub fn new(
        input: &'a CanvasInput<'a>,
        scene: &'a Scene,
        projection: Projection,
        moved: &'a DragPreview,
    ) -> Self {
        let mut view = Self {
            input,
            scene,
            projection,
            flow: Flow::of(input.left_to_right),
            moved,
            detail: LevelOfDetail::Block,
            visible: Vec::with_capacity(scene.cards.len().min(USUAL_VISIBLE)),
            selected: vec![false; scene.cards.len()],
        };
        let seen = view.seen();
        for (cards, are_all_seen) in scene.ranges_near(seen, view.displacement()) {
            if are_all_seen {
                view.visible.extend(cards);
            } else {
                let seen: Vec<usize> = cards.filter(|i| view.is_visible(*i)).collect();
                view.visible.extend(seen);
            }
        }
        view.find_selected();
        view.detail = LevelOfDetail::of(projection.zoom, view.visible.len());
        view
    }

    /// Examines the selection or the visible cards, whichever are fewer.
    fn find_selected(&mut self) {
        let selection = self.input.selection;
        if selection.len() > self.visible.len() {
            for &index in &self.visible {
                self.selected[index] = selection.contains(&self.scene.cards[index].id);
            }
            return;
        }
        for index in selection.iter().filter_map(|id| self.scene.index(id)) {
            self.selected[index] = true;
        }
    }

    pub fn card(&self, index: usize) -> &'a Card {
        &self.scene.cards[index]
    }

    /// The visible cards of these nodes, in painting order.
    pub fn visible_cards_of(&self, nodes: impl Iterator<Item = NodeId>) -> Vec<usize> {
        let cards = nodes.filter_map(|id| self.scene.index(&id));
        let mut cards: Vec<usize> = cards.filter(|index| self.is_visible(*index)).collect();
        cards.sort_unstable();
        cards.dedup();
        cards
    }

    fn is_visible(&self, index: usize) -> bool {
        self.rect(index).intersects(self.seen())
    }

    /// The part of the canvas in which cards are visible: badges and ports extend a little beyond a card.
    fn seen(&self) -> Rect {
        self.projection.visible_canvas().expand(16.0)
    }

    /// The displayed rectangle of a card, in canvas units.
    pub fn rect(&self, index: usize) -> Rect {
        let rect = self.scene.cards[index].rect;
        rect.translate(self.moved.offset_of(index))
    }

    /// The maximum displacement of cards.
    fn displacement(&self) -> DragDisplacement {
        self.moved.displacement()
    }

    /// A superset of the cards whose wires are visible, in order.
    pub fn wires_near(&self) -> impl Iterator<Item = usize> {
        // Wires beside a stack extend a little beyond the cards.
        let seen = self
            .projection
            .visible_canvas()
            .expand(2.0 * STACK_WIRE_GAP + 16.0);
        self.scene.wires_near(seen, self.displacement())
    }

    /// Whether a card is being dragged.
    pub fn is_moved(&self, index: usize) -> bool {
        self.moved.cards.get(index).copied().unwrap_or(false)
    }

    /// The displayed rectangle of a note or group, in canvas units; `None` if it does not exist.
    pub fn annotation_rect(&self, annotation: Annotation) -> Option<Rect> {
        match self.moved.resized {
            Some((resized, rect)) if resized == annotation => return Some(rect),
            _ => {}
        }
        let rect = annotations::rect_of(self.input.document, annotation)?;
        if self.moved.annotations.contains(&annotation) {
            Some(rect.translate(self.moved.offset))
        } else {
            Some(rect)
        }
    }

    /// The displayed rectangle of a card, on the screen.
    pub fn screen_rect(&self, index: usize) -> Rect {
        self.projection.screen_rect(self.rect(index))
    }

    /// The ends of the wire above a card, on the screen: at the parent, at the child.
    pub fn wire_above(&self, index: usize) -> Option<[Pos2; 2]> {
        let parent = self.card(index).parent?;
        Some([self.out_port(parent), self.in_port(index)])
    }

    /// The trunk of the wires below a card, on the screen, if it has one. `left_out` is a child that is being pulled off.
    pub fn trunk(&self, parent: usize, left_out: Option<usize>) -> Option<Trunk> {
        let without = left_out.filter(|child| self.card(*child).parent == Some(parent));
        // A larger family keeps the trunk of its final places for the short time of a glide.
        let glides =
            !self.moved.gliding.is_empty() && self.card(parent).child_count <= MAX_GLIDING_FAMILY;
        let is_displaced = !self.moved.cards.is_empty() || !self.moved.aside.is_empty() || glides;
        let trunk = if is_displaced || without.is_some() {
            let from = self.flow.out_port(self.rect(parent));
            let children = self.scene.children(parent);
            let own = children.filter(|child| without != Some(*child) && !self.is_stacked(*child));
            Trunk::to(
                own.map(|child| self.flow.in_port(self.rect(child)) - from),
                self.flow,
            )
        } else {
            self.card(parent).trunks[self.flow as usize]
        };
        trunk.map(|trunk| trunk.scaled(self.projection.zoom))
    }

    /// Where wires leave a card, on the screen.
    pub fn out_port(&self, index: usize) -> Pos2 {
        self.flow.out_port(self.screen_rect(index))
    }

    /// Where the wire arrives at a card, on the screen.
    pub fn in_port(&self, index: usize) -> Pos2 {
        let rect = self.screen_rect(index);
        if self.is_stacked(index) {
            self.flow.side_port(rect)
        } else {
            self.flow.in_port(rect)
        }
    }

    /// A card's place in a stack, if the stack has the current flow.
    pub fn stacked(&self, index: usize) -> Option<StackPosition> {
        self.card(index)
            .stacked
            .filter(|stacked| stacked.flow == self.flow)
    }

    /// Whether a card is in a stack that has the current flow.
    pub fn is_stacked(&self, index: usize) -> bool {
        self.stacked(index).is_some()
    }

    /// The coordinate of a canvas point along a family that is positioned like this card.
    pub fn along_family(&self, card: Option<usize>, at: Pos2) -> f32 {
        if card.is_some_and(|index| self.is_stacked(index)) {
            self.flow.forward().dot(at.to_vec2())
        } else {
            self.flow.along_siblings(at)
        }
    }

    /// The card at a screen point, or else the nearest one within reach: ports extend beyond the edge of a card.
    pub fn card_near(&self, screen: Pos2) -> Option<usize> {
        let reach = (2.0 * PORT * self.projection.zoom).max(PORT_ZONE);
        self.card_at(screen).or_else(|| {
            let others = self.visible.iter().copied().filter(|i| !self.is_moved(*i));
            others
                .map(|i| (i, self.screen_rect(i).distance_to_pos(screen)))
                .filter(|(_, distance)| *distance <= reach)
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .map(|(index, _)| index)
        })
    }

    /// The topmost card under a screen point, except for dragged ones.
    pub fn card_at(&self, screen: Pos2) -> Option<usize> {
        let at = self.projection.canvas_from_screen(screen);
        let there = self.scene.cards_in(Rect::from_pos(at));
        there.filter(|i| !self.is_moved(*i)).last()
    }
}
