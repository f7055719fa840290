//! The window that asks to which file a branch is to move, and for the name of its tree there. Checks nothing: the move tells what is wrong.

use egui::{Id, Rect, RichText, TextEdit, Ui};
use treewright_core::project::resolve;
use treewright_session::workspace::project_listing::{FileKind, ProjectFile};

use super::PanelContext;
use super::name_chooser::{Choice, NameChooser};
use crate::action::{Action, ActionSink, ExtractAction};
use crate::widgets::{
    Dialog, DialogButton, DialogPlace, caption, dialog_buttons, focus_all_at_first,
};

pub struct ExtractionWindow {
    /// A path in the project folder.
    file: String,
    /// The path that was proposed.
    proposed: String,
    tree: String,
    shown_before: bool,
    /// Why the move was refused, until something else is typed.
    refusal: Option<String>,
    /// Whether the user was told what other files would lose.
    pub is_warned: bool,
}

impl ExtractionWindow {
    /// A window that proposes a file and a name.
    pub fn proposing(file: String, tree: String) -> Self {
        Self {
            proposed: file.clone(),
            file,
            tree,
            shown_before: false,
            refusal: None,
            is_warned: false,
        }
    }

    /// Shows why the move was refused, so that something else can be typed.
    pub fn refused(&mut self, reason: String) {
        self.refusal = Some(reason);
        self.shown_before = false;
    }
}

/// Shows the window; `about` is the place on the screen of the branch.
pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut ExtractionWindow,
    about: Option<Rect>,
    sink: &mut ActionSink,
) {
    let texts = cx.texts;
    let dialog = Dialog {
        id: "extraction",
        title: &texts.tr("extraction.title"),
        close: &texts.tr("dialog.close"),
        width: 430.0,
        closes_outside: false,
        place: about.map_or(DialogPlace::Middle, DialogPlace::Beside),
    };
    let before = (window.file.clone(), window.tree.clone());
    let mut pressed = None;
    let closed = dialog.show(ctx, cx.theme, |ui| {
        fields(ui, cx, window);
        if let Some(reason) = &window.refusal {
            ui.label(RichText::new(reason).color(cx.theme.error));
        }
        let is_complete = [&window.file, &window.tree].map(|text| !text.trim().is_empty());
        let (cancel, move_it) = (texts.tr("question.cancel"), texts.tr("extraction.confirm"));
        let buttons = [
            DialogButton::new(&cancel),
            DialogButton::new(&move_it).enabled(is_complete == [true; 2]),
        ];
        pressed = dialog_buttons(ui, cx.theme, &buttons);
    });
    if before != (window.file.clone(), window.tree.clone()) {
        window.refusal = None;
    }
    if pressed == Some(1) {
        sink.push(Action::Extract(ExtractAction::To {
            file: window.file.trim().to_owned(),
            tree: window.tree.trim().to_owned(),
        }));
    } else if closed || pressed.is_some() {
        sink.push(Action::Extract(ExtractAction::Close));
    }
}

fn fields(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut ExtractionWindow) {
    let texts = cx.texts;
    let label = texts.tr("extraction.file");
    caption(ui, cx.theme, &label);
    let choices = || {
        let others = other_trees(cx);
        let choices = others.map(|file| Choice {
            shown: file.relative.clone(),
            value: file.relative.clone(),
        });
        choices.collect()
    };
    let chooser = NameChooser {
        cx,
        id: Id::unique("extraction file"),
        name: &label,
        hint: "",
        choices: &choices,
    };
    chooser.edit(ui, &mut window.file, &window.proposed);
    let path = resolve("", &FileKind::Tree.named(&window.file)).unwrap_or_default();
    let is_there = other_trees(cx).any(|file| file.relative == path);
    caption(
        ui,
        cx.theme,
        &texts.tr(if is_there {
            "extraction.into_existing"
        } else {
            "extraction.into_new"
        }),
    );
    let label = texts.tr("extraction.tree");
    caption(ui, cx.theme, &label);
    let name = TextEdit::singleline(&mut window.tree).desired_width(ui.available_width());
    let name = ui.add(name).accessible_name(&*label);
    focus_all_at_first(ui, &name, &window.tree, &mut window.shown_before);
}

/// The tree files of the project without that of the active document.
fn other_trees<'a>(cx: &PanelContext<'a>) -> impl Iterator<Item = &'a ProjectFile> + use<'a> {
    let own = cx.front.path();
    let trees = cx.project.files.iter();
    let trees = trees.filter(|file| file.kind == FileKind::Tree);
    trees.filter(move |file| Some(&*file.path) != own)
}
