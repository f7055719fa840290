//! Consent to exports on save. The list of exports comes with a project, so the user is asked once per project on this machine. Exports that the user
//! added in this editor need no consent. Writes nothing.

use std::path::{Path, PathBuf};

use treewright_session::host::export_targets;
use treewright_session::host::export_targets::ExportTarget;
use treewright_session::host::outputs::real;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

use crate::editor::Editor;
use crate::panels::questions::Question;
use crate::shell::{QuestionTopic, Shell};

type Target = (ExportTarget, PathBuf);

/// The project folder whose list of exports has this target, which is written on save and was not added by the user; `None` if no consent is needed.
fn project_of(shell: &Shell, document: &OpenDocument, target: &Target) -> Option<PathBuf> {
    let (target, file) = target;
    let needs_consent = target.on_save && !shell.settings.exports_added.contains(file);
    let is_shared = Path::new(&target.file).is_relative();
    let path = document.path().filter(|_| needs_consent && is_shared)?;
    export_targets::folder_of(path, target)
}

/// Whether the project of a document may write its exports on save; `None` if no consent is needed.
pub fn is_given(shell: &Shell, document: &OpenDocument, targets: &[Target]) -> Option<bool> {
    let mut projects = targets.iter();
    let project = projects.find_map(|target| project_of(shell, document, target))?;
    Some(shell.settings.exports_allowed.contains(&project))
}

/// Returns the targets of a document that may be written on save. Asks about the others, unless another question is open or the user has already
/// declined.
pub fn allowed_targets(editor: &mut Editor, index: usize, targets: Vec<Target>) -> Vec<Target> {
    let document = &editor.workspace.documents()[index];
    let id = document.id();
    let (mut allowed, mut asked, mut folder) = (Vec::new(), Vec::new(), None);
    for target in targets.into_iter().filter(|(target, _)| target.on_save) {
        match project_of(&editor.shell, document, &target) {
            Some(project) if !editor.shell.settings.exports_allowed.contains(&project) => {
                asked.push(target.0.file);
                folder = Some(project);
            }
            _ => allowed.push(target),
        }
    }
    let is_free = editor.shell.question.is_none()
        && editor.shell.dialog.is_none()
        && editor.shell.after_saving.is_none();
    if let Some(folder) = folder.filter(|_| is_free)
        && !editor.services.declined_exports.contains(&folder)
    {
        let question = Question::ProjectExports {
            folder: folder.display().to_string(),
            files: asked,
        };
        editor.shell.question = Some((question, QuestionTopic::ProjectExports(id, folder)));
    }
    allowed
}

/// Handles the user's answer about a project's exports. If allowed, they are written now.
pub fn on_answer(editor: &mut Editor, (id, project): (DocumentId, PathBuf), is_allowed: bool) {
    if !is_allowed {
        editor.services.declined_exports.insert(project);
        return editor
            .shell
            .notify_key(NoticeKind::Refused, "export.not_allowed", &[]);
    }
    editor.shell.settings.exports_allowed.insert(project);
    if let Some(index) = editor.workspace.index_of(id) {
        super::on_document_saved(editor, index);
    }
}

/// Sets in the export window whether the project of its document may write exports on save.
pub fn set(editor: &mut Editor, index: usize, targets: &[Target], is_allowed: bool) {
    let document = &editor.workspace.documents()[index];
    let mut projects = targets.iter();
    let project = projects.find_map(|target| project_of(&editor.shell, document, target));
    let Some(project) = project else {
        return;
    };
    if is_allowed {
        editor.shell.settings.exports_allowed.insert(project);
    } else {
        editor.shell.settings.exports_allowed.remove(&project);
        editor.services.declined_exports.insert(project);
    }
}

/// Records that the user wants this file written on save, or not any more.
pub fn record_users_choice(shell: &mut Shell, file: &Path, is_wanted: bool) {
    let file = real(file);
    if is_wanted {
        shell.settings.exports_added.insert(file);
    } else {
        shell.settings.exports_added.remove(&file);
    }
}
