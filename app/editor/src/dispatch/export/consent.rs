//! Whether a project may have its exports written on save: its file of exports comes with it, so that each project is asked about once on this machine.
//! What the user added in this editor needs no question. Writes nothing.

use std::path::{Path, PathBuf};

use egui::Context;
use treewright_session::host::export_targets;
use treewright_session::host::export_targets::ExportTarget;
use treewright_session::host::outputs::real;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

use crate::app::{EditorApp, Pending};
use crate::panels::questions::Question;

/// A target of a document, with its file.
type Target = (ExportTarget, PathBuf);

/// The project folder whose file of exports names a target that is written on save and that the user did not add; `None` if nobody need be asked.
fn project_of(app: &EditorApp, document: &OpenDocument, target: &Target) -> Option<PathBuf> {
    let (target, file) = target;
    let is_strange = target.on_save && !app.settings.exports_added.contains(file);
    let is_shared = Path::new(&target.file).is_relative();
    let path = document.path().filter(|_| is_strange && is_shared)?;
    export_targets::folder_of(path, target)
}

/// Whether the project of a document may write its exports on save; `None` if it asks for none that the user did not add.
pub fn of(app: &EditorApp, document: &OpenDocument, targets: &[Target]) -> Option<bool> {
    let mut projects = targets.iter();
    let project = projects.find_map(|target| project_of(app, document, target))?;
    Some(app.settings.exports_allowed.contains(&project))
}

/// Of the targets of a document those that may be written on save. Asks about the others, unless something else is asked or was answered already.
pub fn allowed(app: &mut EditorApp, index: usize, targets: Vec<Target>) -> Vec<Target> {
    let document = &app.workspace.documents()[index];
    let id = document.id();
    let (mut allowed, mut asked, mut folder) = (Vec::new(), Vec::new(), None);
    for target in targets.into_iter().filter(|(target, _)| target.on_save) {
        match project_of(app, document, &target) {
            Some(project) if !app.settings.exports_allowed.contains(&project) => {
                asked.push(target.0.file);
                folder = Some(project);
            }
            _ => allowed.push(target),
        }
    }
    let is_free = app.question.is_none() && app.dialog.is_none() && app.after_saving.is_none();
    if let Some(folder) = folder.filter(|_| is_free)
        && !app.host.exports_not_now.contains(&folder)
    {
        let question = Question::ProjectExports {
            folder: folder.display().to_string(),
            files: asked,
        };
        app.question = Some((question, Pending::ProjectExports(id, folder)));
    }
    allowed
}

/// The user answered whether a project may write its exports on save. They are written now if it may.
pub fn answered(
    app: &mut EditorApp,
    ctx: &Context,
    (id, project): (DocumentId, PathBuf),
    is_allowed: bool,
) {
    if !is_allowed {
        app.host.exports_not_now.insert(project);
        let text = app.texts.tr("export.not_allowed").into_owned();
        return app.say(ctx, NoticeKind::Refused, text);
    }
    app.settings.exports_allowed.insert(project);
    if let Some(index) = app.workspace.index_of(id) {
        super::saved(app, ctx, index);
    }
}

/// The user says in the window of exports whether the project of its document may write them on save.
pub fn set(app: &mut EditorApp, index: usize, targets: &[Target], is_allowed: bool) {
    let document = &app.workspace.documents()[index];
    let mut projects = targets.iter();
    let project = projects.find_map(|target| project_of(app, document, target));
    let Some(project) = project else {
        return;
    };
    if is_allowed {
        app.settings.exports_allowed.insert(project);
    } else {
        app.settings.exports_allowed.remove(&project);
        app.host.exports_not_now.insert(project);
    }
}

/// The user himself wants this file written on save, or no longer.
pub fn note_own(app: &mut EditorApp, file: &Path, is_wanted: bool) {
    let file = real(file);
    if is_wanted {
        app.settings.exports_added.insert(file);
    } else {
        app.settings.exports_added.remove(&file);
    }
}
