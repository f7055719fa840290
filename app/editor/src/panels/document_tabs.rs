//! A tab for each open document, above the canvas: click to activate, drag to reorder, middle-click to close. The one in front is always in
//! sight; a list has those that are not.

use egui::containers::scroll_area::ScrollBarVisibility;
use egui::style::ScrollAnimation;
use egui::{
    Atoms, Button, Frame, Id, Margin, PointerButton, Rect, Response, RichText, ScrollArea, Sense,
    TextStyle, Ui,
};
use treewright_core::diagnostic::Severity;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::tab_titles::tab_titles;

use super::PanelContext;
use super::problems::broken_text;
use crate::accessible_tree::{make_tab, opens_menu};
use crate::action::{Action, ActionSink, FileAction, ViewAction};
use crate::icons;
use crate::popup_keyboard::set_label;
use crate::theme::space;
use crate::widgets::{IconButton, list_in_popup, row_menu, shortened};

/// What the row of tabs was in the last frame.
#[derive(Clone, Copy, Default, PartialEq)]
struct Row {
    /// The document in front, which is scrolled to when another one comes to the front.
    front: Option<DocumentId>,
    /// The width of the visible part, at whose changes it is scrolled to as well.
    room: f32,
    /// The number of tabs.
    count: usize,
    /// The width of the buttons beside the tabs, with the space before each.
    buttons: f32,
    /// It was scrolled: it can be scrolled again only after the next frame.
    was_scrolled: bool,
    /// It is still to be scrolled.
    is_due: bool,
}

/// The maximum width of a title; a longer one would leave no room for other tabs.
const MAX_TITLE: f32 = 220.0;
/// The room that a tab needs beside its title: marks and the button that closes it.
const BESIDE_TITLE: f32 = 110.0;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let bar = Frame::new()
        .fill(cx.theme.panel)
        .inner_margin(Margin::symmetric(6, 3));
    let id = Id::unique("row of document tabs");
    let before: Row = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let documents = cx.workspace.documents();
    let titles = tab_titles(documents, cx.texts);
    bar.show(ui, |ui| {
        ui.horizontal(|ui| {
            let width = ui.available_width();
            let mut row = Row {
                front: Some(cx.front.id()),
                room: width - before.buttons,
                count: documents.len(),
                ..before
            };
            let is_new =
                (row.front, row.room, row.count) != (before.front, before.room, before.count);
            let is_due = is_new || before.is_due;
            let reveal = is_due && !before.was_scrolled;
            row.was_scrolled = reveal;
            row.is_due = is_due && !reveal;
            // The wheel scrolls the row.
            ui.style_mut().always_scroll_the_only_direction = true;
            let area = ScrollArea::horizontal().max_width(row.room);
            let area = area.scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
            let room = (row.room - BESIDE_TITLE).clamp(BESIDE_TITLE, MAX_TITLE);
            let shown = area.show(ui, |ui| tabs(ui, cx, (&titles, room), reveal, sink));
            let name = cx.texts.tr("command.new");
            let new = IconButton::new("add", &name).small().show(ui);
            if new.clicked() {
                sink.push(Action::File(FileAction::New));
            }
            let space = ui.spacing().item_spacing.x;
            row.buttons = space + new.rect.width();
            if shown.inner + row.buttons > width {
                row.buttons += space + list(ui, cx, &titles, sink);
            }
            ui.add_space(ui.available_width());
            if row != before {
                ui.ctx().request_repaint();
            }
            ui.data_mut(|data| data.insert_temp(id, row));
        });
    });
}

/// The tabs. Returns their width.
fn tabs(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (titles, room): (&[String], f32),
    reveal: bool,
    sink: &mut ActionSink,
) -> f32 {
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        let mut dragged = None;
        let mut places = Vec::new();
        let documents = cx.workspace.documents();
        for (index, (document, title)) in documents.iter().zip(titles).enumerate() {
            let left = ui.cursor().left();
            let tab = tab(ui, cx, index, (document, title, room), sink);
            if reveal && index == cx.workspace.front_index() {
                // With its close button.
                let right = ui.cursor().left();
                let whole = Rect::from_x_y_ranges(left..=right, tab.rect.y_range());
                ui.scroll_to_rect_animation(whole, None, ScrollAnimation::none());
            }
            places.push(tab.rect);
            if tab.dragged() || tab.drag_stopped() {
                dragged = Some((index, tab));
            }
            ui.add_space(space::XS);
        }
        if let Some((index, tab)) = dragged {
            drag(ui, cx, index, &tab, &places, sink);
        }
    });
    row.response.rect.width()
}

/// A button with a list of all tabs, while some are out of sight. Returns its width.
fn list(ui: &mut Ui, cx: &PanelContext<'_>, titles: &[String], sink: &mut ActionSink) -> f32 {
    let name = cx
        .texts
        .tr_with("tabs.all", &[("count", &titles.len().to_string())]);
    let menu = ui.menu_button(icons::text("expand_more"), |ui| {
        list_in_popup(ui, |ui| {
            ui.set_min_width(180.0);
            for (index, (document, title)) in
                cx.workspace.documents().iter().zip(titles).enumerate()
            {
                let front = index == cx.workspace.front_index();
                let mark = if front { "check" } else { "description" };
                let mut content = Atoms::new((icons::text(mark), title));
                if document.is_dirty() {
                    content.push_right(RichText::new("•").color(cx.theme.warning));
                }
                if told_errors(cx, document).is_some() {
                    content.push_right(icons::text("error").size(13.0).color(cx.theme.error));
                }
                let item = ui.add(Button::selectable(front, content));
                let item = item.accessible_name(name_of(cx, document, title));
                set_label(&item, title);
                if item.clicked() {
                    sink.push(Action::File(FileAction::Show(index)));
                }
            }
        });
    });
    opens_menu(&menu.response, menu.inner.is_some());
    let button = menu.response.accessible_name(&*name);
    button.on_hover_text(name).rect.width()
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
    (document, title, room): (&OpenDocument, &str, f32),
    sink: &mut ActionSink,
) -> Response {
    let front = index == cx.workspace.front_index();
    let color = if front { cx.theme.text } else { cx.theme.muted };
    let text = shortened(ui, title, &TextStyle::Button, color, room);
    let errors = told_errors(cx, document);
    let mut content = Atoms::new(text);
    if document.is_read_only() {
        content.push_left(icons::text("lock").size(13.0).color(cx.theme.muted));
    }
    if document.is_dirty() {
        content.push_right(icons::text("circle").size(8.0).color(cx.theme.accent));
    }
    if errors.is_some() {
        content.push_right(icons::text("error").size(13.0).color(cx.theme.error));
    }
    let button = Button::selectable(front, content);
    let path = document.path().map(|path| path.display().to_string());
    let path = path.unwrap_or_else(|| title.to_owned());
    let mut tooltip = vec![path];
    tooltip.extend(errors);
    tooltip.extend(broken_claims(cx, document));
    let tooltip = tooltip.join("\n");
    let response = ui
        .add(button.sense(Sense::click_and_drag()))
        .accessible_name(name_of(cx, document, title))
        .on_hover_text(tooltip);
    make_tab(&response);
    if response.clicked() {
        sink.push(Action::File(FileAction::Show(index)));
    }
    failed_scenarios(ui, cx, document, sink);
    row_menu(&response, |ui| menu(ui, cx, index, document, sink));
    let close = cx.texts.tr_with("tabs.close", &[("title", title)]);
    let button = IconButton::new("close", &close).small();
    let button = button.color(cx.theme.muted);
    // Where only the end of a tab is in sight, nobody could tell what its close button closes.
    let is_titled = ui.clip_rect().left() <= response.rect.center().x;
    let closes = ui.scope(|ui| {
        ui.set_opacity(if is_titled { 1.0 } else { 0.0 });
        button.enabled(is_titled).show(ui).clicked()
    });
    let closes = closes.inner;
    if closes || response.clicked_by(PointerButton::Middle) {
        sink.push(Action::File(FileAction::Close(index)));
    }
    response
}

/// How many errors a document has; nothing if it has none.
fn told_errors(cx: &PanelContext<'_>, document: &OpenDocument) -> Option<String> {
    let errors = cx.count_problems(document, Severity::Error);
    (errors > 0).then(|| cx.texts.tr_count("project.errors", errors))
}

/// Names the broken claims of a document.
fn broken_claims(cx: &PanelContext<'_>, document: &OpenDocument) -> Vec<String> {
    let Some(exploration) = cx.explorations.of(document.id()) else {
        return Vec::new();
    };
    let broken = exploration.broken(document);
    let texts = broken.map(|(index, _)| broken_text(cx, exploration, index));
    texts.collect()
}

/// What a screen reader says of a tab: the title and what its marks mean.
fn name_of(cx: &PanelContext<'_>, document: &OpenDocument, title: &str) -> String {
    let key = match () {
        () if document.is_read_only() => "tabs.read_only_tab",
        () if document.is_dirty() => "tabs.unsaved_tab",
        () => "tabs.tab",
    };
    let name = cx.texts.tr_with(key, &[("title", title)]);
    match told_errors(cx, document) {
        Some(errors) => {
            let arguments = [("tab", &*name), ("errors", &errors)];
            cx.texts.tr_with("tabs.with_errors", &arguments)
        }
        None => name,
    }
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
    let icon = icons::text("rule").size(13.0).color(cx.theme.failure);
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
