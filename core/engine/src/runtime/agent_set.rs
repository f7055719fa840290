//! A set of a manager's trees. Knows nothing about what is done with them.

use super::tree_manager::AgentId;

/// A set of trees, such as those that a tool watches.
///
/// ```
/// use treewright_core::runtime::{AgentId, AgentSet};
///
/// let mut watched = AgentSet::new();
/// assert!(watched.insert(AgentId(7)));
/// assert!(!watched.insert(AgentId(7)), "it is in the set already");
/// assert!(watched.contains(AgentId(7)) && !watched.contains(AgentId(8)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentSet {
    /// In ascending order, which is the order in which a manager ticks its trees.
    ids: Vec<AgentId>,
}

impl AgentSet {
    /// Creates an empty set.
    pub const fn new() -> Self {
        Self { ids: Vec::new() }
    }

    /// Adds a tree. Returns false if it is in the set already.
    pub fn insert(&mut self, agent: AgentId) -> bool {
        let place = self.ids.binary_search(&agent);
        if let Err(place) = place {
            self.ids.insert(place, agent);
        }
        place.is_err()
    }

    /// Removes a tree. Returns whether it was in the set.
    pub fn remove(&mut self, agent: AgentId) -> bool {
        let place = self.ids.binary_search(&agent);
        if let Ok(place) = place {
            self.ids.remove(place);
        }
        place.is_ok()
    }

    /// Removes all trees.
    pub fn clear(&mut self) {
        self.ids.clear();
    }

    /// Returns whether a tree is in the set.
    pub fn contains(&self, agent: AgentId) -> bool {
        self.ids.binary_search(&agent).is_ok()
    }

    /// Returns the number of trees.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns whether there are no trees in the set.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Iterates over the trees in the order in which a manager ticks them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = AgentId> {
        self.ids.iter().copied()
    }

    /// Returns a cursor before the first tree.
    pub(super) fn cursor(&self) -> AgentCursor<'_> {
        let mut cursor = AgentCursor {
            next: None,
            later: &self.ids,
        };
        cursor.advance();
        cursor
    }
}

impl FromIterator<AgentId> for AgentSet {
    fn from_iter<I: IntoIterator<Item = AgentId>>(agents: I) -> Self {
        let mut ids: Vec<_> = agents.into_iter().collect();
        ids.sort_unstable();
        ids.dedup();
        Self { ids }
    }
}

impl Extend<AgentId> for AgentSet {
    fn extend<I: IntoIterator<Item = AgentId>>(&mut self, agents: I) {
        for agent in agents {
            self.insert(agent);
        }
    }
}

/// Tells of trees in ascending order whether they are in a set, without searching for each.
#[derive(Clone, Debug)]
pub(super) struct AgentCursor<'s> {
    /// The next tree of the set. In front of the list, so that a tree that is not in the set takes one comparison.
    next: Option<AgentId>,
    later: &'s [AgentId],
}

impl AgentCursor<'_> {
    /// Returns whether the set has this tree, which must not be before those of earlier calls.
    #[inline]
    pub fn reaches(&mut self, agent: AgentId) -> bool {
        while let Some(next) = self.next
            && next <= agent
        {
            if next == agent {
                return true;
            }
            self.advance();
        }
        false
    }

    fn advance(&mut self) {
        let (next, later) = self.later.split_at(self.later.len().min(1));
        self.next = next.first().copied();
        self.later = later;
    }
}
