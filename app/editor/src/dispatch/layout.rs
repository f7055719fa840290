//! Auto layout: when it is asked for, after each edit if that is wanted, and of what was read without places. Large documents are laid out beside the window's
//! thread, one at a time, and get the places only while they are what these were made for.

use egui::vec2;
use treewright_authoring::edit::{Command, History, Selection};
use treewright_authoring::layout;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_session::host::job::Ended;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::Settings;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::background_layout::{BackgroundLayout, Manner, Places};
use treewright_session::workspace::open_document::{DocumentId, OpenDocument, Owed, Taking};

use super::edit::perform_in;
use super::file::saving;
use crate::action::Work;
use crate::editor::Editor;
use crate::scene::measuring::measuring;
use crate::shell::Shell;
use crate::work_list::{Underway, WorkList};

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

/// A layout that is wanted, at most one for each document.
struct LayingOut {
    document: DocumentId,
    /// What the document was called.
    title: String,
    asked_by: AskedBy,
    laying: BackgroundLayout,
}

impl Underway<Editor> for LayingOut {
    fn work(&self) -> Work {
        Work::LayingOut(self.document)
    }

    fn name(&self) -> String {
        self.title.clone()
    }

    fn progress(&self) -> Option<(usize, usize)> {
        self.laying.progress()
    }

    fn is_asked_for(&self) -> bool {
        match self.asked_by {
            AskedBy::Command | AskedBy::Direction => true,
            AskedBy::Document => false,
        }
    }

    fn is_ready(&self) -> bool {
        self.laying.is_ready()
    }

    fn finish(mut self: Box<Self>, editor: &mut Editor) {
        let laid = self.laying.take_at_last();
        if let Some(laying) = arrived(editor, &self, laid) {
            self.laying = laying;
            editor.work.begin(*self);
        }
    }

    /// The document stays as it lies.
    fn cancel(self: Box<Self>, editor: &mut Editor) {
        if let Some(index) = editor.workspace.index_of(self.document) {
            editor.workspace.documents_mut()[index].owe_no_layout();
        }
    }
}

/// Lays all nodes of the document in front out anew, in the direction in which trees grow now.
pub fn auto_layout(editor: &mut Editor) {
    lay_out(editor, AskedBy::Command, Anchor(None));
}

/// The same because that direction is another one now.
pub fn turn(editor: &mut Editor) {
    lay_out(editor, AskedBy::Direction, Anchor(None));
}

/// Lays all nodes out as part of the edit that was just done. The anchor stays where it is on the screen.
pub fn after_edit(editor: &mut Editor, anchor: Anchor) {
    let (front, _) = editor.workspace.front_mut();
    front.owe_layout(Owed::Edit);
    lay_out(editor, AskedBy::Document, anchor);
}

/// Lays the document in front out if it was not since it was read or edited: it was laid out before its cards could be measured, or what was edited
/// last was taken back before what was edited first was laid out.
pub fn keep_up(editor: &mut Editor) {
    let front = editor.workspace.front();
    let Some(taking) = taking(&editor.shell, &editor.work, front) else {
        return;
    };
    let is_front = |it: &LayingOut| it.document == front.id();
    let work = Work::LayingOut(front.id());
    if editor.work.any(is_front) || editor.work.is_left_alone(&work, editor.shell.now()) {
        return;
    }
    if editor.shell.is_busy && taking != Taking::AsRead {
        return editor.shell.look_again();
    }
    let anchor = Anchor::of(front);
    lay_out(editor, AskedBy::Document, anchor);
}

/// How a document takes the layout that it owes; none if it owes none now, or is being saved: what is written stays what one can go back to.
fn taking(shell: &Shell, work: &WorkList<Editor>, document: &OpenDocument) -> Option<Taking> {
    let (owed, taking) = document.owes_layout()?;
    let is_wanted = owed == Owed::Reading || shell.settings.canvas.always_layout;
    (is_wanted && !saving::is_underway(work, document.id())).then_some(taking)
}

/// Lays the document in front out: a small one at once, a large one a little later. What was ordered for it before is forgotten.
fn lay_out(editor: &mut Editor, asked_by: AskedBy, anchor: Anchor) {
    let index = editor.workspace.front_index();
    let id = editor.workspace.front().id();
    forget(&mut editor.work, id);
    let laying = begin(editor, index);
    match laying.take() {
        Some(laid) => put(editor, index, asked_by, laid, anchor),
        None => editor.work.begin(LayingOut {
            document: id,
            title: editor.workspace.front().title(&editor.shell.texts),
            asked_by,
            laying,
        }),
    }
}

fn begin(editor: &Editor, index: usize) -> BackgroundLayout {
    let document = &editor.workspace.documents()[index];
    let measure = measuring(
        &editor.shell.ctx,
        document.library().clone(),
        editor.shell.texts.clone(),
    );
    let wake = editor.shell.waker();
    let services = &editor.services;
    let way = (&services.layout_turns, services.conditions.work.hold());
    BackgroundLayout::begin(
        document,
        Box::new(measure),
        manner(&editor.shell),
        way,
        wake,
    )
}

/// Gives the document its places; if it is another one by now, or trees are laid out in another way, they are worked out again, by what this gives.
fn arrived(
    editor: &mut Editor,
    order: &LayingOut,
    laid: Result<Places, Ended>,
) -> Option<BackgroundLayout> {
    let index = editor.workspace.index_of(order.document)?;
    let document = &editor.workspace.documents()[index];
    let asked_by = order.asked_by;
    if asked_by == AskedBy::Document && taking(&editor.shell, &editor.work, document).is_none() {
        return None;
    }
    let made_for = (order.laying.revision, order.laying.manner);
    if laid.is_ok() && made_for != (document.revision(), manner(&editor.shell)) {
        return Some(begin(editor, index));
    }
    let (before, anchor) = (editor.last_step(), Anchor::of(document));
    put(editor, index, asked_by, laid, anchor);
    if asked_by == AskedBy::Command {
        editor.say_what_was_done(before);
    }
    None
}

fn put(
    editor: &mut Editor,
    index: usize,
    asked_by: AskedBy,
    laid: Result<Places, Ended>,
    anchor: Anchor,
) {
    let taking = taking(
        &editor.shell,
        &editor.work,
        &editor.workspace.documents()[index],
    );
    let document = &mut editor.workspace.documents_mut()[index];
    let places = match laid {
        Ok(places) => places,
        Err(ended) => {
            document.owe_no_layout();
            let reason = editor.shell.texts.ended(&ended);
            let arguments = [("reason", &*reason)];
            return editor
                .shell
                .say_key(NoticeKind::Failed, "jobs.layout_ended", &arguments);
        }
    };
    if asked_by != AskedBy::Document {
        // Whoever takes this back wants it as it lay.
        document.owe_no_layout();
        return arrange(editor, index, asked_by, places);
    }
    match taking {
        Some(Taking::AsRead) => {
            document.place(places);
            editor.shell.views.canvases.of(document.id()).request_fit();
        }
        Some(Taking::WithLast) => join(
            &mut editor.workspace,
            &mut editor.shell,
            index,
            places,
            anchor,
        ),
        Some(Taking::AsStep) => {
            document.owe_no_layout();
            arrange(editor, index, asked_by, places);
        }
        None => {}
    }
}

/// As a step of its own.
fn arrange(editor: &mut Editor, index: usize, asked_by: AskedBy, places: Places) {
    let revision = |editor: &Editor| editor.workspace.documents()[index].revision();
    let before = revision(editor);
    perform_in(
        &mut editor.workspace,
        &mut editor.shell,
        index,
        &Command::Arrange(places),
    );
    let has_moved = revision(editor) != before;
    let document = &editor.workspace.documents()[index];
    let is_empty = document.document().node_count() == 0;
    editor.shell.views.canvases.of(document.id()).request_fit();
    let key = match asked_by {
        AskedBy::Direction if has_moved => "notice.laid_out",
        AskedBy::Document if has_moved => "layout.late",
        AskedBy::Command if !has_moved && !is_empty => "layout.unchanged",
        _ => return,
    };
    editor.shell.say_key(NoticeKind::Done, key, &[]);
}

/// As part of the last step.
fn join(
    workspace: &mut Workspace,
    shell: &mut Shell,
    index: usize,
    places: Places,
    anchor: Anchor,
) {
    let Some((document, library)) = workspace.get_mut(index) else {
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
        let canvas = shell.views.canvases.of(document.id());
        canvas.follow(vec2(dx as f32, dy as f32));
    }
}

/// What was under way for a document is not wanted any more: it is ordered anew, or the document is closed.
pub fn forget(work: &mut WorkList<Editor>, id: DocumentId) {
    work.forget(|it: &LayingOut| it.document == id);
}

/// An edit of a document was taken back, or done again: a layout that was asked for would come after what was done last, so that nothing could be done
/// again. One that the document owes is worked out for what it is now, if it still owes one.
pub fn went_back(editor: &mut Editor, id: DocumentId) {
    let index = editor.workspace.index_of(id);
    let document = index.map(|index| &editor.workspace.documents()[index]);
    let still_owes =
        document.is_some_and(|document| taking(&editor.shell, &editor.work, document).is_some());
    let stays = |it: &LayingOut| still_owes && it.asked_by == AskedBy::Document;
    editor
        .work
        .forget(|it: &LayingOut| it.document == id && !stays(it));
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
fn manner(shell: &Shell) -> Manner {
    Manner {
        options: options(&shell.settings),
        language: shell.texts.language(),
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
