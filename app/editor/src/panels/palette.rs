//! The kinds of nodes and the templates: favorites, those used lately, then all by category; drag one onto the canvas, or press it to add it below the selected
//! node. What is typed lists those that fit, the likeliest first.

mod entry;
mod template_entry;

use std::ops::Range;

use egui::{CollapsingHeader, Key, RichText, ScrollArea, Ui};
pub use template_entry::ICON as TEMPLATE_ICON;
use treewright_core::category::Category;
use treewright_core::model::NodeDeclaration;
use treewright_session::memo::Memo;
use treewright_session::templates::TemplateId;
use treewright_session::workspace::open_document::Version;

use self::entry::Entry;
use super::PanelContext;
use crate::action::{Action, ActionSink, EditAction};
use crate::node_search;
use crate::theme::space;
use crate::widgets::{ROW_HEIGHT, empty_hint_with, search_field};

/// Between two rows, in points.
const SPACING: f32 = 1.0;

/// Categories with more kinds draw only the rows that are seen.
const ALL_DRAWN: usize = 300;

/// The most finds that are listed.
const MOST_FOUND: usize = 300;

/// What is typed into the search field, and which find the keys have chosen.
#[derive(Default)]
pub struct PaletteState {
    query: String,
    chosen: usize,
    /// The search field takes the keyboard in the next frame.
    pub focus_search: bool,
    found: Memo<Sought, Found>,
}

/// What is typed, the language, the version of the document, which changes with its libraries, and the revision of the templates.
type Sought = (String, &'static str, Version, u64);

/// The finds.
#[derive(Default)]
struct Found {
    tasks: Vec<String>,
    templates: Vec<TemplateId>,
}

/// Shows the palette.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut PaletteState, sink: &mut ActionSink) {
    let searching = search(ui, cx, state, sink);
    ui.add_space(space::XS);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = SPACING;
        if searching {
            finds(ui, cx, state, sink);
        } else {
            everything(ui, cx, sink);
        }
    });
}

/// The field and its keys; whether something is typed.
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
        let last = (state.found.tasks.len() + state.found.templates.len()).saturating_sub(1);
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
        cx.templates.revision(),
    );
    state.found.of(key, |(query, ..)| {
        let tasks = node_search::ranked(cx.library, cx.texts, query, |_| true).into_iter();
        let tasks = tasks.take(MOST_FOUND).map(|kind| kind.task.to_string());
        let templates = node_search::ranked_templates(cx.templates, cx.texts, query);
        Found {
            tasks: tasks.collect(),
            templates: templates.into_iter().map(|t| t.id.clone()).collect(),
        }
    });
}

fn finds(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut PaletteState, sink: &mut ActionSink) {
    if state.found.tasks.is_empty() && state.found.templates.is_empty() {
        let query = [("query", &*state.query)];
        let text = cx.texts.tr_with("palette.nothing", &query);
        let clear = cx.texts.tr("search.clear");
        if empty_hint_with(ui, cx.theme, ("search", &text), &clear) {
            state.query.clear();
        }
    }
    for (index, task) in state.found.tasks.iter().enumerate() {
        if let Some(kind) = cx.library.declaration(task) {
            let chosen = index == state.chosen;
            let entry = Entry::new(kind, "palette.row").chosen(chosen);
            entry.show(ui, cx, sink);
        }
    }
    for (index, id) in state.found.templates.iter().enumerate() {
        if let Some(template) = cx.templates.find(cx.texts, id) {
            let chosen = state.found.tasks.len() + index == state.chosen;
            template_entry::show(ui, cx, template, chosen, sink);
        }
    }
}

fn everything(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let settings = cx.settings;
    let favorites = ("palette.favorites", "palette.favorite_row");
    section(ui, cx, favorites, &settings.favorite_tasks, true, sink);
    let recent = ("palette.recent", "palette.recent_row");
    section(ui, cx, recent, &settings.recent_tasks, false, sink);
    for category in Category::ALL {
        let kinds = cx.library.declarations();
        let kinds: Vec<_> = kinds.filter(|kind| kind.category == category).collect();
        if kinds.is_empty() {
            continue;
        }
        header(ui, cx, category_key(category), true, |ui| {
            let drawn = rows_to_draw(ui, kinds.len());
            leave_room(ui, drawn.start);
            for kind in &kinds[drawn.clone()] {
                Entry::new(kind, "palette.row").show(ui, cx, sink);
            }
            leave_room(ui, kinds.len() - drawn.end);
        });
    }
    header(ui, cx, "template.section", true, |ui| {
        for template in cx.templates.all(cx.texts) {
            template_entry::show(ui, cx, template, false, sink);
        }
    });
}

/// Kinds that the user has listed; those that no library declares now are left out.
fn section(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (title, row): (&str, &'static str),
    tasks: &[String],
    open: bool,
    sink: &mut ActionSink,
) {
    let kinds = tasks.iter().filter_map(|task| cx.library.declaration(task));
    let kinds: Vec<&NodeDeclaration> = kinds.collect();
    if kinds.is_empty() {
        return;
    }
    header(ui, cx, title, open, |ui| {
        for kind in kinds {
            Entry::new(kind, row).show(ui, cx, sink);
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
