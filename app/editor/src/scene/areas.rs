//! Where cards lie, roughly: a rectangle around each few of them that follow each other in the list, so that a frame looks at those near to what
//! is seen and not at all. Knows nothing of what is seen.

use egui::{Rect, Vec2};

use super::Card;

/// How far cards are shown from where they lie, at most: some by an offset, others a little in any direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drift {
    /// By how much the first are moved.
    pub offset: Vec2,
    /// How far the others stand aside at most.
    pub aside: f32,
}

impl Drift {
    /// Encloses wherever what lies here may be shown.
    fn around(self, lying: Rect) -> Rect {
        (lying | lying.translate(self.offset)).expand(self.aside)
    }
}

/// Cards around which there is one rectangle.
const CARDS: usize = 64;

/// The rectangles of a list of cards.
#[derive(Clone, Debug, Default)]
pub struct Areas {
    count: usize,
    /// Around the cards themselves.
    cards: Vec<Rect>,
    /// Around the cards and their parents, between which their wires are.
    wires: Vec<Rect>,
}

impl Areas {
    /// Those of these cards.
    pub fn of(cards: &[Card]) -> Self {
        let around = |few: &[Card]| few.iter().fold(Rect::NOTHING, |all, card| all | card.rect);
        let around_wires = |few: &[Card]| {
            let parents = few.iter().filter_map(|card| cards.get(card.parent?));
            parents.fold(around(few), |all, parent| all | parent.rect)
        };
        Self {
            count: cards.len(),
            cards: cards.chunks(CARDS).map(around).collect(),
            wires: cards.chunks(CARDS).map(around_wires).collect(),
        }
    }

    /// Encloses all cards.
    pub fn all(&self) -> Option<Rect> {
        self.cards.iter().copied().reduce(Rect::union)
    }

    /// All cards that touch a rectangle, among others, in order.
    pub fn cards_near(&self, area: Rect, drift: Drift) -> impl Iterator<Item = usize> {
        self.near(&self.cards, area, drift)
    }

    /// All cards whose wires touch a rectangle, among others, in order.
    pub fn wires_near(&self, area: Rect, drift: Drift) -> impl Iterator<Item = usize> {
        self.near(&self.wires, area, drift)
    }

    fn near<'a>(
        &self,
        areas: &'a [Rect],
        area: Rect,
        drift: Drift,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let count = self.count;
        let touched = areas.iter().enumerate();
        let touched = touched.filter(move |(_, lying)| drift.around(**lying).intersects(area));
        touched.flat_map(move |(few, _)| few * CARDS..count.min((few + 1) * CARDS))
    }
}
