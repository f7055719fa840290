//! Moves branches to a parent: where they were dropped on the canvas or in the outline, out of their parent, or into the sibling before them.

use treewright_authoring::edit::{Command, can_move_below, move_below};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node, NodePlace};
use treewright_session::notice::NoticeKind;

use super::edit::{perform, place_below, scene_now, topmost};
use crate::editor::Editor;
use crate::scene::flow::Flow;
use crate::scene::placement::NEW_CARD;
use crate::scene::siblings;

/// The gap between branches that are moved together.
const GAP: f32 = 24.0;

/// Moves branches below a parent, before the child that has this index now. `by` is how far their cards move; `None` for a place near
/// the parent.
pub fn move_to(
    editor: &mut Editor,
    nodes: &[NodeId],
    (parent, index): (&NodeId, usize),
    by: Option<(i32, i32)>,
) {
    let front = editor.workspace.front();
    let (document, library) = (front.document(), editor.workspace.library());
    if let Err(refusal) = can_move_below(document, library, parent, nodes) {
        let text = editor.shell.texts.refusal(&refusal);
        return editor.shell.notify(NoticeKind::Refused, text);
    }
    let Some(command) = move_below(document, parent, nodes, index) else {
        return;
    };
    let said = description(editor, nodes, parent);
    let command = match (command, by) {
        (Command::Reorder { node, index }, None) => reordered(editor, &node, index),
        (command, by) => {
            let mut parts = moves(editor, nodes, parent, by);
            parts.push(command);
            Command::Batch(parts)
        }
    };
    let before = editor.active_revision();
    perform(editor, &command);
    if let Some(said) = said
        && editor.active_revision() != before
    {
        editor.report_done(said);
    }
}

/// Moves the selected branches behind their parent, as its next siblings.
pub fn move_out(editor: &mut Editor) {
    let front = editor.workspace.front();
    let nodes = topmost(front);
    let document = front.document();
    let first = nodes.first().and_then(|node| document.node(node));
    let place = first
        .and_then(Node::parent)
        .and_then(|it| document.place(it));
    if let Some(NodePlace::Child(above, index)) = place {
        move_to(editor, &nodes, (&above, index + 1), None);
    }
}

/// Makes the selected branches the last children of the sibling before them.
pub fn move_in(editor: &mut Editor) {
    let front = editor.workspace.front();
    let nodes = topmost(front);
    let document = front.document();
    let sibling = nodes
        .first()
        .and_then(|node| sibling_before(document, node));
    if let Some(sibling) = sibling.cloned() {
        move_to(editor, &nodes, (&sibling, usize::MAX), None);
    }
}

/// The sibling before a node; `None` if it is the first one.
pub fn sibling_before<'d>(document: &'d Document, node: &NodeId) -> Option<&'d NodeId> {
    let Some(NodePlace::Child(parent, index)) = document.place(node) else {
        return None;
    };
    let children = document.node(&parent)?.children();
    children.get(index.checked_sub(1)?)
}

/// Moves a node to another index among its siblings, and arranges them in this order.
pub fn reorder(editor: &mut Editor, node: &NodeId, index: usize) {
    let command = reordered(editor, node, index);
    perform(editor, &command);
}

/// The command that moves a node to another index among its siblings, to their end if it is higher, and arranges them in this order.
fn reordered(editor: &mut Editor, node: &NodeId, index: usize) -> Command {
    let flow = Flow::of(editor.workspace.front().grows_right());
    let scene = scene_now(&editor.workspace, &mut editor.shell);
    let document = editor.workspace.front().document();
    let parent = document.node(node).and_then(Node::parent);
    let family = parent.and_then(|parent| document.node(parent));
    let last = family.map_or(0, |parent| parent.children().len().saturating_sub(1));
    siblings::reorder(document, &scene, flow, node, index.min(last))
}

/// The commands that move the cards of the branches, each with its descendants.
fn moves(
    editor: &Editor,
    nodes: &[NodeId],
    parent: &NodeId,
    by: Option<(i32, i32)>,
) -> Vec<Command> {
    let moved = |nodes: Vec<NodeId>, (dx, dy): (i32, i32)| Command::MoveBy {
        nodes,
        dx,
        dy,
        with_descendants: true,
        order_axis: None,
    };
    if let Some(by) = by {
        return vec![moved(nodes.to_vec(), by)];
    }
    let first = place_below(&editor.workspace, &editor.shell, parent);
    let document = editor.workspace.front().document();
    let (right, down) = match Flow::of(editor.workspace.front().grows_right()) {
        Flow::Down => ((NEW_CARD.x + GAP) as i32, 0),
        Flow::Right => (0, (NEW_CARD.y + GAP) as i32),
    };
    let places = (0..).map(|n| Position::new(first.x + n * right, first.y + n * down));
    let each = nodes.iter().zip(places).filter_map(|(node, place)| {
        let at = document.node(node)?.position;
        let by = (place.x.saturating_sub(at.x), place.y.saturating_sub(at.y));
        Some(moved(vec![node.clone()], by))
    });
    each.collect()
}

/// What moving to another parent is called afterwards; `None` if the nodes had no other parent.
fn description(editor: &Editor, nodes: &[NodeId], parent: &NodeId) -> Option<String> {
    let document = editor.workspace.front().document();
    let texts = &editor.shell.texts;
    let title = |id: &NodeId| texts.title_of(document, id);
    let to = title(parent);
    let from = nodes.first().and_then(|node| document.node(node)?.parent());
    let from = from.filter(|from| *from != parent)?;
    Some(match nodes {
        [node] => {
            let (node, from) = (title(node), title(from));
            let arguments = [("node", &*node), ("from", &*from), ("to", &*to)];
            texts.tr_with("drop.moved", &arguments)
        }
        _ => texts.tr_count_with("drop.moved_several", nodes.len(), &[("to", &to)]),
    })
}
