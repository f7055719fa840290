//! Buttons on the card of a stand-in that waits for an answer, with which the user plays the game. The answer in effect is highlighted.

use egui::{Button, Rect, RichText, Ui, vec2};
use treewright_core::runtime::Status;
use treewright_session::workspace::run_view::NodeState;

use super::level_of_detail::LevelOfDetail;
use super::run_overlay::RunOverlay;
use super::view::View;
use crate::action::{Action, ActionSink, RunAction};
use crate::command_table::{answer_command, find};
use crate::icons;
use crate::theme::status_icon;

const BUTTON: egui::Vec2 = vec2(96.0, 24.0);
/// For small cards: only the icon.
const SMALL_BUTTON: egui::Vec2 = vec2(24.0, 20.0);

/// Draws the buttons below each visible card that waits for an answer.
pub fn show(ui: &mut Ui, view: &View<'_>, run: &RunOverlay<'_>, actions: &mut ActionSink) {
    if !run.is_active() {
        return;
    }
    let target = run.answer_target(view.input);
    for &index in &view.visible {
        let id = &view.card(index).id;
        if !run.is_asking(id) {
            continue;
        }
        // Shortcuts are shown only on the node that they answer.
        let has_keys = target.as_ref() == Some(id);
        let given = run.answer(id);
        let card = view.screen_rect(index);
        let small = view.detail != LevelOfDetail::Full;
        let size = if small { SMALL_BUTTON } else { BUTTON };
        let top = card.max.y + 5.0;
        let mut left = card.center().x - size.x - 2.0;
        for (status, state, key) in [
            (Status::Success, NodeState::Success, "canvas.answer.success"),
            (Status::Failure, NodeState::Failure, "canvas.answer.failure"),
        ] {
            let place = Rect::from_min_size(egui::pos2(left, top), size);
            let color = view.input.theme.status(state);
            let icon = icons::text(status_icon(state)).color(color);
            let name = view.input.texts.tr(key);
            let button = if small {
                Button::new(icon)
            } else {
                let text = RichText::new(&*name).color(view.input.theme.text);
                let keys = find(answer_command(status)).filter(|_| has_keys);
                let keys = keys.map(|command| command.shortcut_text(ui.ctx()));
                let keys = RichText::new(keys.unwrap_or_default());
                Button::new((icon, text, keys.small().color(view.input.theme.muted)))
            };
            let response = ui.put(place, button.min_size(size).selected(given == Some(status)));
            if response.accessible_name(&*name).clicked() {
                actions.push(Action::Run(RunAction::Answer(id.clone(), status)));
            }
            left += size.x + 4.0;
        }
    }
}
