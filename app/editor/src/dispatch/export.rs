//! Writing documents in other tools' formats: what was written how and where is kept for each document, and written again when it is saved, if
//! that is wanted.

pub mod consent;
pub mod outcome;
mod putting;
pub mod writing;

use std::path::{Path, PathBuf};

use treewright_exchange as exchange;
use treewright_exchange::ExchangeFormat;
use treewright_session::file_names::{stem_of, with_ending};
use treewright_session::host::export_targets;
use treewright_session::host::export_targets::ExportTarget;
use treewright_session::host::files::absolute;
use treewright_session::host::outputs::Replacing;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use writing::{AskedBy, Order};

use super::file::{ask, folder};
use crate::action::{ExportAction, NamedBy, Wanted};
use crate::dialogs::PathQuestion;
use crate::editor::Editor;
use crate::panels::export_window::{ExportWindow, Known};
use crate::shell::{Pending, Shell};

/// Does it.
pub fn apply(editor: &mut Editor, action: ExportAction) {
    match action {
        ExportAction::Ask => ask_how(editor),
        ExportAction::Close => editor.shell.views.export = None,
        ExportAction::Browse => browse(editor),
        ExportAction::Write(wanted) => write(editor, &wanted),
        ExportAction::Again => again(editor),
        ExportAction::Forget(index) => {
            note_own(&editor.workspace, &mut editor.shell, index, false);
            change_targets(&mut editor.workspace, &mut editor.shell, |targets| {
                if index < targets.len() {
                    targets.remove(index);
                }
            });
        }
        ExportAction::OnSave(index, on_save) => {
            note_own(&editor.workspace, &mut editor.shell, index, on_save);
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

/// The targets of a document, with the files that they mean: those that its project keeps, then those of the user's own settings.
fn targets(shell: &Shell, document: &OpenDocument) -> Vec<(ExportTarget, PathBuf)> {
    let full = |target: &ExportTarget| (target.clone(), PathBuf::from(&target.file));
    let Some(file) = document.path() else {
        return document.exports.iter().map(full).collect();
    };
    // A file that cannot be read is told when something is to be kept in it.
    let shared = export_targets::load(file).unwrap_or_default();
    let shared = shared.into_iter().filter_map(|target| {
        let folder = export_targets::folder_of(file, &target)?;
        let path = folder.join(&target.file);
        Some((target, path))
    });
    let own = shell.settings.exports.get(&absolute(file));
    shared.chain(own.into_iter().flatten().map(full)).collect()
}

fn ask_how(editor: &mut Editor) {
    let front = editor.workspace.front();
    let targets = targets(&editor.shell, front);
    let wanted = proposal(editor, front, &targets);
    let allowed = consent::of(&editor.shell, front, &targets);
    let mut window = ExportWindow::new(front.id(), wanted, known(&targets));
    window.allowed = allowed;
    editor.shell.views.export = Some(window);
}

/// The user wants a target of the window's document written on save, or no longer.
fn note_own(workspace: &Workspace, shell: &mut Shell, target: usize, is_wanted: bool) {
    let window = shell.views.export.as_ref();
    let Some(index) = window.and_then(|window| workspace.index_of(window.document)) else {
        return;
    };
    let targets = targets(shell, &workspace.documents()[index]);
    if let Some((_, file)) = targets.get(target) {
        consent::note_own(shell, file, is_wanted);
    }
}

/// The targets as the window shows them.
fn known(targets: &[(ExportTarget, PathBuf)]) -> Vec<Known> {
    let known = targets.iter().map(|(target, path)| {
        let format = ExchangeFormat::from_name(&target.to);
        let title = format.map_or(&*target.to, |format| format.title());
        Known {
            shown: format!("{title} · {}", target.file),
            on_save: target.on_save,
            wanted: wanted(target, path),
        }
    });
    known.collect()
}

/// A target as it is written; none if its format is not known here.
fn wanted(target: &ExportTarget, file: &Path) -> Option<Wanted> {
    let format = ExchangeFormat::from_name(&target.to);
    Some(Wanted {
        format: format.filter(|format| format.is_writable())?,
        file: file.to_owned(),
        named_by: NamedBy::User,
        options: target.options(),
        on_save: target.on_save,
    })
}

/// What was written last; else back to where the document came from; else a file beside it.
fn proposal(
    editor: &Editor,
    document: &OpenDocument,
    targets: &[(ExportTarget, PathBuf)],
) -> Wanted {
    let known = targets.first();
    if let Some(known) = known.and_then(|(target, path)| wanted(target, path)) {
        return known;
    }
    let blank = |format, (file, named_by)| Wanted {
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
        Pending::ExportTarget,
    );
}

/// Writes it, and keeps how and where.
fn write(editor: &mut Editor, wanted: &Wanted) {
    let Some(window) = &editor.shell.views.export else {
        return;
    };
    let document = window.document;
    let file = std::path::absolute(&wanted.file).unwrap_or_else(|_| wanted.file.clone());
    let wanted = Wanted {
        file,
        ..wanted.clone()
    };
    let order = Order {
        document,
        wanted,
        replacing: Replacing::Own,
        asked_by: AskedBy::Choice,
    };
    writing::start(editor, order);
}

/// Writes over the file about which the user was asked.
pub fn replace(editor: &mut Editor, document: DocumentId, wanted: Wanted) {
    let order = Order {
        document,
        wanted,
        replacing: Replacing::Anything,
        asked_by: AskedBy::Choice,
    };
    writing::start(editor, order);
}

fn say_written(shell: &mut Shell, file: &Path) {
    let name = file.display().to_string();
    shell.say_key(NoticeKind::Done, "notice.exported", &[("path", &name)]);
}

/// Keeps a target as the first of its document: in the project if it lies there, else in the user's settings.
fn keep(workspace: &mut Workspace, shell: &mut Shell, index: usize, wanted: &Wanted) {
    if wanted.file.to_str().is_none() {
        let fault = export_targets::ExportFault::NotText(wanted.file.clone());
        return say_if_not_kept(shell, Err(fault));
    }
    let document = &workspace.documents()[index];
    let path = document.path().map(Path::to_owned);
    let inside = path.as_deref();
    let inside = inside.and_then(|path| export_targets::inside_project(path, &wanted.file));
    let known = targets(shell, document);
    let known = known.into_iter().find(|(_, file)| *file == wanted.file);
    let target = ExportTarget {
        to: wanted.format.name().to_owned(),
        file: inside
            .clone()
            .unwrap_or_else(|| wanted.file.display().to_string()),
        on_save: wanted.on_save,
        inline_subtrees: wanted.options.inline_subtrees,
        minify: wanted.options.minify,
        type_key: wanted.options.type_key.clone(),
        namespace: wanted.options.namespace.clone(),
        extra: known.map(|(known, _)| known.extra).unwrap_or_default(),
    };
    let Some(path) = path else {
        // Until it has a file there is nothing by which it could be known another time.
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
    consent::note_own(shell, &wanted.file, wanted.on_save);
    let kept = export_targets::load(&path).and_then(|mut all| {
        all.retain(|known| known.file != target.file);
        all.insert(0, target);
        export_targets::save(&path, &all)
    });
    say_if_not_kept(shell, kept);
}

fn say_if_not_kept(shell: &mut Shell, kept: Result<(), export_targets::ExportFault>) {
    use export_targets::ExportFault as Fault;
    let Err(fault) = kept else {
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
    shell.say_key(NoticeKind::Failed, "export.not_kept", &arguments);
}

/// Changes the list of the window's document, as the window shows it.
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
    let kept = export_targets::save(&path, &shared);
    say_if_not_kept(shell, kept);
    show_targets(workspace, shell, index);
}

fn show_targets(workspace: &Workspace, shell: &mut Shell, index: usize) {
    let document = &workspace.documents()[index];
    let now = targets(shell, document);
    let allowed = consent::of(shell, document, &now);
    if let Some(window) = &mut shell.views.export {
        window.targets = known(&now);
        window.allowed = allowed;
    }
}

fn again(editor: &mut Editor) {
    let front = editor.workspace.front();
    let targets = targets(&editor.shell, front);
    let came_from = front
        .origin
        .as_ref()
        .is_some_and(|o| o.format.is_writable());
    if targets.is_empty() && !came_from {
        return ask_how(editor);
    }
    let wanted = proposal(editor, front, &targets);
    let order = Order {
        document: front.id(),
        wanted,
        replacing: Replacing::Own,
        asked_by: AskedBy::Again,
    };
    writing::start(editor, order);
}

/// Writes what is to be written when a document is saved; says what could not be.
pub fn saved(editor: &mut Editor, index: usize) {
    let before = editor.workspace.get_mut(index);
    let before = before.map(|(document, _)| std::mem::take(&mut document.exports));
    for target in before.unwrap_or_default().iter().rev() {
        if let Some(wanted) = wanted(target, Path::new(&target.file)) {
            keep(&mut editor.workspace, &mut editor.shell, index, &wanted);
        }
    }
    let targets = targets(&editor.shell, &editor.workspace.documents()[index]);
    let mut written = Vec::new();
    for (target, file) in consent::allowed(editor, index, targets) {
        let name = file.display().to_string();
        let Some(wanted) = wanted(&target, &file) else {
            continue;
        };
        match writing::on_save(editor, index, &wanted) {
            None => {}
            Some(Ok(())) => written.push(name),
            Some(Err(trouble)) => {
                // Who wanted to close it or to quit stays, and hears why.
                editor.shell.after_saving = None;
                outcome::miss(
                    &editor.shell,
                    &mut editor.services,
                    AskedBy::Save,
                    &file,
                    &trouble,
                );
            }
        }
    }
    say_saved(&editor.workspace, &mut editor.shell, index, &written);
    outcome::say_missed(&mut editor.shell, &mut editor.services);
}

fn say_saved(workspace: &Workspace, shell: &mut Shell, index: usize, written: &[String]) {
    if !written.is_empty() {
        let path = workspace.documents()[index].path();
        let path = path.map(|path| path.display().to_string());
        let arguments = [
            ("path", &*path.unwrap_or_default()),
            ("files", &*shell.texts.list(written)),
        ];
        shell.say_key(NoticeKind::Done, "export.saved_and_written", &arguments);
    }
}
