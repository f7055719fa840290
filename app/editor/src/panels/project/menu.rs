//! The menus of the project panel: of a file, of a folder, and of what can be created.

use std::path::Path;

use egui::Ui;
use treewright_session::workspace::project_listing::{
    FileKind, ForeignFile, ForeignKind, trees_of_workspace,
};

use super::ProjectState;
use super::lines::{Listed, ProjectLine};
use super::naming::Naming;
use crate::action::{
    Action, ActionSink, FileAction, FindAction, NewEntry, ProjectAction, TaskAction,
};
use crate::panels::PanelContext;
use crate::widgets::menu_item;

/// The menu of a file or folder.
pub fn of_line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut ProjectState,
    line: &ProjectLine,
    sink: &mut ActionSink,
) {
    let files = Listed::of(&cx.project);
    let (path, kind) = (line.path(files).to_owned(), line.kind(files));
    let on_disk = cx.project.folder.map(|folder| folder.join(&path));
    let Some(on_disk) = on_disk else { return };
    if let Some(file) = line.foreign(files) {
        of_foreign(ui, cx, file, sink);
        ui.separator();
        return of_place(ui, cx, &on_disk, sink);
    }
    if let Some(kind) = kind {
        of_file(ui, cx, state, (&path, kind), &on_disk, sink);
    } else {
        creating(ui, cx, state, line.folder(files));
        ui.separator();
    }
    if item(ui, cx, "edit", "project.rename", "F2") {
        state.naming = Some(Naming::rename(&path, kind));
    }
    if item(ui, cx, "drive_file_move", "project.move", "") {
        state.naming = Some(Naming::relocate(&path, kind));
    }
    if item(ui, cx, "delete", "project.delete", "Del") {
        sink.push(Action::Project(ProjectAction::Delete(path.clone())));
    }
    ui.separator();
    of_place(ui, cx, &on_disk, sink);
}

/// The items about where a file or folder is.
fn of_place(ui: &mut Ui, cx: &PanelContext<'_>, on_disk: &Path, sink: &mut ActionSink) {
    if item(ui, cx, "folder_open", "project.reveal", "") {
        sink.push(Action::File(FileAction::ShowFolder(on_disk.to_owned())));
    }
    if item(ui, cx, "content_copy", "tabs.copy_path", "") {
        ui.ctx().copy_text(on_disk.display().to_string());
    }
}

/// Another tool's file is opened only: what refers to it is not known.
fn of_foreign(ui: &mut Ui, cx: &PanelContext<'_>, file: &ForeignFile, sink: &mut ActionSink) {
    let path = file.path.clone();
    if file.kind != ForeignKind::Workspace {
        if item(ui, cx, "file_open", "project.open", "Enter") {
            sink.push(Action::File(FileAction::OpenPath(path)));
        }
        return;
    }
    let count = trees_of_workspace(cx.project.foreign, file).count();
    let text = cx.texts.tr_count("project.open_all_trees", count);
    if menu_item(ui, "forest", &text, "Enter").clicked() {
        sink.push(Action::File(FileAction::OpenWorkspace(path.clone())));
    }
    if item(ui, cx, "file_open", "project.open_one", "") {
        sink.push(Action::File(FileAction::OpenPath(path)));
    }
}

fn of_file(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut ProjectState,
    (path, kind): (&str, FileKind),
    on_disk: &Path,
    sink: &mut ActionSink,
) {
    if item(ui, cx, "file_open", "project.open", "Enter") {
        sink.push(Action::File(FileAction::OpenListed(on_disk.to_owned())));
    }
    if kind == FileKind::Tree {
        new_scenario(ui, cx, state, path);
    }
    if kind == FileKind::Library {
        of_library(ui, cx, path, on_disk, sink);
    }
    let is_used = !matches!(kind, FileKind::Scenario | FileKind::Claims);
    if is_used && item(ui, cx, "search", "project.uses", "") {
        sink.push(Action::Find(FindAction::UsesOfFile(path.to_owned())));
    }
    if item(
        ui,
        cx,
        "control_point_duplicate",
        "project.duplicate",
        "Ctrl+D",
    ) {
        let action = ProjectAction::Duplicate(path.to_owned());
        sink.push(Action::Project(action));
    }
}

/// A task for a library, and where it is used: in the open tree, or in all.
fn of_library(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    path: &str,
    on_disk: &Path,
    sink: &mut ActionSink,
) {
    if item(ui, cx, "playlist_add", "project.new_task", "") {
        let open = TaskAction::Open(path.to_owned());
        sink.push(Action::Project(ProjectAction::Task(open)));
    }
    let is_used = cx.front.libraries().is_read_from(on_disk);
    if !is_used && item(ui, cx, "menu_book", "project.use_library", "") {
        sink.push(Action::File(FileAction::UseLibrary(on_disk.to_owned())));
    }
    if item(ui, cx, "library_add_check", "project.share_library", "") {
        let share = ProjectAction::ShareLibrary(path.to_owned());
        sink.push(Action::Project(share));
    }
}

/// Shows an item, and returns whether it was clicked.
fn item(ui: &mut Ui, cx: &PanelContext<'_>, icon: &str, key: &str, keys: &str) -> bool {
    menu_item(ui, icon, &cx.texts.tr(key), keys).clicked()
}

/// The items that create something in a folder.
pub fn creating(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ProjectState, folder: &str) {
    let entries = [
        ("account_tree", "command.new_tree_file", NewEntry::Tree),
        ("menu_book", "command.new_library", NewEntry::Library),
        ("create_new_folder", "command.new_folder", NewEntry::Folder),
    ];
    for (icon, key, entry) in entries {
        if item(ui, cx, icon, key, "") {
            state.name_new(folder, entry);
        }
    }
}

/// The item that creates a scenario of a tree.
pub fn new_scenario(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ProjectState, tree: &str) {
    if item(ui, cx, "movie", "project.new_scenario", "") {
        state.name_scenario(cx, tree);
    }
}

/// The items that make another folder a project: a new one, or the folder above this one, so that files there can be used.
pub fn founding(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    ui.separator();
    if item(ui, cx, "folder_special", "command.new_project", "") {
        sink.push(Action::File(FileAction::NewProject));
    }
    let above = cx.project.folder.and_then(Path::parent);
    let above = above.filter(|above| cx.project.can_be_in(above));
    let Some((above, name)) = above.and_then(|above| Some((above, above.file_name()?))) else {
        return;
    };
    let name = name.to_string_lossy();
    let text = cx.texts.tr_with("project.mark_folder", &[("name", &name)]);
    if menu_item(ui, "drive_folder_upload", &text, "").clicked() {
        let action = ProjectAction::MarkFolder(above.to_owned());
        sink.push(Action::Project(action));
    }
}
