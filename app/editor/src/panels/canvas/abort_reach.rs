//! What the selected node can interrupt, marked before anything runs. Which nodes those are is told by the executor's own rules.

use std::sync::Arc;

use egui::{Color32, CornerRadius, Painter, Rect, Shape, Stroke};
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{NodeIndex, Reach};
use treewright_session::workspace::document_program::DocumentProgram;

use super::CanvasInput;
use super::level_of_detail::LevelOfDetail;
use super::view::View;

/// What the selected node can interrupt, found out when another one is selected or something changed that a run would notice.
#[derive(Debug, Default)]
pub struct AbortReach {
    node: Option<NodeId>,
    /// The revision for which it is known.
    known_at: Option<u64>,
    known: Option<Known>,
}

#[derive(Debug)]
struct Known {
    program: Arc<DocumentProgram>,
    reach: Reach,
}

impl Known {
    fn of(program: Arc<DocumentProgram>, id: &NodeId) -> Self {
        // A node in a subtree stands in the program once for each use.
        let places: Vec<NodeIndex> = program.places_of(id).collect();
        let reach = program.program().map(|compiled| compiled.reach_of(&places));
        Self {
            reach: reach.unwrap_or_default(),
            program,
        }
    }

    /// What is of another file is told by the card that runs it.
    fn reaches(&self, id: &NodeId) -> bool {
        let mut places = self.program.places_of(id);
        let program = self.program.program();
        program.is_some_and(|program| places.any(|at| program.is_reached(&self.reach, at)))
    }
}

impl AbortReach {
    /// Looks at what is selected now. While a tree runs, its own marks have the canvas for themselves.
    pub fn update(&mut self, input: &CanvasInput<'_>) {
        let selected = input.selection.primary().filter(|_| input.run.is_none());
        if self.node.as_ref() != selected {
            *self = Self {
                node: selected.cloned(),
                ..Self::default()
            };
        }
        let Some(id) = selected.filter(|_| self.known_at != Some(input.revision)) else {
            return;
        };
        if !may_interrupt(input, id) {
            self.known = None;
        } else if let Some(made) = (input.program)() {
            let known = self.known.take();
            self.known = made.ok().map(|program| {
                let same = known.filter(|known| Arc::ptr_eq(&known.program, &program));
                same.unwrap_or_else(|| Known::of(program, id))
            });
        } else {
            // It is compiled beside; what is marked until then is that of the document before.
            return;
        }
        self.known_at = Some(input.revision);
    }

    /// Marks those in view: a dashed frame and a veil.
    pub fn paint(&self, view: &View<'_>, painter: &Painter) {
        let Some(known) = &self.known else { return };
        if known.reach.is_empty() {
            return;
        }
        let color = view.input.theme.abort_scope;
        for &index in &view.visible {
            if known.reaches(&view.card(index).id) {
                let card = view.screen_rect(index);
                painter.rect_filled(card, CornerRadius::same(6), color.gamma_multiply(0.14));
                if view.detail != LevelOfDetail::Block {
                    dashes(painter, card.expand(3.5), color);
                }
            }
        }
    }
}

/// Whether the nearest composite, itself or above, has an abort type: without one nothing is watched because of this node, and the tree, which may
/// be large, need not be compiled to know that. A tree without composite above may be run as a subtree below one. An action interrupts nothing.
fn may_interrupt(input: &CanvasInput<'_>, id: &NodeId) -> bool {
    let node = input.document.node(id);
    let kind = node.and_then(|node| input.library.declaration(&node.task));
    if kind.is_some_and(|kind| kind.category == Category::Action) {
        return false;
    }
    let up = std::iter::once(id).chain(input.document.ancestors(id));
    let mut nodes = up.filter_map(|id| input.document.node(id));
    let composite = nodes.find(|node| {
        let kind = input.library.declaration(&node.task);
        kind.is_none_or(|kind| kind.category == Category::Composite)
    });
    composite.is_none_or(|node| node.abort != AbortType::None)
}

fn dashes(painter: &Painter, frame: Rect, color: Color32) {
    let corners = [
        frame.left_top(),
        frame.right_top(),
        frame.right_bottom(),
        frame.left_bottom(),
        frame.left_top(),
    ];
    painter.extend(Shape::dashed_line(
        &corners,
        Stroke::new(1.5, color),
        6.0,
        4.0,
    ));
}
