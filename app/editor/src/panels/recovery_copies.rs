//! The question about recovery copies of unsaved work that a crash left behind: each with its details and buttons.

use std::path::PathBuf;
use std::time::Duration;

use egui::{Align, Button, Frame, Label, Layout, RichText, ScrollArea, Stroke, Ui, vec2};
use treewright_session::i18n::Texts;

use super::earlier_versions::age_in_words;
use crate::action::{Action, ActionSink, Answer, CopyDecision};
use crate::icons;
use crate::theme::{Theme, space, text_size};
use crate::widgets::{DialogButton, dialog_buttons, is_keyboard_free, plain_dialog_buttons};

/// The maximum height of the list, which scrolls beyond that.
const MAX_HEIGHT: f32 = 300.0;

/// A recovery copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveryCopy {
    pub file: PathBuf,
    /// The title of the document; empty if unknown.
    pub title: String,
    pub path: Option<PathBuf>,
    /// The time since it was written.
    pub age: Option<Duration>,
    /// Further facts for the decision.
    pub remarks: Vec<CopyRemark>,
    /// Whether it contains anything that can be opened.
    pub can_restore: bool,
    /// Whether there is a file to compare it with.
    pub can_compare: bool,
    /// Whether only a part of it can be read.
    pub is_damaged: bool,
}

/// A fact about a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyRemark {
    NoFile,
    /// Its file no longer exists.
    FileGone,
    /// Its file has changed since the unsaved work began.
    FileChanged,
    /// The copy is damaged: the reason, and the number of nodes that can still be read.
    Damaged(String, usize),
}

impl CopyRemark {
    fn text(&self, texts: &Texts) -> String {
        match self {
            Self::NoFile => texts.tr("recovery.no_file").into_owned(),
            Self::FileGone => texts.tr("recovery.file_gone").into_owned(),
            Self::FileChanged => texts.tr("recovery.file_changed").into_owned(),
            Self::Damaged(what, nodes) => {
                let readable = texts.tr_count("recovery.readable", *nodes);
                let arguments = [("what", &**what), ("readable", &*readable)];
                texts.tr_with("recovery.damaged", &arguments)
            }
        }
    }
}
pub fn show(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    copies: &[RecoveryCopy],
    sink: &mut ActionSink,
) {
    ui.label(texts.tr("recovery.text"));
    let area = ScrollArea::vertical().max_height(MAX_HEIGHT);
    area.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        for (index, copy) in copies.iter().enumerate() {
            ui.push_id(&copy.file, |ui| {
                copy_row(ui, theme, texts, copy, index == 0, sink);
            });
        }
    });
    let many = copies.iter().filter(|copy| copy.can_restore).count() > 1;
    let (all, later) = (texts.tr("recovery.restore_all"), texts.tr("recovery.later"));
    // Enter must not discard a copy that cannot be restored.
    let is_default = copies.first().is_some_and(|copy| !copy.can_restore);
    let (later, all) = (DialogButton::new(&later), DialogButton::new(&all));
    let pressed = match (many, is_default) {
        (true, false) => plain_dialog_buttons(ui, theme, &[later, all]).map(|index| index == 1),
        (true, true) => dialog_buttons(ui, theme, &[all, later]).map(|index| index == 0),
        (false, false) => plain_dialog_buttons(ui, theme, &[later]).map(|_| false),
        (false, true) => dialog_buttons(ui, theme, &[later]).map(|_| false),
    };
    if let Some(restores_all) = pressed {
        sink.push(Action::Answer(if restores_all {
            Answer::RestoreAll
        } else {
            Answer::Cancel
        }));
    }
}

fn copy_row(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    copy: &RecoveryCopy,
    is_first: bool,
    sink: &mut ActionSink,
) {
    let frame = Frame::new()
        .fill(theme.field)
        .stroke(Stroke::new(1.0, theme.separator))
        .corner_radius(6)
        .inner_margin(space::M);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = space::XS;
        let unknown = texts.tr("recovery.unknown");
        let title = if copy.title.is_empty() {
            &*unknown
        } else {
            &*copy.title
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(title).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if let Some(age) = copy.age {
                    let age = age_in_words(texts, age);
                    ui.label(RichText::new(age).color(theme.muted));
                }
            });
        });
        if let Some(path) = &copy.path {
            let path = path.display().to_string();
            let text = RichText::new(&path)
                .size(text_size::SMALL)
                .color(theme.muted);
            let label = Label::new(text).truncate().show_tooltip_when_elided(false);
            ui.add(label).on_hover_text(path);
        }
        for remark in &copy.remarks {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = space::XS;
                ui.label(icons::text("info").size(14.0).color(theme.muted));
                ui.label(RichText::new(remark.text(texts)).size(text_size::SMALL));
            });
        }
        ui.horizontal(|ui| buttons(ui, texts, copy, title, is_first, sink));
    });
}

/// The buttons of a copy. Enter restores the first copy, unless Tab moved the focus to another button.
fn buttons(
    ui: &mut Ui,
    texts: &Texts,
    copy: &RecoveryCopy,
    title: &str,
    is_first: bool,
    sink: &mut ActionSink,
) {
    let restore = if copy.is_damaged {
        "restore_part"
    } else {
        "restore"
    };
    let give_up = if copy.is_damaged {
        "put_away"
    } else {
        "give_up"
    };
    let choices = [
        (CopyDecision::Restore, restore, copy.can_restore),
        (CopyDecision::Compare, "compare", copy.can_compare),
        (CopyDecision::Discard, give_up, true),
    ];
    for (decision, key, enabled) in choices {
        let text = texts.tr(&format!("recovery.{key}")).into_owned();
        // Screen readers need a distinct name for each of the equal buttons.
        let name = texts.labeled(&text, title);
        let mut button = Button::new(&text).min_size(vec2(72.0, 26.0));
        let is_main = is_first && decision == CopyDecision::Restore && enabled;
        if is_main {
            button = button.fill(ui.visuals().selection.bg_fill);
        }
        let response = ui.add_enabled(enabled, button);
        let response = response.accessible_name(name);
        if is_main && is_keyboard_free(ui) && !response.lost_focus() {
            response.request_focus();
        }
        if response.gained_focus() {
            response.scroll_to_me(None);
        }
        let hint = format!("recovery.{key}_hint");
        let response = response.on_hover_text(texts.tr(&hint));
        let response = response.on_disabled_hover_text(texts.tr("recovery.cannot_compare"));
        if response.clicked() {
            sink.push(Action::Answer(Answer::Copy(decision, copy.file.clone())));
        }
    }
}
