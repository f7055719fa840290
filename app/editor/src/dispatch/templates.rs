//! Templates: inserts them as nodes, creates them from the selection, renames and deletes them. Templates are inserted like pasted nodes.

use std::path::PathBuf;

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
use treewright_session::workspace::Workspace;

use super::edit::{free_place, perform, place_below};
use super::{annotations, layout};
use crate::action::TemplateAction;
use crate::editor::Editor;
use crate::panels::template_window::TemplateWindow;
use crate::scene::placement;
use crate::services::Services;
use crate::shell::Shell;

pub fn apply(editor: &mut Editor, action: TemplateAction) {
    match action {
        TemplateAction::AskForName(of) => {
            let known = of
                .as_deref()
                .and_then(|id| editor.shell.templates.find(&editor.shell.texts, id));
            editor.shell.views.template =
                Some(known.map_or_else(TemplateWindow::default, |template| {
                    TemplateWindow::of(template)
                }));
        }
        TemplateAction::Close => editor.shell.views.template = None,
        TemplateAction::Save {
            of,
            title,
            description,
        } => save(editor, of, &title, description),
        TemplateAction::Remove(id) => remove(&mut editor.shell, &editor.services, &id),
    }
}

/// Reports a damaged template file of the user.
pub fn report_damaged(shell: &mut Shell) {
    let Some((path, fault)) = shell.templates.faults.first() else {
        return;
    };
    let why = match fault {
        TemplateFault::Read(error) => shell.texts.read_error(error),
        TemplateFault::Format(error) => shell.texts.format_error(error),
    };
    let path = path.display().to_string();
    let arguments = [("path", &*path), ("reason", &*why)];
    shell.notify_key(NoticeKind::Failed, "notice.cannot_open", &arguments);
}

/// Inserts a template below the selected node, or unconnected in free space.
pub fn add(editor: &mut Editor, id: &TemplateId) {
    let front = editor.workspace.front();
    let (document, library) = (front.document(), editor.workspace.library());
    let selected = front.selection().primary();
    let parent = selected.and_then(|id| placement::parent_for_new(document, library, id));
    let (below, at) = match parent {
        Some(parent) => (
            Some((parent.clone(), usize::MAX)),
            place_below(&editor.workspace, &editor.shell, parent),
        ),
        None => (None, free_place(front)),
    };
    insert(editor, id, below, at);
}

/// Inserts a template with the card of its root at `root_at`.
pub fn insert(
    editor: &mut Editor,
    id: &TemplateId,
    below: Option<(NodeId, usize)>,
    root_at: Position,
) {
    let Some(template) = editor.shell.templates.find(&editor.shell.texts, id) else {
        return;
    };
    let mut fragment = template.document.clone();
    layout::place_unplaced(&mut fragment, &editor.shell.settings);
    let at = corner_of(&fragment, root_at);
    let command = Command::Paste {
        fragment: Box::new(fragment),
        at,
        below,
    };
    perform(editor, &command);
}

/// The top-left corner of a fragment whose first head is at `head_at`.
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

/// Saves a new template made from the selection, or a new name and description of an existing one.
fn save(editor: &mut Editor, of: Option<TemplateId>, title: &str, description: String) {
    let now = of.and_then(|id| {
        let template = editor.shell.templates.find(&editor.shell.texts, &id)?;
        Some((template.document.clone(), template.file.clone()?))
    });
    let (mut document, file) = match now {
        Some((document, file)) => (document, Some(file)),
        None => (of_selection(&editor.workspace, &editor.shell), None),
    };
    title.clone_into(&mut document.name);
    document.description = description;
    let folder = editor.services.folders.templates.clone();
    let path = file_for(&folder, title, file.as_ref().map(|(path, _)| &**path));
    match write(&document, &path, file.as_ref(), editor) {
        Ok(()) => {
            editor.shell.templates.load_own(&folder);
            editor.shell.views.template = None;
            editor
                .shell
                .notify_key(NoticeKind::Done, "template.kept", &[("title", title)]);
        }
        Err(why) => {
            editor
                .shell
                .notify_key(NoticeKind::Failed, "template.not_kept", &[("why", &why)]);
        }
    }
}

/// The selection as a separate document.
fn of_selection(workspace: &Workspace, shell: &Shell) -> Document {
    let (nodes, others) = annotations::selection_with_contents(workspace, shell);
    let document = workspace.front().document();
    edit::copy_with_annotations(document, workspace.library(), &nodes, others)
}

/// Writes a template file; after a rename, removes the old file once the new one exists.
fn write(
    document: &Document,
    path: &PathBuf,
    old: Option<&(PathBuf, Fingerprint)>,
    editor: &Editor,
) -> Result<(), String> {
    let text = native::write(document).map_err(|error| editor.shell.texts.write_error(&error))?;
    let folder = path.parent().map_or(Ok(()), files::make_folder);
    folder.map_err(|error| editor.shell.texts.io_error(&error))?;
    let expected = match old {
        Some((old, read)) if old == path => Expected::Version(*read),
        _ => Expected::Nothing,
    };
    files::save(path, text.as_bytes(), expected)
        .map_err(|error| editor.shell.texts.save_error(&error))?;
    if let Some((old, read)) = old.filter(|(old, _)| old != path) {
        // If another program changed the old file, it stays.
        let is_ours = files::read(old).is_ok_and(|bytes| Fingerprint::of(&bytes) == *read);
        if is_ours {
            files::remove(old);
        }
    }
    Ok(())
}

/// Removes one of the user's templates; its file is kept under another name.
fn remove(shell: &mut Shell, services: &Services, id: &TemplateId) {
    let Some(file) = shell
        .templates
        .find(&shell.texts, id)
        .and_then(|template| template.file.as_ref().map(|(path, _)| path.clone()))
    else {
        return;
    };
    let (kind, text) = match files::set_aside(&file, "removed") {
        Ok(aside) => {
            let path = aside.display().to_string();
            let text = shell.texts.tr_with("template.removed", &[("path", &path)]);
            (NoticeKind::Done, text)
        }
        Err(error) => {
            let why = shell.texts.io_error(&error);
            let text = shell
                .texts
                .tr_with("template.not_removed", &[("why", &why)]);
            (NoticeKind::Failed, text)
        }
    };
    let folder = services.folders.templates.clone();
    shell.templates.load_own(&folder);
    shell.notify(kind, text);
}
