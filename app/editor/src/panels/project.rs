//! The trees, libraries and scenarios of the project folder, as a tree of folders: opens, creates, renames, moves and deletes them, by mouse and by
//! keyboard. The lines are recomputed when the folder, the query or the collapsed folders change.

mod file_card;
pub mod lines;
mod menu;
mod naming;

use std::rc::Rc;
use std::time::Duration;

use egui::{Context, Event, EventFilter, Id, Key, Modifiers, Rangef, Response, RichText, Role, Ui};
use rustc_hash::FxHashSet;
use treewright_core::diagnostic::Severity;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::project_listing::{
    FileKind, ForeignFile, ForeignKind, MAX_FILES, ProjectFile,
};

use self::file_card::CardMemory;
use self::lines::{Listed, ProjectLine, as_tree, fitting, folder_of, join, name_of};
use self::naming::{Naming, NamingState};
use super::{PaletteDrag, PanelContext};
use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, FileAction, NewEntry, ProjectAction};
use crate::theme::space;
use crate::widgets::{
    IconButton, ROW_HEIGHT, Row, empty_hint, empty_hint_with, hover_card, key_card, panel_scroll,
    row_menu, search_field,
};

/// The key of the memory of the row that has the keyboard.
const ROW: &str = "row of the project panel";

/// State kept between frames.
#[derive(Default)]
pub struct ProjectState {
    query: String,
    /// Collapsed folders, by their paths relative to the project folder.
    folded: FxHashSet<String>,
    /// By the revision of the listing, the query, and the number of collapsed folders.
    lines: Memo<(u64, String, usize), Rc<[ProjectLine]>>,
    /// The path of the selected line.
    chosen: Option<String>,
    /// The selected line takes the keyboard when it is shown.
    takes_focus: bool,
    naming: Option<Naming>,
    /// What is to be created in the selected folder.
    wanted: Option<NewEntry>,
    /// The index of the selected line, and whether the one after it takes the keyboard when it is removed.
    chosen_at: Option<usize>,
    keeps_keyboard: bool,
    cards: CardMemory,
    /// The path of the line to which the keyboard went, and when: its card is shown after a moment.
    reached: Option<(String, f64)>,
    /// The part of the list that is in sight.
    seen: Option<Rangef>,
}

impl ProjectState {
    /// Selects a file or folder as soon as it is listed, and gives it the keyboard if wanted.
    pub fn select(&mut self, path: &str, takes_focus: bool) {
        if !path.to_lowercase().contains(&self.query.to_lowercase()) {
            self.query.clear();
        }
        let mut folder = folder_of(path);
        while !folder.is_empty() {
            self.folded.remove(folder);
            folder = folder_of(folder);
        }
        self.chosen = Some(path.to_owned());
        self.takes_focus = takes_focus;
    }

    /// Shows the field for the name of something new in the selected folder.
    pub fn ask_for_new(&mut self, entry: NewEntry) {
        self.wanted = Some(entry);
    }

    /// Shows the field for the name of something new in a folder.
    fn name_new(&mut self, folder: &str, entry: NewEntry) {
        self.name_as(folder, entry, String::new());
    }

    /// Shows the field for the name of something new, which has a proposed name already.
    fn name_as(&mut self, folder: &str, entry: NewEntry, name: String) {
        // What is created must be seen.
        let mut above = folder;
        while !above.is_empty() {
            self.folded.remove(above);
            above = folder_of(above);
        }
        self.query.clear();
        self.naming = Some(Naming::create(folder, entry, name));
    }

    /// Shows the field for the name of a scenario beside its tree.
    fn name_scenario(&mut self, cx: &PanelContext<'_>, tree: &str) {
        let stem = FileKind::split(name_of(tree)).0;
        let name = format!("{stem}.{}", cx.texts.tr("project.scenario_name"));
        let entry = NewEntry::Scenario(tree.to_owned());
        self.name_as(folder_of(tree), entry, name);
    }
}

impl ProjectState {
    /// Whether the selected line has the keyboard as soon as it is shown.
    pub fn takes_keyboard(&self) -> bool {
        self.takes_focus
    }

    /// The selected line does not take the keyboard.
    pub fn leave_keyboard(&mut self) {
        self.takes_focus = false;
    }

    /// When the selected line is gone from the list, the next one has the keyboard.
    pub fn keep_keyboard(&mut self) {
        self.keeps_keyboard = true;
    }
}

/// Whether a line of the panel has the keyboard: then undo, redo, rename and duplicate concern files.
pub fn has_keyboard(ctx: &Context) -> bool {
    let row = ctx.data(|data| data.get_temp::<Id>(Id::unique(ROW)));
    row.is_some() && row == ctx.memory(egui::Memory::focused)
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ProjectState, sink: &mut ActionSink) {
    let Some(folder) = cx.project.folder else {
        let (text, open) = (cx.texts.tr("project.none"), cx.texts.tr("command.open"));
        if empty_hint_with(ui, cx.theme, ("folder", &text), &open) {
            sink.push(Action::File(FileAction::Open));
        }
        return;
    };
    let name = cx.texts.tr("project.search");
    let clear = cx.texts.tr("search.clear");
    let field = search_field(ui, cx.theme, &mut state.query, &name, &clear);
    let title = folder.file_name().unwrap_or_default().to_string_lossy();
    heading(ui, cx, state, &title, sink);
    ui.add_space(space::XS);
    if let Some(entry) = state.wanted.take() {
        let folder = chosen_folder(cx, state);
        state.name_new(&folder, entry);
    }
    refresh(cx, state);
    go_on_from_search(ui, cx, state, &field, sink);
    if state.lines.is_empty() && state.naming.is_none() {
        return nothing_listed(ui, cx, state);
    }
    let limits = [
        (cx.project.more, "project.more"),
        (cx.project.more_candidates, "project.more_foreign"),
    ];
    for (_, key) in limits.into_iter().filter(|(is_reached, _)| *is_reached) {
        let most = MAX_FILES.to_string();
        let text = cx.texts.tr_with(key, &[("most", &most)]);
        ui.label(RichText::new(text).small().color(cx.theme.warning));
    }
    rows(ui, cx, state, sink);
}

/// The down arrow leads from the search field to the list; Enter opens the first match.
fn go_on_from_search(
    ui: &Ui,
    cx: &PanelContext<'_>,
    state: &mut ProjectState,
    field: &Response,
    sink: &mut ActionSink,
) {
    let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    // The line that has the keyboard now must not see it, too.
    let down = field.has_focus()
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown));
    if !down && (!enter || state.query.is_empty()) {
        return;
    }
    let lines = Rc::clone(&state.lines);
    let file = lines.iter().find(|line| enter && !line.is_folder());
    if let Some(line) = file.or_else(|| lines.first()) {
        state.chosen = Some(line.path(Listed::of(&cx.project)).to_owned());
        state.takes_focus = true;
        if enter {
            open(cx, line, sink);
        }
    }
}

/// The name of the project folder, on which files can be dropped, and what can be created in it.
fn heading(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut ProjectState,
    title: &str,
    sink: &mut ActionSink,
) {
    ui.horizontal(|ui| {
        let text = RichText::new(title).small().color(cx.theme.muted);
        let path = cx.project.folder.map(|folder| folder.display().to_string());
        let label = ui.label(text).on_hover_text(path.unwrap_or_default());
        receive(ui, cx, &label, "", sink);
        let add = cx.texts.tr("project.new");
        let button = IconButton::new("add", &add).small().show(ui);
        let menu = egui::Popup::menu(&button).show(|ui| {
            let folder = chosen_folder(cx, state);
            menu::creating(ui, cx, state, &folder);
            if let Some(tree) = tree_for_scenario(cx, state) {
                menu::new_scenario(ui, cx, state, &tree);
            }
            menu::founding(ui, cx, sink);
        });
        opens_menu(&button, menu.is_some());
        let steps = [
            (
                "undo",
                "project.undo",
                cx.situation.can_undo_files,
                ProjectAction::Undo,
            ),
            (
                "redo",
                "project.redo",
                cx.situation.can_redo_files,
                ProjectAction::Redo,
            ),
        ];
        for (icon, key, enabled, action) in steps {
            let name = cx.texts.tr(key);
            let button = IconButton::new(icon, &name).small().enabled(enabled);
            if button.show(ui).clicked() {
                sink.push(Action::Project(action));
            }
        }
    });
}

fn nothing_listed(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ProjectState) {
    let key = match (cx.project.is_busy, state.query.is_empty()) {
        (true, _) => "project.looking",
        (false, true) => "project.empty",
        (false, false) => "project.nothing",
    };
    let (text, clear) = (cx.texts.tr(key), cx.texts.tr("search.clear"));
    if state.query.is_empty() {
        empty_hint(ui, cx.theme, "folder_open", &text);
    } else if empty_hint_with(ui, cx.theme, ("folder_open", &text), &clear) {
        state.query.clear();
    }
}

fn chosen_line(cx: &PanelContext<'_>, state: &ProjectState) -> Option<ProjectLine> {
    let chosen = state.chosen.as_deref()?;
    let mut lines = state.lines.iter();
    let line = lines.find(|line| line.path(Listed::of(&cx.project)) == chosen);
    line.cloned()
}

/// The folder of the selected line, relative to the project folder; that itself if none is selected.
fn chosen_folder(cx: &PanelContext<'_>, state: &ProjectState) -> String {
    let chosen = chosen_line(cx, state);
    let folder = chosen.map(|line| line.folder(Listed::of(&cx.project)).to_owned());
    folder.unwrap_or_default()
}

/// The tree of a new scenario: the selected one, otherwise that of the active document.
fn tree_for_scenario(cx: &PanelContext<'_>, state: &ProjectState) -> Option<String> {
    let files = Listed::of(&cx.project);
    let chosen = chosen_line(cx, state);
    let chosen = chosen.filter(|line| line.kind(files) == Some(FileKind::Tree));
    if let Some(line) = chosen {
        return Some(line.path(files).to_owned());
    }
    let mut trees = files.own.iter().filter(|file| file.kind == FileKind::Tree);
    let active = trees.find(|file| cx.front.path() == Some(&*file.path));
    active.map(|file| file.relative.clone())
}

fn rows(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ProjectState, sink: &mut ActionSink) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let lines = Rc::clone(&state.lines);
    // The field for the name of something new is a line of its own.
    let field_at = state.naming.as_ref().and_then(|naming| {
        let folder = naming.folder()?;
        let at = lines
            .iter()
            .position(|line| matches!(line, ProjectLine::Folder { path, .. } if path == folder));
        Some(at.map_or(0, |at| at + 1))
    });
    let mut area = panel_scroll();
    let is_new = state.naming.as_ref().is_some_and(Naming::is_new);
    let wanted = field_at.filter(|_| is_new);
    let wanted = wanted.or_else(|| place_of_chosen(cx, state, &lines));
    if let Some(offset) = wanted.and_then(|at| offset_of(ui, state, at)) {
        area = area.vertical_scroll_offset(offset);
    }
    let count = lines.len() + usize::from(field_at.is_some());
    let shown = area.show_rows(ui, ROW_HEIGHT, count, |ui, range| {
        for at in range {
            let line = match field_at {
                Some(field) if at == field => {
                    let depth = naming_depth(state);
                    show_naming(ui, cx, state, depth, sink);
                    continue;
                }
                Some(field) if at > field => lines.get(at - 1),
                _ => lines.get(at),
            };
            let Some(line) = line else { continue };
            let path = line.path(Listed::of(&cx.project));
            let is_renamed = |naming: &Naming| naming.renamed() == Some(path);
            if state.naming.as_ref().is_some_and(is_renamed) {
                show_naming(ui, cx, state, line.depth(), sink);
            } else {
                show_line(ui, cx, state, line, sink);
            }
        }
    });
    let top = shown.state.clamped_offset().y;
    state.seen = Some(Rangef::new(top, top + shown.inner_rect.height()));
}

fn naming_depth(state: &ProjectState) -> usize {
    let folder = state.naming.as_ref().and_then(Naming::folder);
    match folder {
        Some("") | None => 0,
        Some(folder) => folder.split('/').count(),
    }
}

fn show_naming(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut ProjectState,
    depth: usize,
    sink: &mut ActionSink,
) {
    if let Some(naming) = &mut state.naming
        && naming.show(ui, cx, indent(depth), sink) == NamingState::Done
    {
        state.takes_focus = naming.renamed().is_some();
        state.naming = None;
    }
}

/// The place of the line that was just selected.
fn place_of_chosen(
    cx: &PanelContext<'_>,
    state: &ProjectState,
    lines: &[ProjectLine],
) -> Option<usize> {
    let chosen = state.chosen.as_deref().filter(|_| state.takes_focus)?;
    let files = Listed::of(&cx.project);
    lines.iter().position(|line| line.path(files) == chosen)
}

/// The scroll offset at which the line at this place is in sight; `None` if it is.
fn offset_of(ui: &Ui, state: &ProjectState, at: usize) -> Option<f32> {
    let top = at as f32 * ROW_HEIGHT;
    let seen = state.seen?;
    if seen.contains(top) && seen.contains(top + ROW_HEIGHT) {
        return None;
    }
    Some((top - ui.available_height() * 0.5).max(0.0))
}

fn show_line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &mut ProjectState,
    line: &ProjectLine,
    sink: &mut ActionSink,
) {
    let files = Listed::of(&cx.project);
    let path = line.path(files);
    let response = ui
        .push_id(path, |ui| match line {
            ProjectLine::Folder { path, depth } => folder_row(ui, cx, state, path, *depth),
            ProjectLine::File { index, depth } => {
                file_row(ui, cx, state, &files.own[*index], *depth)
            }
            ProjectLine::Foreign { index, depth } => {
                foreign_row(ui, cx, state, &files.foreign[*index], *depth)
            }
        })
        .inner;
    let is_chosen = state.chosen.as_deref() == Some(path);
    if response.clicked() || response.secondary_clicked() || response.gained_focus() {
        state.chosen = Some(path.to_owned());
        response.request_focus();
    }
    if is_chosen && std::mem::take(&mut state.takes_focus) {
        response.request_focus();
    }
    if response.clicked() && line.is_folder() {
        toggle(state, path);
    }
    if response.double_clicked() {
        open(cx, line, sink);
    }
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(Id::unique(ROW), response.id));
        keys(ui, cx, state, line, &response, sink);
    }
    // What refers to another tool's file is not known, so it stays where it is.
    if response.drag_started() && line.foreign(files).is_none() {
        response.dnd_set_drag_payload(PaletteDrag::Project {
            path: path.to_owned(),
            kind: line.kind(files),
        });
    }
    receive(ui, cx, &response, line.folder(files), sink);
    let response = card(ui, cx, state, line, response);
    row_menu(&response, |ui| menu::of_line(ui, cx, state, line, sink));
}

/// Shows the card of a file on which the pointer rests, or to which the keyboard went.
fn card(
    ui: &Ui,
    cx: &PanelContext<'_>,
    state: &mut ProjectState,
    line: &ProjectLine,
    response: Response,
) -> Response {
    let files = Listed::of(&cx.project);
    let memory = &mut state.cards;
    let show = |ui: &mut Ui| match line {
        ProjectLine::Folder { path, .. } => drop(ui.label(path)),
        ProjectLine::File { index, .. } => {
            file_card::of_own(ui, cx, memory, &files.own[*index]);
        }
        ProjectLine::Foreign { index, .. } => {
            file_card::of_foreign(ui, cx, memory, &files.foreign[*index]);
        }
    };
    let path = line.path(files);
    let reached = state.reached.as_ref().filter(|(at, _)| at == path);
    let Some((_, since)) = reached.filter(|_| response.has_focus() && !line.is_folder()) else {
        return hover_card(response, show);
    };
    if ui.input(does_something_else) {
        state.reached = None;
        return response;
    }
    let delay = f64::from(ui.style().interaction.tooltip_delay);
    let left = since + delay - ui.input(|input| input.time);
    if left > 0.0 {
        let left = Duration::from_secs_f64(left);
        ui.ctx().request_repaint_after(left);
    } else {
        key_card(&response, show);
    }
    response
}

/// Whether the user does anything but going through the lines.
fn does_something_else(input: &egui::InputState) -> bool {
    const KEYS: [Key; 4] = [Key::ArrowUp, Key::ArrowDown, Key::Home, Key::End];
    input.events.iter().any(|event| match event {
        Event::Key { key, pressed, .. } => *pressed && !KEYS.contains(key),
        Event::PointerButton { pressed, .. } => *pressed,
        Event::MouseWheel { .. } | Event::Text(_) => true,
        _ => false,
    })
}

/// Collapses or expands a folder; one that was found is shown where it is.
fn toggle(state: &mut ProjectState, folder: &str) {
    if !state.query.is_empty() {
        state.query.clear();
        return state.select(folder, true);
    }
    if !state.folded.remove(folder) {
        state.folded.insert(folder.to_owned());
    }
}

fn open(cx: &PanelContext<'_>, line: &ProjectLine, sink: &mut ActionSink) {
    let action = match line {
        ProjectLine::Folder { .. } => return,
        ProjectLine::File { index, .. } => {
            FileAction::OpenListed(cx.project.files[*index].path.clone())
        }
        ProjectLine::Foreign { index, .. } => {
            let file = &cx.project.foreign[*index];
            match file.kind {
                ForeignKind::Trees(_) | ForeignKind::RobotLog | ForeignKind::GameRecord => {
                    FileAction::OpenPath(file.path.clone())
                }
                ForeignKind::Workspace => FileAction::OpenWorkspace(file.path.clone()),
            }
        }
    };
    sink.push(Action::File(action));
}

/// The keys of a line that has the keyboard.
fn keys(
    ui: &Ui,
    cx: &PanelContext<'_>,
    state: &mut ProjectState,
    line: &ProjectLine,
    response: &Response,
    sink: &mut ActionSink,
) {
    let filter = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        // It closes the card first.
        escape: state.reached.is_some(),
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let files = Listed::of(&cx.project);
    let path = line.path(files).to_owned();
    let pressed =
        |modifiers: Modifiers, key: Key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let plain = |key: Key| pressed(Modifiers::NONE, key);
    let step = isize::from(plain(Key::ArrowDown)) - isize::from(plain(Key::ArrowUp));
    let to = match (plain(Key::Home), plain(Key::End)) {
        (true, _) => Some(0),
        (_, true) => state.lines.len().checked_sub(1),
        _ if step != 0 => {
            let at = state.lines.iter().position(|other| other == line);
            at.and_then(|at| at.checked_add_signed(step))
        }
        _ => None,
    };
    if let Some(next) = to.and_then(|to| state.lines.get(to)) {
        state.chosen = Some(next.path(files).to_owned());
        state.takes_focus = true;
        let now = ui.input(|input| input.time);
        state.reached = Some((next.path(files).to_owned(), now));
    }
    let is_folded = state.folded.contains(&path);
    let is_folder = line.is_folder();
    if is_folder && (plain(Key::ArrowRight) && is_folded || plain(Key::ArrowLeft) && !is_folded) {
        toggle(state, &path);
    } else if plain(Key::ArrowLeft) && !folder_of(&path).is_empty() {
        let above = folder_of(&path).to_owned();
        state.select(&above, true);
    }
    if plain(Key::Enter) {
        if is_folder {
            toggle(state, &path);
        } else {
            open(cx, line, sink);
        }
    }
    let is_foreign = line.foreign(files).is_some();
    if plain(Key::F2) && !is_foreign {
        state.naming = Some(Naming::rename(&path, line.kind(files)));
    }
    let redo = pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)
        || pressed(Modifiers::COMMAND, Key::Y);
    let action = if redo {
        ProjectAction::Redo
    } else if pressed(Modifiers::COMMAND, Key::Z) {
        ProjectAction::Undo
    } else if is_foreign {
        return;
    } else if !is_folder && pressed(Modifiers::COMMAND, Key::D) {
        ProjectAction::Duplicate(path)
    } else if plain(Key::Delete) || plain(Key::Backspace) {
        ProjectAction::Delete(path)
    } else {
        return;
    };
    sink.push(Action::Project(action));
}

/// Moves what is dropped here to a folder.
fn receive(
    ui: &Ui,
    cx: &PanelContext<'_>,
    response: &Response,
    folder: &str,
    sink: &mut ActionSink,
) {
    let moved = |dragged: &PaletteDrag| match dragged {
        PaletteDrag::Project { path, .. } if folder_of(path) != folder && path != folder => {
            let from = path.clone();
            let to = join(folder, name_of(path));
            Some(ProjectAction::Move { from, to })
        }
        _ => None,
    };
    let hovering = response.dnd_hover_payload::<PaletteDrag>();
    if hovering.is_some_and(|dragged| moved(&dragged).is_some()) {
        let stroke = egui::Stroke::new(1.5, cx.theme.accent);
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(response.rect, 3.0, stroke, inside);
    }
    let dropped = response.dnd_release_payload::<PaletteDrag>();
    if let Some(action) = dropped.and_then(|dragged| moved(&dragged)) {
        sink.push(Action::Project(action));
    }
}

fn folder_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &ProjectState,
    path: &str,
    depth: usize,
) -> Response {
    let folded = state.folded.contains(path);
    let icon = if folded { "folder" } else { "folder_open" };
    let label = cx.texts.tr_with("project.folder", &[("path", path)]);
    Row::new(name_of(path))
        .icon(icon, cx.theme.muted)
        .indent(indent(depth))
        .selected(state.chosen.as_deref() == Some(path))
        .cut_in_the_middle()
        .draggable()
        .role(Role::TreeItem)
        .name(&label)
        .show(ui, cx.theme)
}

fn file_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &ProjectState,
    file: &ProjectFile,
    depth: usize,
) -> Response {
    let (icon, color) = match file.kind {
        FileKind::Tree => ("account_tree", cx.theme.accent),
        FileKind::Library => ("menu_book", cx.theme.muted),
        FileKind::Scenario => ("movie", cx.theme.muted),
        FileKind::Claims => ("explore", cx.theme.muted),
    };
    let (shown, _) = FileKind::split(name_of(&file.relative));
    let mut label = cx
        .texts
        .tr_with("project.file", &[("path", &file.relative)]);
    let kind = cx.texts.tr(match file.kind {
        FileKind::Tree => "project.kind_tree",
        FileKind::Library => "project.kind_library",
        FileKind::Scenario => "project.kind_scenario",
        FileKind::Claims => "project.kind_claims",
    });
    let mut open = cx.workspace.documents().iter();
    let told = match open.find(|it| it.path() == Some(&*file.path)) {
        Some(document) => state_of_open(cx, document),
        None => state_on_disk(cx, file),
    };
    if let Some(told) = &told {
        label = format!("{label}, {}", told.text);
    }
    let detail = found_in(state, &file.relative).unwrap_or(&kind);
    let row = Row::new(shown).icon(icon, color).detail(detail);
    in_place(state, row, (&file.relative, depth), told.as_ref())
        .draggable()
        .name(&label)
        .show(ui, cx.theme)
}

/// Another tool's file, with the name of the tool.
fn foreign_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &ProjectState,
    file: &ForeignFile,
    depth: usize,
) -> Response {
    let icon = match file.kind {
        ForeignKind::Trees(_) => "account_tree",
        ForeignKind::Workspace => "forest",
        ForeignKind::RobotLog | ForeignKind::GameRecord => "history",
    };
    let mut open = cx.workspace.documents().iter();
    let open = open.find(|it| it.file_or_origin() == Some(&*file.path));
    let told = open.and_then(|document| state_of_open(cx, document));
    let tool = file.kind.tool();
    let arguments = [("path", &*file.relative), ("tool", tool)];
    let mut label = cx.texts.tr_with("project.foreign_file", &arguments);
    if let Some(told) = &told {
        label = format!("{label}, {}", told.text);
    }
    let row = Row::new(name_of(&file.relative)).icon(icon, cx.theme.muted);
    let place = (&*file.relative, depth);
    let detail = found_in(state, &file.relative).unwrap_or(tool);
    let row = in_place(state, row.detail(detail), place, told.as_ref());
    row.name(&label).show(ui, cx.theme)
}

/// The folder of a file that was searched for: names alone may be alike.
fn found_in<'a>(state: &ProjectState, path: &'a str) -> Option<&'a str> {
    let folder = folder_of(path);
    (!state.query.is_empty() && !folder.is_empty()).then_some(folder)
}

/// A row of a file at its place, with what is to be told of the file, if anything.
fn in_place<'a>(
    state: &ProjectState,
    row: Row<'a>,
    (path, depth): (&str, usize),
    told: Option<&'a Told>,
) -> Row<'a> {
    let row = row
        .indent(indent(depth))
        .selected(state.chosen.as_deref() == Some(path))
        .cut_in_the_middle()
        .role(Role::TreeItem);
    match told {
        Some(told) => row
            .icon_color(told.color)
            .detail(&told.text)
            .short_detail(&told.short, told.color),
        None => row,
    }
}

/// What is to be told of a file.
struct Told {
    text: String,
    /// What a narrow row shows of it.
    short: String,
    color: egui::Color32,
}

impl Told {
    fn errors(cx: &PanelContext<'_>, errors: usize) -> Self {
        Self {
            text: cx.texts.tr_count("project.errors", errors),
            short: errors.to_string(),
            color: cx.theme.error,
        }
    }
}

/// What is to be told of a file that is not open: that it cannot be read, or how many errors it has.
fn state_on_disk(cx: &PanelContext<'_>, file: &ProjectFile) -> Option<Told> {
    let facts = cx.project.facts.get(&file.path)?;
    match (&facts.unreadable, facts.counts.errors) {
        (Some(_), _) => Some(Told {
            text: cx.texts.tr("project.unreadable").into_owned(),
            short: "!".to_owned(),
            color: cx.theme.error,
        }),
        (None, 0) => None,
        (None, errors) => Some(Told::errors(cx, errors)),
    }
}

/// What is to be told of an open document: its problems, or that it is not saved.
fn state_of_open(cx: &PanelContext<'_>, document: &OpenDocument) -> Option<Told> {
    let errors = cx.count_problems(document, Severity::Error);
    let unsaved = document.is_dirty().then(|| Told {
        text: cx.texts.tr("project.unsaved").into_owned(),
        short: "•".to_owned(),
        color: cx.theme.warning,
    });
    if errors == 0 {
        return unsaved;
    }
    let mut told = Told::errors(cx, errors);
    if let Some(unsaved) = unsaved {
        told.text = format!("{} · {}", told.text, unsaved.text);
        told.short = format!("{} {}", told.short, unsaved.short);
    }
    Some(told)
}

fn indent(depth: usize) -> f32 {
    14.0 * depth.min(12) as f32
}

fn refresh(cx: &PanelContext<'_>, state: &mut ProjectState) {
    // Folders are collapsed and expanded one at a time, so their number changes whenever the set does.
    let key = (cx.project.revision, state.query.clone(), state.folded.len());
    let files = Listed::of(&cx.project);
    let is_chosen = |line: &ProjectLine| Some(line.path(files)) == state.chosen.as_deref();
    // Lines of an older list do not fit the files any more.
    let before = state.chosen_at;
    state.lines.of(key, |(_, query, _)| match query.as_str() {
        "" => {
            let is_folded = |folder: &str| state.folded.contains(folder);
            as_tree(files, cx.project.empty_folders, &is_folded).into()
        }
        query => fitting(files, cx.project.empty_folders, &query.to_lowercase()).into(),
    });
    let at = state.lines.iter().position(is_chosen);
    if state.keeps_keyboard && state.lines.is_empty() && !state.query.is_empty() {
        // Nothing else matches: the whole list is shown, so that what was done can be undone there.
        state.query.clear();
        return;
    }
    if at.is_none() && std::mem::take(&mut state.keeps_keyboard) {
        // What was removed leaves its place to the next one.
        let last = state.lines.len().saturating_sub(1);
        let next = before.and_then(|at| state.lines.get(at.min(last)));
        state.chosen = next.map(|line| line.path(files).to_owned());
        state.takes_focus = state.chosen.is_some();
    }
    state.chosen_at = at;
}
