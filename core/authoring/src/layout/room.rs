//! Makes room after an edit: new branches get a place in their family, and whatever they or grown cards would cover moves aside.
//!
//! What was edited stays where it is. Neighboring branches are pushed outwards as a whole, no farther than necessary, and a parent
//! that was centered over its children follows them. Every card is pushed at most once, to a place that is free of all cards that are
//! settled by then; so it ends, and no card covers another. Knows extents only: how a card is drawn, and which axis of the canvas
//! is which, is known to the caller.

mod grid;
mod pushing;
mod seats;
mod settled;

use rustc_hash::FxHashMap;

use self::grid::MovedCards;
use self::settled::Settled;
use super::row::Extent;

/// The gap along siblings that is left when something is pushed, and the one that is not disturbed, in canvas units.
const SIBLING_GAPS: (f32, f32) = (16.0, 11.0);
/// The same in the direction of growth.
const GROWTH_GAPS: (f32, f32) = (12.0, 7.0);
/// The gap between a parent and a new child, and the least one that is not disturbed when a parent grows, in canvas units.
const LEVEL_GAPS: (f32, f32) = (48.0, 30.0);
/// The gap between trees, in canvas units.
const TREE_GAP: f32 = 72.0;
/// A parent whose middle is that near to the middle of its children is centered, in canvas units.
const CENTERED: f32 = 3.0;

/// A rectangle on the canvas, by its extents along a row of siblings and in the direction in which the tree grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The extent along siblings.
    pub along: Extent,
    /// The extent from parents to children.
    pub growth: Extent,
}

impl Area {
    fn moved(self, by: Offset) -> Self {
        let add = |extent: Extent, by: f32| Extent::new(extent.from + by, extent.to + by);
        Self {
            along: add(self.along, by.along),
            growth: add(self.growth, by.growth),
        }
    }

    /// Returns the smallest area that contains both.
    #[must_use]
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            along: self.along.with(other.along),
            growth: self.growth.with(other.growth),
        }
    }

    fn expanded(self, along: f32, growth: f32) -> Self {
        Self {
            along: Extent::new(self.along.from - along, self.along.to + along),
            growth: Extent::new(self.growth.from - growth, self.growth.to + growth),
        }
    }

    /// Returns whether both have points in common; edges do not count.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        let shared = |a: Extent, b: Extent| a.from < b.to && b.from < a.to;
        shared(self.along, other.along) && shared(self.growth, other.growth)
    }

    /// Returns whether a card here is too near to a card there.
    fn crowds(self, other: Self) -> bool {
        self.expanded(SIBLING_GAPS.1, GROWTH_GAPS.1).overlaps(other)
    }

    /// Returns the middle along siblings.
    pub(super) fn middle(self) -> f32 {
        f32::midpoint(self.along.from, self.along.to)
    }
}

/// A displacement, in canvas units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Offset {
    /// Along siblings.
    pub along: f32,
    /// From parents to children.
    pub growth: f32,
}

impl Offset {
    fn along(along: f32) -> Self {
        Self { along, growth: 0.0 }
    }

    fn growth(growth: f32) -> Self {
        Self { along: 0.0, growth }
    }

    fn and(self, other: Self) -> Self {
        Self {
            along: self.along + other.along,
            growth: self.growth + other.growth,
        }
    }
}

/// The visible cards of a document as a list in pre-order.
pub trait Cards {
    /// The number of cards.
    fn count(&self) -> usize;
    /// The place of a card.
    fn area(&self, card: usize) -> Area;
    /// The card of the node's parent.
    fn parent(&self, card: usize) -> Option<usize>;
    /// One past the last card of its branch.
    fn branch_end(&self, card: usize) -> usize;
    /// A superset of the cards that overlap an area.
    fn near(&self, area: Area) -> Vec<usize>;
}

/// What was edited. Cards are given by their indices.
#[derive(Clone, Debug, Default)]
pub struct Edited {
    /// The tops of branches that have a new parent. Each gets a place beside its siblings unless it lies well.
    pub arrived: Vec<usize>,
    /// Of those, the ones that came between their children and their parent, each with the former start of the children's row in
    /// the direction of growth.
    pub between: FxHashMap<usize, f32>,
    /// Cards whose size changed, each with its former place.
    pub grown: Vec<(usize, Area)>,
    /// Cards that keep their places where possible: those that the user moved, or that were hidden.
    pub placed: Vec<usize>,
    /// Whether those of them that lie on each other move apart in the direction of growth instead of along siblings.
    pub gives_way_in_growth: bool,
    /// The tops of new trees that give way to all others.
    pub yielding: Vec<usize>,
    /// The tops of trees that were separated from others, and go beyond all of them.
    pub separated: Vec<usize>,
    /// Whether parents whose families changed were centered over their children before.
    pub were_centered: FxHashMap<usize, bool>,
}

impl Edited {
    /// Returns whether nothing can need room.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arrived.is_empty()
            && self.grown.is_empty()
            && self.placed.is_empty()
            && self.yielding.is_empty()
            && self.separated.is_empty()
    }
}

/// Returns the displacement of each card that moves, in pre-order.
#[must_use]
pub fn make_room(cards: &dyn Cards, edited: &Edited) -> Vec<(usize, Offset)> {
    let mut room = Room {
        cards,
        edited,
        moved: MovedCards::default(),
        settled: Settled::default(),
        unsettling: Vec::new(),
        families: std::collections::BTreeSet::new(),
    };
    room.seat_grown();
    room.seat_arrived();
    room.settle_placed();
    room.push_all();
    room.separate_trees();
    room.yield_trees();
    room.push_all();
    let mut offsets = room.moved.into_offsets();
    offsets.sort_unstable_by_key(|(card, _)| *card);
    offsets
}

/// Returns whether a parent is centered over its children; so is one without children.
#[must_use]
pub fn is_centered(parent: Area, first: Area, last: Area) -> bool {
    let middle = f32::midpoint(first.middle(), last.middle());
    (middle - parent.middle()).abs() <= CENTERED
}

/// The state of the work.
struct Room<'a> {
    cards: &'a dyn Cards,
    edited: &'a Edited,
    moved: MovedCards,
    settled: Settled,
    /// Settled ranges whose neighbors have not been pushed yet.
    unsettling: Vec<std::ops::Range<usize>>,
    /// Parents of branches that moved.
    families: std::collections::BTreeSet<usize>,
}

impl Room<'_> {
    /// The current place of a card.
    fn area(&self, card: usize) -> Area {
        self.cards.area(card).moved(self.moved.offset(card))
    }

    fn branch(&self, card: usize) -> std::ops::Range<usize> {
        card..self.cards.branch_end(card)
    }

    fn children(&self, parent: usize) -> Vec<usize> {
        let end = self.cards.branch_end(parent);
        let mut children = Vec::new();
        let mut at = parent + 1;
        while at < end {
            children.push(at);
            at = self.cards.branch_end(at);
        }
        children
    }

    /// The cards whose current places overlap an area.
    fn cards_in(&self, area: Area) -> Vec<usize> {
        let lying = self.cards.near(area).into_iter();
        let lying = lying.filter(|card| !self.moved.contains(*card));
        let mut found: Vec<usize> = lying.chain(self.moved.near(area)).collect();
        found.retain(|card| self.area(*card).overlaps(area));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Moves the cards of a range.
    fn displace(&mut self, range: std::ops::Range<usize>, by: Offset) {
        if by == Offset::default() || range.is_empty() {
            return;
        }
        if let Some(parent) = self.cards.parent(range.start) {
            self.families.insert(parent);
        }
        for card in range {
            let lying = self.cards.area(card);
            self.moved.add(card, lying, by);
        }
    }

    /// Settles the cards of a range where they are now.
    fn settle(&mut self, range: std::ops::Range<usize>) {
        self.settled.insert(range.clone());
        self.unsettling.push(range);
    }

    /// Whether a parent was centered over its children before the edit.
    fn was_centered(&self, parent: usize) -> bool {
        if let Some(known) = self.edited.were_centered.get(&parent) {
            return *known;
        }
        let children = self.children(parent);
        let (Some(first), Some(last)) = (children.first(), children.last()) else {
            return true;
        };
        let area = |card: usize| self.cards.area(card);
        is_centered(area(parent), area(*first), area(*last))
    }
}

#[cfg(test)]
mod tests;
