//! Auto layout: when it is asked for, after each edit if that is wanted, and of what was read without places. Large documents are laid out beside the window's
//! thread, one at a time, and get the places only while they are what these were made for.

use egui::{Context, vec2};
use treewright_authoring::edit::{Command, History, Selection};
use treewright_authoring::layout;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_session::host::job::Ended;
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::Settings;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::background_layout::{
    BackgroundLayout, Manner, Places, is_small,
};
use treewright_session::workspace::open_document::{DocumentId, OpenDocument, Owed, Taking};

use super::arriving;
use super::edit::perform_in;
use super::file::saving;
use super::underway::Found;
use crate::action::Work;
use crate::app::EditorApp;
use crate::panels::canvas;

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
    /// The document: it was laid out before its cards could be measured, or an edit is to be followed by a layout.
    Document,
}

/// The layouts that are wanted. One large document at a time is laid out, so that many cost no more than one.
#[derive(Default)]
pub struct Layouts {
    orders: Vec<Order>,
    /// What nobody wants any more, until it hears of that.
    stopping: Option<BackgroundLayout>,
}

/// A layout that is wanted, at most one for each document.
struct Order {
    document: DocumentId,
    asked_by: AskedBy,
    /// What works it out; none while another document is laid out.
    laying: Option<BackgroundLayout>,
    /// It is not to arrive yet.
    is_held: bool,
}

impl Order {
    /// Where nodes go, once that is known and is to be.
    fn take(&self) -> Option<Result<Places, Ended>> {
        let laying = self.laying.as_ref().filter(|_| !self.is_held);
        laying.and_then(BackgroundLayout::take)
    }
}

impl Layouts {
    /// What is told of them while they are not there.
    pub fn found<'a>(
        &'a self,
        workspace: &'a Workspace,
        texts: &'a Texts,
    ) -> impl Iterator<Item = Found> + 'a {
        self.orders.iter().map(|order| {
            let index = workspace.index_of(order.document);
            let document = index.map(|index| &workspace.documents()[index]);
            let title = document.map_or_else(String::new, |document| document.title(texts));
            let laying = order.laying.as_ref();
            let progress = laying.and_then(BackgroundLayout::progress);
            let found = Found::new(Work::LayingOut(order.document), title).at(progress);
            match order.asked_by {
                AskedBy::Command | AskedBy::Direction => found,
                AskedBy::Document => found.by_itself(),
            }
        })
    }

    /// Those that were held may arrive.
    pub fn let_go_on(&mut self) {
        for order in &mut self.orders {
            order.is_held = false;
        }
    }

    /// Whether a large document can be laid out now.
    fn is_free(&mut self) -> bool {
        self.stopping.take_if(|laying| laying.is_over());
        let mut laying = self.orders.iter().filter_map(|order| order.laying.as_ref());
        self.stopping.is_none() && !laying.any(|laying| laying.is_beside)
    }

    /// No longer wants those of a document that are not to stay.
    fn forget(&mut self, id: DocumentId, stays: impl Fn(&Order) -> bool) {
        let is_gone = |order: &mut Order| order.document == id && !stays(order);
        for order in self.orders.extract_if(.., is_gone) {
            let Some(laying) = order.laying else {
                continue;
            };
            laying.stop();
            if !laying.is_over() {
                self.stopping = Some(laying);
            }
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
    let (front, _) = app.workspace.front_mut();
    front.owe_layout(Owed::Edit);
    lay_out(app, ctx, AskedBy::Document, anchor);
}

/// Lays the document in front out if it was not since it was read or edited: it was laid out before its cards could be measured, or what was edited
/// last was taken back before what was edited first was laid out.
pub fn keep_up(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    let Some(taking) = taking(app, front) else {
        return;
    };
    let mut orders = app.host.layouts.orders.iter();
    if orders.any(|order| order.document == front.id()) {
        return;
    }
    if app.is_busy && taking != Taking::AsRead {
        return arriving::look_again(ctx, true);
    }
    let anchor = Anchor::of(front);
    lay_out(app, ctx, AskedBy::Document, anchor);
}

/// How a document takes the layout that it owes; none if it owes none now, or is being saved: what is written stays what one can go back to.
fn taking(app: &EditorApp, document: &OpenDocument) -> Option<Taking> {
    let (owed, taking) = document.owes_layout()?;
    let is_wanted = owed == Owed::Reading || app.settings.canvas.always_layout;
    (is_wanted && !saving::is_underway(app, document.id())).then_some(taking)
}

/// Lays the document in front out: a small one at once, a large one a little later. What was ordered for it before is forgotten.
fn lay_out(app: &mut EditorApp, ctx: &Context, asked_by: AskedBy, anchor: Anchor) {
    let index = app.workspace.front_index();
    let id = app.workspace.front().id();
    forget(app, id);
    let may_begin = is_small(app.workspace.front()) || app.host.layouts.is_free();
    let order = Order {
        document: id,
        asked_by,
        laying: may_begin.then(|| begin(app, ctx, index)),
        is_held: app.host.work_is_held,
    };
    match order.take() {
        Some(laid) => put(app, ctx, index, asked_by, laid, anchor),
        None => app.host.layouts.orders.push(order),
    }
}

fn begin(app: &EditorApp, ctx: &Context, index: usize) -> BackgroundLayout {
    let document = &app.workspace.documents()[index];
    let measure = canvas::measuring(ctx, document.library().clone(), app.texts.clone());
    let waker = ctx.clone();
    let wake = move || waker.request_repaint();
    BackgroundLayout::begin(document, Box::new(measure), manner(app), wake)
}

/// Takes the layouts that were worked out since the last frame, and begins the next one.
pub fn take_in(app: &mut EditorApp, ctx: &Context) {
    // What somebody drags stays under the pointer.
    let list: arriving::List<_> = |host| &mut host.layouts.orders;
    let take = |order: &mut Order| order.take();
    while let Some((mut order, laid)) = arriving::next(app, ctx, list, take) {
        order.laying = arrived(app, ctx, &order, laid);
        if order.laying.is_some() {
            app.host.layouts.orders.push(order);
        }
    }
    begin_next(app, ctx);
}

/// Begins the first one that waits, once no other goes on.
fn begin_next(app: &mut EditorApp, ctx: &Context) {
    let mut orders = app.host.layouts.orders.iter();
    let Some(at) = orders.position(|order| order.laying.is_none()) else {
        return;
    };
    if !app.host.layouts.is_free() {
        return;
    }
    let id = app.host.layouts.orders[at].document;
    let laying = app
        .workspace
        .index_of(id)
        .map(|index| begin(app, ctx, index));
    app.host.layouts.orders[at].laying = laying;
}

/// Gives the document its places; if it is another one by now, or trees are laid out in another way, they are worked out again, by what this gives.
fn arrived(
    app: &mut EditorApp,
    ctx: &Context,
    order: &Order,
    laid: Result<Places, Ended>,
) -> Option<BackgroundLayout> {
    let index = app.workspace.index_of(order.document)?;
    let document = &app.workspace.documents()[index];
    let asked_by = order.asked_by;
    if asked_by == AskedBy::Document && taking(app, document).is_none() {
        return None;
    }
    let made_for = order.laying.as_ref();
    let made_for = made_for.map(|laying| (laying.revision, laying.manner));
    if laid.is_ok() && made_for != Some((document.revision(), manner(app))) {
        return Some(begin(app, ctx, index));
    }
    let (before, anchor) = (app.last_step(), Anchor::of(document));
    put(app, ctx, index, asked_by, laid, anchor);
    if asked_by == AskedBy::Command {
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
    let taking = taking(app, &app.workspace.documents()[index]);
    let document = &mut app.workspace.documents_mut()[index];
    let places = match laid {
        Ok(places) => places,
        Err(ended) => {
            document.owe_no_layout();
            let reason = app.texts.ended(&ended);
            let arguments = [("reason", &*reason)];
            let text = app.texts.tr_with("jobs.layout_ended", &arguments);
            return app.say(ctx, NoticeKind::Failed, text);
        }
    };
    if asked_by != AskedBy::Document {
        // Whoever takes this back wants it as it lay.
        document.owe_no_layout();
        return arrange(app, ctx, index, asked_by, places);
    }
    match taking {
        Some(Taking::AsRead) => {
            document.place(places);
            app.views.canvases.of(document.id()).request_fit();
        }
        Some(Taking::WithLast) => join(app, index, places, anchor),
        Some(Taking::AsStep) => {
            document.owe_no_layout();
            arrange(app, ctx, index, asked_by, places);
        }
        None => {}
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
        AskedBy::Document if has_moved => "layout.late",
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
    if document.place_with_last(&library, places).is_err() {
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

/// No longer wants a document to be laid out: it stays as it lies.
pub fn stop(app: &mut EditorApp, id: DocumentId) {
    forget(app, id);
    if let Some(index) = app.workspace.index_of(id) {
        app.workspace.documents_mut()[index].owe_no_layout();
    }
}

/// What was under way for a document is not wanted any more: it is ordered anew, or the document is closed.
pub fn forget(app: &mut EditorApp, id: DocumentId) {
    app.host.layouts.forget(id, |_| false);
}

/// An edit of a document was taken back, or done again: a layout that was asked for would come after what was done last, so that nothing could be done
/// again. One that the document owes is worked out for what it is now, if it still owes one.
pub fn went_back(app: &mut EditorApp, id: DocumentId) {
    let index = app.workspace.index_of(id);
    let document = index.map(|index| &app.workspace.documents()[index]);
    let still_owes = document.is_some_and(|document| taking(app, document).is_some());
    let stays = |order: &Order| still_owes && order.asked_by == AskedBy::Document;
    app.host.layouts.forget(id, stays);
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

/// What places depend on beside the document.
fn manner(app: &EditorApp) -> Manner {
    Manner {
        options: options(&app.settings),
        language: app.texts.language(),
    }
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
