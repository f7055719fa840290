//! The text, color and size of the selected notes and groups.

use egui::{DragValue, Id, RichText, TextEdit, Ui};
use treewright_authoring::edit::Command;
use treewright_core::geometry::Position;
use treewright_core::model::{Annotation, Document, LEAST_ANNOTATION};

use crate::action::ActionSink;
use crate::icons;
use crate::panels::PanelContext;
use crate::panels::canvas::annotations;
use crate::theme::{ANNOTATION_COLORS, space, text_size};
use crate::widgets::{Form, choice, draft};

/// Shows the fields; with several selected, only the common ones.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, selected: &[Annotation], sink: &mut ActionSink) {
    let Some(last) = selected.last().copied() else {
        return;
    };
    let (icon, key) = match last {
        Annotation::Group(_) => ("ad_group", "annotation.group"),
        Annotation::Note(_) => ("sticky_note_2", "annotation.note"),
    };
    ui.horizontal(|ui| {
        let color = annotations::color_of(cx.front.document(), last);
        let color = cx.theme.annotation(color);
        ui.label(icons::text(icon).size(20.0).color(color));
        let title = if selected.len() == 1 {
            cx.texts.tr(key).into_owned()
        } else {
            let count = selected.len().to_string();
            cx.texts.tr_with("annotation.several", &[("count", &count)])
        };
        ui.label(RichText::new(title).size(text_size::HEADING));
    });
    ui.add_space(space::XS);
    let labels = [
        "annotation.text",
        "annotation.color.name",
        "annotation.width",
        "annotation.height",
    ];
    let labels = labels.map(|key| cx.texts.tr(key));
    let form = Form::new(ui, cx.theme, labels.iter().map(|text| &**text));
    if selected.len() == 1 {
        text(ui, cx, &form, last, sink);
    }
    color(ui, cx, &form, selected, sink);
    if selected.len() == 1 {
        size(ui, cx, &form, last, sink);
    }
}

fn text(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    which: Annotation,
    sink: &mut ActionSink,
) {
    let current = annotations::text_of(cx.front.document(), which).to_owned();
    let name = cx.texts.tr("annotation.text");
    let id = Id::unique(("annotation text", cx.front.id(), which));
    let text = form.row(ui, &name, |ui| {
        draft(ui, id, &current, |ui, text| {
            let width = ui.available_width();
            let edit = match which {
                Annotation::Group(_) => TextEdit::singleline(text),
                Annotation::Note(_) => TextEdit::multiline(text).desired_rows(4),
            };
            ui.add(edit.desired_width(width)).accessible_name(&*name)
        })
    });
    if let Some(text) = text {
        sink.edit(Command::SetAnnotationText(which, text));
    }
}

fn color(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    selected: &[Annotation],
    sink: &mut ActionSink,
) {
    let Some(last) = selected.last().copied() else {
        return;
    };
    let name = cx.texts.tr("annotation.color.name");
    let options: Vec<String> = ANNOTATION_COLORS
        .iter()
        .map(|color| cx.texts.tr(color.text_key).into_owned())
        .collect();
    let now = annotations::color_of(cx.front.document(), last);
    let current = ANNOTATION_COLORS.iter().position(|c| c.name == now);
    // A color of a newer version keeps its name.
    let shown = current.map_or(now, |at| &options[at]).to_owned();
    let id = Id::unique("annotation color");
    let chosen = form.row(ui, &name, |ui| {
        choice(ui, id, &name, &shown, &options, current)
    });
    if let Some(chosen) = chosen {
        let name = ANNOTATION_COLORS[chosen].name.to_owned();
        sink.edit(Command::SetAnnotationColor(selected.to_vec(), name));
    }
}

fn size(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    which: Annotation,
    sink: &mut ActionSink,
) {
    let Some((position, current)) = position_and_size(cx.front.document(), which) else {
        return;
    };
    let id = Id::unique(("annotation size", cx.front.id(), which));
    let fields = [
        ("annotation.width", current.0, LEAST_ANNOTATION.0),
        ("annotation.height", current.1, LEAST_ANNOTATION.1),
    ];
    for (key, value, least) in fields {
        let name = cx.texts.tr(key);
        let value = form.row(ui, &name, |ui| {
            draft(ui, id.with(key), &value, |ui, value| {
                let field = DragValue::new(value).range(least..=100_000);
                ui.add(field.update_while_editing(false))
                    .accessible_name(&*name)
            })
        });
        if let Some(value) = value {
            let size = match key {
                "annotation.width" => (value, current.1),
                _ => (current.0, value),
            };
            sink.edit(Command::PlaceAnnotations(vec![(which, position, size)]));
        }
    }
}

fn position_and_size(document: &Document, which: Annotation) -> Option<(Position, (i32, i32))> {
    match which {
        Annotation::Group(index) => document.groups.get(index).map(|g| (g.position, g.size)),
        Annotation::Note(index) => document.notes.get(index).map(|n| (n.position, n.size)),
    }
}
