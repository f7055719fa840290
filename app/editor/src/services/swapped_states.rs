//! The states of a document that a game runs or ran, so that a change that is undone there is swapped back in the game.

use treewright_session::host::files::Fingerprint;
use treewright_session::workspace::open_document::OpenDocument;

/// The largest document of which every state is compared.
const MOST_NODES: usize = 5_000;

/// The states of a document that its game runs or ran.
#[derive(Debug)]
pub(crate) struct SwappedStates {
    known: Vec<Fingerprint>,
    current: Fingerprint,
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
            revision: document.run_revision(),
        })
    }

    /// The game gets the document as it is now.
    pub fn note(&mut self, document: &OpenDocument) {
        if let Some(current) = fingerprint(document) {
            self.known.push(current);
            self.current = current;
        }
    }

    /// Returns whether the document has changed to another state that its game ran; from now on, that is the current one.
    pub fn has_returned(&mut self, document: &OpenDocument) -> bool {
        let revision = document.run_revision();
        let is_new = std::mem::replace(&mut self.revision, revision) != revision;
        if !is_new || self.known.len() < 2 {
            return false;
        }
        let now = fingerprint(document);
        let now = now.filter(|now| *now != self.current && self.known.contains(now));
        self.current = now.unwrap_or(self.current);
        now.is_some()
    }
}
