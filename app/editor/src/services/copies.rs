//! When unsaved work is copied, so that a crash costs at most a few seconds of it: a moment after the last change, at the latest some seconds after the
//! first one that is in no copy, and at once before something dangerous. Writes nothing itself.

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
const REST: f64 = 1.0;

/// How long a change waits for that at most while others follow it. Five seconds of work may be lost, and writing takes time, too.
const LONGEST: f64 = 4.0;

/// What a copy holds: the document at a revision, and the version of the file that it was made from.
type State = (u64, Option<Fingerprint>);

/// Unsaved work of one document.
struct Unsaved {
    state: State,
    /// When the first and the last change came that are in no copy.
    first: f64,
    last: f64,
    /// This very state is in a copy, or about to be.
    is_copied: bool,
    /// What was handed on to be written, should the program end now.
    is_put: bool,
}

/// The copies of the unsaved work of all documents.
pub(crate) struct Copies {
    pub recovery: Recovery,
    unsaved: BTreeMap<DocumentId, Unsaved>,
    /// Documents whose last save may not outlive a power cut, as they were then: a copy of that stays until they are saved again or given up.
    in_doubt: BTreeMap<DocumentId, State>,
    /// What is unsaved still was given up: the program ends.
    is_given_up: bool,
}

fn state_of(document: &OpenDocument) -> State {
    let fingerprint = document.file.as_ref().map(|file| file.fingerprint);
    (document.revision(), fingerprint)
}

/// The document as it is to be copied.
fn snapshot_of(texts: &Texts, document: &OpenDocument) -> Arc<Snapshot> {
    Arc::new(Snapshot {
        key: document.id().0,
        head: CopyHead {
            path: document.path().map(absolute),
            fingerprint: document.file.as_ref().map(|file| file.fingerprint),
            title: document.title(texts),
            origin: document.origin.as_ref().map(|o| absolute(&o.file.path)),
        },
        document: document.snapshot(),
    })
}

impl Copies {
    /// Of a session that has just begun.
    pub fn new(recovery: Recovery) -> Self {
        Self {
            recovery,
            unsaved: BTreeMap::new(),
            in_doubt: BTreeMap::new(),
            is_given_up: false,
        }
    }

    /// Nothing is copied any more: what is unsaved still was given up.
    pub fn give_up(&mut self) {
        self.is_given_up = true;
    }

    /// Copies the unsaved work that is due at this time; gives in how many seconds more will be.
    pub fn copy_what_is_due(
        &mut self,
        workspace: &Workspace,
        texts: &Texts,
        now: f64,
    ) -> Option<f64> {
        if self.is_given_up {
            return None;
        }
        let own = &mut self.recovery.own;
        let mut next = None::<f64>;
        for document in workspace.documents() {
            let (id, state) = (document.id(), state_of(document));
            if !document.is_dirty() {
                if self.unsaved.remove(&id).is_some() {
                    match self.in_doubt.get_mut(&id) {
                        None => own.remove(id.0),
                        Some(saved) if *saved == state => {}
                        // What came after that save is undone.
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
                is_put: false,
            });
            if unsaved.state != state {
                unsaved.first = if unsaved.is_copied {
                    now
                } else {
                    unsaved.first
                };
                (unsaved.state, unsaved.last) = (state, now);
                (unsaved.is_copied, unsaved.is_put) = (false, false);
            }
            if unsaved.is_copied {
                continue;
            }
            let due = (unsaved.last + REST).min(unsaved.first + LONGEST);
            if now < due {
                next = Some(next.map_or(due - now, |next| next.min(due - now)));
                if !unsaved.is_put {
                    own.put(snapshot_of(texts, document));
                    // Should the window stand still by then, it is written all the same.
                    own.write_within(id.0, Duration::from_secs_f64(due - now));
                    unsaved.is_put = true;
                }
                continue;
            }
            if !unsaved.is_put {
                own.put(snapshot_of(texts, document));
            }
            own.write_soon(id.0);
            (unsaved.is_copied, unsaved.is_put) = (true, true);
        }
        if self.unsaved.len() > workspace.documents().len() {
            let is_open = |id: &DocumentId| workspace.index_of(*id).is_some();
            self.unsaved.retain(|id, _| is_open(id));
        }
        next
    }

    /// Copies all unsaved work at once: what comes next may end the program.
    pub fn copy_now(&mut self, workspace: &Workspace, texts: &Texts) {
        if self.is_given_up {
            return;
        }
        for document in workspace.documents() {
            let known = self.unsaved.get(&document.id());
            let is_copied = known.is_some_and(|u| u.is_copied && u.state == state_of(document));
            if document.is_dirty() && is_copied {
                // Ordered long ago, but the disk may have refused it.
                self.recovery.own.write_soon(document.id().0);
            } else if document.is_dirty() {
                self.copy(document, texts);
            }
        }
    }

    /// The same for the last time, where something panicked, maybe in the middle of a change: what was copied before stays beside it. Waits until
    /// it is done, and says of how many of the documents with unsaved work there is a copy, and how many these are.
    pub fn copy_before_the_end(&self, workspace: &Workspace, texts: &Texts) -> (usize, usize) {
        let own = &self.recovery.own;
        let documents = workspace.documents();
        let unsaved: Vec<_> = documents.iter().filter(|d| d.is_dirty()).collect();
        for document in &unsaved {
            // Each by itself: what panicked once may do so again. Then the copy from before has to do.
            let _ = caught(|| {
                let now = snapshot_of(texts, document);
                own.put_beside(Snapshot::clone(&now));
            });
        }
        let written = own.last_words().write();
        let copied = unsaved.iter().filter(|d| written.contains(&d.id().0));
        (copied.count(), unsaved.len())
    }

    /// Copies a document at once, in the place of a copy that another session left.
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

    /// There is a copy of what this document holds now, which is not written again.
    pub fn is_copied_already(&mut self, document: &OpenDocument) {
        let copied = Unsaved {
            state: state_of(document),
            first: 0.0,
            last: 0.0,
            is_copied: true,
            is_put: true,
        };
        self.unsaved.insert(document.id(), copied);
    }

    /// A document was saved, but the disk does not promise to keep it: its copy is brought up to date and stays.
    pub fn keep_copy_of_saved(&mut self, document: &OpenDocument, texts: &Texts) {
        self.in_doubt.insert(document.id(), state_of(document));
        self.copy(document, texts);
    }

    /// The copy of a document is not needed any more: its work is saved or given up.
    pub fn forget(&mut self, id: DocumentId) {
        self.forget_what_is_known(id);
        self.recovery.own.remove(id.0);
    }

    /// What was saved of a document will outlive a power cut, while there is newer work in it.
    pub fn forget_doubt(&mut self, id: DocumentId) {
        self.in_doubt.remove(&id);
    }

    /// A document is closed: its copy goes, unless it holds what was saved and may not outlive a power cut.
    pub fn let_go_of(&mut self, document: &OpenDocument) {
        let id = document.id();
        if !document.is_dirty() && self.in_doubt.get(&id) == Some(&state_of(document)) {
            self.forget_what_is_known(id);
        } else {
            self.forget(id);
        }
    }

    fn forget_what_is_known(&mut self, id: DocumentId) {
        self.in_doubt.remove(&id);
        self.unsaved.remove(&id);
    }

    fn copy(&mut self, document: &OpenDocument, texts: &Texts) {
        self.recovery.own.put(snapshot_of(texts, document));
        self.recovery.own.write_soon(document.id().0);
        self.is_copied_already(document);
    }
}
