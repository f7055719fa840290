//! Changes of the shape of the tree around the selected nodes, and of how their cards lie to each other.

use std::sync::Arc;

use egui::Context;
use treewright_authoring::edit;
use treewright_authoring::edit::Command;
use treewright_authoring::layout::alignment;
use treewright_authoring::layout::alignment::{Axis, Card, Edge};
use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
use treewright_core::model::Node;
use treewright_session::notice::NoticeKind;

use super::edit::{free_place, perform, scene_now, topmost};
use crate::app::EditorApp;
use crate::panels::canvas::flow::Flow;
use crate::panels::canvas::{card_sizes, placement};

/// Gives nodes another task, and says what of them does not fit it.
pub fn replace_task(app: &mut EditorApp, ctx: &Context, nodes: Vec<NodeId>, task: Arc<str>) {
    let front = app.workspace.front();
    let (document, library) = (front.document(), app.workspace.library());
    let mut lost = Vec::new();
    for node in nodes.iter().filter_map(|id| document.node(id)) {
        for name in edit::lost_by_replacing(document, library, node, &task) {
            let title = match &*name {
                "abort" => app.texts.tr("inspector.abort").into_owned(),
                "stand_in" => app.texts.tr("stand_in.title").into_owned(),
                name => app.texts.parameter_title(&node.task, name),
            };
            if !lost.contains(&title) {
                lost.push(title);
            }
        }
    }
    let before = front.revision();
    perform(app, ctx, &Command::ReplaceTask { nodes, task });
    if app.workspace.front().revision() != before && !lost.is_empty() {
        let what = lost.join(", ");
        let text = app.texts.tr_with("notice.replaced", &[("lost", &what)]);
        app.say(ctx, NoticeKind::Done, text);
    }
}

/// Removes the selected nodes; what hangs below them goes up.
pub fn remove_keeping_children(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    let flow = Flow::of(app.settings.left_to_right);
    let document = front.document();
    let parts = front.selection().iter().map(|id| {
        let node = id.clone();
        let shift = placement::closing(document, flow, id);
        Command::RemoveKeepingChildren { node, shift }
    });
    let command = Command::Batch(parts.collect());
    perform(app, ctx, &command);
}

/// Makes the selected branch a tree of its own, named after its top.
pub fn extract(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    let document = front.document();
    let nodes = topmost(front);
    let Some(top) = nodes.first().and_then(|id| document.node(id)) else {
        return;
    };
    let title = if top.name.is_empty() {
        app.texts.task_title(&top.task)
    } else {
        top.name.clone()
    };
    let name = document.free_tree_name(&title).into();
    let top = top.id().clone();
    let before = front.revision();
    let at = place_in_view(app, ctx, &top);
    perform(app, ctx, &Command::Extract { nodes, name, at });
    if app.workspace.front().revision() != before {
        let trees = &app.workspace.front().document().trees;
        let name = trees.last().map_or("", |tree| &*tree.name);
        let text = app.texts.tr_with("notice.extracted", &[("tree", name)]);
        app.say(ctx, NoticeKind::Done, text);
    }
}

/// Where the top of a branch lies when the branch lies where there is room, near the middle of what is seen.
fn place_in_view(app: &mut EditorApp, ctx: &Context, top: &NodeId) -> Position {
    let scene = scene_now(app, ctx);
    let front = app.workspace.front();
    let document = front.document();
    let bounds = scene.bounds_of(document.subtree(top).map(Node::id));
    let canvas = app.views.canvases.get(front.id());
    match (canvas, bounds, scene.card(top)) {
        (Some(canvas), Some(bounds), Some(card)) => {
            let corner = canvas.free_place(document, bounds.size());
            let inside = card.rect.min - bounds.min;
            corner.moved(inside.x.round() as i32, inside.y.round() as i32)
        }
        _ => free_place(front),
    }
}

/// Puts the trees that the selected nodes run in their places.
pub fn inline(app: &mut EditorApp, ctx: &Context) {
    let selected = app.workspace.front().selection().iter().cloned();
    let command = Command::Batch(selected.map(Command::Inline).collect());
    let before = app.workspace.front().document().trees.clone();
    perform(app, ctx, &command);
    let document = app.workspace.front().document();
    let gone = before.iter().map(|tree| &*tree.name);
    let gone: Vec<&str> = gone.filter(|name| document.tree(name).is_none()).collect();
    if !gone.is_empty() {
        let names = gone.join(", ");
        let text = app
            .texts
            .tr_with("notice.inlined_last", &[("tree", &names)]);
        app.say(ctx, NoticeKind::Done, text);
    }
}

/// Hides or shows what is below the selected nodes and all below them, or below every node.
pub fn collapse(app: &mut EditorApp, ctx: &Context, on: bool, selected: bool) {
    let front = app.workspace.front();
    let document = front.document();
    let has_children = |node: &&Node| !node.children().is_empty();
    let ids = |node: &Node| node.id().clone();
    let nodes = if selected {
        let tops = topmost(front);
        let below = tops.iter().flat_map(|top| document.subtree(top));
        below.filter(has_children).map(ids).collect()
    } else {
        // With the roots collapsed as well there would be nothing left to see.
        let inner = |node: &&Node| !on || node.parent().is_some();
        let all = document.nodes().filter(has_children);
        all.filter(inner).map(ids).collect()
    };
    perform(app, ctx, &Command::SetCollapsed(nodes, on));
}

/// Lays the selected cards along an edge or middle line.
pub fn align(app: &mut EditorApp, ctx: &Context, edge: Edge) {
    let cards = selected_cards(app, ctx);
    perform(app, ctx, &Command::Align(alignment::align(&cards, edge)));
}

/// Lays the selected cards at equal distances.
pub fn distribute(app: &mut EditorApp, ctx: &Context, axis: Axis) {
    let cards = selected_cards(app, ctx);
    let places = alignment::distribute(&cards, axis);
    perform(app, ctx, &Command::Distribute(places));
}

fn selected_cards(app: &EditorApp, ctx: &Context) -> Vec<Card> {
    let front = app.workspace.front();
    let library = app.workspace.library();
    let sizes = card_sizes(ctx, front.document(), library, &app.texts);
    let selected = front.selection().iter();
    let nodes = selected.filter_map(|id| front.document().node(id));
    let cards = nodes.map(|node| Card {
        node: node.id().clone(),
        position: node.position,
        size: sizes.get(node.id()).copied().unwrap_or(Size::new(0.0, 0.0)),
    });
    cards.collect()
}
