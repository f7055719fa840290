//! Automatic layout: on request, after each edit if the user wants that, and of documents that were read without positions. Large documents are laid
//! out in the background, one at a time; the result is only applied if the document is unchanged.
//!
//! Positions are applied only to the revision, direction and language for which they were computed; otherwise they
//! are computed again. A cancelled layout keeps its turn until it has noticed that.

use egui::vec2;
use treewright_authoring::edit::{self, Command};
use treewright_authoring::layout::{self, Direction};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_session::host::job::JobEnd;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::Settings;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::background_layout::{
    BackgroundLayout, LayoutKey, LayoutPositions,
};
use treewright_session::workspace::open_document::{
    ApplyLayout, DocumentId, OpenDocument, PendingLayout,
};

use super::edit::perform_in;
use super::file::saving;
use crate::action::JobKind;
use crate::editor::Editor;
use crate::job_registry::{BackgroundJob, JobRegistry};
use crate::scene::card_measuring::card_measurer;
use crate::shell::Shell;

/// The node that keeps its place on the screen during a layout: the selected one, otherwise the root.
pub struct LayoutAnchor(Option<(NodeId, Position)>);

impl LayoutAnchor {
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
enum LayoutRequester {
    Command,
    /// A change of the direction in which trees grow.
    Direction,
    /// The document: it was laid out before its cards could be measured, or each edit is followed by a layout.
    Document,
}

/// A layout in the background, at most one per document.
struct LayoutJob {
    document: DocumentId,
    /// The title of the document when the layout started.
    title: String,
    requester: LayoutRequester,
    background: BackgroundLayout,
}

impl BackgroundJob<Editor> for LayoutJob {
    fn kind(&self) -> JobKind {
        JobKind::LayingOut(self.document)
    }

    fn name(&self) -> String {
        self.title.clone()
    }

    fn progress(&self) -> Option<(usize, usize)> {
        self.background.progress()
    }

    fn is_requested(&self) -> bool {
        match self.requester {
            LayoutRequester::Command | LayoutRequester::Direction => true,
            LayoutRequester::Document => false,
        }
    }

    fn is_ready(&self) -> bool {
        self.background.is_ready()
    }

    fn finish(mut self: Box<Self>, editor: &mut Editor) {
        let result = self.background.take_at_last();
        if let Some(background) = on_finished(editor, &self, result) {
            self.background = background;
            editor.jobs.begin(*self);
        }
    }

    /// The document keeps its positions.
    fn cancel(self: Box<Self>, editor: &mut Editor) {
        if let Some(index) = editor.workspace.index_of(self.document) {
            editor.workspace.documents_mut()[index].cancel_layouts();
        }
    }
}

/// Lays out all nodes of the active document in the current direction.
pub fn auto_layout(editor: &mut Editor) {
    lay_out(editor, LayoutRequester::Command, LayoutAnchor(None));
}

/// Like `auto_layout`, after the direction of trees changed.
pub fn direction_changed(editor: &mut Editor) {
    let direction = usual_direction(&editor.shell.settings);
    editor.workspace.front_mut().0.set_direction(direction);
    lay_out(editor, LayoutRequester::Direction, LayoutAnchor(None));
}

/// Lays out all nodes as part of the last edit. The anchor keeps its place on the screen.
pub fn after_edit(editor: &mut Editor, anchor: LayoutAnchor) {
    let (front, _) = editor.workspace.front_mut();
    front.request_layout(PendingLayout::Edit);
    lay_out(editor, LayoutRequester::Document, anchor);
}

/// Starts a pending layout of the active document: it was laid out before its cards could be measured, or the last edit was undone before an earlier
/// one was laid out.
pub fn start_pending(editor: &mut Editor) {
    let front = editor.workspace.front();
    let Some(mode) = application_mode(&editor.shell, &editor.jobs, front) else {
        return;
    };
    let is_front = |it: &LayoutJob| it.document == front.id();
    let kind = JobKind::LayingOut(front.id());
    if editor.jobs.any(is_front) || editor.jobs.is_paused_after_panic(&kind, editor.shell.now()) {
        return;
    }
    if editor.shell.is_busy && mode != ApplyLayout::AsRead {
        return editor.shell.check_again_soon();
    }
    let anchor = LayoutAnchor::of(front);
    lay_out(editor, LayoutRequester::Document, anchor);
}

/// How a document applies its pending layout; `None` if there is none, or while it is saved: the saved state must remain reachable by undo.
fn application_mode(
    shell: &Shell,
    jobs: &JobRegistry<Editor>,
    document: &OpenDocument,
) -> Option<ApplyLayout> {
    let (owed, mode) = document.pending_layout()?;
    let is_wanted = owed == PendingLayout::Reading || shell.settings.canvas.always_layout;
    (is_wanted && !saving::is_saving(jobs, document.id())).then_some(mode)
}

/// Lays out the active document: a small one immediately, a large one in the background. Cancels an earlier layout of it.
fn lay_out(editor: &mut Editor, requester: LayoutRequester, anchor: LayoutAnchor) {
    let index = editor.workspace.front_index();
    let id = editor.workspace.front().id();
    cancel_layout(&mut editor.jobs, id);
    let background = begin(editor, index);
    match background.take() {
        Some(result) => apply(editor, index, requester, result, anchor),
        None => editor.jobs.begin(LayoutJob {
            document: id,
            title: editor.workspace.front().title(&editor.shell.texts),
            requester,
            background,
        }),
    }
}

fn begin(editor: &Editor, index: usize) -> BackgroundLayout {
    let document = &editor.workspace.documents()[index];
    let measure = card_measurer(
        &editor.shell.ctx,
        document.library().clone(),
        editor.shell.texts.clone(),
    );
    let wake = editor.shell.waker();
    let services = &editor.services;
    let lock_and_hold = (
        &services.layout_lock,
        services.conditions.background_gate.hold(),
    );
    BackgroundLayout::begin(
        document,
        Box::new(measure),
        layout_key(&editor.shell, document),
        lock_and_hold,
        wake,
    )
}

/// Applies the positions to the document. If the document or the layout options changed meanwhile, starts and returns a new layout instead.
fn on_finished(
    editor: &mut Editor,
    job: &LayoutJob,
    result: Result<LayoutPositions, JobEnd>,
) -> Option<BackgroundLayout> {
    let index = editor.workspace.index_of(job.document)?;
    let document = &editor.workspace.documents()[index];
    let requester = job.requester;
    if requester == LayoutRequester::Document
        && application_mode(&editor.shell, &editor.jobs, document).is_none()
    {
        return None;
    }
    let made_for = (job.background.revision, job.background.manner);
    if result.is_ok() && made_for != (document.revision(), layout_key(&editor.shell, document)) {
        return Some(begin(editor, index));
    }
    let (before, anchor) = (editor.active_revision(), LayoutAnchor::of(document));
    apply(editor, index, requester, result, anchor);
    if requester == LayoutRequester::Command {
        editor.report_edit(before);
    }
    None
}

fn apply(
    editor: &mut Editor,
    index: usize,
    requester: LayoutRequester,
    result: Result<LayoutPositions, JobEnd>,
    anchor: LayoutAnchor,
) {
    let mode = application_mode(
        &editor.shell,
        &editor.jobs,
        &editor.workspace.documents()[index],
    );
    let document = &mut editor.workspace.documents_mut()[index];
    let places = match result {
        Ok(places) => places,
        Err(ended) => {
            document.cancel_layouts();
            let reason = editor.shell.texts.ended(&ended);
            let arguments = [("reason", &*reason)];
            return editor
                .shell
                .notify_key(NoticeKind::Failed, "jobs.layout_ended", &arguments);
        }
    };
    if requester != LayoutRequester::Document {
        // Undo must restore the previous positions.
        document.cancel_layouts();
        return apply_as_step(editor, index, requester, places);
    }
    match mode {
        Some(ApplyLayout::AsRead) => {
            document.place(places);
            editor.shell.views.canvases.of(document.id()).request_open();
        }
        Some(ApplyLayout::WithLast) => apply_with_last(
            &mut editor.workspace,
            &mut editor.shell,
            index,
            places,
            anchor,
        ),
        Some(ApplyLayout::AsStep) => {
            document.cancel_layouts();
            apply_as_step(editor, index, requester, places);
        }
        None => {}
    }
}

/// Applies the positions as a separate undo step.
fn apply_as_step(
    editor: &mut Editor,
    index: usize,
    requester: LayoutRequester,
    places: LayoutPositions,
) {
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
    let canvas = editor.shell.views.canvases.of(document.id());
    match document.selection().primary() {
        Some(selected) => canvas.request_open_at(selected.clone()),
        None => canvas.request_open(),
    }
    let key = match requester {
        LayoutRequester::Direction if has_moved => "notice.laid_out",
        LayoutRequester::Document if has_moved => "layout.late",
        LayoutRequester::Command if !has_moved && !is_empty => "layout.unchanged",
        _ => return,
    };
    editor.shell.notify_key(NoticeKind::Done, key, &[]);
}

/// Applies the positions as part of the last undo step.
fn apply_with_last(
    workspace: &mut Workspace,
    shell: &mut Shell,
    index: usize,
    places: LayoutPositions,
    anchor: LayoutAnchor,
) {
    let Some((document, library)) = workspace.get_mut(index) else {
        return;
    };
    // If nothing moves, nothing is reported.
    if document.place_with_last(&library, places).is_err() {
        return;
    }
    let LayoutAnchor(Some((node, before))) = anchor else {
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
pub fn cancel_layout(jobs: &mut JobRegistry<Editor>, id: DocumentId) {
    jobs.discard(|it: &LayoutJob| it.document == id);
}

/// An edit of a document was undone or redone: cancels a requested layout, which would otherwise be a new edit and drop the redo stack. A pending
/// layout of the document is computed for its new state, if it is still needed.
pub fn on_undo_or_redo(editor: &mut Editor, id: DocumentId) {
    let index = editor.workspace.index_of(id);
    let document = index.map(|index| &editor.workspace.documents()[index]);
    let is_still_pending = document
        .is_some_and(|document| application_mode(&editor.shell, &editor.jobs, document).is_some());
    let stays = |it: &LayoutJob| is_still_pending && it.requester == LayoutRequester::Document;
    editor
        .jobs
        .discard(|it: &LayoutJob| it.document == id && !stays(it));
}

/// Places the nodes of a document that was just read that have no positions; this is no undo step. Returns whether the file has no
/// positions at all, so that the document is laid out again once its cards can be measured.
pub fn place_unplaced(document: &mut Document, settings: &Settings) -> bool {
    let options = options(settings, layout::direction_of(document));
    let Some(placed) = layout::positions_for_unplaced(document, &options) else {
        return false;
    };
    edit::arrange_read(document, placed.places) && placed.is_whole
}

/// Places the nodes of another version of a document like those of the base.
pub fn place_version(version: &mut Document, base: &Document, settings: &Settings) {
    let options = options(settings, layout::direction_of(base));
    edit::place_version(version, base, &options);
}

/// Places nodes that were added to ours.
pub fn place_added(merged: &mut Document, ours: &Document, settings: &Settings) {
    let options = options(settings, layout::direction_of(ours));
    edit::place_added(merged, ours, &options);
}

/// What positions depend on apart from the document.
fn layout_key(shell: &Shell, document: &OpenDocument) -> LayoutKey {
    LayoutKey {
        options: options(&shell.settings, document.direction()),
        language: shell.texts.language(),
    }
}

/// The direction in which new trees grow.
pub fn usual_direction(settings: &Settings) -> Direction {
    if settings.left_to_right {
        Direction::LeftToRight
    } else {
        Direction::TopDown
    }
}

/// The layout options from the settings, for a document with this direction, if it has one.
fn options(settings: &Settings, direction: Option<Direction>) -> layout::Options {
    layout::Options {
        direction: direction.unwrap_or_else(|| usual_direction(settings)),
        stack_from: settings
            .canvas
            .stack_branches
            .then_some(layout::Options::STACK_FROM),
        ..layout::Options::default()
    }
}
