//! Level of detail: how much of each card is drawn, depending on the zoom and the number of visible cards. Knows nothing about painting.

/// How much of a card is drawn, from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LevelOfDetail {
    /// A colored rectangle: category, or status while running.
    Block,
    /// Stripe, icon and a large title.
    Title,
    /// Everything: title, settings, badges, ports and order numbers.
    Full,
}

/// Below this zoom, the second line and the letters of badges are illegible.
const FULL_ZOOM: f32 = 0.62;
/// Below this zoom, even a large title is illegible.
pub const TITLE_ZOOM: f32 = 0.28;
/// More full cards than this would make frames slow.
const MAX_FULL: usize = 350;
/// More titles than this would make frames slow.
const MAX_TITLES: usize = 900;

impl LevelOfDetail {
    /// The level for this zoom with this number of visible cards.
    pub fn of(zoom: f32, visible: usize) -> Self {
        if zoom >= FULL_ZOOM && visible <= MAX_FULL {
            Self::Full
        } else if zoom >= TITLE_ZOOM && visible <= MAX_TITLES {
            Self::Title
        } else {
            Self::Block
        }
    }

    /// Whether ports are large enough to be clicked.
    pub fn has_ports(self) -> bool {
        self != Self::Block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detail_drops_with_zoom_and_card_count() {
        assert_eq!(LevelOfDetail::of(1.0, 50), LevelOfDetail::Full);
        assert_eq!(LevelOfDetail::of(0.4, 50), LevelOfDetail::Title);
        assert_eq!(LevelOfDetail::of(0.1, 50), LevelOfDetail::Block);
        assert_eq!(LevelOfDetail::of(1.0, 600), LevelOfDetail::Title);
        assert_eq!(LevelOfDetail::of(1.0, 5000), LevelOfDetail::Block);
    }
}
