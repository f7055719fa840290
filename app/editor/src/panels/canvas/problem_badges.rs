//! The sign of a problem on a card as a button: resting on it says what is wrong, pressing it shows the explanation.

use egui::{Rect, Sense, Ui, Vec2, WidgetInfo, accesskit::Role};

use super::accessibility::widget_id;
use super::badges::{BADGE, problem_place};
use super::run_overlay::RunOverlay;
use super::tooltip::SHOWN_PROBLEMS;
use super::view::View;
use crate::action::{Action, ActionSink, ViewAction};
use crate::widgets::hover_card;

/// The least width and height that can be hit, in screen points.
const SMALLEST: f32 = 12.0;

/// Puts a button on each sign in view.
pub fn show(ui: &Ui, view: &View<'_>, run: &RunOverlay<'_>, actions: &mut ActionSink) {
    if !view.detail.has_ports() {
        return;
    }
    let size = (2.0 * BADGE * view.projection.zoom).max(SMALLEST);
    for &index in &view.visible {
        let id = &view.card(index).id;
        if run.severity(id).is_none() {
            continue;
        }
        let place = problem_place(view, view.screen_rect(index));
        let place = Rect::from_center_size(place, Vec2::splat(size));
        let widget = widget_id(ui, view, index).with("problem");
        let response = ui.interact(place, widget, Sense::click());
        response.widget_info(|| {
            let title = view.input.texts.title_of(view.input.document, id);
            let node = [("node", &*title)];
            let name = view.input.texts.tr_with("canvas.explain", &node);
            WidgetInfo::labeled(Role::Button, true, name)
        });
        if response.clicked() {
            let explain = ViewAction::ExplainProblem(id.clone());
            actions.push(Action::View(explain));
        }
        hover_card(response, |ui| {
            ui.set_max_width(340.0);
            for text in said(view, index) {
                ui.label(text);
            }
        });
    }
}

/// What is wrong with the node of a card.
fn said(view: &View<'_>, index: usize) -> Vec<String> {
    let id = &view.card(index).id;
    let input = view.input;
    let (shown, more) = input.diagnostics.at(id, SHOWN_PROBLEMS);
    let (texts, document) = (input.texts, input.document);
    let said = shown.into_iter();
    let mut said: Vec<String> = said
        .map(|(_, diagnostic)| texts.problem_in(document, diagnostic))
        .collect();
    if more > 0 {
        said.push(texts.tr_with("problems.more", &[("count", &more.to_string())]));
    }
    said
}
