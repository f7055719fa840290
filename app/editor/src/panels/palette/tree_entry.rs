//! A tree of the project in the palette: a row that can be dragged or clicked, for a node that runs it.

use egui::{Id, RichText, Ui};
use treewright_session::workspace::project_listing::ProjectTree;

use super::offer;
use crate::action::{ActionSink, EditAction};
use crate::panels::{PaletteDrag, PanelContext};
use crate::widgets::{Row, hover_card};

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    tree: &ProjectTree,
    chosen: bool,
    sink: &mut ActionSink,
) {
    ui.push_id(Id::unique(("tree", &tree.file, &tree.tree)), |ui| {
        let title = tree.title();
        let arguments = [("title", title), ("path", &*tree.file)];
        let name = cx.texts.tr_with("palette.tree_row", &arguments);
        let detail = if tree.tree.is_some() { &*tree.file } else { "" };
        let row = Row::new(title)
            .icon("account_tree", cx.theme.accent)
            .detail(detail)
            .indent(6.0)
            .selected(chosen)
            .draggable()
            .name(&name)
            .show(ui, cx.theme);
        let row = hover_card(row, |ui| {
            ui.strong(title);
            let runs = cx.texts.tr_with("canvas.add.runs", &[("path", &tree.file)]);
            ui.label(runs);
            ui.label(RichText::new(cx.texts.tr("palette.hint")).small().weak());
        });
        let offered = (
            PaletteDrag::Tree(tree.clone()),
            EditAction::AddTree(tree.clone()),
        );
        offer(ui, &row, chosen, offered, sink);
    });
}
