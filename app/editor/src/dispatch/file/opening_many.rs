//! Opens all trees of another tool's workspace, one after the other beside the window.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use treewright_session::host::reading::{FileReadJob, OpenedContent};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::project_listing::trees_of_workspace;

use super::reading::{begin, describe_open_error, on_finished};
use crate::action::JobKind;
use crate::dispatch::navigation;
use crate::editor::Editor;
use crate::job_registry::{BackgroundJob, name_of};
use crate::panels::questions::Question;
use crate::shell::QuestionTopic;

/// More trees are only opened after a question.
const MANY: usize = 20;

/// Opens all trees that a workspace of the project lists.
pub fn open_workspace(editor: &mut Editor, workspace: &Path) {
    let files = editor.services.project.view().foreign;
    let workspace = files.iter().find(|file| file.path == workspace);
    let Some(workspace) = workspace else { return };
    let trees = trees_of_workspace(files, workspace);
    let trees = trees.map(|tree| tree.path.clone()).collect();
    let path = workspace.path.clone();
    open_all(editor, path, trees);
}

/// Opens all these trees of a workspace; asks first if they are many.
pub fn open_all(editor: &mut Editor, workspace: PathBuf, trees: Vec<PathBuf>) {
    if trees.len() <= MANY {
        return open_now(editor, workspace, trees);
    }
    let question = Question::OpenAll {
        name: name_of(&workspace),
        count: trees.len(),
    };
    editor.shell.question = Some((question, QuestionTopic::OpenAll(workspace, trees)));
}

/// Opens all these trees of a workspace without a question.
pub fn open_now(editor: &mut Editor, workspace: PathBuf, trees: Vec<PathBuf>) {
    let mut waiting = VecDeque::from(trees);
    let Some(path) = waiting.pop_front() else {
        let name = name_of(&workspace);
        let shell = &mut editor.shell;
        return shell.notify_key(NoticeKind::Refused, "project.no_trees", &[("name", &name)]);
    };
    let reading = begin(&editor.shell, &path, false);
    editor.jobs.begin(OpenManyJob {
        active_at_request: editor.workspace.front().id(),
        workspace,
        path,
        reading,
        waiting,
        first: None,
        opened: 0,
        failed: Vec::new(),
    });
}

/// Trees that are opened one after the other.
struct OpenManyJob {
    active_at_request: DocumentId,
    workspace: PathBuf,
    /// The file that is being read.
    path: PathBuf,
    reading: FileReadJob,
    waiting: VecDeque<PathBuf>,
    /// The document that was opened first, which is active in the end.
    first: Option<DocumentId>,
    opened: usize,
    /// What could not be opened, and why.
    failed: Vec<String>,
}

impl BackgroundJob<Editor> for OpenManyJob {
    fn kind(&self) -> JobKind {
        JobKind::Opening(self.workspace.clone())
    }

    fn name(&self) -> String {
        name_of(&self.workspace)
    }

    fn progress(&self) -> Option<(usize, usize)> {
        let done = self.opened + self.failed.len();
        Some((done, done + 1 + self.waiting.len()))
    }

    fn is_ready(&self) -> bool {
        self.reading.is_ready()
    }

    fn finish(mut self: Box<Self>, editor: &mut Editor) {
        let previous = navigation::current_place(&editor.workspace, &editor.shell);
        let texts = &editor.shell.texts;
        let outcome = self.reading.take_at_last();
        let opened = match outcome {
            Ok(content @ (OpenedContent::Own(_) | OpenedContent::Foreign(_))) => {
                on_finished(editor, &self.path, Ok(content), self.active_at_request)
            }
            Ok(_) => Err(texts.tr("import.no_tree").into_owned()),
            Err(error) => Err(describe_open_error(texts, &error)),
        };
        match opened {
            Ok(()) => {
                self.opened += 1;
                self.first.get_or_insert(editor.workspace.front().id());
                navigation::remember(&editor.workspace, &mut editor.shell, previous);
            }
            Err(reason) => {
                let failed = editor.shell.texts.labeled(&name_of(&self.path), &reason);
                self.failed.push(failed);
            }
        }
        match self.waiting.pop_front() {
            Some(path) => {
                self.reading = begin(&editor.shell, &path, false);
                self.path = path;
                editor.jobs.begin(*self);
            }
            None => self.end(editor),
        }
    }

    fn cancel(self: Box<Self>, editor: &mut Editor) {
        self.end(editor);
    }
}

impl OpenManyJob {
    /// Activates what was opened first, and tells how many were opened.
    fn end(self, editor: &mut Editor) {
        let first = self.first.and_then(|id| editor.workspace.index_of(id));
        if let Some(index) = first {
            editor.workspace.bring_to_front(index);
        }
        let texts = &editor.shell.texts;
        let opened = texts.tr_count("project.opened_all", self.opened);
        if self.failed.is_empty() {
            return editor.shell.notify(NoticeKind::Done, opened);
        }
        let failed = self.failed.join("; ");
        let arguments = [("opened", &*opened), ("failed", &*failed)];
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Failed, "project.not_all_opened", &arguments);
    }
}
