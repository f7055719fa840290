//! The clipboard: copies the selected subtrees as text, and pastes text as nodes.

use std::path::Path;

use rustc_hash::FxHashSet;
use treewright_authoring::edit;
use treewright_authoring::edit::{Command, History, Selection};
use treewright_core::format::native;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node, NodePlace};
use treewright_session::host::files::Fingerprint;
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::rebased;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::OpenDocument;

use super::edit::{free_place, perform, place_below, scene_now, topmost};
use super::project::open_files::relative;
use super::{annotations, layout};
use crate::editor::Editor;
use crate::scene::placement::{self, GRID};
use crate::shell::Shell;

/// Where to paste.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastePlace {
    /// Below the selected node, as its last children.
    Below,
    /// Right after the selected node, as its sibling.
    After,
}

/// Copies the selected subtrees to the clipboard; returns whether it did.
pub fn copy(workspace: &Workspace, shell: &mut Shell) -> bool {
    let (nodes, others) = annotations::selection_with_contents(workspace, shell);
    if nodes.is_empty() && others.is_empty() {
        return false;
    }
    let document = workspace.front().document();
    let library = workspace.library();
    let fragment = edit::copy_with_annotations(document, library, &nodes, others);
    match native::write(&fragment) {
        Ok(text) => {
            let text_copied = Fingerprint::of(text.as_bytes());
            let file = workspace.front().path();
            shell.views.copied_from = file.map(|file| (text_copied, file.to_owned()));
            shell.ctx.copy_text(text);
            true
        }
        Err(error) => {
            let text = shell.texts.write_error(&error);
            shell.notify(NoticeKind::Failed, text);
            false
        }
    }
}

/// Like `copy`, with a notice, since copying has no other visible effect.
pub fn copy_and_notify(workspace: &Workspace, shell: &mut Shell) {
    if !copy(workspace, shell) {
        return;
    }
    let (nodes, others) = annotations::selection_with_contents(workspace, shell);
    let document = workspace.front().document();
    let with_all_below =
        edit::copy_with_annotations(document, workspace.library(), &nodes, Vec::new());
    let text = match with_all_below.node_count() {
        0 => shell
            .texts
            .tr_count("notice.copied_annotations", others.len()),
        count => shell.texts.tr_count("notice.copied", count),
    };
    shell.notify(NoticeKind::Done, text);
}

/// Pastes the nodes that a text describes, or reports why it cannot be pasted.
pub fn paste(editor: &mut Editor, text: &str, place: PastePlace) {
    let after = std::mem::take(&mut editor.shell.views.paste_after) || place == PastePlace::After;
    let mut fragment = match native::read(text.as_bytes()) {
        Ok(read) => read.document,
        Err(error) if text.trim_start().starts_with('{') => {
            let why = editor.shell.texts.format_error(&error);
            editor
                .shell
                .notify_key(NoticeKind::Refused, "notice.broken_paste", &[("why", &why)]);
            return;
        }
        // The text was never meant to be a tree.
        Err(_) => return report_nothing(&mut editor.shell),
    };
    if fragment.node_count() + fragment.notes.len() + fragment.groups.len() == 0 {
        return report_nothing(&mut editor.shell);
    }
    keep_references(editor, text, &mut fragment);
    layout::place_unplaced(&mut fragment, &editor.shell.settings);
    let front = editor.workspace.front();
    let selected = front.selection().primary().cloned();
    let again =
        are_last_copies(&editor.workspace, &editor.shell) || is_of_selected(front, &fragment);
    let below = match selected {
        // Copies go next to the copied nodes, and a repeated paste next to the pasted ones, not into them.
        Some(_) if again => after_selected(front),
        Some(node) if after => place_after(front, &node),
        Some(node) => Some((node, usize::MAX)),
        None => None,
    };
    let at = match &below {
        Some((parent, _)) => place_below(&editor.workspace, &editor.shell, parent),
        None if again => right_of_selected(&editor.workspace, &mut editor.shell),
        None => free_place(editor.workspace.front()),
    };
    let before = editor.workspace.front().revision();
    let command = Command::Paste {
        fragment: Box::new(fragment),
        at,
        below,
    };
    perform(editor, &command);
    if editor.workspace.front().revision() != before {
        remember_copies(&editor.workspace, &mut editor.shell);
    }
}

/// The references of nodes that were copied from another folder of the project lead to the same files from here.
fn keep_references(editor: &mut Editor, text: &str, fragment: &mut Document) {
    let Some((copied, file)) = &editor.shell.views.copied_from else {
        return;
    };
    if *copied != Fingerprint::of(text.as_bytes()) {
        return;
    }
    let (front, library) = editor.workspace.front_mut();
    let Some(own) = front.references_lead_from() else {
        // They are adapted when it is saved.
        front.references_from = Some(file.clone());
        return;
    };
    let folder = editor.services.project.folder();
    let path = |file: &Path| relative(folder?, file);
    let (Some(from), Some(to)) = (path(file), path(own)) else {
        return;
    };
    if let Some(command) = rebased(fragment, &from, &to) {
        // A fragment accepts whatever the document did from which it was copied.
        let _ = History::new().apply(fragment, &library, &mut Selection::default(), &command);
    }
}

/// Remembers the selection as the copies that were just made.
pub fn remember_copies(workspace: &Workspace, shell: &mut Shell) {
    let front = workspace.front();
    shell.views.last_copies = Some((front.id(), front.selection().clone()));
}

/// Whether the selection is exactly what was pasted or duplicated last.
fn are_last_copies(workspace: &Workspace, shell: &Shell) -> bool {
    let front = workspace.front();
    let last = shell.views.last_copies.as_ref();
    last.is_some_and(|(id, copies)| *id == front.id() && copies == front.selection())
}

/// Whether the selected branches are those that were copied.
fn is_of_selected(front: &OpenDocument, fragment: &Document) -> bool {
    let is_copied = |id: &NodeId| {
        let (node, copy) = (front.document().node(id), fragment.node(id));
        node.map(|node| (&node.task, &node.name)) == copy.map(|copy| (&copy.task, &copy.name))
    };
    topmost(front).iter().all(is_copied)
}

/// The place right after a node; `None` if it has no parent.
fn place_after(front: &OpenDocument, node: &NodeId) -> Option<(NodeId, usize)> {
    match front.document().place(node)? {
        NodePlace::Child(parent, index) => Some((parent, index + 1)),
        NodePlace::Root | NodePlace::Loose(_) => None,
    }
}

/// The place right after the last of the selected nodes; `None` if none has a parent.
fn after_selected(front: &OpenDocument) -> Option<(NodeId, usize)> {
    let (document, selected) = (front.document(), topmost(front));
    let among: FxHashSet<&NodeId> = selected.iter().collect();
    let mut families = FxHashSet::default();
    // Each parent is searched once, however many of its children are selected.
    let parents = selected.iter().filter_map(|id| document.node(id)?.parent());
    let parents = parents.filter(|parent| families.insert(*parent));
    let last = parents.filter_map(|parent| {
        let children = document.node(parent)?.children();
        let last = children.iter().rposition(|id| among.contains(id))?;
        Some((parent.clone(), last + 1))
    });
    last.max_by_key(|(_, index)| *index)
}

/// The nearest free position to the right of the selected subtrees.
fn right_of_selected(workspace: &Workspace, shell: &mut Shell) -> Position {
    let heads = topmost(workspace.front());
    let scene = scene_now(workspace, shell);
    let front = workspace.front();
    let document = front.document();
    let below = heads.iter().flat_map(|head| document.subtree(head));
    match scene.bounds_of(below.map(Node::id)) {
        Some(bounds) => {
            let aside = egui::vec2(bounds.width() + GRID, 0.0);
            let around = bounds.center() + aside;
            placement::free_place(document, &scene, around, bounds.size())
        }
        None => free_place(front),
    }
}

fn report_nothing(shell: &mut Shell) {
    shell.notify_key(NoticeKind::Refused, "notice.nothing_to_paste", &[]);
}
