//! The window for the tasks of a library: opens it, and tells it what became of a change. Changes no file.

use std::path::Path;

use treewright_session::host::libraries::{self, LibraryProblem};
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::RefactoringError;

use super::open_files::relative;
use crate::dispatch::find;
use crate::dispatch::libraries as libraries_of_documents;
use crate::editor::Editor;
use crate::panels::project::has_keyboard;
use crate::panels::task_window::TaskWindow;

/// Opens the window on a library of the project, with this task, or a new one.
///
/// # Errors
/// Why the library cannot be read, in words.
pub fn open(editor: &mut Editor, path: &Path, task: Option<&str>) -> Result<(), String> {
    let texts = &editor.shell.texts;
    let read = libraries::read(path).map_err(|faults| {
        let first = faults.into_iter().next();
        first.map_or_else(String::new, |(fault, place)| {
            texts.library_problem(&LibraryProblem {
                reference: path.display().to_string(),
                index: 0,
                fault,
                place: Some(place),
            })
        })
    })?;
    let folder = editor.services.project.folder();
    let library = folder.and_then(|folder| relative(folder, path));
    let library = library.ok_or_else(|| {
        let shown = path.display().to_string();
        texts.message(&RefactoringError::NoSuchFile(shown).message())
    })?;
    let mut window = TaskWindow::new(library, read.text, read.library, task);
    let shell = &mut editor.shell;
    if has_keyboard(&shell.ctx) || shell.views.project.takes_keyboard() {
        window.return_to_panel();
    }
    // What was just made is listed later, while a name is being typed.
    shell.views.project.leave_keyboard();
    shell.views.task_window = Some(window);
    Ok(())
}

/// Opens the window on this task of a library of the active document.
pub fn edit(editor: &mut Editor, task: &str) {
    let folder = editor.services.project.folder().map(Path::to_owned);
    let library = find::library_of(editor, task);
    let Some((folder, library)) = folder.zip(library) else {
        let shell = &mut editor.shell;
        return shell.notify_key(NoticeKind::Refused, "notice.save_first", &[]);
    };
    if let Err(reason) = open(editor, &folder.join(library), Some(task)) {
        editor.shell.notify(NoticeKind::Failed, reason);
    }
}

/// Closes the window, and gives the keyboard back to the panel that opened it.
pub fn close(editor: &mut Editor) -> Option<TaskWindow> {
    let views = &mut editor.shell.views;
    let window = views.task_window.take()?;
    if window.is_of_panel() {
        views.project.select(window.library(), true);
    }
    Some(window)
}

/// Whether the window waits for what became of its change.
pub fn is_tried(editor: &Editor) -> bool {
    let window = editor.shell.views.task_window.as_ref();
    window.is_some_and(TaskWindow::is_tried)
}

/// Shows in the window why its change is refused. If the library is another one now, the window goes on with that.
pub fn refuse(editor: &mut Editor, mut reason: String) {
    let folder = editor.services.project.folder().map(Path::to_owned);
    let texts = &editor.shell.texts;
    let Some((folder, window)) = folder.zip(editor.shell.views.task_window.as_mut()) else {
        return;
    };
    let read = libraries::read(&folder.join(window.library()));
    if let Some(read) = read.ok().filter(|read| *read.text != *window.text()) {
        window.read_again(read.text, read.library);
        let again = texts.tr("task_window.again");
        reason = format!("{reason} {again}");
    }
    window.refused(reason);
}

/// Closes the window if its change was made, and adds the library to the document that is to use it; otherwise shows the reason there.
pub fn on_tried(editor: &mut Editor, is_done: bool) {
    if !is_done {
        let notice = editor.shell.notice.as_ref();
        let reason = notice.map(|notice| notice.text.clone()).unwrap_or_default();
        return refuse(editor, reason);
    }
    let Some(window) = close(editor) else {
        return;
    };
    let folder = editor.services.project.folder();
    let path = folder.map(|folder| folder.join(window.library()));
    if let Some((user, path)) = window.user().zip(path)
        && let Err(reason) = libraries_of_documents::add(editor, user, &path)
    {
        libraries_of_documents::report_not_added(&mut editor.shell, &reason);
    }
}
