//! Changes to the active document: commands, undo and redo, clipboard, automatic layout.

use std::rc::Rc;
use std::sync::Arc;

use egui::ViewportCommand;
use treewright_authoring::edit::{Command, Refusal};
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Annotation, Document, FILE_PARAMETER, Node, NodePlace, ParameterValue, SUBTREE, StandIn,
    TREE_PARAMETER,
};
use treewright_core::project::relative;
use treewright_core::value::Value;
use treewright_session::host::project::Project;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::project_listing::ProjectTree;

use super::clipboard::{self, PastePlace};
use super::project::files;
use super::{annotations, layout, removing, rename, reshape, rewiring, this_use};
use crate::action::{EditAction, NodeSetup};
use crate::editor::Editor;
use crate::scene::flow::Flow;
use crate::scene::{Scene, TextMeasure, placement, room};
use crate::shell::Shell;

/// The distance of a copy from its original, in canvas units.
const COPY_OFFSET: i32 = 40;

/// The parameter of conditionals for what they compare.
const COMPARED: &str = "left";

pub fn apply(editor: &mut Editor, action: EditAction) {
    let Some(action) = this_use::redirected(editor, action) else {
        return;
    };
    match action {
        EditAction::Do(Command::RenameVariable { from, to }) => {
            rename::variable(editor, &from, &to);
        }
        EditAction::Do(Command::NameTree { root, name }) => {
            rename::tree(editor, &root, &name);
        }
        EditAction::Do(Command::Reorder { node, index }) => {
            rewiring::reorder(editor, &node, index);
        }
        EditAction::Do(command) => perform(editor, &command),
        EditAction::AddTask(task) => {
            let add = addition(editor, task);
            perform(editor, &add);
        }
        EditAction::AddTree(tree) => {
            let add = addition(editor, SUBTREE.into());
            add_and_set_up(editor, &add, NodeSetup::Subtree(tree));
        }
        EditAction::AddAndSetUp { add, setup } => add_and_set_up(editor, &add, setup),
        EditAction::AddTemplate(id) => super::templates::add(editor, &id),
        EditAction::InsertTemplate {
            template,
            below,
            at,
        } => super::templates::insert(editor, &template, below, at),
        EditAction::RunTree(node, tree) => run_tree(editor, &node, &tree),
        EditAction::Undo => undo(editor),
        EditAction::Redo => redo(editor),
        EditAction::Copy => clipboard::copy_and_notify(&editor.workspace, &mut editor.shell),
        EditAction::Cut => {
            if clipboard::copy(&editor.workspace, &mut editor.shell) {
                delete(editor);
            }
        }
        EditAction::Paste => {
            editor.shell.views.paste_after = false;
            editor
                .shell
                .ctx
                .send_viewport_cmd(ViewportCommand::RequestPaste);
        }
        EditAction::PasteAfter => {
            editor.shell.views.paste_after = true;
            editor
                .shell
                .ctx
                .send_viewport_cmd(ViewportCommand::RequestPaste);
        }
        EditAction::MoveBelow {
            nodes,
            parent,
            index,
            by,
        } => rewiring::move_to(editor, &nodes, (&parent, index), by),
        EditAction::MoveOut => rewiring::move_out(editor),
        EditAction::MoveIn => rewiring::move_in(editor),
        EditAction::ReplaceTask(nodes, task) => reshape::replace_task(editor, nodes, task),
        EditAction::RemoveKeepingChildren => reshape::remove_keeping_children(editor),
        EditAction::Extract => reshape::extract(editor),
        EditAction::Inline => reshape::inline(editor),
        EditAction::CollapseBelow(on) => reshape::collapse(editor, on, true),
        EditAction::CollapseAll(on) => reshape::collapse(editor, on, false),
        EditAction::Align(edge) => reshape::align(editor, edge),
        EditAction::Distribute(axis) => reshape::distribute(editor, axis),
        EditAction::PasteText(text) => clipboard::paste(editor, &text, PastePlace::Below),
        EditAction::PasteTextAfter(text) => clipboard::paste(editor, &text, PastePlace::After),
        EditAction::Duplicate => {
            annotations::duplicate(editor, COPY_OFFSET);
        }
        EditAction::Delete => delete(editor),
        EditAction::Detach => {
            let nodes = topmost(editor.workspace.front());
            perform(editor, &Command::Detach(nodes));
        }
        EditAction::MakeRoot => {
            if let Some(node) = editor.workspace.front().selection().primary().cloned() {
                perform(editor, &Command::MakeRoot(node));
            }
        }
        EditAction::MoveAmongSiblings(places) => move_among_siblings(editor, places),
        EditAction::SetStandIn(stand_in) => set_stand_in(editor, stand_in),
        EditAction::ToggleDisabled => toggle_disabled(editor),
        EditAction::ToggleBreakpoint => {
            super::breakpoints::toggle_selected(editor);
        }
        EditAction::ToggleAbort(abort) => toggle_abort(editor, abort),
        EditAction::ToggleCollapsed if close_peeks(&editor.workspace, &mut editor.shell) => {}
        EditAction::ToggleCollapsed => reshape::toggle_collapsed(editor),
        EditAction::AddNote(at) => annotations::add_note(editor, at),
        EditAction::GroupSelection => annotations::group_selection(editor),
        EditAction::Nudge(right, down) => annotations::nudge(editor, right, down),
        EditAction::AutoLayout => layout::auto_layout(editor),
    }
}

/// Applies a command to the active document, or reports why it is refused.
pub(super) fn perform(editor: &mut Editor, command: &Command) {
    if !removing::asks(editor, command) {
        perform_unasked(editor, command);
    }
}

/// Like [`perform`], after the user was asked about what it removes.
pub(super) fn perform_unasked(editor: &mut Editor, command: &Command) {
    perform_and_set_up(editor, command, None);
}

/// Adds a node and sets it up, unless the active document cannot refer to the tree that it is to run.
fn add_and_set_up(editor: &mut Editor, add: &Command, setup: NodeSetup) {
    let setup = match setup {
        NodeSetup::Subtree(tree) => with_reference(editor, &tree).map(NodeSetup::Subtree),
        other => Some(other),
    };
    if setup.is_some() {
        perform_and_set_up(editor, add, setup);
    }
}

/// Returns a tree of the project as the active document refers to it. Reports why it cannot, and returns `None` then.
fn with_reference(editor: &mut Editor, tree: &ProjectTree) -> Option<ProjectTree> {
    let front = editor.workspace.front().path();
    let own = front.and_then(|own| Some(Project::of(own).ok()?.relative_path(own)));
    let tree = tree.clone();
    let key = match own {
        None => "notice.save_first",
        Some(own) if own != tree.file => {
            let file = relative(&own, &tree.file);
            return Some(ProjectTree { file, ..tree });
        }
        // A tree of its own is named without the file.
        Some(_) if tree.tree.is_some() => {
            let file = String::new();
            return Some(ProjectTree { file, ..tree });
        }
        Some(_) => "project.runs_itself",
    };
    editor.shell.notify_key(NoticeKind::Refused, key, &[]);
    None
}

/// The parameters of a Subtree node that runs a tree, as the document refers to it.
fn running(node: &NodeId, tree: &ProjectTree) -> Command {
    let set = |name: &str, value: Option<ParameterValue>| Command::SetParameter {
        nodes: vec![node.clone()],
        name: name.into(),
        value,
    };
    let file = Some(tree.file.clone()).filter(|file| !file.is_empty());
    let tree = tree.tree.as_ref().map(ToString::to_string);
    Command::Batch(vec![
        set(FILE_PARAMETER, file.map(ParameterValue::literal)),
        set(TREE_PARAMETER, tree.map(ParameterValue::literal)),
    ])
}

/// Lets a Subtree node run a tree of the project.
fn run_tree(editor: &mut Editor, node: &NodeId, tree: &ProjectTree) {
    if let Some(tree) = with_reference(editor, tree) {
        perform(editor, &running(node, &tree));
    }
}

/// Applies a command to the active document. On the node that it adds, this is then set as part of the same step.
fn perform_and_set_up(editor: &mut Editor, command: &Command, setup: Option<NodeSetup>) {
    let index = editor.workspace.front_index();
    let front = editor.workspace.front();
    let anchor = layout::LayoutAnchor::of(front);
    let before = front.revision();
    let (workspace, shell) = (&mut editor.workspace, &mut editor.shell);
    perform_in_and_set_up(workspace, shell, index, command, setup);
    let is_layout = matches!(
        command,
        Command::Arrange(_) | Command::Align(_) | Command::Distribute(_)
    );
    let changed = editor.workspace.front().revision() != before;
    if editor.shell.settings.canvas.always_layout && changed && !is_layout {
        layout::after_edit(editor, anchor);
    }
}

/// Applies a command to the document at `index`, or reports why it is refused.
pub fn perform_in(workspace: &mut Workspace, shell: &mut Shell, index: usize, command: &Command) {
    perform_in_and_set_up(workspace, shell, index, command, None);
}

/// Lets a document follow a change of something that it refers to. Nothing moves: longer names are cut until there is room.
pub fn follow_in(workspace: &mut Workspace, shell: &mut Shell, index: usize, command: &Command) {
    let Some((document, library)) = workspace.get_mut(index) else {
        return;
    };
    match document.apply(&library, command) {
        Ok(()) | Err(Refusal::Nothing) => {}
        Err(refusal) => {
            let text = shell.texts.refusal(&refusal);
            shell.notify(NoticeKind::Refused, text);
        }
    }
    let id = document.id();
    shell.views.canvases.of(id).fit_texts();
}

fn perform_in_and_set_up(
    workspace: &mut Workspace,
    shell: &mut Shell,
    index: usize,
    command: &Command,
    setup: Option<NodeSetup>,
) {
    let Some((document, library)) = workspace.get_mut(index) else {
        return;
    };
    let before = document.document().clone();
    match document.apply(&library, command) {
        // If there is nothing to do, nothing is reported.
        Err(Refusal::Nothing) => {}
        Ok(()) => {
            let added = document.selection().primary().cloned();
            if let (Some(setup), Some(node)) = (setup, added) {
                let parameter = |name: &str, value| Command::SetParameter {
                    nodes: vec![node.clone()],
                    name: name.into(),
                    value: Some(value),
                };
                let compared = |variable| parameter(COMPARED, ParameterValue::Variable(variable));
                let set = match setup {
                    NodeSetup::ComparedVariable(variable) => compared(variable),
                    NodeSetup::Comparison(comparison) => {
                        let operator = Value::from(comparison.operator);
                        Command::Batch(vec![
                            compared(comparison.variable),
                            parameter("operator", ParameterValue::literal(operator)),
                            parameter("right", ParameterValue::literal(comparison.value)),
                        ])
                    }
                    NodeSetup::Name(name) => Command::SetName(vec![node], name),
                    NodeSetup::Subtree(tree) => running(&node, &tree),
                };
                // Refused, it would leave the rest to be done by hand.
                document.apply_to_last(&library, &set).ok();
            }
            remember_task(shell, command);
            make_room(workspace, shell, index, (&before, command));
        }
        Err(refusal) => {
            let text = shell.texts.refusal(&refusal);
            shell.notify(NoticeKind::Refused, text);
        }
    }
}

/// Moves cards aside that a command covers, as part of the same undo step. `before` is the document before the command.
pub fn make_room(
    workspace: &mut Workspace,
    shell: &mut Shell,
    index: usize,
    (before, command): (&Document, &Command),
) {
    // Auto layout leaves room for everything.
    if shell.settings.canvas.always_layout || matches!(command, Command::Arrange(_)) {
        return;
    }
    let document = &workspace.documents()[index];
    let now = document.document();
    if !room::may_need_room(&now.changes_since(before)) {
        return;
    }
    let scene = scene_of(shell, document);
    let edit = room::Edit {
        before,
        document: now,
        scene: &scene,
        flow: Flow::of(document.grows_right()),
        extracts: extracts(command),
        aligned: match command {
            Command::Align(cards) => cards,
            _ => &[],
        },
    };
    let mut measure = TextMeasure::new(&shell.ctx);
    let words = (&**document.library(), &shell.texts);
    let Some(places) = room::make_room(&edit, words, &mut measure) else {
        return;
    };
    drop(scene);
    if let Some((document, library)) = workspace.get_mut(index) {
        // If there is nothing to do, nothing is reported.
        document.apply_to_last(&library, &places).ok();
    }
}

fn extracts(command: &Command) -> bool {
    match command {
        Command::Extract { .. } => true,
        Command::Batch(parts) => parts.iter().any(extracts),
        _ => false,
    }
}

/// Records an added task as recently used.
fn remember_task(shell: &mut Shell, command: &Command) {
    if let Command::AddNode { task, .. } | Command::InsertAbove { task, .. } = command {
        shell.settings.task_used(task);
    }
}

fn undo(editor: &mut Editor) {
    let edited = this_use::edited_document(editor);
    let (id, state) = (edited.id(), edited.history().state());
    if edited.undo_ends_at == Some(state) {
        let shell = &mut editor.shell;
        return shell.notify_key(NoticeKind::Refused, "notice.undo_ends", &[]);
    }
    if files::undo_in(editor, (id, state)) {
        return;
    }
    let index = editor.workspace.index_of(id);
    let edited = index.and_then(|index| editor.workspace.get_mut(index));
    if let Some(label) = edited.and_then(|(edited, _)| edited.undo()) {
        layout::on_undo_or_redo(editor, id);
        let what = editor.shell.texts.label(&label);
        editor
            .shell
            .notify_key(NoticeKind::Done, "notice.undone", &[("what", &what)]);
    }
}

fn redo(editor: &mut Editor) {
    let edited = this_use::edited_document(editor);
    let (id, state) = (edited.id(), edited.history().state());
    let next = edited.history().redo_state();
    if files::redo_in(editor, (id, state), next) {
        return;
    }
    let index = editor.workspace.index_of(id);
    let edited = index.and_then(|index| editor.workspace.get_mut(index));
    if let Some(label) = edited.and_then(|(edited, _)| edited.redo()) {
        layout::on_undo_or_redo(editor, id);
        let what = editor.shell.texts.label(&label);
        editor
            .shell
            .notify_key(NoticeKind::Done, "notice.redone", &[("what", &what)]);
    }
}

pub(super) fn topmost(front: &OpenDocument) -> Vec<NodeId> {
    front.selection().topmost(front.document())
}

fn delete(editor: &mut Editor) {
    let selection = editor.workspace.front().selection();
    let nodes: Vec<NodeId> = selection.iter().cloned().collect();
    let others: Vec<Annotation> = selection.annotations().collect();
    let mut parts = Vec::new();
    if !nodes.is_empty() {
        parts.push(Command::Delete(nodes));
    }
    if !others.is_empty() {
        parts.push(Command::DeleteAnnotations(others));
    }
    perform(editor, &Command::Batch(parts));
}

/// Returns a position below all nodes.
pub(super) fn free_place(front: &OpenDocument) -> Position {
    let positions = || front.document().nodes().map(|node| node.position);
    let left = positions().map(|p| p.x).min().unwrap_or(0);
    let bottom = positions().map(|p| p.y).max().map_or(0, |y| y + 140);
    Position::new(left, bottom)
}

/// Returns the position of the next child of a node.
pub(super) fn place_below(workspace: &Workspace, shell: &Shell, parent: &NodeId) -> Position {
    let front = workspace.front();
    let document = front.document();
    let canvas = shell.views.canvases.get(front.id());
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
    let flow = Flow::of(front.grows_right());
    placement::corner_around(placement::next_middle(flow, rect, last.and_then(card)))
}

/// Adds a node below the selected one, or next to it if it cannot have more children.
/// The command that adds a node below the selected one, or unconnected in free space.
fn addition(editor: &Editor, task: Arc<str>) -> Command {
    let front = editor.workspace.front();
    let document = front.document();
    let library = editor.workspace.library();
    let selected = front.selection().primary();
    let parent = selected.and_then(|id| placement::parent_for_new(document, library, id));
    let (place, position) = match parent {
        Some(parent) => {
            let place = NodePlace::Child(parent.clone(), usize::MAX);
            (place, place_below(&editor.workspace, &editor.shell, parent))
        }
        None => (NodePlace::Loose(usize::MAX), free_place(front)),
    };
    Command::AddNode {
        task,
        place,
        position,
    }
}

fn move_among_siblings(editor: &mut Editor, places: isize) {
    let front = editor.workspace.front();
    let Some(node) = front.selection().primary().cloned() else {
        return;
    };
    let Some(NodePlace::Child(parent, index)) = front.document().place(&node) else {
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
    rewiring::reorder(editor, &node, place);
}

/// Closes the temporarily expanded subtrees of the selected nodes, which the document still has as collapsed. Returns whether there were any.
fn close_peeks(workspace: &Workspace, shell: &mut Shell) -> bool {
    let front = workspace.front();
    let canvas = shell.views.canvases.of(front.id());
    canvas.close_peeks(front.selection().iter())
}

/// Disables the selected nodes, or enables them if all are disabled.
fn toggle_disabled(editor: &mut Editor) {
    let front = editor.workspace.front();
    let nodes: Vec<NodeId> = front.selection().iter().cloned().collect();
    if nodes.is_empty() {
        return;
    }
    let is_disabled = |id| front.document().node(id).is_some_and(|node| node.disabled);
    let all = nodes.iter().all(is_disabled);
    perform(editor, &Command::SetDisabled(nodes, !all));
}

/// The selected nodes that can have an abort type.
pub(crate) fn selected_composites<'a>(
    front: &'a OpenDocument,
    library: &'a NodeLibrary,
) -> impl Iterator<Item = &'a Node> {
    let nodes = front
        .selection()
        .iter()
        .filter_map(|id| front.document().node(id));
    nodes.filter(|node| {
        let declaration = library.declaration(&node.task);
        declaration.is_some_and(|declaration| declaration.category == Category::Composite)
    })
}

/// Sets the abort type of the selected composites, or none if all of them have it.
fn toggle_abort(editor: &mut Editor, abort: AbortType) {
    let front = editor.workspace.front();
    let composites = || selected_composites(front, editor.workspace.library());
    let abort = if composites().all(|node| node.abort == abort) {
        AbortType::None
    } else {
        abort
    };
    let nodes = composites().map(|node| node.id().clone()).collect();
    perform(editor, &Command::SetAbort(nodes, abort));
}

/// Sets the stand-in of the selected leaves.
fn set_stand_in(editor: &mut Editor, stand_in: Option<StandIn>) {
    let front = editor.workspace.front();
    let (document, library) = (front.document(), editor.workspace.library());
    let nodes = front.selection().iter().filter(|id| {
        let node = document.node(id);
        node.is_some_and(|node| library.can_have_stand_in(node))
    });
    let nodes: Vec<NodeId> = nodes.cloned().collect();
    perform(editor, &Command::SetStandIn(nodes, stand_in));
}

/// The current cards of the active document.
pub(super) fn scene_now(workspace: &Workspace, shell: &mut Shell) -> Rc<Scene> {
    scene_of(shell, workspace.front())
}

/// The current cards of a document.
fn scene_of(shell: &mut Shell, document: &OpenDocument) -> Rc<Scene> {
    let canvas = shell.views.canvases.of(document.id());
    let now = (document.document(), document.revision());
    canvas.scene_now(&shell.ctx, now, document.library(), &shell.texts)
}
