//! Going back and forward among the places where somebody was, and up to the nodes by way of which a tree was entered.

use egui::{Context, Pos2};
use treewright_authoring::edit::Selection;
use treewright_core::ids::NodeId;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::trail::{Trail, WayIn};

use crate::action::{Action, FileAction, VersionAction, ViewAction};
use crate::app::EditorApp;

/// Where somebody is: a document, what is selected there, and where its canvas looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    document: DocumentId,
    selection: Selection,
    /// The point in the middle, and the zoom.
    camera: Option<(Pos2, f32)>,
    descent: Vec<WayIn>,
}

/// Where somebody was, and by way of which nodes they came here.
#[derive(Default)]
pub struct Journey {
    /// Places behind and ahead.
    pub trail: Trail<Place>,
    /// The nodes by way of which the tree in front was entered, the outermost first.
    pub descent: Vec<WayIn>,
}

/// Whether an action goes to another place, as opposed to doing something here.
pub fn is_a_way(action: &Action) -> bool {
    match action {
        Action::Find(_) => true,
        Action::File(action) => !matches!(action, FileAction::Save | FileAction::SaveAs),
        Action::View(action) => matches!(action, ViewAction::Reveal(_) | ViewAction::GoToTree),
        Action::Version(action) => matches!(action, VersionAction::GoTo(_)),
        _ => false,
    }
}

/// Where somebody is now.
pub fn here(app: &EditorApp) -> Place {
    let front = app.workspace.front();
    let canvas = app.views.canvases.get(front.id());
    Place {
        document: front.id(),
        selection: front.selection().clone(),
        camera: canvas.map(|canvas| (canvas.middle(), canvas.zoom())),
        descent: app.journey.descent.clone(),
    }
}

/// Remembers where somebody was, if they are elsewhere now.
pub fn remember(app: &mut EditorApp, was: Place) {
    let front = app.workspace.front();
    let is_open = app.workspace.index_of(was.document).is_some();
    let elsewhere =
        front.id() != was.document || front.selection().primary() != was.selection.primary();
    // An empty place is none to come back to.
    let worth = !was.selection.is_empty() || front.id() != was.document;
    if is_open && elsewhere && worth {
        app.journey.trail.left(was);
    }
}

/// Goes back, or forward again.
pub fn walk(app: &mut EditorApp, ctx: &Context, forward: bool) {
    let workspace = &app.workspace;
    let trail = &mut app.journey.trail;
    trail.retain(|place| workspace.index_of(place.document).is_some());
    let from = here(app);
    let trail = &mut app.journey.trail;
    let to = if forward {
        trail.forward(from)
    } else {
        trail.back(from)
    };
    let Some(to) = to else {
        return;
    };
    let Some(index) = app.workspace.index_of(to.document) else {
        return;
    };
    app.workspace.bring_to_front(index);
    app.journey.descent = to.descent;
    let (front, _) = app.workspace.front_mut();
    front.select(to.selection);
    if let Some((middle, zoom)) = to.camera {
        let canvas = app.views.canvases.of(to.document);
        canvas.look_at(middle, zoom);
    }
    ctx.request_repaint();
}

/// Notes that a tree was entered by way of the node that was selected before.
pub fn entered(app: &mut EditorApp, was: &Place, top: &NodeId) {
    let into = app.workspace.front().id();
    let Some(node) = was.selection.primary().cloned() else {
        return;
    };
    app.journey.descent.push(WayIn {
        document: was.document,
        node,
        into,
        top: top.clone(),
    });
}

/// Forgets the way in if the place in front does not lie in the tree that it led to.
pub fn forget_the_way_in(app: &mut EditorApp) {
    let front = app.workspace.front();
    let at = front.selection().primary();
    let lies_in = |last: &WayIn| {
        last.into == front.id() && at.is_none_or(|at| front.document().is_inside(at, &last.top))
    };
    while app
        .journey
        .descent
        .last()
        .is_some_and(|last| !lies_in(last))
    {
        app.journey.descent.pop();
    }
}

/// Goes to the node by way of which the tree in front was entered; `level` counts from the outermost.
pub fn go_up_to(app: &mut EditorApp, ctx: &Context, level: usize) {
    let Some(step) = app.journey.descent.get(level).cloned() else {
        return;
    };
    let Some(index) = app.workspace.index_of(step.document) else {
        return;
    };
    app.workspace.bring_to_front(index);
    app.journey.descent.truncate(level);
    super::view::apply(app, ctx, ViewAction::Reveal(step.node));
}
