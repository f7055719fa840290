//! A template in the palette: a row that can be dragged or clicked. Templates of the user have a context menu.

use egui::{Id, RichText, Ui};
use treewright_session::templates::Template;

use super::offer;
use crate::action::{Action, ActionSink, EditAction, TemplateAction};
use crate::panels::{PaletteDrag, PanelContext};
use crate::widgets::{Row, hover_card, menu_item, row_menu};
pub const ICON: &str = "bookmark";

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    template: &Template,
    chosen: bool,
    sink: &mut ActionSink,
) {
    ui.push_id(Id::unique(("template", &*template.id)), |ui| {
        let title = template.title();
        let name = cx.texts.tr_with("template.row", &[("title", title)]);
        let row = Row::new(title)
            .icon(ICON, cx.theme.accent)
            .indent(6.0)
            .selected(chosen)
            .draggable()
            .name(&name)
            .show(ui, cx.theme);
        let row = hover_card(row, |ui| {
            ui.strong(title);
            ui.label(template.summary());
            ui.label(RichText::new(cx.texts.tr("palette.hint")).small().weak());
        });
        let offered = (
            PaletteDrag::Template(template.id.clone()),
            EditAction::AddTemplate(template.id.clone()),
        );
        offer(ui, &row, chosen, offered, sink);
        row_menu(&row, |ui| menu(ui, cx, template, sink));
    });
}

fn menu(ui: &mut Ui, cx: &PanelContext<'_>, template: &Template, sink: &mut ActionSink) {
    let mut item = |icon: &str, key: &str, action: Action| {
        if menu_item(ui, icon, &cx.texts.tr(key), "").clicked() {
            sink.push(action);
        }
    };
    let id = || template.id.clone();
    let insert = Action::Edit(EditAction::AddTemplate(id()));
    item("add", "template.insert", insert);
    if template.file.is_some() {
        let rename = Action::Template(TemplateAction::AskForName(Some(id())));
        item("edit", "template.rename", rename);
        let remove = Action::Template(TemplateAction::Remove(id()));
        item("delete", "template.remove", remove);
    }
}
