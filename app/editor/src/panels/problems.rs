//! The problems of the document and its task libraries: click a row to go to the problem, click a fix to apply it. Errors and warnings can
//! be hidden; each problem has an explanation.

mod fixes_in_project;
mod of_claims;
mod of_project;

use egui::{Button, Label, Response, RichText, ScrollArea, Ui, UiBuilder};
use treewright_core::diagnostic::{Diagnostic, Location, Problem, Severity};
use treewright_session::workspace::document_libraries::LibraryProblem;

pub use self::of_claims::broken_text;
use self::of_project::ProjectProblems;
use super::PanelContext;
use crate::action::{Action, ActionSink, EditAction, FileAction, SelectAction, ViewAction};
use crate::icons;
use crate::theme::{severity_icon, space, text_size};
use crate::widgets::{ROW_HEIGHT, Row, empty_hint, empty_hint_with, panel_scroll, row_pressed};

/// The minimum width for the list and an explanation side by side, in points.
const MIN_SIDE_BY_SIDE: f32 = 560.0;

/// Which problems are shown, and which one is explained.
#[derive(Default)]
pub struct ProblemsState {
    errors_hidden: bool,
    warnings_hidden: bool,
    /// The index among all problems, those of libraries first.
    explained: Option<usize>,
    /// Whether the problems of all files of the project are listed.
    whole_project: bool,
    of_project: ProjectProblems,
}

impl ProblemsState {
    /// Explains the problem at this index among all problems, those of libraries first.
    pub fn explain(&mut self, index: usize) {
        *self = Self {
            explained: Some(index),
            ..Self::default()
        };
    }

    /// The place of the explained problem among the problems of the document itself.
    pub fn explained_of_document(&self, of_libraries: usize) -> Option<usize> {
        self.explained?.checked_sub(of_libraries)
    }

    fn shows(&self, severity: Severity) -> bool {
        match severity {
            Severity::Error => !self.errors_hidden,
            Severity::Warning => !self.warnings_hidden,
        }
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ProblemsState, sink: &mut ActionSink) {
    let diagnostics = cx.front.diagnostics();
    let of_libraries = cx.front.libraries().problems();
    filter(ui, cx, state);
    if state.whole_project {
        return of_project::show(ui, cx, &mut state.of_project, sink);
    }
    let of_claims = cx.claim_troubles(cx.front).count();
    if of_libraries.len() + diagnostics.len() + of_claims == 0 {
        empty_hint(ui, cx.theme, "check_circle", &cx.texts.tr("problems.none"));
        return;
    }
    // Errors come before warnings in the document's list, so the shown ones are contiguous.
    let severities = of_libraries.iter().map(|problem| problem.fault.severity());
    let severities = severities.chain(diagnostics.iter().map(|d| d.severity));
    let severities = severities.chain(std::iter::repeat_n(Severity::Error, of_claims));
    let shown: Vec<usize> = severities
        .enumerate()
        .filter_map(|(index, severity)| state.shows(severity).then_some(index))
        .collect();
    if shown.is_empty() {
        let text = cx.texts.tr("problems.all_hidden");
        let again = cx.texts.tr("problems.show_all");
        if empty_hint_with(ui, cx.theme, ("filter_alt", &text), &again) {
            *state = ProblemsState::default();
        }
        return;
    }
    let room = ui.available_rect_before_wrap();
    let Some(index) = state.explained.filter(|index| shown.contains(index)) else {
        return list(ui, cx, state, &shown, sink);
    };
    // Beside the list if the panel is wide, so that a low panel has room for both; otherwise above it.
    if room.width() < MIN_SIDE_BY_SIDE {
        explanation(ui, cx, index, sink);
        return list(ui, cx, state, &shown, sink);
    }
    let (left, right) = room.split_left_right_at_fraction(0.58);
    ui.scope_builder(UiBuilder::new().max_rect(left), |ui| {
        list(ui, cx, state, &shown, sink);
    });
    let right = right.with_min_x(right.left() + space::M);
    ui.scope_builder(UiBuilder::new().max_rect(right), |ui| {
        ScrollArea::vertical()
            .min_scrolled_height(0.0)
            .id_salt("explanation")
            .show(ui, |ui| explanation(ui, cx, index, sink));
    });
}

fn list(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut ProblemsState,
    shown: &[usize],
    sink: &mut ActionSink,
) {
    let of_libraries = cx.front.libraries().problems();
    let severities = [Severity::Error, Severity::Warning];
    let beyond = severities.into_iter().filter(|of| state.shows(*of));
    let beyond: usize = beyond
        .map(|of| cx.front.diagnostics().unlisted_counts().of(of))
        .sum();
    ui.spacing_mut().item_spacing.y = 0.0;
    panel_scroll().show_rows(
        ui,
        ROW_HEIGHT,
        shown.len() + usize::from(beyond > 0),
        |ui, range| {
            let is_at_end = range.end > shown.len();
            let range = range.start.min(shown.len())..range.end.min(shown.len());
            for &index in &shown[range] {
                ui.push_id(index, |ui| {
                    let own = index.saturating_sub(of_libraries.len());
                    let beyond = own.checked_sub(cx.front.diagnostics().len());
                    let response = match (of_libraries.get(index), beyond) {
                        (Some(problem), _) => library_row(ui, cx, problem, sink),
                        (None, None) => row(ui, cx, own, sink),
                        (None, Some(place)) => of_claims::row(ui, cx, place, sink),
                    };
                    if response.clicked() || response.gained_focus() {
                        state.explained = Some(index);
                    }
                });
            }
            if is_at_end {
                let count = beyond.to_string();
                let text = cx.texts.tr_with("problems.more", &[("count", &count)]);
                ui.label(RichText::new(text).color(cx.theme.muted));
            }
        },
    );
}

/// The choice between the document and the whole project, and a switch for each severity, with the number of problems.
fn filter(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ProblemsState) {
    let has_project = cx.project.files.len() > 1;
    state.whole_project &= has_project;
    if !has_project && cx.count_all_problems() == 0 {
        return;
    }
    ui.horizontal(|ui| {
        if has_project {
            let own = cx.texts.tr("problems.of_document");
            ui.selectable_value(&mut state.whole_project, false, own);
            let text = match of_project::with_errors(cx) {
                0 => cx.texts.tr("problems.of_project").into_owned(),
                count => cx.texts.tr_count("problems.of_project_with_errors", count),
            };
            ui.selectable_value(&mut state.whole_project, true, text);
        }
        if state.whole_project || cx.count_all_problems() == 0 {
            return;
        }
        if has_project {
            ui.separator();
        }
        let switches = [
            (
                Severity::Error,
                "problems.filter_errors",
                &mut state.errors_hidden,
            ),
            (
                Severity::Warning,
                "problems.filter_warnings",
                &mut state.warnings_hidden,
            ),
        ];
        for (severity, key, hidden) in switches {
            let count = cx.count_problems(cx.front, severity).to_string();
            let name = cx.texts.tr(key);
            let icon = icons::text(severity_icon(severity)).color(cx.theme.severity(severity));
            let button = Button::new((icon, RichText::new(count))).selected(!*hidden);
            let response = ui.add(button).accessible_name(&*name).on_hover_text(name);
            if response.clicked() {
                *hidden = !*hidden;
            }
        }
    });
}

/// The full text of a problem, its explanation, and its fixes.
fn explanation(ui: &mut Ui, cx: &PanelContext<'_>, index: usize, sink: &mut ActionSink) {
    let of_libraries = cx.front.libraries().problems();
    let own = index.checked_sub(of_libraries.len());
    let own = own.and_then(|index| cx.front.diagnostics().get(index));
    let (text, why) = match (of_libraries.get(index), own) {
        (Some(problem), _) => {
            let remedy = cx.texts.library_remedy(problem);
            (cx.texts.library_problem(problem), remedy)
        }
        (None, Some(diagnostic)) => {
            let problem = &diagnostic.problem;
            let text = cx.texts.problem_in(cx.front.document(), diagnostic);
            (text, cx.texts.problem_why(problem))
        }
        (None, None) => return,
    };
    egui::Frame::group(ui.style())
        .inner_margin(space::S)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(Label::new(text).wrap());
            if let Some(why) = why {
                let why = RichText::new(why).size(text_size::SMALL);
                ui.add(Label::new(why.color(cx.theme.muted)).wrap());
            }
            if let Some(index) = index.checked_sub(of_libraries.len()) {
                ui.horizontal_wrapped(|ui| {
                    for remedy in fixes(cx, index) {
                        let icon = icons::text("build");
                        let button = ui.button((icon, &*remedy.text));
                        let name = [("fix", &*remedy.text)];
                        let name = cx.texts.tr_with("problems.fix", &name);
                        if button.accessible_name(name).clicked() {
                            remedy.actions.into_iter().for_each(|a| sink.push(a));
                        }
                    }
                });
            }
        });
}

/// A fix for a problem.
pub struct ProblemFix {
    pub text: String,
    pub actions: Vec<Action>,
}

/// The fixes for one of the document's own problems, most likely first.
pub fn fixes(cx: &PanelContext<'_>, index: usize) -> Vec<ProblemFix> {
    let first_fix = cx.front.diagnostics().get(index);
    let first_fix = first_fix.and_then(|diagnostic| fix_with_input(cx, diagnostic));
    let fixes = cx.front.fixes(index, cx.library, cx.texts).into_iter();
    let fixes = fixes.map(|(text, command)| ProblemFix {
        text,
        actions: vec![Action::Edit(EditAction::Do(command))],
    });
    let diagnostic = cx.front.diagnostics().get(index);
    let in_project = diagnostic.map(|diagnostic| fixes_in_project::all(cx, diagnostic));
    let in_project = in_project.into_iter().flatten();
    in_project.chain(first_fix).chain(fixes).collect()
}

/// A fix that needs more input from the user, or that does not change the tree.
fn fix_with_input(cx: &PanelContext<'_>, diagnostic: &Diagnostic) -> Option<ProblemFix> {
    let (key, actions) = match (&diagnostic.problem, &diagnostic.location) {
        (Problem::WrongChildCount { has, min, .. }, Location::Node(node)) if has < min => {
            let select = SelectAction::Set(vec![node.clone()]);
            let search = Action::View(ViewAction::QuickAdd);
            ("problems.add_child", vec![Action::Select(select), search])
        }
        (Problem::UnknownTask { .. }, _) => {
            let add = Action::File(FileAction::AddLibrary);
            ("problems.add_library", vec![add])
        }
        // References to nodes that do not exist are not written, so saving removes them.
        (Problem::DanglingId { .. }, Location::Document) => {
            let save = Action::File(FileAction::Save);
            ("problems.save_without", vec![save])
        }
        _ => return None,
    };
    let text = cx.texts.tr(key).into_owned();
    Some(ProblemFix { text, actions })
}

fn row(ui: &mut Ui, cx: &PanelContext<'_>, index: usize, sink: &mut ActionSink) -> Response {
    let diagnostic = &cx.front.diagnostics()[index];
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            // Only the most likely fix; the others are shown with the explanation.
            if let Some(likely) = fixes(cx, index).into_iter().next()
                && ui.add(Button::new(likely.text).small()).clicked()
            {
                likely.actions.into_iter().for_each(|a| sink.push(a));
            }
            let text = cx.texts.problem_in(cx.front.document(), diagnostic);
            let place = location_text(cx, diagnostic);
            let why = cx.texts.problem_why(&diagnostic.problem);
            let response = line(ui, cx, diagnostic.severity, (&text, why), &place);
            if let (true, Some(node)) = (row_pressed(ui, &response), diagnostic.location.node()) {
                sink.push(Action::View(ViewAction::Reveal(node.clone())));
            }
            response
        })
        .inner
    })
    .inner
}

/// A problem of a library. A reference to a missing library can be removed.
fn library_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    problem: &LibraryProblem,
    sink: &mut ActionSink,
) -> Response {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if let Some(fix) = fixes_in_project::for_library(cx, problem) {
                if ui.add(Button::new(fix.text).small()).clicked() {
                    fix.actions.into_iter().for_each(|action| sink.push(action));
                }
            } else if problem.is_unreadable() {
                let text = cx.texts.tr("problems.remove_library").into_owned();
                if ui.add(Button::new(text).small()).clicked() {
                    sink.push(Action::File(FileAction::RemoveLibrary(problem.index)));
                }
            }
            let text = cx.texts.library_problem(problem);
            let severity = problem.fault.severity();
            let remedy = cx.texts.library_remedy(problem);
            line(ui, cx, severity, (&text, remedy), "")
        })
        .inner
    })
    .inner
}

fn line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    severity: Severity,
    (text, more): (&str, Option<String>),
    detail: &str,
) -> Response {
    Row::new(text)
        .icon(severity_icon(severity), cx.theme.severity(severity))
        .detail(detail)
        .show(ui, cx.theme)
        .on_hover_ui(|ui| {
            ui.label(text);
            if let Some(more) = more {
                ui.label(RichText::new(more).color(cx.theme.muted));
            }
        })
}

fn location_text(cx: &PanelContext<'_>, diagnostic: &Diagnostic) -> String {
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
