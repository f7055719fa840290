//! The states of a document that a game runs or ran, so that a change that is undone there is swapped back in the game.

use std::collections::VecDeque;

use treewright_session::host::files::Fingerprint;
use treewright_session::workspace::open_document::OpenDocument;

/// The largest document of which every state is compared.
const MOST_NODES: usize = 5_000;

/// The states of a document that its game runs or ran.
#[derive(Debug)]
pub(crate) struct SwappedStates {
    known: Vec<Fingerprint>,
    current: Fingerprint,
    /// What was sent and is not answered yet, in order; `None` if it is too large to be compared.
    sent: VecDeque<Option<Fingerprint>>,
    /// The state of the document that was compared last.
    revision: u64,
}

fn fingerprint(document: &OpenDocument) -> Option<Fingerprint> {
    let is_small = document.document().node_count() <= MOST_NODES;
    let text = is_small.then(|| document.write().ok()).flatten()?;
    Some(Fingerprint::of(text.as_bytes()))
}

impl SwappedStates {
    /// The game runs the document as it is now; `None` if the document is too large to be compared.
    pub fn new(document: &OpenDocument) -> Option<Self> {
        let current = fingerprint(document)?;
        Some(Self {
            known: vec![current],
            current,
            sent: VecDeque::new(),
            revision: document.run_revision(),
        })
    }

    /// The document was sent as it is now.
    pub fn note_sent(&mut self, document: &OpenDocument) {
        self.sent.push_back(fingerprint(document));
    }

    /// The game runs what was sent first of what is not answered yet, or has refused it.
    pub fn note_answer(&mut self, is_swapped: bool) {
        let answered = self.sent.pop_front().flatten();
        if let Some(now) = answered.filter(|_| is_swapped) {
            self.known.push(now);
            self.current = now;
        }
    }

    /// Returns whether the document has changed to another state that its game ran than what it runs, or has just got.
    pub fn has_returned(&mut self, document: &OpenDocument) -> bool {
        let revision = document.run_revision();
        let is_new = std::mem::replace(&mut self.revision, revision) != revision;
        let waits = self.sent.back().copied().flatten();
        if !is_new || self.known.len() < 2 && waits.is_none() {
            return false;
        }
        let last = waits.unwrap_or(self.current);
        let now = fingerprint(document).filter(|now| *now != last);
        now.is_some_and(|now| self.known.contains(&now) || self.sent.contains(&Some(now)))
    }
}
