//! Creates exports: small ones immediately, large ones in the background. Their results are reported in `outcome.rs`.

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

/// An export with its origin.
#[derive(Clone, Debug)]
pub struct Order {
    /// The document; it need not be active any more when the export is finished.
    pub document: DocumentId,
    pub wanted: Wanted,
    /// Which existing files it may replace.
    pub replacing: Replacing,
    pub asked_by: AskedBy,
}

/// An export in the background.
struct MakingExport {
    export: Box<BackgroundExport>,
    order: Order,
}

/// Who requested an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedBy {
    /// The user, in the export window; the settings are remembered.
    Choice,
    /// The user, by repeating the last export.
    Again,
    /// A save.
    Save,
}

/// Creates and writes an export, immediately or in the background. Does nothing if its document was closed.
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

/// Returns the export if it is finished within a moment, otherwise the background job.
fn make(editor: &mut Editor, index: usize, wanted: &Wanted) -> Result<Made, Box<BackgroundExport>> {
    // An earlier export to the same file would finish later and replace the newer one.
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

/// Creates an export for a document that was just saved. `None` if it continues in the background and reports its own result.
pub fn on_save(editor: &mut Editor, index: usize, wanted: &Wanted) -> Option<Result<(), Trouble>> {
    let document = editor.workspace.documents()[index].id();
    let is_chosen = |export: &&MakingExport| {
        let order = &export.order;
        let is_same = order.document == document && order.asked_by == AskedBy::Choice;
        is_same && is_same_file(&order.wanted.file, &wanted.file)
    };
    let chosen = editor.work.of::<MakingExport>().find(is_chosen);
    let chosen = chosen.map(|export| export.order.clone());
    // An export that the user requested is not dropped by a save: it starts again from the newer tree.
    if let Some(order) = chosen {
        start(editor, order);
        return None;
    }
    let replacing = Replacing::Own;
    let made = match make(editor, index, wanted) {
        Ok(made) => made,
        // Closing the saved document must wait for its exports.
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

/// Waits for the exports of documents that are about to be closed. Returns false if one failed, which was reported.
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

/// Reports failed exports once no export is running any more. Called in each frame.
pub fn keep_up(editor: &mut Editor) {
    if editor.work.of::<MakingExport>().next().is_none() {
        outcome::say_missed(&mut editor.shell, &mut editor.services);
    }
}

/// Cancels the running export to this file.
pub fn stop(work: &mut WorkList<Editor>, file: &Path) {
    work.forget(|export: &MakingExport| is_same_file(&export.order.wanted.file, file));
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    absolute(one) == absolute(other)
}

/// Writes a finished export. Returns false if that failed.
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
