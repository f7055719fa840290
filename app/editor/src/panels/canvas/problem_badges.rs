//! Makes the problem badge of a card a button: hovering shows the problems, clicking shows the explanation.

use egui::{Rect, Sense, Ui, Vec2, WidgetInfo, accesskit::Role};

use super::accessibility::widget_id;
use super::badges::{BADGE, problem_position};
use super::run_overlay::RunOverlay;
use super::view::View;
use crate::action::{Action, ActionSink, ViewAction};
use crate::widgets::hover_card;

/// The minimum width and height of the clickable area, in screen points.
const MIN_SIZE: f32 = 12.0;

/// Adds a button on each visible badge.
pub fn show(ui: &Ui, view: &View<'_>, run: &RunOverlay<'_>, actions: &mut ActionSink) {
    if !view.detail.has_ports() {
        return;
    }
    let size = (2.0 * BADGE * view.projection.zoom).max(MIN_SIZE);
    for &index in &view.visible {
        let id = &view.card(index).id;
        if run.severity(id).is_none() {
            continue;
        }
        let place = problem_position(view, view.screen_rect(index));
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
            for text in view.input.reader_words().problems_of(&view.card(index).id) {
                ui.label(text);
            }
        });
    }
}
