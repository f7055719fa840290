//! The contour of a laid out subtree: its extent to both sides at each depth.

/// The lowest and highest occupied coordinate of each depth, relative to the subtree's own origin.
///
/// Rows are stored deepest first, so that adding a parent on top is cheap, and all share one shift. Joining two contours visits
/// only the rows that both have and reuses the deeper one, so a whole layout takes linear time.
pub(super) struct Contour {
    shift: f32,
    rows: Vec<(f32, f32)>,
}

impl Contour {
    /// Returns the contour of a single card, centered on the origin.
    pub fn of_leaf(half: f32) -> Self {
        Self {
            shift: 0.0,
            rows: vec![(-half, half)],
        }
    }

    /// Returns the contour of a block of the same breadth at each of `rows` depths, centered on the origin.
    pub fn of_block(half: f32, rows: usize) -> Self {
        Self {
            shift: 0.0,
            rows: vec![(-half, half); rows],
        }
    }

    /// Puts `right` next to this contour, as close as the gap allows. Returns both as one, and how far `right` was shifted.
    pub fn join(mut self, mut right: Self, gap: f32) -> (Self, f32) {
        let (ours, theirs) = (self.rows.len(), right.rows.len());
        let common = ours.min(theirs);
        let mut shift = f32::MIN;
        for depth in 1..=common {
            let edge = self.rows[ours - depth].1 + self.shift;
            let next = right.rows[theirs - depth].0 + right.shift;
            shift = shift.max(edge - next + gap);
        }
        right.shift += shift;
        if ours >= theirs {
            for depth in 1..=common {
                self.rows[ours - depth].1 = right.rows[theirs - depth].1 + right.shift - self.shift;
            }
            (self, shift)
        } else {
            for depth in 1..=common {
                right.rows[theirs - depth].0 = self.rows[ours - depth].0 + self.shift - right.shift;
            }
            (right, shift)
        }
    }

    /// Puts this contour below a parent's card that is centered at `middle`, which becomes the origin.
    pub fn under(mut self, half: f32, middle: f32) -> Self {
        self.shift -= middle;
        self.rows.push((-half - self.shift, half - self.shift));
        self
    }
}
