//! What is suspicious in all that the tree can do, each with the run that shows it or a fix.

use egui::{Align, Button, Color32, Layout, Response, Ui};
use treewright_core::diagnostic::{Problem, Severity};
use treewright_core::ids::NodeId;
use treewright_explore::hazards::HazardKind;
use treewright_session::workspace::exploration::{Exploration, ExploreReport, FoundHazard};

use super::{Shows, run_buttons};
use crate::action::{Action, ActionSink, FoundKind, ViewAction};
use crate::panels::problems::{self, ProblemFix};
use crate::panels::{PanelContext, explored_words};
use crate::theme::severity_icon;
use crate::widgets::{ROW_HEIGHT, Row, empty_hint, panel_scroll, row_pressed};

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration, sink: &mut ActionSink) {
    let report = exploration.report().filter(|report| {
        let is_empty = report.hazards.is_empty() && notes(report) == 0;
        !is_empty || exploration.is_current(cx.front)
    });
    let Some(report) = report else {
        return super::no_report(ui, cx, exploration, sink);
    };
    let found = report.hazards.len();
    let is_clean = found == 0;
    let notes = notes(report);
    if is_clean && notes == 0 {
        let text = cx.texts.tr("explore.nothing_found");
        return empty_hint(ui, cx.theme, "check_circle", &text);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = panel_scroll().id_salt(("explore", "findings"));
    let first_note = found + usize::from(is_clean);
    let is_current = exploration.is_current(cx.front);
    let report = (&**report, is_current);
    area.show_rows(ui, ROW_HEIGHT, first_note + notes, |ui, range| {
        for index in range {
            ui.push_id(index, |ui| {
                if index < found {
                    hazard(ui, cx, report, index, sink);
                } else if index < first_note {
                    nothing_found(ui, cx, is_current);
                } else {
                    note(ui, cx, report, index - first_note, sink);
                }
            });
        }
    });
}

/// Stands for the findings if there are none.
fn nothing_found(ui: &mut Ui, cx: &PanelContext<'_>, is_current: bool) {
    let text = cx.texts.tr("explore.nothing_found");
    let color = if is_current {
        cx.theme.success
    } else {
        cx.theme.inactive
    };
    let row = Row::new(&text).icon("check_circle", color).name(&text);
    row.color(text_color(cx, is_current)).show(ui, cx.theme);
}

/// How many notes there are on how sure all of it is: the reasons why nothing is proved, and the variables that were not set from outside.
fn notes(report: &ExploreReport) -> usize {
    report.not_proved.len() + usize::from(!report.own.is_empty())
}

fn note(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (report, is_current): (&ExploreReport, bool),
    index: usize,
    sink: &mut ActionSink,
) {
    let (node, text) = if let Some((node, why)) = report.not_proved.get(index) {
        (node.as_ref(), cx.texts.sentence(&why.message()))
    } else {
        let names = report.own.iter().map(|name| cx.texts.quoted(name));
        let names = names.collect::<Vec<_>>().join(&cx.texts.tr("list.comma"));
        (None, cx.texts.tr_with("explore.own", &[("names", &names)]))
    };
    let row = Row::new(&text).icon("info", cx.theme.muted).name(&text);
    let row = row.color(text_color(cx, is_current));
    let response = row.show(ui, cx.theme);
    reveal_when_pressed(ui, &response.on_hover_text(&text), node, sink);
}

fn hazard(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (report, is_current): (&ExploreReport, bool),
    index: usize,
    sink: &mut ActionSink,
) {
    let hazard = &report.hazards[index];
    let text = cx.texts.sentence(&hazard.what.message());
    let detail = if is_current {
        detail(cx, report, hazard)
    } else {
        cx.texts.tr("explore.before_change").into_owned()
    };
    let name = cx.texts.labeled(&text, &detail);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if is_current {
                buttons(ui, cx, hazard, &text, sink);
            }
            let (icon, color) = match severity_of(hazard) {
                Some(severity) => (severity_icon(severity), cx.theme.severity(severity)),
                None => ("info", cx.theme.muted),
            };
            let color = if is_current { color } else { cx.theme.inactive };
            let row = Row::new(&text).icon(icon, color).detail(&detail);
            let row = row.name(&name).color(text_color(cx, is_current));
            let response = row.show(ui, cx.theme).on_hover_text(&name);
            reveal_when_pressed(ui, &response, hazard.node.as_ref(), sink);
        });
    });
}

/// What was found before the last change stands back.
fn text_color(cx: &PanelContext<'_>, is_current: bool) -> Color32 {
    if is_current {
        cx.theme.text
    } else {
        cx.theme.muted
    }
}

fn reveal_when_pressed(ui: &Ui, row: &Response, node: Option<&NodeId>, sink: &mut ActionSink) {
    if let (true, Some(node)) = (row_pressed(ui, row), node) {
        sink.push(Action::View(ViewAction::Reveal(node.clone())));
    }
}

/// The frame in which it was seen, or the reason why it cannot happen. What can happen is sure; what cannot is as sure as the search was
/// thorough.
fn detail(cx: &PanelContext<'_>, report: &ExploreReport, hazard: &FoundHazard) -> String {
    let word = match hazard.what {
        HazardKind::AlwaysTrue { .. } | HazardKind::AlwaysFalse { .. } => {
            explored_words::certainty_of_always(cx.texts, report)
        }
        _ => explored_words::certainty(cx.texts, report),
    };
    match (&hazard.reason, &hazard.sight) {
        (Some(reason), _) => {
            let reason = cx.texts.phrase(&reason.message());
            cx.texts.with_note(&reason, &word)
        }
        (None, Some(sight)) => {
            let frame = sight.frame.to_string();
            cx.texts.tr_with("status.frame", &[("frame", &frame)])
        }
        (None, None) => word,
    }
}

fn buttons(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    hazard: &FoundHazard,
    text: &str,
    sink: &mut ActionSink,
) {
    if let Some(sight) = &hazard.sight {
        let shows = Shows {
            name: text,
            title: text,
            node: hazard.node.as_ref(),
            kind: FoundKind::Hazard,
        };
        run_buttons(ui, cx, sight, shows, sink);
    } else if let Some(fix) = fix_of(cx, hazard)
        && ui.add(Button::new(fix.text).small()).clicked()
    {
        fix.actions.into_iter().for_each(|action| sink.push(action));
    }
}

/// How bad it is; `None` if it may well be wanted.
fn severity_of(hazard: &FoundHazard) -> Option<Severity> {
    match (hazard.what.is_mild(), &hazard.sight) {
        (true, _) => None,
        (false, Some(_)) => Some(Severity::Error),
        (false, None) => Some(Severity::Warning),
    }
}

/// The fix of the problem that causes it, if the node has one.
fn fix_of(cx: &PanelContext<'_>, hazard: &FoundHazard) -> Option<ProblemFix> {
    let node = hazard.node.as_ref()?;
    let mut problems = cx.front.diagnostics().iter();
    let index = problems.position(|problem| {
        problem.location.node() == Some(node) && causes(&problem.problem, &hazard.what)
    })?;
    problems::fixes(cx, index).into_iter().next()
}

/// Whether a problem of a node is why something suspicious was found at it.
fn causes(problem: &Problem, what: &HazardKind) -> bool {
    match what {
        HazardKind::NeverRuns { .. } => matches!(problem, Problem::Unreachable { .. }),
        HazardKind::NeverAborts { .. } => matches!(
            problem,
            Problem::AbortWithoutReach { .. } | Problem::AbortWithoutConditional { .. }
        ),
        _ => false,
    }
}
