//! Making exports: small ones at once, large ones beside the window's thread. What comes of them is told in `outcome.rs`.

use std::path::Path;

use egui::Context;
use treewright_session::host::files::absolute;
use treewright_session::host::outputs::Replacing;
use treewright_session::workspace::background_export;
use treewright_session::workspace::background_export::{BackgroundExport, Made};
use treewright_session::workspace::open_document::DocumentId;

use super::outcome;
use super::putting::{Trouble, put};
use crate::action::Wanted;
use crate::action::Work;
use crate::app::EditorApp;
use crate::dispatch::underway::Found;

/// What is to be exported how, and on whose word.
#[derive(Clone, Debug)]
pub struct Order {
    /// The document, which need not be in front any more when it is made.
    pub document: DocumentId,
    /// How and where.
    pub wanted: Wanted,
    /// What it may replace.
    pub replacing: Replacing,
    /// Who asked for it.
    pub asked_by: AskedBy,
}

/// An export that is being made.
pub struct Underway {
    export: BackgroundExport,
    order: Order,
    /// It is not to arrive yet.
    is_held: bool,
}

/// Who asked for an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedBy {
    /// Somebody who chose how and where, which is kept.
    Choice,
    /// Somebody who wants the same again.
    Again,
    /// A save.
    Save,
}

/// Makes an export and writes it, at once or when it is made. Nothing if its document was closed.
pub fn start(app: &mut EditorApp, ctx: &Context, order: Order) {
    let Some(index) = app.workspace.index_of(order.document) else {
        return;
    };
    match make(app, ctx, index, &order.wanted) {
        Ok(made) => {
            let written = put(app, index, &order.wanted, made, order.replacing);
            outcome::at_once(app, ctx, index, &order, written);
        }
        Err(export) => wait_for(app, order, export),
    }
}

/// What is written, if it is there after a moment, else what makes it.
fn make(
    app: &mut EditorApp,
    ctx: &Context,
    index: usize,
    wanted: &Wanted,
) -> Result<Made, BackgroundExport> {
    // An earlier one to the same file would come later and replace what is newer.
    stop(app, &wanted.file);
    let document = &app.workspace.documents()[index];
    let of = background_export::of(document, wanted.format, &wanted.options);
    let is_held = app.host.work_is_held;
    let window = app.views.export.as_mut().filter(|_| !is_held);
    let (known, underway) = window.map_or((None, None), |window| window.hand_over(&of));
    if let Some(written) = known {
        return Ok(Ok(written));
    }
    let export = underway.unwrap_or_else(|| {
        let waker = ctx.clone();
        let wake = move || waker.request_repaint();
        BackgroundExport::begin(document, wanted.format, &wanted.options, wake)
    });
    let made = if is_held { None } else { export.take_soon() };
    made.ok_or(export)
}

fn wait_for(app: &mut EditorApp, order: Order, export: BackgroundExport) {
    if order.asked_by == AskedBy::Choice {
        app.views.export = None;
    }
    app.host.exports.push(Underway {
        export,
        order,
        is_held: app.host.work_is_held,
    });
}

/// Makes an export for a document that was just saved. None if it is made later, and says then what came of it.
pub fn on_save(
    app: &mut EditorApp,
    ctx: &Context,
    index: usize,
    wanted: &Wanted,
) -> Option<Result<(), Trouble>> {
    let document = app.workspace.documents()[index].id();
    let mut orders = app.host.exports.iter().map(|underway| &underway.order);
    let chosen = orders.find(|order| {
        let is_same = order.document == document && order.asked_by == AskedBy::Choice;
        is_same && is_same_file(&order.wanted.file, &wanted.file)
    });
    // What somebody chose and what was agreed to is not forgotten over a save: it is made of the newer tree.
    if let Some(order) = chosen.cloned() {
        start(app, ctx, order);
        return None;
    }
    let replacing = Replacing::Own;
    let made = match make(app, ctx, index, wanted) {
        Ok(made) => made,
        // Whoever closes what was saved waits for its files.
        Err(export) if app.after_saving.is_some() => export.take_at_last(),
        Err(export) => {
            let order = Order {
                document,
                wanted: wanted.clone(),
                replacing,
                asked_by: AskedBy::Save,
            };
            wait_for(app, order, export);
            return None;
        }
    };
    Some(put(app, index, wanted, made, replacing))
}

/// Writes the exports that were made since the last frame.
pub fn take_in(app: &mut EditorApp, ctx: &Context) {
    let mut at = 0;
    while let Some(underway) = app.host.exports.get(at) {
        if !underway.is_held
            && let Some(made) = underway.export.take()
        {
            let underway = app.host.exports.remove(at);
            arrived(app, ctx, &underway.order, made);
            continue;
        }
        at += 1;
    }
    if app.host.exports.is_empty() {
        outcome::say_missed(app, ctx);
    }
}

/// Waits for the exports of documents that are about to be closed. False if one could not be written, which the user was told.
pub fn finish(app: &mut EditorApp, ctx: &Context, documents: &[DocumentId]) -> bool {
    let all = std::mem::take(&mut app.host.exports);
    let is_own = |underway: &Underway| documents.contains(&underway.order.document);
    let (own, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_own);
    app.host.exports = others;
    let mut went_well = true;
    for underway in own {
        let made = underway.export.take_at_last();
        went_well &= arrived(app, ctx, &underway.order, made);
    }
    outcome::say_missed(app, ctx);
    went_well
}

impl Underway {
    /// What is told of it while it is not there.
    pub fn found(&self) -> Found {
        let file = &self.order.wanted.file;
        Found::of_file(Work::Exporting(file.clone()), file)
    }
}

/// Those that were held may arrive.
pub fn let_go_on(underway: &mut [Underway]) {
    for underway in underway {
        underway.is_held = false;
    }
}

/// No longer wants what is being made for this file.
pub fn stop(app: &mut EditorApp, file: &Path) {
    let is_other = |underway: &Underway| !is_same_file(&underway.order.wanted.file, file);
    app.host.exports.retain(is_other);
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    absolute(one) == absolute(other)
}

/// Writes what was made. False if that is not possible.
fn arrived(app: &mut EditorApp, ctx: &Context, order: &Order, made: Made) -> bool {
    let Some(index) = app.workspace.index_of(order.document) else {
        return true;
    };
    let written = put(app, index, &order.wanted, made, order.replacing);
    let went_well = written.is_ok();
    outcome::later(app, ctx, index, order, written);
    went_well
}
