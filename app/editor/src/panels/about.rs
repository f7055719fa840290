//! The About window: name, version and licenses of the program.

use egui::{Label, RichText};

use super::PanelContext;
use crate::action::{Action, ActionSink, ViewAction};
use crate::widgets::{Dialog, DialogButton, DialogPlace, dialog_buttons};

pub fn show(ctx: &egui::Context, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let tr = |key| cx.texts.tr(key);
    let title = tr("command.about");
    let dialog = Dialog {
        id: "about",
        title: title.trim_end_matches('…'),
        close: &tr("dialog.close"),
        width: 480.0,
        closes_outside: true,
        place: DialogPlace::Middle,
    };
    let mut is_done = false;
    let closed = dialog.show(ctx, cx.theme, |ui| {
        ui.horizontal(|ui| {
            let icon = crate::icons::text("account_tree").size(28.0);
            ui.label(icon.color(cx.theme.accent));
            ui.label(RichText::new("Treewright").size(22.0));
            let version = format!("{} {}", tr("about.version"), env!("CARGO_PKG_VERSION"));
            ui.label(RichText::new(version).color(cx.theme.muted));
        });
        ui.add(Label::new(tr("about.text")).wrap());
        let license = RichText::new(tr("about.license")).color(cx.theme.muted);
        ui.add(Label::new(license).wrap());
        let close = tr("about.close");
        let close = [DialogButton::new(&close)];
        is_done = dialog_buttons(ui, cx.theme, &close).is_some();
    });
    if closed || is_done {
        sink.push(Action::View(ViewAction::Dismiss));
    }
}
