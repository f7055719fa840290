//! Bringing documents in: from files, from examples, from copies of unsaved work; and following files that change on disk.

use std::path::Path;

use egui::Context;
use treewright_core::format::{native, scenario_json, substitution_json};

use crate::app::{EditorApp, Pending};
use crate::dispatch::{import, layout, recordings, references};
use crate::docking::{self, Panel};
use crate::host::file_manager;
use crate::host::files::{self, Fingerprint, ReadError};
use crate::host::project_files::FileKind;
use crate::host::recovery::{FoundCopy, Recovery};
use crate::notice::NoticeKind;
use crate::panels::questions::Question;
use crate::workspace::open_document::{DocumentFile, OpenDocument};
use crate::workspace::reload::{Verdict, judge};
use crate::workspace::{absolute, calls};

/// A new, empty document.
pub fn new(app: &mut EditorApp) {
    let untouched = app.workspace.front().is_untouched();
    if !untouched {
        app.workspace.add(OpenDocument::empty);
    }
}

/// Opens a file, or brings it to the front if it is open; says so where that is not possible.
pub fn open_path(app: &mut EditorApp, ctx: &Context, path: &Path) {
    if let Err(reason) = try_to_open(app, ctx, path) {
        cannot_open(app, ctx, path, &reason);
    }
}

/// Opens a file, or brings it to the front if it is open.
///
/// # Errors
/// Why that is not possible, in words.
pub fn try_to_open(app: &mut EditorApp, ctx: &Context, path: &Path) -> Result<(), String> {
    if let Some(index) = app.workspace.index_of_path(path) {
        app.workspace.bring_to_front(index);
        return Ok(());
    }
    let bytes = files::read(path).map_err(|error| app.texts.read_error(&error))?;
    if recordings::is_recording(path) {
        return recordings::open(app, ctx, path, &bytes);
    }
    if substitution_json::detect(&bytes) {
        return import::play_by_rules(app, ctx, path, &bytes);
    }
    if import::is_foreign(path, &bytes) {
        return import::open(app, ctx, path);
    }
    let read = native::read(&bytes);
    let mut read = read.map_err(|error| app.texts.format_error(&error))?;
    // No change of the document: the places are written with the next one that is saved.
    let placed = layout::place_unplaced(&mut read.document, &app.settings);
    if placed {
        let text = app.texts.tr("notice.places_made").into_owned();
        app.say(ctx, NoticeKind::Done, text);
    }
    let file = DocumentFile {
        path: path.to_owned(),
        fingerprint: Fingerprint::of(&bytes),
    };
    let index = app
        .workspace
        .add(|id| OpenDocument::new(id, read.document, read.diagnostics).of_file(file));
    if let (true, Some((document, _))) = (placed, app.workspace.get_mut(index)) {
        document.placed_roughly = true;
    }
    app.host.watcher.watch(path);
    references::follow(app);
    app.settings.remember(&absolute(path));
    say_if_damaged(app, ctx, index);
    Ok(())
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

fn say_if_damaged(app: &mut EditorApp, ctx: &Context, index: usize) {
    let Some((document, library)) = app.workspace.get_mut(index) else {
        return;
    };
    let waker = ctx.clone();
    document.check(&library, move || waker.request_repaint());
    let problems = document.diagnostics().len();
    let count = problems + document.libraries().problems().len();
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
    let path = path.display().to_string();
    let arguments = [("path", &*path), ("reason", reason)];
    let text = app.texts.tr_with("notice.cannot_open", &arguments);
    app.say(ctx, NoticeKind::Failed, text);
}

/// Opens an unsaved copy of an example.
pub fn open_example(app: &mut EditorApp, ctx: &Context, name: &str) {
    let Some(example) = crate::examples::find(name) else {
        return;
    };
    match native::read(example.json.as_bytes()) {
        Ok(read) => {
            app.workspace.add(|id| {
                OpenDocument::new(id, read.document, read.diagnostics).called(example.name)
            });
        }
        Err(error) => {
            let text = app.texts.format_error(&error);
            app.say(ctx, NoticeKind::Failed, text);
        }
    }
}

/// Asks whether to open copies of unsaved work that a crash left.
pub fn offer_copies(app: &mut EditorApp) {
    app.found_copies = app.host.recovery.find();
    if app.found_copies.is_empty() {
        return;
    }
    let copies = app.found_copies.iter();
    let titles = copies.map(|copy| match &copy.head.path {
        Some(path) => path.display().to_string(),
        None => copy.head.title.clone(),
    });
    let question = Question::Recover(titles.collect());
    app.question = Some((question, Pending::Recover));
}

/// Opens the copies as unsaved documents of their files, or deletes them.
pub fn copies_answered(app: &mut EditorApp, ctx: &Context, open: bool) {
    for copy in std::mem::take(&mut app.found_copies) {
        if !open {
            Recovery::forget(&copy.file);
            continue;
        }
        match native::read(&copy.bytes) {
            Ok(read) => recover(app, ctx, &copy, read),
            // A copy that cannot be read is kept for whoever can.
            Err(error) => {
                let text = app.texts.format_error(&error);
                app.say(ctx, NoticeKind::Failed, text);
            }
        }
    }
}

/// Opens a copy. It belongs to the version of its file that it was made from: if somebody changed or deleted that file since, saving asks.
fn recover(app: &mut EditorApp, ctx: &Context, copy: &FoundCopy, read: native::Read) {
    let file = copy.head.path.clone().map(|path| {
        let now =
            || files::read(&path).map_or(Fingerprint::of(b""), |bytes| Fingerprint::of(&bytes));
        let fingerprint = copy.head.fingerprint.unwrap_or_else(now);
        DocumentFile { path, fingerprint }
    });
    if let Some(file) = &file {
        // What was reopened at the start gives way to the work that was not saved.
        let open = app.workspace.index_of_path(&file.path);
        let open = open.map(|index| &app.workspace.documents()[index]);
        if let Some(id) = open.filter(|open| !open.is_dirty()).map(OpenDocument::id) {
            super::closing::close_now(app, id);
        }
        app.host.watcher.watch(&file.path);
    }
    let now = ctx.input(|input| input.time);
    let mut key = 0;
    let texts = &app.texts;
    app.workspace.add(|id| {
        key = id.0;
        let mut document = OpenDocument::new(id, read.document, read.diagnostics)
            .called(copy.head.title.clone())
            .unsaved();
        if let (None, Some(origin)) = (&file, &copy.head.origin) {
            import::recall(texts, &mut document, origin);
        }
        document.file = file;
        document.changed_at = Some(now);
        document
    });
    // The work must survive the next crash as well: the old copy goes when there is a new one.
    let text = String::from_utf8_lossy(&copy.bytes);
    match app.host.recovery.write(key, &copy.head, &text) {
        Ok(new) if new != copy.file => Recovery::forget(&copy.file),
        // Either it has taken the old one's place, or the old one is all there is.
        Ok(_) | Err(_) => {}
    }
}

/// Looks at a file that changed on disk.
pub fn changed_on_disk(app: &mut EditorApp, ctx: &Context, path: &Path) {
    let Some(index) = app.workspace.index_of_path(path) else {
        return;
    };
    let document = &app.workspace.documents()[index];
    let Some(file) = &document.file else {
        return;
    };
    let bytes = match files::read(path) {
        Ok(bytes) => bytes,
        Err(ReadError::NotFound) => return deleted_on_disk(app, ctx, index),
        // Being replaced, or not readable for now: it is looked at again when it changes, and before it is saved.
        Err(_) => return,
    };
    let known = file.fingerprint;
    let found = Fingerprint::of(&bytes);
    match judge(known, found, document.is_dirty()) {
        Verdict::Ours => {}
        Verdict::Reload => load_theirs(app, ctx, index),
        Verdict::Ask => {
            if let Some((document, _)) = app.workspace.get_mut(index) {
                document.changed_on_disk = true;
            }
        }
    }
}

/// What is here is the only copy now: it counts as unsaved, and the next save writes the file anew.
fn deleted_on_disk(app: &mut EditorApp, ctx: &Context, index: usize) {
    let Some((document, _)) = app.workspace.get_mut(index) else {
        return;
    };
    document.lost_its_file();
    let title = document.title(&app.texts);
    let text = app.texts.tr_with("notice.deleted", &[("title", &title)]);
    app.say(ctx, NoticeKind::Failed, text);
}

/// Takes what the file holds now.
pub fn load_theirs(app: &mut EditorApp, ctx: &Context, index: usize) {
    let settings = app.settings.clone();
    let Some((document, _)) = app.workspace.get_mut(index) else {
        return;
    };
    document.changed_on_disk = false;
    let Some(path) = document.path().map(Path::to_owned) else {
        return;
    };
    let bytes = match files::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let reason = app.texts.read_error(&error);
            return cannot_open(app, ctx, &path, &reason);
        }
    };
    let fingerprint = Fingerprint::of(&bytes);
    match native::read(&bytes) {
        Ok(mut read) => {
            layout::place_unplaced(&mut read.document, &settings);
            document.replace(read.document, read.diagnostics);
            document.file = Some(DocumentFile { path, fingerprint });
            app.host.recovery.remove(document.id().0);
            let title = document.title(&app.texts);
            let text = app.texts.tr_with("notice.reloaded", &[("title", &title)]);
            app.say(ctx, NoticeKind::Done, text);
        }
        // What is here stays, and is unsaved work now: the file holds something else.
        Err(error) => {
            document.keep_mine(fingerprint);
            let reason = app.texts.format_error(&error);
            cannot_open(app, ctx, &path, &reason);
        }
    }
}
