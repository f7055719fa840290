//! Rearranges cards when siblings change their order: each sibling moves with its descendants, so that the new order fills the
//! room of the old one. Knows extents only; the caller chooses the axis of the row.

use rustc_hash::FxHashMap;

/// The height of the bands in which contours are compared across the row, in canvas units.
const BAND: f32 = 12.0;
/// The minimum gap between siblings, in canvas units.
const MIN_GAP: f32 = 12.0;

/// A range of coordinates along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The start of the range.
    pub from: f32,
    /// The end of the range.
    pub to: f32,
}

impl Extent {
    /// Creates a range.
    #[must_use]
    pub const fn new(from: f32, to: f32) -> Self {
        Self { from, to }
    }

    /// Returns the smallest range that contains both.
    #[must_use]
    pub(super) fn with(self, other: Self) -> Self {
        Self::new(self.from.min(other.from), self.to.max(other.to))
    }

    /// Returns the bands that it overlaps.
    fn bands(self) -> std::ops::RangeInclusive<i32> {
        let (first, end) = ((self.from / BAND).floor(), (self.to / BAND).ceil());
        first as i32..=(end as i32).saturating_sub(1)
    }
}

/// A sibling with its descendants.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its own card, along the row.
    own: Extent,
    /// Its extent along the row in each band across it.
    bands: FxHashMap<i32, Extent>,
}

impl Member {
    /// Creates a sibling whose own card has these extents along and across the row.
    #[must_use]
    pub fn new(along: Extent, across: Extent) -> Self {
        let mut member = Self {
            own: along,
            bands: FxHashMap::default(),
        };
        member.add(along, across);
        member
    }

    /// Adds the card of a descendant.
    pub fn add(&mut self, along: Extent, across: Extent) {
        for band in across.bands() {
            let here = self.bands.entry(band).or_insert(along);
            *here = here.with(along);
        }
    }

    /// Returns the middle of its own card along the row.
    #[must_use]
    pub fn middle(&self) -> f32 {
        f32::midpoint(self.own.from, self.own.to)
    }

    /// Moves it across the row.
    pub fn move_across(&mut self, by: f32) {
        let bands = std::mem::take(&mut self.bands);
        for (band, along) in bands {
            let from = band as f32 * BAND + by;
            self.add(along, Extent::new(from, from + BAND));
        }
    }

    fn from(&self) -> f32 {
        let bands = self.bands.values().map(|along| along.from);
        bands.fold(self.own.from, f32::min)
    }
}

/// Siblings with their current positions.
#[derive(Clone, Debug)]
pub struct Row {
    members: Vec<Member>,
    /// The free space between neighbors, in the order of their positions.
    gaps: Vec<f32>,
    from: f32,
}

impl Row {
    /// Creates a row of siblings in execution order, regardless of their positions.
    #[must_use]
    pub fn new(members: Vec<Member>) -> Self {
        let mut lying: Vec<&Member> = members.iter().collect();
        lying.sort_by(|a, b| a.middle().total_cmp(&b.middle()));
        let mut edge = Edge::default();
        let mut gaps = Vec::with_capacity(members.len());
        for member in lying {
            gaps.push(edge.distance_to(member).max(MIN_GAP));
            edge.put(member, 0.0);
        }
        let from = members.iter().map(Member::from);
        let from = from.fold(f32::INFINITY, f32::min);
        Self {
            members,
            gaps,
            from,
        }
    }

    /// Returns the siblings in execution order.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Moves one of them across the row.
    pub fn move_across(&mut self, index: usize, by: f32) {
        if let Some(member) = self.members.get_mut(index) {
            member.move_across(by);
        }
    }

    /// Returns whether the positions of the siblings follow their execution order.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        let mut pairs = self.members.windows(2);
        pairs.all(|pair| pair[0].middle() < pair[1].middle())
    }

    /// Returns how far each sibling must move along the row for a new order, given as a list of old indices. The row keeps its
    /// start, and the gap between the first and the second stays the same, and so on.
    #[must_use]
    pub fn shifts(&self, order: &[usize]) -> Vec<f32> {
        let mut shifts = vec![0.0; self.members.len()];
        let mut edge = Edge::default();
        let mut begins = f32::INFINITY;
        let gaps = self.gaps.iter().copied().chain(std::iter::repeat(MIN_GAP));
        for (index, gap) in order.iter().copied().zip(gaps) {
            let Some(member) = self.members.get(index) else {
                continue;
            };
            let distance = edge.distance_to(member);
            let shift = if distance.is_finite() {
                gap - distance
            } else {
                0.0
            };
            shifts[index] = shift;
            edge.put(member, shift);
            begins = begins.min(member.from() + shift);
        }
        for index in order {
            if let Some(shift) = shifts.get_mut(*index) {
                *shift = (*shift + self.from - begins).round();
            }
        }
        shifts
    }
}

/// How far the placed siblings reach along the row, in each band.
#[derive(Default)]
struct Edge {
    own: Option<f32>,
    bands: FxHashMap<i32, f32>,
}

impl Edge {
    /// Returns the free space before a sibling; infinite for the first.
    fn distance_to(&self, member: &Member) -> f32 {
        let own = self.own.map_or(f32::INFINITY, |to| member.own.from - to);
        let bands = member.bands.iter();
        let bands = bands.filter_map(|(band, along)| Some(along.from - self.bands.get(band)?));
        bands.fold(own, f32::min)
    }

    fn put(&mut self, member: &Member, shift: f32) {
        self.own = Some(member.own.to + shift);
        for (band, along) in &member.bands {
            let here = self.bands.entry(*band).or_insert(f32::NEG_INFINITY);
            *here = here.max(along.to + shift);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A card at `from` with `children` children of width 100 below it.
    fn branch(from: f32, children: usize) -> Member {
        let breadth = (children * 120) as f32 - 20.0;
        let middle = from + breadth.max(100.0) / 2.0;
        let own = Extent::new(middle - 50.0, middle + 50.0);
        let mut member = Member::new(own, Extent::new(0.0, 48.0));
        for child in 0..children {
            let from = from + (child * 120) as f32;
            member.add(Extent::new(from, from + 100.0), Extent::new(96.0, 144.0));
        }
        member
    }

    fn rest(member: &Member, shift: f32) -> Vec<(i32, f32, f32)> {
        let bands = member.bands.iter();
        bands
            .map(|(band, along)| (*band, along.from + shift, along.to + shift))
            .collect()
    }

    fn must_be_apart(row: &Row, shifts: &[f32]) {
        for (i, a) in row.members.iter().enumerate() {
            for (j, b) in row.members.iter().enumerate().skip(i + 1) {
                for (band, from, to) in rest(a, shifts[i]) {
                    for (_, other, end) in rest(b, shifts[j]).iter().filter(|it| it.0 == band) {
                        assert!(to <= *other || *end <= from, "{i} and {j} overlap");
                    }
                }
            }
        }
    }

    #[test]
    fn branches_of_different_breadths_swap_within_their_old_room() {
        let row = Row::new(vec![branch(0.0, 4), branch(480.0, 1), branch(600.0, 2)]);
        assert_eq!(
            row.shifts(&[0, 1, 2]),
            [0.0; 3],
            "the old order is as it was"
        );
        let shifts = row.shifts(&[1, 0, 2]);
        must_be_apart(&row, &shifts);
        assert!(shifts[1] < -400.0 && shifts[0] > 0.0, "{shifts:?}");
        assert!((shifts[2]).abs() < 1.0, "the last stays: {shifts:?}");
    }

    #[test]
    fn a_branch_that_reached_below_its_neighbor_does_not_overlap_the_next() {
        // The second has no children, so those of the third reach below it.
        let row = Row::new(vec![branch(0.0, 1), branch(120.0, 0), branch(120.0, 3)]);
        for order in [[0, 2, 1], [2, 0, 1], [2, 1, 0], [1, 2, 0], [1, 0, 2]] {
            let shifts = row.shifts(&order);
            must_be_apart(&row, &shifts);
            let middle = |at: usize| row.members[at].middle() + shifts[at];
            assert!(middle(order[0]) < middle(order[1]) && middle(order[1]) < middle(order[2]));
        }
    }

    #[test]
    fn a_row_out_of_order_is_sorted_again() {
        let row = Row::new(vec![branch(120.0, 1), branch(0.0, 1)]);
        assert!(!row.is_in_order());
        assert_eq!(row.shifts(&[0, 1]), [-120.0, 120.0]);
    }

    #[test]
    fn cards_in_other_bands_are_not_pushed_away() {
        let mut row = Row::new(vec![branch(0.0, 2), branch(240.0, 2)]);
        row.move_across(1, 400.0);
        let shifts = row.shifts(&[1, 0]);
        must_be_apart(&row, &shifts);
    }
}
