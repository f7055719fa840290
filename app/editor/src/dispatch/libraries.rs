//! The task libraries of documents: adds them after reading them in the background, removes them, and writes those of an example next to its saved
//! file.

use std::path::{Path, PathBuf};

use treewright_authoring::edit::Command;
use treewright_core::on_purpose;
use treewright_session::examples;
use treewright_session::host::job::{Job, JobEnd};
use treewright_session::host::libraries;
use treewright_session::host::libraries::{
    LibraryError, LibraryFile, LibraryPosition, LibraryProblem,
};
use treewright_session::host::outputs::make_in_project;
use treewright_session::host::project::Project;
use treewright_session::host::reading::patience;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

use crate::action::JobKind;
use crate::dispatch::edit::perform_in;
use crate::editor::Editor;
use crate::job_registry::{BackgroundJob, name_of};
use crate::shell::{QuestionTopic, Shell};

/// Asks for a library to add to the active document.
pub fn ask_which_to_add(editor: &mut Editor) {
    if let Some(id) = front_with_file(editor) {
        super::file::ask_for_library(editor, QuestionTopic::AddLibrary(id));
    }
}

/// Adds the library in this file to the active document.
pub fn add_to_front(editor: &mut Editor, path: &Path) {
    let Some(id) = front_with_file(editor) else {
        return;
    };
    if let Err(reason) = add(editor, id, path) {
        report_not_added(&mut editor.shell, &reason);
    }
}

/// The active document, if it has a file, to which a library's path can be relative.
fn front_with_file(editor: &mut Editor) -> Option<DocumentId> {
    let front = editor.workspace.front();
    let id = front.path().map(|_| front.id());
    if id.is_none() {
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Refused, "notice.save_before_library", &[]);
    }
    id
}

/// The result of reading a library file.
type LibraryReadResult = Result<LibraryFile, Vec<(LibraryError, LibraryPosition)>>;

/// A library that is being read.
struct AddLibraryJob {
    document: DocumentId,
    path: PathBuf,
    reading: Job<LibraryReadResult>,
}

impl BackgroundJob<Editor> for AddLibraryJob {
    fn kind(&self) -> JobKind {
        JobKind::AddingLibrary(self.document, self.path.clone())
    }

    fn name(&self) -> String {
        name_of(&self.path)
    }

    fn is_ready(&self) -> bool {
        self.reading.is_ready()
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let read = self.reading.wait();
        if let Err(reason) = on_read(
            &mut editor.workspace,
            &mut editor.shell,
            self.document,
            &self.path,
            read,
        ) {
            report_not_added(&mut editor.shell, &reason);
        }
    }
}

/// Adds the library in this file to a document. Continues in the background if reading takes longer than a moment.
///
/// # Errors
/// Why it is no library, or cannot be added to this document, in words, as far as known after a moment.
pub fn add(editor: &mut Editor, id: DocumentId, path: &Path) -> Result<(), String> {
    let file_to_read = path.to_owned();
    let wake = editor.shell.waker();
    let reading = Job::begin("library", wake, move |_| {
        on_purpose::panic_at("library");
        Some(libraries::read(&file_to_read))
    });
    if let Some(read) = reading.wait_for(patience(path)) {
        return on_read(&mut editor.workspace, &mut editor.shell, id, path, read);
    }
    editor.jobs.begin(AddLibraryJob {
        document: id,
        path: path.to_owned(),
        reading,
    });
    Ok(())
}

/// Adds a library that was read to a document, if that is still open.
fn on_read(
    workspace: &mut Workspace,
    shell: &mut Shell,
    id: DocumentId,
    path: &Path,
    read: Result<LibraryReadResult, JobEnd>,
) -> Result<(), String> {
    let read = read.map_err(|ended| shell.texts.ended(&ended))?;
    let Some(index) = workspace.index_of(id) else {
        return Ok(());
    };
    let document = &workspace.documents()[index];
    let Some(file) = document.path() else {
        return Ok(());
    };
    let refused = |fault: LibraryError, place: Option<LibraryPosition>| LibraryProblem {
        reference: path.display().to_string(),
        index: 0,
        fault,
        place,
    };
    let reference = match Project::of(file) {
        Ok(project) => project.reference_to(path).map_err(LibraryError::Reference),
        Err(error) => Err(LibraryError::Read(error.into())),
    };
    let problem = match (reference, read) {
        (Err(fault), _) => refused(fault, None),
        (Ok(reference), _) if document.document().libraries.contains(&reference) => {
            refused(LibraryError::Twice, None)
        }
        (Ok(_), Err(faults)) => match faults.into_iter().next() {
            Some((fault, place)) => refused(fault, Some(place)),
            None => return Ok(()),
        },
        (Ok(reference), Ok(library)) => {
            let mut list = document.document().libraries.clone();
            list.push(reference.clone());
            perform_in(workspace, shell, index, &Command::SetLibraries(list));
            let count = shell
                .texts
                .tr_count("document.tasks", library.library.tasks.len());
            let arguments = [("name", &*reference), ("tasks", &*count)];
            shell.notify_key(NoticeKind::Done, "notice.library_added", &arguments);
            return Ok(());
        }
    };
    Err(shell.texts.library_problem(&problem))
}

/// Reports why a library was not added.
pub fn report_not_added(shell: &mut Shell, reason: &str) {
    shell.notify_key(
        NoticeKind::Refused,
        "notice.library_refused",
        &[("reason", reason)],
    );
}

/// Removes a library from the active document. Its tasks stay in the tree, as placeholders.
pub fn remove(workspace: &mut Workspace, shell: &mut Shell, place: usize) {
    let mut list = workspace.front().document().libraries.clone();
    if place >= list.len() {
        return;
    }
    let name = list.remove(place);
    let index = workspace.front_index();
    perform_in(workspace, shell, index, &Command::SetLibraries(list));
    shell.notify_key(
        NoticeKind::Done,
        "notice.library_removed",
        &[("name", &name)],
    );
}

/// Writes the libraries that come with the program next to `path`, the first file of a document, in the language of its example. Keeps files
/// that exist already.
pub fn write_bundled(document: &OpenDocument, path: &Path) {
    let Ok(project) = Project::of(path) else {
        return;
    };
    for reference in &document.document().libraries {
        let text = examples::library(document.untitled(), reference);
        if let (Some(text), Ok(path)) = (text, project.named(reference)) {
            // If it exists already or cannot be written, the document shows a problem if there is one.
            let _ = make_in_project(&project, &path, text.as_bytes());
        }
    }
}
