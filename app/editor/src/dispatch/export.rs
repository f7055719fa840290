//! Writing documents in other tools' formats: what was written how and where is kept for each document, and written again when it is saved, if
//! that is wanted.

pub mod consent;
pub mod outcome;
mod putting;
pub mod writing;

use std::path::{Path, PathBuf};

use egui::Context;
use treewright_exchange as exchange;
use treewright_exchange::ExchangeFormat;
use treewright_session::file_names::{stem_of, with_ending};
use treewright_session::host::export_targets;
use treewright_session::host::export_targets::ExportTarget;
use treewright_session::host::files::absolute;
use treewright_session::host::outputs::Replacing;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use writing::{AskedBy, Order};

use super::file::{ask, folder};
use crate::action::ExportAction;
use crate::action::{NamedBy, Wanted};
use crate::app::{EditorApp, Pending};
use crate::dialogs::PathQuestion;
use crate::panels::export_window::{ExportWindow, Known};

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: ExportAction) {
    match action {
        ExportAction::Ask => ask_how(app),
        ExportAction::Close => app.views.export = None,
        ExportAction::Browse => browse(app, ctx),
        ExportAction::Write(wanted) => write(app, ctx, &wanted),
        ExportAction::Again => again(app, ctx),
        ExportAction::Forget(index) => {
            note_own(app, index, false);
            change_targets(app, ctx, |targets| {
                if index < targets.len() {
                    targets.remove(index);
                }
            });
        }
        ExportAction::OnSave(index, on_save) => {
            note_own(app, index, on_save);
            change_targets(app, ctx, |targets| {
                if let Some(target) = targets.get_mut(index) {
                    target.on_save = on_save;
                }
            });
        }
        ExportAction::AllowProject(is_allowed) => {
            let window = app.views.export.as_ref();
            if let Some(index) = window.and_then(|w| app.workspace.index_of(w.document)) {
                let targets = targets(app, &app.workspace.documents()[index]);
                consent::set(app, index, &targets, is_allowed);
                show_targets(app, index);
            }
        }
    }
    ctx.request_repaint();
}

/// The targets of a document, with the files that they mean: those that its project keeps, then those of the user's own settings.
fn targets(app: &EditorApp, document: &OpenDocument) -> Vec<(ExportTarget, PathBuf)> {
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
    let own = app.settings.exports.get(&absolute(file));
    shared.chain(own.into_iter().flatten().map(full)).collect()
}

fn ask_how(app: &mut EditorApp) {
    let front = app.workspace.front();
    let targets = targets(app, front);
    let wanted = proposal(app, front, &targets);
    let allowed = consent::of(app, front, &targets);
    let mut window = ExportWindow::new(front.id(), wanted, known(&targets));
    window.allowed = allowed;
    app.views.export = Some(window);
}

/// The user wants a target of the window's document written on save, or no longer.
fn note_own(app: &mut EditorApp, target: usize, is_wanted: bool) {
    let window = app.views.export.as_ref();
    let Some(index) = window.and_then(|window| app.workspace.index_of(window.document)) else {
        return;
    };
    let targets = targets(app, &app.workspace.documents()[index]);
    if let Some((_, file)) = targets.get(target) {
        consent::note_own(app, file, is_wanted);
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
    app: &EditorApp,
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
    let name = document.file_name(&app.texts);
    let stem = stem_of(document.path().unwrap_or(Path::new(&name)));
    let name = with_ending(stem, &format!(".{}", format.extension()));
    let file = folder(app).map_or_else(|| PathBuf::from(&name), |folder| folder.join(&name));
    blank(format, (file, NamedBy::Program))
}

fn browse(app: &mut EditorApp, ctx: &Context) {
    let Some(window) = &app.views.export else {
        return;
    };
    let (path, _) = window.file();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let parent = path.parent().filter(|parent| parent.is_dir());
    let question = PathQuestion::Save {
        title: app.texts.tr("question.export.title").into_owned(),
        folder: parent.map(Path::to_owned).or_else(|| folder(app)),
        name: name.into_owned(),
    };
    ask(app, ctx, question, Pending::ExportTarget);
}

/// Writes it, and keeps how and where.
fn write(app: &mut EditorApp, ctx: &Context, wanted: &Wanted) {
    let Some(window) = &app.views.export else {
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
    writing::start(app, ctx, order);
}

/// Writes over the file about which the user was asked.
pub fn replace(app: &mut EditorApp, ctx: &Context, document: DocumentId, wanted: Wanted) {
    let order = Order {
        document,
        wanted,
        replacing: Replacing::Anything,
        asked_by: AskedBy::Choice,
    };
    writing::start(app, ctx, order);
}

fn say_written(app: &mut EditorApp, ctx: &Context, file: &Path) {
    let name = file.display().to_string();
    let text = app.texts.tr_with("notice.exported", &[("path", &name)]);
    app.say(ctx, NoticeKind::Done, text);
}

/// Keeps a target as the first of its document: in the project if it lies there, else in the user's settings.
fn keep(app: &mut EditorApp, ctx: &Context, index: usize, wanted: &Wanted) {
    if wanted.file.to_str().is_none() {
        let fault = export_targets::ExportFault::NotText(wanted.file.clone());
        return say_if_not_kept(app, ctx, Err(fault));
    }
    let document = &app.workspace.documents()[index];
    let path = document.path().map(Path::to_owned);
    let inside = path.as_deref();
    let inside = inside.and_then(|path| export_targets::inside_project(path, &wanted.file));
    let known = targets(app, document);
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
        if let Some((document, _)) = app.workspace.get_mut(index) {
            document.exports.retain(|known| known.file != target.file);
            document.exports.insert(0, target);
        }
        return;
    };
    if inside.is_none() {
        let own = app.settings.exports.entry(absolute(&path)).or_default();
        own.retain(|known| known.file != target.file);
        own.insert(0, target);
        return;
    }
    consent::note_own(app, &wanted.file, wanted.on_save);
    let kept = export_targets::load(&path).and_then(|mut all| {
        all.retain(|known| known.file != target.file);
        all.insert(0, target);
        export_targets::save(&path, &all)
    });
    say_if_not_kept(app, ctx, kept);
}

fn say_if_not_kept(
    app: &mut EditorApp,
    ctx: &Context,
    kept: Result<(), export_targets::ExportFault>,
) {
    use export_targets::ExportFault as Fault;
    let Err(fault) = kept else {
        return;
    };
    let reason = match &fault {
        Fault::Read(_, error) => app.texts.read_error(error),
        Fault::Damaged(_) => app.texts.tr("export.targets_damaged").into_owned(),
        Fault::Save(_, error) => app.texts.save_error(error),
        Fault::NotText(_) => app.texts.tr("export.name_not_text").into_owned(),
    };
    let path = fault.path().display().to_string();
    let arguments = [("path", &*path), ("reason", &*reason)];
    let text = app.texts.tr_with("export.not_kept", &arguments);
    app.say(ctx, NoticeKind::Failed, text);
}

/// Changes the list of the window's document, as the window shows it.
fn change_targets(app: &mut EditorApp, ctx: &Context, change: impl FnOnce(&mut Vec<ExportTarget>)) {
    let window = app.views.export.as_ref();
    let Some(index) = window.and_then(|window| app.workspace.index_of(window.document)) else {
        return;
    };
    let document = &app.workspace.documents()[index];
    let Some(path) = document.path().map(Path::to_owned) else {
        if let Some((document, _)) = app.workspace.get_mut(index) {
            change(&mut document.exports);
        }
        return show_targets(app, index);
    };
    let mut all: Vec<ExportTarget> = targets(app, document).into_iter().map(|(t, _)| t).collect();
    change(&mut all);
    let is_own = |target: &ExportTarget| Path::new(&target.file).is_absolute();
    let (own, shared): (Vec<_>, Vec<_>) = all.into_iter().partition(is_own);
    let key = absolute(&path);
    if own.is_empty() {
        app.settings.exports.remove(&key);
    } else {
        app.settings.exports.insert(key, own);
    }
    let kept = export_targets::save(&path, &shared);
    say_if_not_kept(app, ctx, kept);
    show_targets(app, index);
}

fn show_targets(app: &mut EditorApp, index: usize) {
    let document = &app.workspace.documents()[index];
    let now = targets(app, document);
    let allowed = consent::of(app, document, &now);
    if let Some(window) = &mut app.views.export {
        window.targets = known(&now);
        window.allowed = allowed;
    }
}

fn again(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    let targets = targets(app, front);
    let came_from = front
        .origin
        .as_ref()
        .is_some_and(|o| o.format.is_writable());
    if targets.is_empty() && !came_from {
        return ask_how(app);
    }
    let wanted = proposal(app, front, &targets);
    let order = Order {
        document: front.id(),
        wanted,
        replacing: Replacing::Own,
        asked_by: AskedBy::Again,
    };
    writing::start(app, ctx, order);
}

/// Writes what is to be written when a document is saved; says what could not be.
pub fn saved(app: &mut EditorApp, ctx: &Context, index: usize) {
    let before = app.workspace.get_mut(index);
    let before = before.map(|(document, _)| std::mem::take(&mut document.exports));
    for target in before.unwrap_or_default().iter().rev() {
        if let Some(wanted) = wanted(target, Path::new(&target.file)) {
            keep(app, ctx, index, &wanted);
        }
    }
    let targets = targets(app, &app.workspace.documents()[index]);
    let mut written = Vec::new();
    for (target, file) in consent::allowed(app, index, targets) {
        let name = file.display().to_string();
        let Some(wanted) = wanted(&target, &file) else {
            continue;
        };
        match writing::on_save(app, ctx, index, &wanted) {
            None => {}
            Some(Ok(())) => written.push(name),
            Some(Err(trouble)) => {
                // Who wanted to close it or to quit stays, and hears why.
                app.after_saving = None;
                outcome::miss(app, AskedBy::Save, &file, &trouble);
            }
        }
    }
    say_saved(app, ctx, index, &written);
    outcome::say_missed(app, ctx);
}

fn say_saved(app: &mut EditorApp, ctx: &Context, index: usize, written: &[String]) {
    if !written.is_empty() {
        let path = app.workspace.documents()[index].path();
        let path = path.map(|path| path.display().to_string());
        let arguments = [
            ("path", &*path.unwrap_or_default()),
            ("files", &*written.join(", ")),
        ];
        let text = app.texts.tr_with("export.saved_and_written", &arguments);
        app.say(ctx, NoticeKind::Done, text);
    }
}
