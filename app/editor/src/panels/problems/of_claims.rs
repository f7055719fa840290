//! The broken claims of the document among its problems: each until it holds again.

use egui::{Response, Ui};
use treewright_core::diagnostic::Severity;
use treewright_session::workspace::exploration::Exploration;

use super::line;
use crate::action::{Action, ActionSink, ExploreAction, FoundRun};
use crate::panels::{PanelContext, explore};
use crate::widgets::row_pressed;

/// The row of the broken claim at this place of all broken ones.
pub fn row(ui: &mut Ui, cx: &PanelContext<'_>, place: usize, sink: &mut ActionSink) -> Response {
    let broken = cx.broken_claims().nth(place);
    let claims = cx.exploration.map(Exploration::claims);
    let claim = broken
        .and_then(|(index, sight)| Some((index, sight.cloned(), &claims?.claims.get(index)?.name)));
    let Some((index, sight, name)) = claim else {
        return ui.label("");
    };
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let text = cx.texts.tr_with("explore.broken_claim", &[("name", name)]);
            if let Some(sight) = sight
                && explore::show_button(ui, cx, &text)
            {
                let found = FoundRun {
                    sight,
                    title: name.clone(),
                    node: None,
                };
                sink.push(Action::Explore(ExploreAction::Show(found)));
            }
            let more = cx.texts.tr("explore.broken_claim_remedy").into_owned();
            let response = line(ui, cx, Severity::Error, (&text, Some(more)), "");
            if row_pressed(ui, &response) {
                sink.push(Action::Explore(ExploreAction::ShowClaim(index)));
            }
            response
        })
        .inner
    })
    .inner
}
