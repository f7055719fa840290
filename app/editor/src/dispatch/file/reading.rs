//! Opening files, and comparing with them: each is read beside the window's thread, and becomes a document, or the other version of one, when it is there. A
//! small one is there at once.

use std::path::{Path, PathBuf};

use egui::{Context, pos2};
use treewright_core::format::FileContent;
use treewright_insight::recording_json::{Sources, Unpacked};
use treewright_session::host::files::absolute;
use treewright_session::host::reading::{Content, Fault, Outcome, Own, Reading, Wanted};
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::{OpenFile, Settings};
use treewright_session::workspace::open_document::{
    DocumentFile, DocumentId, OpenDocument, Origin, Owed,
};

use super::on_disk::changed_on_disk;
use super::opening::{cannot_open, say_if_damaged};
use crate::action::Work;
use crate::app::{EditorApp, Pending};
use crate::dispatch::underway::Found;
use crate::dispatch::{arriving, import, layout, recordings, references, trail, versions};
use crate::panels::questions::{NoTree, Question};

/// What a file is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To be opened.
    Open,
    /// To be held beside the document that was in front.
    Compare,
}

/// A file that is being read.
pub struct Underway {
    /// The file.
    path: PathBuf,
    purpose: Purpose,
    reading: Reading,
    /// What was read, until the user is done with what they are doing.
    ready: Option<Outcome>,
    /// The document that was in front when it was asked for: what is no document of its own is meant for that one.
    asked_in: DocumentId,
    /// It was open when the program ended last, and looked at so.
    reopens: Option<OpenFile>,
}

/// Opens a file, or brings it to the front if it is open; says so where that is not possible.
pub fn open_path(app: &mut EditorApp, ctx: &Context, path: &Path) {
    if let Err(reason) = try_to_open(app, ctx, path) {
        cannot_open(app, ctx, path, &reason);
    }
}

/// The same for whoever goes on with the document: it is there afterwards, however long it takes, if it can be opened.
pub fn open_at_once(app: &mut EditorApp, ctx: &Context, path: &Path) {
    if is_open(app, path) {
        return;
    }
    let asked_in = app.workspace.front().id();
    let outcome = match take_awaited(app, path) {
        // It comes once, and does not come to the front again later.
        Some(underway) => {
            let Underway { ready, reading, .. } = underway;
            ready.unwrap_or_else(|| reading.take_at_last())
        }
        None => begin(app, ctx, path, false).take_at_last(),
    };
    if let Err(reason) = arrived(app, ctx, path, outcome, asked_in) {
        cannot_open(app, ctx, path, &reason);
    }
}

/// A file that is being read already, which nobody waits for any more.
fn take_awaited(app: &mut EditorApp, path: &Path) -> Option<Underway> {
    let path = absolute(path);
    let readings = &mut app.host.readings;
    let at = readings.iter().position(|other| other.opens(&path))?;
    Some(readings.remove(at))
}

/// Opens a file, or brings it to the front if it is open. What takes longer than a moment comes later.
///
/// # Errors
/// Why that is not possible, in words, as far as that is known after a moment.
pub fn try_to_open(app: &mut EditorApp, ctx: &Context, path: &Path) -> Result<(), String> {
    open(app, ctx, path, false)
}

/// Opens a file of another tool that holds no tree as an empty one with the kinds of nodes that it declares.
///
/// # Errors
/// Why that is not possible, in words.
pub fn open_without_tree(app: &mut EditorApp, ctx: &Context, path: &Path) -> Result<(), String> {
    open(app, ctx, path, true)
}

fn open(
    app: &mut EditorApp,
    ctx: &Context,
    path: &Path,
    even_without_tree: bool,
) -> Result<(), String> {
    let whole = absolute(path);
    let mut awaited = app.host.readings.iter();
    let is_awaited = awaited.any(|other| other.opens(&whole));
    if is_awaited || is_open(app, path) {
        return Ok(());
    }
    let asked_in = app.workspace.front().id();
    let reading = begin(app, ctx, path, even_without_tree);
    if let Some(outcome) = reading.take_soon() {
        return arrived(app, ctx, path, outcome, asked_in);
    }
    app.host.readings.push(Underway {
        path: path.to_owned(),
        purpose: Purpose::Open,
        reading,
        ready: None,
        asked_in,
        reopens: None,
    });
    Ok(())
}

/// Compares the document in front with what a file holds. What takes longer than a moment comes later, unless another file is chosen by then.
///
/// # Errors
/// Why that is not possible, in words, as far as that is known after a moment.
pub fn compare(app: &mut EditorApp, ctx: &Context, path: &Path) -> Result<(), String> {
    let asked_in = app.workspace.front().id();
    forget(app, asked_in);
    let reading = begin(app, ctx, path, false);
    if let Some(outcome) = reading.take_soon() {
        return versions::compare_with_file(app, ctx, asked_in, path, outcome);
    }
    app.host.readings.push(Underway {
        path: path.to_owned(),
        purpose: Purpose::Compare,
        reading,
        ready: None,
        asked_in,
        reopens: None,
    });
    Ok(())
}

/// Brings the document of a file to the front if it is open; says whether it is.
fn is_open(app: &mut EditorApp, path: &Path) -> bool {
    let index = app.workspace.index_of_path(path);
    if let Some(index) = index {
        app.workspace.bring_to_front(index);
    }
    index.is_some()
}

pub(super) fn begin(
    app: &EditorApp,
    ctx: &Context,
    path: &Path,
    even_without_tree: bool,
) -> Reading {
    let settings: Settings = app.settings.clone();
    let wanted = Wanted {
        path: path.to_owned(),
        place: Box::new(move |document| layout::place_unplaced(document, &settings)),
        even_without_tree,
    };
    let waker = ctx.clone();
    Reading::begin(wanted, move || waker.request_repaint())
}

/// Takes in the files that were read since the last frame, unless the user is in the middle of something.
pub fn take_in(app: &mut EditorApp, ctx: &Context) {
    for underway in &mut app.host.readings {
        underway.ready = underway.ready.take().or_else(|| underway.reading.take());
    }
    let list: arriving::List<_> = |host| &mut host.readings;
    let take = |underway: &mut Underway| underway.ready.take();
    while let Some((underway, outcome)) = arriving::next(app, ctx, list, take) {
        let Underway { path, asked_in, .. } = underway;
        match underway.purpose {
            Purpose::Open => bring(app, ctx, (&path, outcome), asked_in, underway.reopens),
            Purpose::Compare => {
                if let Err(reason) = versions::compare_with_file(app, ctx, asked_in, &path, outcome)
                {
                    cannot_open(app, ctx, &path, &reason);
                }
            }
        }
    }
}

impl Underway {
    /// Whether it is read to be opened, and is the file at this path, which is a full one.
    fn opens(&self, path: &Path) -> bool {
        self.purpose == Purpose::Open && absolute(&self.path) == path
    }

    /// How it is opened at the next start if the program ends before it is there. What somebody asked for just now comes to the front then.
    pub fn for_next_start(&self) -> Option<OpenFile> {
        let asked_for = || OpenFile {
            path: absolute(&self.path),
            camera: None,
            front: true,
        };
        let is_opened = self.purpose == Purpose::Open;
        is_opened.then(|| self.reopens.clone().unwrap_or_else(asked_for))
    }

    fn work(&self) -> Work {
        let path = self.path.clone();
        match self.purpose {
            Purpose::Open => Work::Opening(path),
            Purpose::Compare => Work::Comparing(self.asked_in, path),
        }
    }

    /// What is told of it while it is not there.
    pub fn found(&self) -> Found {
        Found {
            is_ready: self.ready.is_some(),
            ..Found::of_file(self.work(), &self.path)
        }
    }
}

/// Opens what was read; what was open when the program ended last looks as then.
fn bring(
    app: &mut EditorApp,
    ctx: &Context,
    (path, outcome): (&Path, Outcome),
    asked_in: DocumentId,
    reopens: Option<OpenFile>,
) {
    let was = trail::here(app);
    let front = app.workspace.front();
    let before = (!front.is_untouched()).then(|| front.id());
    if let Err(reason) = arrived(app, ctx, path, outcome, asked_in) {
        return cannot_open(app, ctx, path, &reason);
    }
    let Some(file) = reopens else {
        return trail::remember(app, was);
    };
    look_as_before(app, &file);
    let before = before.filter(|_| !file.front);
    if let Some(index) = before.and_then(|id| app.workspace.index_of(id)) {
        app.workspace.bring_to_front(index);
    }
}

/// No longer wants a file to be read for this.
pub fn stop(app: &mut EditorApp, work: &Work) {
    app.host
        .readings
        .retain(|underway| underway.work() != *work);
}

/// Nothing is held beside a document any more: something else is, or it is closed.
pub fn forget(app: &mut EditorApp, id: DocumentId) {
    let is_other =
        |underway: &Underway| underway.purpose != Purpose::Compare || underway.asked_in != id;
    app.host.readings.retain(is_other);
}

/// Opens a file that was open when the program ended last, and looks at it as then.
pub fn reopen(app: &mut EditorApp, ctx: &Context, file: &OpenFile) {
    open_path(app, ctx, &file.path);
    let mut underway = app.host.readings.iter_mut();
    let is_it = |underway: &&mut Underway| underway.work() == Work::Opening(file.path.clone());
    if let Some(underway) = underway.find(is_it) {
        underway.reopens = Some(file.clone());
    } else {
        look_as_before(app, file);
    }
}

fn look_as_before(app: &mut EditorApp, file: &OpenFile) {
    let Some(index) = app.workspace.index_of_path(&file.path) else {
        return;
    };
    let id = app.workspace.documents()[index].id();
    if let Some((x, y, zoom)) = file.camera
        && [x, y, zoom].iter().all(|n| n.is_finite())
        && zoom > 0.0
    {
        app.views.canvases.of(id).look_at(pos2(x, y), zoom);
    }
}

/// A file was read: opens what it holds.
fn arrived(
    app: &mut EditorApp,
    ctx: &Context,
    path: &Path,
    outcome: Outcome,
    asked_in: DocumentId,
) -> Result<(), String> {
    // It may have been opened in another way meanwhile.
    if is_open(app, path) {
        return Ok(());
    }
    match outcome.map_err(|fault| why_not(&app.texts, &fault))? {
        Content::Own(own) => own_arrived(app, ctx, path, *own),
        Content::Foreign(foreign) => import::arrived(app, ctx, path, *foreign),
        Content::NoTree(found) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // Who is being asked something else hears of it in the status bar.
            if app.question.is_some() {
                return Err(app.texts.tr("import.no_tree").into_owned());
            }
            let question = Question::NoTree(NoTree {
                name: name.into_owned(),
                marks_folder: found.marks_folder,
                kinds: found.kinds,
                trees: found.trees,
            });
            app.question = Some((question, Pending::NoTree(path.to_owned())));
        }
        Content::Recording(file) => return recordings::open(app, ctx, path, file),
        Content::Rules(bytes) => {
            // They are for the tree that they were asked for in, whatever is in front by now.
            let meant = app.workspace.index_of(asked_in);
            let meant = meant.ok_or_else(|| app.texts.tr("import.rules_no_tree").into_owned())?;
            app.workspace.bring_to_front(meant);
            return import::play_by_rules(app, ctx, path, &bytes);
        }
    }
    Ok(())
}

fn own_arrived(app: &mut EditorApp, ctx: &Context, path: &Path, own: Own) {
    // No change of the document: the places are written with the next one that is saved.
    if own.placed {
        let text = app.texts.tr("notice.places_made").into_owned();
        app.say(ctx, NoticeKind::Done, text);
    }
    let file = DocumentFile {
        path: path.to_owned(),
        fingerprint: own.fingerprint,
    };
    let index = app
        .workspace
        .add(|id| OpenDocument::new(id, own.read.document, own.read.diagnostics).of_file(file));
    if let (true, Some((document, _))) = (own.placed, app.workspace.get_mut(index)) {
        document.owe_layout(Owed::Reading);
    }
    app.host.watcher.watch(path);
    references::follow(app);
    app.settings.remember(&absolute(path));
    say_if_damaged(app, ctx, index);
    // Nobody was told of what happened to it between its being read and its being watched.
    changed_on_disk(app, ctx, path);
}

/// What a document that came from another tool's file was made of; none if that file cannot be read any more.
pub fn origin_of(path: &Path) -> Option<(Origin, (Sources, Unpacked))> {
    let wanted = Wanted {
        path: path.to_owned(),
        place: Box::new(|_| false),
        even_without_tree: true,
    };
    match Reading::begin(wanted, || {}).take_at_last() {
        Ok(Content::Foreign(foreign)) => {
            let origin = import::origin(path, &foreign);
            Some((origin, (foreign.held, foreign.unpacked)))
        }
        _ => None,
    }
}

/// Why a file cannot be opened, in words.
pub fn why_not(texts: &Texts, fault: &Fault) -> String {
    use treewright_session::host::exchange::ImportFault as Import;
    let foreign = |error| texts.format_error_and_remedy(error, FileContent::Foreign);
    match fault {
        Fault::Read(error) | Fault::Import(Import::Read(error)) => texts.read_error(error),
        Fault::Format(error) => texts.format_error_and_remedy(error, FileContent::Tree),
        // The editor opens rules as what they are before they are taken for trees.
        Fault::Import(Import::Unknown | Import::Rules) => texts.tr("import.unknown").into_owned(),
        Fault::Import(Import::Syntax(what)) => foreign(&what.0),
        Fault::Import(Import::Format(what)) => foreign(&what.1),
        Fault::Write(error) => texts.write_error(error),
        Fault::Ended(ended) => texts.ended(ended),
    }
}
