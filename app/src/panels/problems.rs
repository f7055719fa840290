//! What is wrong with the document: press a line to go there, press a fix to have it mended.

use egui::{Button, ScrollArea, Ui};
use treewright_core::diagnostic::{Diagnostic, Location};

use super::PanelContext;
use crate::action::{Action, ActionSink, ViewAction};
use crate::theme::severity_icon;
use crate::widgets::{ROW_HEIGHT, Row, empty_hint};

/// Shows the problems.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let diagnostics = cx.front.diagnostics();
    if diagnostics.is_empty() {
        empty_hint(ui, cx.theme, "check_circle", &cx.texts.tr("problems.none"));
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        ROW_HEIGHT,
        diagnostics.len(),
        |ui, range| {
            for index in range {
                ui.push_id(index, |ui| row(ui, cx, index, sink));
            }
        },
    );
}

fn row(ui: &mut Ui, cx: &PanelContext<'_>, index: usize, sink: &mut ActionSink) {
    let diagnostic = &cx.front.diagnostics()[index];
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for (text, command) in cx.front.fixes(index, cx.library, cx.texts) {
                if ui.add(Button::new(text).small()).clicked() {
                    sink.edit(command);
                }
            }
            let text = cx
                .texts
                .problem_in(cx.front.document(), &diagnostic.problem);
            let color = cx.theme.severity(diagnostic.severity);
            let place = place(cx, diagnostic);
            let response = Row::new(&text)
                .icon(severity_icon(diagnostic.severity), color)
                .detail(&place)
                .show(ui, cx.theme)
                .on_hover_text(&text);
            if let (true, Some(node)) = (response.clicked(), diagnostic.location.node()) {
                sink.push(Action::View(ViewAction::Reveal(node.clone())));
            }
        });
    });
}

fn place(cx: &PanelContext<'_>, diagnostic: &Diagnostic) -> String {
    match &diagnostic.location {
        Location::Document => String::new(),
        Location::Node(id) => format!("{} · {id}", cx.title_of(id)),
        Location::Parameter(id, name) => format!("{} · {id} · {name}", cx.title_of(id)),
        Location::Override(id, path, name) => {
            format!("{} · {id} · {path} · {name}", cx.title_of(id))
        }
        Location::Variable(name) | Location::Tree(name) => name.to_string(),
    }
}
