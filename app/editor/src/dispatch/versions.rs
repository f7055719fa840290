//! Other versions of the active document: compares with one, merges changes on disk, and resolves conflicts.
//!
//! A merge is repeated if the document was edited meanwhile, and dropped if the user decided something else about
//! the file.

mod differences;
pub mod earlier;
pub mod reading;

use std::path::Path;

use reading::VersionPurpose;
use treewright_authoring::edit::Command;
use treewright_core::model::{Document, FieldValue, NodePlace, Side};
use treewright_exchange::ExchangeFormat;
use treewright_session::host::job::JobEnd;
use treewright_session::host::reading::{OpenResult, OpenedContent};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::versions::{OtherVersion, RefreshResult, Versions};

use super::file::{
    ask_for_version_file, describe_open_error, keep_ours, recovering, reload_from_disk,
};
use super::{edit, view};
use crate::action::{EditAction, JobKind, VersionAction, ViewAction};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::job_registry::BackgroundJob;
use crate::shell::Shell;

pub fn apply(editor: &mut Editor, action: VersionAction) {
    match action {
        VersionAction::CompareWithDisk => compare_with_disk(editor, false),
        VersionAction::CompareWithOpen(other) => compare_with_open(editor, other),
        VersionAction::CompareWithFile => ask_for_version_file(editor),
        VersionAction::ListEarlier => earlier::list(editor),
        VersionAction::CompareWithEarlier(file, age) => {
            earlier::compare(editor, &file, &age);
        }
        VersionAction::RestoreEarlier(file) => earlier::restore(editor, &file),
        VersionAction::Stop => editor.shell.views.versions.stop(),
        VersionAction::SideBySide => toggle_side_by_side(editor),
        VersionAction::LinkSides => editor.shell.views.comparison_view.linked ^= true,
        VersionAction::GoTo(index) => {
            differences::go_to(&mut editor.workspace, &mut editor.shell, index);
        }
        VersionAction::Step { backwards } => {
            differences::step(&mut editor.workspace, &mut editor.shell, backwards);
        }
        VersionAction::SelectOther(node) => {
            differences::select_other(&mut editor.workspace, &mut editor.shell, node);
        }
        VersionAction::ShowLayout(on) => {
            if let Some(versions) = &mut editor.shell.views.versions.shown {
                versions.show_layout(on);
            }
            editor.shell.views.versions.discard_marks();
        }
        VersionAction::MergeWithDisk => {
            let id = editor.workspace.front().id();
            merge_with_disk(editor, id);
        }
        VersionAction::KeepOurs => {
            let id = editor.workspace.front().id();
            keep_ours(&mut editor.workspace, &mut editor.jobs, id);
        }
        VersionAction::LoadTheirs => {
            let id = editor.workspace.front().id();
            if let Some(index) = editor.workspace.index_of(id) {
                reload_from_disk(editor, index);
            }
        }
        VersionAction::ResolveAll(side) => resolve_all(editor, side),
        VersionAction::NextConflict => next_conflict(editor),
        VersionAction::DecideCopy { restore } => recovering::on_compared_decision(editor, restore),
    }
    editor.shell.ctx.request_repaint();
}

/// Updates the comparison if one of the versions changed. Called once after the actions of a frame.
pub fn update(editor: &mut Editor) {
    let wake = editor.shell.waker();
    let (versions, services) = (&mut editor.shell.views.versions, &editor.services);
    let lock_and_hold = (
        &services.comparison_lock,
        services.conditions.background_gate.hold(),
    );
    let refreshed = match &mut versions.shown {
        Some(shown) => shown.refresh(&editor.workspace, lock_and_hold, wake),
        None => RefreshResult::Same,
    };
    let has_changed = refreshed != RefreshResult::Same;
    match refreshed {
        RefreshResult::Same | RefreshResult::Anew => {}
        RefreshResult::Gone => versions.stop(),
        RefreshResult::Failed(ended) => return report_failed_comparison(&mut editor.shell, &ended),
    }
    versions.mark(editor.workspace.front(), &editor.shell.texts, has_changed);
    let beside = versions.shown.as_ref().filter(|_| versions.side_by_side);
    editor.shell.views.canvases.compared_document = beside.map(|shown| shown.document);
    let is_compared = versions.shown.as_ref().is_some_and(Versions::is_compared);
    if is_compared && std::mem::take(&mut versions.goes_to_first) {
        differences::go_to_current(&mut editor.workspace, &mut editor.shell);
    }
    if has_changed {
        editor.shell.ctx.request_repaint();
    }
    editor.jobs.discard(|_: &DifferencesJob| true);
    let shown = editor.shell.views.versions.shown.as_ref();
    if let Some(shown) = shown.filter(|shown| shown.is_comparing()) {
        editor.jobs.begin(DifferencesJob {
            document: shown.document,
            name: shown.name.clone(),
            is_followed: shown.is_compared(),
        });
    }
}

/// A running comparison as an entry of the job list. The comparison itself processes the result.
struct DifferencesJob {
    document: DocumentId,
    name: String,
    /// An earlier result exists, and is only updated.
    is_followed: bool,
}

impl BackgroundJob<Editor> for DifferencesJob {
    fn kind(&self) -> JobKind {
        JobKind::FindingChanges(self.document)
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn is_requested(&self) -> bool {
        !self.is_followed
    }

    fn is_ready(&self) -> bool {
        false
    }

    fn finish(self: Box<Self>, _: &mut Editor) {}

    fn cancel(self: Box<Self>, editor: &mut Editor) {
        stop_showing(&mut editor.shell, self.document);
    }
}

/// Reports a failed comparison, and closes it.
fn report_failed_comparison(shell: &mut Shell, ended: &JobEnd) {
    shell.views.versions.stop();
    let reason = shell.texts.ended(ended);
    shell.notify_key(
        NoticeKind::Failed,
        "jobs.compare_ended",
        &[("reason", &reason)],
    );
}

/// Cancels and closes any comparison of a document.
pub fn stop(editor: &mut Editor, id: DocumentId) {
    reading::cancel_reading(editor, id);
    stop_showing(&mut editor.shell, id);
}

/// Closes the comparison of a document.
pub fn stop_showing(shell: &mut Shell, id: DocumentId) {
    if shell.views.versions.of(id).is_some() {
        shell.views.versions.stop();
    }
}

/// Compares the active document with another version.
fn compare(editor: &mut Editor, other: OtherVersion, name: String, older: Document) {
    compare_as(editor, other, name, (older, ExchangeFormat::Native));
}

/// Like `compare`, with a version from a file of this format.
fn compare_as(
    editor: &mut Editor,
    other: OtherVersion,
    name: String,
    older: (Document, ExchangeFormat),
) {
    let id = editor.workspace.front().id();
    let mut versions = Versions::new(id, other, name, older);
    let services = &editor.services;
    let lock_and_hold = (
        &services.comparison_lock,
        services.conditions.background_gate.hold(),
    );
    let wake = editor.shell.waker();
    if let RefreshResult::Failed(ended) = versions.refresh(&editor.workspace, lock_and_hold, wake) {
        return report_failed_comparison(&mut editor.shell, &ended);
    }
    editor.shell.views.versions.shown = Some(versions);
    editor.shell.views.versions.discard_marks();
    editor
        .shell
        .views
        .comparison_view
        .begin(editor.shell.views.canvases.of(id));
    docking::show(&mut editor.shell.panels, Panel::Versions);
}

/// Toggles the side-by-side view of the active document and the compared version, or otherwise its file.
fn toggle_side_by_side(editor: &mut Editor) {
    let front = editor.workspace.front().id();
    if editor
        .shell
        .views
        .versions
        .side_by_side_versions(front)
        .is_some()
    {
        editor.shell.views.versions.side_by_side = false;
        editor.shell.views.canvases.of(front).refit();
        return;
    }
    if editor.shell.views.versions.of(front).is_none() {
        return compare_with_disk(editor, true);
    }
    show_side_by_side(&editor.workspace, &mut editor.shell);
}

/// Opens the side-by-side view, if the active document is compared.
pub fn show_side_by_side(workspace: &Workspace, shell: &mut Shell) {
    let front = workspace.front().id();
    if shell.views.versions.of(front).is_none() {
        return;
    }
    shell.views.versions.side_by_side = true;
    shell.views.canvases.compared_document = Some(front);
    shell
        .views
        .comparison_view
        .begin(shell.views.canvases.of(front));
    shell.views.versions.goes_to_first = true;
}

/// Compares the active document with its file on disk.
pub fn compare_with_disk(editor: &mut Editor, side_by_side: bool) {
    let front = editor.workspace.front();
    let Some(path) = front.path().map(Path::to_owned) else {
        editor
            .shell
            .notify_key(NoticeKind::Refused, "versions.no_file", &[]);
        return;
    };
    reading::read_version(
        editor,
        front.id(),
        &path,
        VersionPurpose::Disk { side_by_side },
    );
}

fn compare_with_open(editor: &mut Editor, other: Option<DocumentId>) {
    let front = editor.workspace.front().id();
    let documents = editor.workspace.documents();
    let at = editor.workspace.index_of(front).unwrap_or(0);
    let after = documents[at..].iter().skip(1);
    let beside = documents[..at].iter().rev().chain(after).next();
    let other = match other {
        Some(id) => documents.iter().find(|document| document.id() == id),
        None => beside,
    };
    let Some(other) = other else {
        editor
            .shell
            .notify_key(NoticeKind::Refused, "obstacle.one_document", &[]);
        return;
    };
    let name = other.title(&editor.shell.texts);
    let older = (other.document().clone(), other.format());
    compare_as(editor, OtherVersion::Open(other.id()), name, older);
}

/// Compares a document with the contents of a file that was read. Does nothing if the document was closed.
///
/// # Errors
/// Why that is not possible, in words.
pub fn compare_with_file(
    editor: &mut Editor,
    document: DocumentId,
    path: &Path,
    found: OpenResult,
) -> Result<(), String> {
    let Some(index) = editor.workspace.index_of(document) else {
        return Ok(());
    };
    let older = match found.map_err(|fault| describe_open_error(&editor.shell.texts, &fault))? {
        OpenedContent::Own(own) => (own.read.document, ExchangeFormat::Native),
        OpenedContent::Foreign(foreign) => (foreign.unpacked.document, foreign.format),
        OpenedContent::NoTree(_) => {
            return Err(editor.shell.texts.tr("import.no_tree").into_owned());
        }
        OpenedContent::RobotLog(log) => (log.tree.files.document, ExchangeFormat::Btcpp),
        OpenedContent::Recording(_) | OpenedContent::GameRecord(_) | OpenedContent::Rules(_) => {
            return Err(editor.shell.texts.tr("import.unknown").into_owned());
        }
    };
    editor.workspace.bring_to_front(index);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let other = OtherVersion::File(path.to_owned());
    compare_as(editor, other, name.into_owned(), older);
    Ok(())
}

/// Merges the file of a document on disk into the document, as one undoable step. Conflicts are listed.
pub fn merge_with_disk(editor: &mut Editor, id: DocumentId) {
    let Some(index) = editor.workspace.index_of(id) else {
        return;
    };
    let document = &editor.workspace.documents()[index];
    let path = document.last_on_disk().and(document.path());
    let Some(path) = path.map(Path::to_owned) else {
        return editor
            .shell
            .notify_key(NoticeKind::Refused, "versions.no_file", &[]);
    };
    reading::read_version(editor, id, &path, VersionPurpose::Merge);
}

fn resolve_all(editor: &mut Editor, side: Side) {
    let count = editor.workspace.front().document().conflicts.len();
    // From the last one, so that the indices of the others stay valid.
    let all = (0..count).rev();
    let all = all.map(|conflict| Command::SettleConflict { conflict, side });
    edit::apply(editor, EditAction::Do(Command::Batch(all.collect())));
}

fn next_conflict(editor: &mut Editor) {
    let front = editor.workspace.front();
    let conflicts = &front.document().conflicts;
    let chosen = front.selection().primary();
    let nodes = conflicts.iter().filter_map(|conflict| {
        let id = conflict.subject.node()?;
        let above = match &conflict.theirs {
            Some(FieldValue::Branch(NodePlace::Child(parent, _), _)) => Some(parent),
            _ => None,
        };
        let known = [Some(id), above].into_iter().flatten();
        known
            .into_iter()
            .find(|id| front.document().node(id).is_some())
    });
    let nodes: Vec<_> = nodes.cloned().collect();
    let at = nodes.iter().position(|id| Some(id) == chosen);
    let next = at.map_or(0, |at| at + 1) % nodes.len().max(1);
    docking::show(&mut editor.shell.panels, Panel::Versions);
    if let Some(id) = nodes.get(next) {
        view::apply(editor, ViewAction::Reveal(id.clone()));
    }
}
