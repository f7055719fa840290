//! Navigation history: the visited places, to go back and forward as in a web browser. Does not know what a place is.

use treewright_core::ids::NodeId;

use super::open_document::DocumentId;

/// How many places are remembered.
const MAX_PLACES: usize = 100;

/// A Subtree node through which the user navigated into the tree that it runs.
#[derive(Clone, Debug, PartialEq)]
pub struct SubtreeEntry {
    pub document: DocumentId,
    pub node: NodeId,
    /// The document of the tree.
    pub into: DocumentId,
    /// The top node of the tree.
    pub top: NodeId,
}

/// The places before and after the current one, which is not stored.
#[derive(Clone, Debug)]
pub struct NavigationHistory<P> {
    behind: Vec<P>,
    ahead: Vec<P>,
}

impl<P> Default for NavigationHistory<P> {
    fn default() -> Self {
        Self {
            behind: Vec::new(),
            ahead: Vec::new(),
        }
    }
}

impl<P> NavigationHistory<P> {
    /// Records a move away from this place.
    pub fn left(&mut self, place: P) {
        self.ahead.clear();
        self.behind.push(place);
        if self.behind.len() > MAX_PLACES {
            self.behind.remove(0);
        }
    }

    /// Moves back, away from the place `from`.
    pub fn back(&mut self, from: P) -> Option<P> {
        let to = self.behind.pop()?;
        self.ahead.push(from);
        Some(to)
    }

    /// Moves forward again, away from the place `from`.
    pub fn forward(&mut self, from: P) -> Option<P> {
        let to = self.ahead.pop()?;
        self.behind.push(from);
        Some(to)
    }

    pub fn can_go_back(&self) -> bool {
        !self.behind.is_empty()
    }

    pub fn can_go_forward(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Removes places that no longer exist.
    pub fn retain(&mut self, mut there: impl FnMut(&P) -> bool) {
        self.behind.retain(&mut there);
        self.ahead.retain(there);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_and_forward_lead_to_the_same_places() {
        let mut trail = NavigationHistory::default();
        trail.left("a");
        trail.left("b");
        assert_eq!(trail.back("c"), Some("b"));
        assert_eq!(trail.back("b"), Some("a"));
        assert_eq!(trail.back("a"), None);
        assert_eq!(trail.forward("a"), Some("b"));
        assert_eq!(trail.forward("b"), Some("c"));
        assert_eq!(trail.forward("c"), None);
    }

    #[test]
    fn a_new_move_after_going_back_clears_the_forward_places() {
        let mut trail = NavigationHistory::default();
        trail.left("a");
        trail.back("b");
        trail.left("a");
        assert!(!trail.can_go_forward());
        assert!(trail.can_go_back());
        trail.retain(|place| *place != "a");
        assert!(!trail.can_go_back());
    }

    #[test]
    fn the_oldest_places_are_removed() {
        let mut trail = NavigationHistory::default();
        for place in 0..=MAX_PLACES {
            trail.left(place);
        }
        let mut last = None;
        while let Some(place) = trail.back(0) {
            last = Some(place);
        }
        assert_eq!(last, Some(1));
    }
}
