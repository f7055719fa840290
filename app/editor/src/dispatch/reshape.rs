//! Changes to the structure of the tree around the selected nodes, and alignment of cards.

use std::sync::Arc;

use treewright_authoring::edit;
use treewright_authoring::edit::Command;
use treewright_authoring::layout::alignment;
use treewright_authoring::layout::alignment::{Axis, Card, Edge};
use treewright_core::geometry::Size;
use treewright_core::ids::NodeId;
use treewright_core::model::Node;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;

use super::edit::{perform, topmost};
use super::inlining;
use super::project::followers::{self, NodesBefore};
use crate::editor::Editor;
use crate::scene::card_measuring::card_sizes;
use crate::scene::flow::Flow;
use crate::scene::placement;
use crate::shell::Shell;

/// Changes the type of nodes, and reports which of their settings are lost.
pub fn replace_task(editor: &mut Editor, nodes: Vec<NodeId>, task: Arc<str>) {
    let front = editor.workspace.front();
    let (document, library) = (front.document(), editor.workspace.library());
    let mut lost = Vec::new();
    for node in nodes.iter().filter_map(|id| document.node(id)) {
        for name in edit::lost_by_changing_task(document, library, node, &task) {
            let title = match &*name {
                "abort" => editor.shell.texts.tr("inspector.abort").into_owned(),
                "stand_in" => editor.shell.texts.tr("stand_in.title").into_owned(),
                "data" => editor.shell.texts.tr("stand_in.data").into_owned(),
                name => editor.shell.texts.parameter_title(&node.task, name),
            };
            if !lost.contains(&title) {
                lost.push(title);
            }
        }
    }
    let before = front.revision();
    perform(editor, &Command::ReplaceTask { nodes, task });
    if editor.workspace.front().revision() != before && !lost.is_empty() {
        let what = editor.shell.texts.list(&lost);
        editor
            .shell
            .notify_key(NoticeKind::Done, "notice.replaced", &[("lost", &what)]);
    }
}

/// Removes the selected nodes; their children move up.
pub fn remove_keeping_children(editor: &mut Editor) {
    let front = editor.workspace.front();
    let flow = Flow::of(editor.workspace.front().grows_right());
    let document = front.document();
    let parts = front.selection().iter().map(|id| {
        let node = id.clone();
        let shift = placement::offset_after_removal(document, flow, id);
        Command::RemoveKeepingChildren { node, shift }
    });
    let command = Command::Batch(parts.collect());
    perform(editor, &command);
}

/// The name that a tree gets from its top node.
pub(super) fn title_of_tree(editor: &Editor, top: &NodeId) -> String {
    let document = editor.workspace.front().document();
    match document.node(top) {
        Some(top) if top.name.is_empty() => editor.shell.texts.task_title(&top.task),
        Some(top) => top.name.clone(),
        None => String::new(),
    }
}

/// Moves the selected subtree into a named tree, named after its root.
pub fn extract(editor: &mut Editor) {
    let front = editor.workspace.front();
    let document = front.document();
    let nodes = topmost(front);
    let Some(top) = nodes.first().and_then(|id| document.node(id)) else {
        return;
    };
    let name = title_of_tree(editor, top.id());
    let name = document.free_tree_name(&name).into();
    let at = top.position;
    let before = front.revision();
    perform(editor, &Command::Extract { nodes, name, at });
    if editor.workspace.front().revision() != before {
        let trees = &editor.workspace.front().document().trees;
        let name = trees.last().map_or("", |tree| &*tree.name);
        editor
            .shell
            .notify_key(NoticeKind::Done, "notice.extracted", &[("tree", name)]);
    }
}

/// Replaces the selected subtree nodes by copies of the trees that they run.
pub fn inline(editor: &mut Editor) {
    let Some((command, moves)) = inlining::command(editor) else {
        return;
    };
    let nodes = NodesBefore::of(editor.workspace.front());
    let before = editor.workspace.front().document().trees.clone();
    perform(editor, &command);
    followers::follow(editor, nodes, moves);
    let document = editor.workspace.front().document();
    let removed = before.iter().map(|tree| &*tree.name);
    let removed: Vec<&str> = removed
        .filter(|name| document.tree(name).is_none())
        .collect();
    if !removed.is_empty() {
        let names = editor.shell.texts.list(&removed);
        editor
            .shell
            .notify_key(NoticeKind::Done, "notice.inlined_last", &[("tree", &names)]);
    }
}

/// Collapses or expands the selected subtrees, or all nodes.
pub fn collapse(editor: &mut Editor, on: bool, selected: bool) {
    let front = editor.workspace.front();
    let document = front.document();
    let has_children = |node: &&Node| !node.children().is_empty();
    let ids = |node: &Node| node.id().clone();
    let nodes = if selected {
        let tops = topmost(front);
        let below = tops.iter().flat_map(|top| document.subtree(top));
        below.filter(has_children).map(ids).collect()
    } else {
        // If roots were collapsed, too, nothing would be visible.
        let inner = |node: &&Node| !on || node.parent().is_some();
        let all = document.nodes().filter(has_children);
        all.filter(inner).map(ids).collect()
    };
    perform(editor, &Command::SetCollapsed(nodes, on));
}

/// Collapses the selected nodes that have children, or expands them if all are collapsed.
pub fn toggle_collapsed(editor: &mut Editor) {
    let front = editor.workspace.front();
    let selected = front.selection().iter();
    let nodes = selected.filter_map(|id| front.document().node(id));
    let parents = nodes.filter(|node| !node.children().is_empty());
    let parents: Vec<&Node> = parents.collect();
    if parents.is_empty() {
        return;
    }
    let all = parents.iter().all(|node| node.collapsed);
    let ids = parents.into_iter().map(|node| node.id().clone()).collect();
    perform(editor, &Command::SetCollapsed(ids, !all));
}

/// Aligns the selected cards along an edge or a middle line.
pub fn align(editor: &mut Editor, edge: Edge) {
    let cards = selected_cards(&editor.workspace, &editor.shell);
    perform(editor, &Command::Align(alignment::align(&cards, edge)));
}

/// Distributes the selected cards at equal distances.
pub fn distribute(editor: &mut Editor, axis: Axis) {
    let cards = selected_cards(&editor.workspace, &editor.shell);
    let places = alignment::distribute(&cards, axis);
    perform(editor, &Command::Distribute(places));
}

fn selected_cards(workspace: &Workspace, shell: &Shell) -> Vec<Card> {
    let front = workspace.front();
    let library = workspace.library();
    let sizes = card_sizes(&shell.ctx, front.document(), library, &shell.texts);
    let selected = front.selection().iter();
    let nodes = selected.filter_map(|id| front.document().node(id));
    let cards = nodes.map(|node| Card {
        node: node.id().clone(),
        position: node.position,
        size: sizes.get(node.id()).copied().unwrap_or(Size::new(0.0, 0.0)),
    });
    cards.collect()
}
