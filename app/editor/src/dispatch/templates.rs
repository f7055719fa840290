//! Templates: inserted as nodes, made of what is selected, renamed, removed. A template is inserted as what is pasted is.

use std::path::PathBuf;

use egui::Context;
use treewright_authoring::edit;
use treewright_authoring::edit::Command;
use treewright_core::format::native;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, Fingerprint};
use treewright_session::notice::NoticeKind;
use treewright_session::templates::{TemplateFault, TemplateId, file_for};

use super::edit::{free_place, perform, place_below};
use super::{annotations, layout};
use crate::action::TemplateAction;
use crate::app::EditorApp;
use crate::panels::canvas::placement;
use crate::panels::template_window::TemplateWindow;

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: TemplateAction) {
    match action {
        TemplateAction::AskForName(of) => {
            let known = of
                .as_deref()
                .and_then(|id| app.templates.find(&app.texts, id));
            app.views.template = Some(known.map_or_else(TemplateWindow::default, |template| {
                TemplateWindow::of(template)
            }));
        }
        TemplateAction::Close => app.views.template = None,
        TemplateAction::Keep {
            of,
            title,
            description,
        } => keep(app, ctx, of, &title, description),
        TemplateAction::Remove(id) => remove(app, ctx, &id),
    }
}

/// Says which of the user's files is no template.
pub fn say_if_damaged(app: &mut EditorApp, ctx: &Context) {
    let Some((path, fault)) = app.templates.faults.first() else {
        return;
    };
    let why = match fault {
        TemplateFault::Read(error) => app.texts.read_error(error),
        TemplateFault::Format(error) => app.texts.format_error(error),
    };
    let path = path.display().to_string();
    let arguments = [("path", &*path), ("reason", &*why)];
    let text = app.texts.tr_with("notice.cannot_open", &arguments);
    app.say(ctx, NoticeKind::Failed, text);
}

/// Inserts a template below the selected node, or where there is room.
pub fn add(app: &mut EditorApp, ctx: &Context, id: &TemplateId) {
    let front = app.workspace.front();
    let (document, library) = (front.document(), app.workspace.library());
    let selected = front.selection().primary();
    let parent = selected.and_then(|id| placement::parent_for_new(document, library, id));
    let (below, at) = match parent {
        Some(parent) => (Some((parent.clone(), usize::MAX)), place_below(app, parent)),
        None => (None, free_place(front)),
    };
    insert(app, ctx, id, below, at);
}

/// Inserts a template with the card of its root here.
pub fn insert(
    app: &mut EditorApp,
    ctx: &Context,
    id: &TemplateId,
    below: Option<(NodeId, usize)>,
    root_at: Position,
) {
    let Some(template) = app.templates.find(&app.texts, id) else {
        return;
    };
    let mut fragment = template.document.clone();
    layout::place_unplaced(&mut fragment, &app.settings);
    let at = corner_of(&fragment, root_at);
    let command = Command::Paste {
        fragment: Box::new(fragment),
        at,
        below,
    };
    perform(app, ctx, &command);
}

/// Where the top-left corner of a fragment lies whose first head lies at a place.
fn corner_of(fragment: &Document, head_at: Position) -> Position {
    let least = |of: fn(Position) -> i32| fragment.nodes().map(|n| of(n.position)).min();
    let head = fragment.heads().next().and_then(|id| fragment.node(id));
    let (Some(left), Some(top), Some(head)) = (least(|p| p.x), least(|p| p.y), head) else {
        return head_at;
    };
    head_at.moved(
        left.saturating_sub(head.position.x),
        top.saturating_sub(head.position.y),
    )
}

/// Writes a new template of what is selected, or the new name and description of one that there is.
fn keep(
    app: &mut EditorApp,
    ctx: &Context,
    of: Option<TemplateId>,
    title: &str,
    description: String,
) {
    let now = of.and_then(|id| {
        let template = app.templates.find(&app.texts, &id)?;
        Some((template.document.clone(), template.file.clone()?))
    });
    let (mut document, file) = match now {
        Some((document, file)) => (document, Some(file)),
        None => (of_selection(app), None),
    };
    title.clone_into(&mut document.name);
    document.description = description;
    let folder = app.host.templates.clone();
    let path = file_for(&folder, title, file.as_ref().map(|(path, _)| &**path));
    match write(&document, &path, file.as_ref(), app) {
        Ok(()) => {
            app.templates.load_own(&folder);
            app.views.template = None;
            let text = app.texts.tr_with("template.kept", &[("title", title)]);
            app.say(ctx, NoticeKind::Done, text);
        }
        Err(why) => {
            let text = app.texts.tr_with("template.not_kept", &[("why", &why)]);
            app.say(ctx, NoticeKind::Failed, text);
        }
    }
}

/// What is selected, as a document of its own.
fn of_selection(app: &EditorApp) -> Document {
    let (nodes, others) = annotations::with_held(app);
    let document = app.workspace.front().document();
    edit::copy_with_annotations(document, app.workspace.library(), &nodes, others)
}

/// Writes the file; that of the old name goes when the new one is there.
fn write(
    document: &Document,
    path: &PathBuf,
    old: Option<&(PathBuf, Fingerprint)>,
    app: &EditorApp,
) -> Result<(), String> {
    let text = native::write(document).map_err(|error| app.texts.write_error(&error))?;
    let folder = path.parent().map_or(Ok(()), files::make_folder);
    folder.map_err(|error| app.texts.io_error(&error))?;
    let expected = match old {
        Some((old, read)) if old == path => Expected::Version(*read),
        _ => Expected::Nothing,
    };
    files::save(path, text.as_bytes(), expected).map_err(|error| app.texts.save_error(&error))?;
    if let Some((old, read)) = old.filter(|(old, _)| old != path) {
        // What somebody else wrote there meanwhile stays.
        let is_ours = files::read(old).is_ok_and(|bytes| Fingerprint::of(&bytes) == *read);
        if is_ours {
            files::remove(old);
        }
    }
    Ok(())
}

/// Puts one of the user's templates out of the way; its file is kept under another name.
fn remove(app: &mut EditorApp, ctx: &Context, id: &TemplateId) {
    let Some(file) = app
        .templates
        .find(&app.texts, id)
        .and_then(|template| template.file.as_ref().map(|(path, _)| path.clone()))
    else {
        return;
    };
    let (kind, text) = match files::set_aside(&file, "removed") {
        Ok(aside) => {
            let path = aside.display().to_string();
            let text = app.texts.tr_with("template.removed", &[("path", &path)]);
            (NoticeKind::Done, text)
        }
        Err(error) => {
            let why = app.texts.io_error(&error);
            let text = app.texts.tr_with("template.not_removed", &[("why", &why)]);
            (NoticeKind::Failed, text)
        }
    };
    let folder = app.host.templates.clone();
    app.templates.load_own(&folder);
    app.say(ctx, kind, text);
}
