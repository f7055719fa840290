//! Automatic layout: on request, after each edit if the user wants that, and of documents that were read without positions. Large documents are laid
//! out in the background, one at a time; the result is only applied if the document is unchanged.

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

/// The node that keeps its place on the screen during a layout: the selected one, otherwise the root.
pub struct Anchor(Option<(NodeId, Position)>);

impl Anchor {
    /// The anchor of a document.
    pub fn of(front: &OpenDocument) -> Self {
        let document = front.document();
        let selected = front.selection().primary();
        let node = selected.or(document.root());
        let node = node.and_then(|id| document.node(id));
        Self(node.map(|node| (node.id().clone(), node.position)))
    }
}

/// Who requested a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AskedBy {
    Command,
    /// A change of the direction in which trees grow.
    Direction,
    /// The document: it was laid out before its cards could be measured, or each edit is followed by a layout.
    Document,
}

/// A layout in the background, at most one per document.
struct LayingOut {
    document: DocumentId,
    /// The title of the document when the layout started.
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

    /// The document keeps its positions.
    fn cancel(self: Box<Self>, editor: &mut Editor) {
        if let Some(index) = editor.workspace.index_of(self.document) {
            editor.workspace.documents_mut()[index].owe_no_layout();
        }
    }
}

/// Lays out all nodes of the active document in the current direction.
pub fn auto_layout(editor: &mut Editor) {
    lay_out(editor, AskedBy::Command, Anchor(None));
}

/// Like `auto_layout`, after the direction of trees changed.
pub fn turn(editor: &mut Editor) {
    lay_out(editor, AskedBy::Direction, Anchor(None));
}

/// Lays out all nodes as part of the last edit. The anchor keeps its place on the screen.
pub fn after_edit(editor: &mut Editor, anchor: Anchor) {
    let (front, _) = editor.workspace.front_mut();
    front.owe_layout(Owed::Edit);
    lay_out(editor, AskedBy::Document, anchor);
}

/// Starts a pending layout of the active document: it was laid out before its cards could be measured, or the last edit was undone before an earlier
/// one was laid out.
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

/// How a document applies its pending layout; `None` if there is none, or while it is saved: the saved state must remain reachable by undo.
fn taking(shell: &Shell, work: &WorkList<Editor>, document: &OpenDocument) -> Option<Taking> {
    let (owed, taking) = document.owes_layout()?;
    let is_wanted = owed == Owed::Reading || shell.settings.canvas.always_layout;
    (is_wanted && !saving::is_underway(work, document.id())).then_some(taking)
}

/// Lays out the active document: a small one immediately, a large one in the background. Cancels an earlier layout of it.
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

/// Applies the positions to the document. If the document or the layout options changed meanwhile, starts and returns a new layout instead.
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
        // Undo must restore the previous positions.
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

/// Applies the positions as a separate undo step.
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

/// Applies the positions as part of the last undo step.
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
    // If nothing moves, nothing is reported.
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

/// Cancels the layout of a document: it is requested again, or the document is closed.
pub fn forget(work: &mut WorkList<Editor>, id: DocumentId) {
    work.forget(|it: &LayingOut| it.document == id);
}

/// An edit of a document was undone or redone: cancels a requested layout, which would otherwise be a new edit and drop the redo stack. A pending
/// layout of the document is computed for its new state, if it is still needed.
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

/// Lays out a document that was just read, if its file has no positions; returns whether it did. This is no undo step.
pub fn place_unplaced(document: &mut Document, settings: &Settings) -> bool {
    let Some(places) = layout::places_of_unplaced(document, &options(settings)) else {
        return false;
    };
    let (library, arrange) = (NodeLibrary::builtin(), Command::Arrange(places));
    let done = History::new().apply(document, &library, &mut Selection::default(), &arrange);
    done.is_ok()
}

/// What positions depend on apart from the document.
fn manner(shell: &Shell) -> Manner {
    Manner {
        options: options(&shell.settings),
        language: shell.texts.language(),
    }
}

/// The layout options from the settings.
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
