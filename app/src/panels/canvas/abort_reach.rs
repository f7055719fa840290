//! What the selected node can interrupt, marked before anything runs. Which nodes those are is told by the executor's own rules.

use egui::{Color32, CornerRadius, Painter, Rect, Shape, Stroke};
use rustc_hash::FxHashSet;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;

use super::CanvasInput;
use super::level_of_detail::LevelOfDetail;
use super::view::View;

/// The nodes that the selected node can interrupt, worked out once for each change of the selection or the document.
#[derive(Debug, Default)]
pub struct AbortReach {
    key: Option<(u64, NodeId)>,
    nodes: FxHashSet<NodeId>,
}

impl AbortReach {
    /// Looks at what is selected now. While a tree runs, its own marks have the canvas for themselves.
    pub fn update(&mut self, input: &CanvasInput<'_>) {
        let selected = input.selection.primary().filter(|_| input.run.is_none());
        let key = selected.map(|id| (input.revision, id.clone()));
        if self.key == key {
            return;
        }
        self.nodes.clear();
        if let Some((_, id)) = &key {
            self.nodes.extend(reach_of(input, id));
        }
        self.key = key;
    }

    /// Marks those in view: a dashed frame and a veil.
    pub fn paint(&self, view: &View<'_>, painter: &Painter) {
        if self.nodes.is_empty() {
            return;
        }
        let color = view.input.theme.abort_scope;
        for &index in &view.visible {
            if self.nodes.contains(&view.card(index).id) {
                let card = view.screen_rect(index);
                painter.rect_filled(card, CornerRadius::same(6), color.gamma_multiply(0.14));
                if view.detail != LevelOfDetail::Block {
                    dashes(painter, card.expand(3.5), color);
                }
            }
        }
    }
}

/// None for nodes that do not run: disabled or loose ones.
fn reach_of(input: &CanvasInput<'_>, id: &NodeId) -> Vec<NodeId> {
    // An action interrupts nothing: no need to compile the tree to know that.
    let node = input.document.node(id);
    let kind = node.and_then(|node| input.library.declaration(&node.task));
    if kind.is_some_and(|kind| kind.category == Category::Action) {
        return Vec::new();
    }
    if !may_interrupt(input, id) {
        return Vec::new();
    }
    let compiled = (input.program)();
    let Some(program) = compiled.program() else {
        return Vec::new();
    };
    // A node in a subtree stands in the program once for each use. One of another file is told by the card that runs it.
    let places = compiled.places(id);
    let reached = places.flat_map(|place| program.interruptible_by(place));
    let own = |place: NodeIndex| {
        let origin = compiled.origin(program, place);
        origin.path.is_none().then(|| origin.node.clone())
    };
    reached.filter_map(own).collect()
}

/// Whether the nearest composite, itself or above, has an abort type: without one nothing is watched because of this node, and the tree, which may
/// be large, need not be compiled to know that. A tree without composite above may be run as a subtree below one.
fn may_interrupt(input: &CanvasInput<'_>, id: &NodeId) -> bool {
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
