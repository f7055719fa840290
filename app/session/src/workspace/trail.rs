//! The places that somebody went to, one after the other, to go back and forward among them as in a browser of pages.
//! Knows nothing of what a place is.

use treewright_core::ids::NodeId;

use super::open_document::DocumentId;

/// The most places that are remembered.
const MAX_PLACES: usize = 100;

/// A node that runs a tree, by which somebody went into that tree.
#[derive(Clone, Debug, PartialEq)]
pub struct WayIn {
    /// The document of the node.
    pub document: DocumentId,
    /// The node.
    pub node: NodeId,
    /// The document of the tree.
    pub into: DocumentId,
    /// The top of the tree.
    pub top: NodeId,
}

/// Places behind and ahead of the present one, which whoever goes away from it says.
#[derive(Clone, Debug)]
pub struct Trail<P> {
    behind: Vec<P>,
    ahead: Vec<P>,
}

impl<P> Default for Trail<P> {
    fn default() -> Self {
        Self {
            behind: Vec::new(),
            ahead: Vec::new(),
        }
    }
}

impl<P> Trail<P> {
    /// Somebody went from this place to another one.
    pub fn left(&mut self, place: P) {
        self.ahead.clear();
        self.behind.push(place);
        if self.behind.len() > MAX_PLACES {
            self.behind.remove(0);
        }
    }

    /// The place before this one.
    pub fn back(&mut self, from: P) -> Option<P> {
        let to = self.behind.pop()?;
        self.ahead.push(from);
        Some(to)
    }

    /// The place to which somebody went from here before coming back.
    pub fn forward(&mut self, from: P) -> Option<P> {
        let to = self.ahead.pop()?;
        self.behind.push(from);
        Some(to)
    }

    /// Whether there is a place to go back to.
    pub fn can_go_back(&self) -> bool {
        !self.behind.is_empty()
    }

    /// Whether somebody came back and can go there again.
    pub fn can_go_forward(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Forgets places that are gone.
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
        let mut trail = Trail::default();
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
    fn whoever_goes_elsewhere_after_coming_back_forgets_what_lay_ahead() {
        let mut trail = Trail::default();
        trail.left("a");
        trail.back("b");
        trail.left("a");
        assert!(!trail.can_go_forward());
        assert!(trail.can_go_back());
        trail.retain(|place| *place != "a");
        assert!(!trail.can_go_back());
    }

    #[test]
    fn the_oldest_places_are_forgotten() {
        let mut trail = Trail::default();
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
