//! Decides when unsaved work is copied, so that a crash loses at most a few seconds of it: shortly after the last change, at the latest some seconds
//! after the first one that is in no copy, and immediately before something dangerous. Does not write files itself.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use treewright_session::host::files::{Fingerprint, absolute};
use treewright_session::host::panics::caught;
use treewright_session::host::recovery::{CopyHead, Recovery, Snapshot};
use treewright_session::i18n::Texts;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

/// How long after the last change unsaved work is copied, in seconds.
const QUIET_TIME: f64 = 1.0;

/// The longest delay of a copy while changes continue, in seconds. Together with the time for writing, at most five seconds of work may be lost.
const MAX_DELAY: f64 = 4.0;

/// The state in a copy: the revision of the document, and the version of the file that it is based on, or of its claims while it has no file.
type CopiedState = (u64, Option<Fingerprint>);

/// Unsaved work of one document.
struct Unsaved {
    state: CopiedState,
    /// The times of the first and the last change that are in no copy.
    first: f64,
    last: f64,
    /// This state is in a copy, or is being written.
    is_copied: bool,
    /// This state was passed to the writer, to be written if the program ends.
    is_passed_on: bool,
}

/// The copies of the unsaved work of all documents.
pub(crate) struct CopyScheduler {
    pub recovery: Recovery,
    unsaved: BTreeMap<DocumentId, Unsaved>,
    /// The states of documents whose last save may not survive a power failure: their copies stay until the documents are saved again or discarded.
    not_durable: BTreeMap<DocumentId, CopiedState>,
    /// The remaining unsaved work was discarded: the program ends.
    is_stopped: bool,
}

fn state_of(document: &OpenDocument) -> CopiedState {
    let fingerprint = document.file.as_ref().map(|file| file.fingerprint);
    let of_claims = || {
        let claims = document.claims_without_file();
        claims.map(|claims| Fingerprint::of(claims.as_bytes()))
    };
    (document.revision(), fingerprint.or_else(of_claims))
}

/// The contents of a document's copy.
fn snapshot_of(texts: &Texts, document: &OpenDocument) -> Arc<Snapshot> {
    Arc::new(Snapshot {
        key: document.id().0,
        head: CopyHead {
            path: document.path().map(absolute),
            fingerprint: document.file.as_ref().map(|file| file.fingerprint),
            title: document.title(texts),
            origin: document.origin.as_ref().map(|o| absolute(&o.file.path)),
            claims: document.claims_without_file().map(str::to_owned),
        },
        document: document.snapshot(),
    })
}

impl CopyScheduler {
    pub fn new(recovery: Recovery) -> Self {
        Self {
            recovery,
            unsaved: BTreeMap::new(),
            not_durable: BTreeMap::new(),
            is_stopped: false,
        }
    }

    /// Stops copying: the remaining unsaved work was discarded.
    pub fn stop(&mut self) {
        self.is_stopped = true;
    }

    /// Copies the unsaved work that is due; returns in how many seconds the next is due.
    pub fn copy_due(&mut self, workspace: &Workspace, texts: &Texts, now: f64) -> Option<f64> {
        if self.is_stopped {
            return None;
        }
        let own = &mut self.recovery.own;
        let mut next = None::<f64>;
        for document in workspace.documents() {
            let (id, state) = (document.id(), state_of(document));
            if !document.is_dirty() {
                if self.unsaved.remove(&id).is_some() {
                    match self.not_durable.get_mut(&id) {
                        None => own.remove(id.0),
                        Some(saved) if *saved == state => {}
                        // The changes since that save were undone.
                        Some(saved) => {
                            *saved = state;
                            own.put(snapshot_of(texts, document));
                            own.write_soon(id.0);
                        }
                    }
                }
                continue;
            }
            let unsaved = self.unsaved.entry(id).or_insert(Unsaved {
                state,
                first: now,
                last: now,
                is_copied: false,
                is_passed_on: false,
            });
            if unsaved.state != state {
                unsaved.first = if unsaved.is_copied {
                    now
                } else {
                    unsaved.first
                };
                (unsaved.state, unsaved.last) = (state, now);
                (unsaved.is_copied, unsaved.is_passed_on) = (false, false);
            }
            if unsaved.is_copied {
                continue;
            }
            let due = (unsaved.last + QUIET_TIME).min(unsaved.first + MAX_DELAY);
            if now < due {
                next = Some(next.map_or(due - now, |next| next.min(due - now)));
                if !unsaved.is_passed_on {
                    own.put(snapshot_of(texts, document));
                    // If the window hangs then, it is written all the same.
                    own.write_within(id.0, Duration::from_secs_f64(due - now));
                    unsaved.is_passed_on = true;
                }
                continue;
            }
            if !unsaved.is_passed_on {
                own.put(snapshot_of(texts, document));
            }
            own.write_soon(id.0);
            (unsaved.is_copied, unsaved.is_passed_on) = (true, true);
        }
        if self.unsaved.len() > workspace.documents().len() {
            let is_open = |id: &DocumentId| workspace.index_of(*id).is_some();
            self.unsaved.retain(|id, _| is_open(id));
        }
        next
    }

    /// Copies all unsaved work immediately: the next step may end the program.
    pub fn copy_now(&mut self, workspace: &Workspace, texts: &Texts) {
        if self.is_stopped {
            return;
        }
        for document in workspace.documents() {
            let known = self.unsaved.get(&document.id());
            let is_copied = known.is_some_and(|u| u.is_copied && u.state == state_of(document));
            if document.is_dirty() && is_copied {
                // Requested before, but the disk may have refused it.
                self.recovery.own.write_soon(document.id().0);
            } else if document.is_dirty() {
                self.copy(document, texts);
            }
        }
    }

    /// Copies all unsaved work after a panic. Documents may be inconsistent, so earlier copies are kept in addition. Waits until the copies are
    /// written; returns how many documents were copied, and how many have unsaved work.
    pub fn copy_after_panic(&self, workspace: &Workspace, texts: &Texts) -> (usize, usize) {
        let own = &self.recovery.own;
        let documents = workspace.documents();
        let unsaved: Vec<_> = documents.iter().filter(|d| d.is_dirty()).collect();
        for document in &unsaved {
            // Each in its own `catch`: what panicked once may panic again. Then the earlier copy must do.
            let _ = caught(|| {
                let now = snapshot_of(texts, document);
                own.put_beside(Snapshot::clone(&now));
            });
        }
        let written = own.emergency_writer().write();
        let copied = unsaved.iter().filter(|d| written.contains(&d.id().0));
        (copied.count(), unsaved.len())
    }

    /// Copies a document immediately, in place of a copy of another session.
    pub fn copy_in_place_of(
        &mut self,
        document: &OpenDocument,
        texts: &Texts,
        copy: Option<&Path>,
    ) {
        let own = &mut self.recovery.own;
        own.put(snapshot_of(texts, document));
        if let Some(copy) = copy {
            own.replaces(document.id().0, copy);
        }
        self.copy(document, texts);
    }

    /// Records that a copy of this state exists, so that it is not written again.
    pub fn mark_copied(&mut self, document: &OpenDocument) {
        let copied = Unsaved {
            state: state_of(document),
            first: 0.0,
            last: 0.0,
            is_copied: true,
            is_passed_on: true,
        };
        self.unsaved.insert(document.id(), copied);
    }

    /// Updates and keeps the copy of a saved document, since the save may not be durable.
    pub fn keep_copy_of_saved(&mut self, document: &OpenDocument, texts: &Texts) {
        self.not_durable.insert(document.id(), state_of(document));
        self.copy(document, texts);
    }

    /// Removes the copy of a document: its work is saved or discarded.
    pub fn remove_copy(&mut self, id: DocumentId) {
        self.remove_state(id);
        self.recovery.own.remove(id.0);
    }

    /// Records that the last save of a document is durable, while it has newer unsaved work.
    pub fn mark_durable(&mut self, id: DocumentId) {
        self.not_durable.remove(&id);
    }

    /// Removes the copy of a closed document, unless its last save may not be durable.
    pub fn on_closed(&mut self, document: &OpenDocument) {
        let id = document.id();
        if !document.is_dirty() && self.not_durable.get(&id) == Some(&state_of(document)) {
            self.remove_state(id);
        } else {
            self.remove_copy(id);
        }
    }

    fn remove_state(&mut self, id: DocumentId) {
        self.not_durable.remove(&id);
        self.unsaved.remove(&id);
    }

    fn copy(&mut self, document: &OpenDocument, texts: &Texts) {
        self.recovery.own.put(snapshot_of(texts, document));
        self.recovery.own.write_soon(document.id().0);
        self.mark_copied(document);
    }
}
