//! Other versions of documents in files of our own: read beside the window's thread, to be compared, merged or taken back when they are there. A small one is there
//! at once.

use std::path::{Path, PathBuf};
use std::sync::Arc;

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
use crate::dispatch::file::on_disk;
use crate::dispatch::{edit, file, layout};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::services::Services;
use crate::shell::Shell;
use crate::work_list::{Underway, WorkList, name_of};

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
struct ReadingVersion {
    document: DocumentId,
    /// The name of the document's own file: earlier versions lie in files whose names say nothing.
    name: String,
    /// The state of the document with which it is merged.
    revision: u64,
    /// What was known of the document's file: whatever is decided about that from then on counts more.
    on_disk: Option<Arc<Document>>,
    path: PathBuf,
    aim: Aim,
    job: Job<Result<Read, Fault>>,
}

/// What reading it tells in the end.
type Told = Result<Result<Read, Fault>, Ended>;

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

impl ReadingVersion {
    fn begin(
        (shell, services): (&Shell, &Services),
        document: &OpenDocument,
        path: &Path,
        aim: Aim,
    ) -> Self {
        let on_disk = document.version_on_disk().cloned();
        let sides = on_disk.clone().filter(|_| aim == Aim::Merge);
        let sides = sides.map(|base| (base, document.snapshot()));
        let (settings, file) = (shell.settings.clone(), path.to_owned());
        let turns = services.turns.clone();
        let wake = shell.waker();
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
            name: name_of(document.path().unwrap_or(path)),
            revision: document.revision(),
            on_disk,
            path: path.to_owned(),
            aim,
            job: job.held_by(services.conditions.work.hold()),
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

impl Underway<Editor> for ReadingVersion {
    fn work(&self) -> Work {
        match self.aim {
            Aim::Disk { .. } | Aim::Earlier(_) => Work::Comparing(self.document, self.path.clone()),
            Aim::Restore => Work::Restoring(self.document),
            Aim::Merge => Work::Merging(self.document),
        }
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn is_ready(&self) -> bool {
        self.job.is_ready()
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let told = self.job.take_at_last();
        arrived(editor, *self, told);
    }

    /// What was to be merged is asked about again.
    fn cancel(self: Box<Self>, editor: &mut Editor) {
        if self.aim == Aim::Merge {
            ask_again(&mut editor.workspace, self.document, DiskChange::Version);
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
pub fn order(editor: &mut Editor, id: DocumentId, path: &Path, aim: Aim) {
    let Some(index) = editor.workspace.index_of(id) else {
        return;
    };
    forget(editor, id);
    if aim == Aim::Merge {
        let document = &mut editor.workspace.documents_mut()[index];
        // It is decided, and not asked about while that takes.
        document.changed_on_disk = None;
        on_disk::forget(&mut editor.work, id);
    }
    let document = &editor.workspace.documents()[index];
    let underway = ReadingVersion::begin((&editor.shell, &editor.services), document, path, aim);
    if let Some(told) = underway.job.take_within(patience(path)) {
        return arrived(editor, underway, told);
    }
    // The list of earlier versions has been answered.
    editor.shell.views.earlier = None;
    editor.work.begin(underway);
}

/// Whether another version of a document is being read.
pub fn is_awaited(work: &WorkList<Editor>, id: DocumentId) -> bool {
    let mut all = work.of::<ReadingVersion>();
    all.any(|reading| reading.document == id)
}

/// No longer wants another version of a document. One that was to be merged is asked about again.
pub fn forget(editor: &mut Editor, id: DocumentId) {
    while let Some(reading) = editor.work.take(|it: &ReadingVersion| it.document == id) {
        reading.cancel(editor);
    }
}

/// Something else was decided about the file of a document than to merge both.
pub fn forget_merge(work: &mut WorkList<Editor>, id: DocumentId) {
    work.forget(|it: &ReadingVersion| it.document == id && it.aim == Aim::Merge);
}

/// What the file of a document holds by now is not taken in: somebody is to decide again.
fn ask_again(workspace: &mut Workspace, id: DocumentId, change: DiskChange) {
    if let Some(index) = workspace.index_of(id) {
        workspace.documents_mut()[index].changed_on_disk = Some(change);
    }
}

fn arrived(editor: &mut Editor, underway: ReadingVersion, told: Told) {
    let Some(index) = editor.workspace.index_of(underway.document) else {
        return;
    };
    let document = &editor.workspace.documents()[index];
    let is_up_to_date = underway.is_up_to_date(document);
    let its_file = document.path().map(Path::to_owned);
    let ReadingVersion {
        document: id,
        revision,
        path,
        aim,
        ..
    } = underway;
    if !is_up_to_date {
        // It was saved or read meanwhile: it is seen beside what its file holds by now, and needs no merge any more.
        if let (Aim::Disk { .. }, Some(path)) = (&aim, its_file) {
            order(editor, id, &path, aim);
        }
        return;
    }
    let found = match told {
        Ok(Ok(found)) => found,
        Ok(Err(Fault::Read(error))) => {
            let reason = editor.shell.texts.read_error(&error);
            return not_read(
                &mut editor.workspace,
                &mut editor.shell,
                id,
                &path,
                &aim,
                &reason,
            );
        }
        Ok(Err(Fault::Format(error))) => {
            let reason = editor
                .shell
                .texts
                .format_error_and_remedy(&error, FileContent::Tree);
            return not_read(
                &mut editor.workspace,
                &mut editor.shell,
                id,
                &path,
                &aim,
                &reason,
            );
        }
        Err(ended) => {
            let reason = editor.shell.texts.ended(&ended);
            return not_read(
                &mut editor.workspace,
                &mut editor.shell,
                id,
                &path,
                &aim,
                &reason,
            );
        }
    };
    if aim == Aim::Merge && editor.workspace.documents()[index].revision() != revision {
        // Somebody went on working on it: that is to be merged as well.
        return order(editor, id, &path, aim);
    }
    editor.workspace.bring_to_front(index);
    match aim {
        Aim::Disk { side_by_side } => {
            let name = editor.shell.texts.tr("versions.on_disk").into_owned();
            compare(editor, Other::Disk, name, found.version);
            if side_by_side {
                see_side_by_side(&editor.workspace, &mut editor.shell);
            }
        }
        Aim::Earlier(age) => {
            let name = editor.shell.texts.tr_with("earlier.name", &[("age", &age)]);
            compare(editor, Other::File(path), name, found.version);
            see_side_by_side(&editor.workspace, &mut editor.shell);
            editor.shell.views.earlier = None;
        }
        Aim::Restore => {
            let become_it = Command::Become(Box::new(found.version));
            edit::apply(editor, EditAction::Do(become_it));
            editor.shell.views.earlier = None;
        }
        Aim::Merge => merged(&mut editor.workspace, &mut editor.shell, index, found),
    }
}

fn not_read(
    workspace: &mut Workspace,
    shell: &mut Shell,
    id: DocumentId,
    path: &Path,
    aim: &Aim,
    reason: &str,
) {
    let shown = shell.views.versions.of(id);
    let is_shown = shown.is_some_and(|shown| shown.other == Other::Disk);
    if is_shown && matches!(aim, Aim::Disk { .. }) {
        // What it held before is no answer to what it holds by now.
        shell.views.versions.stop();
    }
    if *aim == Aim::Merge {
        ask_again(workspace, id, DiskChange::Unreadable(reason.to_owned()));
    }
    file::cannot_open(shell, path, reason);
}

/// What the file of a document holds by now was merged with it: takes it in as one step that can be undone. What cannot be decided is listed.
fn merged(workspace: &mut Workspace, shell: &mut Shell, index: usize, found: Read) {
    let (Some(merged), Some((document, library))) = (found.merged, workspace.get_mut(index)) else {
        return;
    };
    match document.apply(&library, &Command::Become(Box::new(merged.document))) {
        // That there is nothing to do means that both are the same by now.
        Ok(()) | Err(Refusal::Nothing) => {}
        Err(refusal) => {
            document.changed_on_disk = Some(DiskChange::Version);
            let text = shell.texts.refusal(&refusal);
            return shell.say(NoticeKind::Failed, text);
        }
    }
    document.took_in(found.version, found.fingerprint);
    let (kind, text) = match merged.new_conflicts {
        0 => (
            NoticeKind::Done,
            shell.texts.tr("versions.merged").into_owned(),
        ),
        conflicts => {
            docking::show(&mut shell.panels, Panel::Versions);
            let text = shell.texts.tr_count("versions.merged_with", conflicts);
            (NoticeKind::Refused, text)
        }
    };
    shell.say(kind, text);
}
