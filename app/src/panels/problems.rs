//! What is wrong with the document and its task libraries: press a line to go there, press a fix to have it mended.

use egui::{Button, Response, ScrollArea, Ui};
use treewright_core::diagnostic::{Diagnostic, Location, Severity};

use super::PanelContext;
use crate::action::{Action, ActionSink, FileAction, ViewAction};
use crate::theme::severity_icon;
use crate::widgets::{ROW_HEIGHT, Row, empty_hint};
use crate::workspace::document_libraries::LibraryProblem;

/// Shows the problems.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let diagnostics = cx.front.diagnostics();
    let of_libraries = cx.front.libraries().problems();
    let count = of_libraries.len() + diagnostics.len();
    if count == 0 {
        empty_hint(ui, cx.theme, "check_circle", &cx.texts.tr("problems.none"));
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical()
        .auto_shrink(false)
        .show_rows(ui, ROW_HEIGHT, count, |ui, range| {
            for index in range {
                ui.push_id(index, |ui| match of_libraries.get(index) {
                    Some(problem) => library_row(ui, cx, problem, sink),
                    None => row(ui, cx, index - of_libraries.len(), sink),
                });
            }
        });
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
            let place = place(cx, diagnostic);
            let response = line(ui, cx, diagnostic.severity, &text, &place);
            if let (true, Some(node)) = (response.clicked(), diagnostic.location.node()) {
                sink.push(Action::View(ViewAction::Reveal(node.clone())));
            }
        });
    });
}

/// A problem of a library. One that leads nowhere can be mended by taking it away.
fn library_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    problem: &LibraryProblem,
    sink: &mut ActionSink,
) {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if problem.leads_nowhere() {
                let text = cx.texts.tr("problems.remove_library").into_owned();
                if ui.add(Button::new(text).small()).clicked() {
                    sink.push(Action::File(FileAction::RemoveLibrary(problem.index)));
                }
            }
            let text = cx.texts.library_problem(problem);
            let severity = problem.fault.severity();
            let response = line(ui, cx, severity, &text, "");
            if let Some(remedy) = cx.texts.library_remedy(problem) {
                response.on_hover_text(remedy);
            }
        });
    });
}

fn line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    severity: Severity,
    text: &str,
    detail: &str,
) -> Response {
    Row::new(text)
        .icon(severity_icon(severity), cx.theme.severity(severity))
        .detail(detail)
        .show(ui, cx.theme)
        .on_hover_text(text)
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
