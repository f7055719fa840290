//! The selection of the active document.

use rustc_hash::FxHashSet;
use treewright_authoring::edit::Selection;
use treewright_core::ids::NodeId;
use treewright_core::model::{Annotation, Document, Node};
use treewright_session::workspace::Workspace;

use crate::action::{Direction, SelectAction};
use crate::scene::annotations;
use crate::shell::Shell;

pub fn apply(workspace: &mut Workspace, shell: &mut Shell, action: SelectAction) {
    shell.views.versions.leave();
    let (front, _) = workspace.front_mut();
    let mut selection = front.selection().clone();
    let keeps_view = matches!(
        action,
        SelectAction::All | SelectAction::Subtree | SelectAction::SameKind | SelectAction::Invert
    );
    match action {
        SelectAction::Set(ids) => selection = Selection::of(ids),
        SelectAction::Add(ids) => ids.into_iter().for_each(|id| selection.add(id)),
        SelectAction::Toggle(ids) => ids.into_iter().for_each(|id| selection.toggle(id)),
        SelectAction::SetAnnotations(list) => {
            selection = Selection::default().with_annotations(list);
        }
        SelectAction::AddAnnotations(list) => selection = selection.with_annotations(list),
        SelectAction::ToggleAnnotations(list) => {
            for annotation in list {
                selection.toggle_annotation(annotation);
            }
        }
        SelectAction::NextAnnotation => return next_annotation(workspace, shell),
        SelectAction::All => {
            front.select_all();
            selection = front.selection().clone();
        }
        SelectAction::Subtree => {
            let document = front.document();
            let tops = selection.topmost(document);
            let below = tops.iter().flat_map(|top| document.subtree(top));
            selection = Selection::of(below.map(|node| node.id().clone()));
        }
        SelectAction::SameKind => selection = of_same_kind(front.document(), &selection),
        SelectAction::Invert => {
            let all = front.document().pre_order();
            let others = all.filter(|node| !selection.contains(node.id()));
            selection = Selection::of(others.map(|node| node.id().clone()));
        }
        SelectAction::Walk(direction) => {
            if let Some(next) = walk(front.document(), selection.primary(), direction) {
                selection = Selection::one(next);
            }
        }
    }
    let (id, primary) = (front.id(), selection.primary().cloned());
    front.select(selection);
    if keeps_view {
        // After selecting many nodes, the views do not scroll to any of them.
        shell.views.canvases.of(id).skip_revealing(primary.as_ref());
        shell.views.outline.skip_scroll = true;
    }
}

/// Selects all nodes with the tasks of the selected ones; the primary node stays primary.
fn of_same_kind(document: &Document, selection: &Selection) -> Selection {
    let nodes = selection.iter().filter_map(|id| document.node(id));
    let tasks: FxHashSet<&str> = nodes.map(|node| &*node.task).collect();
    let all = document.pre_order();
    let same = all.filter(|node| tasks.contains(&*node.task));
    let mut same = Selection::of(same.map(|node| node.id().clone()));
    if let Some(primary) = selection.primary() {
        same.add(primary.clone());
    }
    same
}

/// Selects and reveals the note or group after the selected one.
fn next_annotation(workspace: &mut Workspace, shell: &mut Shell) {
    let (front, _) = workspace.front_mut();
    let all: Vec<Annotation> = annotations::all(front.document()).collect();
    let last = front.selection().annotations().last();
    let at = all.iter().position(|which| Some(*which) == last);
    let next = at.map_or(0, |at| at + 1) % all.len().max(1);
    if let Some(next) = all.get(next) {
        front.select(Selection::default().with_annotations([*next]));
        let front = front.id();
        let canvas = shell.views.canvases.of(front);
        canvas.request_reveal_annotation(*next);
    }
}

/// The node in this direction; without a selection, the first head.
fn walk(document: &Document, from: Option<&NodeId>, direction: Direction) -> Option<NodeId> {
    let Some(node) = from.and_then(|id| document.node(id)) else {
        return document.heads().next().cloned();
    };
    match direction {
        Direction::Parent => node.parent().cloned(),
        Direction::FirstChild => node.children().first().cloned(),
        Direction::PreviousSibling => sibling(document, node, -1),
        Direction::NextSibling => sibling(document, node, 1),
    }
}

fn sibling(document: &Document, node: &Node, step: isize) -> Option<NodeId> {
    let siblings: Vec<&NodeId> = match node.parent().and_then(|id| document.node(id)) {
        Some(parent) => parent.children().iter().collect(),
        None => document.heads().collect(),
    };
    let at = siblings.iter().position(|id| *id == node.id())?;
    let next = at.checked_add_signed(step)?;
    siblings.get(next).copied().cloned()
}

#[cfg(test)]
mod tests {
    use treewright_core::model::DocumentBuilder;

    use super::*;

    #[test]
    fn walking_goes_along_the_tree_and_stops_at_its_ends() {
        let mut builder = DocumentBuilder::new("walk");
        let root = builder.root(Node::new("a", "Sequence")).unwrap();
        builder.child(&root, Node::new("b", "Wait")).unwrap();
        builder.child(&root, Node::new("c", "Wait")).unwrap();
        builder.loose(Node::new("d", "Wait")).unwrap();
        let document = builder.finish();
        let to = |from: &str, direction| {
            walk(&document, Some(&NodeId::from(from)), direction).map(|id| id.to_string())
        };
        assert_eq!(to("a", Direction::FirstChild).as_deref(), Some("b"));
        assert_eq!(to("b", Direction::NextSibling).as_deref(), Some("c"));
        assert_eq!(to("c", Direction::NextSibling), None);
        assert_eq!(to("c", Direction::Parent).as_deref(), Some("a"));
        assert_eq!(to("a", Direction::NextSibling).as_deref(), Some("d"));
        assert_eq!(walk(&document, None, Direction::Parent), Some("a".into()));
    }
}
