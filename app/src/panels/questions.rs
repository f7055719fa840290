//! Questions that stand in front of everything else until they are answered.

use std::path::PathBuf;

use egui::{Button, Id, Key, Modal, RichText, TextEdit, Ui};

use crate::action::{Action, ActionSink, Answer};
use crate::i18n::Texts;
use crate::theme::{Theme, space, text_size};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Unsaved changes would be lost: of these titles.
    Unsaved(Vec<String>),
    /// The file of this title changed on disk, and there are unsaved changes.
    ChangedOnDisk(String),
    /// A crash left copies of unsaved work of these titles.
    Recover(Vec<String>),
    /// A path to open, where the system has no dialog.
    PathToOpen(String),
    /// A path of a task library, where the system has no dialog.
    PathToLibrary(String),
    /// A path to save to, where the system has no dialog.
    PathToSave(String),
    /// There is a file at this path that a save would replace.
    Replace(String),
}

impl Question {
    fn title_key(&self) -> &'static str {
        match self {
            Self::Unsaved(_) => "question.unsaved.title",
            Self::ChangedOnDisk(_) => "question.changed.title",
            Self::Recover(_) => "question.recover.title",
            Self::PathToOpen(_) => "question.open.title",
            Self::PathToLibrary(_) => "question.library.title",
            Self::PathToSave(_) => "question.save.title",
            Self::Replace(_) => "question.replace.title",
        }
    }
}

/// Shows a question.
pub fn show(
    ctx: &egui::Context,
    theme: &Theme,
    texts: &Texts,
    question: &mut Question,
    sink: &mut ActionSink,
) {
    let modal = Modal::new(Id::unique("question")).frame(theme.modal_frame());
    let response = modal.show(ctx, |ui| {
        ui.set_width(430.0);
        ui.spacing_mut().item_spacing.y = space::M;
        let title = texts.tr(question.title_key()).into_owned();
        ui.label(RichText::new(title).size(text_size::HEADING));
        match question {
            Question::Unsaved(titles) => unsaved(ui, texts, titles, sink),
            Question::ChangedOnDisk(title) => changed(ui, texts, title, sink),
            Question::Recover(titles) => recover(ui, theme, texts, titles, sink),
            Question::PathToOpen(path) => path_box(ui, texts, path, "question.open", sink),
            Question::PathToLibrary(path) => path_box(ui, texts, path, "question.library", sink),
            Question::PathToSave(path) => path_box(ui, texts, path, "question.save", sink),
            Question::Replace(path) => replace(ui, texts, path, sink),
        }
    });
    // A click beside it is no answer: too much hangs on these.
    if ctx.input(|input| input.key_pressed(Key::Escape)) && response.is_top_modal {
        sink.push(Action::Answer(Answer::Cancel));
    }
}

fn unsaved(ui: &mut Ui, texts: &Texts, titles: &[String], sink: &mut ActionSink) {
    let names = titles.join(", ");
    ui.label(texts.tr_with("question.unsaved.text", &[("titles", &names)]));
    let save = ("question.unsaved.save", Answer::Save);
    let discard = ("question.unsaved.discard", Answer::Discard);
    buttons(ui, texts, save, Some(discard), sink);
}

fn changed(ui: &mut Ui, texts: &Texts, title: &str, sink: &mut ActionSink) {
    ui.label(texts.tr_with("question.changed.text", &[("title", title)]));
    let keep = ("question.changed.keep", Answer::KeepMine);
    let load = ("question.changed.load", Answer::LoadTheirs);
    answers(ui, texts, &[keep, load], sink);
}

fn replace(ui: &mut Ui, texts: &Texts, path: &str, sink: &mut ActionSink) {
    ui.label(texts.tr_with("question.replace.text", &[("path", path)]));
    let replace = ("question.replace.confirm", Answer::Replace);
    buttons(ui, texts, replace, None, sink);
}

fn recover(ui: &mut Ui, theme: &Theme, texts: &Texts, titles: &[String], sink: &mut ActionSink) {
    ui.label(texts.tr("question.recover.text"));
    for title in titles {
        ui.label(RichText::new(format!("• {title}")).color(theme.muted));
    }
    let open = ("question.recover.open", Answer::Recover);
    let forget = ("question.recover.forget", Answer::Forget);
    let later = ("question.recover.later", Answer::Cancel);
    answers(ui, texts, &[open, forget, later], sink);
}

fn path_box(ui: &mut Ui, texts: &Texts, path: &mut String, key: &str, sink: &mut ActionSink) {
    ui.label(texts.tr(&format!("{key}.text")).into_owned());
    let name = texts.tr("question.path").into_owned();
    let width = ui.available_width();
    let field = ui
        .add(TextEdit::singleline(path).desired_width(width))
        .accessible_name(name);
    // A field that is being left by Tab shall let go.
    if is_free(ui) && !field.lost_focus() {
        field.request_focus();
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let answer = Answer::Path(PathBuf::from(path.trim()));
    if entered && path.trim().is_empty() {
        field.request_focus();
    } else if entered {
        sink.push(Action::Answer(answer.clone()));
    }
    let confirm = format!("{key}.confirm");
    buttons(ui, texts, (&confirm, answer), None, sink);
}

/// Whether nothing in the question has the keyboard.
fn is_free(ui: &Ui) -> bool {
    let Some(focused) = ui.memory(egui::Memory::focused) else {
        return true;
    };
    let focused = ui.ctx().read_response(focused);
    focused.is_none_or(|focused| focused.layer_id != ui.layer_id())
}

type Choice<'a> = (&'a str, Answer);

fn buttons(
    ui: &mut Ui,
    texts: &Texts,
    first: Choice<'_>,
    second: Option<Choice<'_>>,
    sink: &mut ActionSink,
) {
    let cancel = ("question.cancel", Answer::Cancel);
    let mut all = vec![first];
    all.extend(second);
    all.push(cancel);
    answers(ui, texts, &all, sink);
}

fn answers(ui: &mut Ui, texts: &Texts, choices: &[Choice<'_>], sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        for (index, (key, answer)) in choices.iter().enumerate() {
            let text = texts.tr(key).into_owned();
            let mut button = Button::new(text).min_size(egui::vec2(84.0, 28.0));
            if index == 0 {
                button = button.fill(ui.visuals().selection.bg_fill);
            }
            let response = ui.add(button);
            // Enter presses the first button, unless Tab went on to another.
            if index == 0 && is_free(ui) && !response.lost_focus() {
                response.request_focus();
            }
            if response.clicked() {
                sink.push(Action::Answer(answer.clone()));
            }
        }
    });
}
