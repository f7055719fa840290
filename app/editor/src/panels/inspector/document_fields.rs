//! The document's own settings: name, description, seed, whether it restarts when finished, and its task libraries.

use egui::{Align, DragValue, Id, Label, Layout, RichText, TextEdit, Ui};
use treewright_authoring::edit::Command;

use crate::action::{Action, ActionSink, FileAction};
use crate::panels::PanelContext;
use crate::theme::{space, text_size};
use crate::widgets::{Form, IconButton, Row, RowLabel, caption, check_box, draft};

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let document = cx.front.document();
    let id = Id::unique(("document", cx.front.id()));
    let tr = |key| cx.texts.tr(key);
    let labels = ["document.name", "document.description", "document.seed"].map(tr);
    let form = Form::new(ui, cx.theme, labels.iter().map(|text| &**text));
    texts(ui, cx, &form, id, sink);
    let mut restart = document.restart_when_complete;
    let is_changed = form.unlabeled(ui, |ui| {
        check_box(ui, &mut restart, tr("document.restart")).changed()
    });
    if is_changed {
        sink.edit(Command::SetRestartWhenComplete(restart));
    }
    let row = RowLabel {
        text: &tr("document.seed"),
        hint: &tr("document.seed_hint"),
        ..RowLabel::default()
    };
    let seed = form.labeled_row(ui, row, |ui| {
        draft(ui, id.with("seed"), &document.seed, |ui, seed| {
            let field = DragValue::new(seed).update_while_editing(false);
            ui.add(field).accessible_name(tr("document.seed"))
        })
    });
    if let Some(seed) = seed {
        sink.edit(Command::SetSeed(seed));
    }
    ui.add_space(space::S);
    libraries(ui, cx, sink);
    ui.add_space(space::M);
    let nodes = cx.texts.tr_count("status.nodes", document.node_count());
    let variables = document.variables.len();
    let variables = cx.texts.tr_count("document.variables", variables);
    let counts = [("nodes", &*nodes), ("variables", &*variables)];
    caption(ui, cx.theme, &cx.texts.tr_with("document.counts", &counts));
    ui.add_space(space::M);
    let hint = RichText::new(tr("inspector.hint")).size(text_size::SMALL);
    ui.add(Label::new(hint.color(cx.theme.muted)).wrap());
}

/// The name and the description.
fn texts(ui: &mut Ui, cx: &PanelContext<'_>, form: &Form<'_>, id: Id, sink: &mut ActionSink) {
    let document = cx.front.document();
    let tr = |key| cx.texts.tr(key);
    let name = form.row(ui, &tr("document.name"), |ui| {
        draft(ui, id.with("name"), &document.name, |ui, text| {
            let width = ui.available_width();
            ui.add(TextEdit::singleline(text).desired_width(width))
                .accessible_name(tr("document.name"))
        })
    });
    if let Some(name) = name {
        sink.edit(Command::SetDocumentName(name));
    }
    let description = form.row(ui, &tr("document.description"), |ui| {
        let (id, current) = (id.with("description"), &document.description);
        draft(ui, id, current, |ui, text| {
            let width = ui.available_width();
            let edit = TextEdit::multiline(text).desired_rows(3);
            ui.add(edit.desired_width(width))
                .accessible_name(tr("document.description"))
        })
    });
    if let Some(description) = description {
        sink.edit(Command::SetDescription(description));
    }
}

/// The task libraries, each with a remove button, and a button that adds one.
fn libraries(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let texts = cx.texts;
    caption(ui, cx.theme, &texts.tr("document.libraries"));
    for (place, reference) in cx.front.document().libraries.iter().enumerate() {
        ui.push_id(place, |ui| {
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let name = [("name", &**reference)];
                    let remove = texts.tr_with("document.remove_library", &name);
                    if IconButton::new("close", &remove).small().show(ui).clicked() {
                        sink.push(Action::File(FileAction::RemoveLibrary(place)));
                    }
                    library(ui, cx, reference);
                });
            });
        });
    }
    let add = texts.tr("command.add_library").into_owned();
    if ui.button(add).clicked() {
        sink.push(Action::File(FileAction::AddLibrary));
    }
}

/// A library: the number of tasks that it declares, or that it cannot be used.
fn library(ui: &mut Ui, cx: &PanelContext<'_>, reference: &str) {
    let named = cx.front.libraries().named(reference);
    let (detail, color) = if let Some(named) = named {
        let count = named.file.library.tasks.len();
        (cx.texts.tr_count("document.tasks", count), cx.theme.muted)
    } else {
        let unusable = cx.texts.tr("document.library_unusable").into_owned();
        (unusable, cx.theme.error)
    };
    let row = Row::new(reference).icon("menu_book", color).detail(&detail);
    let response = row.show(ui, cx.theme);
    let described = named.map(|named| &named.file.library);
    response.on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.strong(reference);
        if let Some(library) = described {
            ui.label(&library.name);
            ui.label(&library.description);
        }
        ui.label(&detail);
    });
}
