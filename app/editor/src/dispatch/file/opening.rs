//! Opens documents: new ones, examples, and files of the project list.

use std::path::{Path, PathBuf};

use treewright_core::format::{FileContent, native};
use treewright_explore::claims::ClaimPlace;
use treewright_explore::claims_json;
use treewright_insight::scenario_json;
use treewright_session::host::project_files::FileKind;
use treewright_session::host::{claims_files, file_manager, files};
use treewright_session::notice::{Notice, NoticeKind};
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::{Workspace, calls};

use super::reading::{open_and_wait, open_path};
use crate::action::ExploreAction;
use crate::dispatch::project::tasks;
use crate::docking::{self, Panel};
use crate::editor::{Editor, check};
use crate::shell::Shell;

/// Adds an empty document, unless the active one is empty and untouched.
pub fn new(workspace: &mut Workspace) {
    let untouched = workspace.front().is_untouched();
    if !untouched {
        workspace.add(OpenDocument::empty);
    }
}

/// Opens a file of the project by its kind: for a scenario or claims the tree; for a library, which is no document, the window for its tasks.
pub fn open_listed(editor: &mut Editor, path: &Path) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match FileKind::of(&name) {
        Some(FileKind::Library) => open_library(editor, path),
        Some(FileKind::Scenario) => {
            let scenario = files::read(path).ok();
            let scenario = scenario.and_then(|bytes| scenario_json::read(&bytes).ok());
            let tree = scenario.and_then(|it| tree_of(editor, path, it.tree.as_deref()));
            if let Some(tree) = tree {
                open_path(editor, &tree);
                editor
                    .services
                    .scenarios
                    .choose(&files::absolute(&tree), path);
                docking::show(&mut editor.shell.panels, Panel::Scenarios);
            } else {
                editor
                    .shell
                    .notify_key(NoticeKind::Refused, "project.no_tree", &[]);
            }
        }
        Some(FileKind::Claims) => open_claims(editor, path, None),
        _ => open_path(editor, path),
    }
}

/// The tree of the project that a file with this reference is about.
fn tree_of(editor: &Editor, path: &Path, reference: Option<&str>) -> Option<PathBuf> {
    let files = &editor.services.project.listing().files;
    let trees = files.iter().filter(|file| file.kind == FileKind::Tree);
    let mut trees = trees.map(|file| &file.path);
    let tree = trees.find(|tree| calls::is_about(path, reference, tree));
    tree.cloned()
}

/// Opens the tree of a file of claims, and shows the claims. A file that the editor does not find by the name of its tree, or that cannot be
/// read, is opened with the system's program for it.
pub fn open_claims(editor: &mut Editor, path: &Path, place: Option<ClaimPlace>) {
    let bytes = files::read(path).ok();
    let claims = bytes.and_then(|bytes| claims_json::read(&bytes).ok());
    let named = claims.and_then(|claims| tree_of(editor, path, claims.tree.as_deref()));
    // What is wrong with the file is shown with the tree of its name.
    let tree = named.or_else(|| tree_of(editor, path, None));
    let tree = tree.filter(|tree| claims_files::file_of(tree) == *path);
    let Some(tree) = tree else {
        if file_manager::open(path).is_err() {
            no_program(&mut editor.shell, "project.no_program", path);
        }
        return;
    };
    open_and_wait(editor, &tree);
    let show = ExploreAction::ShowPlace(place);
    crate::dispatch::explore::apply(editor, show);
}

/// Opens the window for the tasks of a library. One that cannot be read is opened with the system's program for it, where it can be mended.
fn open_library(editor: &mut Editor, path: &Path) {
    if let Err(reason) = tasks::open(editor, path, None) {
        let shell = &mut editor.shell;
        shell.notify(NoticeKind::Failed, reason);
        if file_manager::open(path).is_err() {
            no_program(shell, "project.no_program", path);
        }
    }
}

/// Shows the folder of a file in the system's file manager.
pub fn show_folder(shell: &mut Shell, path: &Path) {
    if file_manager::show_folder_of(path).is_err() {
        no_program(shell, "project.no_file_manager", path);
    }
}

/// Says that the system has no program for something that is to be done with a file.
fn no_program(shell: &mut Shell, key: &str, path: &Path) {
    let path = path.display().to_string();
    shell.notify_key(NoticeKind::Failed, key, &[("path", &path)]);
}

/// Reports the problems of a document that was just opened, if any.
pub fn report_problems(workspace: &mut Workspace, shell: &mut Shell, index: usize) {
    check(workspace, shell, index);
    let Some((document, _)) = workspace.get_mut(index) else {
        return;
    };
    let count = document.count_all_problems();
    let conflicts = !document.document().conflicts.is_empty();
    if count > 0 {
        let panel = if conflicts {
            Panel::Versions
        } else {
            Panel::Problems
        };
        docking::show(&mut shell.panels, panel);
        let title = document.title(&shell.texts);
        let arguments = [("title", &*title)];
        let key = "notice.opened_with_problems";
        let text = shell.texts.tr_count_with(key, count, &arguments);
        shell.notify(NoticeKind::Refused, text);
    }
}

/// Reports why a file cannot be opened.
pub fn cannot_open(shell: &mut Shell, path: &Path, reason: &str) {
    let shown = path.display().to_string();
    let arguments = [("path", &*shown), ("reason", reason)];
    let text = shell.texts.tr_with("notice.cannot_open", &arguments);
    let now = shell.now();
    shell.show_notice(Notice::new(NoticeKind::Failed, text, now).of_file(path));
}

/// Opens an unsaved copy of an example in the current language of the interface. The document keeps that language.
pub fn open_example(workspace: &mut Workspace, shell: &mut Shell, name: &str) {
    let Some(example) = treewright_session::examples::find(name) else {
        return;
    };
    let example = example.document(&shell.texts);
    match native::read(example.json.as_bytes()) {
        Ok(read) => {
            workspace.add(|id| {
                OpenDocument::new(id, read.document, read.diagnostics).called(example.title)
            });
        }
        Err(error) => {
            let text = shell
                .texts
                .format_error_and_remedy(&error, FileContent::Tree);
            shell.notify(NoticeKind::Failed, text);
        }
    }
}
