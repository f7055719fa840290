//! Notes and groups of the active document: adding, grouping, copying, moving by keys. Asks the canvas for the contents of a group, since the canvas
//! knows the card sizes.

use treewright_authoring::edit::Command;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Annotation, Group, Note};
use treewright_session::workspace::Workspace;

use super::clipboard::remember_copies;
use super::edit::perform;
use crate::editor::Editor;
use crate::scene::annotations::{self, TITLE_STRIP};
use crate::scene::placement::GRID;
use crate::shell::Shell;

/// The size of a new note.
const NOTE: (i32, i32) = (192, 96);
/// The margin of a new group around its contents.
const MARGIN: f32 = 24.0;

/// Adds a note and starts editing its text.
pub fn add_note(editor: &mut Editor, at: Option<Position>) {
    let front = editor.workspace.front();
    let canvas = editor.shell.views.canvases.of(front.id());
    let size = egui::vec2(NOTE.0 as f32, NOTE.1 as f32);
    let position = at.unwrap_or_else(|| canvas.free_place(front.document(), size));
    let note = Note {
        position,
        size: NOTE,
        ..Note::default()
    };
    perform(editor, &Command::AddNote(note));
    edit_selected(&editor.workspace, &mut editor.shell);
}

/// Adds a group around the selection and starts editing its title.
pub fn group_selection(editor: &mut Editor) {
    let front = editor.workspace.front();
    let (document, selection) = (front.document(), front.selection());
    let Some(canvas) = editor.shell.views.canvases.get(front.id()) else {
        return;
    };
    let cards = selection.iter().filter_map(|id| canvas.card(id));
    let others = selection.annotations();
    let others = others.filter_map(|which| annotations::rect_of(document, which));
    let Some(inside) = cards.chain(others).reduce(egui::Rect::union) else {
        return;
    };
    let mut frame = inside.expand(MARGIN);
    frame.min.y -= TITLE_STRIP;
    let group = Group {
        title: editor.shell.texts.tr("annotation.new_group").into_owned(),
        position: Position::new(frame.min.x.floor() as i32, frame.min.y.floor() as i32),
        size: (frame.width().ceil() as i32, frame.height().ceil() as i32),
        ..Group::default()
    };
    perform(editor, &Command::AddGroup(group));
    edit_selected(&editor.workspace, &mut editor.shell);
}

fn edit_selected(workspace: &Workspace, shell: &mut Shell) {
    let front = workspace.front();
    if let Some(which) = front.selection().annotations().next() {
        let front = front.id();
        let canvas = shell.views.canvases.of(front);
        canvas.request_write_on(which);
    }
}

/// Returns the selection and the contents of the selected groups.
pub fn selection_with_contents(
    workspace: &Workspace,
    shell: &Shell,
) -> (Vec<NodeId>, Vec<Annotation>) {
    let front = workspace.front();
    let mut nodes = front.selection().topmost(front.document());
    let selected: Vec<Annotation> = front.selection().annotations().collect();
    if selected.is_empty() {
        return (nodes, selected);
    }
    let Some(canvas) = shell.views.canvases.get(front.id()) else {
        return (nodes, selected);
    };
    let (contained, others) = canvas.group_content(front.document(), &selected);
    nodes.extend(contained);
    (nodes, others)
}

/// Copies the selection next to itself. Groups are copied with their contents, far enough away that neither group contains the other's.
pub fn duplicate(editor: &mut Editor, offset: i32) {
    let (nodes, others) = selection_with_contents(&editor.workspace, &editor.shell);
    let document = editor.workspace.front().document();
    let groups = others
        .iter()
        .filter(|it| matches!(it, Annotation::Group(_)));
    let frames = groups.filter_map(|which| annotations::rect_of(document, *which));
    let (dx, dy) = match frames.reduce(egui::Rect::union) {
        Some(frame) => (frame.width().ceil() as i32 + offset, 0),
        None => (offset, offset),
    };
    let mut parts = Vec::new();
    if !nodes.is_empty() {
        parts.push(Command::Duplicate { nodes, dx, dy });
    }
    if !others.is_empty() {
        parts.push(Command::DuplicateAnnotations {
            annotations: others,
            dx,
            dy,
        });
    }
    let before = editor.workspace.front().revision();
    perform(editor, &Command::Batch(parts));
    if editor.workspace.front().revision() != before {
        remember_copies(&editor.workspace, &mut editor.shell);
    }
}

/// Moves the selection by grid steps.
pub fn nudge(editor: &mut Editor, right: i32, down: i32) {
    let step = GRID as i32;
    let (dx, dy) = (right * step, down * step);
    let front = editor.workspace.front();
    let selected = front.selection().topmost(front.document());
    let (all, others) = selection_with_contents(&editor.workspace, &editor.shell);
    let places = annotations::moved(front.document(), &others, (dx, dy));
    // Nodes that are only contents of a group move alone; selected nodes move with their subtrees.
    let below = selected.iter().flat_map(|id| front.document().subtree(id));
    let below = below.map(|node| node.id().clone());
    let nodes: Vec<NodeId> = below.chain(all).collect();
    let mut parts = Vec::new();
    if !nodes.is_empty() {
        let axis =
            crate::scene::flow::Flow::of(editor.workspace.front().grows_right()).order_axis(false);
        parts.push(Command::MoveBy {
            nodes,
            dx,
            dy,
            with_descendants: false,
            order_axis: Some(axis),
        });
    }
    if !places.is_empty() {
        parts.push(Command::PlaceAnnotations(places));
    }
    perform(editor, &Command::Batch(parts));
}
