//! Where edited cards themselves lie: new branches beside their siblings or below their parent, grown cards around their middle.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::pushing::{Obstacles, Way};
use super::{Area, Cards, GROWTH_GAPS, LEVEL_GAPS, Offset, Room, SIBLING_GAPS, is_centered};
use crate::layout::STACK_INDENT;
use crate::layout::row::Extent;

/// In larger branches a parent follows its children instead of the other way round, which moves fewer cards.
const MAX_CENTERED_BRANCH: usize = 400;
/// A branch that lies that near to its seat takes it, along siblings and in the direction of growth, in canvas units.
const NEAR_SEAT: (f32, f32) = (96.0, 72.0);
/// The least gap between cards that something between them leaves on both sides, in canvas units.
const BETWEEN_GAP: f32 = 28.0;
/// Rows of cousins that differ at most that much from the usual distance between levels are continued, in canvas units.
const MAX_ROW_DIFFERENCE: f32 = 120.0;
/// The tolerance for aligned edges, in canvas units.
const ALIGNED: f32 = 1.5;

/// Whether children follow each other in the direction of growth, indented below their parent.
pub(super) fn is_stack(cards: &dyn Cards, parent: usize, children: &[usize]) -> bool {
    let Some(first) = children.first().map(|card| cards.area(*card)) else {
        return false;
    };
    let above = cards.area(parent);
    if children.len() == 1 {
        let indent = first.along.from - above.along.from;
        let is_ahead = is_centered(above, first, first);
        return (indent - STACK_INDENT).abs() < ALIGNED && !is_ahead;
    }
    let mut free = above.growth.to;
    children.iter().all(|card| {
        let area = cards.area(*card);
        let follows = area.growth.from >= free;
        free = area.growth.to;
        follows && (area.along.from - first.along.from).abs() < ALIGNED
    })
}

/// Whether two siblings line up as in a stack; other siblings are not looked at.
pub(super) fn may_be_stack(cards: &dyn Cards, one: usize, other: usize) -> bool {
    (cards.area(one).along.from - cards.area(other).along.from).abs() < ALIGNED
}

impl Room<'_> {
    /// Cards that grew keep their middle, and their children their distance.
    pub(super) fn seat_grown(&mut self) {
        let in_rows = self.seat_grown_rows();
        let grown = self.edited.grown.iter();
        let alone: Vec<_> = grown.filter(|(card, _)| !in_rows.contains(card)).collect();
        for (card, former) in &alone {
            let (card, former) = (*card, *former);
            let area = self.area(card);
            let parent = self.cards.parent(card);
            let has_children = self.cards.branch_end(card) > card + 1;
            let is_tidy = (has_children && self.was_centered(card))
                || parent.is_some_and(|parent| self.was_centered(parent));
            if is_tidy {
                let apart = (former.middle() - area.middle()).round();
                self.displace(card..card + 1, Offset::along(apart));
            }
            self.keep_children_away(card, former);
        }
        for (card, _) in alone {
            self.settle_each(*card..card + 1);
        }
    }

    /// Rows of siblings of which several grew become as much longer, with the same gaps and in the same order. Returns the grown cards in them.
    fn seat_grown_rows(&mut self) -> FxHashSet<usize> {
        let formers: FxHashMap<usize, Area> = self.edited.grown.iter().copied().collect();
        let mut families: BTreeMap<usize, usize> = BTreeMap::new();
        for card in formers.keys() {
            if let Some(parent) = self.cards.parent(*card) {
                *families.entry(parent).or_default() += 1;
            }
        }
        let (mut seated, mut rows) = (FxHashSet::default(), Vec::new());
        for (parent, _) in families.into_iter().filter(|(_, count)| *count > 1) {
            let children = self.children(parent);
            let former = |card: usize| formers.get(&card).copied().unwrap_or(self.area(card));
            let is_row = children
                .windows(2)
                .all(|pair| former(pair[0]).along.to <= former(pair[1]).along.from);
            if is_row {
                self.lengthen_row(parent, &children, &formers);
                let grown = children.iter().filter(|card| formers.contains_key(card));
                seated.extend(grown);
                rows.push(children);
            }
        }
        for card in rows.into_iter().flatten() {
            self.settle_each(self.branch(card));
        }
        seated
    }

    /// Gives the cards of a row, of which some grew, their places with the branches below them.
    fn lengthen_row(&mut self, parent: usize, row: &[usize], formers: &FxHashMap<usize, Area>) {
        let growth = |room: &Self, card: usize| {
            let length = |area: &Area| area.along.to - area.along.from;
            let former = formers.get(&card);
            former.map_or(0.0, |former| length(&room.area(card)) - length(former))
        };
        let all: f32 = row.iter().map(|card| growth(self, *card)).sum();
        let mut shift = if self.was_centered(parent) {
            -0.5 * all
        } else {
            0.0
        };
        for card in row {
            let (card, more) = (*card, growth(self, *card));
            let below = card + 1..self.cards.branch_end(card);
            self.displace(card..card + 1, Offset::along(shift.round()));
            self.displace(below, Offset::along((shift + 0.5 * more).round()));
            if let Some(former) = formers.get(&card) {
                self.keep_children_away(card, *former);
            }
            shift += more;
        }
    }

    /// Moves the children of a card that grew towards them.
    fn keep_children_away(&mut self, card: usize, former: Area) {
        let children = self.children(card);
        let starts = children.iter().map(|child| self.area(*child).growth.from);
        let start = starts.fold(f32::INFINITY, f32::min);
        let (gap, gap_before) = (start - self.area(card).growth.to, start - former.growth.to);
        if !gap.is_finite() || gap >= LEVEL_GAPS.1.min(gap_before) || gap_before < 0.0 {
            return;
        }
        let by = Offset::growth((LEVEL_GAPS.0.min(gap_before) - gap).ceil());
        for child in children {
            let branch = self.branch(child);
            self.displace(branch.clone(), by);
            self.settle_each(branch);
        }
    }

    /// Gives new branches their places, family by family.
    pub(super) fn seat_arrived(&mut self) {
        let mut families: FxHashMap<Option<usize>, Vec<usize>> = FxHashMap::default();
        for top in &self.edited.arrived {
            families
                .entry(self.cards.parent(*top))
                .or_default()
                .push(*top);
        }
        let mut families: Vec<_> = families.into_iter().collect();
        families.sort_unstable();
        for (parent, mut arrived) in families {
            arrived.sort_unstable();
            match parent {
                Some(parent) => self.seat_family(parent, &arrived),
                None => {
                    for top in arrived {
                        self.seat_between(None, top);
                        self.settle_each(self.branch(top));
                    }
                }
            }
        }
    }

    fn seat_family(&mut self, parent: usize, arrived: &[usize]) {
        let children = self.children(parent);
        let others: Vec<usize> = children
            .iter()
            .copied()
            .filter(|child| arrived.binary_search(child).is_err())
            .collect();
        let is_stack = is_stack(self.cards, parent, &others);
        let was_centered = self.was_centered(parent) && !is_stack;
        let mut takes_seats = true;
        for top in arrived {
            if self.edited.between.contains_key(top) {
                self.seat_between(Some(parent), *top);
                continue;
            }
            let seat = if is_stack {
                self.seat_in_stack(&children, *top)
            } else {
                self.seat_in_row(parent, &children, &others, *top)
            };
            takes_seats &= self.take_seat(&children, *top, seat);
        }
        let branch = self.branch(parent);
        let is_small = branch.len() <= MAX_CENTERED_BRANCH;
        if was_centered && takes_seats && is_small && !self.settled.any_in(branch.clone()) {
            self.spread(parent, &children, arrived);
            let more = self.distance_to_free(&branch, Way::Ahead, Obstacles::Settled);
            self.displace(branch.clone(), Offset::along(more));
            self.settle_each(branch);
            return;
        }
        for top in arrived {
            let branch = self.branch(*top);
            if !self.settled.contains(*top) {
                let more = self.distance_to_free(&branch, Way::Ahead, Obstacles::Settled);
                self.displace(branch.clone(), Offset::along(more));
                self.settle_each(branch);
            }
        }
        for top in arrived {
            self.push_siblings_on(*top, Way::Ahead);
        }
        if others.is_empty() && !takes_seats {
            // The user put both there.
            self.settle(parent..parent + 1);
        } else {
            self.families.insert(parent);
        }
    }

    /// The corner of a new child in a row: after the sibling before it, else before the one after it, else below the parent.
    fn seat_in_row(
        &self,
        parent: usize,
        children: &[usize],
        others: &[usize],
        top: usize,
    ) -> (f32, f32) {
        let own = self.area(top);
        let breadth = own.along.to - own.along.from;
        let before = children.iter().rev().find(|child| **child < top);
        let after = others.iter().find(|child| **child > top);
        let near = before.filter(|_| !others.is_empty()).or(after);
        let row = near.map_or_else(|| self.new_row(parent), |near| self.area(*near).growth.from);
        let along = match (before, after) {
            (Some(before), _) => self.area(*before).along.to + SIBLING_GAPS.0,
            (None, Some(after)) => self.area(*after).along.from - SIBLING_GAPS.0 - breadth,
            (None, None) => self.area(parent).middle() - breadth / 2.0,
        };
        (along.round(), row.round())
    }

    /// The start of the row of children of a parent that has none yet: that of its nieces and nephews if there is one.
    fn new_row(&self, parent: usize) -> f32 {
        let area = self.area(parent);
        let usual = area.growth.to + LEVEL_GAPS.0;
        let least = area.growth.to + LEVEL_GAPS.1;
        let above = self.cards.parent(parent);
        let siblings = above.map_or_else(Vec::new, |above| self.children(above));
        let beside = siblings.into_iter().filter(|sibling| {
            let theirs = self.area(*sibling).growth.from;
            *sibling != parent && (theirs - area.growth.from).abs() < ALIGNED
        });
        let has_child = |sibling: &usize| self.cards.branch_end(*sibling) > sibling + 1;
        let rows = beside.filter(has_child);
        let rows = rows.map(|sibling| self.area(sibling + 1).growth.from);
        let mut rows = rows.filter(|row| *row >= least && *row - usual <= MAX_ROW_DIFFERENCE);
        rows.next().unwrap_or(usual)
    }

    /// The corner of a new child in a stack: behind the branch before it.
    fn seat_in_stack(&self, children: &[usize], top: usize) -> (f32, f32) {
        let own = self.area(top);
        let before = children.iter().rev().find(|child| **child < top);
        let after = children.iter().find(|child| **child > top);
        match (before, after) {
            (Some(before), _) => {
                let ends = self.branch(*before).map(|card| self.area(card).growth.to);
                let end = ends.fold(f32::NEG_INFINITY, f32::max);
                (self.area(*before).along.from, end + GROWTH_GAPS.0)
            }
            (None, Some(after)) => {
                let area = self.area(*after);
                (area.along.from, area.growth.from)
            }
            (None, None) => (own.along.from, own.growth.from),
        }
    }

    /// Moves a new branch to its seat unless the user put it to another place that is good as well. Returns whether it sits there.
    fn take_seat(&mut self, children: &[usize], top: usize, (along, growth): (f32, f32)) -> bool {
        let area = self.area(top);
        let to_seat = Offset {
            along: along - area.along.from,
            growth: growth - area.growth.from,
        };
        let is_near = to_seat.along.abs() <= NEAR_SEAT.0 && to_seat.growth.abs() <= NEAR_SEAT.1;
        if !is_near && self.lies_well(children, top) {
            if to_seat.growth.abs() <= NEAR_SEAT.1 {
                self.displace(self.branch(top), Offset::growth(to_seat.growth));
            }
            return false;
        }
        self.displace(self.branch(top), to_seat);
        true
    }

    /// Whether a branch lies ahead of its parent, between its neighbors, on no other card, and where its wire runs neither behind a card
    /// nor, in its row, along the wires of children of others.
    fn lies_well(&self, children: &[usize], top: usize) -> bool {
        let area = self.area(top);
        let Some(parent) = self.cards.parent(top) else {
            return true;
        };
        let branch = self.branch(top);
        let crowded = self.cards_in(area.expanded(SIBLING_GAPS.1, GROWTH_GAPS.1));
        let is_free = crowded
            .iter()
            .all(|card| branch.contains(card) || self.leaves(*card));
        let is_ahead = area.growth.from >= self.area(parent).growth.to + LEVEL_GAPS.1 / 2.0;
        let middle = area.middle();
        let is_between = children.iter().all(|child| {
            let other = self.area(*child).middle();
            *child == top || (other < middle) == (*child < top)
        });
        let above = self.area(parent).middle();
        let way = Area {
            along: Extent::new(above.min(middle), above.max(middle)),
            growth: area.growth,
        };
        let is_own = |card: &usize| {
            let is_sibling = self.cards.parent(*card) == Some(parent);
            is_sibling || branch.contains(card) || self.leaves(*card)
        };
        let is_direct = self.cards_in(way).iter().all(is_own);
        // From the level of its parent, the wire comes straight to the middle of the card.
        let wire = Area {
            along: Extent::new(middle - SIBLING_GAPS.1, middle + SIBLING_GAPS.1),
            growth: Extent::new(self.area(parent).growth.to, area.growth.from),
        };
        let is_visible = self
            .cards_in(wire)
            .iter()
            .all(|card| branch.contains(card) || self.leaves(*card));
        is_free && is_ahead && is_between && is_direct && is_visible
    }

    /// Whether a card belongs to a tree that goes beyond all others: it only lies where it was for now.
    pub(super) fn leaves(&self, card: usize) -> bool {
        let mut separated = self.edited.separated.iter();
        separated.any(|top| self.branch(*top).contains(&card))
    }

    /// Seats a node that came between its children and their parent: in the middle if there is room for it, else in the row of its
    /// children, which move one level on.
    fn seat_between(&mut self, parent: Option<usize>, top: usize) {
        let children = self.children(top);
        let (Some(first), Some(last)) = (children.first(), children.last()) else {
            return;
        };
        let area = self.area(top);
        let depth = area.growth.to - area.growth.from;
        let starts = children.iter().map(|child| self.area(*child).growth.from);
        let now = starts.fold(f32::INFINITY, f32::min);
        let Some(former) = self.edited.between.get(&top).copied() else {
            return;
        };
        let free = parent.map(|parent| former - self.area(parent).growth.to);
        let (own, row) = match free {
            Some(free) if free >= depth + 2.0 * BETWEEN_GAP => {
                (former - free + (free - depth) / 2.0, former)
            }
            None if (now - former).abs() < 1.0 => (former - LEVEL_GAPS.0 - depth, former),
            _ => (former, former + depth + LEVEL_GAPS.0),
        };
        let middle = f32::midpoint(self.area(*first).middle(), self.area(*last).middle());
        for child in children {
            let by = Offset::growth((row - now).round());
            self.displace(self.branch(child), by);
        }
        let offset = Offset {
            along: (middle - area.middle()).round(),
            growth: (own - area.growth.from).round(),
        };
        self.displace(top..top + 1, offset);
    }

    /// Moves siblings apart around the new ones, and centers all of them below their parent.
    fn spread(&mut self, parent: usize, children: &[usize], arrived: &[usize]) {
        let is_arrived = |child: &&usize| arrived.binary_search(child).is_ok();
        let pivot = children.iter().position(|child| is_arrived(&child));
        let pivot = pivot.unwrap_or_default();
        for at in pivot + 1..children.len() {
            let apart = self.distance_apart(&children[pivot..at], children[at]);
            let distance = apart.max(self.distance_in_row(children[at - 1], children[at]));
            self.displace(self.branch(children[at]), Offset::along(distance));
        }
        for at in (0..pivot).rev() {
            let rest = self.branch(children[at + 1]).start..self.cards.branch_end(parent);
            let apart = self.overlap_before(self.branch(children[at]), rest);
            let distance = apart.max(self.distance_in_row(children[at], children[at + 1]));
            self.displace(self.branch(children[at]), Offset::along(-distance));
        }
        if let (Some(first), Some(last)) = (children.first(), children.last()) {
            let middle = f32::midpoint(self.area(*first).middle(), self.area(*last).middle());
            let by = (self.area(parent).middle() - middle).round();
            self.displace(parent + 1..self.cards.branch_end(parent), Offset::along(by));
        }
    }

    /// How far two siblings must move apart so that the first lies before the second one, in whatever rows they are.
    fn distance_in_row(&self, first: usize, second: usize) -> f32 {
        let (first, second) = (self.area(first).along, self.area(second).along);
        let gap = second.from - first.to;
        if gap < SIBLING_GAPS.1 {
            (SIBLING_GAPS.0 - gap).ceil()
        } else {
            0.0
        }
    }

    /// How far a sibling must move on to lie after these.
    fn distance_apart(&self, before: &[usize], sibling: usize) -> f32 {
        match (before.first(), before.last()) {
            (Some(first), Some(last)) => {
                self.overlap_before(*first..self.cards.branch_end(*last), self.branch(sibling))
            }
            _ => 0.0,
        }
    }

    /// By how much cards must move so that all of one range lie before those of another beside them.
    fn overlap_before(&self, before: Range<usize>, after: Range<usize>) -> f32 {
        let after: Vec<Area> = after.map(|card| self.area(card)).collect();
        let mut most = 0.0_f32;
        for card in before {
            let area = self.area(card);
            let row = area.expanded(0.0, GROWTH_GAPS.1).growth;
            let beside = after.iter().filter(|other| {
                let theirs = other.growth;
                row.from < theirs.to && theirs.from < row.to
            });
            for other in beside {
                let gap = other.along.from - area.along.to;
                if gap < SIBLING_GAPS.1 {
                    most = most.max((SIBLING_GAPS.0 - gap).ceil());
                }
            }
        }
        most
    }
}
