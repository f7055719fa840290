//! The trees, libraries and scenarios of the project folder, as a tree of folders. A double-click opens a file. The rows are recomputed
//! when the folder, the query or the collapsed folders change.

use egui::{RichText, Role, Ui};
use rustc_hash::FxHashSet;
use treewright_session::memo::Memo;
use treewright_session::workspace::project_listing::{FileKind, MAX_FILES, ProjectFile};

use super::PanelContext;
use crate::action::{Action, ActionSink, FileAction};
use crate::theme::space;
use crate::widgets::{ROW_HEIGHT, Row, empty_hint, empty_hint_with, panel_scroll, search_field};

/// State kept between frames.
#[derive(Default)]
pub struct ProjectState {
    query: String,
    /// Collapsed folders, by their paths relative to the project folder.
    folded: FxHashSet<String>,
    /// By the revision of the listing, the query, and the number of collapsed folders.
    lines: Memo<(u64, String, usize), Vec<ProjectRow>>,
    chosen: Option<String>,
}

enum ProjectRow {
    Folder {
        path: String,
        depth: usize,
    },
    /// By its index in the listing.
    File {
        index: usize,
        depth: usize,
    },
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
    search_field(ui, cx.theme, &mut state.query, &name, &clear);
    let title = folder.file_name().unwrap_or_default().to_string_lossy();
    let title = RichText::new(title).small().color(cx.theme.muted);
    ui.label(title).on_hover_text(folder.display().to_string());
    ui.add_space(space::XS);
    refresh(cx, state);
    if state.lines.is_empty() {
        let key = match (cx.project.is_busy, state.query.is_empty()) {
            (true, _) => "project.looking",
            (false, true) => "project.empty",
            (false, false) => "project.nothing",
        };
        let text = cx.texts.tr(key);
        if state.query.is_empty() {
            empty_hint(ui, cx.theme, "folder_open", &text);
        } else if empty_hint_with(ui, cx.theme, ("folder_open", &text), &clear) {
            state.query.clear();
        }
        return;
    }
    if cx.project.more {
        let most = MAX_FILES.to_string();
        let text = cx.texts.tr_with("project.more", &[("most", &most)]);
        ui.label(RichText::new(text).small().color(cx.theme.warning));
    }
    rows(ui, cx, state, sink);
}

fn rows(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ProjectState, sink: &mut ActionSink) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut toggled = None;
    let area = panel_scroll();
    area.show_rows(ui, ROW_HEIGHT, state.lines.len(), |ui, range| {
        for line in &state.lines[range] {
            match line {
                ProjectRow::Folder { path, depth } => {
                    if folder_row(ui, cx, path, *depth, state.folded.contains(path)) {
                        toggled = Some(path.clone());
                    }
                }
                ProjectRow::File { index, depth } => {
                    let Some(file) = cx.project.files.get(*index) else {
                        continue;
                    };
                    let chosen = state.chosen.as_ref() == Some(&file.relative);
                    if file_row(ui, cx, file, *depth, chosen, sink) {
                        state.chosen = Some(file.relative.clone());
                    }
                }
            }
        }
    });
    if let Some(path) = toggled
        && !state.folded.remove(&path)
    {
        state.folded.insert(path);
    }
}

fn folder_row(ui: &mut Ui, cx: &PanelContext<'_>, path: &str, depth: usize, folded: bool) -> bool {
    let icon = if folded { "folder" } else { "folder_open" };
    let name = path.rsplit('/').next().unwrap_or(path);
    let label = cx.texts.tr_with("project.folder", &[("path", path)]);
    let row = Row::new(name)
        .icon(icon, cx.theme.muted)
        .indent(indent(depth))
        .role(Role::TreeItem)
        .name(&label);
    ui.push_id(("folder", path), |ui| row.show(ui, cx.theme).clicked())
        .inner
}

/// Returns whether it was clicked.
fn file_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    file: &ProjectFile,
    depth: usize,
    chosen: bool,
    sink: &mut ActionSink,
) -> bool {
    let name = file.relative.rsplit('/').next().unwrap_or_default();
    let (icon, color, ending) = match file.kind {
        FileKind::Tree => ("account_tree", cx.theme.accent, ".bt.json"),
        FileKind::Library => ("menu_book", cx.theme.muted, ".tasks.json"),
        FileKind::Scenario => ("movie", cx.theme.muted, ".scenario.json"),
    };
    let shown = name.strip_suffix(ending).unwrap_or(name);
    let label = cx
        .texts
        .tr_with("project.file", &[("path", &file.relative)]);
    let kind = cx.texts.tr(match file.kind {
        FileKind::Tree => "project.kind_tree",
        FileKind::Library => "project.kind_library",
        FileKind::Scenario => "project.kind_scenario",
    });
    let row = Row::new(shown)
        .icon(icon, color)
        .detail(&kind)
        .indent(indent(depth))
        .selected(chosen)
        .role(Role::TreeItem)
        .name(&label);
    let response = ui
        .push_id(("file", &file.relative), |ui| row.show(ui, cx.theme))
        .inner
        .on_hover_text(&file.relative);
    let open = || Action::File(FileAction::OpenListed(file.path.clone()));
    let enter = response.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if response.double_clicked() || enter {
        sink.push(open());
    }
    response.context_menu(|ui| {
        let text = |key: &str| cx.texts.tr(key).into_owned();
        if ui.button(text("project.open")).clicked() {
            sink.push(open());
        }
        if ui.button(text("project.reveal")).clicked() {
            sink.push(Action::File(FileAction::ShowFolder(file.path.clone())));
        }
        if ui.button(text("tabs.copy_path")).clicked() {
            ui.ctx().copy_text(file.path.display().to_string());
        }
    });
    response.clicked()
}

fn indent(depth: usize) -> f32 {
    14.0 * depth.min(12) as f32
}

fn refresh(cx: &PanelContext<'_>, state: &mut ProjectState) {
    // Folders are collapsed and expanded one at a time, so their number changes whenever the set does.
    let key = (cx.project.revision, state.query.clone(), state.folded.len());
    state.lines.of(key, |(_, query, _)| match query.as_str() {
        "" => as_tree(cx.project.files, &state.folded),
        query => fitting(cx.project.files, &query.to_lowercase()),
    });
}

fn fitting(files: &[ProjectFile], query: &str) -> Vec<ProjectRow> {
    let all = files.iter().enumerate();
    let fits = all.filter(|(_, file)| file.relative.to_lowercase().contains(query));
    fits.map(|(index, _)| ProjectRow::File { index, depth: 0 })
        .collect()
}

/// Files below their folders. The listing is sorted, so each folder occurs once.
fn as_tree(files: &[ProjectFile], folded: &FxHashSet<String>) -> Vec<ProjectRow> {
    let mut lines = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let mut folders: Vec<&str> = file.relative.split('/').collect();
        folders.pop();
        let shared = open
            .iter()
            .zip(&folders)
            .take_while(|(a, b)| a == b)
            .count();
        open.truncate(shared);
        let path = |depth: usize| folders[..=depth].join("/");
        let hidden = |depth: usize| (0..depth).any(|above| folded.contains(&path(above)));
        for (depth, folder) in folders.iter().enumerate().skip(shared) {
            if !hidden(depth) {
                lines.push(ProjectRow::Folder {
                    path: path(depth),
                    depth,
                });
            }
            open.push(folder);
        }
        let depth = folders.len();
        if !hidden(depth) {
            lines.push(ProjectRow::File { index, depth });
        }
    }
    lines
}
