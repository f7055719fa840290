//! What did not go over as it is of files of other tools that were opened: a part for each file, with its remarks.

use egui::{Align2, Context, RichText, ScrollArea, Ui, vec2};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::exchange::Tally;

use super::PanelContext;
use super::transfer_report;
use crate::action::{Action, ActionSink, FileAction, ViewAction};
use crate::theme::space;
use crate::workspace::open_document::DocumentId;

/// The files about which there is something to say.
#[derive(Debug, Default)]
pub struct ImportWindow {
    files: Vec<ImportedFile>,
}

/// A file that was opened.
#[derive(Debug)]
pub struct ImportedFile {
    /// The document that it became.
    pub document: DocumentId,
    /// What the file is called.
    pub name: String,
    /// What its format is called.
    pub format: &'static str,
    /// How many nodes went over, and how.
    pub tally: Tally,
    /// What did not go over as it is.
    pub remarks: Vec<Diagnostic>,
}

impl ImportWindow {
    /// Takes another file; the last one stands first.
    pub fn add(&mut self, file: ImportedFile) {
        self.files.insert(0, file);
    }
}

/// Shows the window; false if it was closed.
pub fn show(
    ctx: &Context,
    cx: &PanelContext<'_>,
    window: &ImportWindow,
    sink: &mut ActionSink,
) -> bool {
    let mut open = true;
    egui::Window::new(cx.texts.tr("import.title"))
        .id(egui::Id::unique("import"))
        .open(&mut open)
        .collapsible(false)
        .resizable(true)
        .default_size(vec2(560.0, 300.0))
        // Over the inspector, so that the tree stays in sight.
        .pivot(Align2::RIGHT_BOTTOM)
        .default_pos(ctx.content_rect().right_bottom() - vec2(16.0, 40.0))
        .show(ctx, |ui| {
            ScrollArea::vertical().show(ui, |ui| {
                for file in &window.files {
                    ui.push_id(file.document.0, |ui| part(ui, cx, file, sink));
                }
            });
        });
    open
}

fn part(ui: &mut Ui, cx: &PanelContext<'_>, file: &ImportedFile, sink: &mut ActionSink) {
    let arguments = [("name", &*file.name), ("format", file.format)];
    let heading = cx.texts.tr_with("import.heading", &arguments);
    ui.label(RichText::new(heading).strong());
    transfer_report::tally(ui, cx, file.tally);
    let documents = cx.workspace.documents();
    let index = documents.iter().position(|d| d.id() == file.document);
    let Some(index) = index else {
        ui.label(RichText::new(cx.texts.tr("import.closed")).color(cx.theme.muted));
        return;
    };
    let document = documents[index].document();
    if let Some(pressed) = transfer_report::remarks(ui, cx, document, &file.remarks) {
        sink.push(Action::File(FileAction::Show(index)));
        if let Some(node) = file.remarks[pressed].location.node() {
            sink.push(Action::View(ViewAction::Reveal(node.clone())));
        }
    }
    ui.add_space(space::M);
}
