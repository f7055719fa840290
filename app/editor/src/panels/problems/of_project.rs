//! The problems of all files of the project, those that are not open included: a row for each file, and one for each problem, which opens the file
//! where the problem is. Knows only the first problems of each file.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{RichText, Ui};
use treewright_core::diagnostic::{Counts, Diagnostic, Severity};
use treewright_core::model::Document;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::{OpenDocument, Version};
use treewright_session::workspace::project_listing::{FileKind, ProjectFile};

use crate::action::{Action, ActionSink, FileAction};
use crate::panels::PanelContext;
use crate::theme::severity_icon;
use crate::widgets::{ROW_HEIGHT, Row, empty_hint, panel_scroll};

/// The rows, by the revision of what is known of the files, and the versions of the open documents with the numbers of their problems, which are
/// found later.
#[derive(Default)]
pub struct ProjectProblems(Memo<Known, Vec<ProblemLine>>);

type Known = (u64, Vec<(Version, usize)>);

#[derive(Clone, Debug)]
enum ProblemLine {
    File {
        path: PathBuf,
        relative: String,
        counts: Counts,
    },
    /// Why the file above, or a library of it, cannot be used.
    Text {
        path: PathBuf,
        severity: Severity,
        why: String,
    },
    Problem {
        path: PathBuf,
        document: Arc<Document>,
        problem: Diagnostic,
    },
}

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut ProjectProblems,
    sink: &mut ActionSink,
) {
    let open = cx.workspace.documents().iter();
    let versions = open.map(|open| (open.version(), counts_of(open).total()));
    let key = (cx.project.facts_revision, versions.collect());
    let lines = state.0.of(key, |_| lines(cx));
    if lines.is_empty() {
        let text = cx.texts.tr("problems.none_in_project");
        return empty_hint(ui, cx.theme, "check_circle", &text);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    panel_scroll().id_salt("problems of the project").show_rows(
        ui,
        ROW_HEIGHT,
        lines.len(),
        |ui, range| {
            let first = range.start;
            for (index, line) in lines[range].iter().enumerate() {
                ui.push_id(first + index, |ui| show_line(ui, cx, line, sink));
            }
        },
    );
}

/// All problems of an open document and its libraries.
fn counts_of(document: &OpenDocument) -> Counts {
    let mut counts = document.problems_for_others().counts();
    for problem in document.libraries().problems() {
        counts.add(problem.fault.severity());
    }
    counts
}

/// How many files have errors: open documents as they are open, and the others as they are on disk.
pub fn with_errors(cx: &PanelContext<'_>) -> usize {
    let open = cx.workspace.documents().iter();
    let open = open.filter_map(|document| {
        let facts = cx.project.facts.get(document.path()?)?;
        let on_disk = facts.counts.of(Severity::Error) > 0;
        Some((counts_of(document).of(Severity::Error) > 0, on_disk))
    });
    open.fold(cx.project.with_errors, |count, (now, on_disk)| {
        (count + usize::from(now)).saturating_sub(usize::from(on_disk))
    })
}

fn lines(cx: &PanelContext<'_>) -> Vec<ProblemLine> {
    let mut lines = Vec::new();
    for file in cx.project.files {
        let mut open = cx.workspace.documents().iter();
        match open.find(|document| document.path() == Some(&*file.path)) {
            Some(document) => lines_of_open(cx, file, document, &mut lines),
            None => lines_on_disk(cx, file, &mut lines),
        }
    }
    lines
}

fn heading(file: &ProjectFile, counts: Counts) -> ProblemLine {
    ProblemLine::File {
        path: file.path.clone(),
        relative: file.relative.clone(),
        counts,
    }
}

fn lines_of_open(
    cx: &PanelContext<'_>,
    file: &ProjectFile,
    open: &OpenDocument,
    lines: &mut Vec<ProblemLine>,
) {
    let (problems, of_libraries) = (open.problems_for_others(), open.libraries().problems());
    let counts = counts_of(open);
    if counts.total() == 0 {
        return;
    }
    let document = open.snapshot();
    lines.push(heading(file, counts));
    lines.extend(of_libraries.iter().map(|problem| ProblemLine::Text {
        path: file.path.clone(),
        severity: problem.fault.severity(),
        why: cx.texts.library_problem(problem),
    }));
    lines.extend(problems.iter().map(|problem| ProblemLine::Problem {
        path: file.path.clone(),
        document: document.clone(),
        problem: problem.clone(),
    }));
}

fn lines_on_disk(cx: &PanelContext<'_>, file: &ProjectFile, lines: &mut Vec<ProblemLine>) {
    let Some(facts) = cx.project.facts.get(&file.path) else {
        return;
    };
    if facts.counts.total() == 0 {
        return;
    }
    lines.push(heading(file, facts.counts));
    if let Some(error) = &facts.unreadable {
        lines.push(ProblemLine::Text {
            path: file.path.clone(),
            severity: Severity::Error,
            why: cx.texts.document_fault(error),
        });
    }
    lines.extend(facts.claim_errors.iter().map(|error| ProblemLine::Text {
        path: file.path.clone(),
        severity: Severity::Error,
        why: cx.texts.sentence(&error.problem.message()),
    }));
    let problems = facts.problems.iter();
    lines.extend(problems.flat_map(|(document, problems)| {
        problems.iter().map(|problem| ProblemLine::Problem {
            path: file.path.clone(),
            document: document.clone(),
            problem: problem.clone(),
        })
    }));
}

fn show_line(ui: &mut Ui, cx: &PanelContext<'_>, line: &ProblemLine, sink: &mut ActionSink) {
    let (path, node, response) = match line {
        ProblemLine::File {
            path,
            relative,
            counts,
        } => {
            let count = cx.texts.tr_count("problems.count", counts.total());
            let row = Row::new(relative).icon("description", cx.theme.muted);
            (path, None, row.detail(&count).show(ui, cx.theme))
        }
        ProblemLine::Text {
            path,
            severity,
            why,
        } => {
            let row = row_of_problem(ui, cx, *severity, why);
            (path, None, row)
        }
        ProblemLine::Problem {
            path,
            document,
            problem,
        } => {
            let text = cx.texts.problem_in(document, problem);
            let row = row_of_problem(ui, cx, problem.severity, &text);
            (path, problem.location.node().cloned(), row)
        }
    };
    if response.clicked() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let action = match FileKind::of(&name) {
            Some(FileKind::Claims) => FileAction::OpenListed(path.clone()),
            _ => FileAction::OpenAt(path.clone(), node),
        };
        sink.push(Action::File(action));
    }
}

fn row_of_problem(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    severity: Severity,
    text: &str,
) -> egui::Response {
    let row = Row::new(text)
        .icon(severity_icon(severity), cx.theme.severity(severity))
        .indent(14.0);
    let response = row.show(ui, cx.theme);
    response.on_hover_text(RichText::new(text))
}
