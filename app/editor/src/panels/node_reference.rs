//! The node reference, in its own window: a searchable list of node types on the left, the page of one on the right.

use egui::{Key, ScrollArea, Ui, vec2};
use treewright_core::category::Category;
use treewright_core::model::NodeDeclaration;

use super::palette::category_key;
use super::{PanelContext, node_page};
use crate::action::{Action, ActionSink, EditAction, ViewAction};
use crate::theme::space;
use crate::widgets::{Row, ToolWindow, caption, empty_hint_with, search_field};
use crate::{icons, node_search};

const SIZE: egui::Vec2 = vec2(820.0, 520.0);
const LIST_WIDTH: f32 = 230.0;
#[derive(Default)]
pub struct ReferenceWindow {
    /// The task whose page is shown; `None` for the first of the list.
    pub task: Option<String>,
    query: String,
    opened: bool,
    /// Scroll to the selected row in the next frame.
    scroll: bool,
}

impl ReferenceWindow {
    /// Opens the window at the page of this task.
    pub fn at(task: Option<String>) -> Self {
        Self {
            task,
            scroll: true,
            ..Self::default()
        }
    }
}

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    state: &mut ReferenceWindow,
    sink: &mut ActionSink,
) {
    let shown = ToolWindow {
        id: "node reference",
        title: cx.texts.tr("node_reference.title").into_owned(),
        size: SIZE,
        about: None,
        is_new: false,
    };
    let (escape, open) = shown.show(ctx, |ui| contents(ui, cx, state, sink));
    if !open || escape.unwrap_or(false) {
        sink.push(Action::View(ViewAction::CloseReference));
    }
}

/// Returns true if Escape was pressed in it.
fn contents(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut ReferenceWindow,
    sink: &mut ActionSink,
) -> bool {
    let node_types = node_search::ranked(cx.library, cx.texts, &state.query, |_| true);
    let mut escape = false;
    let height = ui.available_height();
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(LIST_WIDTH, height), |ui| {
            ui.vertical(|ui| {
                ui.set_width(LIST_WIDTH);
                escape = search(ui, cx, state, &node_types);
                ui.add_space(space::XS);
                list(ui, cx, state, &node_types);
            });
        });
        ui.separator();
        ui.vertical(|ui| {
            let shown = state.task.as_deref();
            let shown = shown.and_then(|task| cx.library.declaration(task));
            if let Some(node_type) = shown.or_else(|| node_types.first().copied()) {
                page(ui, cx, node_type, sink);
            } else {
                let query = [("query", &*state.query)];
                let text = cx.texts.tr_with("palette.nothing", &query);
                let clear = cx.texts.tr("search.clear");
                if empty_hint_with(ui, cx.theme, ("search", &text), &clear) {
                    state.query.clear();
                }
            }
        });
    });
    escape
}

/// The search field, and the keys that move through the list while the field has the focus.
fn search(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut ReferenceWindow,
    node_types: &[&NodeDeclaration],
) -> bool {
    let name = cx.texts.tr("node_reference.search");
    let clear = cx.texts.tr("search.clear");
    let before = state.query.clone();
    let field = search_field(ui, cx.theme, &mut state.query, &name, &clear);
    if !std::mem::replace(&mut state.opened, true) {
        field.request_focus();
    }
    if state.query != before {
        let best = node_search::ranked(cx.library, cx.texts, &state.query, |_| true);
        state.task = best.first().map(|node_type| node_type.task.to_string());
    }
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    if field.has_focus() {
        let step = isize::from(pressed(Key::ArrowDown)) - isize::from(pressed(Key::ArrowUp));
        if step != 0 {
            let at = node_types
                .iter()
                .position(|node_type| Some(&*node_type.task) == state.task.as_deref());
            let next = at.unwrap_or(0).saturating_add_signed(step);
            let next = node_types.get(next.min(node_types.len().saturating_sub(1)));
            state.task = next.map(|node_type| node_type.task.to_string());
            state.scroll = true;
        }
    }
    field.lost_focus() && pressed(Key::Escape) && before.is_empty()
}

fn list(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut ReferenceWindow,
    node_types: &[&NodeDeclaration],
) {
    ScrollArea::vertical()
        .auto_shrink(false)
        .id_salt("reference list")
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if !state.query.trim().is_empty() {
                rows(ui, cx, state, node_types.iter().copied());
                return;
            }
            for category in Category::ALL {
                let of_category = node_types
                    .iter()
                    .filter(|node_type| node_type.category == category);
                let mut of_category = of_category.copied().peekable();
                if of_category.peek().is_some() {
                    ui.add_space(space::XS);
                    caption(ui, cx.theme, &cx.texts.tr(category_key(category)));
                    rows(ui, cx, state, of_category);
                }
            }
        });
}

fn rows<'k>(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut ReferenceWindow,
    node_types: impl Iterator<Item = &'k NodeDeclaration>,
) {
    for node_type in node_types {
        let title = cx.texts.task_title(&node_type.task);
        let shown = state.task.as_deref() == Some(&*node_type.task);
        let name = cx.texts.tr_with("node_reference.row", &[("title", &title)]);
        let response = ui
            .push_id(&*node_type.task, |ui| {
                Row::new(&title)
                    .icon(
                        icons::of_node_type(node_type),
                        cx.theme.node_type_color(node_type),
                    )
                    .selected(shown)
                    .name(&name)
                    .show(ui, cx.theme)
            })
            .inner;
        if response.clicked() || response.gained_focus() {
            state.task = Some(node_type.task.to_string());
        }
        if shown && std::mem::take(&mut state.scroll) {
            response.scroll_to_me(Some(egui::Align::Center));
        }
    }
}

fn page(ui: &mut Ui, cx: &PanelContext<'_>, node_type: &NodeDeclaration, sink: &mut ActionSink) {
    ScrollArea::vertical()
        .auto_shrink(false)
        .id_salt(("reference page", &*node_type.task))
        .show(ui, |ui| {
            node_page::show(ui, cx, node_type);
            ui.add_space(space::M);
            let add = cx.texts.tr("node_reference.add").into_owned();
            let button = ui.button((icons::text("add"), &*add));
            if button.accessible_name(&*add).clicked() {
                let task = (&*node_type.task).into();
                sink.push(Action::Edit(EditAction::AddTask(task)));
            }
        });
}
