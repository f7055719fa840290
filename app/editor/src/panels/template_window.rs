//! The window for the name and description of a template: a new one made from the selection, or an existing one.

use egui::{Rect, TextEdit, Ui};
use treewright_session::templates::{Template, TemplateId};

use super::PanelContext;
use crate::action::{Action, ActionSink, TemplateAction};
use crate::widgets::{
    Dialog, DialogButton, DialogPlace, caption, dialog_buttons, focus_all_at_first,
};

#[derive(Default)]
pub struct TemplateWindow {
    /// The edited template; `None` for a new one.
    of: Option<TemplateId>,
    title: String,
    description: String,
    shown_before: bool,
}

impl TemplateWindow {
    /// A window for an existing template.
    pub fn of(template: &Template) -> Self {
        Self {
            of: Some(template.id.clone()),
            title: template.title().to_owned(),
            description: template.summary().to_owned(),
            shown_before: false,
        }
    }
}

/// Shows the window; `about` is the place on the screen of the selected node, from which a template is made.
pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut TemplateWindow,
    about: Option<Rect>,
    sink: &mut ActionSink,
) {
    let title = cx.texts.tr(match window.of {
        None => "template.save_title",
        Some(_) => "template.rename_title",
    });
    let dialog = Dialog {
        id: "template",
        title: &title,
        close: &cx.texts.tr("dialog.close"),
        width: 430.0,
        closes_outside: false,
        place: about.map_or(DialogPlace::Middle, DialogPlace::Beside),
    };
    let mut pressed = None;
    let closed = dialog.show(ctx, cx.theme, |ui| {
        fields(ui, cx, window);
        let is_named = !window.title.trim().is_empty();
        let (cancel, save) = (cx.texts.tr("question.cancel"), cx.texts.tr("template.save"));
        let buttons = [
            DialogButton::new(&cancel),
            DialogButton::new(&save).enabled(is_named),
        ];
        pressed = dialog_buttons(ui, cx.theme, &buttons);
    });
    if pressed == Some(1) {
        sink.push(Action::Template(TemplateAction::Save {
            of: window.of.clone(),
            title: window.title.trim().to_owned(),
            description: window.description.trim().to_owned(),
        }));
    } else if closed || pressed.is_some() {
        sink.push(Action::Template(TemplateAction::Close));
    }
}

fn fields(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut TemplateWindow) {
    let texts = cx.texts;
    let width = ui.available_width();
    caption(ui, cx.theme, &texts.tr("template.name"));
    let name = TextEdit::singleline(&mut window.title).desired_width(width);
    let name = ui.add(name).accessible_name(texts.tr("template.name"));
    focus_all_at_first(ui, &name, &window.title, &mut window.shown_before);
    caption(ui, cx.theme, &texts.tr("template.description"));
    let description = TextEdit::multiline(&mut window.description)
        .desired_width(width)
        .desired_rows(3);
    ui.add(description)
        .accessible_name(texts.tr("template.description"));
}
