//! The documents of the editor that differ from what an attached game runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{AttachedGame, TreeDifference};
use crate::workspace::open_document::DocumentId;

/// The document with its run revision, and the program with which it was compared, by path in the game.
pub(super) type Compared = BTreeMap<Arc<str>, (DocumentId, u64, u32)>;

impl AttachedGame {
    /// Returns the documents that differ from what it runs.
    pub fn differences(&self) -> &[TreeDifference] {
        &self.differences
    }

    /// Returns in what the document for this path in the game differs.
    pub fn difference(&self, path: &str) -> Option<&TreeDifference> {
        self.differences.iter().find(|known| &*known.path == path)
    }

    /// Replaces what is known of this path in the game.
    pub fn note_difference(&mut self, path: &str, difference: Option<TreeDifference>) {
        self.differences.retain(|known| &*known.path != path);
        self.differences.extend(difference);
    }

    /// Returns whether a document in this state is to be compared with a program, because something else was compared last.
    pub fn needs_comparison(&mut self, path: &Arc<str>, of: (DocumentId, u64, u32)) -> bool {
        self.compared.insert(path.clone(), of) != Some(of)
    }

    /// Returns the agent that is to be shown because it runs another program by now.
    pub fn take_wanted_with_other(&mut self) -> Option<u64> {
        let agents = self.seen.agents();
        let has_come = |(agent, before): &mut (u64, u32)| {
            let known = agents.get(agent);
            known.is_some_and(|known| known.program != *before)
        };
        let wanted = self.wanted_with_other.take_if(has_come);
        wanted.map(|(agent, _)| agent)
    }

    /// Returns the path in the game of the tree that a document shows, or for which it is meant.
    pub(super) fn path_of(&self, document: DocumentId) -> Option<Arc<str>> {
        let shown = self.shown.iter().find(|tree| tree.document == document);
        let differs = || self.differences.iter().find(|known| known.own == document);
        let path = shown.map(|tree| &tree.path);
        path.or_else(|| differs().map(|known| &known.path)).cloned()
    }
}
