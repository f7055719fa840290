//! Making exports: small ones at once, large ones beside the window's thread. What comes of them is told in `outcome.rs`.

use std::path::Path;

use treewright_session::host::files::absolute;
use treewright_session::host::outputs::Replacing;
use treewright_session::workspace::background_export;
use treewright_session::workspace::background_export::{BackgroundExport, Made};
use treewright_session::workspace::open_document::DocumentId;

use super::outcome;
use super::putting::{Trouble, put};
use crate::action::{Wanted, Work};
use crate::editor::Editor;
use crate::shell::Shell;
use crate::work_list::{Underway, WorkList, name_of};

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
struct MakingExport {
    export: Box<BackgroundExport>,
    order: Order,
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
pub fn start(editor: &mut Editor, order: Order) {
    let Some(index) = editor.workspace.index_of(order.document) else {
        return;
    };
    match make(editor, index, &order.wanted) {
        Ok(made) => {
            let written = put(
                &mut editor.workspace,
                &editor.services,
                index,
                &order.wanted,
                made,
                order.replacing,
            );
            outcome::at_once(editor, index, &order, written);
        }
        Err(export) => wait_for(&mut editor.shell, &mut editor.work, order, export),
    }
}

/// What is written, if it is there after a moment, else what makes it.
fn make(editor: &mut Editor, index: usize, wanted: &Wanted) -> Result<Made, Box<BackgroundExport>> {
    // An earlier one to the same file would come later and replace what is newer.
    stop(&mut editor.work, &wanted.file);
    let document = &editor.workspace.documents()[index];
    let of = background_export::of(document, wanted.format, &wanted.options);
    let hold = editor.services.conditions.work.hold();
    let window = editor
        .shell
        .views
        .export
        .as_mut()
        .filter(|_| !hold.is_set());
    let (known, underway) = window.map_or((None, None), |window| window.hand_over(&of));
    if let Some(written) = known {
        return Ok(Ok(written));
    }
    let export = underway.unwrap_or_else(|| {
        let wake = editor.shell.waker();
        BackgroundExport::begin(document, wanted.format, &wanted.options, wake)
    });
    let export = export.held_by(hold);
    export.take_soon().ok_or_else(|| Box::new(export))
}

fn wait_for(
    shell: &mut Shell,
    work: &mut WorkList<Editor>,
    order: Order,
    export: Box<BackgroundExport>,
) {
    if order.asked_by == AskedBy::Choice {
        shell.views.export = None;
    }
    work.begin(MakingExport { export, order });
}

/// Makes an export for a document that was just saved. None if it is made later, and says then what came of it.
pub fn on_save(editor: &mut Editor, index: usize, wanted: &Wanted) -> Option<Result<(), Trouble>> {
    let document = editor.workspace.documents()[index].id();
    let is_chosen = |export: &&MakingExport| {
        let order = &export.order;
        let is_same = order.document == document && order.asked_by == AskedBy::Choice;
        is_same && is_same_file(&order.wanted.file, &wanted.file)
    };
    let chosen = editor.work.of::<MakingExport>().find(is_chosen);
    let chosen = chosen.map(|export| export.order.clone());
    // What somebody chose and what was agreed to is not forgotten over a save: it is made of the newer tree.
    if let Some(order) = chosen {
        start(editor, order);
        return None;
    }
    let replacing = Replacing::Own;
    let made = match make(editor, index, wanted) {
        Ok(made) => made,
        // Whoever closes what was saved waits for its files.
        Err(export) if editor.shell.after_saving.is_some() => export.take_at_last(),
        Err(export) => {
            let order = Order {
                document,
                wanted: wanted.clone(),
                replacing,
                asked_by: AskedBy::Save,
            };
            wait_for(&mut editor.shell, &mut editor.work, order, export);
            return None;
        }
    };
    Some(put(
        &mut editor.workspace,
        &editor.services,
        index,
        wanted,
        made,
        replacing,
    ))
}

/// Waits for the exports of documents that are about to be closed. False if one could not be written, which the user was told.
pub fn finish(editor: &mut Editor, documents: &[DocumentId]) -> bool {
    let is_own = |export: &MakingExport| documents.contains(&export.order.document);
    let mut went_well = true;
    while let Some(own) = editor.work.take(is_own) {
        let made = own.export.take_at_last();
        went_well &= arrived(editor, &own.order, made);
    }
    outcome::say_missed(&mut editor.shell, &mut editor.services);
    went_well
}

impl Underway<Editor> for MakingExport {
    fn work(&self) -> Work {
        Work::Exporting(self.order.wanted.file.clone())
    }

    fn name(&self) -> String {
        name_of(&self.order.wanted.file)
    }

    fn is_ready(&self) -> bool {
        self.export.is_ready()
    }

    fn waits_for_hands(&self) -> bool {
        false
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let made = self.export.take_at_last();
        arrived(editor, &self.order, made);
    }
}

/// Says what could not be written, once nothing is being made any more. Called in each frame.
pub fn keep_up(editor: &mut Editor) {
    if editor.work.of::<MakingExport>().next().is_none() {
        outcome::say_missed(&mut editor.shell, &mut editor.services);
    }
}

/// No longer wants what is being made for this file.
pub fn stop(work: &mut WorkList<Editor>, file: &Path) {
    work.forget(|export: &MakingExport| is_same_file(&export.order.wanted.file, file));
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    absolute(one) == absolute(other)
}

/// Writes what was made. False if that is not possible.
fn arrived(editor: &mut Editor, order: &Order, made: Made) -> bool {
    let Some(index) = editor.workspace.index_of(order.document) else {
        return true;
    };
    let written = put(
        &mut editor.workspace,
        &editor.services,
        index,
        &order.wanted,
        made,
        order.replacing,
    );
    let went_well = written.is_ok();
    outcome::later(editor, index, order, written);
    went_well
}
