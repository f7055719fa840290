//! Siblings on the canvas, each with its branch, and where they go when one of them is reordered. Shared by drags and keyboard commands.
//! Works on rows, on columns of trees that grow to the right, and on stacks.

use std::ops::Range;

use egui::{Rect, Vec2};
use treewright_authoring::edit::Command;
use treewright_authoring::layout::row::{Extent, Member, Row};
use treewright_core::ids::NodeId;
use treewright_core::model::Document;

use super::Scene;
use super::flow::Flow;

/// Siblings whose offset across the row is at most this, in canvas units, form a row, in whatever order they lie.
const MAX_ROW_OFFSET: f32 = 72.0;

/// A node and its siblings.
#[derive(Clone, Debug)]
pub struct Siblings {
    /// The direction in which they follow each other.
    pub along: Vec2,
    ids: Vec<NodeId>,
    /// The scene cards of each sibling's branch.
    cards: Vec<Range<usize>>,
    row: Row,
    /// The index of the node among them.
    node: usize,
    /// Whether they are positioned in execution order.
    pub arrange_in_order: bool,
}

impl Siblings {
    /// The siblings of the card at `index`; `None` if it has none, or if they form neither a row nor a stack.
    pub fn of(scene: &Scene, flow: Flow, index: usize) -> Option<Self> {
        let card = &scene.cards[index];
        let forward = flow.forward();
        let is_stacked = card.stacked.is_some_and(|stacked| stacked.flow == flow);
        let along = if is_stacked {
            forward
        } else {
            Vec2::ONE - forward
        };
        let family: Vec<usize> = scene.children(card.parent?).collect();
        let members = family.iter().map(|at| member(scene, *at, along));
        let row = Row::new(members.collect());
        let in_order = row.is_in_order();
        let node = family.iter().position(|at| *at == index)?;
        let is_family = family.len() > 1 && (in_order || is_row(scene, &family, along));
        is_family.then(|| Self {
            along,
            ids: family
                .iter()
                .map(|at| scene.cards[*at].id.clone())
                .collect(),
            cards: family
                .iter()
                .map(|at| *at..scene.cards[*at].subtree_end)
                .collect(),
            row,
            node,
            arrange_in_order: in_order,
        })
    }

    /// The index among its siblings that the node gets when it is displaced by `offset`: right after the sibling that it then follows.
    pub fn index_at(&self, offset: Vec2) -> usize {
        let members = self.row.members();
        let middle = members[self.node].middle() + offset.dot(self.along);
        let others = members.iter().enumerate();
        let before = others
            .filter(|(at, other)| *at != self.node && other.middle() < middle)
            .max_by(|(_, a), (_, b)| a.middle().total_cmp(&b.middle()));
        before.map_or(0, |(at, _)| at + usize::from(at < self.node))
    }

    /// Whether this is the node's current index.
    pub fn is_current_index(&self, target: usize) -> bool {
        target == self.node
    }

    /// Whether this index is before the node's current one.
    pub fn is_before(&self, target: usize) -> bool {
        target < self.node
    }

    /// The node.
    pub fn id(&self) -> &NodeId {
        &self.ids[self.node]
    }

    /// The node's own displacement among these.
    pub fn own_shift(&self, shifts: &[f32]) -> f32 {
        shifts.get(self.node).copied().unwrap_or_default()
    }

    /// The displacement of each sibling along the row when the node gets this index.
    pub fn shifts(&self, target: usize) -> Vec<f32> {
        let mut order: Vec<usize> = (0..self.ids.len()).collect();
        let node = order.remove(self.node);
        order.insert(target.min(order.len()), node);
        self.row.shifts(&order)
    }

    /// The node's siblings with their cards and displacements.
    pub fn others<'a>(
        &'a self,
        shifts: &'a [f32],
    ) -> impl Iterator<Item = (&'a NodeId, Range<usize>, f32)> {
        let all = self.ids.iter().zip(&self.cards).zip(shifts).enumerate();
        all.filter(|(at, _)| *at != self.node)
            .map(|(_, ((id, cards), shift))| (id, cards.clone(), *shift))
    }

    /// Moves the node to this index. `across` is the distance that it was dragged across the row.
    pub fn reorder(mut self, document: &Document, target: usize, across: Vec2) -> SiblingMove {
        let across = if across.length() < MAX_ROW_OFFSET {
            Vec2::ZERO
        } else {
            across
        };
        let direction = Vec2::ONE - self.along;
        self.row.move_across(self.node, across.dot(direction));
        let shifts = self.shifts(target);
        let moved = self.others(&shifts).flat_map(|(id, _, shift)| {
            let (x, y) = (self.along.x * shift, self.along.y * shift);
            document.subtree(id).map(move |node| {
                let at = node.position.moved(x as i32, y as i32);
                (node.id().clone(), at)
            })
        });
        let order = Command::Reorder {
            node: self.ids[self.node].clone(),
            index: target,
        };
        SiblingMove {
            offset: (self.along * shifts[self.node] + across).round(),
            commands: vec![order, Command::Arrange(moved.collect())],
        }
    }
}

/// The result of moving a node among its siblings.
pub struct SiblingMove {
    /// The node's displacement, so that it fills the gap.
    pub offset: Vec2,
    /// The commands that set the order and move the siblings.
    pub commands: Vec<Command>,
}

/// Moves a node among its siblings. They are then positioned in their new order. If they form neither a row nor a stack, the node swaps
/// positions with the sibling whose index it gets.
pub fn reorder(
    document: &Document,
    scene: &Scene,
    flow: Flow,
    node: &NodeId,
    target: usize,
) -> Command {
    let order = Command::Reorder {
        node: node.clone(),
        index: target,
    };
    let Some(index) = scene.index(node) else {
        return order;
    };
    if let Some(siblings) = Siblings::of(scene, flow, index) {
        let reordered = siblings.reorder(document, target, Vec2::ZERO);
        let mut parts = reordered.commands;
        parts.push(moved_by(node, reordered.offset));
        return Command::Batch(parts);
    }
    let other = scene.cards[index].parent;
    let other = other.and_then(|parent| scene.children(parent).nth(target));
    let Some(other) = other.map(|at| &scene.cards[at]) else {
        return order;
    };
    let apart = other.rect.min - scene.cards[index].rect.min;
    let moves = [moved_by(node, apart), moved_by(&other.id, -apart)];
    Command::Batch([order].into_iter().chain(moves).collect())
}

/// Moves a node and its branch without changing any order.
fn moved_by(node: &NodeId, offset: Vec2) -> Command {
    Command::MoveBy {
        nodes: vec![node.clone()],
        dx: offset.x as i32,
        dy: offset.y as i32,
        with_descendants: true,
        order_axis: None,
    }
}

fn extent(rect: Rect, along: Vec2) -> Extent {
    let (from, to) = (rect.min.to_vec2(), rect.max.to_vec2());
    Extent::new(from.dot(along), to.dot(along))
}

fn member(scene: &Scene, index: usize, along: Vec2) -> Member {
    let across = Vec2::ONE - along;
    let extents = |rect: Rect| (extent(rect, along), extent(rect, across));
    let card = &scene.cards[index];
    let (own, beside) = extents(card.rect);
    let mut member = Member::new(own, beside);
    for below in &scene.cards[index + 1..card.subtree_end] {
        let (along, across) = extents(below.rect);
        member.add(along, across);
    }
    member
}

/// Whether cards lie side by side.
fn is_row(scene: &Scene, family: &[usize], along: Vec2) -> bool {
    let mut cards: Vec<Extent> = Vec::with_capacity(family.len());
    let (mut first, mut last) = (f32::INFINITY, f32::NEG_INFINITY);
    for index in family {
        let rect = scene.cards[*index].rect;
        let beside = extent(rect, Vec2::ONE - along).from;
        (first, last) = (first.min(beside), last.max(beside));
        cards.push(extent(rect, along));
    }
    cards.sort_by(|a, b| a.from.total_cmp(&b.from));
    let apart = cards.windows(2).all(|pair| pair[0].to <= pair[1].from);
    apart && last - first < MAX_ROW_OFFSET
}
