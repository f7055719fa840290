//! The outline of a laid-out subtree: how far it reaches to either side at each depth.

/// For each depth the lowest and highest place that is taken, relative to the subtree's own origin.
///
/// Rows are kept deepest first, so that a parent can be put on top cheaply, and all share one shift. Joining two contours walks only the
/// rows that both have and keeps the deeper one, so a whole layout takes linear time.
pub(super) struct Contour {
    shift: f32,
    rows: Vec<(f32, f32)>,
}

impl Contour {
    /// A card alone, centered on the origin.
    pub fn of_leaf(half: f32) -> Self {
        Self {
            shift: 0.0,
            rows: vec![(-half, half)],
        }
    }

    /// Something as broad at each of so many depths, centered on the origin.
    pub fn of_block(half: f32, rows: usize) -> Self {
        Self {
            shift: 0.0,
            rows: vec![(-half, half); rows],
        }
    }

    /// Puts `right` beside this one, as close as the gap allows. Returns both as one, and how far `right` was shifted.
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

    /// This contour below a parent's card that is centered at `middle`, which becomes the origin.
    pub fn under(mut self, half: f32, middle: f32) -> Self {
        self.shift -= middle;
        self.rows.push((-half - self.shift, half - self.shift));
        self
    }
}
