//! What is wrong with the claims of the document, among its problems: a file that cannot be used, errors, and broken claims, each until it holds again.

use egui::{Response, Ui};
use treewright_core::diagnostic::Severity;
use treewright_explore::claims::{ClaimError, ClaimPlace};
use treewright_explore::findings::Sight;
use treewright_session::workspace::exploration::{ClaimTrouble, Exploration};

use super::line;
use crate::action::{Action, ActionSink, ExploreAction, FoundKind};
use crate::panels::PanelContext;
use crate::panels::explore::{self, Shows, run_buttons};
use crate::widgets::row_pressed;

/// A trouble as it is shown.
struct TroubleLine<'a> {
    text: String,
    more: Option<String>,
    /// The part of the claims that is opened.
    place: Option<ClaimPlace>,
    /// The broken claim, and the run that shows it.
    broken: Option<(usize, &'a Sight)>,
}

/// The row of the trouble at this place of all.
pub fn row(ui: &mut Ui, cx: &PanelContext<'_>, place: usize, sink: &mut ActionSink) -> Response {
    let trouble = cx.claim_troubles(cx.front).nth(place);
    let Some((trouble, exploration)) = trouble.zip(cx.exploration) else {
        return ui.label("");
    };
    let shown = line_of(cx, exploration, trouble);
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if let Some((index, sight)) = shown.broken {
                let title = explore::title_of_broken(cx, claim_name(exploration, index));
                let shows = Shows {
                    name: &shown.text,
                    title: &title,
                    node: None,
                    kind: FoundKind::Claim(index),
                };
                run_buttons(ui, cx, sight, shows, sink);
            }
            let response = line(ui, cx, Severity::Error, (&shown.text, shown.more), "");
            if row_pressed(ui, &response) {
                sink.push(Action::Explore(ExploreAction::ShowPlace(shown.place)));
            }
            response
        })
        .inner
    })
    .inner
}

fn line_of<'a>(
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    trouble: ClaimTrouble<'a>,
) -> TroubleLine<'a> {
    match trouble {
        ClaimTrouble::Unusable(why) => TroubleLine {
            text: explore::unusable_text(cx, exploration, why),
            more: None,
            place: None,
            broken: None,
        },
        ClaimTrouble::Error(error) => TroubleLine {
            text: error_text(cx, exploration, error),
            more: None,
            place: Some(error.place.clone()),
            broken: None,
        },
        ClaimTrouble::Broken(index, sight) => TroubleLine {
            text: broken_text(cx, exploration, index),
            more: Some(cx.texts.tr("explore.broken_claim_remedy").into_owned()),
            place: Some(ClaimPlace::Claim(index, None)),
            broken: sight.map(|sight| (index, sight)),
        },
    }
}

/// Names a broken claim.
pub fn broken_text(cx: &PanelContext<'_>, exploration: &Exploration, index: usize) -> String {
    let name = claim_name(exploration, index);
    cx.texts.tr_with("explore.broken_claim", &[("name", name)])
}

fn claim_name(exploration: &Exploration, index: usize) -> &str {
    let claim = exploration.claims().claims.get(index);
    claim.map_or("", |claim| &claim.name)
}

/// Says what is wrong in which part of the claims.
fn error_text(cx: &PanelContext<'_>, exploration: &Exploration, error: &ClaimError) -> String {
    let place = match &error.place {
        ClaimPlace::Claim(index, _) => {
            let name = claim_name(exploration, *index);
            cx.texts.tr_with("explore.at_claim", &[("name", name)])
        }
        ClaimPlace::Assumption(index) => {
            let number = (index + 1).to_string();
            let arguments = [("number", &*number)];
            cx.texts.tr_with("explore.assumption", &arguments)
        }
        ClaimPlace::Input(name) => cx.texts.tr_with("explore.at_input", &[("name", name)]),
        ClaimPlace::Leaf(name) => cx.texts.tr_with("explore.at_leaf", &[("name", name)]),
    };
    let problem = cx.texts.sentence(&error.problem.message());
    cx.texts.labeled(&place, &problem)
}
