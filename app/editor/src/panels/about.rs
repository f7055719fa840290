//! The About window: name, version and licenses of the program.

use egui::{Id, Modal, RichText};

use super::PanelContext;
use crate::action::{Action, ActionSink, ViewAction};
use crate::theme::space;

pub fn show(ctx: &egui::Context, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let modal = Modal::new(Id::unique("about")).frame(cx.theme.modal_frame());
    let response = modal.show(ctx, |ui| {
        ui.set_width(480.0);
        let tr = |key| cx.texts.tr(key);
        ui.horizontal(|ui| {
            ui.label(
                crate::icons::text("account_tree")
                    .size(28.0)
                    .color(cx.theme.accent),
            );
            ui.label(RichText::new("Treewright").size(22.0));
            let version = format!("{} {}", tr("about.version"), env!("CARGO_PKG_VERSION"));
            ui.label(RichText::new(version).color(cx.theme.muted));
        });
        ui.label(tr("about.text"));
        ui.label(RichText::new(tr("about.license")).color(cx.theme.muted));
        ui.add_space(space::M);
        if ui.button(tr("about.close")).clicked() {
            sink.push(Action::View(ViewAction::Dismiss));
        }
    });
    if response.should_close() {
        sink.push(Action::View(ViewAction::Dismiss));
    }
}
