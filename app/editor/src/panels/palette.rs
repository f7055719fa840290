//! The node types, templates and trees of the project: favorites, recently used ones, then all by category. Drag one onto the canvas, or click to add it below
//! the selected node. A query lists the matches, best first.

mod entry;
mod project_libraries;
mod template_entry;
mod tree_entry;

use std::ops::Range;

use egui::{CollapsingHeader, Key, Response, RichText, Ui, vec2};
pub use template_entry::ICON as TEMPLATE_ICON;
use treewright_core::category::Category;
use treewright_core::model::NodeDeclaration;
use treewright_session::memo::Memo;
use treewright_session::settings::MAX_RECENT_TASKS;
use treewright_session::templates::TemplateId;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::project_listing::ProjectTree;

use self::entry::PaletteRow;
use super::{PaletteDrag, PanelContext};
use crate::action::{Action, ActionSink, EditAction};
use crate::node_search;
use crate::theme::space;
use crate::widgets::{ROW_HEIGHT, empty_hint_with, panel_scroll, search_field};

/// The space between two rows, in points.
const SPACING: f32 = 1.0;

/// A category with more node types than this draws only the visible rows.
const MAX_FULLY_DRAWN: usize = 300;

/// The maximum number of matches listed.
const MAX_MATCHES: usize = 300;

/// The query, and the match selected with the keyboard.
#[derive(Default)]
pub struct PaletteState {
    query: String,
    chosen: usize,
    /// The search field takes the keyboard focus in the next frame.
    pub focus_search: bool,
    found: Memo<SearchKey, PaletteMatches>,
    /// The number of favorites in the last frame, and the height of their section.
    favorites: Option<(usize, f32)>,
    /// Where to scroll in the next frame.
    scroll: Option<f32>,
}

/// The query, the language, the version of the document, which changes with its libraries, and the revisions of the templates and of the project.
type SearchKey = (String, &'static str, Version, [u64; 2]);

/// The matches.
#[derive(Default)]
struct PaletteMatches {
    tasks: Vec<String>,
    templates: Vec<TemplateId>,
    trees: Vec<ProjectTree>,
}

/// What a row offers: dragging it onto the canvas and, by a double-click or Enter, adding it. The row that is selected with the keyboard is
/// scrolled into sight.
fn offer(
    ui: &Ui,
    row: &Response,
    chosen: bool,
    (dragged, add): (PaletteDrag, EditAction),
    sink: &mut ActionSink,
) {
    if row.dragged() {
        row.dnd_set_drag_payload(dragged);
    }
    let entered = row.has_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if row.double_clicked() || entered {
        sink.push(Action::Edit(add));
    }
    if chosen && !ui.clip_rect().contains_rect(row.rect) {
        row.scroll_to_me(None);
    }
}

impl PaletteMatches {
    fn count(&self) -> usize {
        self.tasks.len() + self.templates.len() + self.trees.len()
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut PaletteState, sink: &mut ActionSink) {
    let searching = search(ui, cx, state, sink);
    ui.add_space(space::XS);
    let mut added = 0.0;
    let mut area = panel_scroll();
    if let Some(offset) = state.scroll.take() {
        area = area.vertical_scroll_offset(offset);
    }
    let shown = area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = SPACING;
        if searching {
            matches(ui, cx, state, sink);
        } else {
            added = all_categories(ui, cx, state, sink);
        }
    });
    if added != 0.0 {
        // The rows below stay where they are, under the pointer.
        state.scroll = Some((shown.state.clamped_offset().y + added).max(0.0));
        ui.ctx()
            .request_discard("the palette scrolls along with its favorites");
    }
}

/// The field and its keys. Returns whether there is a query.
fn search(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut PaletteState,
    sink: &mut ActionSink,
) -> bool {
    let name = cx.texts.tr("palette.search");
    let clear = cx.texts.tr("search.clear");
    let before = state.query.clone();
    let field = search_field(ui, cx.theme, &mut state.query, &name, &clear);
    if std::mem::take(&mut state.focus_search) {
        field.request_focus();
    }
    if state.query != before {
        state.chosen = 0;
    }
    let searching = !state.query.trim().is_empty();
    if !searching {
        return false;
    }
    find(cx, state);
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    if field.has_focus() {
        let step = isize::from(pressed(Key::ArrowDown)) - isize::from(pressed(Key::ArrowUp));
        let last = state.found.count().saturating_sub(1);
        state.chosen = state.chosen.saturating_add_signed(step).min(last);
    }
    let entered = field.lost_focus() && pressed(Key::Enter);
    if entered {
        let found = &state.found;
        let template = state.chosen.checked_sub(found.tasks.len());
        let template = template.and_then(|place| found.templates.get(place));
        let task = found.tasks.get(state.chosen);
        let add = task.map(|task| EditAction::AddTask(task.as_str().into()));
        let add = add.or_else(|| Some(EditAction::AddTemplate(template?.clone())));
        let before_trees = found.tasks.len() + found.templates.len();
        let tree = state.chosen.checked_sub(before_trees);
        let tree = tree.and_then(|place| found.trees.get(place));
        let add = add.or_else(|| Some(EditAction::AddTree(tree?.clone())));
        if let Some(add) = add {
            sink.push(Action::Edit(add));
        }
    }
    true
}

fn find(cx: &PanelContext<'_>, state: &mut PaletteState) {
    let key = (
        state.query.clone(),
        cx.texts.language(),
        cx.front.version(),
        [cx.templates.revision(), cx.project.facts_revision],
    );
    state.found.of(key, |(query, ..)| {
        let tasks = node_search::ranked(cx.library, cx.texts, query, |_| true).into_iter();
        let tasks = tasks
            .take(MAX_MATCHES)
            .map(|node_type| node_type.task.to_string());
        let templates = node_search::ranked_templates(cx.templates, cx.texts, query);
        let lower = query.trim().to_lowercase();
        let trees = cx.project.trees.iter();
        let trees = trees.filter(|tree| tree.title().to_lowercase().contains(&lower));
        PaletteMatches {
            tasks: tasks.collect(),
            templates: templates.into_iter().map(|t| t.id.clone()).collect(),
            trees: trees.take(MAX_MATCHES).cloned().collect(),
        }
    });
}

fn matches(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut PaletteState, sink: &mut ActionSink) {
    if state.found.count() == 0 {
        let query = [("query", &*state.query)];
        let text = cx.texts.tr_with("palette.nothing", &query);
        let clear = cx.texts.tr("search.clear");
        if empty_hint_with(ui, cx.theme, ("search", &text), &clear) {
            state.query.clear();
        }
    }
    for (index, task) in state.found.tasks.iter().enumerate() {
        if let Some(node_type) = cx.library.declaration(task) {
            let chosen = index == state.chosen;
            let entry = PaletteRow::new(node_type, "palette.row").chosen(chosen);
            entry.show(ui, cx, sink);
        }
    }
    for (index, id) in state.found.templates.iter().enumerate() {
        if let Some(template) = cx.templates.find(cx.texts, id) {
            let chosen = state.found.tasks.len() + index == state.chosen;
            template_entry::show(ui, cx, template, chosen, sink);
        }
    }
    let before = state.found.tasks.len() + state.found.templates.len();
    for (index, tree) in state.found.trees.iter().enumerate() {
        tree_entry::show(ui, cx, tree, before + index == state.chosen, sink);
    }
}

/// Returns the height that the favorites have gained since the last frame.
fn all_categories(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut PaletteState,
    sink: &mut ActionSink,
) -> f32 {
    let settings = cx.settings;
    let top = ui.cursor().top();
    let favorites = ("palette.favorites", "palette.favorite_row");
    section(ui, cx, favorites, &settings.favorite_tasks, true, sink);
    let count = settings.favorite_tasks.len();
    let height = ui.cursor().top() - top;
    let before = state.favorites.replace((count, height));
    let grown = before.filter(|(before, _)| *before != count);
    recent(ui, cx, sink);
    for category in Category::ALL {
        let node_types = cx.library.declarations();
        let node_types: Vec<_> = node_types
            .filter(|node_type| node_type.category == category)
            .collect();
        if node_types.is_empty() {
            continue;
        }
        header(ui, cx, category_key(category), true, |ui| {
            let drawn = rows_to_draw(ui, node_types.len());
            add_space_for_rows(ui, drawn.start);
            for node_type in &node_types[drawn.clone()] {
                PaletteRow::new(node_type, "palette.row").show(ui, cx, sink);
            }
            add_space_for_rows(ui, node_types.len() - drawn.end);
        });
    }
    let libraries = project_libraries::unused(cx);
    if !libraries.is_empty() {
        header(ui, cx, "palette.libraries", true, |ui| {
            for library in libraries {
                project_libraries::show(ui, cx, library, sink);
            }
        });
    }
    header(ui, cx, "template.section", true, |ui| {
        for template in cx.templates.all(cx.texts) {
            template_entry::show(ui, cx, template, false, sink);
        }
    });
    if !cx.project.trees.is_empty() {
        header(ui, cx, "palette.trees", false, |ui| {
            let trees = cx.project.trees;
            let drawn = rows_to_draw(ui, trees.len());
            add_space_for_rows(ui, drawn.start);
            for tree in &trees[drawn.clone()] {
                tree_entry::show(ui, cx, tree, false, sink);
            }
            add_space_for_rows(ui, trees.len() - drawn.end);
        });
    }
    grown.map_or(0.0, |(_, before)| height - before)
}

/// The node types that were used last. The section and its rows have their place before there are any, so that nothing moves when they come.
fn recent(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let tasks = cx.settings.recent_tasks.iter();
    let node_types: Vec<_> = tasks
        .filter_map(|task| cx.library.declaration(task))
        .collect();
    header(ui, cx, "palette.recent", false, |ui| {
        let free = MAX_RECENT_TASKS.saturating_sub(node_types.len());
        if node_types.is_empty() {
            let height = MAX_RECENT_TASKS as f32 * (ROW_HEIGHT + SPACING) - SPACING;
            let size = vec2(ui.available_width(), height);
            let text = RichText::new(cx.texts.tr("palette.no_recent")).color(cx.theme.muted);
            ui.allocate_ui(size, |ui| {
                ui.set_min_height(height);
                ui.horizontal_wrapped(|ui| {
                    ui.add_space(space::S);
                    ui.label(text);
                });
            });
            return;
        }
        for node_type in node_types {
            PaletteRow::new(node_type, "palette.recent_row").show(ui, cx, sink);
        }
        add_space_for_rows(ui, free);
    });
}

/// Node types listed by the user; those that no library declares now are left out.
fn section(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (title, row): (&str, &'static str),
    tasks: &[String],
    open: bool,
    sink: &mut ActionSink,
) {
    let node_types = tasks.iter().filter_map(|task| cx.library.declaration(task));
    let node_types: Vec<&NodeDeclaration> = node_types.collect();
    if node_types.is_empty() {
        return;
    }
    header(ui, cx, title, open, |ui| {
        for node_type in node_types {
            PaletteRow::new(node_type, row).show(ui, cx, sink);
        }
    });
}

fn header(ui: &mut Ui, cx: &PanelContext<'_>, key: &str, open: bool, add: impl FnOnce(&mut Ui)) {
    let title = cx.texts.tr(key).into_owned();
    CollapsingHeader::new(RichText::new(title).color(cx.theme.muted))
        .id_salt(key)
        .default_open(open)
        .show_unindented(ui, |ui| {
            ui.spacing_mut().item_spacing.y = SPACING;
            add(ui);
        });
}

/// The rows of a category to draw: all, so that screen readers find them, unless there are too many.
fn rows_to_draw(ui: &Ui, count: usize) -> Range<usize> {
    if count <= MAX_FULLY_DRAWN {
        return 0..count;
    }
    let (top, clip) = (ui.cursor().top(), ui.clip_rect());
    let row = |y: f32| ((y - top) / (ROW_HEIGHT + SPACING)).max(0.0) as usize;
    let end = (row(clip.bottom()) + 1).min(count);
    row(clip.top()).min(end)..end
}

/// Leaves the space of this number of rows.
fn add_space_for_rows(ui: &mut Ui, rows: usize) {
    if rows > 0 {
        ui.add_space(rows as f32 * (ROW_HEIGHT + SPACING) - SPACING);
    }
}

/// The text key of a category's heading.
pub fn category_key(category: Category) -> &'static str {
    match category {
        Category::Composite => "category.Composite",
        Category::Decorator => "category.Decorator",
        Category::Conditional => "category.Conditional",
        Category::Action => "category.Action",
    }
}
