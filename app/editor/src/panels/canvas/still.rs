//! A still picture of the canvas: a whole document or some branches in full detail at 100 %, drawn by the same code as the frames of the
//! window. Elements for the pointer, the selection and the window are left out. Knows nothing about files.

use std::ops::Range;

use egui::{Painter, Rect};
use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_core::model::Annotation;

use super::abort_flash::AbortFlash;
use super::camera::Camera;
use super::level_of_detail::LevelOfDetail;
use super::node_card::Emphasis;
use super::run_overlay::RunOverlay;
use super::view::{DragPreview, View};
use super::{CanvasInput, CanvasState, Scene, annotations, node_card, tree_names, wires};
use crate::scene::TextMeasure;
use crate::scene::flow::Flow;

/// How far outside of the cards something may be drawn, in canvas units: curved wires, badges on edges.
const MAX_OVERHANG: f32 = 400.0;

/// The number of cards painted at a time: the shapes of a larger tree are never all in memory.
const CARDS_PER_PIECE: usize = 10_000;

/// The content of a still picture.
pub struct StillCanvas {
    scene: Scene,
    annotations: Vec<Annotation>,
}

/// A drawn node.
pub struct DrawnNode {
    pub id: NodeId,
    /// The rectangle of its card, in canvas units.
    pub card: Rect,
    /// Its range in the list of shapes.
    pub shapes: Range<usize>,
}

impl StillCanvas {
    /// The content for a document, or for these branches with the notes and groups inside their bounds.
    pub fn of(ctx: &egui::Context, input: &CanvasInput<'_>, only: &[NodeId]) -> Self {
        let mut measure = TextMeasure::new(ctx);
        let none = FxHashSet::default();
        let (document, library) = (input.document, input.library);
        let mut all = Scene::build(document, library, input.texts, &mut measure, &none);
        all.narrow(document, (library, input.texts), &mut measure);
        let notes = annotations::all(document);
        if only.is_empty() {
            return Self {
                scene: all,
                annotations: notes.collect(),
            };
        }
        let scene = all.only_branches(only);
        let lies_in = |which: &Annotation| {
            let rect = annotations::rect_of(document, *which);
            let area = scene.bounds.map(|bounds| bounds.expand(1.0));
            area.zip(rect)
                .is_some_and(|(area, rect)| area.contains_rect(rect))
        };
        let annotations = notes.filter(lies_in).collect();
        Self { scene, annotations }
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.scene.bounds.is_none()
    }

    /// The drawn nodes and the rectangles of their cards, in canvas units.
    pub fn cards(&self) -> impl Iterator<Item = (&NodeId, Rect)> {
        self.scene.cards.iter().map(|card| (&card.id, card.rect))
    }

    /// The number of pieces: one; or for a large tree, first the wires of each part and then the cards of each part.
    pub fn pieces(&self) -> usize {
        match self.scene.cards.len().div_ceil(CARDS_PER_PIECE) {
            0 | 1 => 1,
            parts => 2 * parts,
        }
    }

    /// The cards whose wires are in a piece, and the cards that are themselves in it.
    fn piece(&self, number: usize) -> (Range<usize>, Range<usize>) {
        let count = self.scene.cards.len();
        let parts = self.pieces() / 2;
        let part =
            |number: usize| number * CARDS_PER_PIECE..((number + 1) * CARDS_PER_PIECE).min(count);
        match number {
            _ if parts == 0 => (0..count, 0..count),
            number if number < parts => (part(number), 0..0),
            number => (0..0, part(number - parts)),
        }
    }

    /// Draws a piece in canvas units. Returns where each node was drawn.
    pub fn paint(
        &self,
        input: &CanvasInput<'_>,
        painter: &Painter,
        number: usize,
    ) -> Vec<DrawnNode> {
        let Some(bounds) = self.scene.bounds else {
            return Vec::new();
        };
        let viewport = bounds.expand(MAX_OVERHANG);
        let camera = Camera {
            center: viewport.center(),
            zoom: 1.0,
        };
        let moved = DragPreview::default();
        let view = View {
            input,
            scene: &self.scene,
            projection: camera.projection(viewport),
            flow: Flow::of(input.left_to_right),
            moved: &moved,
            detail: LevelOfDetail::Full,
            visible: (0..self.scene.cards.len()).collect(),
            selected: vec![false; self.scene.cards.len()],
        };
        let run = RunOverlay::new(input, true, None);
        let flash = AbortFlash::dimmed(input.run);
        let (wires, cards) = self.piece(number);
        if number == 0 {
            for which in &self.annotations {
                annotations::paint_one(&view, painter, *which);
            }
            flash.paint_behind(&view, painter);
        }
        wires::paint_lines(&view, &run, painter, wires);
        if number == 0 {
            flash.paint_rings(&view, painter);
        }
        let drawn = cards.map(|index| {
            let start = painter.add(egui::Shape::Noop).0;
            node_card::paint_card(&view, &run, painter, index, Emphasis::default());
            let card = view.card(index);
            DrawnNode {
                id: card.id.clone(),
                card: card.rect,
                shapes: start..painter.add(egui::Shape::Noop).0,
            }
        });
        let drawn = drawn.collect();
        if number + 1 == self.pieces() {
            tree_names::paint(&view, painter, &[]);
            flash.paint_marks(&view, painter);
        }
        drawn
    }
}

impl CanvasState {
    /// The bounds of all cards, notes and groups, in canvas units.
    pub fn bounds(&self) -> Option<Rect> {
        self.scene.bounds
    }

    /// The bounds of these nodes and their branches, in canvas units; `None` if none of them is shown.
    pub fn bounds_below(&self, nodes: &[NodeId]) -> Option<Rect> {
        self.scene.only_branches(nodes).bounds
    }
}
