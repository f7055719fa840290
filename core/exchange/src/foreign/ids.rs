//! Ids for the nodes of a file: their own where possible. Knows no format.

use rustc_hash::FxHashSet;
use treewright_core::format::FormatError;
use treewright_core::ids::NodeId;
use treewright_core::model::NodeMap;

use super::ForeignFault;
use super::{Json, MAX_NAME};

/// The ids that are free in a file: `n1`, `n2` and so on, except those that it contains itself.
pub(crate) struct FreeIds<'n> {
    given: FxHashSet<&'n str>,
    last: u64,
}

impl<'n> FreeIds<'n> {
    /// Returns the free ids of a file that contains these ids.
    pub(crate) fn avoiding(given: impl IntoIterator<Item = &'n str>) -> Self {
        Self {
            given: given.into_iter().collect(),
            last: 0,
        }
    }

    /// Returns the next free id.
    pub(crate) fn next(&mut self) -> NodeId {
        loop {
            self.last += 1;
            let id = format!("n{}", self.last);
            if !self.given.contains(&*id) {
                return NodeId::new(id);
            }
        }
    }

    /// Returns the id of a node with this one in its file, given the nodes that were read before; and whether one of
    /// these has it already.
    pub(crate) fn of(&mut self, own: &str, before: &NodeMap) -> (NodeId, bool) {
        let is_taken = before.contains_key(own);
        if own.is_empty() || is_taken {
            return (self.next(), is_taken);
        }
        (own.into(), false)
    }
}

/// Refuses names of a node that are too long to be kept.
pub(crate) fn check_names(of: Json<'_>, names: [&str; 2]) -> Result<(), FormatError> {
    if names.iter().any(|name| name.len() > MAX_NAME) {
        return Err(of.wrong(ForeignFault::LongName { most: MAX_NAME }));
    }
    Ok(())
}
