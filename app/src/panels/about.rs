//! What the program is, which version, under which licences, and the list of its keys.

use egui::{Grid, Id, Modal, RichText, ScrollArea, Ui};

use super::PanelContext;
use crate::action::{Action, ActionSink, ViewAction};
use crate::command_table::commands;
use crate::theme::{space, text_size};

/// What the canvas does by mouse and by keys that are not commands, by the ends of their text keys.
const GESTURES: [&str; 11] = [
    "add", "add_here", "insert", "connect", "detach", "select", "move", "pan", "zoom", "rename",
    "menu",
];

/// Shows the window.
pub fn show(ctx: &egui::Context, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let modal = Modal::new(Id::unique("about")).frame(cx.theme.modal_frame());
    let response = modal.show(ctx, |ui| {
        ui.set_width(600.0);
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
        ui.label(RichText::new(tr("about.licence")).color(cx.theme.muted));
        ui.add_space(space::M);
        ui.label(RichText::new(tr("about.mouse")).size(text_size::HEADING));
        keys(ui, cx);
        ui.add_space(space::M);
        if ui.button(tr("about.close")).clicked() {
            sink.push(Action::View(ViewAction::Dismiss));
        }
    });
    if response.should_close() {
        sink.push(Action::View(ViewAction::Dismiss));
    }
}

fn keys(ui: &mut Ui, cx: &PanelContext<'_>) {
    ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        Grid::new("keys")
            .num_columns(2)
            .spacing([space::L, space::XS])
            .striped(true)
            .min_col_width(240.0)
            .show(ui, |ui| {
                for gesture in GESTURES {
                    let key = format!("gesture.{gesture}");
                    ui.label(cx.texts.tr(&key).into_owned());
                    let how = cx.texts.tr(&format!("{key}_on")).into_owned();
                    ui.label(RichText::new(how).color(cx.theme.muted));
                    ui.end_row();
                }
                ui.label(RichText::new(cx.texts.tr("about.keys")).strong());
                ui.end_row();
                for command in commands().filter(|c| !c.shortcuts.is_empty()) {
                    ui.label(cx.texts.tr(&command.text_key()).into_owned());
                    let all = command.shortcuts.iter().chain(command.canvas_keys);
                    let all: Vec<String> = all.map(|s| ui.ctx().format_shortcut(s)).collect();
                    ui.label(RichText::new(all.join("   ")).color(cx.theme.muted));
                    ui.end_row();
                }
            });
    });
}
