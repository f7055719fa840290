//! The part of the context menu for notes and groups.

use egui::{Button, Ui};
use treewright_authoring::edit::Command;

use super::annotations;
use super::context_menu::{ContextMenu, clipboard};
use crate::icons;
use crate::theme::ANNOTATION_COLORS;
use crate::widgets::submenu;

/// The commands for the selected notes and groups.
pub fn show(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>) {
    menu.command(ui, "rename");
    colors(ui, menu);
    ui.separator();
    clipboard(ui, menu);
    ui.separator();
    menu.command(ui, "group_selection");
    menu.command(ui, "fit_selection");
}

/// The colors, each named by its meaning and with a sample.
fn colors(ui: &mut Ui, menu: &mut ContextMenu<'_, '_>) {
    let input = menu.view.input;
    let selected: Vec<_> = input.selection.annotations().collect();
    let now = selected.last().copied();
    let now = now.map(|which| annotations::color_of(input.document, which));
    let title = input.texts.tr("annotation.color.name");
    submenu(ui, "palette", &title, |ui| {
        for color in ANNOTATION_COLORS {
            let sample = icons::text("circle").color(input.theme.annotation(color.name));
            let text = input.texts.tr(color.text_key).into_owned();
            let item = Button::new((sample, &*text)).selected(now == Some(color.name));
            if ui.add(item).accessible_name(text.as_str()).clicked() {
                let name = color.name.to_owned();
                let command = Command::SetAnnotationColor(selected.clone(), name);
                menu.actions.edit(command);
                ui.close();
            }
        }
    });
}
