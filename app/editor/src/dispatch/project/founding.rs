//! Makes a folder a project: with the file that marks it, and a first tree if it has none.

use std::io;
use std::path::{Path, PathBuf};

use treewright_core::format::native;
use treewright_core::model::Document;
use treewright_session::host::files::{self, Expected, SaveError};
use treewright_session::host::job::CancelToken;
use treewright_session::host::project::{MARK, marked_folder};
use treewright_session::host::project_files::{self, FileKind};
use treewright_session::notice::NoticeKind;

use crate::dialogs::PathQuestion;
use crate::dispatch::file::{self, opening::open_listed};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::shell::QuestionTopic;

/// The file of a project's first tree.
const FIRST: &str = "main.bt.json";

/// Asks for the folder.
pub fn ask(editor: &mut Editor) {
    let title = editor.shell.texts.tr("question.new_project.title");
    let question = PathQuestion::Folder {
        title: title.into_owned(),
        folder: beside_project(editor),
    };
    let (shell, services) = (&mut editor.shell, &mut editor.services);
    file::ask(shell, services, question, QuestionTopic::NewProject);
}

/// The folder in which the current project folder is; without a project, that of the active document.
pub fn beside_project(editor: &Editor) -> Option<PathBuf> {
    let project = editor.services.project.folder();
    let around = project.and_then(Path::parent).map(Path::to_owned);
    around.or_else(|| file::folder(editor))
}

/// Makes this folder a project, and opens its first tree.
///
/// # Errors
/// Why that is not possible.
pub fn found(editor: &mut Editor, folder: &Path) -> Result<(), String> {
    let texts = &editor.shell.texts;
    let refused = |error: SaveError| texts.save_error(&error);
    if let Some(around) = project_around(folder) {
        let around = around.display().to_string();
        return Err(texts.tr_with("new_project.inside", &[("project", &around)]));
    }
    let folder = folder_at(folder).map_err(|error| refused(error.into()))?;
    if !files::is_there(&folder.join(MARK)) {
        files::save(&folder.join(MARK), b"{}\n", Expected::Nothing).map_err(refused)?;
    }
    let listing = project_files::list(&folder, &CancelToken::default());
    let mut trees = listing.files.into_iter();
    let first = if let Some(file) = trees.find(|file| file.kind == FileKind::Tree) {
        file.path
    } else {
        let path = folder.join(FIRST);
        // An empty document can be written.
        let text = native::write(&Document::default()).unwrap_or_default();
        files::save(&path, text.as_bytes(), Expected::Nothing).map_err(refused)?;
        path
    };
    super::find_folder_again(editor);
    open_listed(editor, &first);
    let path = folder.display().to_string();
    let shell = &mut editor.shell;
    docking::show(&mut shell.panels, Panel::Project);
    shell.notify_key(NoticeKind::Done, "project.marked", &[("path", &path)]);
    Ok(())
}

/// The project in whose folder this path lies, whether or not there is a folder at the path.
fn project_around(path: &Path) -> Option<PathBuf> {
    let path = files::absolute(path);
    let mut above = path.ancestors();
    let there = above.find(|folder| files::is_folder(folder))?;
    let real = files::real_path(there).ok()?;
    let project = marked_folder(&real)?;
    (there != path || project != real).then(|| project.to_owned())
}

/// The folder at this path, which is made if there is none.
fn folder_at(path: &Path) -> io::Result<PathBuf> {
    files::make_folder(path)?;
    files::real_path(path)
}
