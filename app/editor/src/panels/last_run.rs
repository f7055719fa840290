//! The strip over panels that show the run that was stopped last: its title, and a button to continue reading it on the tree.

use egui::{Button, RichText, Ui};
use treewright_session::workspace::run_view::RunView;

use super::PanelContext;
use crate::action::{Action, ActionSink, RunAction};
use crate::icons;
use crate::theme::space;

/// How visible the contents of a stopped run are.
const OPACITY: f32 = 0.6;

/// In less height than this, in points, the contents need the line of the title.
const LOW: f32 = 110.0;

/// Draws the title of the stopped run if there is height for it, and dims what follows.
pub fn show_header(ui: &mut Ui, cx: &PanelContext<'_>, run: &dyn RunView, sink: &mut ActionSink) {
    if ui.available_height() < LOW {
        ui.multiply_opacity(OPACITY);
        return;
    }
    ui.horizontal(|ui| {
        ui.label(icons::text("history").color(cx.theme.muted));
        let frames = usize::try_from(run.frames().1).unwrap_or(usize::MAX);
        let title = cx.texts.tr_count("run.last", frames);
        ui.label(RichText::new(title).color(cx.theme.muted));
        let name = cx.texts.tr("command.reopen_run");
        if ui.add(Button::new(&*name).small()).clicked() {
            sink.push(Action::Run(RunAction::Reopen));
        }
    });
    ui.add_space(space::XS);
    ui.multiply_opacity(OPACITY);
}
