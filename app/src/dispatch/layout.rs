//! Auto layout: when it is asked for, after each edit if that is wanted, and of what was read without places. A large document is laid out beside the window's
//! thread, at most once at a time, and gets the places only while it is what they were made for.

use std::time::Duration;

use egui::{Context, vec2};
use treewright_core::edit::{Command, History, Selection};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::layout;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::edit::perform_in;
use super::underway::Found;
use crate::action::Work;
use crate::app::EditorApp;
use crate::host::job::Ended;
use crate::i18n::Texts;
use crate::notice::NoticeKind;
use crate::panels::canvas;
use crate::settings::Settings;
use crate::workspace::Workspace;
use crate::workspace::background_layout::{BackgroundLayout, Places};
use crate::workspace::open_document::{DocumentId, OpenDocument};

/// After what time it is looked again whether the user has a hand free.
const LATER: Duration = Duration::from_millis(100);

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

/// Who wants a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AskedBy {
    /// The user.
    Command,
    /// Whoever lets trees grow another way.
    Direction,
    /// An edit, of which it becomes a part.
    Edit,
    /// Nobody: the document was laid out before its cards could be measured.
    Reading,
}

impl AskedBy {
    /// Whether it still has a meaning for the document as it is now.
    fn is_wanted(self, document: &OpenDocument) -> bool {
        match self {
            Self::Command | Self::Direction => true,
            // What is saved is not changed by what was done before that.
            Self::Edit => document.is_dirty() && document.history().can_undo(),
            // With a history of its own somebody has moved things since.
            Self::Reading => document.placed_roughly && document.history().revision() == 0,
        }
    }
}

/// A layout that is being worked out.
pub struct Underway {
    laying: BackgroundLayout,
    asked_by: AskedBy,
    /// It is not to arrive yet.
    is_held: bool,
}

impl Underway {
    /// Where nodes go, once that is known and is to be.
    fn take(&self) -> Option<Result<Places, Ended>> {
        if self.is_held {
            None
        } else {
            self.laying.take()
        }
    }

    /// What is told of it while it is not there.
    pub fn found(&self, workspace: &Workspace, texts: &Texts) -> Found {
        let id = self.laying.document;
        let index = workspace.index_of(id);
        let document = index.map(|index| &workspace.documents()[index]);
        let title = document.map_or_else(String::new, |document| document.title(texts));
        let is_asked_for = matches!(self.asked_by, AskedBy::Command | AskedBy::Direction);
        Found {
            is_asked_for,
            ..Found::new(Work::LayingOut(id), title, self.laying.progress())
        }
    }
}

/// Lays all nodes of the document in front out anew, in the direction in which trees grow now.
pub fn auto_layout(app: &mut EditorApp, ctx: &Context) {
    lay_out(app, ctx, AskedBy::Command, Anchor(None));
}

/// The same because that direction is another one now.
pub fn turn(app: &mut EditorApp, ctx: &Context) {
    lay_out(app, ctx, AskedBy::Direction, Anchor(None));
}

/// Lays all nodes out as part of the edit that was just done. The anchor stays where it is on the screen.
pub fn after_edit(app: &mut EditorApp, ctx: &Context, anchor: Anchor) {
    lay_out(app, ctx, AskedBy::Edit, anchor);
}

/// Lays the document in front out anew if that was done before its cards could be measured.
pub fn place_well(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    let is_awaited = || {
        let mut layouts = app.host.layouts.iter();
        layouts.any(|underway| underway.laying.document == front.id())
    };
    if AskedBy::Reading.is_wanted(front) && !is_awaited() {
        lay_out(app, ctx, AskedBy::Reading, Anchor(None));
    }
}

/// Lays the document in front out: a small one at once, a large one a little later. What was ordered for it before is forgotten.
fn lay_out(app: &mut EditorApp, ctx: &Context, asked_by: AskedBy, anchor: Anchor) {
    let index = app.workspace.front_index();
    forget(app, app.workspace.front().id());
    let underway = begin(app, ctx, index, asked_by);
    match underway.take() {
        Some(laid) => put(app, ctx, index, asked_by, laid, anchor),
        None => app.host.layouts.push(underway),
    }
}

fn begin(app: &EditorApp, ctx: &Context, index: usize, asked_by: AskedBy) -> Underway {
    let document = &app.workspace.documents()[index];
    let measure = canvas::measuring(ctx, document.library().clone(), app.texts.clone());
    let waker = ctx.clone();
    let wake = move || waker.request_repaint();
    Underway {
        laying: BackgroundLayout::begin(document, Box::new(measure), options(&app.settings), wake),
        asked_by,
        is_held: app.host.work_is_held,
    }
}

/// Takes the layouts that were worked out since the last frame.
pub fn take_in(app: &mut EditorApp, ctx: &Context) {
    if app.is_busy {
        // What somebody drags stays under the pointer.
        if !app.host.layouts.is_empty() {
            ctx.request_repaint_after(LATER);
        }
        return;
    }
    let mut at = 0;
    while let Some(underway) = app.host.layouts.get(at) {
        let Some(laid) = underway.take() else {
            at += 1;
            continue;
        };
        let underway = app.host.layouts.remove(at);
        if let Some(again) = arrived(app, ctx, &underway, laid) {
            app.host.layouts.insert(at, again);
            at += 1;
        }
    }
}

/// Gives the document its places; if it is another one by now, they are worked out again.
fn arrived(
    app: &mut EditorApp,
    ctx: &Context,
    underway: &Underway,
    laid: Result<Places, Ended>,
) -> Option<Underway> {
    let index = app.workspace.index_of(underway.laying.document)?;
    let document = &app.workspace.documents()[index];
    if !underway.asked_by.is_wanted(document) {
        return None;
    }
    let is_another = document.revision() != underway.laying.revision;
    if is_another && underway.asked_by == AskedBy::Edit {
        // It would become part of another edit.
        return None;
    }
    if laid.is_ok() && is_another {
        return Some(begin(app, ctx, index, underway.asked_by));
    }
    let (before, anchor) = (app.last_step(), Anchor::of(document));
    put(app, ctx, index, underway.asked_by, laid, anchor);
    if underway.asked_by == AskedBy::Command {
        app.say_what_was_done(ctx, before);
    }
    None
}

fn put(
    app: &mut EditorApp,
    ctx: &Context,
    index: usize,
    asked_by: AskedBy,
    laid: Result<Places, Ended>,
    anchor: Anchor,
) {
    let places = match laid {
        Ok(places) => places,
        Err(ended) => {
            app.workspace.documents_mut()[index].placed_roughly = false;
            let reason = app.texts.ended(&ended);
            let arguments = [("reason", &*reason)];
            let text = app.texts.tr_with("jobs.layout_ended", &arguments);
            return app.say(ctx, NoticeKind::Failed, text);
        }
    };
    match asked_by {
        AskedBy::Edit => join(app, index, places, anchor),
        AskedBy::Command | AskedBy::Direction => arrange(app, ctx, index, asked_by, places),
        AskedBy::Reading => {
            let document = &mut app.workspace.documents_mut()[index];
            document.place(places);
            app.views.canvases.of(document.id()).request_fit();
        }
    }
}

/// As a step of its own.
fn arrange(app: &mut EditorApp, ctx: &Context, index: usize, asked_by: AskedBy, places: Places) {
    let revision = |app: &EditorApp| app.workspace.documents()[index].revision();
    let before = revision(app);
    perform_in(app, ctx, index, &Command::Arrange(places));
    let has_moved = revision(app) != before;
    let document = &app.workspace.documents()[index];
    let is_empty = document.document().node_count() == 0;
    app.views.canvases.of(document.id()).request_fit();
    let key = match asked_by {
        AskedBy::Direction if has_moved => "notice.laid_out",
        AskedBy::Command if !has_moved && !is_empty => "layout.unchanged",
        _ => return,
    };
    let text = app.texts.tr(key).into_owned();
    app.say(ctx, NoticeKind::Done, text);
}

/// As part of the last step.
fn join(app: &mut EditorApp, index: usize, places: Places, anchor: Anchor) {
    let Some((document, library)) = app.workspace.get_mut(index) else {
        return;
    };
    // That everything lies well already is no reason to trouble anybody.
    if document
        .apply_to_last(&library, &Command::Arrange(places))
        .is_err()
    {
        return;
    }
    let Anchor(Some((node, before))) = anchor else {
        return;
    };
    if let Some(node) = document.document().node(&node) {
        let (dx, dy) = (
            node.position.x.saturating_sub(before.x),
            node.position.y.saturating_sub(before.y),
        );
        let canvas = app.views.canvases.of(document.id());
        canvas.follow(vec2(dx as f32, dy as f32));
    }
}

/// No longer wants a document to be laid out. One that was laid out roughly stays so.
pub fn stop(app: &mut EditorApp, id: DocumentId) {
    forget(app, id);
    if let Some(index) = app.workspace.index_of(id) {
        app.workspace.documents_mut()[index].placed_roughly = false;
    }
}

/// What was under way for a document is not wanted any more: it is ordered anew, or the document is closed.
pub fn forget(app: &mut EditorApp, id: DocumentId) {
    app.host
        .layouts
        .retain(|underway| underway.laying.document != id);
}

/// An edit of a document was taken back, or done again: a layout that was to become part of it has none any more, and one that was asked for would
/// come after what was done last, so that nothing could be done again.
pub fn went_back(app: &mut EditorApp, id: DocumentId) {
    let is_of_other = |underway: &Underway| {
        underway.laying.document != id || underway.asked_by == AskedBy::Reading
    };
    app.host.layouts.retain(is_of_other);
}

/// Those that were held may arrive.
pub fn let_go_on(underway: &mut [Underway]) {
    for underway in underway {
        underway.is_held = false;
    }
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

/// How trees are laid out here.
fn options(settings: &Settings) -> layout::Options {
    layout::Options {
        direction: if settings.left_to_right {
            layout::Direction::LeftToRight
        } else {
            layout::Direction::TopDown
        },
        stack_from: settings
            .canvas
            .stack_branches
            .then_some(layout::Options::STACK_FROM),
        ..layout::Options::default()
    }
}
