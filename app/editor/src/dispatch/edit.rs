//! Changes of the document in front: commands, undo and redo, the clipboard, auto layout.

use std::rc::Rc;
use std::sync::Arc;

use egui::{Context, ViewportCommand};
use treewright_authoring::edit::{Command, Refusal};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Annotation, Node, Place, StandIn};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::OpenDocument;

use super::clipboard::{self, PastePlace};
use super::{annotations, layout, reshape};
use crate::action::EditAction;
use crate::app::EditorApp;
use crate::panels::canvas::flow::Flow;
use crate::panels::canvas::{Scene, placement, siblings};

/// How far a copy lies from its original.
const COPY_OFFSET: i32 = 40;

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: EditAction) {
    match action {
        EditAction::Do(Command::RenameVariable { from, to }) => {
            super::rename::variable(app, ctx, &from, &to);
        }
        EditAction::Do(command) => perform(app, ctx, &command),
        EditAction::AddTask(task) => add_task(app, ctx, task),
        EditAction::AddTemplate(id) => super::templates::add(app, ctx, &id),
        EditAction::InsertTemplate {
            template,
            below,
            at,
        } => super::templates::insert(app, ctx, &template, below, at),
        EditAction::Undo => step_back(app, ctx),
        EditAction::Redo => step_again(app, ctx),
        EditAction::Copy => clipboard::copy_and_say(app, ctx),
        EditAction::Cut => {
            if clipboard::copy(app, ctx) {
                delete(app, ctx);
            }
        }
        EditAction::Paste => {
            app.views.paste_after = false;
            ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
        }
        EditAction::PasteAfter => {
            app.views.paste_after = true;
            ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
        }
        EditAction::ReplaceTask(nodes, task) => reshape::replace_task(app, ctx, nodes, task),
        EditAction::RemoveKeepingChildren => reshape::remove_keeping_children(app, ctx),
        EditAction::Extract => reshape::extract(app, ctx),
        EditAction::Inline => reshape::inline(app, ctx),
        EditAction::CollapseBelow(on) => reshape::collapse(app, ctx, on, true),
        EditAction::CollapseAll(on) => reshape::collapse(app, ctx, on, false),
        EditAction::Align(edge) => reshape::align(app, ctx, edge),
        EditAction::Distribute(axis) => reshape::distribute(app, ctx, axis),
        EditAction::PasteText(text) => clipboard::paste(app, ctx, &text, PastePlace::Below),
        EditAction::PasteTextAfter(text) => clipboard::paste(app, ctx, &text, PastePlace::After),
        EditAction::Duplicate => {
            annotations::duplicate(app, ctx, COPY_OFFSET);
        }
        EditAction::Delete => delete(app, ctx),
        EditAction::Detach => {
            let nodes = topmost(app.workspace.front());
            perform(app, ctx, &Command::Detach(nodes));
        }
        EditAction::MakeRoot => {
            if let Some(node) = app.workspace.front().selection().primary().cloned() {
                perform(app, ctx, &Command::MakeRoot(node));
            }
        }
        EditAction::MoveAmongSiblings(places) => move_among_siblings(app, ctx, places),
        EditAction::SetStandIn(said) => set_stand_in(app, ctx, said),
        EditAction::ToggleDisabled => {
            toggle(app, ctx, |node| node.disabled, Command::SetDisabled);
        }
        EditAction::ToggleBreakpoint => {
            super::breakpoints::toggle_selected(app, ctx);
        }
        EditAction::ToggleCollapsed if close_peeks(app) => {}
        EditAction::ToggleCollapsed => {
            toggle(app, ctx, |node| node.collapsed, Command::SetCollapsed);
        }
        EditAction::AddNote(at) => annotations::add_note(app, ctx, at),
        EditAction::GroupSelection => annotations::group_selection(app, ctx),
        EditAction::Nudge(right, down) => annotations::nudge(app, ctx, right, down),
        EditAction::AutoLayout => layout::auto_layout(app, ctx),
    }
}

/// Does a command in the document in front, or says why not.
pub(super) fn perform(app: &mut EditorApp, ctx: &Context, command: &Command) {
    let index = app.workspace.front_index();
    let front = app.workspace.front();
    let anchor = layout::Anchor::of(front);
    let before = front.revision();
    perform_in(app, ctx, index, command);
    let is_layout = matches!(
        command,
        Command::Arrange(_) | Command::Align(_) | Command::Distribute(_)
    );
    let changed = app.workspace.front().revision() != before;
    if app.settings.canvas.always_layout && changed && !is_layout {
        layout::after_edit(app, ctx, anchor);
    } else if let (Command::SetName(nodes, _), true) = (command, changed) {
        make_room(app, ctx, nodes);
    }
}

/// Cards that became wider by their names push their neighbours aside, as part of the same step.
fn make_room(app: &mut EditorApp, ctx: &Context, widened: &[NodeId]) {
    /// So many generations up neighbours are looked at.
    const GENERATIONS: usize = 16;
    let [node] = widened else {
        return;
    };
    let flow = Flow::of(app.settings.left_to_right);
    let mut scene = scene_now(app, ctx);
    if !siblings::is_near_others(&scene, node) {
        return;
    }
    let mut at = Some(node.clone());
    for _ in 0..GENERATIONS {
        let Some(node) = at else {
            return;
        };
        let (front, library) = app.workspace.front_mut();
        let places = siblings::apart(front.document(), &scene, flow, &node);
        at = match front.document().place(&node) {
            Some(Place::Child(parent, _)) => Some(parent),
            _ => None,
        };
        if let Some(places) = places {
            // Whoever cannot be moved stays.
            front.apply_to_last(&library, &places).ok();
            scene = scene_now(app, ctx);
        }
    }
}

/// Does a command in the document at a place, or says why not.
pub fn perform_in(app: &mut EditorApp, ctx: &Context, index: usize, command: &Command) {
    let Some((document, library)) = app.workspace.get_mut(index) else {
        return;
    };
    match document.apply(&library, command) {
        // Nothing to do is no reason to trouble anybody.
        Err(Refusal::Nothing) => {}
        Ok(()) => remember_task(app, command),
        Err(refusal) => {
            let text = app.texts.refusal(&refusal);
            app.say(ctx, NoticeKind::Refused, text);
        }
    }
}

/// What was added is among the tasks used lately.
fn remember_task(app: &mut EditorApp, command: &Command) {
    if let Command::AddNode { task, .. } | Command::InsertAbove { task, .. } = command {
        app.settings.task_used(task);
    }
}

fn step_back(app: &mut EditorApp, ctx: &Context) {
    let (front, _) = app.workspace.front_mut();
    let id = front.id();
    if let Some(label) = front.undo() {
        layout::went_back(app, id);
        let what = app.texts.label(&label);
        let text = app.texts.tr_with("notice.undone", &[("what", &what)]);
        app.say(ctx, NoticeKind::Done, text);
    }
}

fn step_again(app: &mut EditorApp, ctx: &Context) {
    let (front, _) = app.workspace.front_mut();
    let id = front.id();
    if let Some(label) = front.redo() {
        layout::went_back(app, id);
        let what = app.texts.label(&label);
        let text = app.texts.tr_with("notice.redone", &[("what", &what)]);
        app.say(ctx, NoticeKind::Done, text);
    }
}

pub(super) fn topmost(front: &OpenDocument) -> Vec<NodeId> {
    front.selection().topmost(front.document())
}

fn delete(app: &mut EditorApp, ctx: &Context) {
    let selection = app.workspace.front().selection();
    let nodes: Vec<NodeId> = selection.iter().cloned().collect();
    let others: Vec<Annotation> = selection.annotations().collect();
    let mut parts = Vec::new();
    if !nodes.is_empty() {
        parts.push(Command::Delete(nodes));
    }
    if !others.is_empty() {
        parts.push(Command::DeleteAnnotations(others));
    }
    perform(app, ctx, &Command::Batch(parts));
}

/// Below everything that is there.
pub(super) fn free_place(front: &OpenDocument) -> Position {
    let positions = || front.document().nodes().map(|node| node.position);
    let left = positions().map(|p| p.x).min().unwrap_or(0);
    let bottom = positions().map(|p| p.y).max().map_or(0, |y| y + 140);
    Position::new(left, bottom)
}

/// Where the next child of a node lies.
pub(super) fn place_below(app: &EditorApp, parent: &NodeId) -> Position {
    let front = app.workspace.front();
    let document = front.document();
    let canvas = app.views.canvases.get(front.id());
    let card = |id: &NodeId| {
        let drawn = canvas.and_then(|canvas| canvas.card(id));
        let presumed = || Some(placement::presumed_card(document.node(id)?.position));
        drawn.or_else(presumed)
    };
    let last = document
        .node(parent)
        .and_then(|node| node.children().last());
    let Some(rect) = card(parent) else {
        return free_place(front);
    };
    let flow = Flow::of(app.settings.left_to_right);
    placement::corner_around(placement::next_middle(flow, rect, last.and_then(card)))
}

/// Adds a node below the selected one, or beside it if it takes no more children.
fn add_task(app: &mut EditorApp, ctx: &Context, task: Arc<str>) {
    let front = app.workspace.front();
    let document = front.document();
    let library = app.workspace.library();
    let selected = front.selection().primary();
    let parent = selected.and_then(|id| placement::parent_for_new(document, library, id));
    let (place, position) = match parent {
        Some(parent) => {
            let place = Place::Child(parent.clone(), usize::MAX);
            (place, place_below(app, parent))
        }
        None => (Place::Loose(usize::MAX), free_place(front)),
    };
    let command = Command::AddNode {
        task,
        place,
        position,
    };
    perform(app, ctx, &command);
}

fn move_among_siblings(app: &mut EditorApp, ctx: &Context, places: isize) {
    let front = app.workspace.front();
    let Some(node) = front.selection().primary().cloned() else {
        return;
    };
    let Some(Place::Child(parent, index)) = front.document().place(&node) else {
        return;
    };
    let count = front
        .document()
        .node(&parent)
        .map_or(0, |p| p.children().len());
    let place = index
        .saturating_add_signed(places)
        .min(count.saturating_sub(1));
    if place == index {
        return;
    }
    let flow = Flow::of(app.settings.left_to_right);
    let scene = scene_now(app, ctx);
    let document = app.workspace.front().document();
    let command = siblings::reorder(document, &scene, flow, &node, place);
    perform(app, ctx, &command);
}

/// Hides again what is only peeked at below the selected nodes, which the document has as collapsed all the time.
fn close_peeks(app: &mut EditorApp) -> bool {
    let front = app.workspace.front();
    let canvas = app.views.canvases.of(front.id());
    canvas.close_peeks(front.selection().iter())
}

/// Switches something on for the selected nodes, or off if it is on for all of them.
fn toggle(
    app: &mut EditorApp,
    ctx: &Context,
    is_on: impl Fn(&Node) -> bool,
    command: impl FnOnce(Vec<NodeId>, bool) -> Command,
) {
    let front = app.workspace.front();
    let selected = || front.selection().iter();
    let nodes: Vec<NodeId> = selected().cloned().collect();
    if nodes.is_empty() {
        return;
    }
    let document = front.document();
    let all = selected().all(|id| document.node(id).is_some_and(&is_on));
    perform(app, ctx, &command(nodes, !all));
}

/// Says what plays those of the selected nodes that are leaves.
fn set_stand_in(app: &mut EditorApp, ctx: &Context, said: Option<StandIn>) {
    let front = app.workspace.front();
    let (document, library) = (front.document(), app.workspace.library());
    let nodes = front.selection().iter().filter(|id| {
        let node = document.node(id);
        node.is_some_and(|node| library.can_be_played(node))
    });
    let nodes: Vec<NodeId> = nodes.cloned().collect();
    perform(app, ctx, &Command::SetStandIn(nodes, said));
}

/// The cards of the document in front as it is now.
pub(super) fn scene_now(app: &mut EditorApp, ctx: &Context) -> Rc<Scene> {
    let front = app.workspace.front();
    let canvas = app.views.canvases.of(front.id());
    let document = (front.document(), front.revision());
    canvas.scene_now(ctx, document, front.library(), &app.texts)
}
