//! The window for a new name of something that the whole project uses: an event, or a task of a library.

use egui::{Key, RichText, TextEdit};

use super::PanelContext;
use crate::action::{Action, ActionSink, NamedInProject, ProjectAction};
use crate::widgets::{Dialog, DialogButton, DialogPlace, dialog_buttons, focus_all_at_first};

/// The name that is being typed.
pub struct RenameWindow {
    what: NamedInProject,
    text: String,
    shown_before: bool,
    /// The new name is being tried.
    is_tried: bool,
    /// Why the name cannot be had, until another one is typed.
    refusal: Option<String>,
}

impl RenameWindow {
    pub fn new(what: NamedInProject) -> Self {
        Self {
            text: what.name().to_string(),
            what,
            shown_before: false,
            is_tried: false,
            refusal: None,
        }
    }

    /// The new name is being tried: the window stays until it is known whether it can be had.
    pub fn on_try(&mut self) {
        self.is_tried = true;
    }

    pub fn is_tried(&self) -> bool {
        self.is_tried
    }

    /// The name cannot be had for this reason: asks for another one, with this one selected.
    pub fn refused(&mut self, reason: Option<String>) {
        self.refusal = reason;
        self.is_tried = false;
        self.shown_before = false;
    }
}

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut RenameWindow,
    sink: &mut ActionSink,
) {
    let key = match window.what {
        NamedInProject::Event(_) => "project.rename_event",
        NamedInProject::Task(_) | NamedInProject::TaskOf(..) => "project.rename_task",
    };
    let name = window.what.name().clone();
    let title = cx.texts.tr_with(key, &[("name", &name)]);
    let dialog = Dialog {
        id: "rename in project",
        title: &title,
        close: &cx.texts.tr("dialog.close"),
        width: 380.0,
        closes_outside: false,
        place: DialogPlace::Middle,
    };
    let mut pressed = None;
    let closed = dialog.show(ctx, cx.theme, |ui| {
        let label = cx.texts.tr("project.new_name");
        let width = ui.available_width();
        let field = TextEdit::singleline(&mut window.text).desired_width(width);
        let field = ui.add(field).accessible_name(&*label);
        focus_all_at_first(ui, &field, &window.text, &mut window.shown_before);
        if field.changed() {
            window.refusal = None;
        }
        match &window.refusal {
            Some(reason) => ui.label(RichText::new(reason).color(cx.theme.error)),
            None => ui.label(cx.texts.tr("project.rename_means")),
        };
        let text = window.text.trim();
        let is_other = !text.is_empty() && *text != *name;
        let cancel = cx.texts.tr("question.cancel");
        let rename = cx.texts.tr("project.rename_now");
        let buttons = [
            DialogButton::new(&cancel),
            DialogButton::new(&rename).enabled(is_other),
        ];
        pressed = dialog_buttons(ui, cx.theme, &buttons);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if entered && is_other {
            pressed = Some(1);
        }
    });
    if pressed == Some(1) {
        sink.push(Action::Project(ProjectAction::Rename {
            what: window.what.clone(),
            to: window.text.trim().into(),
        }));
    } else if closed || pressed.is_some() {
        sink.push(Action::Project(ProjectAction::CloseName));
    }
}
