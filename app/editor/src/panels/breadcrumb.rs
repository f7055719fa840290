//! The current location: the nodes through which the active tree was entered, the document, and the ancestors of the selected node. Each is
//! a link; two arrows go back and forward.

use egui::scroll_area::ScrollBarVisibility;
use egui::{Button, Frame, Margin, RichText, ScrollArea, TextStyle, Ui};
use treewright_core::ids::NodeId;

use super::PanelContext;
use crate::action::{Action, ActionSink, SelectAction, UseAction, ViewAction};
use crate::icons;
use crate::theme::{space, text_size};
use crate::widgets::{IconButton, shortened, text_width};

/// The maximum number of ancestors shown.
const MAX_ANCESTORS: usize = 5;
/// The maximum width of a title.
const MAX_CRUMB: f32 = 200.0;
/// The room of an arrow between titles with the gaps around it.
const ARROW: f32 = 17.0;
/// The room of the sign that titles are left out.
const CUT: f32 = 36.0;
/// In a larger tree, nodes have no number that tells them from others with the same title: counting them again after every edit would take
/// longer than all else that an edit causes.
const MAX_NUMBERED: usize = 20_000;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let bar = Frame::new()
        .fill(cx.theme.panel)
        .inner_margin(Margin::symmetric(6, 2));
    bar.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 1.0;
            arrows(ui, cx, sink);
            edit_use(ui, cx, sink);
            ui.add_space(space::S);
            let room = ui.available_width();
            // A path that is too long shows its end.
            let path = ScrollArea::horizontal()
                .id_salt("path")
                .auto_shrink([false, true])
                .stick_to_right(true)
                .scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
            path.show(ui, |ui| {
                ui.horizontal(|ui| {
                    let start = ui.cursor().left();
                    way_in(ui, cx, sink);
                    let title = cx.front.title(cx.texts);
                    if crumb(ui, cx, &title, cx.front.selection().is_empty()) {
                        sink.push(Action::Select(SelectAction::Set(Vec::new())));
                    }
                    let used = ui.cursor().left() - start;
                    ancestors(ui, cx, room - used, sink);
                });
            });
        });
    });
}

fn arrows(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    for (id, forward, enabled) in [
        ("go_back", false, cx.situation.can_go_back),
        ("go_forward", true, cx.situation.can_go_forward),
    ] {
        let Some(command) = crate::command_table::find(id) else {
            continue;
        };
        let name = cx.texts.tr(&command.text_key()).into_owned();
        let keys = command.shortcut_text(ui.ctx());
        let button = IconButton::new(command.icon, &name).hint(&keys).small();
        if button.enabled(enabled).show(ui).clicked() {
            sink.push(Action::View(ViewAction::Walk { forward }));
        }
    }
}

/// Begins to edit only the use through which this tree was entered.
fn edit_use(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let command = crate::command_table::find("edit_use");
    let is_possible = !cx.way_in.is_empty() && cx.edited_use.is_none();
    let Some(command) = command.filter(|_| is_possible) else {
        return;
    };
    let name = cx.texts.tr(&command.text_key()).into_owned();
    let text = RichText::new(&name).size(text_size::SMALL);
    let button = Button::new((icons::text(command.icon).size(14.0), text)).small();
    let button = ui.add(button).accessible_name(name);
    let keys = command.shortcut_text(ui.ctx());
    let hint = cx.texts.tr("this_use.edit_hint");
    if button.on_hover_text(format!("{hint} {keys}")).clicked() {
        sink.push(Action::Use(UseAction::EditPresent));
    }
}

/// The nodes through which this tree was entered.
fn way_in(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    for (level, step) in cx.way_in.iter().enumerate() {
        let document = cx.workspace.index_of(step.document);
        let Some(document) = document.map(|index| &cx.workspace.documents()[index]) else {
            continue;
        };
        let node = cx.texts.title_of(document.document(), &step.node);
        let text = format!("{} : {node}", document.title(cx.texts));
        if crumb(ui, cx, &text, false) {
            sink.push(Action::View(ViewAction::GoUpTo(level)));
        }
        separator(ui, cx);
    }
}

/// The ancestors of the selected node as far as there is room for them, and the node itself.
fn ancestors(ui: &mut Ui, cx: &PanelContext<'_>, room: f32, sink: &mut ActionSink) {
    let document = cx.front.document();
    let Some(at) = cx.front.selection().primary() else {
        return;
    };
    let mut chain: Vec<&NodeId> = document.ancestors(at).take(MAX_ANCESTORS + 1).collect();
    let mut is_cut = chain.len() > MAX_ANCESTORS;
    chain.truncate(MAX_ANCESTORS);
    chain.reverse();
    chain.push(at);
    let is_numbered = document.node_count() <= MAX_NUMBERED;
    let title_of = |id: &NodeId| match document.node(id) {
        Some(node) if !is_numbered => cx.texts.node_title(node),
        _ => cx.title_of(id),
    };
    let mut crumbs: Vec<(&NodeId, String)> =
        chain.into_iter().map(|id| (id, title_of(id))).collect();
    let mut needed: f32 = crumbs.iter().map(|(_, title)| width_of(ui, title)).sum();
    while crumbs.len() > 1 && needed + CUT > room {
        needed -= width_of(ui, &crumbs.remove(0).1);
        is_cut = true;
    }
    if is_cut {
        separator(ui, cx);
        ui.label(
            RichText::new("…")
                .size(text_size::SMALL)
                .color(cx.theme.muted),
        );
    }
    for (id, title) in crumbs {
        separator(ui, cx);
        if crumb(ui, cx, &title, id == at) {
            sink.push(Action::View(ViewAction::Reveal(id.clone())));
        }
    }
}

/// The room that a title takes in the path, with the arrow before it, in points.
fn width_of(ui: &Ui, title: &str) -> f32 {
    let font = TextStyle::Small.resolve(ui.style());
    text_width(ui, title, font).min(MAX_CRUMB) + ARROW
}

fn separator(ui: &mut Ui, cx: &PanelContext<'_>) {
    ui.label(
        icons::text("chevron_right")
            .size(13.0)
            .color(cx.theme.muted),
    );
}

fn crumb(ui: &mut Ui, cx: &PanelContext<'_>, text: &str, is_here: bool) -> bool {
    let color = if is_here {
        cx.theme.text
    } else {
        cx.theme.muted
    };
    let shown = shortened(ui, text, &TextStyle::Small, color, MAX_CRUMB);
    let name = cx.texts.tr_with("breadcrumb.go_to", &[("title", text)]);
    let button = ui.add(Button::new(shown).frame(false).small());
    button.accessible_name(name).clicked()
}
