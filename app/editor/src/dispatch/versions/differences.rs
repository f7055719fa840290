//! Goes from difference to difference, and to the nodes of the other version. In the side-by-side view, both sides show the place.

use treewright_authoring::diff::DifferenceKind;
use treewright_authoring::edit::Selection;
use treewright_core::ids::NodeId;
use treewright_core::model::{Annotation, Document, FieldValue, Subject};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::versions::Versions;

use crate::panels::canvas::LinkedCanvas;
use crate::shell::Shell;

/// Goes to the subject of the difference at `index`.
pub fn go_to(workspace: &mut Workspace, shell: &mut Shell, index: usize) {
    let front = workspace.front();
    let Some(versions) = shell.views.versions.of(front.id()) else {
        return;
    };
    let Some(found) = versions.differences().get(index) else {
        return;
    };
    let is_removed = found.kind == DifferenceKind::Removed;
    let subject = found.subject.clone();
    let document = if is_removed {
        versions.older()
    } else {
        front.document()
    };
    let of_value = match &found.new {
        Some(FieldValue::Node(id)) => Some(id.clone()),
        _ => None,
    };
    let node = node_of(document, &subject).or(of_value);
    if let Some(id) = node {
        go_to_node(workspace, shell, &id);
    } else if let Some(annotation) = annotation_of(&subject) {
        go_to_annotation(workspace, shell, annotation, is_removed);
    }
    let front = workspace.front();
    shell.views.versions.go_to(subject, is_removed, front);
}

fn node_of(document: &Document, subject: &Subject) -> Option<NodeId> {
    match subject {
        Subject::Node(id) => Some(id.clone()),
        Subject::Tree(name) => {
            let tree = document.trees.iter().find(|tree| tree.name == *name)?;
            Some(tree.root.clone())
        }
        _ => None,
    }
}

fn annotation_of(subject: &Subject) -> Option<Annotation> {
    match subject {
        Subject::Note(index) => Some(Annotation::Note(*index)),
        Subject::Group(index) => Some(Annotation::Group(*index)),
        _ => None,
    }
}

/// Centers a node on both sides, where it is or where it was; without the side-by-side view, only scrolls it into view.
fn go_to_node(workspace: &mut Workspace, shell: &mut Shell, id: &NodeId) {
    let front = workspace.front().id();
    let remaining = select_remaining(workspace, shell, id);
    let views = &mut shell.views;
    let Some(versions) = views.versions.side_by_side_versions(front) else {
        if let Some(here) = remaining {
            views.canvases.of(front).request_reveal(here);
        }
        return;
    };
    let canvas = views.canvases.of(front);
    let is_here = remaining.as_ref() == Some(id);
    let there = nearest_in_older(versions, workspace.front().document(), id);
    let leading = if is_here {
        LinkedCanvas::Second
    } else {
        LinkedCanvas::First
    };
    views.comparison_view.link.lead(leading);
    if let Some(here) = remaining {
        if is_here || !views.comparison_view.linked {
            canvas.request_readable(here);
        } else {
            canvas.skip_revealing(Some(&here));
        }
    }
    if let Some(there) = there.filter(|_| !is_here || !views.comparison_view.linked) {
        views.comparison_view.older.request_readable(there);
    }
}

/// Selects a node or its nearest remaining ancestor, and returns it; `None` if there is none.
fn select_remaining(workspace: &mut Workspace, shell: &Shell, id: &NodeId) -> Option<NodeId> {
    let (front, _) = workspace.front_mut();
    let versions = shell.views.versions.of(front.id())?;
    let remaining = versions.nearest_common(front.document(), id).cloned();
    front.select(
        remaining
            .clone()
            .map_or_else(Selection::default, Selection::one),
    );
    remaining
}

/// The node itself in the other version, or its nearest ancestor there.
fn nearest_in_older(versions: &Versions, document: &Document, id: &NodeId) -> Option<NodeId> {
    let mut ancestry = std::iter::once(id).chain(document.ancestors(id));
    ancestry
        .find(|id| versions.older().node(id).is_some())
        .cloned()
}

fn go_to_annotation(
    workspace: &mut Workspace,
    shell: &mut Shell,
    annotation: Annotation,
    is_removed: bool,
) {
    let (front, _) = workspace.front_mut();
    let id = front.id();
    if is_removed {
        shell.views.comparison_view.link.lead(LinkedCanvas::First);
        shell
            .views
            .comparison_view
            .older
            .request_reveal_annotation(annotation);
    } else {
        front.select(Selection::default().with_annotations(vec![annotation]));
        shell.views.comparison_view.link.lead(LinkedCanvas::Second);
        let canvas = shell.views.canvases.of(id);
        canvas.request_reveal_annotation(annotation);
    }
}

/// Goes to the next or previous difference; after the last comes the first.
pub fn step(workspace: &mut Workspace, shell: &mut Shell, backwards: bool) {
    let front = workspace.front();
    let Some(versions) = shell.views.versions.of(front.id()) else {
        return;
    };
    let things: Vec<usize> = versions.things().collect();
    let count = things.len();
    if count == 0 {
        let key = if versions.is_compared() {
            "versions.same"
        } else {
            "versions.comparing"
        };
        shell.notify_key(NoticeKind::Done, key, &[]);
        return;
    }
    let next = match (shell.views.versions.place(front), backwards) {
        (Some(place), false) => (place + 1) % count,
        (Some(place), true) => (place + count - 1) % count,
        (None, false) => 0,
        (None, true) => count - 1,
    };
    go_to(workspace, shell, things[next]);
}

/// When the side-by-side view opens, goes to the current difference, or to the first one if nothing is selected.
pub fn go_to_current(workspace: &mut Workspace, shell: &mut Shell) {
    let front = workspace.front();
    let versions = &shell.views.versions;
    let Some(shown) = versions.of(front.id()) else {
        return;
    };
    let place = versions.place(front);
    let primary = front.selection().primary().cloned();
    let index = shown.things().nth(place.unwrap_or(0));
    match (index, primary) {
        (Some(index), None) => go_to(workspace, shell, index),
        (Some(index), Some(_)) if place.is_some() => go_to(workspace, shell, index),
        (_, Some(primary)) => {
            let canvas = shell.views.canvases.of(workspace.front().id());
            canvas.request_readable(primary);
        }
        (None, None) => {}
    }
}

/// Selects a clicked node of the other version, or the place where it was. Scrolls only as far as necessary.
pub fn select_other(workspace: &mut Workspace, shell: &mut Shell, id: NodeId) {
    let front = workspace.front().id();
    let remaining = select_remaining(workspace, shell, &id);
    let is_removed = remaining.as_ref() != Some(&id);
    if shell.views.comparison_view.linked {
        shell.views.comparison_view.link.lead(LinkedCanvas::First);
        shell
            .views
            .canvases
            .of(front)
            .skip_revealing(remaining.as_ref());
    }
    let front = workspace.front();
    shell
        .views
        .versions
        .go_to(Subject::Node(id), is_removed, front);
}
