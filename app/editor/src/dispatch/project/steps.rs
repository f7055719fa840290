//! Carries out what is done to the files of the project: on disk, in open documents, and in the list of what can be undone.
//!
//! What is on disk changes on disk, whatever open documents hold; open documents change as an undo step of theirs. So neither saving nor discarding
//! unsaved work brings an outdated reference back.

use std::collections::BTreeSet;
use std::path::Path;

use treewright_core::format::native;
use treewright_session::file_names::slashed;
use treewright_session::host::files::Fingerprint;
use treewright_session::host::project_files::FileKind;
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::on_disk::{Bytes, NewText, ProjectEdit, ProjectEditError};
use treewright_session::refactoring::replacement::Replacement;
use treewright_session::refactoring::task_edits::{TaskDifference, difference};
use treewright_session::refactoring::uses::{Subject, uses_of};
use treewright_session::refactoring::{
    self, NewContent, Plan, ProjectTexts, Refactoring, RefactoringError,
};
use treewright_session::workspace::open_document::{DocumentFile, DocumentId};
use treewright_session::workspace::project_steps::{ChangedDocument, ClosedEdit, ProjectStep};

use super::open_files::{open_texts, path_in, with_open};
use crate::dispatch::edit::follow_in;
use crate::dispatch::explore;
use crate::dispatch::file::{close_now, opening::open_listed, saving};
use crate::dispatch::layout;
use crate::dispatch::references;
use crate::dispatch::rename;
use crate::dispatch::versions;
use crate::editor::Editor;
use crate::panels::project::has_keyboard;
use crate::panels::project::lines::{folder_of, name_of};
use crate::shell::Shell;

/// Gives back what a program that ended too early had changed in a project.
pub fn take_back_unfinished(editor: &mut Editor) {
    let services = &editor.services;
    let discard = services.conditions.discard;
    for taken in services.unfinished_edits.take_back(discard) {
        let is_whole = taken.part.left.is_empty();
        let kind = if is_whole {
            NoticeKind::Done
        } else {
            NoticeKind::Failed
        };
        let told = taken.told(&editor.shell.texts);
        editor.shell.notify(kind, told);
    }
}

/// Whether a step is new, or undone or redone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Do,
    Undo,
    Redo,
}

/// A step that can be carried out.
#[derive(Default)]
pub struct PlannedStep {
    /// The rename or move, if it is one.
    pub refactoring: Option<Refactoring>,
    /// The files of the project on disk.
    pub texts: ProjectTexts,
    pub edit: ProjectEdit,
    /// The open documents that it has changed already; then it changes no others.
    pub done_in: Vec<ChangedDocument>,
    /// Whether what it creates is opened.
    pub opens: bool,
}

impl PlannedStep {
    /// A step that changes no references.
    pub fn of(edit: ProjectEdit) -> Self {
        Self {
            edit,
            ..Self::default()
        }
    }
}

/// An open document of the project, before a step.
struct OpenFile {
    id: DocumentId,
    /// The path relative to the project folder.
    path: String,
    was_saved: bool,
    /// Whether it is as on disk.
    is_clean: bool,
    /// Whether the step was done to it, undone or redone already.
    is_done: bool,
}

/// Carries out an edit that changes no references. Returns whether it was done.
pub fn perform(editor: &mut Editor, edit: ProjectEdit) -> bool {
    let step = PlannedStep::of(edit);
    carry_out(editor, step, (Direction::Do, None))
}

/// Carries out a step. `former` is the step that is undone or redone. Reports the result, or why nothing was changed, and returns
/// whether it was.
pub fn carry_out(
    editor: &mut Editor,
    mut step: PlannedStep,
    (direction, former): (Direction, Option<ProjectStep>),
) -> bool {
    let folder = step.edit.folder().to_owned();
    let folder = folder.as_path();
    saving::finish_all(editor);
    let known = former
        .as_ref()
        .map_or(&step.done_in, |step| &step.documents);
    let files = open_files(editor, folder, known);
    let is_redo = direction == Direction::Redo;
    let plan = match plan_for_open(editor, folder, &step) {
        Ok(plan) => only_redone(plan, &files, former.as_ref().filter(|_| is_redo)),
        // Unsaved work that had it is gone.
        Err(_) if former.is_some() => Plan::default(),
        Err(error) => {
            rename::refuse(editor, &error);
            give_back_to_list(editor, direction, former);
            return false;
        }
    };
    let beside = mended_beside(&step, &files, &plan);
    step.edit.retain_contents(|path| !beside.contains(path));
    if is_unsaved_beside(editor, &files, &plan, &step.edit) {
        give_back_to_list(editor, direction, former);
        return false;
    }
    let services = &editor.services;
    let discard = services.conditions.discard;
    if let Err(error) = services.unfinished_edits.perform(&step.edit, discard) {
        on_failed(editor, &error, (direction, former));
        return false;
    }
    let mut open = ChangedOpen {
        documents: known.clone(),
        ..ChangedOpen::default()
    };
    for file in files {
        open.change(
            editor,
            (folder, file),
            &plan,
            (&step, former.as_ref()),
            direction,
        );
    }
    let (reported, refactoring) = match &former {
        Some(former) if direction == Direction::Undo => (&former.edit, &former.refactoring),
        _ => (&step.edit, &step.refactoring),
    };
    report(
        editor,
        (reported, refactoring),
        (&open.documents, plan.references()),
        direction,
    );
    show_in_panel(&mut editor.shell, &step, former.is_none());
    let created = step.edit.made.first().map(|entry| entry.path.clone());
    let opened = created.filter(|_| step.opens);
    follow_paths(editor, folder, &step.edit);
    open.finish(editor, folder, &step, direction);
    if !step.edit.moves.is_empty() {
        versions::earlier::follow_moves(editor);
    }
    // Copies of unsaved work name the files.
    editor.copy_now();
    let mut done = ProjectStep {
        refactoring: step.refactoring,
        edit: step.edit,
        documents: open.documents,
        changed_back: Vec::new(),
    };
    let steps = &mut editor.services.project_steps;
    match direction {
        Direction::Do => steps.add(done),
        Direction::Undo => {
            // Redo reaches all files that the undo reached.
            let again = done.edit.reversed();
            done = former.unwrap_or(done);
            done.edit = again;
            done.changed_back.extend(open.changed_back);
            steps.add_undone(done);
        }
        Direction::Redo => {
            // Redo in such a document undoes the step again.
            done.changed_back = former.map(|former| former.changed_back).unwrap_or_default();
            steps.add_redone(done);
        }
    }
    // The active document may have another file now.
    editor.services.project_of = None;
    editor.services.project.scan();
    references::read_written(editor);
    explore::read_written(editor);
    if let Some(path) = opened {
        open_listed(editor, &folder.join(path));
    }
    true
}

/// Selects what a step created or moved in the project panel, which has the keyboard after a new step.
fn show_in_panel(shell: &mut Shell, step: &PlannedStep, is_new: bool) {
    let created = step.edit.made.first().map(|entry| &entry.path);
    let moved = step.edit.moves.first().map(|(_, to)| to);
    let is_in_panel = is_new || has_keyboard(&shell.ctx);
    if let Some(path) = created.or(moved).filter(|_| step.done_in.is_empty()) {
        shell.views.project.select(path, is_in_panel);
    }
    if !step.edit.removed.is_empty() && is_in_panel {
        shell.views.project.keep_keyboard();
    }
}

/// What a step does to open documents.
#[derive(Default)]
struct ChangedOpen {
    /// Those that it changed.
    documents: Vec<ChangedDocument>,
    /// Those that an undo changed back by a new edit.
    changed_back: Vec<ChangedDocument>,
    /// Those that were as on disk before an undo or redo.
    saved_with_it: Vec<DocumentId>,
    /// The title of one whose file went to the trash and that has unsaved changes.
    left_open: Option<String>,
}

impl ChangedOpen {
    fn change(
        &mut self,
        editor: &mut Editor,
        (folder, file): (&Path, OpenFile),
        plan: &Plan,
        (step, former): (&PlannedStep, Option<&ProjectStep>),
        direction: Direction,
    ) {
        let edited = edit_document(editor, &file, plan, (former, direction));
        let is_edited = edited.is_some() || file.is_done;
        let moved = follow_file(editor, folder, (&file, is_edited), &step.edit);
        if file.is_clean && edited == Some(EditOfStep::InHistory) {
            self.saved_with_it.push(file.id);
        }
        match edited {
            Some(EditOfStep::New) if direction == Direction::Undo => {
                self.changed_back.extend(changed(editor, file.id, true));
            }
            None if !moved || file.is_done => {}
            Some(EditOfStep::InHistory) => {}
            edited => {
                self.documents.retain(|known| known.id != file.id);
                let changed = changed(editor, file.id, edited.is_some());
                self.documents.extend(changed);
            }
        }
        if close_removed(editor, &file, &step.edit) == Some(RemovedFile::StaysOpen) {
            let document = editor.workspace.with_id(file.id);
            self.left_open = document.map(|document| document.title(&editor.shell.texts));
        }
    }
}

impl ChangedOpen {
    /// Saves what was saved before, and tells what no longer fits together.
    fn finish(
        &mut self,
        editor: &mut Editor,
        folder: &Path,
        step: &PlannedStep,
        direction: Direction,
    ) {
        save_again(editor, &self.saved_with_it);
        if direction == Direction::Undo {
            let gone = (&step.edit, &step.texts);
            warn_of_names_on_disk(editor, folder, gone, &self.saved_with_it);
        }
        if let Some(title) = self.left_open.take() {
            let arguments = [("title", &*title)];
            let shell = &mut editor.shell;
            shell.notify_key(NoticeKind::Failed, "project.removed_but_open", &arguments);
        }
    }
}

/// What a step changes in open documents; a redo changes those that it changed before, or that its undo changed back.
fn only_redone(mut plan: Plan, files: &[OpenFile], redone: Option<&ProjectStep>) -> Plan {
    let Some(redone) = redone else {
        return plan;
    };
    let was_changed = |file: &OpenFile| {
        let mut known = redone.documents.iter().chain(&redone.changed_back);
        known.any(|known| known.id == file.id)
    };
    let others: Vec<&OpenFile> = files.iter().filter(|file| !was_changed(file)).collect();
    let is_written = |path: &str| {
        let mut written = redone.edit.contents.iter();
        written.any(|text| text.paths.iter().any(|own| own == path))
    };
    plan.changes.retain(|change| {
        is_written(&change.path) || others.iter().all(|file| file.path != change.path)
    });
    plan
}

/// The unsaved documents whose files would be written without a change of the documents.
fn unsaved_beside<'f>(
    files: &'f [OpenFile],
    plan: &Plan,
    edit: &ProjectEdit,
) -> impl Iterator<Item = &'f OpenFile> {
    files.iter().filter(move |file| {
        let is_written = edit.contents.iter().any(|text| text.paths[0] == file.path);
        let changes = plan.changes.iter().any(|change| change.path == file.path);
        is_written && !changes && !file.is_done && !file.is_clean
    })
}

/// The files that a mend leaves: those of unsaved documents in which nothing is wrong any more.
fn mended_beside(step: &PlannedStep, files: &[OpenFile], plan: &Plan) -> BTreeSet<String> {
    if !step.refactoring.as_ref().is_some_and(Refactoring::is_mend) {
        return BTreeSet::new();
    }
    let beside = unsaved_beside(files, plan, &step.edit);
    beside.map(|file| file.path.clone()).collect()
}

/// Refuses to write the file of an unsaved document without changing the document: saving it would bring the old content back.
fn is_unsaved_beside(
    editor: &mut Editor,
    files: &[OpenFile],
    plan: &Plan,
    edit: &ProjectEdit,
) -> bool {
    let mut beside = unsaved_beside(files, plan, edit);
    let document = beside.find_map(|file| editor.workspace.with_id(file.id));
    let Some(document) = document else {
        return false;
    };
    let title = document.title(&editor.shell.texts);
    let arguments = [("title", &*title)];
    let shell = &mut editor.shell;
    shell.notify_key(NoticeKind::Refused, "project.unsaved_there", &arguments);
    true
}

/// Reports a failure. An undo that does not fit the files any more is dropped, so that earlier steps can still be undone.
fn on_failed(
    editor: &mut Editor,
    error: &ProjectEditError,
    (direction, former): (Direction, Option<ProjectStep>),
) {
    let shell = &mut editor.shell;
    let is_outdated = matches!(error, ProjectEditError::Changed(_));
    let is_dropped = is_outdated && direction == Direction::Undo;
    if matches!(error, ProjectEditError::Half(_)) {
        let reason = shell.texts.sentence(&error.message());
        shell.notify(NoticeKind::Failed, reason);
    } else if let (true, Some(former)) = (is_dropped, &former) {
        let reason = shell.texts.message(&error.message());
        notify_not_undone(shell, &reason, former);
    } else {
        let reason = shell.texts.message(&error.message());
        notify_failed(shell, NoticeKind::Failed, &reason);
    }
    if !is_dropped {
        give_back_to_list(editor, direction, former);
    }
}

/// Says why a step cannot be undone any more as a whole, and that undo in an open document takes back what was done there.
pub fn notify_not_undone(shell: &mut Shell, reason: &str, step: &ProjectStep) {
    let arguments = [("reason", reason)];
    let key = if step.documents.iter().any(|changed| changed.is_edited) {
        "project.not_undone_but_here"
    } else {
        "project.not_undone"
    };
    shell.notify_key(NoticeKind::Failed, key, &arguments);
}

/// Says that no file was changed, and why.
pub fn notify_failed(shell: &mut Shell, kind: NoticeKind, reason: &str) {
    let text = shell.texts.tr_with("project.failed", &[("reason", reason)]);
    let text = shell.texts.as_sentence(&text);
    shell.notify(kind, text);
}

/// A step that could not be undone or redone can be tried again.
pub fn give_back_to_list(editor: &mut Editor, direction: Direction, former: Option<ProjectStep>) {
    let steps = &mut editor.services.project_steps;
    match (direction, former) {
        (Direction::Undo, Some(step)) => steps.add_redone(step),
        (Direction::Redo, Some(step)) => steps.add_undone(step),
        _ => {}
    }
}

/// The open documents of a project. `known` are those that the step changed, and their states then.
fn open_files(editor: &Editor, folder: &Path, known: &[ChangedDocument]) -> Vec<OpenFile> {
    let documents = editor.workspace.documents().iter();
    let open = documents.filter_map(|document| {
        let (id, history) = (document.id(), document.history());
        let is_of_step = |state: u64| known.iter().any(|it| it.is_edit((id, state)));
        // What it was before: the step is done here, or undone.
        let before = if is_of_step(history.state()) {
            history.undo_state()
        } else {
            history.redo_state().filter(|state| is_of_step(*state))
        };
        let was_saved = before.is_some() && history.saved_state() == before;
        Some(OpenFile {
            id,
            path: path_in(folder, document)?,
            was_saved: was_saved || !document.is_dirty(),
            is_clean: !document.is_dirty(),
            is_done: before.is_some(),
        })
    });
    open.collect()
}

/// What a rename or move changes in open documents.
///
/// # Errors
/// If one of them refuses its part.
fn plan_for_open(
    editor: &Editor,
    folder: &Path,
    step: &PlannedStep,
) -> Result<Plan, RefactoringError> {
    let open = open_texts(&editor.workspace, folder);
    let texts = with_open(&step.texts, &open);
    let refactoring = match &step.refactoring {
        // The text was replaced in open documents before; they follow what gets another name in closed files.
        Some(Refactoring::Replace(what)) => {
            let is_closed = |path: &&str| open.get(path).is_none();
            let closed = texts.paths().filter(is_closed);
            let closed = closed.filter(|path| what.reaches(path)).map(str::to_owned);
            &Refactoring::Replace(Replacement {
                files: Some(closed.collect()),
                ..what.clone()
            })
        }
        Some(refactoring) if step.done_in.is_empty() => refactoring,
        _ => return Ok(Plan::default()),
    };
    let mut plan = match refactoring::plan(&texts, refactoring) {
        // A folder without files of ours moves on disk alone.
        Err(RefactoringError::NoSuchFile(_)) if !step.edit.moves.is_empty() => Plan::default(),
        planned => planned?,
    };
    // Closed files may have been left as they are.
    let written = step.edit.contents.iter().map(|text| &*text.paths[0]);
    let written: BTreeSet<&str> = written.collect();
    plan.changes
        .retain(|change| written.contains(&*change.path) || open.get(&change.path).is_some());
    Ok(plan)
}

/// Notes what steps did to a document that is about to be closed, so that they can be undone in its file.
pub fn on_closing(editor: &mut Editor, index: usize) {
    let folder = editor.services.project.folder().map(Path::to_owned);
    let document = &mut editor.workspace.documents_mut()[index];
    let id = document.id();
    let mut states = editor.services.project_steps.edits_of(id);
    let path = folder.and_then(|folder| path_in(&folder, document));
    let Some(path) = path.filter(|_| !states.is_empty()) else {
        return;
    };
    let saved = document.history().saved_state();
    let mut is_saved = false;
    let mut edits = Vec::new();
    while !states.is_empty() {
        let state = document.history().state();
        is_saved |= saved == Some(state);
        let after = states
            .contains(&state)
            .then(|| native::write(document.document()));
        if document.undo().is_none() {
            break;
        }
        let Some(Ok(after)) = after else { continue };
        states.retain(|other| *other != state);
        let before = native::write(document.document());
        let text = |before: String| NewText {
            paths: [path.clone(), path.clone()],
            before: Bytes(before.into_bytes()),
            after: Bytes(after.into_bytes()),
        };
        let on_disk = before.ok().filter(|_| is_saved).map(text);
        edits.push(ClosedEdit { state, on_disk });
    }
    editor.services.project_steps.on_closed(id, edits);
}

/// What keeps a step from being undone that can only be reversed in the histories of the documents that it changed.
pub enum Obstacle {
    /// The document with this title has later edits.
    EditedSince(String),
    /// A document was closed, and its history with it.
    Closed,
}

/// Returns what keeps a step from being undone.
pub fn obstacle(editor: &Editor, step: &ProjectStep) -> Option<Obstacle> {
    let can_close = match step.refactoring {
        None => false,
        Some(Refactoring::Replace(_)) => true,
        // Whatever refers to it is found again.
        Some(_) => return None,
    };
    let mut changed = step.documents.iter().filter(|changed| changed.is_edited);
    changed.find_map(|changed| match editor.workspace.with_id(changed.id) {
        None if can_close => None,
        None => Some(Obstacle::Closed),
        Some(document) if document.history().state() == changed.state => None,
        Some(document) => Some(Obstacle::EditedSince(document.title(&editor.shell.texts))),
    })
}

/// How an open document got or lost its part of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EditOfStep {
    /// In its own history.
    InHistory,
    /// By a new edit.
    New,
}

/// Adapts the references of an open document. What a former step did to it is undone or redone in its history, unless it was edited since.
fn edit_document(
    editor: &mut Editor,
    file: &OpenFile,
    plan: &Plan,
    (former, direction): (Option<&ProjectStep>, Direction),
) -> Option<EditOfStep> {
    let index = editor.workspace.index_of(file.id)?;
    let document = &mut editor.workspace.documents_mut()[index];
    let (now, next) = (document.history().state(), document.history().redo_state());
    let is_edit =
        |list: &[ChangedDocument], state| list.iter().any(|it| it.is_edit((file.id, state)));
    let is_back = match (former, direction) {
        (Some(former), Direction::Undo) if is_edit(&former.documents, now) => {
            document.undo().is_some()
        }
        (Some(former), Direction::Redo) if is_edit(&former.changed_back, now) => {
            document.undo().is_some()
        }
        (Some(former), Direction::Undo)
            if next.is_some_and(|next| is_edit(&former.changed_back, next)) =>
        {
            document.redo().is_some()
        }
        (Some(former), Direction::Redo)
            if next.is_some_and(|next| is_edit(&former.documents, next)) =>
        {
            document.redo().is_some()
        }
        _ => false,
    };
    if is_back {
        layout::on_undo_or_redo(editor, file.id);
        editor.shell.views.canvases.of(file.id).fit_texts();
        return Some(EditOfStep::InHistory);
    }
    let change = plan.changes.iter().find(|change| change.path == file.path);
    let NewContent::Tree(command, _) = &change?.content else {
        return None;
    };
    if file.is_done && direction == Direction::Do {
        // It belongs to what the step did to it before.
        let (document, library) = editor.workspace.get_mut(index)?;
        document.apply_to_last(&library, command).ok()?;
    } else {
        follow_in(&mut editor.workspace, &mut editor.shell, index, command);
    }
    Some(EditOfStep::New)
}

/// Gives an open document its new path and contents on disk; returns whether anything changed there.
fn follow_file(
    editor: &mut Editor,
    folder: &Path,
    (file, is_edited): (&OpenFile, bool),
    edit: &ProjectEdit,
) -> bool {
    let path = edit.new_path(&file.path);
    let mut written = edit.contents.iter();
    let written = written.find(|text| text.paths[0] == file.path);
    let Some(index) = editor.workspace.index_of(file.id) else {
        return false;
    };
    let document = &mut editor.workspace.documents_mut()[index];
    let Some(before) = document.file.clone() else {
        return false;
    };
    let is_moved = path != file.path;
    if !is_moved && written.is_none() {
        return false;
    }
    let after = DocumentFile {
        path: if is_moved {
            folder.join(&path)
        } else {
            before.path.clone()
        },
        fingerprint: written.map_or(before.fingerprint, |text| Fingerprint::of(&text.after)),
    };
    let read = written.and_then(|text| native::read(&text.after).ok());
    let is_same = read
        .as_ref()
        .is_some_and(|read| read.document == *document.document());
    // What was as on disk and changed in the same way still is; its cards may have places that the file leaves open.
    if is_same || file.was_saved && (written.is_none() || is_edited) {
        let (snapshot, state) = (document.snapshot(), document.history().state());
        document.saved_to(after.clone(), snapshot, state);
    } else if let (true, Some(read)) = (file.was_saved, read.as_ref()) {
        // It was opened since the step: it follows its file, as when another program writes it.
        let library = document.library().clone();
        document.reload(&library, read.document.clone(), read.diagnostics.clone());
        document.file = Some(after.clone());
    } else {
        document.file = Some(after.clone());
        if let Some(read) = read {
            document.set_on_disk(read.document);
        }
    }
    if is_moved {
        editor.services.watcher.unwatch(&before.path);
        editor.services.watcher.watch(&after.path);
    }
    true
}

/// Follows moved files, open or not, wherever the editor remembers their paths.
fn follow_paths(editor: &mut Editor, folder: &Path, edit: &ProjectEdit) {
    let new_path = |path: &Path| {
        let inside = slashed(path.strip_prefix(folder).ok()?);
        let new = edit.new_path(&inside);
        (new != inside).then(|| folder.join(new))
    };
    let shell = &mut editor.shell;
    let remembered = shell.settings.recent.iter_mut();
    for path in remembered.chain(&mut shell.closed_files) {
        if let Some(new) = new_path(path) {
            *path = new;
        }
    }
    let exports = std::mem::take(&mut shell.settings.exports);
    let exports = exports.into_iter();
    shell.settings.exports = exports
        .map(|(path, targets)| (new_path(&path).unwrap_or(path), targets))
        .collect();
}

/// The state to which a step led an open document.
fn changed(editor: &Editor, id: DocumentId, is_edited: bool) -> Option<ChangedDocument> {
    let index = editor.workspace.index_of(id)?;
    Some(ChangedDocument {
        is_edited,
        ..ChangedDocument::of(&editor.workspace.documents()[index])
    })
}

/// What became of the document of a deleted file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RemovedFile {
    IsClosed,
    /// It has unsaved changes.
    StaysOpen,
}

/// Closes the document of a deleted file, unless it has unsaved changes. `None` for other files.
fn close_removed(editor: &mut Editor, file: &OpenFile, edit: &ProjectEdit) -> Option<RemovedFile> {
    if !edit.removes(&file.path) {
        return None;
    }
    if file.was_saved {
        close_now(editor, file.id);
        return Some(RemovedFile::IsClosed);
    }
    let index = editor.workspace.index_of(file.id)?;
    editor.workspace.documents_mut()[index].file_deleted();
    Some(RemovedFile::StaysOpen)
}

/// Saves documents that were as on disk until an undo or redo changed them: what they say there belongs to the files as they were before.
fn save_again(editor: &mut Editor, documents: &[DocumentId]) {
    for &id in documents {
        let Some(document) = editor.workspace.with_id(id) else {
            continue;
        };
        let Some(path) = document.path().filter(|_| document.is_dirty()) else {
            continue;
        };
        let path = path.to_owned();
        if let Err(reason) = saving::save_unasked(editor, id) {
            saving::report_not_saved(&mut editor.shell, &path, &reason);
        }
    }
}

/// Tells that a file is gone which another one still names on disk.
fn warn_of_names_on_disk(
    editor: &mut Editor,
    folder: &Path,
    (edit, texts): (&ProjectEdit, &ProjectTexts),
    saved_again: &[DocumentId],
) {
    let documents = || editor.workspace.documents().iter();
    let open = |path: &str| {
        let mut open = documents();
        open.find(|document| path_in(folder, document).as_deref() == Some(path))
    };
    let still_names = |path: &String| {
        let is_given_back = edit.contents.iter().any(|text| text.paths[0] == *path);
        let was_saved = open(path).is_some_and(|it| saved_again.contains(&it.id()));
        !is_given_back && !was_saved && !edit.removes(path)
    };
    let named = edit.removed.iter().find_map(|removed| {
        let users = uses_of(texts, &Subject::file(&removed.path))?;
        let mut users = users.into_iter().map(|(user, _)| user);
        Some((users.find(still_names)?, removed.path.clone()))
    });
    let Some((user, file)) = named else {
        return;
    };
    let key = match open(&user) {
        Some(document) if document.is_dirty() => "project.undone_but_named",
        _ => "project.undone_but_used",
    };
    let arguments = [("user", &*user), ("file", &*file)];
    editor.shell.notify_key(NoticeKind::Failed, key, &arguments);
}

/// What the first of these documents calls its edit, which was just done or undone.
fn edit_in_open(
    editor: &Editor,
    changed: &[ChangedDocument],
    direction: Direction,
) -> Option<String> {
    let document = editor.workspace.with_id(changed.first()?.id)?;
    let (texts, history) = (&editor.shell.texts, document.history());
    match direction {
        Direction::Do => history.undo_label().map(|label| texts.label_done(label)),
        Direction::Undo => history.redo_label().map(|label| texts.label(label)),
        Direction::Redo => history.undo_label().map(|label| texts.label(label)),
    }
}

/// How many scenarios an edit writes; `None` if it writes none.
pub fn scenarios_in_words(texts: &Texts, edit: &ProjectEdit) -> Option<String> {
    let names = edit.contents.iter().map(|text| name_of(&text.paths[0]));
    let scenarios = names.filter(|name| FileKind::of(name) == Some(FileKind::Scenario));
    let count = scenarios.count();
    (count > 0).then(|| texts.tr_count("project.scenarios_follow", count))
}

/// What happened to a task of the library that an edit writes; `None` if it writes something else.
fn task_change(texts: &Texts, text: &NewText) -> Option<String> {
    let path = &*text.paths[0];
    if FileKind::of(name_of(path)) != Some(FileKind::Library) {
        return None;
    }
    let (key, name) = match difference(&text.before, &text.after) {
        Some(TaskDifference::Created(name)) => ("project.task_created", name),
        Some(TaskDifference::Changed(name)) => ("project.task_changed", name),
        Some(TaskDifference::Removed(name)) => ("project.task_removed", name),
        None => return Some(texts.tr_count("project.written", 1)),
    };
    Some(texts.tr_with(key, &[("name", &name), ("path", path)]))
}

/// What was done, in words.
fn in_words(
    editor: &Editor,
    (edit, refactoring): (&ProjectEdit, &Option<Refactoring>),
    changed: &[ChangedDocument],
    direction: Direction,
) -> String {
    let texts = &editor.shell.texts;
    let named = |key: &str, path: &str| texts.tr_with(key, &[("path", path)]);
    match (refactoring, &edit.made[..], &edit.removed[..]) {
        (Some(Refactoring::Move { from, to }), _, _) => {
            let (from_folder, to_folder) = (folder_of(from), folder_of(to));
            if from_folder == to_folder {
                let arguments = [("from", name_of(from)), ("to", name_of(to))];
                texts.tr_with("project.renamed", &arguments)
            } else {
                let arguments = [("from", &**from), ("to", &**to)];
                texts.tr_with("project.moved", &arguments)
            }
        }
        (
            Some(
                Refactoring::RenameEvent { from, to }
                | Refactoring::RenameTask { from, to, .. }
                | Refactoring::RenameTree { from, to, .. }
                | Refactoring::RenameVariable { from, to, .. },
            ),
            _,
            _,
        ) => texts.tr_with("project.renamed", &[("from", &**from), ("to", &**to)]),
        (Some(Refactoring::RenameParameters { library, .. }), _, _) => {
            let mut written = edit.contents.iter();
            let declared = written.find(|text| text.paths[0] == *library);
            let change = declared.and_then(|text| task_change(texts, text));
            change.unwrap_or_default()
        }
        (Some(Refactoring::UseLibrary { library, .. }), _, _) => {
            named("project.library_shared", library)
        }
        (Some(Refactoring::Repoint { from, to }), _, _) => {
            let arguments = [("from", &**from), ("to", &**to)];
            texts.tr_with("project.repointed", &arguments)
        }
        (Some(Refactoring::RunInstead { from, to, .. }), _, _) => {
            let arguments = [("from", &**from), ("to", &**to)];
            texts.tr_with("project.run_instead", &arguments)
        }
        (Some(Refactoring::SetInstead { from, to, .. }), _, _) => {
            let arguments = [("from", &**from), ("to", &**to)];
            texts.tr_with("project.set_instead", &arguments)
        }
        (Some(Refactoring::TaskInstead { from, to }), _, _) => {
            let arguments = [("from", &**from), ("to", &**to)];
            texts.tr_with("project.task_instead", &arguments)
        }
        (Some(Refactoring::Replace(what)), _, _) => {
            let arguments = [("from", &*what.query.text), ("to", &*what.with)];
            texts.tr_with("project.replaced", &arguments)
        }
        (_, made, _) if changed.iter().any(|changed| changed.is_edited) => {
            let what = edit_in_open(editor, changed, direction)
                .unwrap_or_else(|| texts.tr_count("project.changed_open", changed.len()));
            let made = made.first().map(|entry| format!(" · {}", entry.path));
            let scenarios = scenarios_in_words(texts, edit);
            let scenarios = scenarios.map(|followed| format!(" · {followed}"));
            what + &made.unwrap_or_default() + &scenarios.unwrap_or_default()
        }
        (_, [made, ..], _) => named("project.made", &made.path),
        (_, _, [removed, ..]) => named("project.removed", &removed.path),
        _ => match &edit.contents[..] {
            [text] => task_change(texts, text),
            _ => None,
        }
        .unwrap_or_else(|| texts.tr_count("project.changed_open", changed.len())),
    }
}

/// Reports what was done, undone or redone.
fn report(
    editor: &mut Editor,
    (edit, refactoring): (&ProjectEdit, &Option<Refactoring>),
    (changed, adapted): (&[ChangedDocument], usize),
    direction: Direction,
) {
    let mut what = in_words(editor, (edit, refactoring), changed, direction);
    let texts = &editor.shell.texts;
    let written = edit.contents.len();
    let is_replacement = matches!(refactoring, Some(Refactoring::Replace(_)));
    if adapted > 0 && direction != Direction::Undo && !is_replacement {
        let adapted = texts.tr_count("project.adapted", adapted);
        what = format!("{what} · {adapted}");
    } else if refactoring.is_some() && written > 0 {
        let written = texts.tr_count("project.written", written);
        what = format!("{what} · {written}");
    }
    let text = match direction {
        Direction::Do => what,
        Direction::Undo => texts.tr_with("project.undone", &[("what", &what)]),
        Direction::Redo => texts.tr_with("project.redone", &[("what", &what)]),
    };
    editor.shell.notify(NoticeKind::Done, text);
}
