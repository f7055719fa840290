//! Other versions of documents in files of our own: read beside the window's thread, to be compared, merged or taken back when they are there. A small one is there
//! at once.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::Context;
use treewright_authoring::edit::{Command, Refusal};
use treewright_authoring::merge::{Merged, merge};
use treewright_core::format::{FileContent, FormatError, native};
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_session::host::files;
use treewright_session::host::files::{Fingerprint, ReadError};
use treewright_session::host::job::{Ended, Job};
use treewright_session::host::reading::patience;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::Settings;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{DiskChange, DocumentId, OpenDocument};
use treewright_session::workspace::versions::Other;

use super::{compare, see_side_by_side};
use crate::action::{EditAction, Work};
use crate::app::{EditorApp, Host};
use crate::dispatch::file::on_disk;
use crate::dispatch::underway::Found;
use crate::dispatch::{arriving, edit, file, layout};
use crate::docking::{self, Panel};

/// What another version is read for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// What the document's file holds, to be compared with.
    Disk {
        /// And to be seen beside the document.
        side_by_side: bool,
    },
    /// An earlier version with this name, to be seen beside the document.
    Earlier(String),
    /// An earlier version that the document is to become.
    Restore,
    /// What the document's file holds, to be taken into the document.
    Merge,
}

/// Another version that is being read.
pub struct Underway {
    document: DocumentId,
    /// The state of the document with which it is merged.
    revision: u64,
    /// What was known of the document's file: whatever is decided about that from then on counts more.
    on_disk: Option<Arc<Document>>,
    path: PathBuf,
    aim: Aim,
    job: Job<Result<Read, Fault>>,
}

/// What a file gave.
struct Read {
    /// The version, with all its cards placed.
    version: Document,
    fingerprint: Fingerprint,
    /// The document with what the version has besides, if that was wanted.
    merged: Option<Merged>,
}

/// Why it gave nothing.
enum Fault {
    Read(ReadError),
    Format(FormatError),
}

impl Underway {
    fn begin(
        (settings, host): (&Settings, &Host),
        ctx: &Context,
        document: &OpenDocument,
        path: &Path,
        aim: Aim,
    ) -> Self {
        let on_disk = document.version_on_disk().cloned();
        let sides = on_disk.clone().filter(|_| aim == Aim::Merge);
        let sides = sides.map(|base| (base, document.snapshot()));
        let (settings, file, waker) = (settings.clone(), path.to_owned(), ctx.clone());
        let turns = host.turns.clone();
        let wake = move || waker.request_repaint();
        let job = Job::begin("version", wake, move |work| {
            on_purpose::panic_at("version");
            let mut found = read(&file, &settings);
            if work.stop.is_wanted() {
                return None;
            }
            if let (Ok(read), Some((base, ours))) = (&mut found, sides) {
                let _turn = turns.take(&work.stop)?;
                read.merged = Some(merge(&base, &ours, &read.version));
            }
            Some(found)
        });
        Self {
            document: document.id(),
            revision: document.revision(),
            on_disk,
            path: path.to_owned(),
            aim,
            job: job.held_by(host.hold()),
        }
    }

    /// What is told of it while it is not there.
    pub fn found(&self, workspace: &Workspace) -> Found {
        // Earlier versions lie in files whose names say nothing.
        let index = workspace.index_of(self.document);
        let own = index.and_then(|index| workspace.documents()[index].path());
        Found::of_file(self.work(), own.unwrap_or(&self.path))
    }

    fn work(&self) -> Work {
        match self.aim {
            Aim::Disk { .. } | Aim::Earlier(_) => Work::Comparing(self.document, self.path.clone()),
            Aim::Restore => Work::Restoring(self.document),
            Aim::Merge => Work::Merging(self.document),
        }
    }

    /// Whether it tells of a file that is still that of its document, about which nothing was decided since then; what is no such file is always well.
    fn is_up_to_date(&self, document: &OpenDocument) -> bool {
        let is_same = match (&self.on_disk, document.version_on_disk()) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        match self.aim {
            Aim::Disk { .. } | Aim::Merge => is_same && document.path() == Some(&self.path),
            Aim::Earlier(_) | Aim::Restore => true,
        }
    }
}

fn read(path: &Path, settings: &Settings) -> Result<Read, Fault> {
    let bytes = files::read(path).map_err(Fault::Read)?;
    let mut version = native::read(&bytes).map_err(Fault::Format)?.document;
    layout::place_unplaced(&mut version, settings);
    Ok(Read {
        version,
        fingerprint: Fingerprint::of(&bytes),
        merged: None,
    })
}

/// Reads another version of a document. What takes longer than a moment comes later, unless another one is wanted by then.
pub fn order(app: &mut EditorApp, ctx: &Context, id: DocumentId, path: &Path, aim: Aim) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    forget(app, id);
    if aim == Aim::Merge {
        let document = &mut app.workspace.documents_mut()[index];
        // It is decided, and not asked about while that takes.
        document.changed_on_disk = None;
        on_disk::forget(app, id);
    }
    let document = &app.workspace.documents()[index];
    let underway = Underway::begin((&app.settings, &app.host), ctx, document, path, aim);
    if let Some(told) = underway.job.take_within(patience(path)) {
        return arrived(app, ctx, underway, told);
    }
    // The list of earlier versions has been answered.
    app.views.earlier = None;
    app.host.versions.push(underway);
}

/// Whether another version of a document is being read.
pub fn is_awaited(app: &EditorApp, id: DocumentId) -> bool {
    let mut all = app.host.versions.iter();
    all.any(|underway| underway.document == id)
}

/// No longer wants another version of a document. One that was to be merged is asked about again.
pub fn forget(app: &mut EditorApp, id: DocumentId) {
    call_off(app, |underway| underway.document == id);
}

/// No longer wants what is told of as this work. What was to be merged is asked about again.
pub fn stop(app: &mut EditorApp, work: &Work) {
    call_off(app, |underway| underway.work() == *work);
}

fn call_off(app: &mut EditorApp, is_it: impl Fn(&Underway) -> bool) {
    let versions = &mut app.host.versions;
    let gone: Vec<Underway> = versions.extract_if(.., |it| is_it(it)).collect();
    for underway in gone {
        if underway.aim == Aim::Merge {
            ask_again(app, underway.document, DiskChange::Version);
        }
    }
}

/// Something else was decided about the file of a document than to merge both.
pub fn forget_merge(app: &mut EditorApp, id: DocumentId) {
    let is_it = |underway: &Underway| underway.document == id && underway.aim == Aim::Merge;
    app.host.versions.retain(|underway| !is_it(underway));
}

/// What the file of a document holds by now is not taken in: somebody is to decide again.
fn ask_again(app: &mut EditorApp, id: DocumentId, change: DiskChange) {
    if let Some(index) = app.workspace.index_of(id) {
        app.workspace.documents_mut()[index].changed_on_disk = Some(change);
    }
}

/// Takes in the versions that were read since the last frame, unless the user is in the middle of something.
pub fn take_in(app: &mut EditorApp, ctx: &Context) {
    let list: arriving::List<_> = |host| &mut host.versions;
    let take = |underway: &mut Underway| underway.job.take();
    while let Some((underway, told)) = arriving::next(app, ctx, list, take) {
        arrived(app, ctx, underway, told);
    }
}

fn arrived(
    app: &mut EditorApp,
    ctx: &Context,
    underway: Underway,
    told: Result<Result<Read, Fault>, Ended>,
) {
    let Some(index) = app.workspace.index_of(underway.document) else {
        return;
    };
    let document = &app.workspace.documents()[index];
    let is_up_to_date = underway.is_up_to_date(document);
    let its_file = document.path().map(Path::to_owned);
    let Underway {
        document: id,
        revision,
        path,
        aim,
        ..
    } = underway;
    if !is_up_to_date {
        // It was saved or read meanwhile: it is seen beside what its file holds by now, and needs no merge any more.
        if let (Aim::Disk { .. }, Some(path)) = (&aim, its_file) {
            order(app, ctx, id, &path, aim);
        }
        return;
    }
    let found = match told {
        Ok(Ok(found)) => found,
        Ok(Err(Fault::Read(error))) => {
            let reason = app.texts.read_error(&error);
            return not_read(app, ctx, id, &path, &aim, &reason);
        }
        Ok(Err(Fault::Format(error))) => {
            let reason = app.texts.format_error_and_remedy(&error, FileContent::Tree);
            return not_read(app, ctx, id, &path, &aim, &reason);
        }
        Err(ended) => {
            let reason = app.texts.ended(&ended);
            return not_read(app, ctx, id, &path, &aim, &reason);
        }
    };
    if aim == Aim::Merge && app.workspace.documents()[index].revision() != revision {
        // Somebody went on working on it: that is to be merged as well.
        return order(app, ctx, id, &path, aim);
    }
    app.workspace.bring_to_front(index);
    match aim {
        Aim::Disk { side_by_side } => {
            let name = app.texts.tr("versions.on_disk").into_owned();
            compare(app, ctx, Other::Disk, name, found.version);
            if side_by_side {
                see_side_by_side(app);
            }
        }
        Aim::Earlier(age) => {
            let name = app.texts.tr_with("earlier.name", &[("age", &age)]);
            compare(app, ctx, Other::File(path), name, found.version);
            see_side_by_side(app);
            app.views.earlier = None;
        }
        Aim::Restore => {
            let become_it = Command::Become(Box::new(found.version));
            edit::apply(app, ctx, EditAction::Do(become_it));
            app.views.earlier = None;
        }
        Aim::Merge => merged(app, ctx, index, found),
    }
}

fn not_read(
    app: &mut EditorApp,
    ctx: &Context,
    id: DocumentId,
    path: &Path,
    aim: &Aim,
    reason: &str,
) {
    let shown = app.views.versions.of(id);
    let is_shown = shown.is_some_and(|shown| shown.other == Other::Disk);
    if is_shown && matches!(aim, Aim::Disk { .. }) {
        // What it held before is no answer to what it holds by now.
        app.views.versions.stop();
    }
    if *aim == Aim::Merge {
        ask_again(app, id, DiskChange::Unreadable(reason.to_owned()));
    }
    file::cannot_open(app, ctx, path, reason);
}

/// What the file of a document holds by now was merged with it: takes it in as one step that can be undone. What cannot be decided is listed.
fn merged(app: &mut EditorApp, ctx: &Context, index: usize, found: Read) {
    let (Some(merged), Some((document, library))) = (found.merged, app.workspace.get_mut(index))
    else {
        return;
    };
    match document.apply(&library, &Command::Become(Box::new(merged.document))) {
        // That there is nothing to do means that both are the same by now.
        Ok(()) | Err(Refusal::Nothing) => {}
        Err(refusal) => {
            document.changed_on_disk = Some(DiskChange::Version);
            let text = app.texts.refusal(&refusal);
            return app.say(ctx, NoticeKind::Failed, text);
        }
    }
    document.took_in(found.version, found.fingerprint);
    let (kind, text) = match merged.new_conflicts {
        0 => (
            NoticeKind::Done,
            app.texts.tr("versions.merged").into_owned(),
        ),
        conflicts => {
            docking::show(&mut app.panels, Panel::Versions);
            let text = app.texts.tr_count("versions.merged_with", conflicts);
            (NoticeKind::Refused, text)
        }
    };
    app.say(ctx, kind, text);
}
