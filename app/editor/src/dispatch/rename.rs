//! Renames a variable or a named tree in all files of a project. Open documents follow at once, each with an undo step of its own; if one of them
//! refuses, none is changed. For closed files the user is asked; they are written together, and given back when the rename is undone.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use treewright_authoring::edit::{Command, refusal_of};
use treewright_core::ids::NodeId;
use treewright_session::host::job::{Job, JobEnd};
use treewright_session::host::project::Project;
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::on_disk::{ProjectEdit, ProjectFolder};
use treewright_session::refactoring::{
    self, Content, NewContent, Plan, ProjectTexts, Refactoring, RefactoringError,
};
use treewright_session::workspace::Workspace;
use treewright_session::workspace::edited_files::{EditInFiles, EditKind};
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::project_steps::StepPlace;

use super::edit::{perform, perform_in};
use super::project::files;
use super::references;
use crate::action::{JobKind, ProjectAction};
use crate::editor::Editor;
use crate::job_registry::BackgroundJob;
use crate::panels::questions::Question;
use crate::shell::QuestionTopic;

/// How long the window waits for the files of a project before it goes on without them.
const PATIENCE: Duration = Duration::from_millis(60);

/// Renames a variable.
pub fn variable(editor: &mut Editor, from: &Arc<str>, to: &Arc<str>) {
    let own = Command::RenameVariable {
        from: from.clone(),
        to: to.clone(),
    };
    let (from, to) = (from.clone(), to.clone());
    everywhere(editor, &own, &to.clone(), |file| {
        Refactoring::RenameVariable { file, from, to }
    });
}

/// Names the tree below a node, or renames it.
pub fn tree(editor: &mut Editor, root: &NodeId, name: &Arc<str>) {
    let own = Command::NameTree {
        root: root.clone(),
        name: name.clone(),
    };
    let trees = &editor.workspace.front().document().trees;
    let named = trees.iter().find(|tree| tree.root == *root);
    let Some(from) = named.map(|tree| tree.name.clone()) else {
        return perform(editor, &own);
    };
    let to = name.clone();
    everywhere(editor, &own, name, |file| Refactoring::RenameTree {
        file,
        from,
        to,
    });
}

/// Performs a rename in the active document, and in whatever uses it.
fn everywhere(
    editor: &mut Editor,
    own: &Command,
    to: &str,
    refactoring: impl FnOnce(String) -> Refactoring,
) {
    let front = editor.workspace.front();
    let id = front.id();
    let project = front
        .path()
        .and_then(|path| Some((path, Project::of(path).ok()?)));
    let is_refused = refusal_of(own, front.document(), front.library()).is_some();
    let Some((path, project)) = project.filter(|_| !is_refused) else {
        return perform(editor, own);
    };
    let refactoring = refactoring(project.relative_path(path));
    let folder = project.folder().to_owned();
    let open = open_texts(&editor.workspace, &folder);
    match refactoring::plan(&open, &refactoring) {
        Ok(plan) => perform_in_open(editor, &folder, &plan, to),
        Err(error) => return refuse(editor, &error),
    }
    let state = editor.workspace.front().history().state();
    look_into_closed_files(
        editor,
        OpenRename {
            id,
            state,
            folder,
            open,
            refactoring,
        },
    );
}

/// Tells why a change of several files is refused.
pub fn refuse(editor: &mut Editor, error: &RefactoringError) {
    let shell = &mut editor.shell;
    let (title, reason) = match error {
        RefactoringError::Refused { file, refusal } => (file.clone(), shell.texts.refusal(refusal)),
        RefactoringError::NameTaken { file, .. } => {
            (file.clone(), shell.texts.message(&error.message()))
        }
        other => {
            let reason = shell.texts.message(&other.message());
            return shell.notify(NoticeKind::Refused, reason);
        }
    };
    let arguments = [("title", &*title), ("reason", &reason)];
    shell.notify_key(NoticeKind::Refused, "rename.refused", &arguments);
}

/// The open documents of a project, with unsaved changes.
fn open_texts(workspace: &Workspace, folder: &Path) -> ProjectTexts {
    let mut texts = ProjectTexts::default();
    insert_open_texts(&mut texts, workspace, folder);
    texts
}

/// Lets the open documents of a project stand for their files.
pub fn insert_open_texts(texts: &mut ProjectTexts, workspace: &Workspace, folder: &Path) {
    for document in workspace.documents() {
        if let Some(path) = document.path().and_then(|path| relative(folder, path)) {
            let content = Content::Tree(document.snapshot());
            texts.insert(path, content);
        }
    }
}

/// The path in a project folder; `None` if the file is elsewhere.
pub fn relative(folder: &Path, file: &Path) -> Option<String> {
    let file = file.canonicalize().ok()?;
    let inside = file.strip_prefix(folder).ok()?;
    Some(treewright_session::file_names::slashed(inside))
}

fn perform_in_open(editor: &mut Editor, folder: &Path, plan: &Plan, to: &str) {
    let documents = editor.workspace.documents().iter();
    let paths: Vec<Option<String>> = documents
        .map(|document| document.path().and_then(|path| relative(folder, path)))
        .collect();
    let index_of = |path: &str| paths.iter().position(|own| own.as_deref() == Some(path));
    let mut renamed = 0;
    for change in &plan.changes {
        if let (NewContent::Tree(command, _), Some(index)) =
            (&change.content, index_of(&change.path))
        {
            perform_in(&mut editor.workspace, &mut editor.shell, index, command);
            renamed += 1;
        }
    }
    if renamed > 1 {
        let count = renamed.to_string();
        let arguments = [("name", to), ("count", &count)];
        editor
            .shell
            .notify_key(NoticeKind::Done, "rename.done", &arguments);
    }
}

/// A rename that was performed in the open documents of a project.
struct OpenRename {
    id: DocumentId,
    state: u64,
    folder: PathBuf,
    /// The open documents before it.
    open: ProjectTexts,
    refactoring: Refactoring,
}

impl OpenRename {
    /// What it changes in closed files; `None` if that is nothing.
    fn closed_part(self) -> Option<(EditInFiles, usize)> {
        let mut project = ProjectFolder::read(&self.folder);
        for (path, document) in self.open.trees() {
            project.texts.insert(path, Content::Tree(document.clone()));
        }
        let mut plan = refactoring::plan(&project.texts, &self.refactoring).ok()?;
        // The scenarios of an open tree follow when it is saved.
        plan.changes.retain(|change| {
            let tree = project.texts.tree_of_scenario(&change.path);
            self.open
                .get(tree.as_deref().unwrap_or(&change.path))
                .is_none()
        });
        let edit = project.edit(&plan).ok()?;
        let rename = EditInFiles {
            document: self.id,
            state: self.state,
            edit,
            kind: EditKind::Rename,
        };
        (!plan.changes.is_empty()).then(|| (rename, plan.uses()))
    }
}

/// The closed files of a project are being read.
struct RenameJob {
    document: DocumentId,
    name: String,
    reading: Job<Option<(EditInFiles, usize)>>,
}

impl BackgroundJob<Editor> for RenameJob {
    fn kind(&self) -> JobKind {
        JobKind::Renaming(self.document)
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn is_ready(&self) -> bool {
        self.reading.is_ready()
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        ask(editor, self.reading.wait());
    }
}

fn look_into_closed_files(editor: &mut Editor, rename: OpenRename) {
    let document = rename.id;
    let name = rename.folder.file_name().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let wake = editor.shell.waker();
    let reading = Job::begin("rename", wake, move |_| Some(rename.closed_part()));
    match reading.wait_for(PATIENCE) {
        Some(read) => ask(editor, read),
        None => editor.jobs.begin(RenameJob {
            document,
            name,
            reading,
        }),
    }
}

/// Asks whether closed files are to follow, if there are any that use what was renamed.
fn ask(editor: &mut Editor, found: Result<Option<(EditInFiles, usize)>, JobEnd>) {
    if let Ok(Some((rename, uses))) = found {
        let files = rename.edit.contents.iter();
        let files = files.map(|text| text.paths[0].clone()).collect();
        let question = Question::RenameInFiles { uses, files };
        let topic = QuestionTopic::RenameInFiles(Box::new(rename));
        editor.shell.question = Some((question, topic));
    }
}

/// Writes the closed files.
pub fn write(editor: &mut Editor, rename: EditInFiles) {
    if perform_edit(editor, &rename.edit) {
        tell(editor, &rename, false);
        editor.services.written_edits.push(rename);
    }
}

/// Refuses to undo the part of a document in something that was done to files, if more was done to files since: it would not fit the files any more.
/// Returns whether that is so.
pub fn is_bound_to_later_steps(editor: &mut Editor, document: DocumentId, state: u64) -> bool {
    let place = editor.services.project_steps.done_place(document, state);
    let is_bound = place == Some(StepPlace::Later);
    if is_bound {
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Refused, "project.undo_later_first", &[]);
    }
    is_bound
}

/// Gives closed files back, or writes them again, after the edit was undone or redone. `state` is that of the document's history after it.
pub fn follow_history(editor: &mut Editor, document: DocumentId, state: u64, is_undone: bool) {
    let steps = &editor.services.project_steps;
    if is_undone && steps.done_place(document, state).is_some() {
        return files::apply(editor, ProjectAction::Undo);
    }
    if !is_undone && steps.undone_place(document, state).is_some() {
        return files::apply(editor, ProjectAction::Redo);
    }
    let edits = editor.services.written_edits.iter();
    let mut own = edits.filter(|edit| edit.document == document && edit.state == state);
    let Some(written) = own.next().cloned() else {
        return;
    };
    let edit = if is_undone {
        written.edit.reversed()
    } else {
        written.edit.clone()
    };
    if perform_edit(editor, &edit) {
        tell(editor, &written, is_undone);
    }
}

fn tell(editor: &mut Editor, written: &EditInFiles, is_undone: bool) {
    let texts = &editor.shell.texts;
    let files = &written.edit.contents;
    let text = match (written.kind, is_undone) {
        (EditKind::Rename, false) => texts.tr_count("rename.written", files.len()),
        (EditKind::Rename, true) => texts.tr_count("rename.given_back", files.len()),
        (EditKind::Extraction, _) => {
            let key = if is_undone {
                "extraction.given_back"
            } else {
                "extraction.written"
            };
            let file = written.edit.first_path();
            texts.tr_with(key, &[("file", file)])
        }
    };
    editor.shell.notify(NoticeKind::Done, text);
}

/// Writes closed files, or tells why that is not possible.
pub(super) fn perform_edit(editor: &mut Editor, edit: &ProjectEdit) -> bool {
    let shell = &mut editor.shell;
    let services = &editor.services;
    let discard = services.conditions.discard;
    match services.unfinished_edits.perform(edit, discard) {
        Ok(()) => {
            editor.services.project.scan();
            references::read_written(editor);
            true
        }
        Err(error) => {
            let reason = shell.texts.message(&error.message());
            let arguments = [("reason", &*reason)];
            shell.notify_key(NoticeKind::Failed, "rename.not_written", &arguments);
            false
        }
    }
}
