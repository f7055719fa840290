//! The window that asks for the name of a new scenario: of the run, or without inputs.

use egui::{Label, RichText, TextEdit};

use super::PanelContext;
use crate::action::{Action, ActionSink, NewScenario, ScenarioAction};
use crate::widgets::{
    Dialog, DialogButton, DialogPlace, caption, dialog_buttons, focus_all_at_first,
};

pub struct ScenarioWindow {
    content: NewScenario,
    name: String,
    shown_before: bool,
}

impl ScenarioWindow {
    /// Proposes this name, if any.
    pub fn new(content: NewScenario, name: String) -> Self {
        Self {
            content,
            name,
            shown_before: false,
        }
    }
}

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut ScenarioWindow,
    sink: &mut ActionSink,
) {
    let (title, hint) = match window.content {
        NewScenario::OfRun => ("scenarios.save_title", "scenarios.save_hint"),
        NewScenario::Empty => ("scenarios.new", "scenarios.new_hint"),
    };
    let title = cx.texts.tr(title);
    let dialog = Dialog {
        id: "scenario",
        title: &title,
        close: &cx.texts.tr("dialog.close"),
        width: 430.0,
        closes_outside: false,
        place: DialogPlace::Middle,
    };
    let mut pressed = None;
    let closed = dialog.show(ctx, cx.theme, |ui| {
        let hint = RichText::new(cx.texts.tr(hint)).color(cx.theme.muted);
        ui.add(Label::new(hint).wrap());
        let label = cx.texts.tr("scenarios.name");
        caption(ui, cx.theme, &label);
        let field = TextEdit::singleline(&mut window.name).desired_width(ui.available_width());
        let field = ui.add(field).accessible_name(&*label);
        focus_all_at_first(ui, &field, &window.name, &mut window.shown_before);
        let is_named = !window.name.trim().is_empty();
        let (cancel, save) = (
            cx.texts.tr("question.cancel"),
            cx.texts.tr("scenarios.save"),
        );
        let buttons = [
            DialogButton::new(&cancel),
            DialogButton::new(&save).enabled(is_named),
        ];
        pressed = dialog_buttons(ui, cx.theme, &buttons);
    });
    if pressed == Some(1) {
        let name = window.name.trim().to_owned();
        sink.push(Action::Scenario(ScenarioAction::Save(window.content, name)));
    } else if closed || pressed.is_some() {
        sink.push(Action::Scenario(ScenarioAction::Close));
    }
}
