//! The import report of the active tree: how many nodes were converted, what could not be, and how many problems the tree has now.

use egui::{Button, RichText, Ui};
use treewright_core::diagnostic::Severity;
use treewright_exchange::{ImportCounts, ProblemCounts};
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;

use super::PanelContext;
use super::transfer_report::{self, RemarkList};
use crate::action::{Action, ActionSink, ViewAction};
use crate::docking::Panel;
use crate::icons;
use crate::theme::{severity_icon, space};
use crate::widgets::{empty_hint, panel_scroll};

/// The reports of imported files.
#[derive(Debug, Default)]
pub struct ImportReports {
    files: Vec<ImportedFile>,
}
#[derive(Debug)]
pub struct ImportedFile {
    /// The document created from it.
    pub document: DocumentId,
    pub name: String,
    pub format: &'static str,
    /// How many nodes were converted, and how.
    pub tally: ImportCounts,
    /// What was not converted exactly.
    pub remarks: RemarkList,
}

impl ImportReports {
    /// Adds a file at the front, and drops the reports of closed documents.
    pub fn add(&mut self, file: ImportedFile, workspace: &Workspace) {
        let is_open = |file: &ImportedFile| workspace.index_of(file.document).is_some();
        self.files.retain(is_open);
        self.files.insert(0, file);
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ImportReports, sink: &mut ActionSink) {
    let front = cx.front.id();
    let mut files = state.files.iter_mut();
    let Some(first) = files.find(|file| file.document == front) else {
        let text = cx.texts.tr("import.none");
        return empty_hint(ui, cx.theme, Panel::Import.icon(), &text);
    };
    let others = files.filter(|file| file.document == front);
    panel_scroll().show(ui, |ui| {
        for (index, file) in std::iter::once(first).chain(others).enumerate() {
            ui.push_id(index, |ui| file_section(ui, cx, file, index == 0, sink));
        }
    });
}

fn file_section(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    file: &mut ImportedFile,
    is_first: bool,
    sink: &mut ActionSink,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        let arguments = [("name", &*file.name), ("format", file.format)];
        let heading = cx.texts.tr_with("import.heading", &arguments);
        ui.label(RichText::new(heading).strong());
        transfer_report::tally(ui, cx, file.tally);
        if is_first {
            problems(ui, cx, sink);
        }
    });
    if file.remarks.is_empty() {
        let text = cx.texts.tr("import.all_came_over");
        ui.label(RichText::new(text).color(cx.theme.muted));
    }
    if let Some(pressed) = file.remarks.show(ui, cx, cx.front) {
        sink.push(Action::View(pressed));
    }
    ui.add_space(space::M);
}

/// The number of problems that the tree has now besides the remarks of this report; click to see them.
fn problems(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let found = ProblemCounts::of(cx.front.diagnostics());
    let of_libraries = |severity: Severity| {
        let problems = cx.front.libraries().problems().iter();
        problems
            .filter(|problem| problem.fault.severity() == severity)
            .count()
    };
    let errors = found.errors + of_libraries(Severity::Error);
    let warnings = found.warnings + of_libraries(Severity::Warning);
    if errors + warnings == 0 {
        return;
    }
    let severity = if errors > 0 {
        Severity::Error
    } else {
        Severity::Warning
    };
    let counts = [("status.errors", errors), ("status.warnings", warnings)];
    let counts = counts.into_iter().filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(key, count)| cx.texts.tr_count(key, count))
        .collect();
    let counts = cx.texts.list(&counts);
    let text = cx.texts.tr_with("import.problems", &[("counts", &counts)]);
    let icon = icons::text(severity_icon(severity)).color(cx.theme.severity(severity));
    let button = Button::new((icon, &*text));
    if ui.add(button).accessible_name(&*text).clicked() {
        sink.push(Action::View(ViewAction::ShowPanel(Panel::Problems.key())));
    }
}
