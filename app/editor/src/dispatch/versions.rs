//! Other versions of the document in front: comparing with one, taking in what changed on disk, and settling conflicts.

mod earlier;
mod going;
pub mod reading;

use std::path::Path;

use egui::Context;
use reading::Aim;
use treewright_authoring::edit::Command;
use treewright_core::model::{Document, FieldValue, Place, Side};
use treewright_exchange::ExchangeFormat;
use treewright_session::host::job::Ended;
use treewright_session::host::reading::{Content, Outcome};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::versions::{Other, Refreshed, Versions};

use super::file::{ask_what_to_compare_versions_with, keep_mine, load_theirs, recovering, why_not};
use super::{edit, view};
use crate::action::{EditAction, VersionAction, ViewAction};
use crate::app::EditorApp;
use crate::docking::{self, Panel};

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: VersionAction) {
    match action {
        VersionAction::CompareWithDisk => compare_with_disk(app, ctx, false),
        VersionAction::CompareWithOpen(other) => compare_with_open(app, ctx, other),
        VersionAction::CompareWithFile => ask_what_to_compare_versions_with(app, ctx),
        VersionAction::ListEarlier => earlier::list(app, ctx),
        VersionAction::CompareWithEarlier(file, age) => {
            earlier::hold_beside(app, ctx, &file, &age);
        }
        VersionAction::RestoreEarlier(file) => earlier::restore(app, ctx, &file),
        VersionAction::Stop => app.views.versions.stop(),
        VersionAction::SideBySide => turn_side_by_side(app, ctx),
        VersionAction::LinkSides => app.views.beside.linked ^= true,
        VersionAction::GoTo(index) => going::go_to(app, index),
        VersionAction::Step { backwards } => going::step(app, ctx, backwards),
        VersionAction::Pick(node) => going::pick(app, node),
        VersionAction::ShowLayout(on) => {
            if let Some(versions) = &mut app.views.versions.shown {
                versions.show_layout(on);
            }
            app.views.versions.mark_anew();
        }
        VersionAction::MergeWithDisk => {
            let id = app.workspace.front().id();
            merge_with_disk(app, ctx, id);
        }
        VersionAction::KeepMine => {
            let id = app.workspace.front().id();
            keep_mine(app, id);
        }
        VersionAction::LoadTheirs => {
            let id = app.workspace.front().id();
            if let Some(index) = app.workspace.index_of(id) {
                load_theirs(app, ctx, index);
            }
        }
        VersionAction::SettleAll(side) => settle_all(app, ctx, side),
        VersionAction::NextConflict => next_conflict(app, ctx),
        VersionAction::DecideCopy { restore } => recovering::decided(app, ctx, restore),
    }
    ctx.request_repaint();
}

/// Compares again what is shown, if one of the versions changed. Called once after the actions of a frame.
pub fn keep_up(app: &mut EditorApp, ctx: &Context) {
    let (versions, host) = (&mut app.views.versions, &app.host);
    let refreshed = match &mut versions.shown {
        Some(shown) => shown.refresh(&app.workspace, (&host.turns, host.hold()), waking(ctx)),
        None => Refreshed::Same,
    };
    let anew = refreshed != Refreshed::Same;
    match refreshed {
        Refreshed::Same | Refreshed::Anew => {}
        Refreshed::Gone => versions.stop(),
        Refreshed::Failed(ended) => return not_compared(app, ctx, &ended),
    }
    versions.mark(app.workspace.front(), &app.texts, anew);
    let beside = versions.shown.as_ref().filter(|_| versions.side_by_side);
    app.views.canvases.undivided = beside.map(|shown| shown.document);
    let is_compared = versions.shown.as_ref().is_some_and(Versions::is_compared);
    if is_compared && std::mem::take(&mut versions.begins) {
        going::begin(app);
    }
    if anew {
        ctx.request_repaint();
    }
}

fn waking(ctx: &Context) -> impl Fn() + Send + Sync + 'static {
    let waker = ctx.clone();
    move || waker.request_repaint()
}

/// What changed is not known, so nothing is shown of it.
fn not_compared(app: &mut EditorApp, ctx: &Context, ended: &Ended) {
    app.views.versions.stop();
    let reason = app.texts.ended(ended);
    let text = app
        .texts
        .tr_with("jobs.compare_ended", &[("reason", &reason)]);
    app.say(ctx, NoticeKind::Failed, text);
}

/// Nothing is to be compared with a document any more.
pub fn stop(app: &mut EditorApp, id: DocumentId) {
    reading::forget(app, id);
    stop_showing(app, id);
}

/// What changed in a document is not shown any more.
pub fn stop_showing(app: &mut EditorApp, id: DocumentId) {
    if app.views.versions.of(id).is_some() {
        app.views.versions.stop();
    }
}

/// Shows the document in front beside another version.
fn compare(app: &mut EditorApp, ctx: &Context, other: Other, name: String, older: Document) {
    compare_as(app, ctx, other, name, (older, ExchangeFormat::Native));
}

/// The same, of a version that came from a file of this format.
fn compare_as(
    app: &mut EditorApp,
    ctx: &Context,
    other: Other,
    name: String,
    older: (Document, ExchangeFormat),
) {
    let id = app.workspace.front().id();
    let mut versions = Versions::new(id, other, name, older);
    let way = (&app.host.turns, app.host.hold());
    if let Refreshed::Failed(ended) = versions.refresh(&app.workspace, way, waking(ctx)) {
        return not_compared(app, ctx, &ended);
    }
    app.views.versions.shown = Some(versions);
    app.views.versions.mark_anew();
    app.views.beside.begin(app.views.canvases.of(id));
    docking::show(&mut app.panels, Panel::Versions);
}

/// Shows the document in front beside the version with which it is compared, or else its file; or alone again.
fn turn_side_by_side(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front().id();
    if app.views.versions.beside(front).is_some() {
        app.views.versions.side_by_side = false;
        app.views.canvases.of(front).fit_again();
        return;
    }
    if app.views.versions.of(front).is_none() {
        return compare_with_disk(app, ctx, true);
    }
    see_side_by_side(app);
}

/// Shows the document in front beside the version with which it is compared, if it is.
pub fn see_side_by_side(app: &mut EditorApp) {
    let front = app.workspace.front().id();
    if app.views.versions.of(front).is_none() {
        return;
    }
    app.views.versions.side_by_side = true;
    app.views.canvases.undivided = Some(front);
    app.views.beside.begin(app.views.canvases.of(front));
    app.views.versions.begins = true;
}

/// Shows what changed since the document in front was saved, or what its file holds by now that it does not.
pub fn compare_with_disk(app: &mut EditorApp, ctx: &Context, side_by_side: bool) {
    let front = app.workspace.front();
    let Some(path) = front.path().map(Path::to_owned) else {
        let text = app.texts.tr("versions.no_file").into_owned();
        app.say(ctx, NoticeKind::Refused, text);
        return;
    };
    reading::order(app, ctx, front.id(), &path, Aim::Disk { side_by_side });
}

fn compare_with_open(app: &mut EditorApp, ctx: &Context, other: Option<DocumentId>) {
    let front = app.workspace.front().id();
    let documents = app.workspace.documents();
    let at = app.workspace.index_of(front).unwrap_or(0);
    let after = documents[at..].iter().skip(1);
    let beside = documents[..at].iter().rev().chain(after).next();
    let other = match other {
        Some(id) => documents.iter().find(|document| document.id() == id),
        None => beside,
    };
    let Some(other) = other else {
        let text = app.texts.tr("obstacle.one_document").into_owned();
        app.say(ctx, NoticeKind::Refused, text);
        return;
    };
    let name = other.title(&app.texts);
    let older = (other.document().clone(), other.format());
    compare_as(app, ctx, Other::Open(other.id()), name, older);
}

/// Shows a document beside what this file was found to hold. Nothing if it was closed.
///
/// # Errors
/// Why that is not possible, in words.
pub fn compare_with_file(
    app: &mut EditorApp,
    ctx: &Context,
    document: DocumentId,
    path: &Path,
    found: Outcome,
) -> Result<(), String> {
    let Some(index) = app.workspace.index_of(document) else {
        return Ok(());
    };
    let older = match found.map_err(|fault| why_not(&app.texts, &fault))? {
        Content::Own(own) => (own.read.document, ExchangeFormat::Native),
        Content::Foreign(foreign) => (foreign.unpacked.document, foreign.format),
        Content::NoTree(_) => return Err(app.texts.tr("import.no_tree").into_owned()),
        Content::Recording(_) | Content::Rules(_) => {
            return Err(app.texts.tr("import.unknown").into_owned());
        }
    };
    app.workspace.bring_to_front(index);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let other = Other::File(path.to_owned());
    compare_as(app, ctx, other, name.into_owned(), older);
    Ok(())
}

/// Takes what the file of a document holds by now into the document, as one step that can be undone. What cannot be decided is listed.
pub fn merge_with_disk(app: &mut EditorApp, ctx: &Context, id: DocumentId) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    let document = &app.workspace.documents()[index];
    let path = document.last_on_disk().and(document.path());
    let Some(path) = path.map(Path::to_owned) else {
        let text = app.texts.tr("versions.no_file").into_owned();
        return app.say(ctx, NoticeKind::Refused, text);
    };
    reading::order(app, ctx, id, &path, Aim::Merge);
}

fn settle_all(app: &mut EditorApp, ctx: &Context, side: Side) {
    let count = app.workspace.front().document().conflicts.len();
    // From the last on, so that none of those that are left has another place.
    let all = (0..count).rev();
    let all = all.map(|conflict| Command::SettleConflict { conflict, side });
    edit::apply(app, ctx, EditAction::Do(Command::Batch(all.collect())));
}

fn next_conflict(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    let conflicts = &front.document().conflicts;
    let chosen = front.selection().primary();
    let nodes = conflicts.iter().filter_map(|conflict| {
        let id = conflict.subject.node()?;
        let above = match &conflict.theirs {
            Some(FieldValue::Branch(Place::Child(parent, _), _)) => Some(parent),
            _ => None,
        };
        let known = [Some(id), above].into_iter().flatten();
        known
            .into_iter()
            .find(|id| front.document().node(id).is_some())
    });
    let nodes: Vec<_> = nodes.cloned().collect();
    let at = nodes.iter().position(|id| Some(id) == chosen);
    let next = at.map_or(0, |at| at + 1) % nodes.len().max(1);
    docking::show(&mut app.panels, Panel::Versions);
    if let Some(id) = nodes.get(next) {
        view::apply(app, ctx, ViewAction::Reveal(id.clone()));
    }
}
