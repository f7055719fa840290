//! A coarse spatial index: one bounding rectangle per chunk of consecutive cards, so that a frame examines only cards near the visible
//! area. It knows nothing about the view.

use std::ops::Range;

use egui::{Rect, Vec2};

use super::Card;

/// The maximum displacement of cards during a drag: dragged cards move by an offset, others shift a little in any direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct DragDisplacement {
    /// The displacement of dragged cards.
    pub offset: Vec2,
    /// The maximum displacement of other cards.
    pub aside: f32,
}

impl DragDisplacement {
    /// Encloses every place where something in this rectangle may be shown.
    fn around(self, lying: Rect) -> Rect {
        (lying | lying.translate(self.offset)).expand(self.aside)
    }
}

/// The number of cards per rectangle.
const CARDS_PER_AREA: usize = 64;

/// The bounding rectangles of a list of cards.
#[derive(Clone, Debug, Default)]
pub struct CardAreas {
    count: usize,
    /// Around the cards.
    cards: Vec<Rect>,
    /// Around the cards and their parents, and thereby the wires between them.
    wires: Vec<Rect>,
}

impl CardAreas {
    pub fn of(cards: &[Card]) -> Self {
        let around = |few: &[Card]| few.iter().fold(Rect::NOTHING, |all, card| all | card.rect);
        let around_wires = |few: &[Card]| {
            let parents = few.iter().filter_map(|card| cards.get(card.parent?));
            parents.fold(around(few), |all, parent| all | parent.rect)
        };
        Self {
            count: cards.len(),
            cards: cards.chunks(CARDS_PER_AREA).map(around).collect(),
            wires: cards.chunks(CARDS_PER_AREA).map(around_wires).collect(),
        }
    }

    /// Encloses all cards.
    pub fn all(&self) -> Option<Rect> {
        self.cards.iter().copied().reduce(Rect::union)
    }

    /// A superset of the cards that intersect a rectangle, in order.
    pub fn cards_near(
        &self,
        area: Rect,
        displacement: DragDisplacement,
    ) -> impl Iterator<Item = usize> {
        let near = self.near(&self.cards, area, displacement);
        near.flat_map(|(cards, _)| cards)
    }

    /// Ranges of cards in order that together are a superset of those that intersect a rectangle, each with whether all of it does: then
    /// none of its cards needs to be looked at.
    pub fn ranges_near(
        &self,
        area: Rect,
        displacement: DragDisplacement,
    ) -> impl Iterator<Item = (Range<usize>, bool)> {
        self.near(&self.cards, area, displacement)
    }

    /// A superset of the cards whose wires intersect a rectangle, in order.
    pub fn wires_near(
        &self,
        area: Rect,
        displacement: DragDisplacement,
    ) -> impl Iterator<Item = usize> {
        let near = self.near(&self.wires, area, displacement);
        near.flat_map(|(cards, _)| cards)
    }

    fn near<'a>(
        &self,
        areas: &'a [Rect],
        area: Rect,
        displacement: DragDisplacement,
    ) -> impl Iterator<Item = (Range<usize>, bool)> + use<'a> {
        let count = self.count;
        areas.iter().enumerate().filter_map(move |(few, lying)| {
            let shown = displacement.around(*lying);
            let cards = few * CARDS_PER_AREA..count.min((few + 1) * CARDS_PER_AREA);
            shown
                .intersects(area)
                .then(|| (cards, area.contains_rect(shown)))
        })
    }
}
