//! Opening files of other tools: as documents that came from there, with what did not go over as it is.

use std::path::Path;

use egui::Context;
use treewright_core::edit::Command;
use treewright_core::format::exchange::{self, ReadOptions, Tally};
use treewright_core::format::recording_json::{Sources, Unpacked};
use treewright_core::format::substitution_json;

use super::edit::perform;
use super::{layout, references};
use crate::app::EditorApp;
use crate::host::exchange::{Import, ImportFault, import};
use crate::host::files::{self, Expected};
use crate::host::project::Project;
use crate::i18n::Texts;
use crate::notice::NoticeKind;
use crate::panels::import_window::{ImportWindow, ImportedFile};
use crate::workspace::absolute;
use crate::workspace::open_document::{DocumentFile, OpenDocument, Origin};

/// Whether a file is one of another tool, by its name and what it holds.
pub fn is_foreign(path: &Path, bytes: &[u8]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let format = exchange::detect(&name, bytes);
    format.is_some_and(|format| format != exchange::ExchangeFormat::Native)
}

/// What came out of a file of another tool.
struct Came {
    read: Import,
    origin: Origin,
    files: (Sources, Unpacked),
}

/// Reads it.
///
/// # Errors
/// Why that is not possible, in words.
fn read(texts: &Texts, path: &Path) -> Result<Came, String> {
    let read = import(path, None, &ReadOptions::default());
    let read = read.map_err(|fault| why_not(texts, &fault))?;
    let sources = read.imported.sources();
    let sources = sources.map_err(|error| texts.write_error(&error))?;
    let unpacked = sources.unpack();
    let unpacked = unpacked.map_err(|error| texts.format_error(&error))?;
    let origin = Origin {
        file: DocumentFile {
            path: path.to_owned(),
            fingerprint: read.fingerprint,
        },
        format: read.format,
    };
    Ok(Came {
        read,
        origin,
        files: (sources, unpacked),
    })
}

/// Opens it, and says what did not go over as it is.
///
/// # Errors
/// Why that is not possible, in words.
pub fn open(app: &mut EditorApp, ctx: &Context, path: &Path) -> Result<(), String> {
    let mut came = read(&app.texts, path)?;
    let placed = layout::place_unplaced(&mut came.files.1.document, &app.settings);
    let first = came.read.imported.documents.first();
    let remarks = first.map_or_else(Vec::new, |first| first.remarks.clone());
    let index = app
        .workspace
        .add(|id| OpenDocument::of_import(id, came.origin, came.files, remarks));
    if let (true, Some((document, _))) = (placed, app.workspace.get_mut(index)) {
        document.placed_roughly = true;
    }
    references::follow(app);
    app.settings.remember(&absolute(path));
    tell(app, ctx, path, &came.read);
    Ok(())
}

/// Takes a file of substitution rules: what they name in the tree in front is played so.
///
/// # Errors
/// Why that is not possible, in words.
pub fn play_by_rules(
    app: &mut EditorApp,
    ctx: &Context,
    path: &Path,
    bytes: &[u8],
) -> Result<(), String> {
    let rules = substitution_json::read(bytes);
    let rules = rules.map_err(|error| app.texts.format_error(&error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let front = app.workspace.front();
    let found = rules.of(front.document(), app.workspace.library());
    let document = front.id();
    if found.leaves.is_empty() {
        let text = app
            .texts
            .tr_with("import.rules_no_leaf", &[("name", &name)]);
        app.say(ctx, NoticeKind::Refused, text);
        return Ok(());
    }
    let count = found.leaves.len().to_string();
    let leaves = found.leaves.into_iter();
    let commands = leaves.map(|(leaf, played)| Command::SetStandIn(vec![leaf], Some(played)));
    perform(app, ctx, &Command::Batch(commands.collect()));
    let arguments = [("name", &*name), ("count", &*count)];
    let text = app.texts.tr_with("import.rules_taken", &arguments);
    app.say(ctx, NoticeKind::Done, text);
    if !found.remarks.is_empty() {
        let file = ImportedFile {
            document,
            name: name.into_owned(),
            format: "BehaviorTree.CPP",
            tally: Tally::of(app.workspace.front().document(), &found.remarks),
            remarks: found.remarks,
        };
        app.views
            .import
            .get_or_insert_with(ImportWindow::default)
            .add(file);
    }
    Ok(())
}

/// Gives a document that was recovered the files that had come with it, if the file that it came from is still there.
pub fn recall(texts: &Texts, document: &mut OpenDocument, path: &Path) {
    if let Ok(came) = read(texts, path) {
        document.came_from(came.origin, came.files);
    }
}

fn why_not(texts: &Texts, fault: &ImportFault) -> String {
    match fault {
        ImportFault::Read(error) => texts.read_error(error),
        ImportFault::Unknown => texts.tr("import.unknown").into_owned(),
        ImportFault::Format(what) => texts.format_error(&what.1),
    }
}

/// Says how it went: in the status bar if all went over, else with a list of what did not.
fn tell(app: &mut EditorApp, ctx: &Context, path: &Path, read: &Import) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let front = app.workspace.front();
    let (id, document) = (front.id(), front.document());
    let first = read.imported.documents.first();
    let mut remarks = first.map_or_else(Vec::new, |first| first.remarks.clone());
    remarks.extend(exchange::standing(document));
    let tally = Tally::of(document, &remarks);
    let format = read.format.title();
    let arguments = [("name", &*name), ("format", format)];
    let text = app.texts.tr_with("import.opened", &arguments);
    app.say(ctx, NoticeKind::Done, text);
    if remarks.is_empty() {
        return;
    }
    let file = ImportedFile {
        document: id,
        name: name.into_owned(),
        format,
        tally,
        remarks,
    };
    app.views
        .import
        .get_or_insert_with(ImportWindow::default)
        .add(file);
}

/// Puts the files that came with a document beside it when it got its first file, where there are none of that name yet.
pub fn bring_along(app: &mut EditorApp, index: usize, file: &Path) {
    let along = app.workspace.documents()[index].files_along();
    let Ok(project) = Project::of(file) else {
        return;
    };
    for (reference, text) in along {
        // What would lie outside the project, or cannot be written, shows as the document's problem if it is one.
        let Ok(path) = project.named(&reference) else {
            continue;
        };
        if let Some(folder) = path.parent() {
            let _ = files::make_folder(folder);
        }
        let _ = files::save(&path, text.as_bytes(), Expected::Nothing);
    }
}
