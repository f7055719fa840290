//! What is suspicious in all that the tree can do, each with the run that shows it or a fix.

use egui::{Align, Button, Layout, Ui};
use treewright_core::diagnostic::Severity;
use treewright_session::workspace::exploration::{Exploration, ExploreReport, FoundHazard};

use super::{push, show_button};
use crate::action::{Action, ActionSink, ExploreAction, FoundRun, ViewAction};
use crate::panels::problems::{self, ProblemFix};
use crate::panels::{PanelContext, explored_words};
use crate::theme::severity_icon;
use crate::widgets::{ROW_HEIGHT, Row, empty_hint, panel_scroll, row_pressed};

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration, sink: &mut ActionSink) {
    let Some(report) = exploration.report() else {
        if exploration.is_running() {
            return empty_hint(ui, cx.theme, "explore", &cx.texts.tr("explore.searching"));
        }
        return super::begin_hint(ui, cx, sink);
    };
    if report.hazards.is_empty() {
        let text = cx.texts.tr("explore.nothing_found");
        return empty_hint(ui, cx.theme, "check_circle", &text);
    }
    let word = explored_words::certainty(cx.texts, report);
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = panel_scroll().id_salt(("explore", "findings"));
    area.show_rows(ui, ROW_HEIGHT, report.hazards.len(), |ui, range| {
        for index in range {
            ui.push_id(index, |ui| line(ui, cx, (report, index), &word, sink));
        }
    });
}

fn line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (report, index): (&ExploreReport, usize),
    word: &str,
    sink: &mut ActionSink,
) {
    let hazard = &report.hazards[index];
    let text = cx.texts.sentence(&hazard.what.message());
    // What can happen is sure; what cannot is as sure as the search was thorough.
    let detail = match (&hazard.reason, &hazard.sight) {
        (Some(reason), _) => {
            let reason = cx.texts.phrase(&reason.message());
            cx.texts.with_note(&reason, word)
        }
        (None, Some(sight)) => {
            let frame = sight.frame.to_string();
            cx.texts.tr_with("status.frame", &[("frame", &frame)])
        }
        (None, None) => word.to_owned(),
    };
    let name = cx.texts.labeled(&text, &detail);
    let severity = severity_of(hazard);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(sight) = &hazard.sight {
                if show_button(ui, cx, &text) {
                    let found = FoundRun {
                        sight: sight.clone(),
                        title: text.clone(),
                        node: hazard.node.clone(),
                    };
                    push(sink, ExploreAction::Show(found));
                }
            } else if let Some(fix) = fix_of(cx, hazard)
                && ui.add(Button::new(fix.text).small()).clicked()
            {
                fix.actions.into_iter().for_each(|action| sink.push(action));
            }
            let (icon, color) = match severity {
                Some(severity) => (severity_icon(severity), cx.theme.severity(severity)),
                None => ("info", cx.theme.muted),
            };
            let row = Row::new(&text)
                .icon(icon, color)
                .detail(&detail)
                .name(&name);
            let response = row.show(ui, cx.theme).on_hover_text(&name);
            if let (true, Some(node)) = (row_pressed(ui, &response), &hazard.node) {
                sink.push(Action::View(ViewAction::Reveal(node.clone())));
            }
        });
    });
}

/// How bad it is; `None` if it may well be wanted.
fn severity_of(hazard: &FoundHazard) -> Option<Severity> {
    match (hazard.what.is_mild(), &hazard.sight) {
        (true, _) => None,
        (false, Some(_)) => Some(Severity::Error),
        (false, None) => Some(Severity::Warning),
    }
}

/// The fix of a problem of the node, which is then the likely cause.
fn fix_of(cx: &PanelContext<'_>, hazard: &FoundHazard) -> Option<ProblemFix> {
    let node = hazard.node.as_ref()?;
    let mut problems = cx.front.diagnostics().iter();
    let index = problems.position(|problem| problem.location.node() == Some(node))?;
    problems::fixes(cx, index).into_iter().next()
}
