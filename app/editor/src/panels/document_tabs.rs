//! A tab for each open document, above the canvas: click to activate, drag to reorder, middle-click to close.

use egui::{Button, Frame, Margin, PointerButton, Rect, Response, RichText, ScrollArea, Sense, Ui};
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::tab_titles::tab_titles;

use super::PanelContext;
use crate::action::{Action, ActionSink, FileAction, ViewAction};
use crate::icons;
use crate::theme::space;
use crate::widgets::IconButton;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let bar = Frame::new()
        .fill(cx.theme.panel)
        .inner_margin(Margin::symmetric(6, 3));
    bar.show(ui, |ui| {
        ScrollArea::horizontal().show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 1.0;
                let mut dragged = None;
                let mut places = Vec::new();
                let documents = cx.workspace.documents();
                let titles = tab_titles(documents, cx.texts);
                for (index, (document, title)) in documents.iter().zip(&titles).enumerate() {
                    let tab = tab(ui, cx, index, (document, title), sink);
                    places.push(tab.rect);
                    if tab.dragged() || tab.drag_stopped() {
                        dragged = Some((index, tab));
                    }
                    ui.add_space(space::XS);
                }
                if let Some((index, tab)) = dragged {
                    drag(ui, cx, index, &tab, &places, sink);
                }
                let name = cx.texts.tr("command.new");
                if IconButton::new("add", &name).small().show(ui).clicked() {
                    sink.push(Action::File(FileAction::New));
                }
                ui.add_space(ui.available_width());
            });
        });
    });
}

/// A line marks the position to which the tab moves when it is dropped.
fn drag(
    ui: &Ui,
    cx: &PanelContext<'_>,
    index: usize,
    tab: &Response,
    places: &[Rect],
    sink: &mut ActionSink,
) {
    let Some(pointer) = tab.interact_pointer_pos() else {
        return;
    };
    let gap = places
        .iter()
        .filter(|place| place.center().x < pointer.x)
        .count();
    let to = if gap > index { gap - 1 } else { gap };
    if tab.drag_stopped() {
        if to != index {
            sink.push(Action::File(FileAction::MoveTab { from: index, to }));
        }
        return;
    }
    let before = places.get(gap).map(|place| place.left() - space::XS * 0.5);
    let after = places
        .last()
        .map_or(0.0, |place| place.right() + space::XS * 0.5);
    let x = before.unwrap_or(after);
    let line = egui::Stroke::new(2.0, cx.theme.accent);
    ui.painter().vline(x, tab.rect.y_range(), line);
}

fn tab(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    index: usize,
    (document, title): (&OpenDocument, &str),
    sink: &mut ActionSink,
) -> Response {
    let front = index == cx.workspace.front_index();
    let color = if front { cx.theme.text } else { cx.theme.muted };
    let text = RichText::new(title).color(color);
    let key = if document.is_dirty() {
        "tabs.unsaved_tab"
    } else {
        "tabs.tab"
    };
    let name = cx.texts.tr_with(key, &[("title", title)]);
    let button = if document.is_dirty() {
        let mark = icons::text("circle").size(8.0).color(cx.theme.accent);
        Button::selectable(front, (text, mark))
    } else {
        Button::selectable(front, text)
    };
    let mut response = ui
        .add(button.sense(Sense::click_and_drag()))
        .accessible_name(name);
    if let Some(path) = document.path() {
        response = response.on_hover_text(path.display().to_string());
    }
    if response.clicked() {
        sink.push(Action::File(FileAction::Show(index)));
    }
    failed_scenarios(ui, cx, document, sink);
    response.context_menu(|ui| menu(ui, cx, index, document, sink));
    let close = cx.texts.tr_with("tabs.close", &[("title", title)]);
    let button = IconButton::new("close", &close).small();
    let closes = button.color(cx.theme.muted).show(ui).clicked();
    if closes || response.clicked_by(PointerButton::Middle) {
        sink.push(Action::File(FileAction::Close(index)));
    }
    response
}

/// The number of failed scenarios of the document's tree, if any; click to show them.
fn failed_scenarios(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    document: &OpenDocument,
    sink: &mut ActionSink,
) {
    let tree = cx.scenarios.tree_of(document.id());
    let count = tree.map_or(0, |tree| cx.scenarios.failed(tree));
    if count == 0 {
        return;
    }
    let name = cx.texts.tr_count("scenarios.tab_failed", count);
    let icon = icons::text("cancel").size(13.0).color(cx.theme.failure);
    let text = RichText::new(count.to_string()).color(cx.theme.failure);
    let mark = Button::new((icon, text)).frame_when_inactive(false).small();
    let mark = ui.add(mark).accessible_name(&*name).on_hover_text(name);
    if mark.clicked() {
        sink.push(Action::View(ViewAction::ShowPanel("scenarios")));
    }
}

fn menu(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    index: usize,
    document: &OpenDocument,
    sink: &mut ActionSink,
) {
    let text = |key: &str| cx.texts.tr(key).into_owned();
    if ui.button(text("command.close")).clicked() {
        sink.push(Action::File(FileAction::Close(index)));
    }
    let others = cx.workspace.documents().len() > 1;
    if ui
        .add_enabled(others, Button::new(text("tabs.close_others")))
        .clicked()
    {
        sink.push(Action::File(FileAction::CloseOthers(index)));
    }
    ui.separator();
    let path = document.path().map(|path| path.display().to_string());
    let copy = ui.add_enabled(path.is_some(), Button::new(text("tabs.copy_path")));
    if let (true, Some(path)) = (copy.clicked(), path) {
        ui.ctx().copy_text(path);
    }
}
