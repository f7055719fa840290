//! The window that asks for the name under which the run is saved as a scenario.

use egui::{Button, Id, Key, Modal, RichText, TextEdit};

use super::PanelContext;
use crate::action::{Action, ActionSink, ScenarioAction};
use crate::theme::{space, text_size};
use crate::widgets::{caption, focus_all};
#[derive(Default)]
pub struct ScenarioWindow {
    name: String,
    shown_before: bool,
}

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut ScenarioWindow,
    sink: &mut ActionSink,
) {
    let modal = Modal::new(Id::unique("scenario")).frame(cx.theme.modal_frame());
    let response = modal.show(ctx, |ui| {
        ui.set_width(430.0);
        ui.spacing_mut().item_spacing.y = space::S;
        let title = cx.texts.tr("scenarios.save_title");
        ui.label(RichText::new(title).size(text_size::HEADING));
        ui.label(RichText::new(cx.texts.tr("scenarios.save_hint")).color(cx.theme.muted));
        let label = cx.texts.tr("scenarios.name");
        caption(ui, cx.theme, &label);
        let field = TextEdit::singleline(&mut window.name).desired_width(ui.available_width());
        let field = ui.add(field).accessible_name(&*label);
        if !window.shown_before {
            focus_all(ui, &field, &window.name);
            // Text can be selected only after the field was drawn once.
            window.shown_before = TextEdit::load_state(ui.ctx(), field.id).is_some();
        }
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        ui.add_space(space::S);
        let name = window.name.trim();
        ui.horizontal(|ui| {
            let save = Button::new(cx.texts.tr("scenarios.save"));
            let save = ui.add_enabled(!name.is_empty(), save);
            if !name.is_empty() && (save.clicked() || entered) {
                sink.push(Action::Scenario(ScenarioAction::Save(name.to_owned())));
            }
            if ui.button(cx.texts.tr("question.cancel")).clicked() {
                sink.push(Action::Scenario(ScenarioAction::Close));
            }
        });
    });
    if response.should_close() {
        sink.push(Action::Scenario(ScenarioAction::Close));
    }
}
