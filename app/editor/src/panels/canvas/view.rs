//! What one frame of the canvas shows: the scene through the camera, with what is dragged moved along.
//! Read by everything that paints or looks for what is under the pointer.

use std::collections::BTreeSet;

use egui::{Pos2, Rect, Vec2};
use treewright_core::model::Annotation;

use super::badges::PORT;
use super::camera::Projection;
use super::gestures::Guide;
use super::level_of_detail::LevelOfDetail;
use super::route::BESIDE;
use super::{CanvasInput, annotations};
use crate::scene::flow::Flow;
use crate::scene::{Card, Drift, Scene, Stacked};

/// How far around a card, in screen points, a wire is caught at least.
const PORT_ZONE: f32 = 12.0;

/// Cards that are shown away from where they lie, during a drag.
#[derive(Clone, Debug, Default)]
pub struct Moved {
    /// For each card of the scene, whether it moves along.
    pub cards: Vec<bool>,
    /// The notes and groups that move along.
    pub annotations: BTreeSet<Annotation>,
    /// How far, in canvas units.
    pub offset: Vec2,
    /// For each card, how far it stands aside for what is dragged; empty if none does.
    pub aside: Vec<Vec2>,
    /// How far any does at most.
    pub most_aside: f32,
    /// The lines on which what is dragged lies.
    pub guides: Vec<Guide>,
    /// The note or group whose edges are dragged, and where it is shown.
    pub shaped: Option<(Annotation, Rect)>,
}

/// One frame.
pub struct View<'a> {
    /// What the shell gives.
    pub input: &'a CanvasInput<'a>,
    /// All cards.
    pub scene: &'a Scene,
    /// The camera.
    pub projection: Projection,
    /// Which way the tree grows.
    pub flow: Flow,
    /// What is dragged.
    pub moved: &'a Moved,
    /// How much of cards is drawn.
    pub detail: LevelOfDetail,
    /// The cards in view, in painting order.
    pub visible: Vec<usize>,
    /// For each card in view, whether it is selected.
    pub selected: Vec<bool>,
}

impl<'a> View<'a> {
    /// Finds out what is in view.
    pub fn new(
        input: &'a CanvasInput<'a>,
        scene: &'a Scene,
        projection: Projection,
        moved: &'a Moved,
    ) -> Self {
        let mut view = Self {
            input,
            scene,
            projection,
            flow: Flow::of(input.left_to_right),
            moved,
            detail: LevelOfDetail::Block,
            visible: Vec::new(),
            selected: vec![false; scene.cards.len()],
        };
        // Badges and ports stand out of a card a little.
        let seen = projection.visible_canvas().expand(16.0);
        let is_seen = |i: &usize| view.rect(*i).intersects(seen);
        let near = scene.cards_near(seen, view.drift());
        view.visible = near.filter(is_seen).collect();
        view.find_selected();
        view.detail = LevelOfDetail::of(projection.zoom, view.visible.len());
        view
    }

    /// Looks at what is selected or at what is in view, whichever is less.
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

    /// A card.
    pub fn card(&self, index: usize) -> &'a Card {
        &self.scene.cards[index]
    }

    /// Where a card is shown, in canvas units.
    pub fn rect(&self, index: usize) -> Rect {
        let rect = self.scene.cards[index].rect;
        if self.is_moved(index) {
            rect.translate(self.moved.offset)
        } else {
            let aside = self.moved.aside.get(index).copied();
            rect.translate(aside.unwrap_or_default())
        }
    }

    /// How far cards are shown from where they lie.
    fn drift(&self) -> Drift {
        let mut drift = Drift::default();
        if !self.moved.cards.is_empty() {
            drift.offset = self.moved.offset;
        }
        if !self.moved.aside.is_empty() {
            drift.aside = self.moved.most_aside;
        }
        drift
    }

    /// The cards whose wires may be in view, in order.
    pub fn wires_near(&self) -> impl Iterator<Item = usize> {
        // Ways beside a stack stand out of the cards a little.
        let seen = self.projection.visible_canvas().expand(2.0 * BESIDE + 16.0);
        self.scene.wires_near(seen, self.drift())
    }

    /// Whether a card is being dragged.
    pub fn is_moved(&self, index: usize) -> bool {
        self.moved.cards.get(index).copied().unwrap_or(false)
    }

    /// Where a note or group is shown, in canvas units; none if there is no such.
    pub fn annotation_rect(&self, annotation: Annotation) -> Option<Rect> {
        match self.moved.shaped {
            Some((shaped, rect)) if shaped == annotation => return Some(rect),
            _ => {}
        }
        let rect = annotations::rect_of(self.input.document, annotation)?;
        if self.moved.annotations.contains(&annotation) {
            Some(rect.translate(self.moved.offset))
        } else {
            Some(rect)
        }
    }

    /// Where a card is shown on the screen.
    pub fn screen_rect(&self, index: usize) -> Rect {
        self.projection.screen_rect(self.rect(index))
    }

    /// The ends of the wire above a card on the screen: at the parent, at the child.
    pub fn wire_above(&self, index: usize) -> Option<[Pos2; 2]> {
        let parent = self.card(index).parent?;
        Some([self.out_port(parent), self.in_port(index)])
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

    /// How a card lies in a stack, as trees grow now.
    pub fn stacked(&self, index: usize) -> Option<Stacked> {
        self.card(index)
            .stacked
            .filter(|stacked| stacked.flow == self.flow)
    }

    /// Whether a card lies in a stack, as trees grow now.
    pub fn is_stacked(&self, index: usize) -> bool {
        self.stacked(index).is_some()
    }

    /// How far along its family a canvas point lies, if that lies as this card does.
    pub fn along_family(&self, card: Option<usize>, at: Pos2) -> f32 {
        if card.is_some_and(|index| self.is_stacked(index)) {
            self.flow.forward().dot(at.to_vec2())
        } else {
            self.flow.along_siblings(at)
        }
    }

    /// The card at a screen point, or else the nearest one within reach of it: ports stand out over its edge.
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

    /// The topmost card under a screen point, leaving out what is dragged.
    pub fn card_at(&self, screen: Pos2) -> Option<usize> {
        let at = self.projection.canvas_from_screen(screen);
        self.visible
            .iter()
            .rev()
            .copied()
            .find(|i| !self.is_moved(*i) && self.scene.cards[*i].rect.contains(at))
    }
}
