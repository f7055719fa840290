//! How often each breakpoint has paused an attached game: whichever agent hit it, and once for a pause.

use std::collections::BTreeMap;
use std::sync::Arc;

use treewright_insight::breakpoint::Breakpoint;
use treewright_insight::breakpoints_json::ProjectBreakpoints;
use treewright_link::protocol::Hit;

use super::AttachedGame;

/// How often each breakpoint has paused a game since it was set.
#[derive(Default)]
pub(super) struct Pauses {
    /// By the path in the game of its document, and by its place in the list of that.
    counts: BTreeMap<(Arc<str>, usize), u64>,
    /// The frame and the reason of the last pause, which the game may tell more than once.
    last: Option<(u64, Hit)>,
    lists: BTreeMap<String, Vec<Breakpoint>>,
}

impl Pauses {
    /// Breakpoints of documents whose lists have changed are counted anew.
    pub fn set(&mut self, all: &ProjectBreakpoints) {
        let before = std::mem::replace(&mut self.lists, all.documents.clone());
        let has_changed = |path: &str| {
            let before = before.get(path);
            before.is_some() && before != all.documents.get(path)
        };
        self.counts.retain(|(path, _), _| !has_changed(path));
    }
}

impl AttachedGame {
    /// Counts the breakpoint that has paused it, if that was not told before.
    pub fn count_pause(&mut self) {
        let state = self.seen.state();
        let Some(hit) = state.because.clone() else {
            return;
        };
        let agent = self.seen.agents().get(&hit.agent);
        let program = agent.and_then(|agent| self.seen.programs().get(&agent.program));
        let pause = Some((state.frame, hit.clone()));
        let Some(program) = program.filter(|_| self.pauses.last != pause) else {
            return;
        };
        let path = program.message.document.clone();
        // The document has several paths, of which the game tells one; breakpoints of its subtrees are in other lists.
        let name = |path: &str| path.rsplit('/').next().map(ToOwned::to_owned);
        if name(&path) == name(&hit.document) {
            let count = self.pauses.counts.entry((path, hit.breakpoint));
            *count.or_default() += 1;
        }
        self.pauses.last = pause;
    }

    /// Returns how often each breakpoint in the document of an agent's tree has paused it, by their places in the list.
    pub(super) fn pauses_of(&self, agent: u64) -> BTreeMap<usize, u64> {
        let path = self.shown_of(agent).map(|shown| &shown.path);
        let counts = self.pauses.counts.iter();
        counts
            .filter(|((document, _), _)| Some(document) == path)
            .map(|((_, place), count)| (*place, *count))
            .collect()
    }
}
