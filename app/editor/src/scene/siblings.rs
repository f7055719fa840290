//! Siblings as they lie on the canvas, each with all below it, and where they go when one takes another place among them. One answer
//! for drags and for keys. Works on rows, on columns of trees that grow to the right, and on stacks.

use std::ops::Range;

use egui::{Rect, Vec2};
use treewright_authoring::edit::Command;
use treewright_authoring::layout::row::{Extent, Member, Row};
use treewright_core::ids::NodeId;
use treewright_core::model::Document;

use super::Scene;
use super::flow::Flow;

/// Siblings whose cards lie no farther than this beside each other's are a row, in whatever order they lie there.
const BESIDE_ROW: f32 = 72.0;

/// A node and its siblings.
#[derive(Clone, Debug)]
pub struct Siblings {
    /// The direction in which they follow each other.
    pub along: Vec2,
    ids: Vec<NodeId>,
    /// The cards of each in the scene.
    cards: Vec<Range<usize>>,
    row: Row,
    /// Which of them is the node.
    node: usize,
    /// Whether they lie in the order in which they run.
    pub in_order: bool,
}

impl Siblings {
    /// Those of the card at `index`; none if it has none, or if they lie anyhow.
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
            in_order,
        })
    }

    /// Which place among its siblings the node has when it is this far from where it lay: right behind the one behind which it lies.
    pub fn place(&self, offset: Vec2) -> usize {
        let members = self.row.members();
        let middle = members[self.node].middle() + offset.dot(self.along);
        let others = members.iter().enumerate();
        let before = others
            .filter(|(at, other)| *at != self.node && other.middle() < middle)
            .max_by(|(_, a), (_, b)| a.middle().total_cmp(&b.middle()));
        before.map_or(0, |(at, _)| at + usize::from(at < self.node))
    }

    /// Whether that is the place that it has.
    pub fn keeps(&self, place: usize) -> bool {
        place == self.node
    }

    /// How far each moves along when the node takes this place.
    pub fn shifts(&self, place: usize) -> Vec<f32> {
        let mut order: Vec<usize> = (0..self.ids.len()).collect();
        let node = order.remove(self.node);
        order.insert(place.min(order.len()), node);
        self.row.shifts(&order)
    }

    /// The siblings of the node with their cards and their shifts.
    pub fn others<'a>(
        &'a self,
        shifts: &'a [f32],
    ) -> impl Iterator<Item = (&'a NodeId, Range<usize>, f32)> {
        let all = self.ids.iter().zip(&self.cards).zip(shifts).enumerate();
        all.filter(|(at, _)| *at != self.node)
            .map(|(_, ((id, cards), shift))| (id, cards.clone(), *shift))
    }

    /// Gives the node this place: how far it moves, and what is done beside moving it. It was dragged this far across the row.
    pub fn reorder(mut self, document: &Document, place: usize, across: Vec2) -> Reordered {
        let across = if across.length() < BESIDE_ROW {
            Vec2::ZERO
        } else {
            across
        };
        let direction = Vec2::ONE - self.along;
        self.row.move_across(self.node, across.dot(direction));
        let shifts = self.shifts(place);
        let moved = self.others(&shifts).flat_map(|(id, _, shift)| {
            let (x, y) = (self.along.x * shift, self.along.y * shift);
            document.subtree(id).map(move |node| {
                let at = node.position.moved(x as i32, y as i32);
                (node.id().clone(), at)
            })
        });
        let order = Command::Reorder {
            node: self.ids[self.node].clone(),
            index: place,
        };
        Reordered {
            offset: (self.along * shifts[self.node] + across).round(),
            commands: vec![order, Command::Arrange(moved.collect())],
        }
    }
}

/// A node that took another place among its siblings.
pub struct Reordered {
    /// How far it moves, so that it lies in the room that was made.
    pub offset: Vec2,
    /// Its new order, and where the others go.
    pub commands: Vec<Command>,
}

/// Gives a node another place among its siblings. They then lie in their new order; where they lie anyhow, it changes places with
/// the one whose place it takes.
pub fn reorder(
    document: &Document,
    scene: &Scene,
    flow: Flow,
    node: &NodeId,
    place: usize,
) -> Command {
    let order = Command::Reorder {
        node: node.clone(),
        index: place,
    };
    let Some(index) = scene.index(node) else {
        return order;
    };
    if let Some(siblings) = Siblings::of(scene, flow, index) {
        let reordered = siblings.reorder(document, place, Vec2::ZERO);
        let mut parts = reordered.commands;
        parts.push(moved_by(node, reordered.offset));
        return Command::Batch(parts);
    }
    let other = scene.cards[index].parent;
    let other = other.and_then(|parent| scene.children(parent).nth(place));
    let Some(other) = other.map(|at| &scene.cards[at]) else {
        return order;
    };
    let apart = other.rect.min - scene.cards[index].rect.min;
    let moves = [moved_by(node, apart), moved_by(&other.id, -apart)];
    Command::Batch([order].into_iter().chain(moves).collect())
}

/// Lays a node and its siblings in their order, with room between them; none if they lie anyhow.
pub fn in_order(document: &Document, scene: &Scene, flow: Flow, node: &NodeId) -> Option<Command> {
    let siblings = Siblings::of(scene, flow, scene.index(node)?)?;
    let place = siblings.node;
    let mut reordered = siblings.reorder(document, place, Vec2::ZERO);
    reordered.commands.push(moved_by(node, reordered.offset));
    Some(Command::Batch(reordered.commands))
}

/// Whether any card lies so near to a node's that one of them may have to move.
pub fn is_near_others(scene: &Scene, node: &NodeId) -> bool {
    /// What siblings keep free between them, and a little more.
    const NEAR: f32 = 16.0;
    let card = scene.card(node).map(|card| card.rect.expand(NEAR));
    card.is_some_and(|around| scene.cards_in(around).nth(1).is_some())
}

/// Moves siblings of a node apart that its card, or what lies below it, has come to touch; none if all have room, or if they lie anyhow.
pub fn apart(document: &Document, scene: &Scene, flow: Flow, node: &NodeId) -> Option<Command> {
    let siblings = Siblings::of(scene, flow, scene.index(node)?)?;
    let shifts = siblings.shifts(siblings.node);
    let is_tight = siblings.in_order && shifts.iter().any(|shift| shift.abs() >= 1.0);
    let along = siblings.along;
    is_tight.then(|| {
        let moved = siblings.ids.iter().zip(shifts).flat_map(|(id, shift)| {
            let (x, y) = (along.x * shift, along.y * shift);
            document.subtree(id).map(move |node| {
                let at = node.position.moved(x as i32, y as i32);
                (node.id().clone(), at)
            })
        });
        Command::Arrange(moved.collect())
    })
}

/// Moves a node with all below it, which changes no order.
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

/// Whether cards lie one beside the other.
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
    apart && last - first < BESIDE_ROW
}
