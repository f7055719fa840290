//! Marks what the selected node can interrupt, before anything runs. The rules are those of the executor.

use std::sync::Arc;

use egui::{Color32, CornerRadius, Painter, Rect, Shape, Stroke};
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{NodeIndex, Reach};
use treewright_session::workspace::document_program::DocumentProgram;

use super::CanvasInput;
use super::view::View;

/// What the selected node can interrupt; recomputed when the selection changes or something changed that affects runs.
#[derive(Debug, Default)]
pub struct AbortReach {
    node: Option<NodeId>,
    /// The revision for which it was computed.
    cached_at: Option<u64>,
    cached: Option<KnownReach>,
}

#[derive(Debug)]
struct KnownReach {
    program: Arc<DocumentProgram>,
    reach: Reach,
}

impl KnownReach {
    fn of(program: Arc<DocumentProgram>, id: &NodeId) -> Self {
        // A node in a subtree occurs in the program once per use.
        let places: Vec<NodeIndex> = program.places_of(id).collect();
        let reach = program.program().map(|compiled| compiled.reach_of(&places));
        Self {
            reach: reach.unwrap_or_default(),
            program,
        }
    }

    /// Nodes of other files are represented by the card of the node that runs them.
    fn reaches(&self, id: &NodeId) -> bool {
        let mut places = self.program.places_of(id);
        let program = self.program.program();
        program.is_some_and(|program| places.any(|at| program.is_reached(&self.reach, at)))
    }
}

impl AbortReach {
    /// Updates to the current selection. Shows nothing during a run, which has its own marks.
    pub fn update(&mut self, input: &CanvasInput<'_>) {
        let selected = input.selection.primary().filter(|_| input.run.is_none());
        if self.node.as_ref() != selected {
            *self = Self {
                node: selected.cloned(),
                ..Self::default()
            };
        }
        let Some(id) = selected.filter(|_| self.cached_at != Some(input.revision)) else {
            return;
        };
        if !may_interrupt(input, id) {
            self.cached = None;
        } else if let Some(made) = (input.program)() {
            let cached = self.cached.take();
            self.cached = made.ok().map(|program| {
                let same = cached.filter(|cached| Arc::ptr_eq(&cached.program, &program));
                same.unwrap_or_else(|| KnownReach::of(program, id))
            });
        } else {
            // The program is compiled in the background; until then the marks of the previous version stay.
            return;
        }
        self.cached_at = Some(input.revision);
    }

    /// The places of the visible ones on the screen.
    fn visible_cards(&self, view: &View<'_>) -> impl Iterator<Item = Rect> {
        let cached = self.cached.as_ref().filter(|it| !it.reach.is_empty());
        cached.into_iter().flat_map(move |cached| {
            let reached = view.visible.iter().copied();
            let reached = reached.filter(|index| cached.reaches(&view.card(*index).id));
            reached.map(|index| view.screen_rect(index))
        })
    }

    /// Draws dashed frames around them, behind the cards: what is on their edges stays in sight.
    pub fn paint_frames(&self, view: &View<'_>, painter: &Painter) {
        for card in self.visible_cards(view) {
            dashes(painter, card.expand(3.5), view.input.theme.abort_scope);
        }
    }

    /// Tints them, over the cards.
    pub fn paint_tints(&self, view: &View<'_>, painter: &Painter) {
        let color = view.input.theme.abort_scope.gamma_multiply(0.14);
        for card in self.visible_cards(view) {
            painter.rect_filled(card, CornerRadius::same(6), color);
        }
    }
}

/// Whether the node may interrupt anything; cheap, because compiling a large tree only to learn that nothing is watched would be slow. True
/// if the nearest composite, the node itself or an ancestor, has an abort type, or if there is no composite: then the tree may be run as a
/// subtree below one. Actions never interrupt.
fn may_interrupt(input: &CanvasInput<'_>, id: &NodeId) -> bool {
    let node = input.document.node(id);
    let node_type = node.and_then(|node| input.library.declaration(&node.task));
    if node_type.is_some_and(|node_type| node_type.category == Category::Action) {
        return false;
    }
    let up = std::iter::once(id).chain(input.document.ancestors(id));
    let mut nodes = up.filter_map(|id| input.document.node(id));
    let composite = nodes.find(|node| {
        let node_type = input.library.declaration(&node.task);
        node_type.is_none_or(|node_type| node_type.category == Category::Composite)
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
