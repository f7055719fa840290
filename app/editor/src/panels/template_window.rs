//! The window for the name and description of a template: a new one made from the selection, or an existing one.

use egui::{Id, Key, Modal, RichText, TextEdit, Ui};
use treewright_session::templates::{Template, TemplateId};

use super::PanelContext;
use crate::action::{Action, ActionSink, TemplateAction};
use crate::theme::{space, text_size};
use crate::widgets::{caption, focus_all};
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

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut TemplateWindow,
    sink: &mut ActionSink,
) {
    let modal = Modal::new(Id::unique("template")).frame(cx.theme.modal_frame());
    let response = modal.show(ctx, |ui| {
        ui.set_width(430.0);
        ui.spacing_mut().item_spacing.y = space::S;
        let title = match window.of {
            None => "template.save_title",
            Some(_) => "template.rename_title",
        };
        ui.label(RichText::new(cx.texts.tr(title)).size(text_size::HEADING));
        let entered = fields(ui, cx, window);
        ui.add_space(space::S);
        let is_named = !window.title.trim().is_empty();
        ui.horizontal(|ui| {
            let keep = ui.add_enabled(is_named, egui::Button::new(cx.texts.tr("template.save")));
            if is_named && (keep.clicked() || entered) {
                sink.push(Action::Template(TemplateAction::Keep {
                    of: window.of.clone(),
                    title: window.title.trim().to_owned(),
                    description: window.description.trim().to_owned(),
                }));
            }
            if ui.button(cx.texts.tr("question.cancel")).clicked() {
                sink.push(Action::Template(TemplateAction::Close));
            }
        });
    });
    if response.should_close() {
        sink.push(Action::Template(TemplateAction::Close));
    }
}

/// Returns whether Enter was pressed in the name field.
fn fields(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut TemplateWindow) -> bool {
    let texts = cx.texts;
    let width = ui.available_width();
    caption(ui, cx.theme, &texts.tr("template.name"));
    let name = TextEdit::singleline(&mut window.title).desired_width(width);
    let name = ui.add(name).accessible_name(texts.tr("template.name"));
    if !window.shown_before {
        focus_all(ui, &name, &window.title);
        // Text can be selected only after the field was drawn once.
        window.shown_before = TextEdit::load_state(ui.ctx(), name.id).is_some();
    }
    caption(ui, cx.theme, &texts.tr("template.description"));
    let description = TextEdit::multiline(&mut window.description)
        .desired_width(width)
        .desired_rows(3);
    ui.add(description)
        .accessible_name(texts.tr("template.description"));
    name.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}
