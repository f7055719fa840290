//! The run stacks: what runs now, from the first task of each branch to the one at its top.

use egui::{ScrollArea, Ui};

use super::PanelContext;
use crate::action::{Action, ActionSink, ViewAction};
use crate::theme::status_icon;
use crate::widgets::{Row, caption, empty_hint};
use crate::workspace::run_view::{NodeRunState, RunView};

/// Shows the run stacks.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let Some(run) = cx.run else {
        empty_hint(ui, cx.theme, "stack", &cx.texts.tr("run_stack.no_run"));
        return;
    };
    if run.stacks().is_empty() {
        empty_hint(ui, cx.theme, "stack", &cx.texts.tr("run_stack.empty"));
        return;
    }
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            for (index, stack) in run.stacks().iter().enumerate() {
                ui.push_id(index, |ui| column(ui, cx, run, index, stack, sink));
            }
        });
    });
}

fn column(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    index: usize,
    stack: &[treewright_core::ids::NodeId],
    sink: &mut ActionSink,
) {
    ui.vertical(|ui| {
        ui.set_width(230.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        let heading = if index == 0 {
            cx.texts.tr("run_stack.main").into_owned()
        } else {
            cx.texts
                .tr_with("run_stack.branch", &[("number", &index.to_string())])
        };
        caption(ui, cx.theme, &heading);
        for (depth, id) in stack.iter().enumerate() {
            let title = cx.title_of(id);
            let since = run.node(id).since_frame.to_string();
            let since = cx.texts.tr_with("run_stack.since", &[("frame", &since)]);
            let running = NodeRunState::Running;
            let name = cx.texts.tr_with("run_stack.row", &[("title", &title)]);
            let top = depth + 1 == stack.len();
            let response = Row::new(&title)
                .icon(status_icon(running), cx.theme.status(running))
                .detail(&since)
                .indent(8.0 * depth.min(12) as f32)
                .selected(top)
                .name(&name)
                .show(ui, cx.theme);
            if response.clicked() {
                sink.push(Action::View(ViewAction::Reveal(id.clone())));
            }
        }
    });
}
