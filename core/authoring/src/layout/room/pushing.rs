//! Pushes whatever settled cards cover: neighboring branches as a whole, away from the one that grew.

use std::ops::Range;

use super::{Area, GROWTH_GAPS, Offset, Room, SIBLING_GAPS, TREE_GAP, is_centered};

/// The number of cards that are compared with their neighbors at once, by the area around them.
const CARDS_AT_ONCE: usize = 64;

/// A direction on the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Along siblings, to earlier or later ones.
    Back,
    Ahead,
    /// Towards parents or children.
    Up,
    Down,
}

impl Way {
    /// An offset of this length.
    fn by(self, distance: f32) -> Offset {
        match self {
            Self::Back => Offset::along(-distance),
            Self::Ahead => Offset::along(distance),
            Self::Up => Offset::growth(-distance),
            Self::Down => Offset::growth(distance),
        }
    }

    /// The opposite direction.
    fn opposite(self) -> Self {
        match self {
            Self::Back => Self::Ahead,
            Self::Ahead => Self::Back,
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }

    /// How far a card must move to leave another one behind.
    fn past(self, card: Area, other: Area) -> f32 {
        let distance = match self {
            Self::Back => card.along.to + SIBLING_GAPS.0 - other.along.from,
            Self::Ahead => other.along.to + SIBLING_GAPS.0 - card.along.from,
            Self::Up => card.growth.to + GROWTH_GAPS.0 - other.growth.from,
            Self::Down => other.growth.to + GROWTH_GAPS.0 - card.growth.from,
        };
        distance.ceil().max(1.0)
    }
}

impl Room<'_> {
    /// Pushes until nothing settled crowds another card, and lets parents follow their children.
    pub(super) fn push_all(&mut self) {
        loop {
            while let Some(range) = self.unsettling.pop() {
                self.push_neighbors(range);
            }
            let Some(parent) = self.families.pop_last() else {
                return;
            };
            self.follow_children(parent);
        }
    }

    /// Centers a parent over its children again if it was centered.
    fn follow_children(&mut self, parent: usize) {
        let children = self.children(parent);
        let (Some(first), Some(last)) = (children.first(), children.last()) else {
            return;
        };
        let (first, last) = (self.area(*first), self.area(*last));
        let area = self.area(parent);
        if self.settled.contains(parent)
            || is_centered(area, first, last)
            || !self.was_centered(parent)
        {
            return;
        }
        let apart = (f32::midpoint(first.middle(), last.middle()) - area.middle()).round();
        let way = if apart < 0.0 { Way::Back } else { Way::Ahead };
        let card = parent..parent + 1;
        self.displace(card.clone(), Offset::along(apart));
        // It stops before what is in its way, and does not pass it.
        let less = self.distance_to_free(&card, way.opposite(), Obstacles::Settled);
        if less <= apart.abs() {
            self.displace(card.clone(), way.opposite().by(less));
        } else {
            let more = self.distance_to_free(&card, way, Obstacles::Settled);
            self.displace(card.clone(), way.by(more));
        }
        self.settle(card);
        self.push_siblings_on(parent, way);
    }

    /// Pushes away what the cards of a settled range crowd.
    fn push_neighbors(&mut self, range: Range<usize>) {
        let mut from = range.start;
        while from < range.end {
            let few = from..range.end.min(from + CARDS_AT_ONCE);
            from = few.end;
            let around = few.clone().map(|card| self.area(card));
            let Some(around) = around.reduce(Area::with) else {
                continue;
            };
            let around = around.expanded(SIBLING_GAPS.1, GROWTH_GAPS.1);
            let mut others = self.cards_in(around);
            others.retain(|other| !self.settled.contains(*other) && !self.leaves(*other));
            if others.is_empty() {
                continue;
            }
            for card in few {
                let area = self.area(card);
                for other in &others {
                    let is_free = self.settled.contains(*other);
                    if !is_free && area.crowds(self.area(*other)) {
                        self.push(card, *other);
                    }
                }
            }
        }
    }

    /// Pushes a card away from a settled one: with the largest branch around it in which nothing is settled.
    fn push(&mut self, settled: usize, other: usize) {
        let way = self.way_from(settled, other);
        let mut unit = self.branch(other);
        if way == Way::Up || self.settled.any_in(unit.clone()) {
            unit = other..other + 1;
        } else {
            while let Some(parent) = self.cards.parent(unit.start) {
                let larger = self.branch(parent);
                if self.settled.any_in(larger.clone()) {
                    break;
                }
                unit = larger;
            }
        }
        let distance = self.distance_to_free(&unit, way, Obstacles::Settled);
        let top = unit.start;
        self.displace(unit.clone(), way.by(distance));
        self.settle(unit);
        self.push_siblings_on(top, way);
    }

    /// Pushes the siblings on that a settled branch would pass along their row, so that they keep their order.
    pub(super) fn push_siblings_on(&mut self, mut top: usize, way: Way) {
        let Some(parent) = self.cards.parent(top) else {
            return;
        };
        let mut beyond = self.children(parent);
        match way {
            Way::Ahead => beyond.retain(|sibling| *sibling > top),
            Way::Back => {
                beyond.retain(|sibling| *sibling < top);
                beyond.reverse();
            }
            Way::Up | Way::Down => return,
        }
        for sibling in beyond {
            let (before, after) = (top.min(sibling), top.max(sibling));
            if !self.lay_in_order(before, after) {
                continue;
            }
            let branch = self.branch(sibling);
            let (own, other) = (self.area(top), self.area(sibling));
            let is_beyond = match way {
                Way::Ahead => other.along.from >= own.along.to,
                _ => other.along.to <= own.along.from,
            };
            if is_beyond || self.settled.any_in(branch.clone()) {
                continue;
            }
            let distance = way.past(other, own);
            self.displace(branch.clone(), way.by(distance));
            let more = self.distance_to_free(&branch, way, Obstacles::Settled);
            self.displace(branch.clone(), way.by(more));
            self.settle(branch);
            top = sibling;
        }
    }

    /// The direction in which a card leaves a settled one.
    fn way_from(&self, settled: usize, other: usize) -> Way {
        if self.branch(settled).contains(&other) {
            return Way::Down;
        }
        if self.branch(other).contains(&settled) {
            return Way::Up;
        }
        let (mut near, mut far) = (settled, other);
        while let Some(parent) = self.cards.parent(near)
            && !self.branch(parent).contains(&other)
        {
            near = parent;
        }
        while let Some(parent) = self.cards.parent(far)
            && !self.branch(parent).contains(&settled)
        {
            far = parent;
        }
        if let Some(parent) = self.cards.parent(far)
            && far > near
            && super::seats::may_be_stack(self.cards, near, far)
            && super::seats::is_stack(self.cards, parent, &self.children(parent))
        {
            return Way::Down;
        }
        let apart = self.area(far).middle() - self.area(near).middle();
        let is_after = if apart.abs() < 1.0 {
            far > near
        } else {
            apart > 0.0
        };
        if is_after { Way::Ahead } else { Way::Back }
    }

    /// Whether siblings lay in a row in their order before the edit; so does one that is new.
    fn lay_in_order(&self, before: usize, after: usize) -> bool {
        let is_new = |card: usize| self.edited.arrived.contains(&card);
        let (first, second) = (self.cards.area(before), self.cards.area(after));
        is_new(before) || is_new(after) || first.middle() < second.middle()
    }

    /// How far a unit must move in a direction until it crowds none of these.
    pub(super) fn distance_to_free(
        &self,
        unit: &Range<usize>,
        way: Way,
        obstacles: Obstacles,
    ) -> f32 {
        let mut distance = 0.0;
        loop {
            let more = self.crowding(unit, way, distance, obstacles);
            if more <= 0.0 {
                return distance;
            }
            distance += more;
        }
    }

    /// How much farther a unit must move past what it crowds after this distance; zero if it crowds nothing.
    fn crowding(&self, unit: &Range<usize>, way: Way, distance: f32, obstacles: Obstacles) -> f32 {
        if obstacles == Obstacles::Settled && self.settled.is_empty() {
            return 0.0;
        }
        let (mut most, mut from) = (0.0_f32, unit.start);
        while from < unit.end {
            let few = from..unit.end.min(from + CARDS_AT_ONCE);
            from = few.end;
            let areas = few.map(|card| self.area(card).moved(way.by(distance)));
            let areas: Vec<Area> = areas.collect();
            let Some(around) = areas.iter().copied().reduce(Area::with) else {
                continue;
            };
            let around = around.expanded(SIBLING_GAPS.1, GROWTH_GAPS.1);
            let mut others = self.cards_in(around);
            others.retain(|other| {
                let is_obstacle = obstacles == Obstacles::All || self.settled.contains(*other);
                is_obstacle && !unit.contains(other)
            });
            for other in others {
                let other = self.area(other);
                let crowded = areas.iter().filter(|area| area.crowds(other));
                most = crowded.fold(most, |most, area| most.max(way.past(*area, other)));
            }
        }
        most
    }

    /// Settles the cards that keep their places, one by one: a card on a settled one moves on with its branch.
    pub(super) fn settle_each(&mut self, range: Range<usize>) {
        for card in range.clone() {
            let own = card..card + 1;
            if self.crowding(&own, Way::Ahead, 0.0, Obstacles::Settled) > 0.0 {
                self.free_one(card, range.end);
            }
            self.settled.insert(own);
        }
        self.unsettling.push(range);
    }

    /// Moves a card of which nothing below is settled, with its branch, past settled ones.
    fn free_one(&mut self, card: usize, end: usize) {
        let way = if self.edited.gives_way_in_growth {
            Way::Down
        } else {
            Way::Ahead
        };
        let distance = self.distance_to_free(&(card..card + 1), way, Obstacles::Settled);
        let branch = card..self.cards.branch_end(card).min(end);
        self.displace(branch, way.by(distance));
    }

    pub(super) fn settle_placed(&mut self) {
        let mut placed = self.edited.placed.clone();
        placed.sort_unstable();
        placed.dedup();
        if placed.len() == self.cards.count() {
            // Everything moved together.
            return;
        }
        let mut at = 0;
        while at < placed.len() {
            let start = placed[at];
            let run = placed[at..].iter().enumerate();
            let len = run.take_while(|(i, card)| **card == start + i).count();
            at += len;
            self.settle_each(start..start + len);
        }
    }

    /// Moves separated trees beyond all others.
    pub(super) fn separate_trees(&mut self) {
        for tree in &self.edited.separated {
            let tree = self.branch(*tree);
            let own = tree.clone().map(|card| self.area(card)).reduce(Area::with);
            let others = (0..self.cards.count()).filter(|card| !tree.contains(card));
            let others = others.map(|card| self.area(card)).reduce(Area::with);
            let (Some(own), Some(others)) = (own, others) else {
                continue;
            };
            let row = if tree.start == 0 { tree.end } else { 0 };
            let offset = Offset {
                along: (others.along.to + TREE_GAP - own.along.from).round(),
                growth: (self.area(row).growth.from - self.area(tree.start).growth.from).round(),
            };
            self.displace(tree.clone(), offset);
            self.settle_each(tree);
        }
    }

    /// Moves new trees the shortest way to a place where they cover nothing.
    pub(super) fn yield_trees(&mut self) {
        for tree in &self.edited.yielding {
            let tree = self.branch(*tree);
            let ways = [Way::Ahead, Way::Down, Way::Back, Way::Up];
            let ways = ways.map(|way| (way, self.distance_to_free(&tree, way, Obstacles::All)));
            let nearest = ways.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((way, distance)) = nearest {
                self.displace(tree.clone(), way.by(distance));
            }
            self.settle_each(tree);
        }
    }
}

/// What a unit must not crowd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacles {
    Settled,
    All,
}
