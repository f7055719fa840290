//! A tab for each open document, above the canvas.

use egui::{Button, Frame, Margin, PointerButton, RichText, ScrollArea, Ui};

use super::PanelContext;
use crate::action::{Action, ActionSink, FileAction};
use crate::icons;
use crate::theme::space;
use crate::widgets::IconButton;
use crate::workspace::open_document::OpenDocument;

/// Shows the tabs.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let bar = Frame::new()
        .fill(cx.theme.panel)
        .inner_margin(Margin::symmetric(6, 3));
    bar.show(ui, |ui| {
        ScrollArea::horizontal().show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 1.0;
                for (index, document) in cx.workspace.documents().iter().enumerate() {
                    tab(ui, cx, index, document, sink);
                    ui.add_space(space::XS);
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

fn tab(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    index: usize,
    document: &OpenDocument,
    sink: &mut ActionSink,
) {
    let front = index == cx.workspace.front_index();
    let title = document.title(cx.texts);
    let color = if front { cx.theme.text } else { cx.theme.muted };
    let text = RichText::new(&title).color(color);
    let key = if document.is_dirty() {
        "tabs.unsaved_tab"
    } else {
        "tabs.tab"
    };
    let name = cx.texts.tr_with(key, &[("title", &title)]);
    let button = if document.is_dirty() {
        let mark = icons::text("circle").size(8.0).color(cx.theme.accent);
        Button::selectable(front, (text, mark))
    } else {
        Button::selectable(front, text)
    };
    let mut response = ui.add(button).accessible_name(name);
    if let Some(path) = document.path() {
        response = response.on_hover_text(path.display().to_string());
    }
    if response.clicked() {
        sink.push(Action::File(FileAction::Show(index)));
    }
    let close = cx.texts.tr_with("tabs.close", &[("title", &title)]);
    let button = IconButton::new("close", &close).small();
    let closes = button.color(cx.theme.muted).show(ui).clicked();
    if closes || response.clicked_by(PointerButton::Middle) {
        sink.push(Action::File(FileAction::Close(index)));
    }
}
