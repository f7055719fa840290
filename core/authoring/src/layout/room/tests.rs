//! Tests of making room: single edits of small families, and random ones of growing tables of cards.

use proptest::prelude::*;
use rustc_hash::FxHashSet;

use super::*;

/// A tree of cards that is edited at random, as the editor does it.
#[derive(Clone, Debug, Default)]
struct Table {
    /// In pre-order: parent, place.
    cards: Vec<(Option<usize>, Area)>,
}

impl Cards for Table {
    fn count(&self) -> usize {
        self.cards.len()
    }

    fn area(&self, card: usize) -> Area {
        self.cards[card].1
    }

    fn parent(&self, card: usize) -> Option<usize> {
        self.cards[card].0
    }

    fn branch_end(&self, card: usize) -> usize {
        let inside = |at: usize| {
            let mut above = Some(at);
            while let Some(here) = above.filter(|here| *here > card) {
                above = self.cards[here].0;
            }
            above == Some(card)
        };
        (card + 1..self.cards.len())
            .find(|at| !inside(*at))
            .unwrap_or(self.cards.len())
    }

    fn near(&self, area: Area) -> Vec<usize> {
        let all = 0..self.cards.len();
        all.filter(|card| self.area(*card).overlaps(area)).collect()
    }
}

fn area(along: f32, growth: f32, breadth: f32, depth: f32) -> Area {
    Area {
        along: Extent::new(along, along + breadth),
        growth: Extent::new(growth, growth + depth),
    }
}

/// An extent of this length, behind another one with this gap.
fn after(other: Extent, gap: f32, length: f32) -> Extent {
    Extent::new(other.to + gap, other.to + gap + length)
}

impl Table {
    fn overlaps(&self) -> Vec<(usize, usize)> {
        let all = 0..self.cards.len();
        let pairs = all.flat_map(|a| (a + 1..self.cards.len()).map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| self.area(*a).overlaps(self.area(*b)))
            .collect()
    }

    /// Inserts a card as the child of another at this index; the last one if there are fewer.
    fn insert(&mut self, parent: usize, index: usize, place: Area) -> usize {
        let (mut at, mut count) = (parent + 1, 0);
        let end = self.branch_end(parent);
        while at < end && count < index {
            at = self.branch_end(at);
            count += 1;
        }
        for (above, _) in &mut self.cards {
            if let Some(above) = above.as_mut().filter(|above| **above >= at) {
                *above += 1;
            }
        }
        self.cards.insert(at, (Some(parent), place));
        at
    }

    /// The middles of a card's children, in their order.
    fn middles(&self, parent: usize) -> Vec<f32> {
        let inside = parent + 1..self.branch_end(parent);
        let children = inside.filter(|at| self.cards[*at].0 == Some(parent));
        children.map(|at| self.area(at).middle()).collect()
    }

    fn make_room(&mut self, edited: &Edited) -> FxHashSet<usize> {
        let offsets = make_room(self, edited);
        for (card, by) in &offsets {
            self.cards[*card].1 = self.cards[*card].1.moved(*by);
        }
        offsets.into_iter().map(|(card, _)| card).collect()
    }

    fn add(&mut self, parent: usize, index: usize, size: (f32, f32)) -> usize {
        let centered = {
            let room = (self.branch_end(parent), parent);
            let children: Vec<usize> = (room.1 + 1..room.0)
                .filter(|at| self.cards[*at].0 == Some(parent))
                .collect();
            match (children.first(), children.last()) {
                (Some(first), Some(last)) => {
                    is_centered(self.area(parent), self.area(*first), self.area(*last))
                }
                _ => true,
            }
        };
        let from = self.area(parent);
        // Nobody chose this place.
        let place = area(from.along.from, from.growth.from, size.0, size.1);
        let card = self.insert(parent, index, place);
        self.make_room(&Edited {
            arrived: vec![card],
            were_centered: [(parent, centered)].into_iter().collect(),
            ..Edited::default()
        });
        card
    }
}

/// A root with children, built as a user builds it.
fn family(children: usize) -> Table {
    let mut table = Table {
        cards: vec![(None, area(0.0, 0.0, 112.0, 48.0))],
    };
    for index in 0..children {
        table.add(0, index, (112.0, 48.0));
    }
    table
}

#[test]
fn children_are_centered_below_their_parent() {
    for count in 1..6 {
        let table = family(count);
        let middle = table.area(0).middle();
        let (first, last) = (table.area(1).middle(), table.area(count).middle());
        assert!(
            (f32::midpoint(first, last) - middle).abs() <= 1.0,
            "{count}"
        );
        let row = Extent::new(96.0, 144.0);
        assert!((1..=count).all(|card| table.area(card).growth == row));
        assert_eq!(
            table.area(0),
            area(0.0, 0.0, 112.0, 48.0),
            "the parent stays"
        );
    }
}

#[test]
fn a_family_that_the_user_arranged_stays_where_it_is() {
    let mut table = family(2);
    for card in 1..3 {
        table.cards[card].1 = table.cards[card].1.moved(Offset::along(300.0));
    }
    let before = table.clone();
    table.add(0, 2, (112.0, 48.0));
    assert_eq!(table.cards[..3], before.cards[..]);
    assert_eq!(
        table.area(3).along,
        after(before.area(2).along, 16.0, 112.0)
    );
}

#[test]
fn a_first_child_that_the_user_put_elsewhere_moves_neither_itself_nor_its_parent() {
    let mut table = family(0);
    let parent = table.area(0);
    let place = area(500.0, 200.0, 112.0, 48.0);
    let child = table.insert(0, 0, place);
    table.make_room(&Edited {
        arrived: vec![child],
        were_centered: [(0, true)].into_iter().collect(),
        ..Edited::default()
    });
    assert_eq!([table.area(0), table.area(child)], [parent, place]);
}

#[test]
fn a_branch_that_moved_to_another_parent_does_not_stay_among_the_children_of_others() {
    let mut table = family(2);
    // Two children below each; then the last one below the second moves to the first.
    for parent in [1, 1, 4, 4] {
        table.add(parent, 9, (112.0, 48.0));
    }
    let (_, place) = table.cards.pop().unwrap();
    let moved = table.insert(1, 9, place);
    table.make_room(&Edited {
        arrived: vec![moved],
        were_centered: [(1, true)].into_iter().collect(),
        ..Edited::default()
    });
    let last = table.area(moved - 1).along;
    assert_eq!(table.area(moved).along, after(last, 16.0, 112.0));
    assert_eq!(table.overlaps(), []);
}

#[test]
fn the_wire_of_a_branch_that_moved_to_its_grandparent_does_not_run_behind_its_former_parent() {
    // The child lies below its former parent still.
    let mut table = Table {
        cards: vec![
            (None, area(100.0, 0.0, 80.0, 40.0)),
            (Some(0), area(0.0, 100.0, 80.0, 40.0)),
            (Some(0), area(0.0, 300.0, 80.0, 40.0)),
            (Some(0), area(200.0, 100.0, 80.0, 40.0)),
        ],
    };
    let moved = table.make_room(&Edited {
        arrived: vec![2],
        were_centered: FxHashMap::from_iter([(0, true)]),
        ..Edited::default()
    });
    assert!(moved.contains(&2));
    let (former, child) = (table.area(1), table.area(2));
    assert!(
        (child.growth.from - former.growth.from).abs() < 1.0,
        "in one row"
    );
    assert!(child.along.from > former.along.to, "{child:?}");
    assert!(table.overlaps().is_empty());
}

#[test]
fn what_is_pushed_does_not_pass_its_siblings() {
    let mut table = Table::default();
    let mut add = |parent: Option<usize>, along: f32, growth: f32| {
        table.cards.push((parent, area(along, growth, 112.0, 48.0)));
        table.cards.len() - 1
    };
    // The parent is not in the middle. The second branch is broad below, and the last one is a single card.
    let root = add(None, 40.0, 0.0);
    let first = add(Some(root), -140.0, 96.0);
    add(Some(first), -140.0, 192.0);
    let second = add(Some(root), 60.0, 96.0);
    add(Some(second), -12.0, 192.0);
    add(Some(second), 132.0, 192.0);
    let last = add(Some(root), 188.0, 96.0);
    let new = table.add(first, 1, (400.0, 48.0));
    let after = |card: usize| if card >= new { card + 1 } else { card };
    let (second, last) = (table.area(after(second)), table.area(after(last)));
    assert!(second.along.to < last.along.from, "{second:?} {last:?}");
    assert_eq!(table.overlaps(), []);
}

#[test]
fn only_the_branches_beside_a_growing_one_move() {
    let mut table = family(3);
    let before = table.clone();
    // The middle one gets two children, which are as broad as both neighbors.
    table.add(2, 0, (112.0, 48.0));
    table.add(2, 1, (112.0, 48.0));
    for (now, then) in [(0, 0), (1, 1), (2, 2), (5, 3)] {
        assert_eq!(table.area(now), before.area(then), "nothing is in the way");
    }
    // The first one gets three: their row reaches those of the second.
    for index in 0..3 {
        table.add(1, index, (112.0, 48.0));
    }
    assert_eq!(table.overlaps(), []);
    assert_eq!(table.area(1), before.area(1), "what grew stays");
    assert!(table.area(5).along.from > before.area(2).along.from);
    let ends = (table.area(1).middle(), table.area(8).middle());
    let middle = f32::midpoint(ends.0, ends.1);
    assert!(
        (table.area(0).middle() - middle).abs() <= 1.0,
        "the parent follows"
    );
}

#[test]
fn cards_of_a_row_that_grow_together_keep_order_and_gaps() {
    let mut table = family(9);
    let gaps = |table: &Table| -> Vec<f32> {
        let areas: Vec<Area> = (1..10).map(|card| table.area(card)).collect();
        let pairs = areas.windows(2);
        pairs
            .map(|pair| pair[1].along.from - pair[0].along.to)
            .collect()
    };
    let before = gaps(&table);
    let grown: Vec<(usize, Area)> = [1, 3, 4, 6, 7, 9]
        .map(|card| (card, table.area(card)))
        .into();
    for (card, _) in &grown {
        table.cards[*card].1.along.to += 130.0;
    }
    table.make_room(&Edited {
        grown,
        were_centered: [(0, true)].into_iter().collect(),
        ..Edited::default()
    });
    let after = gaps(&table);
    let is_kept = before.iter().zip(&after).all(|(a, b)| (a - b).abs() <= 1.0);
    assert!(is_kept, "{before:?} {after:?}");
    assert!(
        (table.area(0).middle() - table.area(5).middle()).abs() < 2.0,
        "the parent stays over them"
    );
}

#[test]
fn a_taller_card_pushes_its_children_on() {
    let mut table = family(2);
    let former = table.area(0);
    table.cards[0].1.growth.to += 60.0;
    let edited = Edited {
        grown: vec![(0, former)],
        ..Edited::default()
    };
    table.make_room(&edited);
    let below = after(table.area(0).growth, 48.0, 48.0);
    assert_eq!(table.area(1).growth, below);
    assert_eq!(table.area(2).growth, below);
}

#[test]
fn a_node_on_a_wire_lies_centered_and_the_branch_below_one_level_on() {
    let mut table = family(1);
    table.add(1, 0, (160.0, 48.0));
    // A node of another width comes between the two lowest.
    let below = table.cards.pop().unwrap().1;
    table.cards.push((Some(1), area(500.0, 20.0, 200.0, 80.0)));
    table.cards.push((Some(2), below));
    let edited = Edited {
        arrived: vec![2],
        between: [(2, below.growth.from)].into_iter().collect(),
        were_centered: [(1, true)].into_iter().collect(),
        ..Edited::default()
    };
    table.make_room(&edited);
    let middles: Vec<f32> = (0..4).map(|card| table.area(card).middle()).collect();
    assert!(
        middles.iter().all(|m| (m - middles[0]).abs() <= 1.0),
        "{middles:?}"
    );
    let level = Extent::new(below.growth.from, below.growth.from + 80.0);
    assert_eq!(table.area(2).growth, level);
    assert_eq!(table.area(3).growth, after(level, 48.0, 48.0));
}

#[test]
fn separated_trees_lie_beyond_all_others() {
    let mut table = family(2);
    table.cards.push((None, table.area(1)));
    table.make_room(&Edited {
        separated: vec![3],
        ..Edited::default()
    });
    assert_eq!(
        table.area(3).along,
        after(table.area(2).along, TREE_GAP, 112.0)
    );
    assert_eq!(table.area(3).growth, table.area(0).growth);
}

#[derive(Clone, Debug)]
enum Gesture {
    Add(usize, usize, (f32, f32)),
    AddLoose((f32, f32)),
    Grow(usize, f32, f32),
    /// Every second card of these.
    GrowAll(usize, f32),
    Drag(usize, (f32, f32)),
    DragAlone(usize, (f32, f32)),
}

fn gesture() -> impl Strategy<Value = Gesture> {
    let size =
        || ((14_u8..28), (6_u8..20)).prop_map(|(w, h)| (f32::from(w) * 8.0, f32::from(h) * 8.0));
    let place = || (-600_i16..600, -300_i16..500).prop_map(|(x, y)| (f32::from(x), f32::from(y)));
    prop_oneof![
        6 => (any::<usize>(), 0_usize..5, size()).prop_map(|(p, i, s)| Gesture::Add(p, i, s)),
        1 => place().prop_map(Gesture::AddLoose),
        3 => (any::<usize>(), -80_i8..80, -60_i8..90)
            .prop_map(|(c, w, h)| Gesture::Grow(c, f32::from(w), f32::from(h))),
        1 => (any::<usize>(), -80_i8..80).prop_map(|(c, w)| Gesture::GrowAll(c, f32::from(w))),
        2 => (any::<usize>(), place()).prop_map(|(c, by)| Gesture::Drag(c, by)),
        1 => (any::<usize>(), place()).prop_map(|(c, by)| Gesture::DragAlone(c, by)),
    ]
}

#[test]
fn a_new_child_lies_in_its_place_in_the_order_whatever_the_rows_of_its_siblings() {
    for lowered in 1..4 {
        for index in 0..4 {
            let mut table = family(3);
            table.cards[lowered].1 = table.cards[lowered].1.moved(Offset::growth(130.0));
            table.add(0, index, (112.0, 48.0));
            let middles = table.middles(0);
            let in_order = middles.is_sorted_by(|a, b| a < b);
            assert!(
                in_order,
                "child {lowered} below, new at {index}: {middles:?}"
            );
            assert_eq!(table.overlaps(), []);
        }
    }
}

proptest! {
    #[test]
    fn no_card_is_ever_over_another(gestures in prop::collection::vec(gesture(), 1..60)) {
        let mut table = family(0);
        for gesture in gestures {
            let count = table.cards.len();
            match gesture {
                Gesture::Add(parent, index, size) => {
                    table.add(parent % count, index, size);
                }
                Gesture::AddLoose((along, growth)) => {
                    table.cards.push((None, area(along, growth, 128.0, 48.0)));
                    table.make_room(&Edited { yielding: vec![count], ..Edited::default() });
                }
                Gesture::Grow(card, breadth, depth) => {
                    let card = card % count;
                    let former = table.area(card);
                    let now = &mut table.cards[card].1;
                    now.along.to = (now.along.to + breadth).max(now.along.from + 112.0);
                    now.growth.to = (now.growth.to + depth).max(now.growth.from + 48.0);
                    table.make_room(&Edited { grown: vec![(card, former)], ..Edited::default() });
                }
                Gesture::GrowAll(from, breadth) => {
                    let some = (from % count..count).step_by(2);
                    let grown: Vec<(usize, Area)> = some.map(|card| (card, table.area(card))).collect();
                    for (card, _) in &grown {
                        let now = &mut table.cards[*card].1;
                        now.along.to = (now.along.to + breadth).max(now.along.from + 112.0);
                    }
                    table.make_room(&Edited { grown, ..Edited::default() });
                }
                Gesture::Drag(card, by) | Gesture::DragAlone(card, by) => {
                    let card = card % count;
                    let alone = matches!(gesture, Gesture::DragAlone(..));
                    let end = if alone { card + 1 } else { table.branch_end(card) };
                    let by = Offset { along: by.0, growth: by.1 };
                    for moved in card..end {
                        table.cards[moved].1 = table.cards[moved].1.moved(by);
                    }
                    let is_loose = card > 0 && table.cards[card].0.is_none() && !alone;
                    let (placed, yielding) = if is_loose {
                        (Vec::new(), vec![card])
                    } else {
                        ((card..end).collect(), Vec::new())
                    };
                    table.make_room(&Edited { placed, yielding, ..Edited::default() });
                }
            }
            prop_assert_eq!(table.overlaps(), vec![], "after {:?}", gesture);
        }
    }
}
