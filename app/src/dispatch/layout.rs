//! Auto layout of the document in front: when it is asked for, and after each edit if that is wanted.

use egui::{Context, vec2};
use treewright_core::edit::{Command, History, Selection};
use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
use treewright_core::layout;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};

use super::edit::{card_sizes, perform};
use crate::app::EditorApp;
use crate::settings::Settings;
use crate::workspace::open_document::OpenDocument;

/// Trees of so many nodes are laid out with small branches in stacks.
const STACK_FROM: usize = 60;

/// The node that stays where it is on the screen while others are laid out: the selected one, or else the root.
pub struct Anchor(Option<(NodeId, Position)>);

impl Anchor {
    /// That of a document.
    pub fn of(front: &OpenDocument) -> Self {
        let document = front.document();
        let selected = front.selection().primary();
        let node = selected.or(document.root());
        let node = node.and_then(|id| document.node(id));
        Self(node.map(|node| (node.id().clone(), node.position)))
    }
}

/// Lays all nodes out anew, in the direction in which trees grow now; says whether any moved.
pub fn auto_layout(app: &mut EditorApp, ctx: &Context) -> bool {
    let places = places(app, ctx);
    let before = app.workspace.front().revision();
    perform(app, ctx, &Command::Arrange(places));
    let front = app.workspace.front();
    let moved = front.revision() != before;
    let front = front.id();
    app.views.canvases.of(front).request_fit();
    moved
}

/// Lays all nodes out as part of the edit that was just done. The anchor stays where it is on the screen.
pub fn after_edit(app: &mut EditorApp, ctx: &Context, anchor: Anchor) {
    let places = places(app, ctx);
    let (front, library) = app.workspace.front_mut();
    // That everything lies well already is no reason to trouble anybody.
    if front
        .apply_to_last(&library, &Command::Arrange(places))
        .is_err()
    {
        return;
    }
    let id = front.id();
    let Anchor(Some((node, before))) = anchor else {
        return;
    };
    if let Some(node) = front.document().node(&node) {
        let (dx, dy) = (
            node.position.x.saturating_sub(before.x),
            node.position.y.saturating_sub(before.y),
        );
        let canvas = app.views.canvases.of(id);
        canvas.follow(vec2(dx as f32, dy as f32));
    }
}

/// Where auto layout puts each node.
fn places(app: &mut EditorApp, ctx: &Context) -> Vec<(NodeId, Position)> {
    let sizes = card_sizes(app, ctx);
    let front = app.workspace.front();
    let size_of = |node: &Node| {
        sizes
            .get(node.id())
            .copied()
            .unwrap_or(Size::new(160.0, 60.0))
    };
    layout::tidy(front.document(), &size_of, &options(&app.settings))
}

/// Lays out a document that was just read, if its file holds no places; says whether it was such. That is no step of its history.
pub fn place_unplaced(document: &mut Document, settings: &Settings) -> bool {
    let Some(places) = layout::places_of_unplaced(document, &options(settings)) else {
        return false;
    };
    let (library, arrange) = (NodeLibrary::builtin(), Command::Arrange(places));
    let done = History::new().apply(document, &library, &mut Selection::default(), &arrange);
    done.is_ok()
}

/// Lays the document in front out anew if that was done before its cards could be measured.
pub fn place_well(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    // With a history of its own somebody has moved things since.
    if !front.placed_roughly || front.history().revision() != 0 {
        return;
    }
    let places = places(app, ctx);
    let (front, _) = app.workspace.front_mut();
    front.place(places);
    let id = front.id();
    app.views.canvases.of(id).request_fit();
}

/// How trees are laid out here.
fn options(settings: &Settings) -> layout::Options {
    layout::Options {
        direction: if settings.left_to_right {
            layout::Direction::LeftToRight
        } else {
            layout::Direction::TopDown
        },
        stack_from: settings.canvas.stack_branches.then_some(STACK_FROM),
        ..layout::Options::default()
    }
}
