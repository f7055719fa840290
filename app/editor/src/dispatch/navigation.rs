//! Navigation: back and forward through visited places, and up to the subtree nodes through which a tree was entered.

use treewright_core::ids::NodeId;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::trail::SubtreeEntry;

use crate::action::{Action, FileAction, UseAction, VersionAction, ViewAction};
use crate::editor::Editor;
use crate::shell::Shell;
use crate::shell::navigation::VisitedPlace;

/// Whether an action navigates to another place.
pub fn is_navigation(action: &Action) -> bool {
    match action {
        Action::Find(_) => true,
        Action::File(action) => !matches!(action, FileAction::Save | FileAction::SaveAs),
        Action::View(action) => matches!(action, ViewAction::Reveal(_) | ViewAction::GoToTree),
        Action::Version(action) => matches!(action, VersionAction::GoTo(_)),
        Action::Use(action) => matches!(action, UseAction::Edit),
        _ => false,
    }
}

/// The current place.
pub fn current_place(workspace: &Workspace, shell: &Shell) -> VisitedPlace {
    let front = workspace.front();
    let canvas = shell.views.canvases.get(front.id());
    VisitedPlace {
        document: front.id(),
        selection: front.selection().clone(),
        camera: canvas.map(|canvas| (canvas.middle(), canvas.zoom())),
        descent: shell.navigation.descent.clone(),
    }
}

/// Records the previous place, if it was left.
pub fn remember(workspace: &Workspace, shell: &mut Shell, previous: VisitedPlace) {
    let front = workspace.front();
    let is_open = workspace.index_of(previous.document).is_some();
    let elsewhere = front.id() != previous.document
        || front.selection().primary() != previous.selection.primary();
    // An empty place is not worth returning to.
    let is_worth_returning_to = !previous.selection.is_empty() || front.id() != previous.document;
    if is_open && elsewhere && is_worth_returning_to {
        shell.navigation.trail.left(previous);
    }
}

/// Goes back or forward.
pub fn walk(workspace: &mut Workspace, shell: &mut Shell, forward: bool) {
    let trail = &mut shell.navigation.trail;
    trail.retain(|place| workspace.index_of(place.document).is_some());
    let from = current_place(workspace, shell);
    let trail = &mut shell.navigation.trail;
    let to = if forward {
        trail.forward(from)
    } else {
        trail.back(from)
    };
    let Some(to) = to else {
        return;
    };
    let Some(index) = workspace.index_of(to.document) else {
        return;
    };
    workspace.bring_to_front(index);
    shell.navigation.descent = to.descent;
    let (front, _) = workspace.front_mut();
    front.select(to.selection);
    if let Some((middle, zoom)) = to.camera {
        let canvas = shell.views.canvases.of(to.document);
        canvas.look_at(middle, zoom);
    }
    shell.ctx.request_repaint();
}

/// Records that a tree was entered through the previously selected node.
pub fn entered(workspace: &Workspace, shell: &mut Shell, previous: &VisitedPlace, top: &NodeId) {
    let into = workspace.front().id();
    let Some(node) = previous.selection.primary().cloned() else {
        return;
    };
    shell.navigation.descent.push(SubtreeEntry {
        document: previous.document,
        node,
        into,
        top: top.clone(),
    });
}

/// Removes entries from `descent` until the current place is inside the tree that the last one led to.
pub fn trim_descent(workspace: &Workspace, shell: &mut Shell) {
    let front = workspace.front();
    let at = front.selection().primary();
    let lies_in = |last: &SubtreeEntry| {
        last.into == front.id() && at.is_none_or(|at| front.document().is_inside(at, &last.top))
    };
    while shell
        .navigation
        .descent
        .last()
        .is_some_and(|last| !lies_in(last))
    {
        shell.navigation.descent.pop();
    }
}

/// Goes to the node through which the active tree was entered; level 0 is the outermost.
pub fn go_up_to(editor: &mut Editor, level: usize) {
    let Some(step) = editor.shell.navigation.descent.get(level).cloned() else {
        return;
    };
    let Some(index) = editor.workspace.index_of(step.document) else {
        return;
    };
    editor.workspace.bring_to_front(index);
    editor.shell.navigation.descent.truncate(level);
    super::view::apply(editor, ViewAction::Reveal(step.node));
}
