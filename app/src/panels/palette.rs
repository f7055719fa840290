//! The kinds of nodes, by category: drag one onto the canvas, or press it to add it below the selected node.

use std::ops::Range;
use std::sync::Arc;

use egui::{CollapsingHeader, Id, RichText, ScrollArea, Ui};
use treewright_core::category::Category;
use treewright_core::model::NodeDeclaration;

use super::{PaletteDrag, PanelContext};
use crate::action::{Action, ActionSink, EditAction};
use crate::icons;
use crate::theme::space;
use crate::widgets::{ROW_HEIGHT, Row, empty_hint, search_field};

/// Between two rows, in points.
const SPACING: f32 = 1.0;

/// Categories with more kinds draw only the rows that are seen.
const ALL_DRAWN: usize = 300;

/// What is typed into the search field.
#[derive(Default)]
pub struct PaletteState {
    query: String,
    /// The search field takes the keyboard in the next frame.
    pub focus_search: bool,
}

/// Shows the palette.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut PaletteState, sink: &mut ActionSink) {
    let name = cx.texts.tr("palette.search");
    let clear = cx.texts.tr("search.clear");
    let field = search_field(ui, cx.theme, &mut state.query, &name, &clear);
    if std::mem::take(&mut state.focus_search) {
        field.request_focus();
    }
    ui.add_space(space::XS);
    let query = state.query.to_lowercase();
    let fits = |d: &NodeDeclaration| {
        query.is_empty()
            || d.task.to_lowercase().contains(&query)
            || cx.texts.task_title(&d.task).to_lowercase().contains(&query)
            || cx
                .library
                .library_of(&d.task)
                .is_some_and(|l| short_name(l).to_lowercase().contains(&query))
    };
    if !cx.library.declarations().any(fits) {
        let text = cx
            .texts
            .tr_with("palette.nothing", &[("query", &state.query)]);
        empty_hint(ui, cx.theme, "search", &text);
        return;
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for category in Category::ALL {
            let kinds = cx.library.declarations();
            let entries: Vec<&NodeDeclaration> = kinds
                .filter(|d| d.category == category && fits(d))
                .collect();
            if entries.is_empty() {
                continue;
            }
            let title = cx.texts.tr(category_key(category)).into_owned();
            CollapsingHeader::new(RichText::new(title).color(cx.theme.muted))
                .id_salt(category.name())
                .default_open(true)
                .open((!query.is_empty()).then_some(true))
                .show_unindented(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = SPACING;
                    let drawn = rows_to_draw(ui, entries.len());
                    leave_room(ui, drawn.start);
                    for declaration in &entries[drawn.clone()] {
                        entry(ui, cx, declaration, sink);
                    }
                    leave_room(ui, entries.len() - drawn.end);
                });
        }
    });
}

/// Which rows of a category are drawn: all, so that whoever cannot see finds them, unless there are very many.
fn rows_to_draw(ui: &Ui, count: usize) -> Range<usize> {
    if count <= ALL_DRAWN {
        return 0..count;
    }
    let (top, clip) = (ui.cursor().top(), ui.clip_rect());
    let row = |y: f32| ((y - top) / (ROW_HEIGHT + SPACING)).max(0.0) as usize;
    let end = (row(clip.bottom()) + 1).min(count);
    row(clip.top()).min(end)..end
}

/// As much room as so many rows would take.
fn leave_room(ui: &mut Ui, rows: usize) {
    if rows > 0 {
        ui.add_space(rows as f32 * (ROW_HEIGHT + SPACING) - SPACING);
    }
}

/// The key of a category's heading.
pub fn category_key(category: Category) -> &'static str {
    match category {
        Category::Composite => "category.Composite",
        Category::Decorator => "category.Decorator",
        Category::Conditional => "category.Conditional",
        Category::Action => "category.Action",
    }
}

fn entry(ui: &mut Ui, cx: &PanelContext<'_>, declaration: &NodeDeclaration, sink: &mut ActionSink) {
    let title = cx.texts.task_title(&declaration.task);
    let name = cx.texts.tr_with("palette.row", &[("title", &title)]);
    let color = cx.theme.declared(declaration);
    let library = cx.library.library_of(&declaration.task).unwrap_or_default();
    let task: Arc<str> = Arc::from(&*declaration.task);
    ui.push_id(Id::unique(&*task), |ui| {
        let response = Row::new(&title)
            .icon(icons::of_kind(declaration), color)
            .detail(short_name(library))
            .indent(6.0)
            .draggable()
            .name(&name)
            .show(ui, cx.theme)
            .on_hover_ui(|ui| {
                ui.set_max_width(300.0);
                ui.strong(&title);
                ui.label(cx.texts.task_summary(declaration));
                if !library.is_empty() {
                    let from = cx.texts.tr_with("nodes_list.from", &[("library", library)]);
                    ui.label(RichText::new(from).small().weak());
                }
                ui.label(RichText::new(cx.texts.tr("palette.hint")).small().weak());
            });
        if response.dragged() {
            response.dnd_set_drag_payload(PaletteDrag(task.clone()));
        }
        if response.double_clicked() || pressed_by_key(ui, &response) {
            sink.push(Action::Edit(EditAction::AddTask(task)));
        }
    });
}

/// A library's file without its folder and the end that all have.
fn short_name(library: &str) -> &str {
    let name = library.rsplit('/').next().unwrap_or(library);
    name.strip_suffix(".tasks.json").unwrap_or(name)
}

/// A row that has the keyboard is used by Enter.
fn pressed_by_key(ui: &Ui, response: &egui::Response) -> bool {
    response.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}
