//! Siblings that take another order: each moves with all below it, so that they lie in the new order in the room in which they
//! lay in the old one. Knows extents only: which way siblings follow each other is for whoever asks.

use rustc_hash::FxHashMap;

/// How finely outlines are compared across the row, in canvas units.
const BAND: f32 = 12.0;
/// Siblings come no closer than this.
const LEAST_GAP: f32 = 12.0;

/// From where to where something reaches in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Its beginning.
    pub from: f32,
    /// Its end.
    pub to: f32,
}

impl Extent {
    /// From here to there.
    #[must_use]
    pub const fn new(from: f32, to: f32) -> Self {
        Self { from, to }
    }

    /// What encloses both.
    #[must_use]
    fn with(self, other: Self) -> Self {
        Self::new(self.from.min(other.from), self.to.max(other.to))
    }

    /// The bands that it touches.
    fn bands(self) -> std::ops::RangeInclusive<i32> {
        let (first, end) = ((self.from / BAND).floor(), (self.to / BAND).ceil());
        first as i32..=(end as i32).saturating_sub(1)
    }
}

/// A sibling with all below it.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its own card, along the row.
    own: Extent,
    /// How far it reaches along the row in each band across it.
    bands: FxHashMap<i32, Extent>,
}

impl Member {
    /// A sibling whose own card reaches so far along the row and across it.
    #[must_use]
    pub fn new(along: Extent, across: Extent) -> Self {
        let mut member = Self {
            own: along,
            bands: FxHashMap::default(),
        };
        member.add(along, across);
        member
    }

    /// Adds a card below it.
    pub fn add(&mut self, along: Extent, across: Extent) {
        for band in across.bands() {
            let here = self.bands.entry(band).or_insert(along);
            *here = here.with(along);
        }
    }

    /// The middle of its own card.
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

/// Siblings as they lie.
#[derive(Clone, Debug)]
pub struct Row {
    members: Vec<Member>,
    /// What is free between one and the next, in the order in which they lie.
    gaps: Vec<f32>,
    from: f32,
}

impl Row {
    /// Takes siblings in the order in which they run, wherever they lie.
    #[must_use]
    pub fn new(members: Vec<Member>) -> Self {
        let mut lying: Vec<&Member> = members.iter().collect();
        lying.sort_by(|a, b| a.middle().total_cmp(&b.middle()));
        let mut edge = Edge::default();
        let mut gaps = Vec::with_capacity(members.len());
        for member in lying {
            gaps.push(edge.distance_to(member).max(LEAST_GAP));
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

    /// The siblings, in the order in which they run.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// One of them lies elsewhere across the row from now on.
    pub fn move_across(&mut self, index: usize, by: f32) {
        if let Some(member) = self.members.get_mut(index) {
            member.move_across(by);
        }
    }

    /// Whether they lie in the order in which they run.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        let mut pairs = self.members.windows(2);
        pairs.all(|pair| pair[0].middle() < pair[1].middle())
    }

    /// How far each moves along the row so that they lie in a new order, which is a list of their places in the old one. The row
    /// begins where it began, and what was free between the first and the second stays free there, and so on.
    #[must_use]
    pub fn shifts(&self, order: &[usize]) -> Vec<f32> {
        let mut shifts = vec![0.0; self.members.len()];
        let mut edge = Edge::default();
        let mut begins = f32::INFINITY;
        let gaps = self
            .gaps
            .iter()
            .copied()
            .chain(std::iter::repeat(LEAST_GAP));
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

/// How far what lies already reaches along the row, in each band.
#[derive(Default)]
struct Edge {
    own: Option<f32>,
    bands: FxHashMap<i32, f32>,
}

impl Edge {
    /// What is free before a sibling; infinite for the first.
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

    /// A card with so many children of a width of 100 below it, beginning here.
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
    fn branches_of_different_breadths_swap_places_in_the_room_that_they_had() {
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
    fn a_branch_that_reached_below_its_neighbor_does_not_lie_over_the_next() {
        // The second has no children: those of the third reach below it.
        let row = Row::new(vec![branch(0.0, 1), branch(120.0, 0), branch(120.0, 3)]);
        for order in [[0, 2, 1], [2, 0, 1], [2, 1, 0], [1, 2, 0], [1, 0, 2]] {
            let shifts = row.shifts(&order);
            must_be_apart(&row, &shifts);
            let middle = |at: usize| row.members[at].middle() + shifts[at];
            assert!(middle(order[0]) < middle(order[1]) && middle(order[1]) < middle(order[2]));
        }
    }

    #[test]
    fn a_row_that_lay_in_another_order_lies_in_its_order_again() {
        let row = Row::new(vec![branch(120.0, 1), branch(0.0, 1)]);
        assert!(!row.is_in_order());
        assert_eq!(row.shifts(&[0, 1]), [-120.0, 120.0]);
    }

    #[test]
    fn what_lies_across_the_row_is_not_pushed_away() {
        let mut row = Row::new(vec![branch(0.0, 2), branch(240.0, 2)]);
        row.move_across(1, 400.0);
        let shifts = row.shifts(&[1, 0]);
        must_be_apart(&row, &shifts);
    }
}
