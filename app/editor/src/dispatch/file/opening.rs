//! Bringing documents in, from files and from examples.

use std::path::Path;

use egui::Context;
use treewright_core::format::{FileContent, native};
use treewright_insight::scenario_json;
use treewright_session::host::project_files::FileKind;
use treewright_session::host::{file_manager, files};
use treewright_session::notice::{Notice, NoticeKind};
use treewright_session::workspace::calls;
use treewright_session::workspace::open_document::OpenDocument;

use super::reading::open_path;
use crate::app::EditorApp;
use crate::docking::{self, Panel};

/// A new, empty document.
pub fn new(app: &mut EditorApp) {
    let untouched = app.workspace.front().is_untouched();
    if !untouched {
        app.workspace.add(OpenDocument::empty);
    }
}

/// Opens a file of the project as what it is: the tree of a scenario, and of a library, which is no document, the folder.
pub fn open_listed(app: &mut EditorApp, ctx: &Context, path: &Path) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match FileKind::of(&name) {
        Some(FileKind::Library) => show_folder(app, ctx, path),
        Some(FileKind::Scenario) => {
            let files = &app.host.project.listing().files;
            let trees = files.iter().filter(|file| file.kind == FileKind::Tree);
            let tree = files::read(path).ok().and_then(|bytes| {
                let scenario = scenario_json::read(&bytes).ok()?;
                let mut trees = trees.map(|file| &file.path);
                trees.find(|tree| calls::is_scenario_of(path, scenario.tree.as_deref(), tree))
            });
            if let Some(tree) = tree.cloned() {
                open_path(app, ctx, &tree);
            } else {
                let text = app.texts.tr("project.no_tree").into_owned();
                app.say(ctx, NoticeKind::Refused, text);
            }
        }
        _ => open_path(app, ctx, path),
    }
}

/// Shows the folder of a file in the system's file manager.
pub fn show_folder(app: &mut EditorApp, ctx: &Context, path: &Path) {
    if let Err(error) = file_manager::show_folder_of(path) {
        let reason = app.texts.io_error(&error);
        let text = app
            .texts
            .tr_with("project.no_file_manager", &[("reason", &reason)]);
        app.say(ctx, NoticeKind::Failed, text);
    }
}

/// Shows what is wrong with a document that was just opened, if anything is.
pub fn say_if_damaged(app: &mut EditorApp, ctx: &Context, index: usize) {
    app.check(ctx, index);
    let Some((document, _)) = app.workspace.get_mut(index) else {
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
        docking::show(&mut app.panels, panel);
        let text = app.texts.tr_count("notice.opened_with_problems", count);
        app.say(ctx, NoticeKind::Refused, text);
    }
}

/// Says why a file cannot be opened.
pub fn cannot_open(app: &mut EditorApp, ctx: &Context, path: &Path, reason: &str) {
    let shown = path.display().to_string();
    let arguments = [("path", &*shown), ("reason", reason)];
    let text = app.texts.tr_with("notice.cannot_open", &arguments);
    let now = ctx.input(|input| input.time);
    app.tell(Notice::new(NoticeKind::Failed, text, now).of_file(path));
}

/// Opens an unsaved copy of an example.
pub fn open_example(app: &mut EditorApp, ctx: &Context, name: &str) {
    let Some(example) = treewright_session::examples::find(name) else {
        return;
    };
    match native::read(example.json.as_bytes()) {
        Ok(read) => {
            app.workspace.add(|id| {
                OpenDocument::new(id, read.document, read.diagnostics).called(example.name)
            });
        }
        Err(error) => {
            let text = app.texts.format_error_and_remedy(&error, FileContent::Tree);
            app.say(ctx, NoticeKind::Failed, text);
        }
    }
}
