//! A still picture of the canvas: all of a document or of some branches in full detail at 100 %, drawn by the code that draws each frame
//! of the window. What belongs to the pointer, to the selection and to the window itself is left out. Knows nothing of files.

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
use super::view::{Moved, View};
use super::{CanvasInput, CanvasState, Scene, annotations, node_card, tree_names, wires};
use crate::scene::TextMeasure;
use crate::scene::flow::Flow;

/// How far around the cards something may be drawn, in canvas units: bows of wires, signs on edges.
const AROUND: f32 = 400.0;

/// So many cards are painted at a time: the shapes of a larger tree are never all in memory.
const PIECE: usize = 10_000;

/// What a still picture shows.
pub struct Still {
    scene: Scene,
    annotations: Vec<Annotation>,
}

/// Where a node was drawn in the list of shapes.
pub struct DrawnNode {
    /// The node.
    pub id: NodeId,
    /// Its card, in canvas units.
    pub card: Rect,
    /// Its shapes.
    pub shapes: Range<usize>,
}

impl Still {
    /// All of a document, or what hangs below these nodes, with the notes and groups that lie among it.
    pub fn of(ctx: &egui::Context, input: &CanvasInput<'_>, only: &[NodeId]) -> Self {
        let mut measure = TextMeasure::new(ctx);
        let none = FxHashSet::default();
        let (document, library) = (input.document, input.library);
        let all = Scene::build(document, library, input.texts, &mut measure, &none);
        let notes = annotations::all(document);
        if only.is_empty() {
            return Self {
                scene: all,
                annotations: notes.collect(),
            };
        }
        let scene = all.only(only);
        let lies_in = |which: &Annotation| {
            let rect = annotations::rect_of(document, *which);
            let area = scene.bounds.map(|bounds| bounds.expand(1.0));
            area.zip(rect)
                .is_some_and(|(area, rect)| area.contains_rect(rect))
        };
        let annotations = notes.filter(lies_in).collect();
        Self { scene, annotations }
    }

    /// Whether there is nothing to be seen.
    pub fn is_empty(&self) -> bool {
        self.scene.bounds.is_none()
    }

    /// The nodes that are shown, with their cards in canvas units.
    pub fn cards(&self) -> impl Iterator<Item = (&NodeId, Rect)> {
        self.scene.cards.iter().map(|card| (&card.id, card.rect))
    }

    /// How many pieces it is drawn in: one, or for a large tree first the wires of each part of it and then the cards.
    pub fn pieces(&self) -> usize {
        match self.scene.cards.len().div_ceil(PIECE) {
            0 | 1 => 1,
            parts => 2 * parts,
        }
    }

    /// The cards whose wires belong to a piece, and those that do so themselves.
    fn piece(&self, number: usize) -> (Range<usize>, Range<usize>) {
        let count = self.scene.cards.len();
        let parts = self.pieces() / 2;
        let part = |number: usize| number * PIECE..((number + 1) * PIECE).min(count);
        match number {
            _ if parts == 0 => (0..count, 0..count),
            number if number < parts => (part(number), 0..0),
            number => (0..0, part(number - parts)),
        }
    }

    /// Draws a piece of it in canvas units and says where each node was drawn.
    pub fn paint(
        &self,
        input: &CanvasInput<'_>,
        painter: &Painter,
        number: usize,
    ) -> Vec<DrawnNode> {
        let Some(bounds) = self.scene.bounds else {
            return Vec::new();
        };
        let viewport = bounds.expand(AROUND);
        let camera = Camera {
            center: viewport.center(),
            zoom: 1.0,
        };
        let moved = Moved::default();
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
        let run = RunOverlay::new(input, true);
        let flash = AbortFlash::lasting(input.run);
        let (wires, cards) = self.piece(number);
        if number == 0 {
            for which in &self.annotations {
                annotations::paint_one(&view, painter, *which);
            }
            flash.paint_behind(&view, painter);
        }
        wires::paint_lines(&view, &run, painter, wires);
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
            flash.paint_above(&view, painter);
        }
        drawn
    }
}

impl CanvasState {
    /// What all cards, notes and groups take up, in canvas units.
    pub fn bounds(&self) -> Option<Rect> {
        self.scene.bounds
    }

    /// What these nodes and all below them take up, in canvas units; none if none of them is shown.
    pub fn bounds_below(&self, nodes: &[NodeId]) -> Option<Rect> {
        self.scene.only(nodes).bounds
    }
}
