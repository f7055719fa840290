//! Following the files of open documents that change on disk, their own or those of other tools that they came from: what was only read is read
//! again as one step that can be undone, what was changed here as well is asked about, and what is gone is unsaved work.

use std::path::{Path, PathBuf};

use egui::{Context, Event};
use treewright_session::host::files;
use treewright_session::host::files::{Fingerprint, ReadError};
use treewright_session::host::reading::{Content, Fault, Outcome, Reading};
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::{
    DiskChange, DocumentFile, DocumentId, OpenDocument, Owed,
};
use treewright_session::workspace::reload::{Verdict, judge};

use super::opening::cannot_open;
use super::reading::{begin, why_not};
use super::saving;
use crate::action::Work;
use crate::app::{EditorApp, Pending, wake_in};
use crate::dispatch::underway::Found;
use crate::dispatch::{import, versions};

/// For so long, in seconds, a file may be gone or not be readable before that counts: others write and replace files in several steps.
const SECOND_LOOK: f64 = 0.4;

/// A file that is being read again.
pub struct Again {
    document: DocumentId,
    path: PathBuf,
    reading: Reading,
    why: Why,
}

/// Why a file is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// It changed.
    Changed,
    /// It changed and could not be read a moment ago, so that it is not just being written.
    StillChanged,
    /// The user wants what it holds, whatever is here.
    Wanted,
    /// The user is to be asked what becomes of it and of what is here.
    ToAsk,
}

/// Looks at a file that changed on disk.
pub fn changed_on_disk(app: &mut EditorApp, ctx: &Context, path: &Path) {
    if let Some(index) = app.workspace.index_of_path(path) {
        look(app, ctx, index, false);
    }
}

/// Looks at the files of all documents.
pub fn look_at_all(app: &mut EditorApp, ctx: &Context) {
    for index in 0..app.workspace.documents().len() {
        look(app, ctx, index, false);
    }
}

/// What is to be looked at in this frame: all, if the window was just brought to the front, and what was not well a moment ago.
pub fn keep_looking(app: &mut EditorApp, ctx: &Context) {
    let now = ctx.input(|input| input.time);
    let is_due = |document: &OpenDocument| document.second_look.is_some_and(|due| due <= now);
    let came_back = ctx.input(|input| input.events.contains(&Event::WindowFocused(true)));
    for index in 0..app.workspace.documents().len() {
        let document = &app.workspace.documents()[index];
        if let Some(due) = document.second_look.filter(|due| *due > now) {
            // A frame may come a little before the time for which it was ordered.
            wake_in(ctx, due - now);
        }
        if is_due(document) {
            look(app, ctx, index, true);
        } else if came_back
            && document
                .base()
                .is_some_and(|base| files::stamp(&base.path) != document.seen)
        {
            look(app, ctx, index, false);
        }
    }
    take_in(app, ctx);
}

fn look(app: &mut EditorApp, ctx: &Context, index: usize, is_second: bool) {
    let Some((document, _)) = app.workspace.get_mut(index) else {
        return;
    };
    let id = document.id();
    if saving::is_underway(app, id) {
        // It changes because of that, and is looked at when it is over.
        return;
    }
    let document = &mut app.workspace.documents_mut()[index];
    let Some(base) = document.base().cloned() else {
        return;
    };
    document.second_look = None;
    // Before it is read, so that what changes from now on is seen.
    let stamp = files::stamp(&base.path);
    let found = match files::read(&base.path) {
        Ok(bytes) => Fingerprint::of(&bytes),
        Err(error) => return cannot_read(app, ctx, index, &error, is_second),
    };
    document.seen = stamp;
    match judge(base.fingerprint, found, document.has_own_work()) {
        Verdict::Ours => document.found_its_file(),
        // Where there is unsaved work it is asked about, and whoever is asked wants to know whether it can be read.
        Verdict::Reload | Verdict::Ask if is_second => {
            read_again(app, ctx, index, Why::StillChanged);
        }
        Verdict::Reload | Verdict::Ask => read_again(app, ctx, index, Why::Changed),
    }
}

/// Being replaced, or gone for good: the second look tells.
fn cannot_read(
    app: &mut EditorApp,
    ctx: &Context,
    index: usize,
    error: &ReadError,
    is_second: bool,
) {
    if !is_second {
        return look_once_more(app, ctx, index);
    }
    let Some((document, _)) = app.workspace.get_mut(index) else {
        return;
    };
    if let ReadError::NotFound | ReadError::NotAFile = error {
        // What is here is the only copy now: it counts as unsaved, and the next save writes the file anew. Nothing is left to be asked about.
        document.changed_on_disk = None;
        document.lost_its_file();
        let (id, title) = (document.id(), document.title(&app.texts));
        let is_moot = |(_, pending): &mut (_, Pending)| *pending == Pending::ChangedOnDisk(id);
        app.question.take_if(is_moot);
        let text = app.texts.tr_with("notice.deleted", &[("title", &title)]);
        return app.say(ctx, NoticeKind::Failed, text);
    }
    // It is looked at again when it changes, and before it is saved.
    let path = document.known_as().map(Path::to_owned).unwrap_or_default();
    let (shown, reason) = (path.display().to_string(), app.texts.read_error(error));
    let arguments = [("path", &*shown), ("reason", &*reason)];
    let text = app.texts.tr_with("notice.unreadable_now", &arguments);
    app.say(ctx, NoticeKind::Failed, text);
}

fn look_once_more(app: &mut EditorApp, ctx: &Context, index: usize) {
    let now = ctx.input(|input| input.time);
    if let Some((document, _)) = app.workspace.get_mut(index) {
        document.second_look = Some(now + SECOND_LOOK);
        wake_in(ctx, SECOND_LOOK);
    }
}

/// Takes what the file holds now, whatever is here.
pub fn load_theirs(app: &mut EditorApp, ctx: &Context, index: usize) {
    let Some(document) = app.workspace.documents_mut().get_mut(index) else {
        return;
    };
    document.changed_on_disk = None;
    let id = document.id();
    versions::reading::forget_merge(app, id);
    read_again(app, ctx, index, Why::Wanted);
}

/// Asks what becomes of the file of a document, which another program changed, and of what is here.
pub fn ask(app: &mut EditorApp, ctx: &Context, index: usize) {
    read_again(app, ctx, index, Why::ToAsk);
}

/// Reads a file again, a large one beside the window's thread.
fn read_again(app: &mut EditorApp, ctx: &Context, index: usize, why: Why) {
    let document = &app.workspace.documents()[index];
    let (id, path) = (document.id(), document.known_as().map(Path::to_owned));
    let Some(path) = path else {
        return;
    };
    // What is being read was there before.
    forget(app, id);
    let reading = begin(app, ctx, &path, true).held_by(app.host.hold());
    match reading.take_soon() {
        Some(outcome) => arrived(app, ctx, id, outcome, why),
        None => app.host.read_again.push(Again {
            document: id,
            path,
            reading,
            why,
        }),
    }
}

impl Again {
    /// What is told of it while it is not there.
    pub fn found(&self) -> Found {
        let found = Found::of_file(Work::ReadingAgain(self.document), &self.path);
        match self.why {
            Why::Wanted | Why::ToAsk => found,
            Why::Changed | Why::StillChanged => found.by_itself(),
        }
    }
}

/// The file of a document is not read again: what is here is unsaved work, since the file holds something else. Whoever wanted what that holds decides again.
pub fn stop(app: &mut EditorApp, id: DocumentId) {
    let mut all = app.host.read_again.iter();
    let was_wanted = all.any(|again| again.document == id && again.why == Why::Wanted);
    forget(app, id);
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    let document = &mut app.workspace.documents_mut()[index];
    if was_wanted || document.has_own_work() {
        document.changed_on_disk = Some(DiskChange::Version);
    } else {
        document.lost_its_file();
    }
}

/// Somebody decided to keep or to save what is here: nothing that was ordered before comes in against that.
pub fn keeps_what_is_here(app: &mut EditorApp, id: DocumentId) {
    forget(app, id);
    versions::reading::forget_merge(app, id);
}

/// What was being read again for a document is not wanted any more: it is read anew, or the document is closed.
pub fn forget(app: &mut EditorApp, id: DocumentId) {
    app.host.read_again.retain(|again| again.document != id);
}

fn take_in(app: &mut EditorApp, ctx: &Context) {
    let mut at = 0;
    while let Some(again) = app.host.read_again.get(at) {
        match again.reading.take() {
            Some(outcome) => {
                let again = app.host.read_again.remove(at);
                arrived(app, ctx, again.document, outcome, again.why);
            }
            None => at += 1,
        }
    }
}

fn arrived(app: &mut EditorApp, ctx: &Context, id: DocumentId, outcome: Outcome, why: Why) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    let Some((document, library)) = app.workspace.get_mut(index) else {
        return;
    };
    let is_asked = document.has_own_work() && why != Why::Wanted || why == Why::ToAsk;
    match &outcome {
        // It may be in the middle of being written.
        Err(Fault::Format(_) | Fault::Import(_) | Fault::Read(_)) if why == Why::Changed => {
            return look_once_more(app, ctx, index);
        }
        outcome if is_asked => {
            let change = change(&app.texts, outcome);
            app.workspace.documents_mut()[index].changed_on_disk = Some(change);
            return;
        }
        _ => {}
    }
    match outcome {
        Ok(Content::Own(own)) => {
            let path = document.known_as().map(Path::to_owned).unwrap_or_default();
            let file = DocumentFile {
                path,
                fingerprint: own.fingerprint,
            };
            document.read_again(&library, own.read.document, own.read.diagnostics);
            document.file = Some(file);
            if own.placed {
                document.owe_layout(Owed::Reading);
            }
        }
        Ok(Content::Foreign(foreign)) => {
            let path = document.known_as().map(Path::to_owned).unwrap_or_default();
            let origin = import::origin(&path, &foreign);
            let mut unpacked = foreign.unpacked;
            let theirs = std::mem::take(&mut unpacked.document);
            document.came_from(origin, (foreign.held, unpacked));
            document.read_again(&library, theirs, foreign.from_reader);
            if foreign.placed {
                document.owe_layout(Owed::Reading);
            }
        }
        Ok(Content::NoTree(_) | Content::Recording(_) | Content::Rules(_)) => {
            let reason = app.texts.tr("import.unknown").into_owned();
            return keep_what_is_here(app, ctx, index, &reason);
        }
        Err(fault) => {
            let reason = why_not(&app.texts, &fault);
            return keep_what_is_here(app, ctx, index, &reason);
        }
    }
    app.forget_copy(id);
    let title = app.workspace.documents()[index].title(&app.texts);
    let text = app.texts.tr_with("notice.reloaded", &[("title", &title)]);
    app.say(ctx, NoticeKind::Done, text);
}

/// What the file of a document that was read again became.
fn change(texts: &Texts, outcome: &Outcome) -> DiskChange {
    match outcome {
        Ok(Content::Own(_) | Content::Foreign(_)) => DiskChange::Version,
        Ok(Content::NoTree(_) | Content::Recording(_) | Content::Rules(_)) => {
            DiskChange::Unreadable(texts.tr("import.unknown").into_owned())
        }
        Err(fault) => DiskChange::Unreadable(why_not(texts, fault)),
    }
}

/// What is here stays, and is unsaved work until the file can be read.
fn keep_what_is_here(app: &mut EditorApp, ctx: &Context, index: usize, reason: &str) {
    let Some((document, _)) = app.workspace.get_mut(index) else {
        return;
    };
    document.lost_its_file();
    let path = document.known_as().map(Path::to_owned);
    cannot_open(app, ctx, &path.unwrap_or_default(), reason);
}
