//! How much of each card is drawn, from the zoom and from how many cards are in view.
//! Knows nothing about painting.

/// How much of a card is drawn. From most to least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LevelOfDetail {
    /// A colored rectangle: category, or status while running.
    Block,
    /// Stripe, icon and a large title.
    Title,
    /// Everything: title, settings, badges, ports and order numbers.
    Full,
}

/// Below this zoom the second line and the badges' letters could not be read.
const FULL_ZOOM: f32 = 0.62;
/// Below this zoom not even a large title could be read.
pub const TITLE_ZOOM: f32 = 0.28;
/// More fully drawn cards than this would make a frame slow.
const MAX_FULL: usize = 350;
/// More titles than this would.
const MAX_TITLES: usize = 900;

impl LevelOfDetail {
    /// The level for this zoom with this many cards in view.
    pub fn of(zoom: f32, visible: usize) -> Self {
        if zoom >= FULL_ZOOM && visible <= MAX_FULL {
            Self::Full
        } else if zoom >= TITLE_ZOOM && visible <= MAX_TITLES {
            Self::Title
        } else {
            Self::Block
        }
    }

    /// Whether ports are large enough to be hit.
    pub fn has_ports(self) -> bool {
        self != Self::Block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_is_drawn_when_farther_away_or_when_there_is_more() {
        assert_eq!(LevelOfDetail::of(1.0, 50), LevelOfDetail::Full);
        assert_eq!(LevelOfDetail::of(0.4, 50), LevelOfDetail::Title);
        assert_eq!(LevelOfDetail::of(0.1, 50), LevelOfDetail::Block);
        assert_eq!(LevelOfDetail::of(1.0, 600), LevelOfDetail::Title);
        assert_eq!(LevelOfDetail::of(1.0, 5000), LevelOfDetail::Block);
    }
}
