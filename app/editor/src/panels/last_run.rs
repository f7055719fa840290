//! The run that was stopped last: its title in the bar of the run, with a button to continue reading it on the tree, and dimmed in panels.

use egui::{Button, Ui};
use treewright_session::workspace::run_view::RunView;

use super::PanelContext;
use crate::action::{Action, ActionSink, RunAction};
use crate::icons;
use crate::widgets::caption;

/// How visible the contents of a stopped run are.
const OPACITY: f32 = 0.6;

/// Shows its title and the button.
pub fn show_title(ui: &mut Ui, cx: &PanelContext<'_>, run: &dyn RunView, sink: &mut ActionSink) {
    ui.label(icons::text("history").color(cx.theme.muted));
    let frames = usize::try_from(run.frames().1).unwrap_or(usize::MAX);
    caption(ui, cx.theme, &cx.texts.tr_count("run.last", frames));
    let name = cx.texts.tr("command.reopen_run");
    if ui.add(Button::new(&*name).small()).clicked() {
        sink.push(Action::Run(RunAction::Reopen));
    }
}

/// Dims what follows in a panel that shows it.
pub fn dim(ui: &mut Ui) {
    ui.multiply_opacity(OPACITY);
}
