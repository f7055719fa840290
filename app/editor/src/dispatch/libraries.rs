//! The task libraries of documents: added, once they were read beside the window's thread, removed, and put beside an example that is saved.

use std::path::{Path, PathBuf};

use treewright_authoring::edit::Command;
use treewright_core::on_purpose;
use treewright_session::examples;
use treewright_session::host::job::{Ended, Job};
use treewright_session::host::libraries;
use treewright_session::host::libraries::{Fault, LibraryFile, LibraryProblem, Place};
use treewright_session::host::outputs::make_in_project;
use treewright_session::host::project::Project;
use treewright_session::host::reading::patience;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

use crate::action::Work;
use crate::dispatch::edit::perform_in;
use crate::editor::Editor;
use crate::shell::{Pending, Shell};
use crate::work_list::{Underway, name_of};

/// Asks which library the document in front is to use as well.
pub fn ask_which_to_add(editor: &mut Editor) {
    let front = editor.workspace.front();
    let id = front.id();
    if front.path().is_none() {
        return editor
            .shell
            .say_key(NoticeKind::Refused, "notice.save_before_library", &[]);
    }
    super::file::ask_for_library(editor, Pending::AddLibrary(id));
}

/// What reading the file of a library gave.
type Read = Result<LibraryFile, Vec<(Fault, Place)>>;

/// A library that is being read.
struct AddingLibrary {
    /// The document to which it is to be added.
    document: DocumentId,
    path: PathBuf,
    reading: Job<Read>,
}

impl Underway<Editor> for AddingLibrary {
    fn work(&self) -> Work {
        Work::AddingLibrary(self.document, self.path.clone())
    }

    fn name(&self) -> String {
        name_of(&self.path)
    }

    fn is_ready(&self) -> bool {
        self.reading.is_ready()
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let read = self.reading.take_at_last();
        if let Err(reason) = was_read(
            &mut editor.workspace,
            &mut editor.shell,
            self.document,
            &self.path,
            read,
        ) {
            say_not_added(&mut editor.shell, &reason);
        }
    }
}

/// Adds the library in this file to a document. One that takes longer to read than a moment is added later.
///
/// # Errors
/// Why it is none, or none for this document, in words, as far as that is known after a moment.
pub fn add(editor: &mut Editor, id: DocumentId, path: &Path) -> Result<(), String> {
    let wanted = path.to_owned();
    let wake = editor.shell.waker();
    let reading = Job::begin("library", wake, move |_| {
        on_purpose::panic_at("library");
        Some(libraries::read(&wanted))
    });
    if let Some(read) = reading.take_within(patience(path)) {
        return was_read(&mut editor.workspace, &mut editor.shell, id, path, read);
    }
    editor.work.begin(AddingLibrary {
        document: id,
        path: path.to_owned(),
        reading,
    });
    Ok(())
}

/// A library was read: adds it to a document, if that is still open.
fn was_read(
    workspace: &mut Workspace,
    shell: &mut Shell,
    id: DocumentId,
    path: &Path,
    read: Result<Read, Ended>,
) -> Result<(), String> {
    let read = read.map_err(|ended| shell.texts.ended(&ended))?;
    let Some(index) = workspace.index_of(id) else {
        return Ok(());
    };
    let document = &workspace.documents()[index];
    let Some(file) = document.path() else {
        return Ok(());
    };
    let refused = |fault: Fault, place: Option<Place>| LibraryProblem {
        reference: path.display().to_string(),
        index: 0,
        fault,
        place,
    };
    let reference = match Project::of(file) {
        Ok(project) => project.reference_to(path).map_err(Fault::Reference),
        Err(error) => Err(Fault::Read(error.into())),
    };
    let problem = match (reference, read) {
        (Err(fault), _) => refused(fault, None),
        (Ok(reference), _) if document.document().libraries.contains(&reference) => {
            refused(Fault::Twice, None)
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
            shell.say_key(NoticeKind::Done, "notice.library_added", &arguments);
            return Ok(());
        }
    };
    Err(shell.texts.library_problem(&problem))
}

/// Says why a library was not added.
pub fn say_not_added(shell: &mut Shell, reason: &str) {
    shell.say_key(
        NoticeKind::Refused,
        "notice.library_refused",
        &[("reason", reason)],
    );
}

/// Takes a library away from the document in front. Its tasks stay in the tree, as placeholders.
pub fn remove(workspace: &mut Workspace, shell: &mut Shell, place: usize) {
    let mut list = workspace.front().document().libraries.clone();
    if place >= list.len() {
        return;
    }
    let name = list.remove(place);
    let index = workspace.front_index();
    perform_in(workspace, shell, index, &Command::SetLibraries(list));
    shell.say_key(
        NoticeKind::Done,
        "notice.library_removed",
        &[("name", &name)],
    );
}

/// Writes the libraries that come with the program next to `path`, the first file of a document, in the language of its example. Keeps files
/// that exist already.
pub fn ship(document: &OpenDocument, path: &Path) {
    let Ok(project) = Project::of(path) else {
        return;
    };
    for reference in &document.document().libraries {
        let text = examples::library(document.untitled(), reference);
        if let (Some(text), Ok(path)) = (text, project.named(reference)) {
            // One that is there already, or cannot be written, shows as the document's problem if it is one.
            let _ = make_in_project(&project, &path, text.as_bytes());
        }
    }
}
