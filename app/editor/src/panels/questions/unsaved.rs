//! The question about documents with unsaved changes that are to be closed: one is saved or not; of several, the user ticks those to save.

use egui::{Align, Label, Layout, RichText, ScrollArea, Ui};
use treewright_session::i18n::Texts;
use treewright_session::workspace::open_document::DocumentId;

use super::buttons;
use crate::action::{Action, ActionSink, Answer};
use crate::theme::{Theme, space, text_size};
use crate::widgets::{DialogButton, check_box, dialog_buttons};

/// The maximum height of the list, which scrolls beyond that.
const MAX_HEIGHT: f32 = 220.0;

/// A document with unsaved changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsavedDocument {
    pub id: DocumentId,
    pub title: String,
    /// The folder of its file; `None` if it was never saved.
    pub folder: Option<String>,
    /// Whether it is to be saved.
    pub is_chosen: bool,
}

pub fn show(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    documents: &mut [UnsavedDocument],
    sink: &mut ActionSink,
) {
    if let [only] = documents {
        let arguments = [("title", &*only.title)];
        ui.label(texts.tr_with("question.unsaved.text", &arguments));
        let save = ("question.unsaved.save", Answer::Save(vec![only.id]));
        let discard = ("question.unsaved.discard", Answer::Discard);
        return buttons(ui, theme, texts, save, Some(discard), sink);
    }
    ui.label(texts.tr_count("question.unsaved.several", documents.len()));
    let area = ScrollArea::vertical().max_height(MAX_HEIGHT);
    area.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        for document in &mut *documents {
            ui.push_id(document.id, |ui| row(ui, theme, texts, document));
        }
    });
    choose_all_or_none(ui, texts, documents);
    several_buttons(ui, theme, texts, documents, sink);
}

fn row(ui: &mut Ui, theme: &Theme, texts: &Texts, document: &mut UnsavedDocument) {
    ui.horizontal(|ui| {
        let response = check_box(ui, &mut document.is_chosen, &*document.title);
        if response.gained_focus() {
            response.scroll_to_me(None);
        }
        let place = match &document.folder {
            Some(folder) => folder.clone(),
            None => texts.tr("question.unsaved.no_file").into_owned(),
        };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = RichText::new(&place);
            let text = text.size(text_size::SMALL).color(theme.muted);
            let label = Label::new(text).truncate().show_tooltip_when_elided(false);
            ui.add(label).on_hover_text(place);
        });
    });
}

fn choose_all_or_none(ui: &mut Ui, texts: &Texts, documents: &mut [UnsavedDocument]) {
    ui.horizontal(|ui| {
        let choices = [
            ("question.unsaved.all", true),
            ("question.unsaved.none", false),
        ];
        for (key, is_chosen) in choices {
            let text = texts.tr(key);
            let would_change = documents.iter().any(|d| d.is_chosen != is_chosen);
            if ui
                .add_enabled(would_change, egui::Button::new(text))
                .clicked()
            {
                for document in &mut *documents {
                    document.is_chosen = is_chosen;
                }
            }
        }
    });
}

/// Enter saves what is chosen.
fn several_buttons(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    documents: &[UnsavedDocument],
    sink: &mut ActionSink,
) {
    let chosen: Vec<_> = documents.iter().filter(|d| d.is_chosen).collect();
    let chosen: Vec<DocumentId> = chosen.iter().map(|d| d.id).collect();
    let (cancel, discard, save) = (
        texts.tr("question.cancel"),
        texts.tr("question.unsaved.discard"),
        texts.tr("question.unsaved.save_chosen"),
    );
    if !chosen.is_empty() && chosen.len() < documents.len() {
        ui.label(texts.tr("question.unsaved.means"));
    }
    let save = DialogButton::new(&save).enabled(!chosen.is_empty());
    let buttons = [
        DialogButton::new(&cancel),
        DialogButton::new(&discard),
        save,
    ];
    let answer = match dialog_buttons(ui, theme, &buttons) {
        Some(0) => Answer::Cancel,
        Some(1) => Answer::Discard,
        Some(_) => Answer::Save(chosen),
        None => return,
    };
    sink.push(Action::Answer(answer));
}
