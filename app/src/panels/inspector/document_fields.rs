//! The document's own settings: name, description, seed, and whether it starts again.

use egui::{DragValue, Id, TextEdit, Ui};
use treewright_core::edit::Command;

use crate::action::ActionSink;
use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::{caption, draft};

/// Shows them.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let document = cx.front.document();
    let id = Id::unique(("document", cx.front.id()));
    let tr = |key| cx.texts.tr(key);
    caption(ui, cx.theme, &tr("document.name"));
    let name = draft(ui, id.with("name"), &document.name, |ui, text| {
        let width = ui.available_width();
        ui.add(TextEdit::singleline(text).desired_width(width))
            .accessible_name(tr("document.name"))
    });
    if let Some(name) = name {
        sink.edit(Command::SetDocumentName(name));
    }
    caption(ui, cx.theme, &tr("document.description"));
    let description = draft(
        ui,
        id.with("description"),
        &document.description,
        |ui, text| {
            let width = ui.available_width();
            ui.add(
                TextEdit::multiline(text)
                    .desired_width(width)
                    .desired_rows(3),
            )
            .accessible_name(tr("document.description"))
        },
    );
    if let Some(description) = description {
        sink.edit(Command::SetDescription(description));
    }
    ui.add_space(space::S);
    let mut restart = document.restart_when_complete;
    let text = tr("document.restart").into_owned();
    if ui.checkbox(&mut restart, text).changed() {
        sink.edit(Command::SetRestartWhenComplete(restart));
    }
    ui.horizontal(|ui| {
        let label = ui.label(tr("document.seed"));
        let seed = draft(ui, id.with("seed"), &document.seed, |ui, seed| {
            ui.add(DragValue::new(seed).update_while_editing(false))
                .labelled_by(label.id)
        });
        if let Some(seed) = seed {
            sink.edit(Command::SetSeed(seed));
        }
    })
    .response
    .on_hover_text(tr("document.seed_hint"));
    ui.add_space(space::M);
    let nodes = cx.texts.tr_count("status.nodes", document.node_count());
    let variables = document.variables.len();
    let variables = cx.texts.tr_count("document.variables", variables);
    let counts = [("nodes", &*nodes), ("variables", &*variables)];
    caption(ui, cx.theme, &cx.texts.tr_with("document.counts", &counts));
    ui.add_space(space::M);
    caption(ui, cx.theme, &tr("inspector.hint"));
}
