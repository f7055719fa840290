//! Creates, copies, moves and deletes files of the project, and renames what its files share, on request; undoes and redoes these. What a request
//! concerns is looked up in all files of the project beside the window; `steps` carries it out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use treewright_core::format::{WriteError, native, tasks_json};
use treewright_core::library::TaskLibrary;
use treewright_core::model::Document;
use treewright_core::project::relative;
use treewright_insight::scenario::Scenario;
use treewright_insight::scenario_json;
use treewright_session::host::files::{self, Expected};
use treewright_session::host::job::{Job, JobEnd};
use treewright_session::host::project::MARK;
use treewright_session::host::project_files::FileKind;
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::on_disk::{
    Entry, ProjectEdit, ProjectEditError, ProjectFolder,
};
use treewright_session::refactoring::task_edits::{self, TaskChange, TaskDraft};
use treewright_session::refactoring::uses::{Subject, SubjectKind, uses_of};
use treewright_session::refactoring::{
    Plan, ProjectTexts, Refactoring, RefactoringError, check_path, plan,
};
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::project_steps::{ProjectStep, ReachedState, StepPlace};

use super::open_files::{open_texts, path_in, with_open};
use super::steps::{self, Direction, Obstacle, PlannedStep};
use super::tasks;
use crate::action::{
    Answer, JobKind, NamedInProject, NewEntry, ProjectAction, TaskAction, TaskRequest,
};
use crate::dispatch::file::opening::open_listed;
use crate::dispatch::{find, rename};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::job_registry::{BackgroundJob, name_of};
use crate::panels::questions::Question;
use crate::panels::rename_window::RenameWindow;
use crate::shell::{ProjectDeletion, QuestionTopic, Shell};

/// How long the window waits for the files of a project before it goes on without them.
const PATIENCE: Duration = Duration::from_millis(100);

/// Why a request cannot be carried out.
pub enum Failure {
    Refused(RefactoringError),
    Edit(ProjectEditError),
    /// A file cannot be read.
    Read(String, files::ReadError),
    /// Another scenario, tree or library cannot be written.
    Write(WriteError),
}

/// What was found out about a request.
pub(super) enum Prepared {
    Nothing,
    Step(PlannedStep),
    /// A deletion, and the files that use what it deletes.
    Deletion(ProjectDeletion, Vec<String>),
    /// A rename that closed files use, each with its number of places.
    Rename(Refactoring, Vec<(String, usize)>),
}

pub fn apply(editor: &mut Editor, action: ProjectAction) {
    match action {
        ProjectAction::AskForNew(entry) => {
            docking::show(&mut editor.shell.panels, Panel::Project);
            editor.shell.views.project.ask_for_new(entry);
        }
        ProjectAction::Make { path, entry } => make(editor, path, entry),
        ProjectAction::Move { from, to } => move_to(editor, from, to),
        ProjectAction::Duplicate(path) => duplicate(editor, path),
        ProjectAction::Mend(refactoring) => refactor(editor, refactoring),
        ProjectAction::ShareLibrary(library) => share_library(editor, library),
        ProjectAction::Delete(path) => delete(editor, path),
        ProjectAction::MarkFolder(folder) => mark(editor, &folder),
        ProjectAction::Task(action) => apply_to_task(editor, action),
        ProjectAction::AskForName(what) => {
            editor.shell.views.rename_window = Some(RenameWindow::new(what));
        }
        ProjectAction::CloseName => editor.shell.views.rename_window = None,
        ProjectAction::Rename { what, to } => {
            if let Some(window) = &mut editor.shell.views.rename_window {
                window.on_try();
            }
            rename_in_all(editor, what, to);
        }
        ProjectAction::Undo => {
            let services = &mut editor.services;
            let folder = services.project.folder();
            let step = folder.and_then(|folder| services.project_steps.take_last_done(folder));
            step_back(editor, Direction::Undo, step);
        }
        ProjectAction::Redo => {
            let services = &mut editor.services;
            let folder = services.project.folder();
            let step = folder.and_then(|folder| services.project_steps.take_last_undone(folder));
            step_back(editor, Direction::Redo, step);
        }
    }
}

fn make(editor: &mut Editor, path: String, entry: NewEntry) {
    if is_impossible(editor, &path) {
        return;
    }
    let open = open_trees(editor);
    prepare(editor, move |project| {
        let bytes = match &entry {
            NewEntry::Tree => {
                let texts = with_open(&project.texts, &open);
                let shared = texts.shared_libraries().into_iter();
                let mut document = Document::default();
                document.libraries = shared.map(|library| relative(&path, library)).collect();
                Some(native::write(&document))
            }
            NewEntry::Library => Some(Ok(tasks_json::write(&TaskLibrary::default()))),
            NewEntry::Scenario(tree) => {
                let (stem, _) = FileKind::split(&path);
                let scenario = Scenario {
                    name: stem.rsplit('/').next().unwrap_or(stem).to_owned(),
                    tree: Some(relative(&path, tree)),
                    frames: 1,
                    ..Scenario::default()
                };
                Some(Ok(scenario_json::write(&scenario)))
            }
            NewEntry::Folder => None,
        };
        let made = match bytes {
            Some(text) => Entry::file(path, text.map_err(Failure::Write)?),
            None => Entry::folder(path),
        };
        let edit = project.making(made);
        let mut step = PlannedStep::of(edit);
        step.opens = entry != NewEntry::Folder;
        Ok(Prepared::Step(step))
    });
}

/// Makes a folder the project folder, and reads all references again.
fn mark(editor: &mut Editor, folder: &Path) {
    let path = folder.display().to_string();
    match files::save(&folder.join(MARK), b"{}\n", Expected::Nothing) {
        Ok(_) => {
            super::find_folder_again(editor);
            let arguments = [("path", &*path)];
            let shell = &mut editor.shell;
            shell.notify_key(NoticeKind::Done, "project.marked", &arguments);
        }
        Err(error) => {
            let reason = editor.shell.texts.save_error(&error);
            steps::notify_failed(&mut editor.shell, NoticeKind::Failed, &reason);
        }
    }
}

/// Refuses a path that cannot be one in the project, such as an empty or hidden one.
fn is_impossible(editor: &mut Editor, path: &str) -> bool {
    let error = check_path(path).err();
    if let Some(error) = &error {
        let reason = editor.shell.texts.sentence(&error.message());
        editor.shell.notify(NoticeKind::Refused, reason);
    }
    error.is_some()
}

fn move_to(editor: &mut Editor, from: String, to: String) {
    // What is no path is refused with its reason.
    let to = check_path(&to).unwrap_or(to);
    if from != to {
        refactor(editor, Refactoring::Move { from, to });
    }
}

/// Renames an event or task in all files of the project.
fn rename_in_all(editor: &mut Editor, what: NamedInProject, to: Arc<str>) {
    let refactoring = match what {
        NamedInProject::Event(from) => Some(Refactoring::RenameEvent { from, to }),
        NamedInProject::Task(from) => {
            let library = find::library_of(editor, &from);
            library.map(|library| Refactoring::RenameTask { library, from, to })
        }
        NamedInProject::TaskOf(library, from) => {
            let rename = Refactoring::RenameTask { library, from, to };
            return rename_after_question(editor, rename);
        }
    };
    if let Some(refactoring) = refactoring.filter(|_| editor.workspace.front().path().is_some()) {
        rename_after_question(editor, refactoring);
    } else {
        let shell = &mut editor.shell;
        shell.views.rename_window = None;
        shell.notify_key(NoticeKind::Refused, "notice.save_first", &[]);
    }
}

/// Renames an event or task; asks first whether closed files that use it are to follow.
fn rename_after_question(editor: &mut Editor, refactoring: Refactoring) {
    let open = open_trees(editor);
    prepare(editor, move |project| {
        let closed = match plan(&project.texts, &refactoring) {
            Ok(plan) => closed_files(&plan, &project.texts, &open),
            Err(_) => Vec::new(),
        };
        if closed.is_empty() {
            let step = planned(&project, refactoring)?;
            return Ok(Prepared::Step(step));
        }
        Ok(Prepared::Rename(refactoring, closed))
    });
}

/// The closed trees, scenarios and claims that a plan changes, each with its number of places.
fn closed_files(plan: &Plan, texts: &ProjectTexts, open: &ProjectTexts) -> Vec<(String, usize)> {
    let changes = plan.changes.iter();
    let closed = changes.filter(|change| !stays_with_open(texts, open, &change.path));
    closed
        .map(|change| (change.path.clone(), change.uses.len()))
        .collect()
}

/// Whether a file is open, belongs to an open tree, or is the library that declares what is renamed.
fn stays_with_open(texts: &ProjectTexts, open: &ProjectTexts, path: &str) -> bool {
    let tree = texts.tree_named_by(path);
    open.get(tree.as_deref().unwrap_or(path)).is_some() || texts.library(path).is_some()
}

/// Renames an event or task in open documents alone.
fn rename_in_open(editor: &mut Editor, refactoring: Refactoring) {
    let open = open_trees(editor);
    prepare(editor, move |project| {
        let mut step = planned(&project, refactoring)?;
        let texts = &project.texts;
        step.edit
            .retain_contents(|path| stays_with_open(texts, &open, path));
        Ok(Prepared::Step(step))
    });
}

fn refactor(editor: &mut Editor, refactoring: Refactoring) {
    prepare(editor, move |project| {
        let step = planned(&project, refactoring)?;
        Ok(Prepared::Step(step))
    });
}

/// Plans a rename, or a move of a file or folder, also of a folder in which no file refers to another one.
fn planned(project: &ProjectFolder, refactoring: Refactoring) -> Result<PlannedStep, Failure> {
    let edit = match (plan(&project.texts, &refactoring), &refactoring) {
        (Ok(plan), _) => project.edit(&plan).map_err(Failure::Edit)?,
        // It holds no file that could be used.
        (Err(RefactoringError::NoSuchFile(_)), Refactoring::Move { from, to })
            if project.has_folder(from) =>
        {
            project.moving(from.clone(), to.clone())
        }
        // Perhaps only unsaved work has it.
        (Err(RefactoringError::NoSuchEvent(_) | RefactoringError::NoSuchTask { .. }), _) => {
            project.nothing()
        }
        (Err(error), _) => return Err(Failure::Refused(error)),
    };
    Ok(PlannedStep {
        refactoring: Some(refactoring),
        texts: project.texts.clone(),
        edit,
        ..PlannedStep::default()
    })
}

/// Replaces a text in all files of the project, after it was replaced in these open documents.
pub fn replace(editor: &mut Editor, in_open: ProjectStep) {
    prepare(editor, move |project| {
        let Some(refactoring) = in_open.refactoring else {
            return Ok(Prepared::Step(PlannedStep::of(in_open.edit)));
        };
        let mut step = planned(&project, refactoring)?;
        step.done_in = in_open.documents;
        Ok(Prepared::Step(step))
    });
}

fn duplicate(editor: &mut Editor, path: String) {
    let files = &editor.services.project.listing().files;
    let taken: BTreeSet<String> = files.iter().map(|file| file.relative.clone()).collect();
    let copy = free_name(&path, |path| taken.contains(path));
    let unsaved = unsaved_tree(editor, &path);
    prepare(editor, move |project| {
        let bytes = if let Some(document) = unsaved {
            let text = native::write(&document).map_err(Failure::Write)?;
            text.into_bytes()
        } else {
            let entry = project.entry(&path);
            let entry = entry.map_err(|error| Failure::Read(path.clone(), error))?;
            let bytes = entry.files.into_iter().next().map(|(_, bytes)| bytes);
            bytes.unwrap_or_default().0
        };
        let edit = project.making(Entry::file(copy, bytes));
        Ok(Prepared::Step(PlannedStep::of(edit)))
    });
}

/// The tree of a file that is open and has unsaved changes.
fn unsaved_tree(editor: &Editor, path: &str) -> Option<Arc<Document>> {
    let folder = editor.services.project.folder()?;
    let mut documents = editor.workspace.documents().iter();
    let document = documents.find(|document| path_in(folder, document).as_deref() == Some(path))?;
    document.is_dirty().then(|| document.snapshot())
}

/// The first free path of this name with a number.
pub fn free_name(path: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let (stem, ending) = FileKind::split(path);
    let base = stem.trim_end_matches(|last: char| last.is_ascii_digit());
    let base = base.strip_suffix(' ').unwrap_or(stem);
    let mut names = (2..).map(|number: u64| format!("{base} {number}{ending}"));
    names
        .find(|name| !is_taken(name))
        .unwrap_or_else(|| path.to_owned())
}

/// The trees of the open documents of the project.
fn open_trees(editor: &Editor) -> ProjectTexts {
    let folder = editor.services.project.folder();
    let texts = folder.map(|folder| open_texts(&editor.workspace, folder));
    texts.unwrap_or_default()
}

/// Lets all trees of the project use a task library.
fn share_library(editor: &mut Editor, library: String) {
    let open = open_trees(editor);
    prepare(editor, move |project| {
        let trees = with_open(&project.texts, &open).trees_without(&library);
        let refactoring = Refactoring::UseLibrary {
            library,
            trees,
            is_used: true,
        };
        let step = planned(&project, refactoring)?;
        Ok(Prepared::Step(step))
    });
}

fn delete(editor: &mut Editor, path: String) {
    let open = open_trees(editor);
    prepare(editor, move |project| {
        let texts = with_open(&project.texts, &open);
        let subject = Subject::file(&path);
        let mut users = users_of(&texts, &subject);
        let of_tree = texts
            .paths()
            .filter(|it| texts.tree_named_by(it).as_ref() == Some(&path));
        users.extend(of_tree.map(ToOwned::to_owned));
        let entry = project.entry(&path);
        let entry = entry.map_err(|error| Failure::Read(path.clone(), error))?;
        let edit = project.removing(entry);
        let deletion = ProjectDeletion { subject, edit };
        Ok(Prepared::Deletion(deletion, users.into_iter().collect()))
    });
}

/// The files that use something.
fn users_of(texts: &ProjectTexts, subject: &Subject) -> BTreeSet<String> {
    let uses = uses_of(texts, subject).unwrap_or_default();
    uses.into_iter().map(|(file, _)| file).collect()
}

fn apply_to_task(editor: &mut Editor, action: TaskAction) {
    match action {
        TaskAction::Open(library) => {
            let folder = editor.services.project.folder();
            if let Some(path) = folder.map(|folder| folder.join(library)) {
                open_listed(editor, &path);
            }
            if let Some(window) = &mut editor.shell.views.task_window {
                window.return_to_panel();
            }
        }
        TaskAction::Edit(task) => tasks::edit(editor, &task),
        TaskAction::Close => drop(tasks::close(editor)),
        TaskAction::Apply(request) => change_library(editor, request),
    }
}

/// Changes a task of a library; asks first if one is removed that is used.
fn change_library(editor: &mut Editor, request: TaskRequest) {
    if let Some(window) = &mut editor.shell.views.task_window {
        window.on_try(request.user);
    }
    let open = open_trees(editor);
    prepare(editor, move |project| {
        let TaskRequest {
            library: path,
            seen,
            change,
            ..
        } = request;
        let edit = edit_of_library(&project, &path, &seen, &change)?;
        let name = match change {
            TaskChange::Create(_) => return Ok(Prepared::Step(PlannedStep::of(edit))),
            TaskChange::Change(draft) => {
                let step = change_with_users(&project, path, &draft, edit)?;
                return Ok(Prepared::Step(step));
            }
            TaskChange::Remove(name) => name,
        };
        let subject = Subject {
            kind: SubjectKind::Task,
            name,
            file: Some(path),
        };
        let users = users_of(&with_open(&project.texts, &open), &subject);
        let deletion = ProjectDeletion { subject, edit };
        Ok(Prepared::Deletion(deletion, users.into_iter().collect()))
    });
}

/// The step that changes a task of a library by this edit. Nodes that set a parameter which gets another name follow.
fn change_with_users(
    project: &ProjectFolder,
    library: String,
    draft: &TaskDraft,
    edit: ProjectEdit,
) -> Result<PlannedStep, Failure> {
    let names = draft.renamed();
    if names.is_empty() {
        return Ok(PlannedStep::of(edit));
    }
    let task = draft.name.as_str().into();
    let refactoring = Refactoring::RenameParameters {
        library,
        task,
        names,
    };
    let mut step = planned(project, refactoring)?;
    step.edit = edit.with_others(step.edit);
    Ok(step)
}

/// The edit that changes a task of the library at this path, if that is still as it was seen.
fn edit_of_library(
    project: &ProjectFolder,
    path: &str,
    seen: &str,
    change: &TaskChange,
) -> Result<ProjectEdit, Failure> {
    let entry = project.entry(path);
    let entry = entry.map_err(|error| Failure::Read(path.to_owned(), error))?;
    let bytes = entry.files.into_iter().next().map(|(_, bytes)| bytes.0);
    let before = bytes.unwrap_or_default();
    if before != seen.as_bytes() {
        let changed = ProjectEditError::Changed(path.to_owned());
        return Err(Failure::Edit(changed));
    }
    let library = project.texts.library(path);
    let library = library.ok_or_else(|| RefactoringError::NoSuchFile(path.to_owned()));
    let after = library.and_then(|library| task_edits::changed(library, path, change));
    let after = tasks_json::write(&after.map_err(Failure::Refused)?);
    let folder = project.folder();
    Ok(ProjectEdit::of_file(
        folder,
        path,
        Some(before),
        after.into_bytes(),
    ))
}

/// The user was asked about files that are not open, or about something that they use.
pub fn on_answer(editor: &mut Editor, topic: QuestionTopic, answer: &Answer) {
    match (topic, answer) {
        (QuestionTopic::DeleteUsed(deletion), Answer::Delete | Answer::Remove) => {
            steps::perform(editor, deletion.edit);
        }
        (QuestionTopic::DeleteUsed(deletion), Answer::ShowUses) => {
            find::show_uses(&mut editor.shell, deletion.subject);
        }
        // The list has the keyboard again.
        (QuestionTopic::DeleteUsed(deletion), _) if deletion.subject.kind == SubjectKind::File => {
            let path = &deletion.subject.name;
            editor.shell.views.project.select(path, true);
        }
        (QuestionTopic::ChangeInFiles { step, places, .. }, Answer::Replace) => {
            find::count_replaced(&mut editor.shell, places);
            rename::write(editor, *step);
        }
        (QuestionTopic::ChangeInFiles { step, .. }, Answer::RenameInFiles) => {
            rename::write(editor, *step);
        }
        (QuestionTopic::ChangeInFiles { left, .. }, Answer::LeaveFiles) => {
            editor.shell.notify(NoticeKind::Done, left);
        }
        (QuestionTopic::ChangeInFiles { step, .. }, _) => rename::call_off(editor, &step),
        (QuestionTopic::RenameInClosed(refactoring, _), Answer::RenameInFiles) => {
            refactor(editor, *refactoring);
        }
        (QuestionTopic::RenameInClosed(refactoring, left), Answer::LeaveFiles) => {
            rename_in_open(editor, *refactoring);
            editor.shell.notify(NoticeKind::Done, left);
        }
        _ => {}
    }
}

/// Undoes the step that led a document to a state, if there is one; or redoes the one that the document's last edit undid. Refuses it while later steps
/// build on the step. Returns whether there is such a step; then all of it is done, or nothing.
pub fn undo_in(editor: &mut Editor, of: ReachedState) -> bool {
    let steps = &mut editor.services.project_steps;
    if let Some(step) = steps.take_changed_back(of) {
        step_back(editor, Direction::Redo, Some(step));
        return true;
    }
    match steps.done_place(of) {
        None => return false,
        Some(StepPlace::Bound) => {
            let shell = &mut editor.shell;
            shell.notify_key(NoticeKind::Refused, "project.undo_later_first", &[]);
        }
        Some(StepPlace::Free) => {
            let step = steps.take_done(of);
            step_back(editor, Direction::Undo, step);
        }
    }
    true
}

/// Redoes the step with which redo in a document goes on, if there is one; returns whether. `next` is the state to which the document's own next edit
/// leads.
pub fn redo_in(editor: &mut Editor, of: ReachedState, next: Option<u64>) -> bool {
    let steps = &mut editor.services.project_steps;
    let step = steps.take_undone(of, next);
    let again = next.filter(|_| step.is_none());
    let undone = again.and_then(|next| steps.take_done_undone_by((of.0, next)));
    if undone.is_some() {
        step_back(editor, Direction::Undo, undone);
        return true;
    }
    let is_there = step.is_some();
    if is_there {
        step_back(editor, Direction::Redo, step);
    }
    is_there
}

/// Undoes or redoes a step.
fn step_back(editor: &mut Editor, direction: Direction, step: Option<ProjectStep>) {
    let Some(step) = step else {
        let key = match direction {
            Direction::Redo => "project.nothing_to_redo",
            _ => "project.nothing_to_undo",
        };
        return editor.shell.notify_key(NoticeKind::Refused, key, &[]);
    };
    let obstacle = steps::obstacle(editor, &step).filter(|_| direction == Direction::Undo);
    let shell = &mut editor.shell;
    match obstacle {
        Some(Obstacle::EditedSince(title)) => {
            let arguments = [("title", &*title)];
            shell.notify_key(NoticeKind::Refused, "project.undo_edits_first", &arguments);
            return steps::give_back_to_list(editor, direction, Some(step));
        }
        // It is dropped, so that earlier steps can still be undone.
        Some(Obstacle::Closed) => {
            let reason = shell.texts.tr("project.undo_closed").into_owned();
            return steps::notify_not_undone(shell, &reason, &step);
        }
        None => {}
    }
    let again = step.clone();
    let open = open_files_of(editor, &step);
    let is_in_histories = matches!(step.refactoring, None | Some(Refactoring::Replace(_)));
    let work = move |project: ProjectFolder| {
        let undone = direction == Direction::Undo;
        let edit = if undone {
            step.edit.reversed()
        } else {
            step.edit.clone()
        };
        let refactoring = step.refactoring.and_then(|refactoring| {
            if undone {
                refactoring.reversed()
            } else {
                Some(refactoring)
            }
        });
        if let (false, Some(refactoring)) = (edit.fits(), &refactoring) {
            // Some file was changed since: it changes as it is now.
            let mut step = planned(&project, refactoring.clone())?;
            // The others are as they were.
            step.edit.prefer(&edit.fitting());
            return Ok(Prepared::Step(step));
        }
        let edit = match &refactoring {
            // What was saved since in a document that is open stays on disk; its document is undone.
            _ if undone && is_in_histories => {
                edit.merged_with_later(&open).map_err(Failure::Edit)?
            }
            // Files that have got the new name since lose it, too.
            Some(refactoring) if undone => {
                let later = planned(&project, refactoring.clone());
                edit.with_others(later.map(|later| later.edit).unwrap_or_default())
            }
            _ => edit,
        };
        Ok(Prepared::Step(PlannedStep {
            refactoring,
            texts: project.texts,
            edit,
            ..PlannedStep::default()
        }))
    };
    prepare_for(editor, direction, Some(again), work);
}

/// The files of the open documents that a step changed.
fn open_files_of(editor: &Editor, step: &ProjectStep) -> BTreeSet<String> {
    let documents = editor.workspace.documents().iter();
    let changed = documents.filter(|document| {
        let mut changed = step.documents.iter();
        changed.any(|changed| changed.is_edited && changed.id == document.id())
    });
    let path = |document: &OpenDocument| path_in(step.edit.folder(), document);
    changed.filter_map(path).collect()
}

/// Reads the project and prepares a request; in the background if it takes longer than a moment.
pub(super) fn prepare(
    editor: &mut Editor,
    work: impl FnOnce(ProjectFolder) -> Result<Prepared, Failure> + Send + 'static,
) {
    prepare_for(editor, Direction::Do, None, work);
}

fn prepare_for(
    editor: &mut Editor,
    direction: Direction,
    former: Option<ProjectStep>,
    work: impl FnOnce(ProjectFolder) -> Result<Prepared, Failure> + Send + 'static,
) {
    if editor.jobs.of::<FilesJob>().next().is_some() {
        steps::give_back_to_list(editor, direction, former);
        let busy = editor.shell.texts.tr("project.still_busy").into_owned();
        return refuse(editor, busy);
    }
    // A step is undone in its own project, whichever is open now.
    let folder = match &former {
        Some(former) => Some(former.edit.folder()),
        None => editor.services.project.folder(),
    };
    let Some(folder) = folder.map(Path::to_owned) else {
        return;
    };
    let wake = editor.shell.waker();
    let own = folder.clone();
    let reading = Job::begin("project", wake, move |_| {
        Some(work(ProjectFolder::read(&own)))
    });
    let job = FilesJob {
        folder,
        direction,
        former,
        reading,
    };
    match job.reading.wait_for(PATIENCE) {
        Some(result) => on_prepared(editor, (job.direction, job.former), result),
        None => editor.jobs.begin(job),
    }
}

/// The files of a project are being read for a request.
struct FilesJob {
    folder: PathBuf,
    direction: Direction,
    former: Option<ProjectStep>,
    reading: Job<Result<Prepared, Failure>>,
}

impl BackgroundJob<Editor> for FilesJob {
    fn kind(&self) -> JobKind {
        JobKind::ChangingFiles
    }

    fn name(&self) -> String {
        name_of(&self.folder)
    }

    fn is_ready(&self) -> bool {
        self.reading.is_ready()
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let result = self.reading.wait();
        on_prepared(editor, (self.direction, self.former), result);
    }

    fn cancel(self: Box<Self>, editor: &mut Editor) {
        steps::give_back_to_list(editor, self.direction, self.former);
    }
}

fn on_prepared(
    editor: &mut Editor,
    (direction, former): (Direction, Option<ProjectStep>),
    result: Result<Result<Prepared, Failure>, JobEnd>,
) {
    let failure = match result {
        Ok(Ok(Prepared::Nothing)) => return,
        Ok(Ok(Prepared::Step(step))) => {
            let is_done = steps::carry_out(editor, step, (direction, former));
            return on_tried(editor, is_done);
        }
        Ok(Ok(Prepared::Deletion(deletion, users))) if users.is_empty() => {
            let removed = || deletion.edit.removed.iter();
            let count = removed().map(|entry| entry.files.len()).sum();
            if count > 0 && removed().any(|entry| !entry.folders.is_empty()) {
                return ask_about_folder(editor, deletion, count);
            }
            let is_done = steps::perform(editor, deletion.edit);
            return on_tried(editor, is_done);
        }
        Ok(Ok(Prepared::Deletion(deletion, users))) => {
            return ask_about_users(editor, deletion, users);
        }
        Ok(Ok(Prepared::Rename(refactoring, closed))) => {
            let (question, left) = rename::about_closed(
                &editor.shell.texts,
                &closed,
                rename::ClosedPart::Rename { is_shared: false },
            );
            let topic = QuestionTopic::RenameInClosed(Box::new(refactoring), left);
            editor.shell.question = Some((question, topic));
            return on_name_tried(editor, true, None);
        }
        Ok(Err(failure)) => failure.told(&editor.shell),
        Err(ended) => editor.shell.texts.ended(&ended),
    };
    steps::give_back_to_list(editor, direction, former);
    on_name_tried(editor, false, Some(&failure));
    if tasks::is_tried(editor) {
        let reason = editor.shell.texts.as_sentence(&failure);
        return tasks::refuse(editor, reason);
    }
    steps::notify_failed(&mut editor.shell, NoticeKind::Refused, &failure);
}

/// Says in the window for tasks, if something was tried there, or in the status bar why a request is refused.
fn refuse(editor: &mut Editor, reason: String) {
    if tasks::is_tried(editor) {
        tasks::refuse(editor, reason);
    } else {
        editor.shell.notify(NoticeKind::Refused, reason);
    }
}

/// Asks whether something is deleted although these files use it.
fn ask_about_users(editor: &mut Editor, deletion: ProjectDeletion, users: Vec<String>) {
    let name = deletion.subject.name.to_string();
    let question = match deletion.subject.kind {
        SubjectKind::Task => Question::RemoveUsedTask { name, users },
        _ => Question::DeleteUsed { path: name, users },
    };
    let topic = QuestionTopic::DeleteUsed(Box::new(deletion));
    editor.shell.views.task_window = None;
    editor.shell.question = Some((question, topic));
}

/// Asks before a folder with files is deleted.
fn ask_about_folder(editor: &mut Editor, deletion: ProjectDeletion, files: usize) {
    let path = deletion.subject.name.to_string();
    let question = Question::DeleteFolder { path, files };
    let topic = QuestionTopic::DeleteUsed(Box::new(deletion));
    editor.shell.question = Some((question, topic));
}

/// Tells the windows that ask for something whether it was done.
fn on_tried(editor: &mut Editor, is_done: bool) {
    on_name_tried(editor, is_done, None);
    if tasks::is_tried(editor) {
        tasks::on_tried(editor, is_done);
    }
}

/// Closes the window with a new name if it was given; otherwise lets the user type another one.
fn on_name_tried(editor: &mut Editor, is_done: bool, refusal: Option<&str>) {
    let refusal = refusal.map(|reason| editor.shell.texts.as_sentence(reason));
    let window = &mut editor.shell.views.rename_window;
    if is_done {
        *window = window.take().filter(|window| !window.is_tried());
    } else if let Some(window) = window {
        window.refused(refusal);
    }
}

impl Failure {
    fn told(&self, shell: &Shell) -> String {
        let texts = &shell.texts;
        match self {
            Self::Refused(error) => match error {
                RefactoringError::Refused { refusal, .. } => texts.refusal(refusal),
                other => texts.message(&other.message()),
            },
            Self::Edit(error) => texts.message(&error.message()),
            Self::Read(path, error) => format!("{path}: {}", texts.read_error(error)),
            Self::Write(error) => texts.write_error(error),
        }
    }
}
