//! The changes between two versions of the document, and the conflicts of a merge. Click a row to go to its node; a conflict has buttons
//! for its sides. Compares and merges nothing itself.

pub mod comparison_bar;
mod conflicts;
mod difference_style;
mod state;

pub use difference_style::marks;
use egui::{Align, Layout, Ui};
pub use state::VersionsState;
use treewright_authoring::diff::{Difference, DifferenceKind};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, FieldValue};
use treewright_session::i18n::Texts;
use treewright_session::workspace::versions::{
    ChangedBy, DifferenceLine as Change, OtherVersion, Versions,
};

use super::PanelContext;
use crate::action::{Action, ActionSink, VersionAction, ViewAction};
use crate::widgets::{
    ROW_HEIGHT, Row, caption, check_box, empty_hint_with, panel_scroll, row_pressed,
};

/// The indentation of an element's fields.
const INDENT: f32 = 22.0;

/// A row of the panel.
#[derive(Clone, Copy)]
enum ChangeRow {
    ConflictsHead,
    Conflict(usize),
    Sides(usize),
    ChangesHead,
    Change(Change),
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut VersionsState, sink: &mut ActionSink) {
    let reveal = std::mem::take(&mut state.reveal);
    let versions = state.of(cx.front.id());
    let conflicts = &cx.front.document().conflicts;
    header(ui, cx, versions, state.side_by_side, sink);
    if versions.is_none() && conflicts.is_empty() {
        let text = cx.texts.tr("versions.nothing_compared");
        let (button, action) = if cx.front.path().is_some() {
            ("command.compare_disk", VersionAction::CompareWithDisk)
        } else {
            ("command.compare_file", VersionAction::CompareWithFile)
        };
        let button = cx.texts.tr(button);
        if empty_hint_with(ui, cx.theme, ("compare_arrows", &text), &button) {
            sink.push(Action::Version(action));
        }
        return;
    }
    let mut lines = Vec::new();
    if !conflicts.is_empty() {
        lines.push(ChangeRow::ConflictsHead);
        for index in 0..conflicts.len() {
            lines.extend([ChangeRow::Conflict(index), ChangeRow::Sides(index)]);
        }
    }
    if let Some(versions) = versions {
        lines.push(ChangeRow::ChangesHead);
        lines.extend(versions.lines().iter().map(|line| ChangeRow::Change(*line)));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let current = state.current(cx.front);
    let is_current = |line: &ChangeRow| match (line, versions) {
        (ChangeRow::Change(Change::Thing(index)), Some(versions)) => {
            let found = &versions.differences()[*index];
            let thing = current
                .as_ref()
                .map(|(subject, removed)| (subject, *removed));
            thing == Some((&found.subject, found.kind == DifferenceKind::Removed))
        }
        _ => false,
    };
    let mut area = panel_scroll();
    let place = || lines.iter().position(is_current);
    if let Some(place) = reveal.then(place).flatten() {
        let half = 0.5 * (ui.available_height() - ROW_HEIGHT).max(0.0);
        let above = (half / ROW_HEIGHT).floor() as usize;
        let first = place.saturating_sub(above);
        area = area.vertical_scroll_offset(first as f32 * ROW_HEIGHT);
    }
    area.show_rows(ui, ROW_HEIGHT, lines.len(), |ui, range| {
        for (place, line) in lines[range.clone()].iter().enumerate() {
            ui.push_id(range.start + place, |ui| {
                one_line(ui, cx, versions, (*line, is_current(line)), sink);
            });
        }
    });
}

fn one_line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    versions: Option<&Versions>,
    (line, is_current): (ChangeRow, bool),
    sink: &mut ActionSink,
) {
    let conflicts = &cx.front.document().conflicts;
    match line {
        ChangeRow::ConflictsHead => conflicts::header(ui, cx, conflicts.len(), sink),
        ChangeRow::Conflict(index) => conflicts::row(ui, cx, index, &conflicts[index], sink),
        ChangeRow::Sides(index) => conflicts::sides(ui, cx, &conflicts[index], sink),
        ChangeRow::ChangesHead => {
            if let Some(versions) = versions {
                changes_head(ui, cx, versions);
            }
        }
        ChangeRow::Change(change) => {
            if let Some(versions) = versions {
                self::change(ui, cx, versions, (change, is_current), sink);
            }
        }
    }
}

/// Shows what is compared, and the buttons for a file that changed on disk.
fn header(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    versions: Option<&Versions>,
    side_by_side: bool,
    sink: &mut ActionSink,
) {
    let texts = cx.texts;
    ui.horizontal_wrapped(|ui| {
        let chosen = match versions {
            Some(versions) => {
                // The language may have changed since the comparison.
                let on_disk = texts.tr("versions.on_disk");
                let name = match versions.other {
                    OtherVersion::Disk => &*on_disk,
                    _ => &*versions.name,
                };
                let key = if versions.has_diverged(cx.front) {
                    "versions.apart_from"
                } else {
                    "versions.with"
                };
                texts.tr_with(key, &[("name", name)])
            }
            None => texts.tr("versions.choose").into_owned(),
        };
        ui.menu_button(chosen, |ui| compare_menu(ui, cx, versions.is_some(), sink));
        if let Some(versions) = versions {
            let text = texts.tr("sides.open").into_owned();
            let toggle = ui.selectable_label(side_by_side, text);
            if toggle.clicked() {
                sink.push(Action::Version(VersionAction::SideBySide));
            }
            let mut on = versions.shows_layout();
            let text = texts.tr("versions.layout").into_owned();
            if check_box(ui, &mut on, text).changed() {
                sink.push(Action::Version(VersionAction::ShowLayout(on)));
            }
        }
        if versions.is_some_and(|versions| versions.has_diverged(cx.front)) {
            ui.separator();
            let merge = ("question.changed.merge", VersionAction::MergeWithDisk);
            let keep = ("question.changed.keep", VersionAction::KeepOurs);
            let load = ("question.changed.load", VersionAction::LoadTheirs);
            let can_merge = cx.front.last_on_disk().is_some();
            for (key, action) in [Some(merge).filter(|_| can_merge), Some(keep), Some(load)]
                .into_iter()
                .flatten()
            {
                if ui.button(texts.tr(key).into_owned()).clicked() {
                    sink.push(Action::Version(action));
                }
            }
        }
    });
}

/// The versions with which the document can be compared.
fn compare_menu(ui: &mut Ui, cx: &PanelContext<'_>, comparing: bool, sink: &mut ActionSink) {
    let texts = cx.texts;
    let mut item = |ui: &mut Ui, text: String, action: VersionAction| {
        if ui.button(text).clicked() {
            sink.push(Action::Version(action));
            ui.close();
        }
    };
    if cx.front.path().is_some() {
        let text = texts.tr("versions.on_disk").into_owned();
        item(ui, text, VersionAction::CompareWithDisk);
    }
    for document in cx.workspace.documents() {
        if document.id() != cx.front.id() {
            let action = VersionAction::CompareWithOpen(Some(document.id()));
            item(ui, document.title(texts), action);
        }
    }
    let text = texts.tr("versions.another_file").into_owned();
    item(ui, text, VersionAction::CompareWithFile);
    if comparing {
        ui.separator();
        let text = texts.tr("command.compare_stop").into_owned();
        item(ui, text, VersionAction::Stop);
    }
}

/// A row with buttons at its right end.
fn line_with_buttons(ui: &mut Ui, text: impl FnOnce(&mut Ui), buttons: impl FnOnce(&mut Ui)) {
    let size = egui::vec2(ui.available_width(), ROW_HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_height(ROW_HEIGHT);
        buttons(ui);
        let size = egui::vec2(ui.available_width(), ROW_HEIGHT);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), text);
    });
}

fn changes_head(ui: &mut Ui, cx: &PanelContext<'_>, versions: &Versions) {
    let (matter, lie) = versions.counts();
    let texts = cx.texts;
    let mut text = match (matter, lie) {
        _ if !versions.is_compared() => texts.tr("versions.comparing").into_owned(),
        (0, 0) => texts.tr("versions.same").into_owned(),
        (matter, _) if versions.has_diverged(cx.front) => texts.tr_count("versions.differ", matter),
        (matter, _) => texts.tr_count("versions.changed", matter),
    };
    if lie > 0 {
        text.push_str(&texts.tr_count("versions.lie", lie));
    }
    ui.horizontal(|ui| {
        ui.set_min_height(ROW_HEIGHT);
        caption(ui, cx.theme, &text);
    });
}

fn change(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    versions: &Versions,
    (change, is_current): (Change, bool),
    sink: &mut ActionSink,
) {
    let (Change::Thing(index) | Change::Field(index)) = change;
    let Some(found) = versions.differences().get(index) else {
        return;
    };
    let diverged = Some(versions).filter(|versions| versions.has_diverged(cx.front));
    let response = match change {
        Change::Thing(_) => {
            let by = diverged.and_then(|versions| versions.thing_changed_by(index));
            element_row(ui, cx, versions, (found, by), is_current)
        }
        Change::Field(_) => {
            let by = diverged.and_then(|versions| versions.field_changed_by(index));
            field_row(ui, cx, versions, (found, by))
        }
    };
    if row_pressed(ui, &response) {
        sink.push(Action::Version(VersionAction::GoTo(index)));
    }
}

/// What changed, with its path in the tree.
fn element_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    versions: &Versions,
    (found, by): (&Difference, Option<ChangedBy>),
    is_current: bool,
) -> egui::Response {
    let removed = found.kind == DifferenceKind::Removed;
    let document = if removed {
        versions.older()
    } else {
        cx.front.document()
    };
    let title = cx.texts.subject(&found.subject, document);
    let path = found
        .subject
        .node()
        .map(|id| ancestor_path(cx.texts, document, id));
    let word = state::word(cx.texts, found.kind, versions.has_diverged(cx.front));
    let word = with_changer(cx.texts, word, by);
    let detail = match path {
        Some(path) if !path.is_empty() => format!("{path}   {word}"),
        _ => word,
    };
    let name = format!("{title} {detail}");
    Row::new(&title)
        .icon(
            difference_style::icon(found.kind),
            cx.theme.tone(difference_style::tone(found.kind)),
        )
        .detail(&detail)
        .selected(is_current)
        .name(&name)
        .show(ui, cx.theme)
}

/// The text of a difference, and which version made it.
fn with_changer(texts: &Texts, text: String, by: Option<ChangedBy>) -> String {
    let Some(by) = by else {
        return text;
    };
    let key = format!("versions.by_{}", by.code());
    let by = texts.tr(&key);
    texts.tr_with("versions.with_changer", &[("text", &*text), ("by", &*by)])
}

/// The titles of a node's ancestors, as many as fit in a line.
fn ancestor_path(texts: &Texts, document: &Document, id: &NodeId) -> String {
    /// More would not fit.
    const SHOWN: usize = 3;
    let mut titles: Vec<String> = document
        .ancestors(id)
        .take(SHOWN)
        .map(|id| texts.title_of(document, id))
        .collect();
    if document.ancestors(id).nth(SHOWN).is_some() {
        titles.push("…".to_owned());
    }
    titles.reverse();
    titles.join(" › ")
}

/// One field: its old and new value.
fn field_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    versions: &Versions,
    (found, by): (&Difference, Option<ChangedBy>),
) -> egui::Response {
    let texts = cx.texts;
    let field = texts.field_of(&found.field, &found.subject, cx.front.document());
    let value_in = |value: Option<&FieldValue>, document: &Document| {
        texts.field_value(value, (&found.field, &found.subject), document, cx.library)
    };
    let old = value_in(found.old.as_ref(), versions.older());
    let new = value_in(found.new.as_ref(), cx.front.document());
    let arguments = [("field", &*field), ("old", &*old), ("new", &*new)];
    let key = if versions.has_diverged(cx.front) {
        "versions.field_apart"
    } else {
        "versions.field"
    };
    let text = texts.tr_with(key, &arguments);
    let text = with_changer(texts, text.replace('\n', " "), by);
    let row = Row::new(&text).indent(INDENT).color(cx.theme.muted);
    row.show(ui, cx.theme).on_hover_text(text)
}

fn go_to(cx: &PanelContext<'_>, node: Option<&NodeId>, sink: &mut ActionSink) {
    if let Some(id) = node.filter(|id| cx.front.document().node(id).is_some()) {
        sink.push(Action::View(ViewAction::Reveal(id.clone())));
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::model::ConflictKind;
    use treewright_session::i18n::{LANGUAGES, Texts};

    use super::*;

    #[test]
    fn every_difference_and_conflict_has_texts() {
        for (language, _) in LANGUAGES {
            let texts = Texts::new(language);
            for kind in DifferenceKind::ALL {
                for words in ["apart", "mark"] {
                    let mark = format!("versions.{words}_{}", kind.code());
                    let count = format!("sides.{words}_{}", kind.code());
                    for key in [mark, count] {
                        assert!(texts.find(&key).is_some(), "{language} {key}");
                    }
                }
            }
            for by in [ChangedBy::Ours, ChangedBy::Theirs, ChangedBy::Both] {
                let key = format!("versions.by_{}", by.code());
                assert!(texts.find(&key).is_some(), "{language} {key}");
            }
            for kind in ConflictKind::ALL {
                let key = format!("versions.conflict_{}", kind.code());
                assert!(texts.find(&key).is_some(), "{language} {key}");
            }
        }
    }
}
