//! Positions of nodes in files of tools whose trees grow to the right: in this program, trees grow down. Turning a tree
//! keeps the order of siblings and the depth; the direction of the original is detected from the positions themselves.

use treewright_core::geometry::Position;

/// The conversion of a file's positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PositionMapping {
    /// Whether the tree grows to the right in the file.
    pub to_the_right: bool,
    /// The factor for distances between siblings.
    pub siblings: f64,
    /// The factor for distances between levels.
    pub levels: f64,
    /// The offset here, so that several trees do not overlap.
    pub shift: (f64, f64),
}

impl PositionMapping {
    /// Returns a turn with factors for distances between siblings and levels, for trees that grow to the right; others
    /// stay unchanged.
    pub(crate) fn of(to_the_right: bool, by: (f64, f64), shift: (f64, f64)) -> Self {
        let (siblings, levels) = if to_the_right { by } else { (1.0, 1.0) };
        Self {
            to_the_right,
            siblings,
            levels,
            shift,
        }
    }

    /// Returns whether children are further to the right of their parents than below them, summed over all connections.
    pub(crate) fn grows_to_the_right(
        links: impl Iterator<Item = ((f64, f64), (f64, f64))>,
    ) -> bool {
        let sums = links.fold((0.0, 0.0), |(right, down), (parent, child)| {
            (right + (child.0 - parent.0), down + (child.1 - parent.1))
        });
        sums.0 >= sums.1
    }

    /// Converts a position in the file to one in the document.
    pub(crate) fn to_document(self, (x, y): (f64, f64)) -> Position {
        let (across, along) = if self.to_the_right { (y, x) } else { (x, y) };
        let round = |number: f64| number.round().clamp(-1e9, 1e9) as i32;
        Position::new(
            round(across * self.siblings + self.shift.0),
            round(along * self.levels + self.shift.1),
        )
    }

    /// Converts a position in the document to one in the file.
    pub(crate) fn to_file(self, position: Position) -> (f64, f64) {
        let across = (f64::from(position.x) - self.shift.0) / self.siblings;
        let along = (f64::from(position.y) - self.shift.1) / self.levels;
        if self.to_the_right {
            (along, across)
        } else {
            (across, along)
        }
    }
}

/// Returns whether the nodes of a file have positions: not if none has one, and not if several all have the same.
pub(crate) fn are_placed(mut places: impl Iterator<Item = Option<(f64, f64)>>) -> bool {
    let Some(first) = places.next() else {
        return false;
    };
    let mut is_alone = true;
    for place in places {
        is_alone = false;
        if place != first {
            return true;
        }
    }
    is_alone && first.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_unless_all_are_equal() {
        let (here, there) = (Some((1.0, 2.0)), Some((3.0, 4.0)));
        for (places, expected) in [
            (vec![], false),
            (vec![None], false),
            (vec![here], true),
            (vec![here, here], false),
            (vec![None, None], false),
            (vec![here, there], true),
            (vec![None, None, here], true),
        ] {
            assert_eq!(are_placed(places.iter().copied()), expected, "{places:?}");
        }
    }

    #[test]
    fn a_position_is_converted_both_ways() {
        let turn = PositionMapping {
            to_the_right: true,
            siblings: 3.0,
            levels: 0.5,
            shift: (10.0, 20.0),
        };
        assert_eq!(turn.to_document((200.0, -60.0)), Position::new(-170, 120));
        assert_eq!(turn.to_file(Position::new(-170, 120)), (200.0, -60.0));
        assert!(PositionMapping::grows_to_the_right(
            [((0.0, 0.0), (200.0, -60.0)), ((0.0, 0.0), (200.0, 60.0))].into_iter()
        ));
        assert!(!PositionMapping::grows_to_the_right(
            [((0.0, 0.0), (-60.0, 200.0))].into_iter()
        ));
        let expected = Position::new(-1_000_000_000, 1_000_000_000);
        assert_eq!(turn.to_document((f64::MAX, f64::MIN)), expected);
    }
}
