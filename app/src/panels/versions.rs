//! What changed between two versions of the document, and what a merge left to decide. Each line goes to its node; of a conflict one
//! chooses a side here. Compares and merges nothing itself.

mod conflicts;

use egui::{Align, Layout, ScrollArea, Ui};
use treewright_core::diff::{Difference, DifferenceKind};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, FieldValue};

use super::PanelContext;
use super::canvas::marks::{Mark, Marks};
use crate::action::{Action, ActionSink, VersionAction, ViewAction};
use crate::i18n::Texts;
use crate::theme::Tone;
use crate::widgets::{ROW_HEIGHT, Row, caption, empty_hint_with, row_pressed};
use crate::workspace::open_document::{DocumentId, OpenDocument};
use crate::workspace::versions::{Line as Change, Other, Versions};

/// How far the fields of a thing stand to the right of it.
const INDENT: f32 = 22.0;

/// What the panel keeps between frames.
#[derive(Default)]
pub struct VersionsState {
    /// The versions that are compared.
    pub shown: Option<Versions>,
    marks: Marks,
    /// The document that the marks are for, and its revision and language.
    marked: Option<(DocumentId, u64, &'static str)>,
}

impl VersionsState {
    /// Marks the nodes that changed or conflict, if that was not done for this document yet.
    pub fn mark(&mut self, front: &OpenDocument, texts: &Texts, anew: bool) {
        let now = Some((front.id(), front.revision(), texts.language()));
        if !anew && self.marked == now {
            return;
        }
        self.marked = now;
        self.marks.clear();
        let word = |key: &str| texts.tr(&format!("versions.mark_{key}")).into_owned();
        let of_front = |versions: &&Versions| versions.document == front.id();
        let changed = self.shown.as_ref().filter(of_front).map(Versions::changed);
        for (id, kind) in changed.into_iter().flatten() {
            let mark = Mark {
                tone: tone(*kind),
                word: word(kind.code()),
            };
            self.marks.insert(id.clone(), mark);
        }
        for conflict in &front.document().conflicts {
            if let Some(id) = conflict.subject.node() {
                let mark = Mark {
                    tone: Tone::Conflict,
                    word: word("conflict"),
                };
                self.marks.insert(id.clone(), mark);
            }
        }
    }

    /// The marks on the canvas of this document.
    pub fn marks(&self, document: DocumentId) -> Option<&Marks> {
        let of_document = self.marked.is_some_and(|(id, ..)| id == document);
        (of_document && !self.marks.is_empty()).then_some(&self.marks)
    }
}

fn tone(kind: DifferenceKind) -> Tone {
    match kind {
        DifferenceKind::Added => Tone::Added,
        DifferenceKind::Removed => Tone::Removed,
        DifferenceKind::Moved => Tone::Moved,
        DifferenceKind::Changed => Tone::Changed,
    }
}

/// A line of the panel.
#[derive(Clone, Copy)]
enum Line {
    ConflictsHead,
    Conflict(usize),
    Sides(usize),
    ChangesHead,
    Change(Change),
}

/// Shows the panel.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &VersionsState, sink: &mut ActionSink) {
    let of_front = |versions: &&Versions| versions.document == cx.front.id();
    let versions = state.shown.as_ref().filter(of_front);
    let conflicts = &cx.front.document().conflicts;
    header(ui, cx, versions, sink);
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
        lines.push(Line::ConflictsHead);
        for index in 0..conflicts.len() {
            lines.extend([Line::Conflict(index), Line::Sides(index)]);
        }
    }
    if let Some(versions) = versions {
        lines.push(Line::ChangesHead);
        lines.extend(versions.lines().iter().map(|line| Line::Change(*line)));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().auto_shrink(false);
    area.show_rows(ui, ROW_HEIGHT, lines.len(), |ui, range| {
        for (place, line) in lines[range.clone()].iter().enumerate() {
            ui.push_id(range.start + place, |ui| {
                one_line(ui, cx, versions, *line, sink);
            });
        }
    });
}

fn one_line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    versions: Option<&Versions>,
    line: Line,
    sink: &mut ActionSink,
) {
    let conflicts = &cx.front.document().conflicts;
    match line {
        Line::ConflictsHead => conflicts::head(ui, cx, conflicts.len(), sink),
        Line::Conflict(index) => conflicts::row(ui, cx, index, &conflicts[index], sink),
        Line::Sides(index) => conflicts::sides(ui, cx, &conflicts[index], sink),
        Line::ChangesHead => {
            if let Some(versions) = versions {
                changes_head(ui, cx, versions);
            }
        }
        Line::Change(change) => {
            if let Some(versions) = versions {
                self::change(ui, cx, versions, change, sink);
            }
        }
    }
}

/// With what is compared, and what can be done about a file that changed.
fn header(ui: &mut Ui, cx: &PanelContext<'_>, versions: Option<&Versions>, sink: &mut ActionSink) {
    let texts = cx.texts;
    ui.horizontal(|ui| {
        let chosen = match versions {
            Some(versions) => {
                // The language may be another one by now than when they were compared.
                let on_disk = texts.tr("versions.on_disk");
                let name = match versions.other {
                    Other::Disk => &*on_disk,
                    _ => &*versions.name,
                };
                texts.tr_with("versions.with", &[("name", name)])
            }
            None => texts.tr("versions.choose").into_owned(),
        };
        ui.menu_button(chosen, |ui| others(ui, cx, versions.is_some(), sink));
        if let Some(versions) = versions {
            let mut on = versions.shows_layout();
            let text = texts.tr("versions.layout").into_owned();
            if ui.checkbox(&mut on, text).changed() {
                sink.push(Action::Version(VersionAction::ShowLayout(on)));
            }
        }
        let undecided = cx.front.undecided_on_disk
            && versions.is_some_and(|versions| versions.other == Other::Disk);
        if undecided {
            ui.separator();
            let merge = ("question.changed.merge", VersionAction::MergeWithDisk);
            let keep = ("question.changed.keep", VersionAction::KeepMine);
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
fn others(ui: &mut Ui, cx: &PanelContext<'_>, comparing: bool, sink: &mut ActionSink) {
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

/// A line of a row's height, with buttons at its right end.
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
        (0, 0) => texts.tr("versions.same").into_owned(),
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
    change: Change,
    sink: &mut ActionSink,
) {
    let (Change::Thing(index) | Change::Field(index)) = change;
    let Some(found) = versions.differences().get(index) else {
        return;
    };
    let response = match change {
        Change::Thing(_) => thing_row(ui, cx, versions, found),
        Change::Field(_) => field_row(ui, cx, versions, found),
    };
    if row_pressed(ui, &response) {
        go_to(cx, place(cx.front.document(), versions, found), sink);
    }
}

/// What changed, with the way to it in the tree.
fn thing_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    versions: &Versions,
    found: &Difference,
) -> egui::Response {
    let gone = found.kind == DifferenceKind::Removed;
    let document = if gone {
        versions.older()
    } else {
        cx.front.document()
    };
    let title = cx.texts.subject(&found.subject, document);
    let way = found.subject.node().map(|id| way(cx.texts, document, id));
    let key = format!("versions.mark_{}", found.kind.code());
    let word = cx.texts.tr(&key).into_owned();
    let detail = match way {
        Some(way) if !way.is_empty() => format!("{way}   {word}"),
        _ => word,
    };
    let icon = match found.kind {
        DifferenceKind::Added => "add_circle",
        DifferenceKind::Removed => "remove_circle",
        DifferenceKind::Moved => "open_with",
        DifferenceKind::Changed => "edit",
    };
    let chosen = cx.front.selection().primary();
    let selected = chosen.is_some() && found.subject.node() == chosen;
    let name = format!("{title} {detail}");
    Row::new(&title)
        .icon(icon, cx.theme.tone(tone(found.kind)))
        .detail(&detail)
        .selected(selected)
        .name(&name)
        .show(ui, cx.theme)
}

/// The titles of the nodes above a node, as far as a line has room for them.
fn way(texts: &Texts, document: &Document, id: &NodeId) -> String {
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

/// One field: what it was, and what it is.
fn field_row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    versions: &Versions,
    found: &Difference,
) -> egui::Response {
    let texts = cx.texts;
    let field = texts.field_of(&found.field, &found.subject, cx.front.document());
    let old = texts.field_value(found.old.as_ref(), versions.older());
    let new = texts.field_value(found.new.as_ref(), cx.front.document());
    let arguments = [("field", &*field), ("old", &*old), ("new", &*new)];
    let text = texts.tr_with("versions.field", &arguments);
    let text = text.replace('\n', " ");
    let row = Row::new(&text).indent(INDENT).color(cx.theme.muted);
    row.show(ui, cx.theme).on_hover_text(text)
}

/// The node to which a difference leads: of one that was removed, the nearest above that is still there.
fn place<'a>(
    document: &Document,
    versions: &'a Versions,
    found: &'a Difference,
) -> Option<&'a NodeId> {
    let id = found.subject.node().or(match &found.new {
        Some(FieldValue::Node(id)) => Some(id),
        _ => None,
    })?;
    let above = versions.older().ancestors(id);
    let mut known = std::iter::once(id).chain(above);
    known.find(|id| document.node(id).is_some())
}

fn go_to(cx: &PanelContext<'_>, node: Option<&NodeId>, sink: &mut ActionSink) {
    if let Some(id) = node.filter(|id| cx.front.document().node(id).is_some()) {
        sink.push(Action::View(ViewAction::Reveal(id.clone())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::LANGUAGES;
    use treewright_core::model::ConflictKind;

    #[test]
    fn every_kind_of_difference_and_conflict_has_words() {
        for (language, _) in LANGUAGES {
            let texts = Texts::new(language);
            for kind in DifferenceKind::ALL {
                let key = format!("versions.mark_{}", kind.code());
                assert!(texts.find(&key).is_some(), "{language} {key}");
            }
            for kind in ConflictKind::ALL {
                let key = format!("versions.conflict_{}", kind.code());
                assert!(texts.find(&key).is_some(), "{language} {key}");
            }
        }
    }
}
