//! Writes documents in other tools' formats. Remembers the targets of each document, and writes them again on save if the user wants that.

pub mod consent;
pub mod outcome;
mod target_files;
pub mod writing;

use std::path::{Path, PathBuf};

use treewright_exchange as exchange;
use treewright_exchange::ExchangeFormat;
use treewright_session::file_names::{stem_of, with_ending};
use treewright_session::host::export_targets;
use treewright_session::host::export_targets::ExportTarget;
use treewright_session::host::files::{absolute, from_root};
use treewright_session::host::outputs::Replacing;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use writing::{ExportOrder, ExportRequester};

use super::file::{ask, folder};
use crate::action::{ExportAction, ExportRequest, NamedBy};
use crate::dialogs::PathQuestion;
use crate::editor::Editor;
use crate::panels::export_window::{EarlierExport, ExportWindow};
use crate::shell::{QuestionTopic, Shell};

pub fn apply(editor: &mut Editor, action: ExportAction) {
    match action {
        ExportAction::Ask => open_window(editor),
        ExportAction::Close => editor.shell.views.export = None,
        ExportAction::Browse => browse(editor),
        ExportAction::Write(request) => write(editor, &request),
        ExportAction::Repeat => repeat(editor),
        ExportAction::RemoveTarget(index) => {
            record_users_choice(&editor.workspace, &mut editor.shell, index, false);
            change_targets(&mut editor.workspace, &mut editor.shell, |targets| {
                if index < targets.len() {
                    targets.remove(index);
                }
            });
        }
        ExportAction::OnSave(index, on_save) => {
            record_users_choice(&editor.workspace, &mut editor.shell, index, on_save);
            change_targets(&mut editor.workspace, &mut editor.shell, |targets| {
                if let Some(target) = targets.get_mut(index) {
                    target.on_save = on_save;
                }
            });
        }
        ExportAction::AllowProject(is_allowed) => {
            let window = editor.shell.views.export.as_ref();
            if let Some(index) = window.and_then(|w| editor.workspace.index_of(w.document)) {
                let targets = targets(&editor.shell, &editor.workspace.documents()[index]);
                consent::set(editor, index, &targets, is_allowed);
                show_targets(&editor.workspace, &mut editor.shell, index);
            }
        }
    }
    editor.shell.ctx.request_repaint();
}

/// The export targets of a document with their full paths: first those of its project, then those of the user's settings.
fn targets(shell: &Shell, document: &OpenDocument) -> Vec<(ExportTarget, PathBuf)> {
    let full = |target: &ExportTarget| (target.clone(), PathBuf::from(&target.file));
    let Some(file) = document.path() else {
        return document.exports.iter().map(full).collect();
    };
    // An unreadable file is reported when a target is to be saved in it.
    let shared = export_targets::load(file).unwrap_or_default();
    let shared = shared.into_iter().filter_map(|target| {
        let folder = export_targets::folder_of(file, &target)?;
        let path = folder.join(&target.file);
        Some((target, path))
    });
    let own = shell.settings.exports.get(&absolute(file));
    shared.chain(own.into_iter().flatten().map(full)).collect()
}

fn open_window(editor: &mut Editor) {
    let front = editor.workspace.front();
    let targets = targets(&editor.shell, front);
    let request = proposal(editor, front, &targets);
    let allowed = consent::is_given(&editor.shell, front, &targets);
    let mut window = ExportWindow::new(front.id(), request, earlier_exports(&targets));
    window.allowed = allowed;
    editor.shell.views.export = Some(window);
}

/// Records that the user wants a target of the window's document written on save, or not any more.
fn record_users_choice(workspace: &Workspace, shell: &mut Shell, target: usize, is_wanted: bool) {
    let window = shell.views.export.as_ref();
    let Some(index) = window.and_then(|window| workspace.index_of(window.document)) else {
        return;
    };
    let targets = targets(shell, &workspace.documents()[index]);
    if let Some((_, file)) = targets.get(target) {
        consent::record_users_choice(shell, file, is_wanted);
    }
}

/// The targets as the window shows them.
fn earlier_exports(targets: &[(ExportTarget, PathBuf)]) -> Vec<EarlierExport> {
    let known = targets.iter().map(|(target, path)| {
        let format = ExchangeFormat::from_name(&target.to);
        let title = format.map_or(&*target.to, |format| format.title());
        EarlierExport {
            shown: format!("{title} · {}", target.file),
            on_save: target.on_save,
            request: request_of(target, path),
        }
    });
    known.collect()
}

/// The export request of a target; `None` if its format is unknown.
fn request_of(target: &ExportTarget, file: &Path) -> Option<ExportRequest> {
    let format = ExchangeFormat::from_name(&target.to);
    Some(ExportRequest {
        format: format.filter(|format| format.is_writable())?,
        file: file.to_owned(),
        named_by: NamedBy::User,
        options: target.options(),
        on_save: target.on_save,
    })
}

/// Proposes the last target; otherwise the file that the document was imported from; otherwise a file next to it.
fn proposal(
    editor: &Editor,
    document: &OpenDocument,
    targets: &[(ExportTarget, PathBuf)],
) -> ExportRequest {
    let known = targets.first();
    if let Some(known) = known.and_then(|(target, path)| request_of(target, path)) {
        return known;
    }
    let blank = |format, (file, named_by)| ExportRequest {
        format,
        file,
        named_by,
        options: exchange::WriteOptions::default(),
        on_save: false,
    };
    let origin = document.origin.as_ref();
    if let Some(origin) = origin.filter(|origin| origin.format.is_writable()) {
        return blank(origin.format, (origin.file.path.clone(), NamedBy::User));
    }
    let mut formats = ExchangeFormat::ALL.into_iter();
    let other = formats.find(|f| f.is_writable() && *f != ExchangeFormat::Native);
    let format = other.unwrap_or(ExchangeFormat::Native);
    let name = document.file_name(&editor.shell.texts);
    let stem = stem_of(document.path().unwrap_or(Path::new(&name)));
    let name = with_ending(stem, &format!(".{}", format.extension()));
    let file = folder(editor).map_or_else(|| PathBuf::from(&name), |folder| folder.join(&name));
    blank(format, (file, NamedBy::Program))
}

fn browse(editor: &mut Editor) {
    let Some(window) = &editor.shell.views.export else {
        return;
    };
    let (path, _) = window.file();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let parent = path.parent().filter(|parent| parent.is_dir());
    let question = PathQuestion::Save {
        title: editor.shell.texts.tr("question.export.title").into_owned(),
        folder: parent.map(Path::to_owned).or_else(|| folder(editor)),
        name: name.into_owned(),
    };
    ask(
        &mut editor.shell,
        &mut editor.services,
        question,
        QuestionTopic::ExportTarget,
    );
}

/// Writes an export, and remembers its settings.
fn write(editor: &mut Editor, request: &ExportRequest) {
    let Some(window) = &editor.shell.views.export else {
        return;
    };
    let document = window.document;
    let file = from_root(&request.file);
    let request = ExportRequest {
        file,
        ..request.clone()
    };
    let order = ExportOrder {
        document,
        request,
        replacing: Replacing::Own,
        requester: ExportRequester::Choice,
    };
    writing::start(editor, order);
}

/// Writes an export and replaces the existing file; the user has agreed.
pub fn replace(editor: &mut Editor, document: DocumentId, request: ExportRequest) {
    let order = ExportOrder {
        document,
        request,
        replacing: Replacing::Anything,
        requester: ExportRequester::Choice,
    };
    writing::start(editor, order);
}

fn report_written(shell: &mut Shell, file: &Path) {
    let name = file.display().to_string();
    shell.notify_key(NoticeKind::Done, "notice.exported", &[("path", &name)]);
}

/// Saves a target as the first of its document: in the project if it is inside that folder, otherwise in the user's settings.
fn save_target(
    workspace: &mut Workspace,
    shell: &mut Shell,
    index: usize,
    request: &ExportRequest,
) {
    if request.file.to_str().is_none() {
        let fault = export_targets::ExportFault::NotText(request.file.clone());
        return report_not_saved(shell, Err(fault));
    }
    let document = &workspace.documents()[index];
    let path = document.path().map(Path::to_owned);
    let inside = path.as_deref();
    let inside = inside.and_then(|path| export_targets::inside_project(path, &request.file));
    let known = targets(shell, document);
    let known = known.into_iter().find(|(_, file)| *file == request.file);
    let target = ExportTarget {
        to: request.format.name().to_owned(),
        file: inside
            .clone()
            .unwrap_or_else(|| request.file.display().to_string()),
        on_save: request.on_save,
        inline_subtrees: request.options.inline_subtrees,
        minify: request.options.minify,
        type_key: request.options.type_key.clone(),
        namespace: request.options.namespace.clone(),
        extra: known.map(|(known, _)| known.extra).unwrap_or_default(),
    };
    let Some(path) = path else {
        // Without a file the document cannot be identified another time, so the target stays with the document.
        if let Some((document, _)) = workspace.get_mut(index) {
            document.exports.retain(|known| known.file != target.file);
            document.exports.insert(0, target);
        }
        return;
    };
    if inside.is_none() {
        let own = shell.settings.exports.entry(absolute(&path)).or_default();
        own.retain(|known| known.file != target.file);
        own.insert(0, target);
        return;
    }
    consent::record_users_choice(shell, &request.file, request.on_save);
    let saved = export_targets::load(&path).and_then(|mut all| {
        all.retain(|known| known.file != target.file);
        all.insert(0, target);
        export_targets::save(&path, &all)
    });
    report_not_saved(shell, saved);
}

fn report_not_saved(shell: &mut Shell, saved: Result<(), export_targets::ExportFault>) {
    use export_targets::ExportFault as Fault;
    let Err(fault) = saved else {
        return;
    };
    let reason = match &fault {
        Fault::Read(_, error) => shell.texts.read_error(error),
        Fault::Damaged(_) => shell.texts.tr("export.targets_damaged").into_owned(),
        Fault::Save(_, error) => shell.texts.save_error(error),
        Fault::NotText(_) => shell.texts.tr("export.name_not_text").into_owned(),
    };
    let path = fault.path().display().to_string();
    let arguments = [("path", &*path), ("reason", &*reason)];
    shell.notify_key(NoticeKind::Failed, "export.not_kept", &arguments);
}

/// Changes the target list of the window's document.
fn change_targets(
    workspace: &mut Workspace,
    shell: &mut Shell,
    change: impl FnOnce(&mut Vec<ExportTarget>),
) {
    let window = shell.views.export.as_ref();
    let Some(index) = window.and_then(|window| workspace.index_of(window.document)) else {
        return;
    };
    let document = &workspace.documents()[index];
    let Some(path) = document.path().map(Path::to_owned) else {
        if let Some((document, _)) = workspace.get_mut(index) {
            change(&mut document.exports);
        }
        return show_targets(workspace, shell, index);
    };
    let mut all: Vec<ExportTarget> = targets(shell, document)
        .into_iter()
        .map(|(t, _)| t)
        .collect();
    change(&mut all);
    let is_own = |target: &ExportTarget| Path::new(&target.file).is_absolute();
    let (own, shared): (Vec<_>, Vec<_>) = all.into_iter().partition(is_own);
    let key = absolute(&path);
    if own.is_empty() {
        shell.settings.exports.remove(&key);
    } else {
        shell.settings.exports.insert(key, own);
    }
    let saved = export_targets::save(&path, &shared);
    report_not_saved(shell, saved);
    show_targets(workspace, shell, index);
}

fn show_targets(workspace: &Workspace, shell: &mut Shell, index: usize) {
    let document = &workspace.documents()[index];
    let now = targets(shell, document);
    let allowed = consent::is_given(shell, document, &now);
    if let Some(window) = &mut shell.views.export {
        window.targets = earlier_exports(&now);
        window.allowed = allowed;
    }
}

fn repeat(editor: &mut Editor) {
    let front = editor.workspace.front();
    let targets = targets(&editor.shell, front);
    let has_origin = front
        .origin
        .as_ref()
        .is_some_and(|o| o.format.is_writable());
    if targets.is_empty() && !has_origin {
        return open_window(editor);
    }
    let request = proposal(editor, front, &targets);
    let order = ExportOrder {
        document: front.id(),
        request,
        replacing: Replacing::Own,
        requester: ExportRequester::Repeat,
    };
    writing::start(editor, order);
}

/// Writes the exports of a document that was just saved; reports those that failed.
pub fn on_document_saved(editor: &mut Editor, index: usize) {
    let before = editor.workspace.get_mut(index);
    let before = before.map(|(document, _)| std::mem::take(&mut document.exports));
    for target in before.unwrap_or_default().iter().rev() {
        if let Some(request) = request_of(target, Path::new(&target.file)) {
            save_target(&mut editor.workspace, &mut editor.shell, index, &request);
        }
    }
    let targets = targets(&editor.shell, &editor.workspace.documents()[index]);
    let mut written = Vec::new();
    for (target, file) in consent::allowed_targets(editor, index, targets) {
        let name = file.display().to_string();
        let Some(request) = request_of(&target, &file) else {
            continue;
        };
        match writing::on_save(editor, index, &request) {
            None => {}
            Some(Ok(())) => written.push(name),
            Some(Err(error)) => {
                // If the user wanted to close it or to quit, it stays open, and the error is shown.
                editor.shell.after_saving = None;
                outcome::record_failure(
                    &editor.shell,
                    &mut editor.services,
                    ExportRequester::Save,
                    &file,
                    &error,
                );
            }
        }
    }
    report_saved(&editor.workspace, &mut editor.shell, index, &written);
    outcome::report_failures(&mut editor.shell, &mut editor.services);
}

fn report_saved(workspace: &Workspace, shell: &mut Shell, index: usize, written: &[String]) {
    if !written.is_empty() {
        let path = workspace.documents()[index].path();
        let path = path.map(|path| path.display().to_string());
        let arguments = [
            ("path", &*path.unwrap_or_default()),
            ("files", &*shell.texts.list(written)),
        ];
        shell.notify_key(NoticeKind::Done, "export.saved_and_written", &arguments);
    }
}
