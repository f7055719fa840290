//! Renames a variable or a named tree in all files of a project, or replaces a text in them. Open documents follow at once; if one of them refuses a
//! rename, none is changed. For closed files the user is asked. All of it is one step: undo in one document undoes it in all.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use treewright_authoring::edit::{Command, refusal_of};
use treewright_core::ids::NodeId;
use treewright_core::model::Scope;
use treewright_session::host::job::{Job, JobEnd};
use treewright_session::host::project::Project;
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::on_disk::{ProjectEdit, ProjectFolder};
use treewright_session::refactoring::replacement::{self, Replaced, Replacement};
use treewright_session::refactoring::{
    self, Content, NewContent, Plan, ProjectTexts, Refactoring, RefactoringError,
};
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::project_steps::{ChangedDocument, ProjectStep};

use super::edit::{follow_in, perform};
use super::layout;
use super::project::files;
use super::project::open_files::{open_texts, path_in, with_open};
use super::project::steps::{self, Direction, PlannedStep};
use crate::action::JobKind;
use crate::editor::Editor;
use crate::job_registry::BackgroundJob;
use crate::panels::questions::Question;
use crate::shell::{QuestionTopic, Shell};

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
    let documents = match refactoring::plan(&open, &refactoring) {
        Ok(plan) => perform_in_open(editor, &folder, &plan),
        Err(error) => return refuse(editor, &error),
    };
    if documents.len() > 1 {
        let count = documents.len().to_string();
        let arguments = [("name", to), ("count", &count)];
        editor
            .shell
            .notify_key(NoticeKind::Done, "rename.done", &arguments);
    }
    let rename = OpenRename {
        id,
        folder,
        open,
        refactoring,
        documents,
    };
    go_on_in_closed_files(editor, rename);
}

/// What was replaced in open documents.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReplacedTexts {
    pub replaced: usize,
    pub left: usize,
    pub documents: usize,
}

/// Replaces a text in the files of a project: in all, or in these of the open ones.
pub fn replace(
    editor: &mut Editor,
    folder: &Path,
    replacement: Replacement,
    open_files: BTreeSet<String>,
) -> ReplacedTexts {
    let open = open_texts(&editor.workspace, folder);
    let mut known = open.clone();
    insert_related(&mut known, &editor.workspace, folder);
    let in_open = Replacement {
        files: Some(open_files),
        ..replacement.clone()
    };
    let Replaced { plan, left } = replacement::replace(&known, &in_open);
    let changes = plan.changes.iter();
    let in_open = changes.filter(|change| open.get(&change.path).is_some());
    let replaced = in_open.map(|change| change.uses.len()).sum();
    let documents = perform_in_open(editor, folder, &plan);
    let done = ReplacedTexts {
        replaced,
        left,
        documents: documents.len(),
    };
    let rename = OpenRename {
        id: editor.workspace.front().id(),
        folder: folder.to_owned(),
        open,
        refactoring: Refactoring::Replace(replacement),
        documents,
    };
    go_on_in_closed_files(editor, rename);
    done
}

/// Remembers what was done to open documents, and looks for what else changes.
fn go_on_in_closed_files(editor: &mut Editor, rename: OpenRename) {
    if rename.documents.len() > 1 {
        editor.services.project_steps.add(ProjectStep {
            refactoring: Some(rename.refactoring.clone()),
            edit: ProjectEdit::in_folder(&rename.folder),
            documents: rename.documents.clone(),
            changed_back: Vec::new(),
        });
    }
    look_into_closed_files(editor, rename);
}

/// Tells why a change of several files is refused.
pub fn refuse(editor: &mut Editor, error: &RefactoringError) {
    let reason = reason(&editor.shell, error);
    editor.shell.notify(NoticeKind::Refused, reason);
}

/// Why a change of several files is refused, with the file that refuses it.
pub fn reason(shell: &Shell, error: &RefactoringError) -> String {
    let RefactoringError::Refused { file, refusal } = error else {
        return shell.texts.sentence(&error.message());
    };
    let reason = shell.texts.refusal(refusal);
    let arguments = [("title", &**file), ("reason", &*reason)];
    shell.texts.tr_with("rename.refused", &arguments)
}

/// Adds what open documents refer to and what is not there yet.
fn insert_related(texts: &mut ProjectTexts, workspace: &Workspace, folder: &Path) {
    for document in workspace.documents() {
        if path_in(folder, document).is_none() {
            continue;
        }
        let others = document.project().others;
        for path in others.paths() {
            if let (None, Some(Ok(other))) = (texts.get(path), others.get(path)) {
                texts.insert(path, Content::Tree(Arc::new(other.clone())));
            }
        }
    }
}

/// Changes the open documents. Returns those that changed.
fn perform_in_open(editor: &mut Editor, folder: &Path, plan: &Plan) -> Vec<ChangedDocument> {
    let documents = editor.workspace.documents().iter();
    let paths: Vec<Option<String>> = documents
        .map(|document| path_in(folder, document))
        .collect();
    let index_of = |path: &str| paths.iter().position(|own| own.as_deref() == Some(path));
    let mut changed = Vec::new();
    for change in &plan.changes {
        if let (NewContent::Tree(command, _), Some(index)) =
            (&change.content, index_of(&change.path))
        {
            follow_in(&mut editor.workspace, &mut editor.shell, index, command);
            let document = &editor.workspace.documents()[index];
            changed.push(ChangedDocument::of(document));
        }
    }
    changed
}

/// A rename or replacement that was performed in the open documents of a project.
struct OpenRename {
    id: DocumentId,
    folder: PathBuf,
    /// The open documents before it.
    open: ProjectTexts,
    refactoring: Refactoring,
    /// The open documents that it changed.
    documents: Vec<ChangedDocument>,
}

/// The part of a rename in files on disk.
struct PartOnDisk {
    step: ProjectStep,
    /// The closed files that change, and in how many places.
    closed: Vec<(String, usize)>,
}

impl OpenRename {
    /// What it changes on disk; `None` if no closed file changes.
    fn part_on_disk(self) -> Option<PartOnDisk> {
        let mut project = ProjectFolder::read(&self.folder);
        let replaces_everywhere =
            matches!(&self.refactoring, Refactoring::Replace(what) if what.files.is_none());
        let is_closed = |texts: &ProjectTexts, path: &str| {
            // The scenarios and claims of an open tree follow its new names when it is saved.
            let tree = texts.tree_named_by(path);
            let tree = tree.filter(|_| !replaces_everywhere);
            self.open.get(tree.as_deref().unwrap_or(path)).is_none()
        };
        let plan = if let Ok(plan) = refactoring::plan(&project.texts, &self.refactoring) {
            plan
        } else {
            // Only unsaved work has what is renamed.
            project.texts = with_open(&project.texts, &self.open);
            let mut plan = refactoring::plan(&project.texts, &self.refactoring).ok()?;
            let texts = &project.texts;
            plan.changes.retain(|change| is_closed(texts, &change.path));
            plan
        };
        let changes = plan.changes.iter();
        let closed = changes.filter(|change| is_closed(&project.texts, &change.path));
        let closed: Vec<(String, usize)> = closed
            .map(|change| (change.path.clone(), change.uses.len()))
            .collect();
        let step = ProjectStep {
            edit: project.edit(&plan).ok()?,
            refactoring: Some(self.refactoring),
            documents: self.documents,
            changed_back: Vec::new(),
        };
        (!closed.is_empty()).then_some(PartOnDisk { step, closed })
    }
}

/// The closed files of a project are being read.
struct RenameJob {
    document: DocumentId,
    name: String,
    reading: Job<Option<PartOnDisk>>,
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
    let reading = Job::begin("rename", wake, move |_| Some(rename.part_on_disk()));
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
fn ask(editor: &mut Editor, found: Result<Option<PartOnDisk>, JobEnd>) {
    let Ok(Some(part)) = found else { return };
    let documents = &part.step.documents;
    let is_undone = |changed: &ChangedDocument| {
        let index = editor.workspace.index_of(changed.id);
        index.is_none_or(|index| {
            ChangedDocument::of(&editor.workspace.documents()[index]) != *changed
        })
    };
    if !documents.is_empty() && documents.iter().all(is_undone) {
        return;
    }
    let what = match &part.step.refactoring {
        Some(Refactoring::Replace(_)) => ClosedPart::Replacement,
        Some(Refactoring::RenameVariable { to, .. }) => {
            let is_shared = documents
                .iter()
                .any(|changed| has_global(editor, changed, to));
            ClosedPart::Rename { is_shared }
        }
        _ => ClosedPart::Rename { is_shared: false },
    };
    let (question, left) = about_closed(&editor.shell.texts, &part.closed, what);
    let topic = QuestionTopic::ChangeInFiles {
        step: Box::new(part.step),
        places: part.closed.iter().map(|(_, count)| count).sum(),
        left,
    };
    editor.shell.question = Some((question, topic));
}

/// Whether a changed document has a variable of this name that all agents share.
fn has_global(editor: &Editor, changed: &ChangedDocument, name: &str) -> bool {
    let document = editor.workspace.with_id(changed.id);
    let variable = document.and_then(|document| document.document().variable(name));
    variable.is_some_and(|variable| variable.scope == Scope::Global)
}

/// Undoes what was done in open documents before the question about closed files.
pub fn call_off(editor: &mut Editor, step: &ProjectStep) {
    if let Some(changed) = step.documents.first() {
        let own = (changed.id, changed.state);
        editor.services.project_steps.take_done(own);
    }
    for changed in &step.documents {
        let Some(index) = editor.workspace.index_of(changed.id) else {
            continue;
        };
        let document = &mut editor.workspace.documents_mut()[index];
        if document.history().state() == changed.state && document.undo().is_some() {
            layout::on_undo_or_redo(editor, changed.id);
        }
    }
    editor
        .shell
        .notify_key(NoticeKind::Done, "rename.called_off", &[]);
}

/// What changes in closed files, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedPart {
    Rename {
        /// What is renamed is shared by all files, so that it would be two things if some are left.
        is_shared: bool,
    },
    Replacement,
}

/// Asks whether to change these closed files, too, each with its number of places. Returns the question, and the notice if the user leaves them.
pub fn about_closed(
    texts: &Texts,
    closed: &[(String, usize)],
    what: ClosedPart,
) -> (Question, String) {
    let uses = closed.iter().map(|(_, count)| count).sum();
    let files = closed.iter();
    let (places, question) = match what {
        ClosedPart::Replacement => {
            let counted = files.map(|(path, count)| {
                let count = texts.tr_count("find.count", *count);
                texts.labeled(path, &count)
            });
            let question = Question::ReplaceInFiles {
                total: uses,
                files: counted.collect(),
            };
            (texts.tr_count("find.count", uses), question)
        }
        ClosedPart::Rename { is_shared } => {
            let files = files.map(|(path, _)| path.clone()).collect();
            let places = texts.tr_count("question.rename_in_files.places", uses);
            let question = Question::RenameInFiles {
                uses,
                files,
                is_shared,
            };
            (places, question)
        }
    };
    let in_files = texts.tr_count("question.rename_in_files.files", closed.len());
    let arguments = [("places", &*places), ("files", &in_files)];
    let left = texts.tr_with("question.rename_in_files.left", &arguments);
    (question, left)
}

/// Writes the files on disk, so that all of the rename is one step.
pub fn write(editor: &mut Editor, rename: ProjectStep) {
    if let Some(changed) = rename.documents.first() {
        // The part in open documents was a step of its own.
        let own = (changed.id, changed.state);
        editor.services.project_steps.take_done(own);
    }
    if let Some(Refactoring::Replace(_)) = rename.refactoring {
        return files::replace(editor, rename);
    }
    let mut in_open = rename.clone();
    let step = PlannedStep {
        refactoring: rename.refactoring,
        done_in: rename.documents,
        ..PlannedStep::of(rename.edit)
    };
    let is_done = steps::carry_out(editor, step, (Direction::Do, None));
    if !is_done && in_open.documents.len() > 1 {
        in_open.edit = ProjectEdit::in_folder(in_open.edit.folder());
        editor.services.project_steps.add(in_open);
    }
}
