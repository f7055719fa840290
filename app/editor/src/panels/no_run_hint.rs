//! What panels that show a run show without one: a sentence, and a button that starts a run if there is anything to run.

use egui::Ui;

use super::PanelContext;
use crate::action::{Action, ActionSink, RunAction};
use crate::widgets::{empty_hint, empty_hint_with};

/// Shows the sentence of this text key below an icon.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, (icon, key): (&str, &str), sink: &mut ActionSink) {
    let text = cx.texts.tr(key);
    if cx.front.document().node_count() == 0 {
        return empty_hint(ui, cx.theme, icon, &text);
    }
    if empty_hint_with(ui, cx.theme, (icon, &text), &cx.texts.tr("command.run")) {
        sink.push(Action::Run(RunAction::Toggle));
    }
}
