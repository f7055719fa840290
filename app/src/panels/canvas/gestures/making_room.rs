//! Dragging a node past its siblings: the others make room while it is held, and it takes the place that they left. Works where
//! siblings lie in the order in which they run, beside each other or in a stack.

use std::cmp::Ordering;
use std::ops::Range;

use egui::{Ui, Vec2};
use treewright_core::edit::Command;
use treewright_core::ids::NodeId;

use super::super::scene::Scene;
use super::super::view::View;
use super::position_of;

/// How long siblings take to make room, in seconds.
const SECONDS: f32 = 0.12;
/// Dropped no farther than this beside its row, the node goes back into the row.
const BESIDE_ROW: f32 = 72.0;

/// The siblings of a dragged node.
#[derive(Clone, Debug)]
pub struct Family {
    /// The direction in which siblings follow each other.
    along: Vec2,
    members: Vec<Member>,
    /// Which of them is dragged.
    dragged: usize,
}

/// A sibling with all below it.
#[derive(Clone, Debug)]
struct Member {
    id: NodeId,
    /// Its cards in the scene.
    cards: Range<usize>,
    /// Where it begins and ends on the way along.
    from: f32,
    to: f32,
    /// The middle of its own card.
    middle: f32,
}

impl Family {
    /// The family of the card at `index`; none if it has no siblings or they do not lie in their order.
    pub fn of(view: &View<'_>, index: usize) -> Option<Self> {
        let scene = view.scene;
        let parent = view.card(index).parent?;
        let forward = view.flow.forward();
        let along = if view.is_stacked(index) {
            forward
        } else {
            Vec2::ONE - forward
        };
        let children: Vec<usize> = scene.children(parent).collect();
        let members: Vec<Member> = children
            .iter()
            .map(|at| member(scene, *at, along))
            .collect();
        let in_order = members
            .windows(2)
            .all(|pair| pair[0].middle < pair[1].middle && pair[0].from <= pair[1].from);
        let dragged = children.iter().position(|at| *at == index)?;
        (in_order && members.len() > 1).then_some(Self {
            along,
            members,
            dragged,
        })
    }

    /// Which place among its siblings the node has when it is this far from where it lay.
    fn place(&self, offset: Vec2) -> usize {
        let middle = self.members[self.dragged].middle + offset.dot(self.along);
        let others = self.members.iter().enumerate();
        others
            .filter(|(i, other)| *i != self.dragged && other.middle < middle)
            .count()
    }

    /// How far the others move aside for it: those between its old place and its new one.
    fn shift_of_others(&self, place: usize) -> (Range<usize>, f32) {
        let me = &self.members[self.dragged];
        match place.cmp(&self.dragged) {
            Ordering::Greater => {
                let next = &self.members[self.dragged + 1];
                (self.dragged + 1..place + 1, me.from - next.from)
            }
            Ordering::Less => {
                let last = &self.members[self.dragged - 1];
                (place..self.dragged, me.to - last.to)
            }
            Ordering::Equal => (0..0, 0.0),
        }
    }

    /// Fills in for each card how far it stands aside now, on its way there.
    pub fn stand_aside(&self, ui: &Ui, offset: Vec2, aside: &mut Vec<Vec2>, n_cards: usize) {
        aside.clear();
        aside.resize(n_cards, Vec2::ZERO);
        let (range, shift) = self.shift_of_others(self.place(offset));
        let seconds = if ui.style().animation_time > 0.0 {
            SECONDS
        } else {
            0.0
        };
        for (i, member) in self.members.iter().enumerate() {
            if i == self.dragged {
                continue;
            }
            let target = if range.contains(&i) { shift } else { 0.0 };
            let id = egui::Id::unique("standing aside").with(member.id.as_str());
            let now = ui.ctx().animate_value_with_time(id, target, seconds);
            if let Some(cards) = aside.get_mut(member.cards.clone()) {
                cards.fill(self.along * now);
            }
        }
    }

    /// What dropping it here does beside moving it: none if its place stays the same.
    pub fn dropped(&self, view: &View<'_>, offset: Vec2) -> Option<Reordered> {
        let place = self.place(offset);
        if place == self.dragged {
            return None;
        }
        let (range, shift) = self.shift_of_others(place);
        let me = &self.members[self.dragged];
        // It ends where the last one that made room ended, and the gaps stay as they were.
        let last = &self.members[place];
        let along = if place > self.dragged {
            last.to - me.to
        } else {
            last.from - me.from
        };
        let across = offset - self.along * offset.dot(self.along);
        let across = if across.length() < BESIDE_ROW {
            Vec2::ZERO
        } else {
            across
        };
        let document = view.input.document;
        let aside = self.along * shift;
        let moved = self.members[range].iter().flat_map(|member| {
            let below = document.subtree(&member.id);
            below.map(|node| {
                let at = position_of(egui::Pos2::ZERO + aside);
                (node.id().clone(), node.position.moved(at.x, at.y))
            })
        });
        Some(Reordered {
            offset: (self.along * along + across).round(),
            commands: vec![
                Command::Reorder {
                    node: me.id.clone(),
                    index: place,
                },
                Command::Arrange(moved.collect()),
            ],
        })
    }
}

/// A node that took another place among its siblings.
pub struct Reordered {
    /// How far it moves, so that it lies in the room that was made.
    pub offset: Vec2,
    /// Its new order, and where the others go.
    pub commands: Vec<Command>,
}

fn member(scene: &Scene, index: usize, along: Vec2) -> Member {
    let card = &scene.cards[index];
    let cards = index..card.subtree_end;
    let (mut from, mut to) = (f32::INFINITY, f32::NEG_INFINITY);
    for below in &scene.cards[cards.clone()] {
        from = from.min(below.rect.min.to_vec2().dot(along));
        to = to.max(below.rect.max.to_vec2().dot(along));
    }
    Member {
        id: card.id.clone(),
        cards,
        from,
        to,
        middle: card.rect.center().to_vec2().dot(along),
    }
}
