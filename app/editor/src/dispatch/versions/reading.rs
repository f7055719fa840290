//! Reads other versions of documents from native files in the background, to compare, merge or restore them. Small files are usually finished at
//! once.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_authoring::edit::{Command, Refusal, VersionOrigin};
use treewright_authoring::merge::{Merged, merge};
use treewright_core::format::{FileContent, FormatError, native};
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_session::host::files;
use treewright_session::host::files::{Fingerprint, ReadError};
use treewright_session::host::job::{Job, JobEnd};
use treewright_session::host::reading::patience;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::Settings;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{DiskChange, DocumentId, OpenDocument};
use treewright_session::workspace::versions::OtherVersion;

use super::earlier::adapt_references;
use super::{compare, show_side_by_side};
use crate::action::JobKind;
use crate::dispatch::file::on_disk;
use crate::dispatch::{edit, file, layout};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::job_registry::{BackgroundJob, JobRegistry, name_of};
use crate::services::Services;
use crate::shell::Shell;

/// What another version is read for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VersionPurpose {
    /// To compare with the document's file on disk.
    Disk {
        /// Whether to show both side by side.
        side_by_side: bool,
    },
    /// To compare with an earlier version of this name, side by side.
    Earlier(String),
    /// To restore an earlier version.
    Restore,
    /// To merge the document's file on disk into the document.
    Merge,
}

impl VersionPurpose {
    /// The file of the document of which an earlier version is read.
    fn own_file(&self, document: &OpenDocument) -> Option<PathBuf> {
        let own = document.path().map(Path::to_owned);
        own.filter(|_| matches!(self, Self::Earlier(_) | Self::Restore))
    }
}

/// A version that is being read.
struct ReadVersionJob {
    document: DocumentId,
    /// The name of the document's own file: files of earlier versions have meaningless names.
    name: String,
    /// The revision of the document to merge with.
    revision: u64,
    /// The known contents of the document's file at the start; a later decision about the file takes precedence.
    on_disk: Option<Arc<Document>>,
    path: PathBuf,
    purpose: VersionPurpose,
    job: Job<Result<VersionRead, VersionError>>,
}

/// The result of the job.
type VersionJobResult = Result<Result<VersionRead, VersionError>, JobEnd>;

/// The result of reading a version.
struct VersionRead {
    /// The version, with positions for all cards.
    version: Document,
    fingerprint: Fingerprint,
    /// The document merged with the version, if that was requested.
    merged: Option<Merged>,
}

/// Why a version could not be read.
enum VersionError {
    Read(ReadError),
    Format(FormatError),
}

impl ReadVersionJob {
    fn begin(
        (shell, services): (&Shell, &Services),
        document: &OpenDocument,
        path: &Path,
        purpose: VersionPurpose,
    ) -> Self {
        let on_disk = document.version_on_disk().cloned();
        let merge_sides = on_disk.clone().filter(|_| purpose == VersionPurpose::Merge);
        let merge_sides = merge_sides.map(|base| (base, document.snapshot()));
        let (settings, file) = (shell.settings.clone(), path.to_owned());
        let own = purpose.own_file(document);
        let turns = services.comparison_lock.clone();
        let wake = shell.waker();
        let job = Job::begin("version", wake, move |work| {
            on_purpose::panic_at("version");
            let base = merge_sides.as_ref().map(|(base, _)| &**base);
            let mut found = read((&file, own.as_deref()), base, &settings);
            if work.stop.is_cancelled() {
                return None;
            }
            if let (Ok(read), Some((base, ours))) = (&mut found, merge_sides) {
                let _turn = turns.take(&work.stop)?;
                let mut merged = merge(&base, &ours, &read.version);
                layout::place_added(&mut merged.document, &ours, &settings);
                read.merged = Some(merged);
            }
            Some(found)
        });
        Self {
            document: document.id(),
            name: name_of(document.path().unwrap_or(path)),
            revision: document.revision(),
            on_disk,
            path: path.to_owned(),
            purpose,
            job: job.withheld_by(services.conditions.background_gate.hold()),
        }
    }

    /// Whether the file is still that of its document, and nothing was decided about it meanwhile. Always true for earlier versions.
    fn is_up_to_date(&self, document: &OpenDocument) -> bool {
        let is_same = match (&self.on_disk, document.version_on_disk()) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        match self.purpose {
            VersionPurpose::Disk { .. } | VersionPurpose::Merge => {
                is_same && document.path() == Some(&self.path)
            }
            VersionPurpose::Earlier(_) | VersionPurpose::Restore => true,
        }
    }
}

impl BackgroundJob<Editor> for ReadVersionJob {
    fn kind(&self) -> JobKind {
        match self.purpose {
            VersionPurpose::Disk { .. } | VersionPurpose::Earlier(_) => {
                JobKind::Comparing(self.document, self.path.clone())
            }
            VersionPurpose::Restore => JobKind::Restoring(self.document),
            VersionPurpose::Merge => JobKind::Merging(self.document),
        }
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn is_ready(&self) -> bool {
        self.job.is_ready()
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let result = self.job.wait();
        on_finished(editor, *self, result);
    }

    /// The user is asked again about a cancelled merge.
    fn cancel(self: Box<Self>, editor: &mut Editor) {
        if self.purpose == VersionPurpose::Merge {
            ask_again(&mut editor.workspace, self.document, DiskChange::Version);
        }
    }
}

/// Reads a version. If it has no positions, it takes those of the version on which it is based, if this is known. An earlier version is read as one of its
/// `own` file, where that is now.
fn read(
    (path, own): (&Path, Option<&Path>),
    base: Option<&Document>,
    settings: &Settings,
) -> Result<VersionRead, VersionError> {
    let bytes = files::read(path).map_err(VersionError::Read)?;
    let mut version = native::read(&bytes).map_err(VersionError::Format)?.document;
    if let Some(own) = own {
        adapt_references(&mut version, path, own);
    }
    match base {
        Some(base) => layout::place_version(&mut version, base, settings),
        None => _ = layout::place_unplaced(&mut version, settings),
    }
    Ok(VersionRead {
        version,
        fingerprint: Fingerprint::of(&bytes),
        merged: None,
    })
}

/// Reads another version of a document. Continues in the background if it takes longer than a moment; another request cancels it.
pub fn read_version(editor: &mut Editor, id: DocumentId, path: &Path, purpose: VersionPurpose) {
    let Some(index) = editor.workspace.index_of(id) else {
        return;
    };
    cancel_reading(editor, id);
    if purpose == VersionPurpose::Merge {
        let document = &mut editor.workspace.documents_mut()[index];
        // The question is decided, and not asked again meanwhile.
        document.changed_on_disk = None;
        on_disk::cancel_rereading(&mut editor.jobs, id);
    }
    let document = &editor.workspace.documents()[index];
    let job = ReadVersionJob::begin((&editor.shell, &editor.services), document, path, purpose);
    if let Some(result) = job.job.wait_for(patience(path)) {
        return on_finished(editor, job, result);
    }
    // The user has chosen from the list of earlier versions.
    editor.shell.views.earlier = None;
    editor.jobs.begin(job);
}

/// Whether another version of a document is being read.
pub fn is_reading(jobs: &JobRegistry<Editor>, id: DocumentId) -> bool {
    let mut all = jobs.of::<ReadVersionJob>();
    all.any(|reading| reading.document == id)
}

/// Cancels reading another version of a document. The user is asked again about a cancelled merge.
pub fn cancel_reading(editor: &mut Editor, id: DocumentId) {
    while let Some(reading) = editor.jobs.take(|it: &ReadVersionJob| it.document == id) {
        reading.cancel(editor);
    }
}

/// Cancels a merge without asking again, since something else was decided about the file.
pub fn cancel_merge(jobs: &mut JobRegistry<Editor>, id: DocumentId) {
    jobs.discard(|it: &ReadVersionJob| it.document == id && it.purpose == VersionPurpose::Merge);
}

/// Asks the user again about the file of a document.
fn ask_again(workspace: &mut Workspace, id: DocumentId, change: DiskChange) {
    if let Some(index) = workspace.index_of(id) {
        workspace.documents_mut()[index].changed_on_disk = Some(change);
    }
}

fn on_finished(editor: &mut Editor, job: ReadVersionJob, result: VersionJobResult) {
    let Some(index) = editor.workspace.index_of(job.document) else {
        return;
    };
    let document = &editor.workspace.documents()[index];
    let is_up_to_date = job.is_up_to_date(document);
    let its_file = document.path().map(Path::to_owned);
    let ReadVersionJob {
        document: id,
        revision,
        path,
        purpose,
        ..
    } = job;
    if !is_up_to_date {
        // The document was saved or reloaded meanwhile: compares with the current file, or drops the unnecessary merge.
        if let (VersionPurpose::Disk { .. }, Some(path)) = (&purpose, its_file) {
            read_version(editor, id, &path, purpose);
        }
        return;
    }
    let found = match result {
        Ok(Ok(found)) => found,
        Ok(Err(VersionError::Read(error))) => {
            let reason = editor.shell.texts.read_error(&error);
            return report_unreadable(
                &mut editor.workspace,
                &mut editor.shell,
                id,
                &path,
                &purpose,
                &reason,
            );
        }
        Ok(Err(VersionError::Format(error))) => {
            let reason = editor
                .shell
                .texts
                .format_error_and_remedy(&error, FileContent::Tree);
            return report_unreadable(
                &mut editor.workspace,
                &mut editor.shell,
                id,
                &path,
                &purpose,
                &reason,
            );
        }
        Err(ended) => {
            let reason = editor.shell.texts.ended(&ended);
            return report_unreadable(
                &mut editor.workspace,
                &mut editor.shell,
                id,
                &path,
                &purpose,
                &reason,
            );
        }
    };
    if purpose == VersionPurpose::Merge
        && editor.workspace.documents()[index].revision() != revision
    {
        // The document was edited meanwhile: merges again.
        return read_version(editor, id, &path, purpose);
    }
    editor.workspace.bring_to_front(index);
    match purpose {
        VersionPurpose::Disk { side_by_side } => {
            let name = editor.shell.texts.tr("versions.on_disk").into_owned();
            compare(editor, OtherVersion::Disk, name, found.version);
            if side_by_side {
                show_side_by_side(&editor.workspace, &mut editor.shell);
            }
        }
        VersionPurpose::Earlier(name) => {
            compare(editor, OtherVersion::Earlier(path), name, found.version);
            show_side_by_side(&editor.workspace, &mut editor.shell);
            editor.shell.views.earlier = None;
        }
        VersionPurpose::Restore => {
            let become_it = Command::Become(Box::new(found.version), VersionOrigin::Earlier);
            // As it was: nothing moves aside.
            edit::follow_in(&mut editor.workspace, &mut editor.shell, index, &become_it);
            let history = editor.workspace.documents()[index].history();
            if let Some(label) = history.undo_label() {
                let done = editor.shell.texts.label_done(label);
                editor.shell.notify(NoticeKind::Done, done);
            }
            editor.shell.views.earlier = None;
        }
        VersionPurpose::Merge => {
            apply_merge(&mut editor.workspace, &mut editor.shell, index, found);
        }
    }
}

fn report_unreadable(
    workspace: &mut Workspace,
    shell: &mut Shell,
    id: DocumentId,
    path: &Path,
    purpose: &VersionPurpose,
    reason: &str,
) {
    let shown = shell.views.versions.of(id);
    let is_shown = shown.is_some_and(|shown| shown.other == OtherVersion::Disk);
    if is_shown && matches!(purpose, VersionPurpose::Disk { .. }) {
        // The comparison with the previous contents would be outdated.
        shell.views.versions.stop();
    }
    if *purpose == VersionPurpose::Merge {
        ask_again(workspace, id, DiskChange::Unreadable(reason.to_owned()));
    }
    file::cannot_open(shell, path, reason);
}

/// Applies a merge of a document with its file, as one undoable step. Conflicts are listed.
fn apply_merge(workspace: &mut Workspace, shell: &mut Shell, index: usize, found: VersionRead) {
    let (Some(merged), Some((document, library))) = (found.merged, workspace.get_mut(index)) else {
        return;
    };
    let (before, becomes) = (
        document.document().clone(),
        Command::Become(Box::new(merged.document), VersionOrigin::Merge),
    );
    match document.apply(&library, &becomes) {
        Ok(()) => edit::make_room(workspace, shell, index, (&before, &becomes)),
        // If there is nothing to do, both are the same.
        Err(Refusal::Nothing) => {}
        Err(refusal) => {
            document.changed_on_disk = Some(DiskChange::Version);
            let text = shell.texts.refusal(&refusal);
            return shell.notify(NoticeKind::Failed, text);
        }
    }
    if let Some((document, _)) = workspace.get_mut(index) {
        document.merged_from_disk(found.version, found.fingerprint);
    }
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
    shell.notify(kind, text);
}
