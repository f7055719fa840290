//! When unsaved work is copied, so that a crash costs at most a few seconds of it: a moment after the last change, at the latest some seconds after the
//! first one that is in no copy, and at once before something dangerous. Writes nothing itself.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use egui::Context;
use treewright_core::model::Document;
use treewright_session::host::files;
use treewright_session::host::files::{Fingerprint, absolute};
use treewright_session::host::panics::caught;
use treewright_session::host::recovery::{CopyError, CopyHead, Snapshot, Writing};
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

use super::EditorApp;
use super::arrivals::wake_in;

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

/// The unsaved work of all documents.
#[derive(Default)]
pub(crate) struct Keeping {
    unsaved: BTreeMap<DocumentId, Unsaved>,
    /// Documents whose last save may not outlive a power cut, as they were then: a copy of that stays until they are saved again or given up.
    in_doubt: BTreeMap<DocumentId, State>,
}

fn state_of(document: &OpenDocument) -> State {
    let fingerprint = document.file.as_ref().map(|file| file.fingerprint);
    (document.revision(), fingerprint)
}

/// The document as it is to be copied.
fn snapshot_of(texts: &Texts, document: &OpenDocument, now: Arc<Document>) -> Arc<Snapshot> {
    Arc::new(Snapshot {
        key: document.id().0,
        head: CopyHead {
            path: document.path().map(absolute),
            fingerprint: document.file.as_ref().map(|file| file.fingerprint),
            title: document.title(texts),
            origin: document.origin.as_ref().map(|o| absolute(&o.file.path)),
        },
        document: now,
    })
}

impl EditorApp {
    /// Copies the unsaved work that is due.
    pub(super) fn copy_unsaved_work(&mut self, ctx: &Context, now: f64) {
        if self.quitting {
            // What is unsaved still was given up.
            return;
        }
        let (workspace, keeping) = (&self.workspace, &mut self.keeping);
        let own = &mut self.host.recovery.own;
        for document in workspace.documents() {
            let (id, state) = (document.id(), state_of(document));
            if !document.is_dirty() {
                if keeping.unsaved.remove(&id).is_some() {
                    match keeping.in_doubt.get_mut(&id) {
                        None => own.remove(id.0),
                        Some(saved) if *saved == state => {}
                        // What came after that save is undone.
                        Some(saved) => {
                            *saved = state;
                            own.put(snapshot_of(&self.texts, document, document.snapshot()));
                            own.write_soon(id.0);
                        }
                    }
                }
                continue;
            }
            let unsaved = keeping.unsaved.entry(id).or_insert(Unsaved {
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
                wake_in(ctx, due - now);
                if !unsaved.is_put {
                    own.put(snapshot_of(&self.texts, document, document.snapshot()));
                    // Should the window stand still by then, it is written all the same.
                    own.write_within(id.0, Duration::from_secs_f64(due - now));
                    unsaved.is_put = true;
                }
                continue;
            }
            if !unsaved.is_put {
                own.put(snapshot_of(&self.texts, document, document.snapshot()));
            }
            own.write_soon(id.0);
            (unsaved.is_copied, unsaved.is_put) = (true, true);
        }
        if keeping.unsaved.len() > workspace.documents().len() {
            let is_open = |id: &DocumentId| workspace.index_of(*id).is_some();
            keeping.unsaved.retain(|id, _| is_open(id));
        }
        self.say_what_was_not_copied(ctx);
    }

    /// Copies all unsaved work at once: what comes next may end the program.
    pub(crate) fn copy_now(&mut self) {
        if self.quitting {
            return;
        }
        for document in self.workspace.documents() {
            let known = self.keeping.unsaved.get(&document.id());
            let is_copied = known.is_some_and(|u| u.is_copied && u.state == state_of(document));
            if document.is_dirty() && is_copied {
                // Ordered long ago, but the disk may have refused it.
                self.host.recovery.own.write_soon(document.id().0);
            } else if document.is_dirty() {
                self.keeping
                    .copy(&mut self.host.recovery.own, &self.texts, document);
            }
        }
    }

    /// The same for the last time, where something panicked, maybe in the middle of a change: what was copied before stays beside it. Waits until
    /// it is done, and says of how many of the documents with unsaved work there is a copy, and how many these are.
    pub(super) fn copy_before_the_end(&mut self) -> (usize, usize) {
        let words = self.last_words();
        let own = &self.host.recovery.own;
        let documents = self.workspace.documents();
        let unsaved: Vec<_> = documents.iter().filter(|d| d.is_dirty()).collect();
        for document in &unsaved {
            // Each by itself: what panicked once may do so again. Then the copy from before has to do.
            let _ = caught(|| {
                let now = snapshot_of(&self.texts, document, document.snapshot());
                own.put_beside(Snapshot::clone(&now));
            });
        }
        let written = words.write();
        let copied = unsaved.iter().filter(|d| written.contains(&d.id().0));
        (copied.count(), unsaved.len())
    }

    /// Copies a document at once, in the place of a copy that another session left.
    pub(crate) fn copy_in_place_of(&mut self, id: DocumentId, copy: Option<&Path>) {
        let index = self.workspace.index_of(id);
        let Some(document) = index.map(|index| &self.workspace.documents()[index]) else {
            return;
        };
        let own = &mut self.host.recovery.own;
        own.put(snapshot_of(&self.texts, document, document.snapshot()));
        if let Some(copy) = copy {
            own.replaces(id.0, copy);
        }
        self.keeping.copy(own, &self.texts, document);
    }

    /// There is a copy of what this document holds now, which is not written again.
    pub(crate) fn is_copied_already(&mut self, id: DocumentId) {
        if let Some(index) = self.workspace.index_of(id) {
            self.keeping.note_copied(&self.workspace.documents()[index]);
        }
    }

    /// A document was saved, but the disk does not promise to keep it: its copy is brought up to date and stays.
    pub(crate) fn keep_copy_of_saved(&mut self, id: DocumentId) {
        let index = self.workspace.index_of(id);
        let Some(document) = index.map(|index| &self.workspace.documents()[index]) else {
            return;
        };
        self.keeping.in_doubt.insert(id, state_of(document));
        self.keeping
            .copy(&mut self.host.recovery.own, &self.texts, document);
    }

    /// The copy of a document is not needed any more: its work is saved or given up.
    pub(crate) fn forget_copy(&mut self, id: DocumentId) {
        self.keeping.in_doubt.remove(&id);
        self.keeping.unsaved.remove(&id);
        self.host.recovery.own.remove(id.0);
    }

    /// What was saved of a document will outlive a power cut, while there is newer work in it.
    pub(crate) fn forget_doubt(&mut self, id: DocumentId) {
        self.keeping.in_doubt.remove(&id);
    }

    /// A document is closed: its copy goes, unless it holds what was saved and may not outlive a power cut.
    pub(crate) fn let_go_of_copy(&mut self, id: DocumentId) {
        let index = self.workspace.index_of(id);
        let document = index.map(|index| &self.workspace.documents()[index]);
        let is_in_doubt = document.is_some_and(|document| {
            !document.is_dirty() && self.keeping.in_doubt.get(&id) == Some(&state_of(document))
        });
        if is_in_doubt {
            self.keeping.in_doubt.remove(&id);
            self.keeping.unsaved.remove(&id);
        } else {
            self.forget_copy(id);
        }
    }

    /// The disk did not promise to keep what was saved of the document in front, as some network disks never do. For tests.
    pub fn doubt_save(&mut self) {
        self.keep_copy_of_saved(self.workspace.front().id());
    }

    /// Waits until all copies are written that were ordered. For tests, which cannot count on how long that takes.
    pub fn wait_for_copies(&mut self) {
        self.host.recovery.own.wait();
    }

    /// Ends as if it were killed: what is on no disk is lost, and the locks are free. For tests.
    pub fn crash(mut self) {
        self.host.recovery.abandon();
    }

    /// Tells of files that are saved but may not outlive a power cut.
    pub(super) fn tell_doubts(&mut self, ctx: &Context) {
        let mut doubts = files::take_doubts().into_iter();
        if let Some(doubt) = doubts.next() {
            let (path, reason) = (
                doubt.file.display().to_string(),
                self.texts.io_error(&doubt.why),
            );
            let arguments = [("path", &*path), ("reason", &*reason)];
            let mut text = self.texts.tr_with("notice.not_durable", &arguments);
            if doubts.len() > 0 {
                let count = doubts.len().to_string();
                let more = [("count", &*count)];
                text += &self.texts.tr_with("notice.not_durable_more", &more);
            }
            self.say(ctx, NoticeKind::Refused, text);
        }
    }

    fn say_what_was_not_copied(&mut self, ctx: &Context) {
        let reason = match self.host.recovery.own.fault() {
            None => return,
            Some(CopyError::Write(error)) => self.texts.write_error(&error),
            Some(CopyError::Save(error)) => self.texts.save_error(&error),
            Some(CopyError::Panicked(said)) => self.texts.mistake(&said),
        };
        let arguments = [("reason", &*reason)];
        let text = self.texts.tr_with("notice.copy_failed", &arguments);
        self.say(ctx, NoticeKind::Failed, text);
    }
}

impl Keeping {
    fn copy(&mut self, own: &mut Writing, texts: &Texts, document: &OpenDocument) {
        own.put(snapshot_of(texts, document, document.snapshot()));
        own.write_soon(document.id().0);
        self.note_copied(document);
    }

    fn note_copied(&mut self, document: &OpenDocument) {
        let copied = Unsaved {
            state: state_of(document),
            first: 0.0,
            last: 0.0,
            is_copied: true,
            is_put: true,
        };
        self.unsaved.insert(document.id(), copied);
    }
}
