//! A kind of node in the palette: a row that can be dragged or pressed, with a star beside it and a menu behind it.

use std::sync::Arc;

use egui::{Color32, Id, Key, Rect, Response, RichText, Ui, UiBuilder};
use treewright_core::model::NodeDeclaration;

use crate::action::{Action, ActionSink, EditAction, ViewAction};
use crate::icons;
use crate::panels::{PaletteDrag, PanelContext, node_page};
use crate::widgets::{IconButton, ROW_HEIGHT, Row, hover_card, menu_item};

/// The scroll bar lies on the right end of rows, in points.
const SCROLL_BAR: f32 = 12.0;

/// A row to be.
pub struct Entry<'a> {
    kind: &'a NodeDeclaration,
    /// The key of what screen readers call it.
    name_key: &'static str,
    chosen: bool,
}

impl<'a> Entry<'a> {
    /// The row of a kind.
    pub fn new(kind: &'a NodeDeclaration, name_key: &'static str) -> Self {
        Self {
            kind,
            name_key,
            chosen: false,
        }
    }

    /// Whether the keys have chosen it.
    #[must_use]
    pub fn chosen(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }

    /// Draws it.
    pub fn show(self, ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
        let task: Arc<str> = Arc::from(&*self.kind.task);
        let id = Id::unique((self.name_key, &*task));
        ui.push_id(id, |ui| {
            let at = egui::Rect::from_min_size(
                ui.cursor().min,
                egui::vec2(ui.available_width(), ROW_HEIGHT),
            );
            let pointed_at = ui.rect_contains_pointer(at);
            let starred = pointed_at || is_favorite(cx, &task);
            let row = self.row(ui, cx, starred);
            self.star(ui, cx, pointed_at, row.rect, sink);
            if row.dragged() {
                row.dnd_set_drag_payload(PaletteDrag::Task(task.clone()));
            }
            let entered = row.has_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            if row.double_clicked() || entered {
                sink.push(Action::Edit(EditAction::AddTask(task.clone())));
            }
            if self.chosen && !ui.clip_rect().contains_rect(row.rect) {
                row.scroll_to_me(None);
            }
            row.context_menu(|ui| menu(ui, cx, &task, sink));
        });
    }

    /// Where the star is seen there is no room for the library.
    fn row(&self, ui: &mut Ui, cx: &PanelContext<'_>, starred: bool) -> Response {
        let title = cx.texts.task_title(&self.kind.task);
        let name = cx.texts.tr_with(self.name_key, &[("title", &title)]);
        let library = cx.library.library_of(&self.kind.task).unwrap_or_default();
        let row = Row::new(&title)
            .icon(icons::of_kind(self.kind), cx.theme.declared(self.kind))
            .detail(if starred { "" } else { short_name(library) })
            .indent(6.0)
            .selected(self.chosen)
            .draggable()
            .name(&name)
            .show(ui, cx.theme);
        hover_card(row, |ui| {
            node_page::tooltip(ui, cx, self.kind);
            ui.label(RichText::new(cx.texts.tr("palette.hint")).small().weak());
        })
    }

    /// Lit for favorites; else seen only while the pointer or the keyboard is here.
    fn star(
        &self,
        ui: &mut Ui,
        cx: &PanelContext<'_>,
        pointed_at: bool,
        row: Rect,
        sink: &mut ActionSink,
    ) {
        let task = &*self.kind.task;
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
    item(
        "help",
        tr("command.node_help"),
        Action::View(ViewAction::NodeReference(Some(task.clone()))),
    );
}

/// A library's file without its folder and the end that all have.
fn short_name(library: &str) -> &str {
    let name = library.rsplit('/').next().unwrap_or(library);
    name.strip_suffix(".tasks.json").unwrap_or(name)
}
