//! A node type in the palette: a row that can be dragged or clicked, with a star and a context menu.

use std::sync::Arc;

use egui::{Color32, Id, Rect, Response, RichText, Ui, UiBuilder};
use treewright_core::model::NodeDeclaration;

use super::offer;
use crate::action::{
    Action, ActionSink, EditAction, FindAction, NamedInProject, ProjectAction, TaskAction,
    ViewAction,
};
use crate::icons;
use crate::panels::{PaletteDrag, PanelContext, node_page};
use crate::widgets::{IconButton, ROW_HEIGHT, Row, hover_card, menu_item, row_menu};

/// The width of the scroll bar that covers the right end of rows, in points.
const SCROLL_BAR: f32 = 12.0;

/// The row of a node type.
pub struct PaletteRow<'a> {
    node_type: &'a NodeDeclaration,
    /// The key of its name for screen readers.
    name_key: &'static str,
    chosen: bool,
}

impl<'a> PaletteRow<'a> {
    pub fn new(node_type: &'a NodeDeclaration, name_key: &'static str) -> Self {
        Self {
            node_type,
            name_key,
            chosen: false,
        }
    }

    /// Whether it is selected with the keyboard.
    #[must_use]
    pub fn chosen(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }

    pub fn show(self, ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
        let task: Arc<str> = Arc::from(&*self.node_type.task);
        let id = Id::unique((self.name_key, &*task));
        ui.push_id(id, |ui| {
            let at = egui::Rect::from_min_size(
                ui.cursor().min,
                egui::vec2(ui.available_width(), ROW_HEIGHT),
            );
            let pointed_at = ui.rect_contains_pointer(at);
            let starred = pointed_at || is_favorite(cx, &task);
            let row = self.row(ui, cx, starred);
            // A row that gets the focus is scrolled into sight first.
            if ui.is_rect_visible(row.rect) {
                self.star(ui, cx, pointed_at, row.rect, sink);
            }
            let offered = (
                PaletteDrag::Task(task.clone()),
                EditAction::AddTask(task.clone()),
            );
            offer(ui, &row, self.chosen, offered, sink);
            row_menu(&row, |ui| menu(ui, cx, &task, sink));
        });
    }

    /// Where the star is shown, there is no room for the library.
    fn row(&self, ui: &mut Ui, cx: &PanelContext<'_>, starred: bool) -> Response {
        let title = cx.texts.task_title(&self.node_type.task);
        let name = cx.texts.tr_with(self.name_key, &[("title", &title)]);
        let library = cx
            .library
            .library_of(&self.node_type.task)
            .unwrap_or_default();
        let row = Row::new(&title)
            .icon(
                icons::of_node_type(self.node_type),
                cx.theme.node_type_color(self.node_type),
            )
            .detail(if starred { "" } else { short_name(library) })
            .indent(6.0)
            .selected(self.chosen)
            .draggable()
            .name(&name)
            .show(ui, cx.theme);
        hover_card(row, |ui| {
            node_page::tooltip(ui, cx, self.node_type);
            ui.label(RichText::new(cx.texts.tr("palette.hint")).small().weak());
        })
    }

    /// Filled for favorites; for others shown only while the pointer or the keyboard focus is here.
    fn star(
        &self,
        ui: &mut Ui,
        cx: &PanelContext<'_>,
        pointed_at: bool,
        row: Rect,
        sink: &mut ActionSink,
    ) {
        let task = &*self.node_type.task;
        let favorite = is_favorite(cx, task);
        let title = cx.texts.task_title(task);
        let name = cx.texts.tr_with(star_key(favorite), &[("title", &title)]);
        let color = match (favorite, pointed_at) {
            (true, _) => cx.theme.accent,
            (false, true) => cx.theme.muted,
            (false, false) => Color32::TRANSPARENT,
        };
        let right = row.right() - SCROLL_BAR;
        let place = Rect::from_min_max(egui::pos2(right - row.height(), row.top()), row.max);
        let mut corner = ui.new_child(UiBuilder::new().max_rect(place));
        let star = IconButton::new("star", &name).small().color(color);
        if star.show(&mut corner).clicked() {
            sink.push(Action::View(ViewAction::ToggleFavorite(task.into())));
        }
    }
}

fn is_favorite(cx: &PanelContext<'_>, task: &str) -> bool {
    cx.settings.favorite_tasks.iter().any(|own| own == task)
}

fn star_key(favorite: bool) -> &'static str {
    if favorite {
        "palette.unstar"
    } else {
        "palette.star"
    }
}

fn menu(ui: &mut Ui, cx: &PanelContext<'_>, task: &Arc<str>, sink: &mut ActionSink) {
    let title = cx.texts.task_title(task);
    let mut item = |icon: &str, text: String, action: Action| {
        if menu_item(ui, icon, &text, "").clicked() {
            sink.push(action);
        }
    };
    let tr = |key: &str| cx.texts.tr(key).into_owned();
    item(
        "add",
        tr("node_reference.add"),
        Action::Edit(EditAction::AddTask(task.clone())),
    );
    item(
        "star",
        cx.texts
            .tr_with(star_key(is_favorite(cx, task)), &[("title", &title)]),
        Action::View(ViewAction::ToggleFavorite(task.clone())),
    );
    if cx.library.library_of(task).is_some() {
        let uses = FindAction::UsesOfTask(task.clone());
        item("search", tr("project.uses"), Action::Find(uses));
        let edit = ProjectAction::Task(TaskAction::Edit(task.clone()));
        item("edit_note", tr("palette.edit_task"), Action::Project(edit));
        let rename = ProjectAction::AskForName(NamedInProject::Task(task.clone()));
        item("edit", tr("project.rename"), Action::Project(rename));
    }
    item(
        "help",
        tr("command.node_help"),
        Action::View(ViewAction::NodeReference(Some(task.clone()))),
    );
}

/// The file name of a library without the extension that all libraries have.
fn short_name(library: &str) -> &str {
    let name = library.rsplit('/').next().unwrap_or(library);
    name.strip_suffix(".tasks.json").unwrap_or(name)
}
